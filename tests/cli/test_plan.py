"""``undertow plan``."""

import pytest

import undertow as ut
from undertow import cli
from undertow.cli.plan import duration_text

LEAVES = """
class Leaves:
    def act(self, view, legal, rng):
        raise SystemExit(0)
"""
PLAN = ["plan", "alarm", "-p", "3", "-a", "random", "--seed", "7"]


def test_plan_names_games_for_both_ways_to_play(say):
    text = say(*PLAN, "--width", "0.02")
    found = ut.plan("alarm", width=0.02, players=3, agents="random", seed=7)
    (row,) = [line.split() for line in text.splitlines() if line.startswith("alarm ")]
    assert row[:4] == ["alarm", "3", f"{100 * found.share:.1f}", f"{found.games:,}"]
    assert f"{found.watched:,}" in row
    assert "2 / F times as many games in each arm" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80


def test_plan_without_a_game_plans_them_all(load):
    record = load("plan", "--width", "0.1", "-a", "random")
    assert [row["game"] for row in record["plans"]] == list(ut.games.names())


def test_plan_takes_rules(load):
    record = load(*PLAN, "--width", "0.1", "--set", "provisions=2")
    assert record["plans"][0]["rules"] == {"provisions": 2}


def test_plan_says_when_no_run_is_enough(say, load):
    assert "> 100,000,000" in say(*PLAN, "--width", "1e-6")
    assert load(*PLAN, "--width", "1e-6")["plans"][0]["games"] is None


def test_plan_says_when_the_pilot_failed(say, tmp_path):
    """Whatever the agent raises: an agent that would leave the process ends its game alone."""
    file = tmp_path / "leaves.py"
    file.write_text(
        "class Leaves:\n    def act(self, view, legal, rng):\n        raise SystemExit(0)\n"
    )
    text = say(*PLAN[:-4], "-a", f"{file}:Leaves", "--width", "0.5", "--seed", "7", code=1)
    assert "400 games ended in a fault; nobody wins those." in text
    assert "SystemExit: 0" in text


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (PLAN, "plan needs --width; see 'undertow plan -h'"),
        ([*PLAN, "--width", "3"], "width must be a number above 0 and up to 1, not 3.0"),
        ([*PLAN, "--width", "wide"], "width must be a number above 0 and up to 1, not 'wide'"),
        (["plan", "alram", "--width", "0.1"], "unknown game 'alram'; did you mean 'alarm'?"),
        (
            ["plan", "--width", "0.1", "--set", "provisions=2"],
            "--set and --rules are for one game: undertow plan GAME",
        ),
    ],
)
def test_wrong_arguments_are_one_line(capsys, arguments, line):
    assert cli.main(arguments) == 2
    assert capsys.readouterr().err == f"undertow: {line}\n"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.04, "0.0 s"), (119, "119.0 s"), (150, "2.5 min"), (9000, "2.5 h"), (2e6, "23.1 days")],
)
def test_times_are_told_in_their_natural_unit(seconds, text):
    assert duration_text(seconds) == text
