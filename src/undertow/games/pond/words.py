"""Moves and events of Knights of the Pond Table in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from undertow_kernels.pond.state import Kind, Limits

COLOURS = ("north", "east", "south", "west")
CARDS = (
    "no card",
    "Spider Web",
    "Agile",
    "Frog Legs",
    "Frog Tongue",
    "Poisonous Snake",
    "Turtle Shell",
)
MOVES = {
    Kind.PLACE: "places the value {value}",
    Kind.REMOVE: "removes {piece} from the game",
    Kind.MOVE: "moves {piece} to {square}",
    Kind.WEB: "plays Spider Web on {piece}",
    Kind.AGILE: "plays Agile on {piece}",
    Kind.LEGS: "plays Frog Legs on {piece}",
    Kind.TONGUE: "plays Frog Tongue: {piece} pulls {other}",
    Kind.END: "ends the turn",
    Kind.REACT_NONE: "does not react",
    Kind.REACT_SNAKE: "plays Poisonous Snake",
    Kind.REACT_SHELL: "plays Turtle Shell",
    Kind.RETURN: "returns the spider to {square}",
    Kind.FREE: "frees {piece} to {square}",
    Kind.DISCARD: "discards {card}",
}
VALUE_SHIFT = 2


def describe(move: np.void, values: Mapping[str, Any]) -> str:
    """Return a move as a phrase whose subject is the seat that decides."""
    return MOVES[Kind(int(move["kind"]))].format(
        piece=piece_name(int(move["piece"])),
        other=piece_name(int(move["other"])),
        square=square_name(int(move["square"])),
        card=CARDS[int(move["card"])],
        value=int(move["value"]) - VALUE_SHIFT,
    )


def event(before: np.void, move: np.void, after: np.void, values: Mapping[str, Any]) -> list[str]:
    """Return what a move brought about, and what followed without a choice, one phrase each."""
    out = []
    for piece in range(int(Limits.PIECES)):
        name = piece_name(piece)
        if after["dungeon"][piece] and not before["dungeon"][piece]:
            seat, value = after["dungeon"][piece], int(after["value"][piece]) - VALUE_SHIFT
            out.append(f"seat {seat} captures {name}, worth {value}")
        elif before["dungeon"][piece] and not after["dungeon"][piece]:
            out.append(f"{name} is free again on {square_name(int(after['square'][piece]))}")
        elif before["square"][piece] != Limits.OFF and after["square"][piece] == Limits.OFF:
            out.append(f"{name} leaves the game")
    if after["shores"] > before["shores"]:
        out.append("the spider has reached the far shore")
    for seat in range(int(after["players"])):
        drawn = int(after["hand_size"][seat]) - int(before["hand_size"][seat])
        if drawn > 0:
            out.append(f"seat {seat + 1} draws a card")
    return out


def piece_name(piece: int) -> str:
    """Return a piece in words: "north spider 3"."""
    colour, k = divmod(piece, int(Limits.EACH))
    if k == Limits.DRAGONFLY:
        return f"{COLOURS[colour]} dragonfly"
    if k < Limits.SPIDERS:
        return f"{COLOURS[colour]} spider {k + 1}"
    return f"{COLOURS[colour]} frog {k - int(Limits.SPIDERS) + 1}"


def square_name(square: int) -> str:
    """Return a square in words: column letter and row number, from the north-west."""
    row, column = divmod(square, int(Limits.SIDE))
    return f"{'abcdefghi'[column]}{row + 1}" if row < Limits.SIDE else "off the board"
