"""``undertow value``: what is printed, judged and refused."""

import json
import shlex

import pytest

from undertow import cli

BAN = ["value", "alarm", "-p", "2", "-a", "greedy", "--of", "turn", "-n", "60", "--seed", "7"]
RULE = ["value", "alarm", "-p", "2", "-a", "random", "--of", "provisions=1", "-n", "60"]
RULE += ["--seed", "7"]


def again(text):
    return shlex.split(text.splitlines()[-1].split("  # ")[0].removeprefix("reproduce: undertow "))


@pytest.mark.parametrize("arguments", [BAN, RULE, [*BAN, "--give"]])
def test_it_fits_80_columns_and_reproduces_itself(say, monkeypatch, arguments):
    monkeypatch.setenv("COLUMNS", "80")
    text = say(*arguments, "-q")
    assert all(len(line.rstrip()) <= 80 for line in text.splitlines()[:-1])
    assert say(*again(text), "-q") == text
    assert set(text.splitlines()) <= set(say(*arguments).splitlines())


def test_titles_wrap_to_the_screen_and_no_line_ends_in_spaces(say, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    lines = say(*RULE, "-q").splitlines()
    assert all(line == line.rstrip() for line in lines)
    price = lines.index("Price: the handicap that gives one")
    assert lines[price + 1] == "place, alone, the wins of the base again"
    wins = lines.index("Wins in % of all seats, by place")
    assert lines[wins + 1].startswith("place ")
    monkeypatch.setenv("COLUMNS", "80")
    assert "Difference left, in % of wins" in say(*BAN, "-q").splitlines()


def test_it_says_what_was_changed_for_whom_and_how_the_price_was_found(say):
    text = " ".join(say(*BAN).split())
    assert "in the base all may 'turn'; in the changed games one seat may not" in text
    assert "Price: the handicap that gives the changed seat the wins of the base again" in text
    assert "Every game is played once for each changed seat" in text
    rule = " ".join(say(*RULE).split())
    assert "rule provisions is 3 in the base and 1 in the changed games, for all" in rule
    assert "A handicap is handed to one place at a time" in rule


def test_a_ban_that_changes_no_game_may_be_of_what_is_never_on_offer(say):
    never = ["value", "pond", "-p", "2", "-a", "random", "--of", "discard", "-n", "5", "-q"]
    told = " ".join(say(*never).split())
    assert "alters none of the 10 games. Either 'discard' is never on offer" in told
    one = say("value", "pond", "-p", "2", "-a", "random", "--of", "card_counts.2", "-n", "5", "-q")
    assert "alters none of the 5 games" in one
    assert "Either" not in one


def test_the_json_object_has_what_the_tables_have(load):
    ban, rule = load(*BAN), load(*RULE)
    assert (ban["schema"], ban["command"], ban["game"], ban["games"]) == (1, "value", "alarm", 60)
    assert ban["of"] == {"name": "turn", "kind": "decision", "given": False}
    assert ban["price"]["low"] <= ban["price"]["points"] <= ban["price"]["high"]
    assert ban["changed"]["agents"][1] == ["greedy", "greedy(forbid=turn)"]
    assert rule["changed"]["rules"] == {"provisions": 1}
    assert [row["place"] for row in rule["order"]] == [1, 2]
    assert rule["order"][0]["price"].keys() == {"points", "low", "high"}
    assert "price" not in rule
    zero = next(row for row in rule["tried"] if row["handicap"] == 0)
    assert zero["left"][1]["difference"] == rule["order"][1]["share"]["difference"]


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("price.points > 0", 3),
        ("price.points < 0", 0),
        ("share.difference < -0.01", 3),
        ("share.difference < -0.9", 0),
        ("order.1.mean_score.difference > 100", 0),
    ],
)
def test_a_condition_is_judged_by_the_whole_interval(say, condition, code):
    assert f"Fail if {condition}" in say(*BAN, "--fail-if", condition, code=code)


def test_a_watched_value_stops_when_decided_but_not_for_a_price(load, capsys):
    watched = [word for word in BAN if word not in ("-n", "60")]
    assert cli.main([*watched, "--json", "--fail-if", "share.difference < 0"]) == 3
    assert json.loads(capsys.readouterr().out)["games"] == 256
    few = ["--max-games", "50", "--json", "--fail-if"]
    assert cli.main([*watched, *few, "price.points > 0.5"]) in (3, 4)
    assert json.loads(capsys.readouterr().out)["games"] == 50
    assert cli.main([*watched, *few, "order.1.share.difference > 0.0001"]) in (0, 4)


def test_an_agent_that_takes_no_forbid_says_what_a_ban_needs(capsys, tmp_path):
    (tmp_path / "own.py").write_text(
        "class First:\n    def act(self, view, legal, rng):\n        return 0\n"
    )
    own = f"{tmp_path / 'own.py'}:First"
    assert cli.main(["value", "alarm", "-p", "2", "--of", "turn", "-a", own]) == 2
    said = capsys.readouterr().err
    assert "restricting a decision needs an agent with a parameter of that name" in said


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["value", "alarm"], "value needs --of; see 'undertow value -h'"),
        (["value", "alarm", "--of", "trun"], "unknown option 'trun' for alarm; did you mean 'turn"),
        (["value", "alarm", "--of", "provisions="], "--of 'provisions' has no value"),
        (["value", "alarm", "--of", "handicap"], "handicap is what the price is paid in"),
        ([*BAN, "--precision", "0.1"], "give games, a fixed number, or precision; not both"),
        ([*BAN, "--fail-if", "order.1.price.points > 1"], "did you mean 'price.points'?"),
        ([*RULE, "--fail-if", "price.points > 1"], "did you mean 'order.1.price.points'?"),
        ([*BAN, "--fail-if", "prize.points > 1"], "unknown path 'prize'; did you mean 'price'?"),
    ],
)
def test_mistakes_are_one_line_and_exit_2(capsys, arguments, line):
    assert cli.main(arguments) == 2
    written = capsys.readouterr()
    assert line in written.err
    assert written.err.count("\n") == 1
    assert written.out == ""
