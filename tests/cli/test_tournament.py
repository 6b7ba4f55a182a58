"""``undertow tournament`` and ``ladder``: what they print, and their exit codes."""

import re
import shlex
import signal
import subprocess
import sys

import pytest

import undertow as ut
from undertow import cli
from undertow.errors import Interrupted

CONTEST = ["tournament", "alarm", "-p", "3", "-n", "300", "--seed", "7", "-a", "random"]
BOTH = [*CONTEST, "-a", "greedy"]
CLIMB = ["ladder", "alarm", "-p", "2", "-n", "60", "--seed", "7", "-a", "greedy"]
RUNGS = [*CLIMB, "--parameter", "news", "--budgets", "1,2"]
TIRED = """
class Tired:
    def __init__(self, most=2):
        self.most = most
    def act(self, view, legal, rng):
        if view["turned"] > self.most:
            raise RuntimeError("tired")
        return int(rng.integers(len(legal)))
"""


@pytest.fixture
def tired(tmp_path):
    (tmp_path / "tired.py").write_text(TIRED)
    return f"{tmp_path}/tired.py:Tired"


@pytest.mark.parametrize("arguments", [BOTH, RUNGS])
def test_the_last_line_plays_the_same_games_again(say, arguments):
    first = say(*arguments, "--set", "provisions=3")
    command = first.splitlines()[-1].removeprefix("reproduce: ")
    assert say(*shlex.split(command, comments=True)[1:]) == first


@pytest.mark.parametrize("arguments", [BOTH, RUNGS])
def test_all_but_the_last_line_fits_eighty_columns(say, monkeypatch, arguments):
    monkeypatch.setenv("COLUMNS", "80")
    lines = say(*arguments).splitlines()
    assert max(map(len, lines[:-1])) <= 80
    assert not any("mean\n" in line for line in lines)


@pytest.mark.parametrize("arguments", [BOTH, RUNGS])
def test_quiet_leaves_explanations_out(say, arguments):
    full, quiet = say(*arguments).splitlines(), say(*arguments, "-q").splitlines()
    assert "Agents: greedy" in " ".join(full)
    assert "Agents: " not in " ".join(quiet)
    assert set(quiet) <= set(full)


def test_a_tournament_prints_what_python_finds(say):
    found = ut.tournament("alarm", agents=["random", "greedy"], players=3, games=300, seed=7)
    text = say(*BOTH)
    assert text.startswith(found.headline() + "\n")
    for row, rating in zip(found.shares(), found.ratings(), strict=True):
        assert re.search(
            rf"^{row.agent} +{100 * row.share:.2f} +{100 * row.low:.2f} - ", text, re.M
        )
        assert re.search(rf"^{rating.agent} +{rating.rating:.2f} +{rating.low:.2f} - ", text, re.M)
    cell = found.beats()[1][0]
    assert re.search(rf"^2 greedy +{100 * cell.share:.2f} +-$", text, re.M)
    assert "Win shares a side (even: 33.33)" in text


def test_a_tournament_as_json(load):
    record = load(*BOTH)
    assert list(record)[:10] == [
        *["schema", "command", "game", "players", "games", "deals", "seatings"],
        *["seed", "agents", "rules"],
    ]
    assert (record["command"], record["deals"], record["games"]) == ("tournament", 50, 300)
    assert len(record["seatings"]) == 6
    assert {agent for seating in record["seatings"] for agent in seating} == {1, 2}
    assert [row["agent"] for row in record["ratings"]] == record["agents"] == ["random", "greedy"]
    assert record["beats"][0][0] is None
    assert record["beats"][0][1]["low"] < record["beats"][0][1]["share"]
    assert sum(record["endings"].values()) == 300
    assert list(record["ending_shares"]) == list(record["endings"])


def test_where_games_are_capped_the_shares_of_those_won_are_told(say):
    assert re.search(
        r"^Of the \d+ games won \(even: 33.33\)", say(*BOTH, "--set", "round_cap=6"), re.M
    )
    assert "Of the " not in say(*BOTH)
    assert "Of the " not in say(*BOTH, "--set", "round_cap=1")


def test_a_tournament_says_why_intervals_are_unknown(say):
    few = " ".join(say(*BOTH, "-n", "12").split())
    assert "unknown" in few
    assert "Intervals take 30 deals." in few
    beaten = " ".join(say(*BOTH, "-p", "2", "-n", "120").split())
    assert "unknown" in beaten
    assert "one never lost to the other" in beaten
    assert "unknown" not in say(*BOTH)


def test_faults_are_told_with_a_replay_line_and_exit_1(say, tired):
    text = say(*CONTEST, "-a", tired, "-q", code=1)
    assert re.search(r"^agent fault +\d+ ", text, re.M)
    assert "RuntimeError: tired" in text
    (replay,) = re.findall(r"^replay: undertow (.*)$", text, re.M)
    seat = re.search(r"in seat (\d) failed", text)[1]
    assert shlex.split(replay)[:5] == [
        "replay",
        "alarm",
        re.search(r"first, game (\d+):", text)[1],
        "-p",
        "3",
    ]
    assert shlex.split(replay)[4 + 2 * int(seat)] == tired


def test_a_ladder_tells_whether_skill_pays(say, tmp_path):
    source = TIRED.replace('raise RuntimeError("tired")', "return 0").replace("most=2", "most")
    (tmp_path / "some.py").write_text(source)
    climb = ["ladder", "alarm", "-p", "2", "-n", "60", "--seed", "7", "-q"]
    climb += ["-a", f"{tmp_path}/some.py:Tired", "--parameter", "most", "--budgets", "98,99"]
    text = " ".join(say(*climb).split())
    assert "98 -> 99 50.00 " in text
    assert "No step shows that skill pays" in text
    assert "The first step without a clear gain is 98 -> 99: 50.00 % (" in text
    assert "not clearly above even; the interval is " in text


def test_a_ladder_as_json(load):
    record = load(*RUNGS)
    assert (record["command"], record["parameter"], record["budgets"]) == ("ladder", "news", [1, 2])
    (step,) = record["steps"]
    assert (step["lower"], step["higher"], step["games"]) == (1, 2, 60)
    assert step["low"] < step["share"] < step["high"]
    assert record["pays"] is step["pays"] is False
    assert record["saturates"] == [1, 2]


def test_faults_on_a_ladder_exit_1(say, tired):
    climb = ["ladder", "alarm", "-p", "2", "-n", "60", "--seed", "7", "-a", tired]
    text = say(*climb, "--parameter", "most", "--budgets", "1,2", code=1)
    assert "RuntimeError: tired" in text
    assert "\nreplay: undertow replay alarm " in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tournament", "alarm"], "a tournament takes two agents or more, not 0"),
        ([*BOTH, "-a", "greedy"], "the agents of a tournament must differ; greedy is given twice"),
        ([*BOTH, "-n", "3"], "games must be at least 6 here, not 3: each deal is played in 6"),
        ([*CONTEST, "-a", "gredy"], "unknown agent 'gredy'; did you mean 'greedy'?"),
        ([*CLIMB, "--budgets", "1"], "budgets must be two or more, not 1"),
        ([*CLIMB, "--budgets", "1,x"], "each of budgets must be a whole number .*, not 'x'"),
        ([*CLIMB, "--budgets", "2,1"], "budgets must rise; 1 comes after 2"),
        ([*CLIMB], r"agent 'greedy\(iterations=50\)': unknown parameter 'iterations'"),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_2(capsys, arguments, message):
    assert cli.main(arguments) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert re.fullmatch(f"undertow: {message}.*\n", written.err)


@pytest.mark.parametrize(("name", "arguments"), [("tournament", BOTH), ("ladder", RUNGS)])
def test_an_interrupt_shows_what_was_finished_and_exits_130(monkeypatch, capsys, name, arguments):
    whole = getattr(ut, name)

    def interrupted(*args, **more):
        raise Interrupted(whole(*args, **more), "interrupted: 60 of 90 games finished and kept")

    monkeypatch.setattr(f"undertow.cli.commands.{name}", interrupted)
    assert cli.main(arguments) == 130
    written = capsys.readouterr()
    assert written.err == "undertow: interrupted: 60 of 90 games finished and kept\n"
    assert written.out.splitlines()[-1].startswith(f"reproduce: undertow {name} alarm ")


def test_ctrl_c_stops_a_tournament_and_keeps_whole_deals():
    code = (
        "import os, signal, sys, undertow.cli as cli, undertow.cli.commands as commands\n"
        "tournament = commands.tournament\n"
        "def interrupting(*args, progress, **more):\n"
        "    def tell(finished, games):\n"
        "        if finished: os.kill(os.getpid(), signal.SIGINT)\n"
        "    return tournament(*args, progress=tell, **more)\n"
        "commands.tournament = interrupting\n"
        f"sys.exit(cli.main({[*BOTH, '-n', '6000000']!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": ":".join(filter(None, sys.path)), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert done.returncode == 130
    said = re.fullmatch(
        r"undertow: interrupted: ([\d,]+) of 6,000,000 games .* kept\n", done.stderr
    )
    assert f"{said[1]} games (" in done.stdout
    assert int(said[1].replace(",", "")) % 6 == 0
