"""What the games of a tournament say of its agents: whole numbers, deal by deal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from undertow.inference.statistics import units_of
from undertow.studies.seatings import Plan
from undertow_kernels.core.game import Ending

HALF, FULL = 1, 2  # of a meeting: level, better
_Counts = NDArray[np.int64]
_Results = NDArray[np.void]


class Wins(NamedTuple):
    """What each agent won.

    Attributes
    ----------
    units : int64 array, shape (deals, line-ups, agents)
        Wins in parts of ``UNIT``; one that several sides share is split evenly among them.
    alone, shared : int64 array, shape (agents,)
        Games won by one of its sides alone, and together with other sides.
    """

    units: _Counts
    alone: _Counts
    shared: _Counts


class Played(NamedTuple):
    """How much each agent played: int64 arrays, shape (deals, agents).

    Attributes
    ----------
    games, sides
        Games with the agent, and all its sides in them.
    """

    games: _Counts
    sides: _Counts


def wins(results: _Results, plan: Plan) -> Wins:
    """Return what each agent won; ``results`` is a RESULT_DTYPE array, shape (seatings, deals)."""
    units = np.zeros((results.shape[1], *plan.line_ups.shape), np.int64)
    alone, shared = np.zeros((2, plan.line_ups.shape[1]), np.int64)
    seats = np.arange(plan.seatings.shape[1])
    for games, seated, line_up in _by_seating(results, plan):
        won = (games["winners"][:, None] >> seats & 1).astype(bool)
        parts, sides = units_of(won, games["side"][:, : len(seats)])
        for agent in set(seated):
            own = _seats(seated, agent)
            units[:, line_up, agent] += parts[:, own].sum(1)
            alone[agent] += np.count_nonzero(won[:, own].any(1) & (sides == 1))
            shared[agent] += np.count_nonzero(won[:, own].any(1) & (sides > 1))
    return Wins(units, alone, shared)


def played(results: _Results, plan: Plan, *, won: bool = False) -> Played:
    """Return how much each agent played: of all games, or of those that somebody won."""
    games, sides = np.zeros((2, results.shape[1], plan.line_ups.shape[1]), np.int64)
    for part, _, line_up in _by_seating(results, plan):
        counted = (part["winners"] > 0)[:, None] if won else np.ones((len(part), 1), bool)
        games += counted * (plan.line_ups[line_up] > 0)
        sides += counted * plan.line_ups[line_up]
    return Played(games, sides)


def meetings(results: _Results, plan: Plan) -> tuple[_Counts, _Counts]:
    """Return how often each agent was better than each other, by the best rank of its seats.

    Games that ended in a fault do not count; capped ones do, with the points as they stood.

    Parameters
    ----------
    results : RESULT_DTYPE array, shape (seatings, deals)
    plan : Plan

    Returns
    -------
    better : int64 array, shape (deals, agents, agents)
        ``FULL`` for each game in which the first agent's rank was better, ``HALF`` if level.
    met : int64 array, shape (deals, agents, agents)
        ``FULL`` for each game that both played.
    """
    agents = plan.line_ups.shape[1]
    better = np.zeros((results.shape[1], agents, agents), np.int64)
    met = np.zeros_like(better)
    for games, seated, _ in _by_seating(results, plan):
        sound = ~np.isin(games["ending"], (Ending.AGENT_FAULT, Ending.BROKEN))
        best = {agent: games["rank"][:, _seats(seated, agent)].min(1) for agent in set(seated)}
        for one, other in permutations(best, 2):
            level = HALF * (best[one] == best[other])
            better[:, one, other] += sound * (FULL * (best[one] < best[other]) + level)
            met[:, one, other] += FULL * sound
    return better, met


def _by_seating(results: _Results, plan: Plan) -> Iterator[tuple[NDArray[np.void], list[int], int]]:
    """Yield the games, the agent of each seat and the line-up of each seating."""
    return zip(results, plan.seatings.tolist(), plan.line_up.tolist(), strict=True)


def _seats(seated: list[int], agent: int) -> list[int]:
    return [seat for seat, one in enumerate(seated) if one == agent]
