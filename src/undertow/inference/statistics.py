"""From rows to numbers with intervals. Sums are whole numbers until the last step.

Intervals of shares are Wilson score intervals [1]_ at a level that holds for all seats (or places,
or endings) together: each of the k intervals is made at 1 - 0.05 / k, the Bonferroni form of
Goodman's intervals for multinomial proportions [2]_. A win that m sides share counts 1/m for each,
so a game adds X in [0, 1] to a seat, not only 0 or 1. E[X * X] <= E[X] makes Var X <= p (1 - p):
the binomial formula then gives an interval that is too wide rather than too narrow.

References
----------
.. [1] E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
   Journal of the American Statistical Association 22 (1927), 209-212.
.. [2] L. A. Goodman, "On simultaneous confidence intervals for multinomial proportions",
   Technometrics 7 (1965), 247-254.
.. [3] W. J. Conover, "Practical Nonparametric Statistics", 3rd ed. (1999), section 3.2:
   intervals of quantiles between two order statistics.
.. [4] M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions" (1964), 26.7.5:
   Student's t quantile as a series about the normal one.
.. [5] W. G. Cochran, "Sampling Techniques", 3rd ed. (1977), section 6.3: variance of a ratio.
.. [6] E. L. Korn, B. I. Graubard, "Confidence intervals for proportions with small expected number
   of positive counts estimated from survey data", Survey Methodology 24 (1998), 193-201: the
   effective number of games, with the t quantile for few clusters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from undertow_kernels.core.game import Ending

LEVEL = 0.95  # of all intervals of one table together
UNIT = 27720  # parts of a win; divisible by every (sides that share) x (seats of a side), up to 12
LEAST_GAMES = 30  # for an interval of a mean
CHUNK = 16384  # games looked at together: they fit the processor's cache


@dataclass(frozen=True)
class Tally:
    """Whole-number sums over games, one entry per seat or per place in turn order.

    Attributes
    ----------
    units : int64 array, shape (players,)
        Wins in parts of ``UNIT``; those of one game add up to ``UNIT`` or, without winner, to 0.
    sole, shared : int64 array, shape (players,)
        Games won alone (with one's own side), and with other sides.
    points, squares : int64 array, shape (players,)
        Sums of scores and of their squares.
    sole_games, shared_games : int
        Games with one winning side, and with several.
    """

    units: NDArray[np.int64]
    sole: NDArray[np.int64]
    shared: NDArray[np.int64]
    points: NDArray[np.int64]
    squares: NDArray[np.int64]
    sole_games: int
    shared_games: int


class Totals:
    """What the tables need of a batch, as whole-number sums: games may be added bit by bit.

    Parameters
    ----------
    players : int

    Attributes
    ----------
    games : int
        Games added so far.
    turns : int64 array, shape (65536,)
        Games by their number of turns.
    endings : int64 array, shape (256,)
        Games by the code of their ending.
    fault : numpy.void or None
        The first game that an agent's fault ended.
    """

    def __init__(self, players: int) -> None:
        self.games = 0
        self.turns = np.zeros(65536, np.int64)
        self.endings = np.zeros(256, np.int64)
        self.fault: np.void | None = None
        self._players = players
        self._outcomes: dict[int, int] = {}  # games by winners, start player and sides
        self._sums = np.zeros((2, players, players), np.int64)  # points, squares: first, seat

    def add(self, results: NDArray[np.void]) -> None:
        """Add games: a RESULT_DTYPE array, shape (n,)."""
        for start in range(0, len(results), CHUNK):
            part = results[start : start + CHUNK]
            _count(self.turns, part["turns"])
            _count(self.endings, part["ending"])
            first = part["first"] % np.uint8(self._players)
            self._add_outcomes(part, first)
            self._add_scores(part, first)
            if self.fault is None and self.endings[Ending.AGENT_FAULT]:
                self.fault = part[part["ending"] == Ending.AGENT_FAULT][0].copy()
            self.games += len(part)

    @property
    def teams(self) -> bool:
        """Whether in some game seats were partners: of one side."""
        sides = {outcome >> 16 for outcome in self._outcomes}
        n = self._players
        return any(len(set(side.to_bytes(n, "little"))) < n for side in sides)

    @property
    def partners(self) -> int:
        """Seats of the smallest side: a seat has at most one of so many parts of a win."""
        sizes = [
            min(Counter((outcome >> 16).to_bytes(self._players, "little")).values())
            for outcome in self._outcomes
        ]
        return min(sizes, default=1)

    def by_seat(self) -> Tally:
        """Return the sums by seat."""
        return self._tally(by_place=False)

    def by_place(self) -> Tally:
        """Return the sums by place in turn order; the start player has the first."""
        return self._tally(by_place=True)

    def _add_outcomes(self, part: NDArray[np.void], first: NDArray[np.uint8]) -> None:
        """Count games by a key: a byte each for winners, start player and every seat's side."""
        key = part["winners"].astype(np.int64) << 8 | first
        side = part["side"][:, : self._players]
        same = bool((side == side[0]).all())  # all but games with changing teams
        for seat in range(self._players):
            if not same:
                key |= side[:, seat].astype(np.int64) << (16 + 8 * seat)
        base = sum(int(side[0, seat]) << (16 + 8 * seat) for seat in range(self._players))
        if same:
            counts = np.bincount(key)
            keys = np.flatnonzero(counts)
            counts, keys = counts[keys], keys + base
        else:
            keys, counts = np.unique(key, return_counts=True)
        for outcome, count in zip(keys.tolist(), counts.tolist(), strict=True):
            self._outcomes[outcome] = self._outcomes.get(outcome, 0) + count

    def _add_scores(self, part: NDArray[np.void], first: NDArray[np.uint8]) -> None:
        begun = (first == np.arange(self._players)[:, None]).astype(np.int64)
        score = part["score"][:, : self._players].astype(np.int64)
        self._sums[0] += begun @ score
        self._sums[1] += begun @ (score * score)

    def _tally(self, *, by_place: bool) -> Tally:
        key = np.array(list(self._outcomes), np.int64)
        games = np.array(list(self._outcomes.values()), np.int64)
        seats = np.arange(self._players)
        won = (key[:, None] >> 8 + seats & 1).astype(bool)
        side = key[:, None] >> 16 + 8 * seats & 255
        sums = self._sums
        if by_place:
            order = ((key & 255)[:, None] + seats) % self._players
            won, side = (np.take_along_axis(a, order, 1) for a in (won, side))
            sums = np.stack([np.roll(sums[:, f], -f, axis=1) for f in seats], axis=1)
        units, sides = units_of(won, side)
        return Tally(
            games @ units,
            games @ (won & (sides == 1)[:, None]),
            games @ (won & (sides > 1)[:, None]),
            sums[0].sum(0),
            sums[1].sum(0),
            int(games @ (sides == 1)),
            int(games @ (sides > 1)),
        )


def share_interval(share: float, n: float, intervals: int) -> tuple[float, float]:
    """Return the Wilson score interval of a share over ``n`` games, one of several intervals.

    Parameters
    ----------
    share : float
        Mean over the games of values in [0, 1].
    n : float
        Games.
    intervals : int
        Intervals that shall hold together.
    """
    z = deviations(intervals)
    middle = share + z * z / (2 * n)
    spread = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low = max(0.0, (middle - spread) / scale) if share > 0 else 0.0  # exact, not rounded to 1e-19
    high = min(1.0, (middle + spread) / scale) if share < 1 else 1.0
    return low, high


class Share(NamedTuple):
    """A share and its interval."""

    share: float
    low: float
    high: float


def clustered_share(
    parts: NDArray[np.int64], wholes: NDArray[np.int64], games: int, intervals: int
) -> Share | None:
    """Return a share over games that come in clusters, such as one deal in several seatings.

    Parameters
    ----------
    parts, wholes : int64 array, shape (clusters,)
        The share is the sum of ``parts`` over that of ``wholes``; of each game a part of its whole
        is counted.
    games, intervals : int
        Games in all clusters, and intervals that shall hold together.

    Returns
    -------
    Share or None
        None if there is nothing to share: the wholes add up to 0.

    Notes
    -----
    Wilson's interval for as many games as would tell as much if they were independent: p (1 - p)
    over the variance of the ratio between clusters [5]_ [6]_, at most the games that there are. It
    is the number of clusters where that variance is unknown: for fewer than ``LEAST_GAMES``
    clusters, and for a share of 0 or 1.
    """
    whole = int(wholes.sum())
    if not whole:
        return None
    share = int(parts.sum()) / whole
    clusters = float(np.count_nonzero(wholes))
    if clusters < LEAST_GAMES or share in (0, 1):
        return Share(share, *share_interval(share, clusters, intervals))
    apart = parts - share * wholes
    variance = float(apart @ apart) / whole**2 * clusters / (clusters - 1)
    told = share * (1 - share) * (deviations(intervals) / _t(intervals, int(clusters))) ** 2
    n = told / variance if variance * games > told else float(games)
    return Share(share, *share_interval(share, max(n, clusters), intervals))


def mean_interval(
    total: float, squares: float, n: int, intervals: int
) -> tuple[float, float] | None:
    """Return Student's t interval of a mean, one of several; None below ``LEAST_GAMES``.

    Parameters
    ----------
    total, squares : float
        Sums of the values and of their squares.
    n, intervals : int
        Games, and intervals that shall hold together.

    Notes
    -----
    The t quantile is the first two terms of its series [4]_. From 30 games on, four intervals hold
    together in 95 % of batches of normal values and in 93 % at the skewness 0.8 that scores have.
    Values as skewed as waiting times (skewness 2) need more: 88 % at 30 games, 94 % at 200.
    """
    if n < LEAST_GAMES:
        return None
    variance = max(0.0, (squares - total * total / n) / (n - 1))
    half = _t(intervals, n) * sqrt(variance / n)
    return total / n - half, total / n + half


@dataclass(frozen=True)
class Quantile:
    """A quantile of a whole number over games, and its interval.

    A bound is None where so few games tell none.
    """

    value: int
    low: int | None
    high: int | None


def rank_interval(level: float, n: int, intervals: int) -> tuple[int, int]:
    """Return the ranks n q -/+ z sqrt(n q (1 - q)) between which a quantile q lies [3]_."""
    middle, half = n * level, deviations(intervals) * sqrt(n * level * (1 - level))
    return floor(middle - half), ceil(middle + half) + 1


def quantiles(
    counts: NDArray[np.int64],
    levels: Sequence[float],
    ranks: Callable[[float, int, int], tuple[int, int]] = rank_interval,
) -> tuple[Quantile, ...]:
    """Return quantiles with intervals that hold together; ``counts[v]`` games have the value v.

    A quantile q is the least value that a share q of the games does not exceed. Its interval
    lies between the order statistics of ``ranks``; a rank outside 1 .. n is none.
    """
    below = counts.cumsum()
    n = int(below[-1])

    def at(rank: int) -> int:
        return int(np.searchsorted(below, rank))

    found = []
    for level in levels:
        low, high = ranks(level, n, len(levels))
        found.append(
            Quantile(
                at(min(max(ceil(n * level), 1), n)),
                at(low) if low >= 1 else None,
                at(high) if high <= n else None,
            )
        )
    return tuple(found)


def deviations(intervals: int) -> float:
    """Return how many standard deviations one of several two-sided intervals reaches."""
    return NormalDist().inv_cdf(1 - (1 - LEVEL) / (2 * intervals))


def _t(intervals: int, n: int) -> float:
    """Return the same for a mean of ``n`` values whose spread is estimated from them."""
    z = deviations(intervals)
    return z + (z**3 + z) / (4 * (n - 1))


def _count(counts: NDArray[np.int64], values: NDArray[np.unsignedinteger]) -> None:
    """Count each value in place."""
    found = np.bincount(values)
    counts[: len(found)] += found


def units_of(
    won: NDArray[np.bool_], side: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the parts of the win for each game and seat, and the winning sides of each game.

    A win is split evenly over the winning sides, and a side's part over its winning seats.
    """
    level = (side[:, :, None] == side[:, None, :]) & won[:, None, :]
    mates = np.maximum(level.sum(2), 1)
    sides = np.where(won, UNIT // mates, 0).sum(1) // UNIT
    units = np.where(won, UNIT // (mates * np.maximum(sides, 1)[:, None]), 0)
    return units, sides
