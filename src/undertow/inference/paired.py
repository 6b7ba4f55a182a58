"""Paired differences: one number a game, what the variant gave less what the base gave.

The difference of two win shares is seldom other than -1, 0 or 1, and where few games differ at all
Student's interval is far too narrow. Tango's score interval [1]_ holds there: it asks for which
differences d the score test of p+ - p- = d is passed, p+ and p- being the probabilities that a game
is gained and lost. Shared wins and partners make parts of a win of it: with w = sum D^2 / sum |D|,
D / w counts as +-1, which leaves mean and variance of D as they are (all |D| = 1 gives w = 1).

References
----------
.. [1] T. Tango, "Equivalence test and confidence interval for the difference in proportions for
   the paired-sample design", Statistics in Medicine 17 (1998), 891-908.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from undertow.inference.statistics import CHUNK, LEAST_GAMES, LEVEL, UNIT, deviations, units_of

HALVINGS = 60  # of an interval: to the last bit of a float


def win_parts(results: NDArray[np.void], players: int, *, by_place: bool) -> NDArray[np.float64]:
    """Return each game's win as parts of 1, shape (n, players), by place in turn order or seat."""
    parts = np.empty((len(results), players))
    for start in range(0, len(results), CHUNK):
        part = results[start : start + CHUNK]
        won = (part["winners"][:, None] >> np.arange(players) & 1).astype(bool)
        units, _ = units_of(won, part["side"][:, :players])
        parts[start : start + CHUNK] = units / UNIT
    return by_place_in_turn(parts, results) if by_place else parts


def by_place_in_turn(values: NDArray[np.generic], results: NDArray[np.void]) -> NDArray[np.float64]:
    """Return values by seat, shape (n, players), in turn order: the start player's come first."""
    players = values.shape[1]
    order = (results["first"].astype(np.int64)[:, None] + np.arange(players)) % players
    return np.take_along_axis(values, order, 1).astype(np.float64)


def edge(holds: Callable[[float], bool], inside: float, outside: float) -> float:
    """Return where ``holds`` ends between a value that it holds for and one beyond."""
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        if holds(middle):
            inside = middle
        else:
            outside = middle
    return inside


def share_gain_interval(gains: NDArray[np.float64], intervals: int) -> tuple[float, float]:
    """Return Tango's interval of the mean of ``gains`` in [-1, 1], one of several.

    Parameters
    ----------
    gains : float64 array, shape (n,)
        By game, the variant's part of the win less the base's.
    intervals : int
        Intervals that shall hold together.
    """
    n, z = len(gains), deviations(intervals)
    moved = float(np.abs(gains).sum())
    unit = float(np.square(gains).sum()) / moved if moved else 1.0
    net = float(gains.sum()) / unit
    gained, lost = (moved / unit + net) / 2, (moved / unit - net) / 2

    def holds(difference: float) -> bool:
        spread = sqrt(max(0.0, n * _variance(difference, gained, lost, n)))
        return abs(net - n * difference) <= z * spread

    return edge(holds, net / n, -1.0) * unit, edge(holds, net / n, 1.0) * unit


def mean_gain_interval(gains: NDArray[np.float64], intervals: int) -> tuple[float, float] | None:
    """Return Student's t interval of the mean of ``gains``, shape (n,), one of several.

    None where fewer than ``LEAST_GAMES`` games differ: their number then says more than a mean.
    """
    n = len(gains)
    if np.count_nonzero(gains) < LEAST_GAMES:
        return None
    from scipy.special import stdtrit  # type: ignore[import-untyped]  # noqa: PLC0415  slow

    t = float(stdtrit(n - 1, 1 - (1 - LEVEL) / (2 * intervals)))
    half = t * float(gains.std(ddof=1)) / sqrt(n)
    return float(gains.mean()) - half, float(gains.mean()) + half


def pairing_factor(base: NDArray[np.float64], variant: NDArray[np.float64]) -> float | None:
    """Return the variance of the difference of independent games over that of paired ones.

    Parameters
    ----------
    base, variant : float64 array, shape (n,) or (n, k)
        The same games in both arms; with k values a game their variances are added.

    Returns
    -------
    float or None
        Infinite where all paired differences are the same; None where no value varies at all.
    """
    alone = float((base.var(axis=0) + variant.var(axis=0)).sum())
    together = float((variant - base).var(axis=0).sum())
    if together > 0:
        return alone / together
    return float("inf") if alone > 0 else None


def _variance(difference: float, gained: float, lost: float, n: int) -> float:
    """Return the variance of one game's gain, estimated under a mean of ``difference`` [1]_."""
    a = 2 * n
    b = (2 * n - gained + lost) * difference - gained - lost
    c = -lost * difference * (1 - difference)
    probability = (sqrt(max(0.0, b * b - 4 * a * c)) - b) / (2 * a)  # of a game lost
    return 2 * probability + difference * (1 - difference)
