"""What is scored, and how rounds and actions end and begin, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from undertow.games.kingdoms.cards import NONE, read_card
from undertow.games.kingdoms.names import (
    CARDS,
    capitals,
    goal_name,
    seats_with,
    terrain_name,
)
from undertow.games.kingdoms.tables import FLAT
from undertow.wording import counted
from undertow_kernels.kingdoms.state import Card, Limits, OwnEnding, Phase

SYMBOLS = {
    "blank": "it is blank",
    "upgrade": "each player may upgrade",
    "shark": "a shark symbol",
    "shell": "a scoring round",
}
PARTS = ("immediate", "personal", "ranking")


def scored(before: np.void, after: np.void, field: str, reason: str) -> Iterator[str]:
    """Tell who gained points of a kind."""
    for seat, points in enumerate(_gained(before, after, field)):
        if points:
            yield f"seat {seat + 1} scores {points} {reason}"


def _gained(before: np.void, after: np.void, field: str) -> list[int]:
    gained: list[int] = (after[field].astype(int) - before[field]).tolist()
    return gained


def steps_of(values: Mapping[str, Any], track: int, level: int) -> int:
    """Return the steps of a track at a level."""
    own = FLAT if values["numbers_flat"] else values[f"{CARDS[track].lower()}_numbers"]
    return int(own[level - 1])


# --- what an action has scored --------------------------------------------------------------------


def goal_of_action(before: np.void, after: np.void, values: Mapping[str, Any]) -> Iterator[str]:
    """Tell what the seat that acted scored for the immediate goal."""
    points = _immediate(before, after, values)
    if points:
        yield _by_goal(int(before["seat"]), points, before, values)


def _immediate(before: np.void, after: np.void, values: Mapping[str, Any]) -> int:
    """Return the points for the immediate goal alone, though a move may end the age too."""
    if not before["acting"] or before["phase"] != Phase.CHOOSE_STEP:
        return 0
    if after["age"] == before["age"]:
        return _gained(before, after, "goal_points")[int(before["seat"])]
    if before["goal_met"] or not after["goal_met"]:
        return 0
    key = f"goal_{before['goal'][before['age']]}"
    return read_card(key, values[key]).effect_points


def _by_goal(seat: int, points: int, state: np.void, values: Mapping[str, Any]) -> str:
    return f"seat {seat + 1} scores {points} for the immediate goal of {goal_name(state, values)}"


# --- the end of a round ---------------------------------------------------------------------------


def round_end(before: np.void, after: np.void, values: Mapping[str, Any]) -> Iterator[str]:
    """Tell where the round marker comes and what that brings."""
    if after["marker"] == before["marker"]:
        return
    symbol = values["track"][int(after["marker"]) - 1]
    yield f"the round marker comes to space {after['marker']}: {SYMBOLS[symbol]}"
    if symbol == "shark":
        came = after["stock"] != before["stock"]
        yield "another shark lies on the castle" if came else "no shark is left beside the board"
    elif symbol == "shell":
        yield from _capitals(after)
        yield from scored(before, after, "capital_points", "for capitals")
        yield from _goal_card(before, after, values)
        yield from _end(before, after, values)


def _capitals(after: np.void) -> Iterator[str]:
    """Tell who has most units on each capital."""
    for tile in capitals(after):
        units = after["units"][:, tile]
        holders = np.flatnonzero(units == units.max())
        if units.any():
            most = f"{counted(int(units.max()), 'unit')}{' each' if len(holders) > 1 else ''}"
            place = f"{terrain_name(after, tile)} (tile {tile})"
            yield f"{place}: {seats_with(holders, 'has', 'have')} most, {most}"


def _goal_card(before: np.void, after: np.void, values: Mapping[str, Any]) -> Iterator[str]:
    if after["age"] == before["age"]:
        return
    gained = _gained(before, after, "goal_points")
    gained[before["seat"]] -= _immediate(before, after, values)
    for seat, points in enumerate(gained):
        if points:
            yield f"seat {seat + 1} scores {points} for the goal card {goal_name(before, values)}"


def _end(before: np.void, after: np.void, values: Mapping[str, Any]) -> Iterator[str]:
    if not after["ending"]:
        return
    if after["ending"] == OwnEnding.ALL_CAPITALS:
        holders = seats_with(_holders(after), "has", "have")
        yield f"{holders} most units on every capital: the game ends at once"
        return
    yield "the third scoring round ends the game"
    for seat in range(int(after["players"])):
        yield from _last_points(before, after, seat, values)


def _holders(state: np.void) -> list[int]:
    """Return the seats with most units, alone or level, on every capital."""
    units = state["units"][:, capitals(state)]
    holders: list[int] = np.flatnonzero((units == units.max(axis=0)).all(axis=1)).tolist()
    return holders


def _last_points(
    before: np.void, after: np.void, seat: int, values: Mapping[str, Any]
) -> Iterator[str]:
    space = int(after["bait"][seat])
    cube = values["bait_points"][space]
    castle = _gained(before, after, "end_points")[seat] - cube
    if castle:
        inside = counted(int(after["units"][seat][Limits.CASTLE]), "unit")
        yield f"seat {seat + 1} scores {castle} for {inside} in the castle"
    if cube:
        yield f"seat {seat + 1} scores {cube} for the bait cube on space {space}"


# --- beginnings -----------------------------------------------------------------------------------


def next_round(before: np.void, after: np.void, values: Mapping[str, Any]) -> Iterator[str]:
    """Tell who takes cards back, a new goal card, and the first player of a new round."""
    if after["round"] == before["round"]:
        return
    back = np.flatnonzero(before["chosen"] == Card.RESET)
    if len(back):
        yield f"{seats_with(back, 'takes', 'take')} all cards back"
    if after["age"] != before["age"] or not before["round"]:
        yield f"the goal card is {_card_text(after, values)}"
    yield f"round {after['round']} begins, seat {after['first'] + 1} is first player"


def _card_text(state: np.void, values: Mapping[str, Any]) -> str:
    """Return the present goal card with those of its parts that it has."""
    name, *texts = values[f"goal_{state['goal'][state['age']]}"]
    parts = [f"{part} {text}" for part, text in zip(PARTS, texts, strict=True) if text != NONE]
    return f"{name} ({'; '.join(parts) or 'no goals'})"


def cards_shown(before: np.void, after: np.void) -> Iterator[str]:
    """Tell all cards when they are shown."""
    if before["phase"] == Phase.CHOOSE_CARD and after["phase"] == Phase.CHOOSE_STEP:
        for seat in range(int(after["players"])):
            alone = ", alone" if _alone(after, seat) else ""
            yield f"seat {seat + 1} shows {CARDS[int(after['chosen'][seat])]}{alone}"


def _alone(state: np.void, seat: int) -> bool:
    return int((state["chosen"] == state["chosen"][seat]).sum()) == 1


def action(before: np.void, after: np.void, values: Mapping[str, Any]) -> Iterator[str]:
    """Tell what a seat begins, and what that alone scores."""
    if after["turn"] == before["turn"]:
        return
    seat = int(after["seat"])
    yield f"seat {seat + 1} begins {_begun(after, seat, values)}"
    yield from scored(before, after, "solo_points", "for Reset alone")
    points = _gained(before, after, "goal_points")[seat]
    if points:
        yield _by_goal(seat, points, after, values)


def _begun(state: np.void, seat: int, values: Mapping[str, Any]) -> str:
    """Return a card with its steps and what adds to them."""
    card = int(state["chosen"][seat])
    if card == Card.RESET:
        return CARDS[card]
    solo = int(_alone(state, seat))
    own = 1 if card == Card.UPGRADE else steps_of(values, card, int(state["level"][seat][card]))
    extra = int(state["left"][0]) - own - solo
    more = [", 1 more alone"] * solo
    more += [f", {extra} more by {goal_name(state, values)}"] * (extra > 0)
    return f"{CARDS[card]}: {counted(own, 'step')}{''.join(more)}"
