"""How sure a number is, for games whose number was fixed beforehand.

``Intervals`` is what tables ask for; ``sequences`` has the kind for games that are watched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from undertow.inference.paired import mean_gain_interval, share_gain_interval
from undertow.inference.statistics import Quantile, mean_interval, quantiles, share_interval

Bounds = tuple[float, float]


class Intervals(Protocol):
    """The intervals of a table; those of one column hold together."""

    def share(self, share: float, n: int, intervals: int) -> Bounds:
        """Return the interval of a mean of ``n`` values in [0, 1], one of several."""

    def mean(self, total: float, squares: float, n: int, intervals: int) -> Bounds | None:
        """Return the interval of a mean by the sums of values and squares; None for few games."""

    def quantiles(self, counts: NDArray[np.int64], levels: Sequence[float]) -> tuple[Quantile, ...]:
        """Return quantiles with intervals; ``counts[v]`` games have the value v."""

    def share_gain(self, gains: NDArray[np.float64], intervals: int) -> Bounds:
        """Return the interval of the mean of paired differences of values in [0, 1]."""

    def mean_gain(self, gains: NDArray[np.float64], intervals: int) -> Bounds | None:
        """Return the interval of the mean of paired differences; None where too few are not 0."""

    def options(self, games: int) -> list[str]:
        """Return the command's options that play so many games again, with these intervals."""

    def told(self) -> str:
        """Return what they hold for, as a sentence."""


def part_interval(intervals: Intervals, share: float, n: int, count: int, partners: int) -> Bounds:
    """Return the interval of a seat's share of ``n`` games, one of ``count``.

    A partner's share is that of its side, divided: so is the interval.
    """
    low, high = intervals.share(min(1.0, share * partners), n, count)
    return low / partners, high / partners


@dataclass(frozen=True)
class Fixed:
    """Intervals for a number of games that did not depend on what was seen."""

    def share(self, share: float, n: int, intervals: int) -> Bounds:
        """Return the Wilson score interval of a share."""
        return share_interval(share, n, intervals)

    def mean(self, total: float, squares: float, n: int, intervals: int) -> Bounds | None:
        """Return Student's t interval of a mean."""
        return mean_interval(total, squares, n, intervals)

    def quantiles(self, counts: NDArray[np.int64], levels: Sequence[float]) -> tuple[Quantile, ...]:
        """Return quantiles with intervals between order statistics."""
        return quantiles(counts, levels)

    def share_gain(self, gains: NDArray[np.float64], intervals: int) -> Bounds:
        """Return Tango's score interval of a paired difference of shares."""
        return share_gain_interval(gains, intervals)

    def mean_gain(self, gains: NDArray[np.float64], intervals: int) -> Bounds | None:
        """Return Student's t interval of a mean paired difference."""
        return mean_gain_interval(gains, intervals)

    def options(self, games: int) -> list[str]:
        """Return the option that plays so many games."""
        return ["-n", str(games)]

    def told(self) -> str:
        """Return what they hold for, as a sentence."""
        return "The intervals of a column hold together."


FIXED = Fixed()
