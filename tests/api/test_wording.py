"""Numbers in words."""

import numpy as np
import pytest

import undertow as ut
from undertow.errors import InputValueError
from undertow.wording import check_numbers, counted
from undertow_kernels.alarm.state import Kind as Alarm
from undertow_kernels.pond.state import Kind as Pond
from undertow_kernels.pond.state import Limits
from undertow_kernels.poseidon.state import Kind as Poseidon


@pytest.mark.parametrize(
    ("number", "told"), [(-1, "-1 points"), (0, "0 points"), (1, "1 point"), (1234, "1,234 points")]
)
def test_only_one_has_its_noun_in_the_singular(number, told):
    assert counted(number, "point") == told


def test_an_irregular_plural_is_given():
    assert counted(1, "die", "dice") == "1 die"
    assert counted(2, "die", "dice") == "2 dice"


def record(game, fields):
    """Return a move record with these fields."""
    move = np.zeros(1, game.game.move)[0]
    for name, value in fields.items():
        move[name] = value
    return move


@pytest.mark.parametrize(
    ("game", "fields"),
    [
        ("alarm", {"kind": Alarm.SAIL, "number": 200}),
        ("alarm", {"kind": Alarm.SAIL}),
        ("alarm", {"kind": Alarm.STOP, "number": 1}),
        ("alarm", {"kind": Alarm.TAKE, "number": 4}),
        ("pond", {"kind": Pond.MOVE, "piece": 3, "square": Limits.OFF}),
        ("pond", {"kind": Pond.MOVE, "piece": 3, "square": 0}),
        ("pond", {"kind": Pond.MOVE, "piece": Limits.PIECES, "square": 40}),
        ("pond", {"kind": Pond.REMOVE, "piece": Limits.DRAGONFLY}),
        ("pond", {"kind": Pond.RETURN, "square": 40}),
        ("pond", {"kind": Pond.DISCARD}),
        ("pond", {"kind": Pond.PLACE}),
        ("pond", {"kind": Pond.END, "card": 1}),
        ("poseidon", {"kind": Poseidon.LOAD_COUNT}),
        ("poseidon", {"kind": Poseidon.STORE_DIE}),
        ("poseidon", {"kind": Poseidon.PEEK, "number": 11}),
        ("poseidon", {"kind": Poseidon.SWIM, "origin": 1, "space": 18}),
        ("poseidon", {"kind": Poseidon.REAPPEAR, "space": 5}),
        ("poseidon", {"kind": Poseidon.PARTNER, "toward": 6}),
        ("poseidon", {"kind": Poseidon.PASS, "die": 1}),
    ],
)
def test_an_impossible_move_has_no_words(game, fields):
    loaded = ut.load(game)
    with pytest.raises(InputValueError, match=f"no move of {game} has the numbers kind="):
        loaded.describe(record(loaded, fields))


def test_the_field_that_no_move_has_is_named():
    move = record(ut.load("alarm"), {"kind": Alarm.SAIL, "number": 3})
    with pytest.raises(ValueError, match="no move of kind 1 has number = 3"):
        check_numbers(move, {Alarm.SAIL: {"number": range(1, 3)}})
