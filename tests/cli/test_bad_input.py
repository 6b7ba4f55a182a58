"""Wrong arguments: one line on stderr that says what is allowed, exit 2, no traceback."""

import re
from pathlib import Path

import pytest

from undertow import cli

RUN = ["run", "poseidon", "-n", "1"]
REPLAY = ["replay", "poseidon", "--seed", "7"]

ARGUMENTS = [
    # commands and games
    (["rnu"], "unknown command 'rnu'; did you mean 'run'?"),
    (["chess"], "unknown command 'chess'; allowed: games, rules, agents, run, compare, sweep"),
    ([""], "unknown command ''; allowed: "),
    (["--vresion"], "unknown option '--vresion' for undertow; did you mean '--version'?"),
    (["-x"], "unknown option '-x' for undertow; allowed: "),
    (["run"], "run needs GAME; allowed: .*poseidon"),
    (["run", "posidon"], "unknown game 'posidon'; did you mean 'poseidon'?"),
    (["rules", "go"], "unknown game 'go'; allowed: .*poseidon"),
    (["agents", "posiedon"], "unknown game 'posiedon'; did you mean 'poseidon'?"),
    (["run", "poseidon\0"], "unknown game 'poseidon.x00'"),
    (["run", "poseidon", "pond"], r"got unexpected extra argument \(pond\); see 'undertow run -h'"),
    (["run", "poseidon", "x" * 5000], "got unexpected extra argument .*…; see 'undertow run -h'"),
    (["games", "all"], r"got unexpected extra argument \(all\); see 'undertow games -h'"),
    # options
    ([*RUN, "--plyers", "3"], "unknown option '--plyers' for run; did you mean '--players'?"),
    ([*RUN, "-z"], "unknown option '-z' for run; allowed: "),
    ([*RUN, "-p"], "option '-p' requires an argument; see 'undertow run -h'"),
    ([*RUN, "--json=yes"], "option '--json' does not take a value; see 'undertow run -h'"),
    (["rules", "poseidon", "--toml", "--json"], "rules takes --toml or --json, not both"),
    # numbers
    ([*RUN, "-p", "1"], "players must be a whole number from 2 to 4, not 1"),
    ([*RUN, "-p", "5"], "players must be a whole number from 2 to 4, not 5"),
    ([*RUN, "-p", "two"], "players must be a whole number from 2 to 4, not 'two'"),
    ([*RUN, "-p", "2.0"], "players must be a whole number from 2 to 4, not '2.0'"),
    ([*RUN, "-p", ""], "players must be a whole number from 2 to 4, not ''"),
    ([*RUN, "-p", "3", "-p", "-3"], "players must be a whole number from 2 to 4, not -3"),
    (["run", "poseidon", "-n", "0"], "games must be a whole number from 1 to 100000000, not 0"),
    (["run", "poseidon", "-n", "-7"], "games must be a whole number from 1 to 100000000, not -7"),
    (["run", "poseidon", "-n", "1e5"], "games must be .* from 1 to 100000000, not '1e5'"),
    (["run", "poseidon", "-n", "9" * 50], "games must be .* from 1 to 100000000, not 99999999"),
    (["run", "poseidon", "-n", "9" * 9999], "games must be .* not '99999999"),
    (["run", "poseidon", "-n", "NaN"], "games must be .* from 1 to 100000000, not 'NaN'"),
    ([*RUN, "--threads", "0"], "threads must be a whole number from 1 to 1024, not 0"),
    ([*RUN, "--threads", "-2"], "threads must be a whole number from 1 to 1024, not -2"),
    ([*RUN, "--threads", "all"], "threads must be a whole number from 1 to 1024, not 'all'"),
    ([*RUN, "--seed", "-1"], "seed must be a whole number from 0 to 34028236"),
    ([*RUN, "--seed", "9" * 40], "seed must be a whole number from 0 to 34028236"),
    ([*RUN, "--seed", "x"], "seed must be a whole number from 0 to 34028236.*, not 'x'"),
    (["bench", "-n", "0"], "games must be a whole number from 1 to 100000000, not 0"),
    (["bench", "-n", "many"], "games must be a whole number from 1 to 100000000, not 'many'"),
    (["bench", "--threads", "0"], "threads must be a whole number from 1 to 1024, not 0"),
    # agents
    ([*RUN, "-a", "randon"], "unknown agent 'randon'; did you mean 'random'?"),
    ([*RUN, "-a", "random(x=1)"], "unknown parameter 'x'; allowed: forbid"),
    ([*RUN, "-a", "random("], r"agent 'random\(' must be a name or name\(parameter=value\)"),
    ([*RUN, "-a", "random", "-a", "random"], "2 agents given for 4 players; give one for every"),
    # --set
    ([*RUN, "--set"], "option '--set' requires an argument"),
    ([*RUN, "--set", "wave_capacity"], "--set takes key=value, not 'wave_capacity'"),
    ([*RUN, "--set", "=3"], "--set takes key=value, not '=3'"),
    ([*RUN, "--set", "wave_capacity="], "--set 'wave_capacity' has no value; it takes key=value"),
    ([*RUN, "--set", "a\nb="], r"--set 'a\\nb' has no value; it takes key=value"),
    ([*RUN, "--set", "wave_capacity=[9"], "--set 'wave_capacity': '.9' is no value: not TOML: "),
    ([*RUN, "--set", "wave_capacity=9 9"], "--set 'wave_capacity': '9 9' is no value: not TOML: "),
    ([*RUN, "--set", "wave_capacity=12/15/18"], r"y': a list is written \[12, 15, 18\], not '12/"),
    ([*RUN, "--set", "wave_capacity=9 / 12 / 15"], r"a list is written \[9, 12, 15\], not '9 / "),
    ([*RUN, "--set", "tile_counts=5,5,5,5,5"], r"a list is written \[5, 5, 5, 5, 5\], not '5,5,"),
    ([*RUN, "--set", "arms=seven/low double"], r"a list is written \[seven, low double\], not '"),
    ([*RUN, "--set", "track_dummies=[4, 6]/[6]/[]"], r"is written \[\[4, 6\], \[6\], \[\]\], not"),
    (
        [*RUN, "--set", "tile_counts=" + "5/" * 400 + "5"],
        r"a list is written \[5, 5, .*…, not '5/5",
    ),
    ([*RUN, "--set", "wave_capacity=12//18"], "'12//18' is no value: not TOML: "),
    ([*RUN, "--set", "wave_capacity=[9, 12"], "'.9, 12' is no value: not TOML: "),
    ([*RUN, "--set", "wave_capacity=9\nx=1"], "--set 'wave_capacity': the value must be on one"),
    ([*RUN, "--set", "arms=" + "[" * 99], "brackets are nested deeper than the 8 allowed"),
    ([*RUN, "--set", "arms=" + "1" * 3000], "--set 'arms': longer than the 2000 bytes allowed"),
    ([*RUN, "--set", "round_cap=" + "9" * 99], "round_cap must be a whole number from 1 to 10000"),
    ([*RUN, "--set", "round_cap=9", "--set", "round_cap=8"], "--set gives 'round_cap' twice"),
    ([*RUN, "--set", "a.b.c=1"], "unknown rule 'a.b.c' for poseidon; allowed: "),
    (
        [*RUN, "--set", "wave_capcity=9"],
        "unknown rule 'wave_capcity' for poseidon; did you mean 'w",
    ),
    ([*RUN, "--set", "wave_capacity=99"], "wave_capacity must be .* from 3 to 40, not 99"),
    ([*RUN, "--set", "wave_capacity=true"], "wave_capacity must be .* from 3 to 40, not true"),
    ([*RUN, "--set", "wave_capacity=9.0"], "wave_capacity must be .* from 3 to 40, not 9.0"),
    ([*RUN, "--set", "wave_capacity=1979-05-27"], "wave_capacity must be .* from 3 to 40, not "),
    ([*RUN, "--set", "chain_crash=yes"], "chain_crash must be true or false, not 'yes'"),
    ([*RUN, "--set", "fall_side_sd=nan"], "fall_side_sd must be a number from 0.1 to 10, not nan"),
    ([*RUN, "--set", "shark_set=mil"], "one of mild, fierce; not 'mil'; did you mean 'mild'?"),
    ([*RUN, "--set", "crossing=9"], "poseidon: crossing must be below small_waves = 8, got 9"),
    # dice
    (["dice", "--need", "sevn"], "unknown requirement 'sevn'; did you mean 'seven'?"),
    (
        ["dice", "--need", ""],
        "unknown requirement ''; allowed: seven, low double, .*four different$",
    ),
    (["dice", "seven"], r"got unexpected extra argument \(seven\); see 'undertow dice -h'"),
    (["dice", "--rol", "3"], "unknown option '--rol' for dice; did you mean '--roll'?"),
    (
        ["dice", "-n", "25"],
        "dice must be a whole number from 0 to 24 or a range such as 1-8, not '25",
    ),
    (["dice", "-n", "8-1"], "from 0 to 24 or a range such as 1-8, not '8-1'"),
    (["dice", "-n", "-1"], "from 0 to 24 or a range such as 1-8, not '-1'"),
    (["dice", "-n", "9" * 9999], "from 0 to 24 or a range such as 1-8, not '9999"),
    (["dice", "--coral", "2"], "a coral's number must be a whole number from 3 to 10, not 2"),
    (["dice", "--coral", "x"], "a coral's number must be a whole number from 3 to 10, not 'x'"),
    (["dice", "--coral", "5", "--coral", "6"], "corals: one from 3 to 6 and one .* not 5 and 6"),
    (["dice", "--stored", "3,7"], "a die of stored must be a whole number from 1 to 6, not 7"),
    (["dice", "--stored", "3;5"], "a die of stored must be a whole number from 1 to 6, not '3;5'"),
    (["dice", "--stored", "1," * 25], "stored takes at most 24 dice, not 25"),
    (["dice", "--strength", "-1"], "strength must be a whole number from 0 to 24, not -1"),
    (["dice", "--room", "2"], "--room goes with --roll, the dice of which some are to be stored"),
    (["dice", "--roll", "1,2", "-n", "1"], "--roll needs --room, how many dice can be stored"),
    (["dice", "--roll", "1,2", "--room", "1"], "--roll needs -n, how many come next"),
    (["dice", "--roll", "1,2", "--room", "1", "-n", "1-8"], "dice must be .* 0 to 12, not '1-8'"),
    (["dice", "--roll", "1,9", "--room", "1", "-n", "1"], "a die of roll must be .* 6, not 9"),
    (["dice", "--roll", "1", "--room", "1", "--stored", "1,2", "-n", "1"], "at most room = 1 dice"),
    # replay
    (["replay", "poseidon", "0"], "replay needs --seed; see 'undertow replay -h'"),
    (REPLAY, "replay needs INDEX; see 'undertow replay -h'"),
    ([*REPLAY, "-1"], "replay takes no negative number: '-1'"),
    ([*REPLAY, "--", "-1"], "index must be a whole number from 0 to 99999999, not -1"),
    ([*REPLAY, "100000000"], "index must be a whole number from 0 to 99999999, not 100000000"),
    ([*REPLAY, "first"], "index must be a whole number from 0 to 99999999, not 'first'"),
    ([*REPLAY, "0", "-p", "9"], "players must be a whole number from 2 to 4, not 9"),
    ([*REPLAY, "0", "-a", "greed"], "unknown agent 'greed'; did you mean 'greedy'?"),
    (["replay", "poseidon", "--seed", "-7", "0"], "seed must be a whole number from 0"),
]


@pytest.fixture
def refused(capsys):
    """Return a check: the arguments end with exit 2 and one line that has the phrase."""

    def refused(arguments, phrase):
        assert cli.main(arguments) == 2
        written = capsys.readouterr()
        assert written.out == ""
        lines = written.err.splitlines()
        assert len(lines) == 1
        assert lines[0].startswith("undertow: ")
        assert re.search(phrase, lines[0]), lines[0]
        assert len(lines[0]) < 400

    return refused


@pytest.mark.parametrize(
    ("arguments", "phrase"), ARGUMENTS, ids=[" ".join(a)[:50] or "empty" for a, _ in ARGUMENTS]
)
def test_the_command_line_refuses(refused, arguments, phrase):
    refused(arguments, phrase)


RULE_FILES = {
    "malformed": (b"wave_capacity = = 9", "not TOML: Invalid value"),
    "not closed": (b"wave_capacity = [9", "not TOML: "),
    "a NUL byte": (b"wave_capacity = 9\0", "it holds a NUL byte; a rule file is text"),
    "not UTF-8": (b"# \xff\xfe", "byte 2 is not UTF-8"),
    "one megabyte": (b"# bomb\n" * 150_000, "it is larger than the 64 KiB allowed"),
    "one megabyte in a line": (b"a" * 2**20, "it is larger than the 64 KiB allowed"),
    "a long line": (b"# " + b"x" * 300, "line 1 is longer than the 200 bytes allowed"),
    "a long dotted key": (b"\n" + b"a." * 150 + b"a = 1", "line 2 is longer than the 200 bytes"),
    "deep lists": (b"a = " + b"[" * 90 + b"]" * 90, "nested deeper than the 8 allowed"),
    "deep over many lines": (b"a = " + b"[\n" * 9000, "nested deeper than the 8 allowed"),
    "deep tables": (b"a = " + b"{b = " * 20 + b"1" + b"}" * 20, "nested deeper than the 8"),
    "a key twice": (b"round_cap = 5\nround_cap = 6", "not TOML: Cannot overwrite a value"),
    "a table twice": (b"[a]\n[a]", "not TOML: Cannot declare"),
    "a number of 180 digits": (b"round_cap = " + b"9" * 180, "round_cap must be a whole number"),
    "an unknown key": (b"wave_capcity = 9", "unknown rule 'wave_capcity' for poseidon; did you"),
    "a table": (b"[wave_capacity]\nvalue = 9", "wave_capacity must be .*, not {'value': 9}"),
    "a component file": (b"[waves]\nvalue = 9", "unknown rule 'waves' for poseidon"),
    "out of range": (b"wave_capacity = 99", "wave_capacity must be .* from 3 to 40, not 99"),
    "a wrong type": (b'wave_capacity = "9"', "wave_capacity must be .* from 3 to 40, not '9'"),
    "a bare word": (b"shark_set = mild", "not TOML: Invalid value"),
}


@pytest.mark.parametrize(("data", "phrase"), RULE_FILES.values(), ids=RULE_FILES)
def test_a_rule_file_is_refused(refused, tmp_path, data, phrase):
    path = tmp_path / "mine.toml"
    path.write_bytes(data)
    refused([*RUN, "--rules", str(path)], phrase)


def test_a_missing_rule_file_is_refused(refused, tmp_path):
    refused([*RUN, "--rules", str(tmp_path / "no.toml")], "cannot read rule file .*No such file")


def test_a_folder_is_no_rule_file(refused, tmp_path):
    refused([*RUN, "--rules", str(tmp_path)], "cannot read rule file .*: Is a directory")


def test_a_name_with_a_nul_is_no_rule_file(refused):
    refused([*RUN, "--rules", "mine\0.toml"], "cannot read rule file .*: embedded null byte")


def test_an_empty_name_is_no_rule_file(refused):
    refused([*RUN, "--rules", ""], "--rules takes the path of a rule file, not an empty text")


def test_a_device_without_end_is_no_rule_file(refused):
    refused([*RUN, "--rules", "/dev/zero"], "it is larger than the 64 KiB allowed")


@pytest.mark.parametrize("line", ["wave_capcity = 9", "wave_capacity = 99", "wave_capacity = '9'"])
@pytest.mark.parametrize("command", [RUN, [*REPLAY, "0"]])
def test_a_mistake_in_a_rule_file_names_the_file(refused, tmp_path, monkeypatch, command, line):
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(line)
    refused([*command, "--rules", "mine.toml"], r"^undertow: rule file 'mine.toml': .*wave_cap")
    refused([*command, "--set", line], r"^undertow: (?!rule file)")


def test_values_of_a_rule_file_that_do_not_fit_together_name_the_file(
    refused, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    Path("m.toml").write_text('mode = "two_colour"')
    for command in (["run", "pond", "-n", "1"], ["replay", "pond", "--seed", "7", "0"]):
        refused(
            [*command, "--rules", "m.toml"],
            "^undertow: rule file 'm.toml': pond: mode = two_colour is for 2 players, got 4$",
        )
        refused([*command, "--set", "mode=two_colour"], "^undertow: pond: mode = two_colour is")


@pytest.mark.parametrize(
    ("setting", "place"),
    [
        ("round_cap=9", "rule file 'm.toml': "),
        ("crossing=7", "rule file 'm.toml' and --set: "),
        ("small_waves=5", ""),
    ],
)
def test_only_where_the_values_stand_that_do_not_fit_is_named(
    refused, tmp_path, monkeypatch, setting, place
):
    monkeypatch.chdir(tmp_path)
    Path("m.toml").write_text("small_waves = 4\nneutral_dice = 16")
    refused(
        [*RUN, "--rules", "m.toml", "--set", setting],
        f"^undertow: {place}poseidon: (crossing|shark)",
    )


def test_a_second_rule_file_is_refused(refused, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("round_cap = 3\n")
    for command in (RUN, [*REPLAY, "0"]):
        refused(
            [*command, "--rules", str(path), "--rules", str(path)],
            "^undertow: --rules takes one rule file, not 2$",
        )


def test_a_byte_order_mark_is_no_part_of_a_rule_file(capsys, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbfround_cap = 1\n")
    assert cli.main([*RUN, "--seed", "7", "--rules", str(path)]) == 0
    assert "--set round_cap=1 " in capsys.readouterr().out


def test_settings_stand_above_the_rule_file(refused, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("wave_capacity = 20\n")
    refused(
        [*RUN, "--rules", str(path), "--set", "wave_capacity=2"],
        "^undertow: wave_c.* 3 to 40, not 2",
    )
