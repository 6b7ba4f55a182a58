"""``undertow sweep``."""

import shlex

import pytest

from undertow import cli
from undertow.errors import InputValueError
from undertow.rules.rulefile import read_lists

SWEEP = ["sweep", "alarm", "-p", "3", "-n", "300", "-a", "random", "--seed", "7"]
VARY = [*SWEEP, "--vary", "provisions=1,2,3", "--vary", "whirlpool=[false, true]"]


def test_sweep_shows_shares_differences_and_what_holds(say):
    text = say(*VARY)
    titles = ["Wins in % by place", "Wins of place 1 (start player), against", "Does it hold?"]
    places = [text.index(title) for title in [*titles, "reproduce: "]]
    assert places == sorted(places)
    assert text.count("\nprovisions = 2, whirlpool = true ") == 2
    assert "each is made at 1 - 0.05 / 15 for shares" in " ".join(text.split())
    assert "Varied here: provisions, whirlpool." in " ".join(text.split())


def test_the_last_line_sweeps_the_same_again(say):
    text = say(*VARY, "--oat", "--set", "pendulum_passes=2")
    command = text.splitlines()[-1].removeprefix("reproduce: ")
    assert say(*shlex.split(command, comments=True)[1:]) == text


def test_sweep_as_json(load):
    record = load(*VARY)
    assert len(record["cells"]) == 5
    cell = record["cells"][0]
    assert cell["settings"] == {"provisions": 1, "whirlpool": False}
    assert cell["rules"] == {"provisions": 1}
    assert {"base", "variant", "difference", "low", "high"} <= set(cell["order"][0]["share"])
    assert [row["place"] for row in record["conclusions"]] == [1, 2, 3]
    assert {"standing", "more", "less", "open"} <= set(record["conclusions"][0])


def test_agents_that_differ_between_seats_are_told_by_seat(say, load):
    vary = ["--vary", 'agent.1=["random", "greedy"]']
    assert "Wins of seat 1, against the base" in say(*SWEEP, *vary)
    assert "Seat 1 may win evenly" in say(*SWEEP, *vary)
    assert load(*SWEEP, *vary)["conclusions"][0]["seat"] == 1


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1, 2,", [1, 2]),
        ("[1, 2]", [1, 2]),
        ("perfect,none", ["perfect", "none"]),
        ("[6,5,4],[6, 6, 6]", [[6, 5, 4], [6, 6, 6]]),
        ("[[6, 5, 4]]", [[6, 5, 4]]),
        ("my agents/a.py:B,random", ["my agents/a.py:B", "random"]),
        ("[a.py:B(x='1,2', y=[3, 4]), random]", ["a.py:B(x='1,2', y=[3, 4])", "random"]),
        (
            'greedy(forbid=[turn, stop]),"greedy(memory=none)"',
            ["greedy(forbid=[turn, stop])", "greedy(memory=none)"],
        ),
    ],
)
def test_values_need_no_quotes_that_the_shell_would_eat(text, values):
    assert read_lists([f"key={text}"], "--vary") == {"key": values}


@pytest.mark.parametrize("text", ["1 2", "[1, 2", "1,[2", "1,,2", "a b.c, 3", "(", "'a,b"])
def test_what_is_no_value_is_shown_as_it_was_typed(text):
    with pytest.raises(InputValueError, match=r"--vary 'key': .* is no value") as told:
        read_lists([f"key={text}"], "--vary")
    assert "[[" not in str(told.value)
    assert "[1 2]" not in str(told.value)


def test_it_says_which_cell_is_the_base(say):
    text = say(*SWEEP, "-n", "5", "--vary", "agent=random,greedy", "--vary", "provisions=3")
    assert "Left out: agent = random, provisions = 3 (it is the base)." in text


def test_reconstructed_values_are_swept(say):
    text = say(*SWEEP, "-n", "20", "--reconstructed")
    assert "\npendulum_hit = 0.8 " in text


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ([], "sweep takes vary, values by key (--vary KEY=V,V), or reconstructed; one of them"),
        (["--vary", "provisions"], "--vary takes key=value, not 'provisions'"),
        (["--vary", "provisions="], "--vary 'provisions' has no value; it takes key=value"),
        (["--vary", "provisions=9"], "provisions must be a whole number from 1 to 6, not 9"),
        (["--vary", "provisoins=2"], "unknown rule 'provisoins' for alarm; did you mean"),
        (["--vary", "provisions=3"], "sweep needs values that differ from the base's"),
    ],
)
def test_wrong_arguments_are_one_line(capsys, arguments, line):
    assert cli.main([*SWEEP, *arguments]) == 2
    written = capsys.readouterr()
    assert written.err.startswith(f"undertow: {line}")
    assert written.err.count("\n") == 1
