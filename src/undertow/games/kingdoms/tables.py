"""Component values to the kernel's Tables record: geometry, goal cards, tracks, numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undertow.games.kingdoms.cards import read_card
from undertow_kernels.kingdoms.state import TABLES_DTYPE, Card, Effect, Limits, Symbol

COORDINATES = (  # axial (q, r) of each space: Atlantis, the inner ring, the outer ring
    (0, 0),
    *((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)),
    *((2, 0), (1, 1), (0, 2), (-1, 2), (-2, 2), (-2, 1)),
    *((-2, 0), (-1, -1), (0, -2), (1, -2), (2, -2), (2, -1)),
)
AXES = ((1, 0), (0, 1), (-1, 1))
STEPS = (*AXES, *((-q, -r) for q, r in AXES))
LINE_LENGTHS = (3, 4)
SYMBOLS = {
    "blank": Symbol.BLANK,
    "upgrade": Symbol.UPGRADES,
    "shark": Symbol.NEW_SHARK,
    "shell": Symbol.SHELL,
}
ICONS = {
    "none": Card.NO_CARD,
    "bolster": Card.BOLSTER,
    "deploy": Card.DEPLOY,
    "move": Card.MOVE,
    "shark": Card.SHARK,
    "upgrade": Card.UPGRADE,
}
TRACKS = ("bolster", "deploy", "move", "shark")
FLAT = (1, 2, 3)
GOAL_CARDS = range(1, Limits.GOALS)


def build(values: Mapping[str, Any], players: int) -> NDArray[np.void]:
    """Return the tables record; ValueError names a card, track or deck that makes no game."""
    tables = np.zeros(1, TABLES_DTYPE)
    row = tables[0]
    row["beside"], row["segment"], row["triangle"] = geometry()
    for key in ("units", "capital_points", "castle_points", "solo_points", "bait_points"):
        row[key] = values[key]
    row["handicap"][:players] = values["handicap"]
    row["stock"] = values["sharks_in_stock"]
    row["eat_own"] = values["shark_may_eat_own"]
    row["move_sharks"] = values["reset_move_sharks"]
    row["bait_icon"] = [ICONS[name] for name in values["bait_icons"]]
    row["end_points"][: len(values["end_points"])] = values["end_points"]
    for track, name in enumerate(TRACKS, 1):
        row["number"][track, 1:] = FLAT if values["numbers_flat"] else values[f"{name}_numbers"]
    _fill_track(row, values["track"])
    _fill_deck(row, values)
    for number in GOAL_CARDS:
        _fill_card(row, number, values[f"goal_{number}"], players)
    return tables


@cache
def geometry() -> tuple[tuple[int, ...], ...]:
    """Return what lies beside each space, the lines and the triangles, as sets of spaces."""
    found = map(neighbours, COORDINATES), lines(), triangles()
    return tuple(tuple(map(bits, places)) for places in found)


def neighbours(at: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the coordinates beside some, off the map too."""
    return [(at[0] + q, at[1] + r) for q, r in STEPS]


def bits(places: Sequence[tuple[int, int]]) -> int:
    """Return those of some coordinates that are on the map, a bit per space."""
    return sum(1 << COORDINATES.index(at) for at in places if at in COORDINATES)


def lines() -> list[list[tuple[int, int]]]:
    """Return the straight lines of three tiles, then those of four; Atlantis breaks a line."""
    tiles = COORDINATES[1:]
    found = []
    for length in LINE_LENGTHS:
        for q, r in tiles:
            for dq, dr in AXES:
                line = [(q + i * dq, r + i * dr) for i in range(length)]
                if all(at in tiles for at in line):
                    found.append(line)
    return found


def triangles() -> list[tuple[tuple[int, int], ...]]:
    """Return each three tiles that lie beside each other."""
    return [
        three
        for three in combinations(COORDINATES[1:], 3)
        if all(b in neighbours(a) for a, b in combinations(three, 2))
    ]


def _fill_track(row: np.void, track: Sequence[str]) -> None:
    if track.count("shell") != Limits.AGES or track[-1] != "shell":
        raise ValueError("track must have three shells, one of them at its end")
    row["advances"] = len(track)
    row["track"][: len(track)] = [SYMBOLS[name] for name in track]


def _fill_deck(row: np.void, values: Mapping[str, Any]) -> None:
    deck = values["goal_deck"]
    if len(set(deck)) < len(deck):
        raise ValueError("goal_deck must name each goal card at most once")
    row["deck"][: len(deck)] = deck
    row["deck_size"] = len(deck)
    row["deck_shuffled"] = values["goals_shuffled"]


def _fill_card(row: np.void, number: int, texts: Sequence[str], players: int) -> None:
    card = read_card(f"goal_{number}", texts)
    count = min(card.count, players - 1) if card.effect == Effect.CROWDED else card.count
    row["goal_effect"][number] = card.effect
    row["goal_count"][number] = count
    row["goal_effect_points"][number] = card.effect_points
    row["goal_personal"][number] = card.personal
    row["goal_at_least"][number] = card.at_least
    row["goal_personal_points"][number] = card.personal_points
    row["goal_ranking"][number] = card.ranking
    row["goal_fewest"][number] = card.fewest
    row["goal_points"][number, : len(card.points)] = card.points
