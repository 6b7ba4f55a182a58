"""Moves and events of Kingdoms of the Deep in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from undertow_kernels.kingdoms.state import Creature, Kind, Limits, Phase, Task

TERRAINS = ("no terrain", "reef", "kelp", "sand", "trench", "vent", "wreck")
CARDS = ("no card", "Bolster", "Deploy", "Move", "Shark", "Upgrade", "Reset")
BONUSES = ("", "deploy", "bolster", "move", "castle")
SYMBOLS = {
    "blank": "it is blank",
    "upgrade": "each player may upgrade",
    "shark": "a shark symbol",
    "shell": "a scoring round",
}
ENDINGS = {
    8: "the third scoring round ends the game",
    9: "all six capitals in one hand end the game",
}
POINTS = {  # in the order of scoring
    "solo_points": "for Reset alone",
    "entry_points": "for a unit in the castle",
    "capital_points": "for capitals",
    "goal_points": "for the goal card",
    "end_points": "for castle and bait",
}
MOVES = {
    Kind.STOP: "stops",
    Kind.CARD: "chooses {card}",
    Kind.FOCUS: "takes {terrain} as focus",
    Kind.COVER: "puts a disc on the {bonus} bonus of Reset",
    Kind.RAISE: "upgrades {card}",
    Kind.PLACE: "sets a unit on {space}",
    Kind.LIFT: "lifts {creature} from {space}",
    Kind.TO: "brings it to {space}",
    Kind.REMOVE: "removes {creature} from {space}",
    Kind.SEND: "sends {creature} from {space} into the castle",
    Kind.BONUS: "uses the {bonus} bonus",
}


def describe(move: np.void, values: Mapping[str, Any]) -> str:
    """Return a move as a phrase whose subject is the seat that decides."""
    what = int(move["what"])
    return MOVES[Kind(int(move["kind"]))].format(
        card=_part(CARDS, what),
        terrain=_part(TERRAINS, what),
        bonus=_part(BONUSES, what),
        creature="a shark" if what == Creature.A_SHARK else f"a unit of seat {what}",
        space=space_name(int(move["where"])),
    )


def _part(names: tuple[str, ...], number: int) -> str:
    return names[number] if number < len(names) else ""


def space_name(space: int) -> str:
    """Return a space as the rule page numbers it."""
    return f"tile {space}" if space else "Atlantis"


def event(before: np.void, move: np.void, after: np.void, values: Mapping[str, Any]) -> list[str]:
    """Return what a move brought about, and what followed without a choice, one phrase each."""
    return [
        *_on_the_map(before, move, after),
        *_on_the_boards(before, after),
        *_cards_shown(before, after),
        *_marker(before, after, values),
        *_points(before, after),
        *_what_comes(before, after, values),
    ]


def _on_the_map(before: np.void, move: np.void, after: np.void) -> Iterator[str]:
    """Tell what the terrain is where a unit now stands, and with how many of its own."""
    space = int(move["where"])
    if move["kind"] not in {Kind.PLACE, Kind.TO} or space == Limits.CASTLE:
        return
    if before["lifted"] == Creature.A_SHARK:
        return
    seat = int(before["seat"]) if move["kind"] == Kind.PLACE else int(before["lifted"]) - 1
    number = int(after["units"][seat][space])
    capital = "the capital of " if int(after["capitals"]) >> space & 1 else ""
    terrain = capital + TERRAINS[int(after["terrain"][space])]
    yield f"seat {seat + 1} has {counted(number, 'unit')} there, {terrain}"


def _on_the_boards(before: np.void, after: np.void) -> Iterator[str]:
    seat = int(before["seat"])
    for track in range(1, Limits.TRACKS):
        level = int(after["level"][seat][track])
        if level != before["level"][seat][track]:
            yield f"{CARDS[track]} is at level {level}"
    if after["bait"][seat] != before["bait"][seat]:
        yield f"the bait cube of seat {seat + 1} comes to space {after['bait'][seat]}"
    began = after["depth"] > before["depth"] or after["task"][0] != before["task"][0]
    if began and after["depth"] and after["phase"] == before["phase"] == Phase.CHOOSE_STEP:
        yield from _task(after)


def _task(after: np.void) -> Iterator[str]:
    """Tell what has come on top of the action."""
    depth = int(after["depth"])
    steps = counted(int(after["left"][depth - 1]), "step")
    if after["acting"] and depth > 1 and after["task"][depth - 1] <= Task.TASK_UPGRADE:
        yield f"{CARDS[int(after['task'][depth - 1])]} comes on top, {steps}"


def _cards_shown(before: np.void, after: np.void) -> Iterator[str]:
    """Tell all cards when they are shown, and each action that begins."""
    if before["phase"] == Phase.CHOOSE_CARD and after["phase"] == Phase.CHOOSE_STEP:
        chosen = [int(card) for card in after["chosen"][: after["players"]]]
        for seat, card in enumerate(chosen):
            alone = ", alone" if chosen.count(card) == 1 else ""
            yield f"seat {seat + 1} shows {CARDS[card]}{alone}"


def _marker(before: np.void, after: np.void, values: Mapping[str, Any]) -> Iterator[str]:
    if after["marker"] != before["marker"]:
        symbol = values["track"][int(after["marker"]) - 1]
        yield f"the round marker comes to space {after['marker']}: {SYMBOLS[symbol]}"
    if after["stock"] != before["stock"]:
        yield "another shark lies on the castle"


def _points(before: np.void, after: np.void) -> Iterator[str]:
    for field, reason in POINTS.items():
        gained = after[field].astype(int) - before[field]
        for seat in np.flatnonzero(gained):
            yield f"seat {seat + 1} scores {gained[seat]} {reason}"


def _what_comes(before: np.void, after: np.void, values: Mapping[str, Any]) -> Iterator[str]:
    if after["ending"]:
        yield ENDINGS[int(after["ending"])]
        return
    if after["age"] != before["age"] or (after["round"] and not before["round"]):
        card = int(after["goal"][int(after["age"])])
        yield f"the goal card is {values[f'goal_{card}'][0]}"
    if after["round"] != before["round"]:
        yield f"round {after['round']} begins, seat {after['first'] + 1} is first player"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
