"""Moves and events of Knights of the Pond Table in words."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from undertow.game import Standing
from undertow.games.pond.squares import ON_BOARD, RANKS, SIDE, TABLES, number
from undertow.games.pond.tables import seat_colours, sides
from undertow.wording import Numbers, check_numbers, counted
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
MOVES: Mapping[IntEnum, str] = {
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
    Kind.DISCARD: "discards {card} as the turn ends",
}
ANY_PIECE = range(Limits.PIECES)
REMOVABLE = [piece for piece in ANY_PIECE if piece % Limits.EACH != Limits.DRAGONFLY]
BOARD_SQUARES = sorted(map(number, ON_BOARD))
HOME_SQUARES = [number(square) for ranks in RANKS.values() for rank in ranks for square in rank]
NUMBERS: Numbers = {
    Kind.PLACE: {"value": range(1, Limits.CODES)},
    Kind.REMOVE: {"piece": REMOVABLE},
    Kind.MOVE: {"piece": ANY_PIECE, "square": BOARD_SQUARES},
    Kind.WEB: {"piece": ANY_PIECE},
    Kind.AGILE: {"piece": ANY_PIECE},
    Kind.LEGS: {"piece": ANY_PIECE},
    Kind.TONGUE: {"piece": ANY_PIECE, "other": ANY_PIECE},
    Kind.END: {},
    Kind.REACT_NONE: {},
    Kind.REACT_SNAKE: {},
    Kind.REACT_SHELL: {},
    Kind.RETURN: {"square": HOME_SQUARES},
    Kind.FREE: {"piece": ANY_PIECE, "square": HOME_SQUARES},
    Kind.DISCARD: {"card": range(1, Limits.CARDS)},
}
SPENDING = (  # moves that cost who makes them a card
    Kind.WEB,
    Kind.AGILE,
    Kind.LEGS,
    Kind.TONGUE,
    Kind.REACT_SNAKE,
    Kind.REACT_SHELL,
    Kind.DISCARD,
)
VALUE_SHIFT = 2


def describe(move: np.void, values: Mapping[str, Any]) -> str:
    """Return a move as a phrase whose subject is the seat that decides."""
    check_numbers(move, NUMBERS)
    return MOVES[Kind(int(move["kind"]))].format(
        piece=piece_name(int(move["piece"])),
        other=piece_name(int(move["other"])),
        square=square_name(int(move["square"])),
        card=CARDS[int(move["card"])],
        value=int(move["value"]) - VALUE_SHIFT,
    )


def event(before: np.void, move: np.void, after: np.void, values: Mapping[str, Any]) -> list[str]:
    """Return what a move brought about, and what followed without a choice, one phrase each."""
    return [
        *_placed(before, move),
        *_shelled(before, move),
        *_fates(before, after),
        *_shore(before, after),
        *_draws(before, move, after),
        *_lapsed(before, move, after),
    ]


def _placed(before: np.void, move: np.void) -> list[str]:
    if move["kind"] != Kind.PLACE:
        return []
    return [f"it lies under {piece_name(int(before['placing']))}"]


def _shelled(before: np.void, move: np.void) -> list[str]:
    """Tell what a shell protects, and from what."""
    if move["kind"] != Kind.REACT_SHELL:
        return []
    shelled = f"{piece_name(int(before['victim']))} is under a shell"
    if before["by_tongue"]:
        return [f"{shelled} and is not pulled"]
    attacker = int(before["attacker"])
    square = square_name(int(before["square"][attacker]))
    return [f"{shelled}, {piece_name(attacker)} goes back to {square}"]


def _fates(before: np.void, after: np.void) -> list[str]:
    """Tell which pieces were captured, freed or removed."""
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
    return out


def _shore(before: np.void, after: np.void) -> list[str]:
    if (after["shores"] == before["shores"]).all():
        return []
    spider = int(after["attacker"])
    if after["square"][spider] == Limits.OFF:
        return [f"{piece_name(spider)} had reached the far shore before it left"]
    return [f"{piece_name(spider)} has reached the far shore"]


def _draws(before: np.void, move: np.void, after: np.void) -> list[str]:
    """Tell who got cards; a card that this very move cost has left its hand."""
    got = after["hand_size"].astype(int) - before["hand_size"]
    got[before["decider"]] += int(move["kind"]) in SPENDING
    if before["round"] == 0:
        return [
            f"seat {seat + 1} is dealt {counted(int(n), 'card')}" for seat, n in enumerate(got) if n
        ]
    out = [f"seat {seat + 1} draws a card" for seat in np.flatnonzero(got).tolist()]
    return ["the discards become the new pile", *out] if got.sum() > before["pile_size"] else out


def _lapsed(before: np.void, move: np.void, after: np.void) -> list[str]:
    """Tell when the piece that had to move can do so no more."""
    named = int(before["named"])
    if not named or after["named"] or move["kind"] == Kind.MOVE:
        return []
    return [f"what was played on {piece_name(named - 1)} lapses: it cannot move any more"]


def standing(state: np.void, values: Mapping[str, Any]) -> Standing:
    """Return what each side has on the table and on the board."""  # KP-4.3
    squares = state["square"].reshape(Limits.COLOURS, Limits.EACH)
    table = [SIDE * row + column for row, column in TABLES[values["table_shape"]]]
    colours, side = seat_colours(values, int(state["players"])), sides(values)
    phrases = []
    for seat in range(len(colours)):
        mates = [mate for mate in range(len(colours)) if side[mate] == side[seat]]
        own = squares[[colour for mate in mates for colour in colours[mate]]]
        held = int(np.isin(own, table).sum())
        left = int((own != Limits.OFF).sum())
        phrases.append(f"{held} of {counted(left, 'piece')} on the table")
    together = ", partners counted together" if values["mode"] == "teams" else ""
    rule = "a tie goes to more pieces on the table, then to more pieces left"
    return Standing(phrases, rule + together)


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
    row, column = divmod(square, SIDE)
    return f"{'abcdefghi'[column]}{row + 1}"
