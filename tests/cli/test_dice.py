"""``undertow dice``: the odds that the Python interface gives, as tables and as JSON."""

from fractions import Fraction

import pytest

from undertow import dice

STORE = ["dice", "--roll", "1,1,3,6", "--room", "2", "-n", "3"]


@pytest.fixture(autouse=True)
def narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


def cells(line):
    return line.rsplit(maxsplit=8)


def test_without_options_it_is_the_table_for_one_to_eight_dice(say):
    lines = say("dice").splitlines()
    assert lines[0] == "Odds in %, by number of dice"
    assert cells(lines[1]) == ["dice", *"12345678"]
    assert [tuple(cells(line)) for line in lines[2:9]] == dice.table().cells()
    assert lines[9:] == [
        "",
        "Exact: each die shows 1 to 6 with the same chance; spare dice are left.",
    ]


def test_many_numbers_of_dice_still_fit_the_screen(say):
    lines = say("dice", "-n", "1-24", "--stored", "3,5", "--strength", "4").splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("dice ") for line in lines) == 3
    assert lines[0] == "Odds in %, by number of dice, at most 4 of them used, beside 3 5"
    rows = [line.split()[-8:] for line in lines if line.startswith("three in a row")]
    want = dice.table(dice=range(1, 25), stored=[3, 5], strength=4).rows["three in a row"]
    assert [cell for row in rows for cell in row] == [odds.percent for odds in want]


def test_one_number_of_dice_lists_each_requirement_with_its_fraction(say):
    lines = say("dice", "-n", "4", "-q").splitlines()
    assert lines[0] == "4 dice"
    assert lines[2].split() == ["seven", "76.54", "62/81"]
    assert lines[8].split() == ["any", "of", "the", "six", "100.00", "1"]
    assert len(lines) == 9


def test_one_requirement_is_listed_by_number_of_dice(say):
    lines = say("dice", "--need", "three-in-a-row", "--stored", "3 5", "-n", "0-2").splitlines()
    assert lines[0] == "three in a row, beside 3 5"
    assert [line.split() for line in lines[1:5]] == [
        ["dice", "odds", "%", "fraction"],
        ["0", "0.00", "0"],
        ["1", "16.67", "1/6"],
        ["2", "36.11", "13/36"],
    ]


def test_several_requirements_and_corals_are_one_question(say):
    told = say("dice", "--need", "low double", "--need", "seven", "--coral", "5", "-n", "3", "-q")
    want = dice.odds(["seven", "low double"], corals=5, dice=3)
    assert told.splitlines()[0] == "seven or low double and, with other dice, coral 5"
    assert told.splitlines()[2].split() == ["3", want.percent, str(want.fraction)]


def test_json_has_the_exact_numbers(load):
    record = load("dice", "-n", "4", "--stored", "5,3", "--need", "three in a row")
    assert record.pop("version")
    assert record == {
        "schema": 1,
        "command": "dice",
        "stored": [3, 5],
        "strength": None,
        "odds": [
            {
                "needs": ["three in a row"],
                "corals": [],
                "dice": 4,
                "ways": 865,
                "rolls": 1296,
                "fraction": "865/1296",
                "share": 865 / 1296,
            }
        ],
    }


def test_json_of_the_table_has_each_requirement_and_any(load):
    rows = load("dice", "--strength", "2")["odds"]
    assert len(rows) == 8 * 7
    assert [row["dice"] for row in rows[:8]] == list(range(1, 9))
    assert rows[-1]["needs"] == list(dice.REQUIREMENTS)
    for row in rows:
        found = dice.odds(row["needs"], dice=row["dice"], strength=2)
        assert Fraction(row["fraction"]) == found.fraction == Fraction(row["ways"], row["rolls"])


def test_the_best_dice_to_store_come_first(say):
    lines = say(*STORE, "--need", "four different").splitlines()
    assert lines[0] == "Which dice to store of 1 1 3 6, for four different with the next 3 dice"
    assert lines[2].split() == ["1", "3", "1", "3", "none", "61.11", "11/18"]
    assert lines[5].split() == ["1", "1", "1", "1", "none", "27.78", "5/18"]
    assert not any("already" in line for line in lines)


def test_it_says_when_the_dice_make_it_already(say, load):
    want = [*STORE, "--need", "seven"]
    assert "This roll makes it already: to eat now is certain." in say(*want).splitlines()
    assert load(*want)["now"] is True
    assert load(*want, "--strength", "1")["now"] is False


def test_json_has_every_way_to_store(load):
    record = load(*STORE, "--stored", "2,4", "--strength", "2")
    ways = dice.best_stored(roll=[1, 1, 3, 6], stored=[2, 4], room=2, dice=3, strength=2)
    assert (record["roll"], record["stored"], record["room"]) == ([1, 1, 3, 6], [2, 4], 2)
    assert record["needs"] == list(dice.REQUIREMENTS)
    assert [row["stored"] for row in record["best"]] == [list(way.stored) for way in ways]
    assert [row["thrown"] for row in record["best"]] == [list(way.thrown) for way in ways]
    assert [row["ways"] for row in record["best"]] == [way.odds.ways for way in ways]


def test_a_long_list_of_ways_to_store_is_cut(say):
    every = dice.best_stored("seven", roll=range(1, 7), room=3, dice=1)
    lines = say("dice", "--roll", "1,2,3,4,5,6", "--room", "3", "-n", "1", "--need", "seven", "-q")
    assert lines.splitlines()[-2] == f"and {len(every) - 10} ways more"
