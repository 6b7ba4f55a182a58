"""``undertow compare``, and ``--precision``, ``--fail-if`` and their exit codes."""

import json
import re
import shlex

import pytest

from undertow import cli
from undertow.cli.conditions import read_condition

SAME = ["compare", "alarm", "-p", "3", "-n", "300", "-a", "random", "--seed", "7"]
COMPARE = [*SAME, "--set", "provisions=4"]
RUN = ["run", "alarm", "-p", "2", "-a", "random", "--seed", "7"]


def again(text):
    """Return the arguments of the last line."""
    command = text.splitlines()[-1].removeprefix("reproduce: ")
    return shlex.split(command, comments=True)[1:]


def test_compare_shows_places_seats_length_and_endings(say):
    text = say(*COMPARE)
    titles = [
        "by place in turn",
        "by seat",
        "Length in turns",
        "Endings",
        "Agents: ",
        "reproduce: ",
    ]
    places = [text.index(title) for title in titles]
    assert places == sorted(places)
    assert "of 300 games come out differently. Pairing saves a factor of " in " ".join(text.split())


def test_compare_fits_eighty_columns_but_for_the_last_line(say):
    assert max(map(len, say(*COMPARE).splitlines()[:-1])) <= 80


def test_compare_says_where_a_variant_changes_nothing(say):
    text = say(*SAME, "--set", "provisions=3")  # as it is
    assert say(*again(text)) == text
    told = " ".join(text.split())
    assert "No difference: the variant changes the outcome of none of the 300 games" in told
    assert "factor is infinite" in told


def test_the_last_line_compares_the_same_games_again(say, tmp_path):
    path = tmp_path / "base.toml"
    path.write_text("provisions = 2\npendulum_passes = 2\n")
    own = ["--base", "pendulum_passes=3", "--variant-agent", "greedy"]
    text = say(*COMPARE, "--rules", str(path), *own)
    assert say(*again(text)) == text


def test_compare_gives_rules_to_both_arms_and_set_to_the_variant(load, tmp_path):
    path = tmp_path / "base.toml"
    path.write_text("pendulum_passes = 2\n")
    record = load(*COMPARE, "--rules", str(path))
    assert record["base"]["rules"] == {"pendulum_passes": 2}
    assert record["variant"]["rules"] == {"pendulum_passes": 2, "provisions": 4}


def test_compare_as_json(load):
    record = load(*COMPARE)
    assert record["games"] == 300
    share = record["seats"][0]["share"]
    assert list(share) == ["base", "variant", "difference", "low", "high", "factor"]
    assert set(record["endings"]) == {"target_reached", "provisions_lost", "capped"}
    assert record["length"]["unit"] == "turns"
    nothing = load(*SAME, "--set", "provisions=3")
    assert nothing["changed"] == 0
    assert nothing["factor"] is None
    assert nothing["seats"][0]["mean_score"]["low"] is None


def test_compare_needs_something_that_differs(capsys):
    assert cli.main(SAME) == 2
    assert "compare needs what differs" in capsys.readouterr().err


def test_an_unknown_rule_of_the_base_names_its_option(capsys):
    assert cli.main([*COMPARE, "--base", "x"]) == 2
    assert "--base takes key=value, not 'x'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("condition", "code", "verdict"),
    [
        ("order.1.share > 0.4", 3, True),
        ("order.1.share > 0.6", 0, False),
        ("order.1.share < 0.4", 0, False),
        ("order.1.share<=6e-1", 3, True),
        ("order.1.share > 0.5", 4, None),
        ("seats.2.mean_score >= 1.5", 3, True),
        ("length.median < 100", 3, True),
        ("length.p5 > 100", 0, False),
        ("ending_shares.capped.share < 0.5", 3, True),
        ("endings.capped > 0", 0, False),
        ("players >= 2", 3, True),
    ],
)
def test_a_condition_is_judged_by_the_whole_interval(load, say, condition, code, verdict):
    say(*RUN, "-n", "2000", "--fail-if", condition, code=code)
    record = json.loads(say(*RUN, "-n", "2000", "--fail-if", condition, "--json", code=code))
    assert record["fail_if"]["verdict"] is verdict


def test_a_watched_run_stops_as_soon_as_the_condition_is_decided(say):
    text = say(*RUN, "--fail-if", "order.1.share > 0.4", "-q", code=3)
    games = int(re.search(r", ([\d,]+) games", text)[1].replace(",", ""))
    assert 256 <= games < 5000
    assert "Fail if order.1.share > 0.4: true (0." in text
    assert say(*again(text), "-q", code=3) == text


def test_a_condition_that_the_budget_does_not_decide_exits_with_4(say):
    text = say(*RUN, "--fail-if", "order.1.share > 0.5", "--max-games", "300", code=4)
    assert "not decided" in text
    assert "at every look" in " ".join(text.split())


def test_compare_is_judged_too(say, load):
    condition = ["--fail-if", "seats.1.share.difference > -0.5"]
    assert "true" in say(*COMPARE, *condition, code=3)
    other = say(*COMPARE[:4], *COMPARE[6:], *condition, "-q", code=3)
    assert "256 games in each arm" in other
    assert say(*again(other), "-q", code=3) == other


def test_precision_that_is_not_reached_exits_with_4(say):
    assert "within 0.2." in say(*RUN, "--precision", "0.2")
    text = say(*RUN, "--precision", "0.001", "--max-games", "300", code=4)
    assert "is not yet within 0.001." in text


def test_a_limit_of_time_says_so_and_names_the_games_played(say):
    text = say(*RUN, "--time", "0.2s")
    assert "depends on this machine" in text
    assert again(text)[4] == "-n"
    shown = say(*again(text)).splitlines()
    assert shown == [line for line in text.splitlines() if not line.startswith("Time was")]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--fail-if", "foo"], "--fail-if takes PATH OP NUMBER, as 'seats.1.share > 0.55', not"),
        (["--fail-if", "a = 3"], "--fail-if takes PATH OP NUMBER"),
        (["--fail-if", "order.1.shar > 0"], "unknown path 'order.1.shar'; did you mean 'order.1.s"),
        (["--fail-if", "order.3.share > 0"], "order must be a whole number from 1 to 2, not 3"),
        (["--fail-if", "order.x.share > 0"], "order must be a whole number from 1 to 2, not 'x'"),
        (["--fail-if", "game > 0"], "--fail-if: game is no number"),
        (["--fail-if", "game.x > 0"], "--fail-if: game holds nothing that could be called 'x'"),
        (["--precision", "2"], "precision must be a number above 0 and up to 1, not 2.0"),
        (["--precision", "x"], "precision must be a number above 0 and up to 1, not 'x'"),
        (["--time", "3x"], "time must be a number above 0 and up to "),
        (["--max-games", "0"], "max_games must be a whole number from 1 to 100000000, not 0"),
        (["-n", "5", "--precision", "0.1"], "give games, a fixed number, or precision; not both"),
    ],
)
def test_wrong_arguments_of_a_course_are_one_line(capsys, arguments, line):
    assert cli.main([*RUN, *arguments]) == 2
    written = capsys.readouterr()
    assert line in written.err
    assert written.err.count("\n") == 1
    assert written.out == ""


def test_bounds_that_are_unknown_decide_nothing():
    record = {"mean": 3.0, "mean_low": None, "mean_high": None}
    assert read_condition("mean > 2").find(record).verdict is None
    assert read_condition("mean > 2").find({"mean": None}).verdict is None


@pytest.fixture
def bad(tmp_path):
    """Return an agent that raises."""
    (tmp_path / "bad.py").write_text(
        "class Bad:\n    def act(self, view, legal, rng):\n        raise ValueError('no idea')\n"
    )
    return f"{tmp_path / 'bad.py'}:Bad"


def test_faults_are_told_with_both_arms_and_fail(bad, capsys):
    arguments = ["compare", "alarm", "-p", "2", "-n", "40", "-a", "random", "--seed", "7"]
    assert cli.main([*arguments, "--variant-agent", bad]) == 1
    told = capsys.readouterr().out
    assert "40 games ended in a fault; nobody wins those: 40 in variant." in told
    assert "The first, game 0 of variant: " in " ".join(told.split())
    assert "ValueError: no idea" in told
    assert re.search(r"^agent fault +0.00 +100.00 ", told, re.MULTILINE)


def test_arms_that_all_fault_alike_tell_the_cause_once_and_no_factor(bad, say):
    told = say("compare", "alarm", "-p", "2", "-n", "9", "-a", bad, "--set", "provisions=2", code=1)
    assert "Nothing to compare: every game of both arms ended in a fault." in told
    assert "infinite" not in told
    assert "18 games ended in a fault; nobody wins those: 9 in base; 9 in variant." in told
    assert "game 0 of base (likewise in variant): " in " ".join(told.split())
    assert told.count("ValueError: no idea") == 1


def test_a_sweep_names_the_cells_that_fault(bad, say):
    vary = ["--vary", "provisions=1,2", "--vary", f"agent=['random', '{bad}']"]
    told = say("sweep", "alarm", "-p", "2", "-n", "9", *vary, "-q", code=1)
    assert "18 games ended in a fault" in told
    assert "9 in provisions = 1, agent" in " ".join(told.split())
    assert told.count("ValueError: no idea") == 1
