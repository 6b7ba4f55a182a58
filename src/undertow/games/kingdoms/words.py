"""Moves and events of Kingdoms of the Deep in words."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from undertow.game import Standing
from undertow.games.kingdoms.names import (
    BONUSES,
    CARDS,
    TERRAINS,
    TILES,
    members,
    space_name,
    terrain_name,
)
from undertow.games.kingdoms.round_words import (
    action,
    cards_shown,
    goal_of_action,
    next_round,
    round_end,
    scored,
    steps_of,
)
from undertow.wording import check_numbers, counted, joined
from undertow_kernels.kingdoms.state import Card, Creature, Kind, Limits, Phase, Task

MOVES: Mapping[IntEnum, str] = {
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
SPACES = range(Limits.SPACES)
UNITS = range(Creature.UNIT, Creature.A_SHARK)
NUMBERS: dict[int, dict[str, Container[int]]] = {  # what the fields of each kind may hold
    Kind.STOP: {},
    Kind.CARD: {"what": range(1, Card.CARDS)},
    Kind.FOCUS: {"what": range(1, Limits.TERRAINS)},
    Kind.COVER: {"what": range(1, Limits.BONUSES)},
    Kind.RAISE: {"what": range(1, Limits.TRACKS)},
    Kind.PLACE: {"where": SPACES},
    Kind.LIFT: {"what": (*UNITS, Creature.A_SHARK), "where": SPACES},
    Kind.TO: {"where": SPACES},
    Kind.REMOVE: {"what": UNITS, "where": TILES},
    Kind.SEND: {"what": UNITS, "where": TILES},
    Kind.BONUS: {"what": range(1, Limits.BONUSES)},
}
TOP_LEVEL = Limits.LEVELS - 1


def describe(move: np.void, values: Mapping[str, Any]) -> str:
    """Return a move as a phrase whose subject is the seat that decides."""
    check_numbers(move, NUMBERS)
    kind, what = Kind(int(move["kind"])), int(move["what"])
    return MOVES[kind].format(
        card=_part(CARDS, what),
        terrain=_part(TERRAINS, what),
        bonus=_part(BONUSES, what),
        creature="a shark" if what == Creature.A_SHARK else f"a unit of seat {what}",
        space=space_name(int(move["where"])),
    )


def _part(names: tuple[str, ...], number: int) -> str:
    return names[number] if number < len(names) else ""


def event(before: np.void, move: np.void, after: np.void, values: Mapping[str, Any]) -> list[str]:
    """Return what a single move brought about, one phrase each, in the order of happening."""
    return [
        *_layout(before, after, values),
        *_first_units(before, after),
        *_on_the_map(before, move, after),
        *_into_the_castle(before, after),
        *_cube(before, move, after, values),
        *_raised(before, move, after, values),
        *_foci(before, move, after),
        *_not_used(before, move),
        *goal_of_action(before, after, values),
        *round_end(before, after, values),
        *next_round(before, after, values),
        *cards_shown(before, after),
        *action(before, after, values),
    ]


# --- set-up ---------------------------------------------------------------------------------------


def _layout(before: np.void, after: np.void, values: Mapping[str, Any]) -> Iterator[str]:
    """Tell the map and the goal cards when the first focus is chosen."""
    if before["foci"].any():
        return
    for ring, first, last in (("inner", 1, Limits.OUTER - 1), ("outer", Limits.OUTER, TILES[-1])):
        tiles = ", ".join(terrain_name(after, tile) for tile in range(first, last + 1))
        yield f"the {ring} ring, tiles {first} to {last}: {tiles}"
    names = [values[f"goal_{card}"][0] for card in after["goal"]]
    yield f"the goal cards of the three ages: {', '.join(names)}"


def _first_units(before: np.void, after: np.void) -> Iterator[str]:
    if before["phase"] == Phase.CHOOSE_FOCUS:
        seat = int(before["seat"])
        tiles = joined(np.flatnonzero(after["units"][seat]))
        supply = f"{after['supply'][seat]} in the supply"
        yield f"seat {seat + 1} has a unit on each of the tiles {tiles}, {supply}"


# --- what a step does -----------------------------------------------------------------------------


def _on_the_map(before: np.void, move: np.void, after: np.void) -> Iterator[str]:
    """Tell where a unit now stands, with how many of its own, or that it is in the supply."""
    seat, space = _owner(before, move), int(move["where"])
    if seat is None or move["kind"] == Kind.SEND or space == Limits.CASTLE:
        return
    if move["kind"] == Kind.REMOVE:
        supply = counted(int(after["supply"][seat]), "unit")
        yield f"it goes back to seat {seat + 1}, now with {supply} in the supply"
    else:
        units = counted(int(after["units"][seat][space]), "unit")
        yield f"{terrain_name(after, space)}: seat {seat + 1} has {units} there"


def _owner(before: np.void, move: np.void) -> int | None:
    """Return the seat whose unit a move sets, brings, removes or sends."""
    if move["kind"] == Kind.PLACE:
        return int(before["seat"])
    if move["kind"] == Kind.TO and before["lifted"] != Creature.A_SHARK:
        return int(before["lifted"]) - Creature.UNIT
    if move["kind"] in {Kind.REMOVE, Kind.SEND}:
        return int(move["what"]) - Creature.UNIT
    return None


def _into_the_castle(before: np.void, after: np.void) -> Iterator[str]:
    inside = after["units"][:, Limits.CASTLE]
    for seat in np.flatnonzero(inside != before["units"][:, Limits.CASTLE]):
        yield f"seat {seat + 1} has {counted(int(inside[seat]), 'unit')} in the castle"
    yield from scored(before, after, "entry_points", "for a unit in the castle")


def _cube(
    before: np.void, move: np.void, after: np.void, values: Mapping[str, Any]
) -> Iterator[str]:
    """Tell where the bait cube comes and which step its icon brings."""
    if move["kind"] != Kind.REMOVE:
        return
    seat = int(before["seat"])
    cube, space = f"the bait cube of seat {seat + 1}", int(after["bait"][seat])
    if space == before["bait"][seat]:
        yield f"{cube} stays on space {space}"
    elif values["bait_icons"][space] == "none":
        yield f"{cube} comes to space {space}"
    else:
        yield f"{cube} comes to space {space}: 1 step of {values['bait_icons'][space].capitalize()}"


def _raised(
    before: np.void, move: np.void, after: np.void, values: Mapping[str, Any]
) -> Iterator[str]:
    """Tell the level of a track, and what level 3 brings."""
    if move["kind"] != Kind.RAISE:
        return
    track = int(move["what"])
    level = int(after["level"][before["seat"]][track])
    steps = counted(steps_of(values, track, level), "step")
    yield f"{CARDS[track]} is at level {level}, {steps}"
    if level == TOP_LEVEL and track == Card.MOVE:
        yield f"a bonus Move comes at once: {steps}"
    elif level == TOP_LEVEL and track == Card.BOLSTER:
        yield "a second focus comes at once"


def _foci(before: np.void, move: np.void, after: np.void) -> Iterator[str]:
    """Tell both foci once they are chosen, or that the only one stays."""
    if move["kind"] != Kind.FOCUS or before["phase"] != Phase.CHOOSE_STEP or after["picked"]:
        return
    seat = int(before["seat"])
    foci = members(TERRAINS, after["foci"][seat])
    if len(foci) > 1:
        yield f"the foci of seat {seat + 1} are {joined(foci)}"
    elif after["foci"][seat] == before["foci"][seat]:
        yield f"seat {seat + 1} keeps its focus"


def _not_used(before: np.void, move: np.void) -> Iterator[str]:
    """Tell what a seat that stops leaves out."""
    if move["kind"] != Kind.STOP:
        return
    top = int(before["depth"]) - 1
    task, left = int(before["task"][top]), int(before["left"][top])
    if task <= Task.TASK_UPGRADE:
        yield f"{counted(left, 'step')} of {CARDS[task]} {'is' if left == 1 else 'are'} not used"
        return
    bonuses = members(BONUSES, before["bonuses"])
    if bonuses:
        nouns = "bonus is" if len(bonuses) == 1 else "bonuses are"
        yield f"the {joined(bonuses)} {nouns} not used"


# --- the end --------------------------------------------------------------------------------------


def standing(state: np.void, values: Mapping[str, Any]) -> Standing:
    """Return what decides a tie: units in the castle, on the map, the bait cube."""  # KD-5.5
    phrases = []
    for seat in range(int(state["players"])):
        inside, *tiles = state["units"][seat].tolist()
        cube = f"bait cube on space {state['bait'][seat]}"
        phrases.append(f"{inside} in the castle, {counted(sum(tiles), 'unit')} on the map, {cube}")
    return Standing(
        phrases,
        "all six capitals win at once; a tie goes to more units in the castle, then on the map, "
        "then the farther bait cube",
    )
