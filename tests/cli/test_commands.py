"""What each command prints."""

import platform
import re
import shlex
from dataclasses import replace
from types import SimpleNamespace

import pytest

import undertow as ut
from undertow import cli, games
from undertow.cli import bench, doctor
from undertow.errors import NoThreadError

SHORT = ["--set", "round_cap=20"]
RUN = ["run", "poseidon", "-n", "200", "--seed", "7", *SHORT]
SPEED = bench.Speed("poseidon", 4, 5, 12345.6, 23456.7, 0.95, 1.01, 1234.5, 67.8, 90.1, 2.34, 38.5)


def test_without_arguments_there_is_a_short_help_with_three_examples(say):
    lines = say().splitlines()
    assert len([line for line in lines if line.startswith("  undertow ")]) == 3
    assert len(lines) < 30


def test_the_examples_of_the_help_run_as_they_are(say):
    examples = re.findall(r"^  (undertow .*?)  +", say(), re.MULTILINE)
    assert len(examples) == 3
    for example in examples:
        assert say(*shlex.split(example.replace("-n 10000", "-n 100"))[1:])


def test_every_command_has_help(say):
    commands = re.findall(r"^  (\w+)  ", say().split("Commands:")[1], re.MULTILINE)
    assert len(commands) == 16
    for command in commands:
        assert say(command, "-h").startswith(f"Usage: undertow {command}")


@pytest.mark.parametrize(
    ("arguments", "explained"),
    [
        (["games"], "variants: "),
        (["agents"], "forbid: "),
        (["rules", "poseidon"], "Tags: "),
        (["rules", "poseidon"], "Vary with "),
        (RUN, "A win shared "),
        (["dice"], "Exact: each die"),
        (["bench", "-n", "5"], "Decisions (two"),
        (["doctor"], "self-check"),
    ],
)
def test_quiet_leaves_explanations_out(say, monkeypatch, arguments, explained):
    monkeypatch.setattr(bench, "measure", lambda n, threads: [SPEED])
    full, quiet = say(*arguments).splitlines(), say(*arguments, "-q").splitlines()
    assert any(explained in line for line in full)
    assert not any(explained in line for line in quiet)
    assert set(quiet) <= set(full)


def test_quiet_changes_no_json(load):
    replay = ["replay", "poseidon", "0", "--seed", "7", *SHORT]
    assert load(*replay, "-q") == load(*replay)


def test_every_command_takes_quiet(say):
    commands = re.findall(r"^  (\w+)  ", say().split("Commands:")[1], re.MULTILINE)
    for command in commands:
        assert "-q, --quiet" in say(command, "-h")


def test_quiet_keeps_what_is_wrong(monkeypatch, capsys):
    monkeypatch.setattr(doctor, "digests", lambda: iter([("poseidon", 2, ["a", "a", "b"])]))
    assert cli.main(["doctor", "-q"]) == 1
    assert "DIFFERENT" in capsys.readouterr().out


def test_the_version_is_that_of_the_package(say):
    assert say("--version") == f"undertow {ut.__version__}\n"


def test_games_lists_names_and_player_counts(say):
    assert "poseidon: Poseidon's Kingdom, 2 to 4 players\n" in say("games")


def test_games_as_json(load):
    game = next(g for g in load("games")["games"] if g["name"] == "poseidon")
    assert game["players"] == [2, 3, 4]


def test_rules_lists_every_key_with_default_range_and_evidence(say):
    text = say("rules", "poseidon")
    for key in ut.games.find("poseidon").components:
        assert f"\n{key} = " in text
    assert "wave_capacity = 9 / 12 / 15  [T]\n" in text
    assert text.count("\n    allowed: ") == len(ut.games.find("poseidon").components)
    assert text.count("\n    source: ") == len(ut.games.find("poseidon").components)


def test_rules_explains_the_slash_between_values_where_it_shows_one(say):
    head = " ".join(say("rules", "poseidon").split("\n\n")[0].split())
    assert "A / separates values for 2 / 3 / 4 players." in head
    assert "as a list, tiles_removed=[2, 1, 0], or as one value" in head
    assert "A / separates" not in say("rules", "poseidon", "-q")


def test_rules_as_json(load):
    rule = load("rules", "poseidon")["rules"]["wave_capacity"]
    assert rule["value"] == [9, 12, 15]
    assert rule["allowed"] == "a whole number from 3 to 40"


def test_the_rule_file_that_rules_writes_changes_nothing(say, load, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(say("rules", "poseidon", "--toml"))
    for players in ("2", "3", "4"):
        record = load("run", "poseidon", "-n", "1", "-p", players, "--rules", str(path))
        assert record["rules"] == {}


@pytest.mark.parametrize("arguments", [["agents"], ["agents", "poseidon"]])
def test_agents_lists_parameters_and_what_they_see(say, arguments):
    text = say(*arguments)
    assert "random: each legal decision with the same chance\n" in text
    assert "sees the list of its legal decisions" in text
    assert "forbid: a kind of decision" in text
    assert "greedy: the legal decision whose features" in text


def test_agents_of_a_game_lists_features_styles_and_kinds(say):
    text = say("agents", "poseidon")
    for title in ("Features\n", "Styles\n", "Kinds of decision, for forbid, and what the seat"):
        assert title in text
    assert "    store_at: stores it on hex HEX\n" in text
    for style in games.find("poseidon").agents.styles:
        assert f"    {style}: " in text


@pytest.mark.parametrize("name", games.names())
def test_every_kind_of_decision_is_told_in_words(say, name):
    ways = games.find(name).agents
    text = say("agents", name)
    assert set(ways.moves) == set(
        type(next(iter(ways.moves)))
    )  # no kind of the kernel's is left out
    told = text[text.index("Kinds of decision") :]
    assert all(f"    {kind}: " in told for kind in ways.kinds)
    assert not set("{}") & set(told)


def test_agents_as_json(load):
    assert load("agents")["agents"][0]["name"] == "random"


def test_run_shows_places_before_seats(say):
    text = say(*RUN)
    titles = ["By place in turn order", "By seat", "Length", "Endings", "Agents: ", "reproduce: "]
    places = [text.index(title) for title in titles]
    assert places == sorted(places)


def test_run_says_who_played_and_what_is_reconstructed(say):
    text = " ".join(say(*RUN).split())
    assert "Agents: greedy in every seat" in text
    components = ut.games.find("poseidon").components
    count = sum(component.tag in "DP" for component in components.values())
    assert f"{count} of {len(components)} rule values are reconstructed" in text
    assert "undertow rules poseidon" in text
    assert "Varied here: round_cap = 20." in text


def test_run_fits_eighty_columns_but_for_the_last_line(say):
    assert max(map(len, say(*RUN).splitlines()[:-1])) <= 80


@pytest.mark.parametrize("columns", ["60", "40", "20", "1"])
@pytest.mark.parametrize("arguments", [[*RUN, "-n", "20"], ["bench", "-n", "5"]])
def test_a_narrow_terminal_cuts_no_number(say, monkeypatch, columns, arguments):
    monkeypatch.setattr(bench, "measure", lambda n, threads: [SPEED])
    monkeypatch.setenv("COLUMNS", "200")
    wide = say(*arguments)
    monkeypatch.setenv("COLUMNS", columns)
    narrow = say(*arguments)
    assert "…" not in narrow
    assert narrow.split() == wide.split()


@pytest.mark.parametrize("columns", ["40", "20", "0"])
def test_a_narrow_terminal_breaks_lines_between_words_only(say, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", "200")
    wide = say("rules", "poseidon")
    monkeypatch.setenv("COLUMNS", columns)
    assert re.split(r"\s+|(?<=-)", say("rules", "poseidon")) == re.split(r"\s+|(?<=-)", wide)


@pytest.mark.parametrize("columns", ["0", "00", "-5", "²", "wide"])
@pytest.mark.parametrize(
    "arguments", [[*RUN, "-n", "20"], ["replay", "alarm", "23", "--seed", "5"]]
)
def test_columns_that_are_no_width_are_as_good_as_unset(say, monkeypatch, columns, arguments):
    monkeypatch.delenv("COLUMNS", raising=False)
    unset = say(*arguments)
    monkeypatch.setenv("COLUMNS", columns)
    assert say(*arguments) == unset


def test_run_counts_capped_games(say, load):
    assert re.search(r"^capped +\d+ ", say(*RUN), re.MULTILINE)
    record = load(*RUN)
    assert sum(record["endings"].values()) == 200
    shares = sum(seat["share"] for seat in record["seats"])
    assert shares + record["endings"]["capped"] / 200 == pytest.approx(1)


def test_the_last_line_of_a_run_plays_the_same_games_again(say):
    first = say(*RUN, "--set", "tile_counts=[5, 5, 5, 5, 5]", "-p", "3")
    command = first.splitlines()[-1].removeprefix("reproduce: ")
    again = say(*shlex.split(command, comments=True)[1:])
    assert again == first


def test_a_run_with_a_drawn_seed_can_be_reproduced(say):
    first = say("run", "poseidon", "-n", "20", *SHORT)
    command = first.splitlines()[-1].removeprefix("reproduce: ")
    assert say(*shlex.split(command, comments=True)[1:]) == first


def test_run_as_json_has_the_promised_fields(load):
    record = load(*RUN, "-p", "3")
    assert list(record)[:14] == [
        *["schema", "command", "game", "players", "games", "seed", "agents", "rules"],
        *["order", "seats", "length", "endings", "seconds", "threads"],
    ]
    assert record["schema"] == 1
    assert record["agents"] == ["greedy"] * 3
    assert record["rules"] == {"round_cap": 20}
    assert [place["place"] for place in record["order"]] == [1, 2, 3]
    assert {"seat", "wins", "shared", "share", "low", "high", "mean_score"} <= set(
        record["seats"][0]
    )
    assert list(record["length"])[:4] == ["unit", "median", "p5", "p95"]
    assert record["version"] == ut.__version__


def test_json_is_one_line(say):
    assert say(*RUN, "--json").count("\n") == 1


def test_threads_change_nothing_but_the_time(load):
    one, two = load(*RUN, "--threads", "1"), load(*RUN, "--threads", "2")
    assert (one.pop("threads"), two.pop("threads")) == (1, 2)
    assert one.pop("seconds") != two.pop("seconds")
    assert one == two


def test_the_rule_file_comes_before_the_settings(load, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("round_cap = 3\nwave_capacity = 16\n")
    record = load("run", "poseidon", "-n", "1", "--rules", str(path), "--set", "round_cap=4")
    assert record["rules"] == {"round_cap": 4, "wave_capacity": 16}


def test_one_agent_for_each_seat(load):
    seats = ["-a", "random"] * 3
    assert load(*RUN, "-p", "3", *seats)["agents"] == ["random"] * 3


def test_every_number_of_the_json_object_has_its_interval(load):
    record = load(*RUN)
    length = record["length"]
    for name in ("median", "p5", "p95"):
        assert length[f"{name}_low"] <= length[name] <= length[f"{name}_high"]
    assert list(record["ending_shares"]) == list(record["endings"])
    for name, row in record["ending_shares"].items():
        assert row["share"] == record["endings"][name] / 200
        assert row["low"] <= row["share"] <= row["high"]


def test_a_single_game_can_be_shown(say):
    text = say("run", "poseidon", "-n", "1", "--seed", "7", *SHORT)
    assert re.search(r"^median +\d+ +unknown$", text, re.MULTILINE)


def test_bounds_that_a_single_game_does_not_tell_are_null(load):
    record = load("run", "poseidon", "-n", "1", "--seed", "7", *SHORT)
    assert record["length"]["median_low"] is record["length"]["p95_high"] is None
    assert record["seats"][0]["mean_low"] is None


def test_a_table_says_which_bound_is_unknown(say):
    text = say("run", "poseidon", "-n", "20", "--seed", "7", *SHORT)
    assert re.search(r"^5 % +\d+ +unknown - \d+$", text, re.MULTILINE)
    assert re.search(r"^95 % +\d+ +\d+ - unknown$", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "phrase"),
    [
        (["run", "alarm", "-p", "2", "-n", "1", "--seed", "7"], "2 players, 1 game, seed 7"),
        (["replay", "alarm", "3", "-p", "2", "--seed", "7", "-a", "random", "-q"], " 1 point"),
        (["replay", "alarm", "0", "--seed", "7", "--set", "round_cap=1"], " in 1 round "),
        (["bench", "-n", "1", "--threads", "1"], " 1 thread "),
    ],
)
def test_a_number_of_one_has_its_noun_in_the_singular(say, monkeypatch, arguments, phrase):
    monkeypatch.setattr(bench, "measure", lambda n, threads: [SPEED])
    text = say(*arguments)
    assert phrase in text
    assert not re.search(r"(?<![\d.,])1 (points|games|rounds|turns|decisions|threads)\b", text)


def test_bench_measures_random_agents(say, monkeypatch):
    seated = []
    play = bench.simulate
    monkeypatch.setattr(
        bench, "simulate", lambda *a, **k: seated.append(k["agents"]) or play(*a, **k)
    )
    assert say("bench", "-n", "5", "--threads", "1").startswith("Random agents")
    assert set(seated) == {"random"}


def test_bench_measures_every_player_count(say, load):
    speeds = load("bench", "-n", "5")["speeds"]
    assert [s["players"] for s in speeds if s["game"] == "poseidon"] == [2, 3, 4]
    assert all(s["games_per_second"] > 0 and s["ns_per_decision"] > 0 for s in speeds)
    assert "poseidon" in say("bench", "-n", "5", "--threads", "1")


def test_bench_plays_until_it_can_measure(monkeypatch):
    asked = []

    def played(name, players, count, threads):
        asked.append(count)
        return SimpleNamespace(seconds=count / 1000), 0.0

    monkeypatch.setattr(bench, "_played", played)
    assert bench._games_to_time("pond", 2) == asked[-1] >= 1000 * bench.LEAST_SECONDS > asked[-2]


def test_doctor_finds_the_same_rows_for_all_threads(say):
    text = say("doctor")
    assert f"undertow    {ut.__version__}\n" in text
    assert "poseidon, 4 players: " in text
    assert text.endswith("all is well\n")


def test_doctor_says_no_more_of_the_build_than_it_knows(load):
    record = load("doctor")
    assert record["core"].split()[0] in ("checked", "unchecked,")
    assert f"(Python's compiler: {platform.python_compiler()})" in record["python"]


def test_doctor_fails_when_threads_change_rows(monkeypatch, capsys):
    monkeypatch.setattr(doctor, "digests", lambda: iter([("poseidon", 2, ["a", "a", "b"])]))
    assert cli.main(["doctor"]) == 1
    assert "DIFFERENT" in capsys.readouterr().out


def test_a_run_with_faults_prints_its_table_and_fails(monkeypatch, capsys):
    def faulty(*args, **more):
        result = ut.simulate(*args, **more)
        rows = result.results.copy()
        rows["ending"][0], rows["winners"][0] = 2, 0
        return replace(result, results=rows)

    monkeypatch.setattr("undertow.cli.questions.simulate", faulty)
    assert cli.main([*RUN, "-q"]) == 1
    text = capsys.readouterr().out
    assert "agent fault" in text
    assert "1 game ended in a fault" in text


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (MemoryError(), "not enough memory for that many games; give fewer with -n"),
        (NoThreadError("no thread can be started"), "no thread can be started"),
    ],
)
def test_too_little_memory_is_one_line(monkeypatch, capsys, error, line):
    def huge(*args, **more):
        raise error

    monkeypatch.setattr("undertow.cli.questions.simulate", huge)
    assert cli.main(RUN) == 1
    assert capsys.readouterr().err == f"undertow: {line}\n"
