"""Goal cards: four texts to the numbers of the kernel's tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from undertow.errors import InputValueError, shown, unknown
from undertow_kernels.kingdoms.state import Effect, Limits, Measure

MOST_POINTS = 20
UNITS = 20
TILES = 18
STEPS_MORE = "extra_"
NONE = "none"
EFFECTS: Mapping[str, tuple[int, int]] = {  # with the greatest number that makes sense
    "placed_tiles": (Effect.PLACED_TILES, TILES),
    "entered_castle": (Effect.ENTERED_CASTLE, UNITS),
    "eaten": (Effect.EATEN, UNITS),
    "capitals_taken": (Effect.CAPITALS_TAKEN, 6),
    "upgraded": (Effect.UPGRADED, 11),
    "played_reset": (Effect.PLAYED_RESET, 1),
    "moved_on": (Effect.MOVED_ON, 20),
    "stacked": (Effect.STACKED, UNITS),
    "crowded": (Effect.CROWDED, 5),
    "sole_choice": (Effect.SOLE_CHOICE, 1),
    "extra_bolster": (Effect.EXTRA_BOLSTER, 3),
    "extra_deploy": (Effect.EXTRA_DEPLOY, 3),
    "extra_move": (Effect.EXTRA_MOVE, 3),
    "extra_shark": (Effect.EXTRA_SHARK, 3),
}
MEASURES: Mapping[str, tuple[int, int]] = {  # with its greatest value
    "tiles": (Measure.TILES, TILES),
    "inner_tiles": (Measure.INNER_TILES, 6),
    "outer_tiles": (Measure.OUTER_TILES, 12),
    "terrains": (Measure.IN_TERRAINS, 6),
    "capitals": (Measure.IN_CAPITALS, 6),
    "units": (Measure.UNITS, UNITS),
    "inner_units": (Measure.INNER_UNITS, UNITS),
    "outer_units": (Measure.OUTER_UNITS, UNITS),
    "capital_units": (Measure.CAPITAL_UNITS, UNITS),
    "focus_units": (Measure.FOCUS_UNITS, UNITS),
    "near_sharks": (Measure.NEAR_SHARKS, UNITS),
    "safe_units": (Measure.SAFE_UNITS, UNITS),
    "supply": (Measure.SUPPLY, UNITS),
    "castle": (Measure.IN_CASTLE, UNITS),
    "bait": (Measure.BAIT, 10),
    "line": (Measure.LINE, 4),
    "group": (Measure.GROUP, TILES),
    "triangles": (Measure.TRIANGLES, 18),
    "corners": (Measure.CORNERS, 3),
    "sole_tiles": (Measure.SOLE_TILES, TILES),
    "stack": (Measure.STACK, UNITS),
    "home": (Measure.HOME, 6),
    "level": (Measure.LEVEL, 3),
    "upgrades": (Measure.UPGRADE_STEPS, 11),
    "reset_discs": (Measure.RESET_DISCS, 4),
    "controlled_terrains": (Measure.CONTROLLED_TERRAINS, 6),
    "majorities": (Measure.MAJORITIES, 6),
    "controlled_capitals": (Measure.CONTROLLED_CAPITALS, 6),
}
GOAL = re.compile(r"(\w+) (\d{1,3})(?:: (\d{1,3}))?", re.ASCII)
RANKING = re.compile(r"(fewest )?(\w+):((?: \d{1,3})+)", re.ASCII)


@dataclass(frozen=True)
class GoalCard:
    """A goal card as numbers.

    Attributes
    ----------
    name : str
    effect, count, effect_points : int
        The immediate goal: what counts, how often it is needed (or steps more), points.
    personal, at_least, personal_points : int
        The personal goal: its measure, the value needed, points.
    ranking, fewest, points : int, bool, tuple of int
        The ranking: its measure, whether the lowest leads, points by place.
    """

    name: str
    effect: int = 0
    count: int = 0
    effect_points: int = 0
    personal: int = 0
    at_least: int = 0
    personal_points: int = 0
    ranking: int = 0
    fewest: bool = False
    points: tuple[int, ...] = ()


def read_card(key: str, texts: Iterable[str]) -> GoalCard:
    """Return the card that four texts say: name, immediate goal, personal goal, ranking.

    Raises
    ------
    InputValueError
        A text is none of those that a card may hold; the message starts with ``key``.
    """
    name, immediate, personal, ranking = texts
    effect, count, gained = _immediate(f"{key}, immediate goal {shown(immediate)}", immediate)
    measure, at_least, points = _personal(f"{key}, personal goal {shown(personal)}", personal)
    return GoalCard(
        name,
        effect,
        count,
        gained,
        measure,
        at_least,
        points,
        *_ranking(f"{key}, ranking {shown(ranking)}", ranking),
    )


def _immediate(place: str, text: str) -> tuple[int, int, int]:
    if text == NONE:
        return 0, 0, 0
    match = GOAL.fullmatch(text)
    if not match or (match[3] is None) != match[1].startswith(STEPS_MORE):
        raise InputValueError(
            f'{place}: it must be "none", "EFFECT N: POINTS" or, for more steps, "extra_CARD N"'
        )
    effect, most = _named("effect", match[1], EFFECTS, place)
    count = _within(place, match[1], match[2], 1, most)
    return effect, count, _within(place, "POINTS", match[3] or "0", 0, MOST_POINTS)


def _personal(place: str, text: str) -> tuple[int, int, int]:
    if text == NONE:
        return 0, 0, 0
    match = GOAL.fullmatch(text)
    if not match or match[3] is None:
        raise InputValueError(f'{place}: it must be "none" or "MEASURE N: POINTS"')
    measure, most = _named("measure", match[1], MEASURES, place)
    at_least = _within(place, match[1], match[2], 1, most)
    return measure, at_least, _within(place, "POINTS", match[3], 0, MOST_POINTS)


def _ranking(place: str, text: str) -> tuple[int, bool, tuple[int, ...]]:
    if text == NONE:
        return 0, False, ()
    match = RANKING.fullmatch(text)
    points = match[3].split() if match else []
    if not match or len(points) > Limits.PLACES:
        raise InputValueError(
            f'{place}: it must be "none", "MEASURE: POINTS" or "fewest MEASURE: POINTS", '
            f"with points for 1 to {int(Limits.PLACES)} places"
        )
    measure, _ = _named("measure", match[2], MEASURES, place)
    by_place = tuple(_within(place, "POINTS", one, 0, MOST_POINTS) for one in points)
    return measure, match[1] is not None, by_place


def _named(
    kind: str, name: str, known: Mapping[str, tuple[int, int]], place: str
) -> tuple[int, int]:
    if name not in known:
        raise InputValueError(f"{place}: {unknown(kind, name, known)}")
    return known[name]


def _within(place: str, name: str, digits: str, low: int, high: int) -> int:
    number = int(digits)
    if not low <= number <= high:
        raise InputValueError(f"{place}: {name} must be from {low} to {high}, not {number}")
    return number
