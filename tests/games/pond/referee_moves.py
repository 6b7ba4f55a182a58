"""Moves of Knights of the Pond Table as tuples of eight numbers, and the numbers of the rules."""

from __future__ import annotations

from referee_frame import FIRST_OWN

(
    PLACE, REMOVE, MOVE, WEB, AGILE, LEGS, TONGUE, END, REACT_NONE, REACT_SNAKE, REACT_SHELL,
    RETURN, FREE, DISCARD,
) = range(1, 15)  # fmt: skip

WEB_CARD, AGILE_CARD, LEGS_CARD, TONGUE_CARD, SNAKE_CARD, SHELL_CARD = CARDS = range(1, 7)
NORTH, EAST, SOUTH, WEST = COLOURS = range(4)
SPIDER, FROG, DRAGONFLY = range(1, 4)
TABLE_HELD, NO_DRAGONFLY, COLOUR_GONE = range(FIRST_OWN, FIRST_OWN + 3)


def move(kind, piece=0, square=0, *, other=0, card=0, value=0):
    return (kind, piece, square, other, card, value, 0, 0)
