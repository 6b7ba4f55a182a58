"""The handicap that undoes a change: where a curve of differences crosses zero.

A curve is known at whole handicaps, as an estimate with an interval, and rises: more points never
win less. Between neighbours it is straight. That is exact for the mean: a handicap of 4.3 stands
for 5 in three tenths of the games and 4 in the others.

The price is where the estimate is 0. Its interval holds every handicap at which the difference
left may be 0 (a test turned round): from where the upper bound reaches 0 to where the lower one
does. Each crossing is first enclosed by doubling steps, then by interpolation: the price to whole
handicaps, the ends of its interval to a quarter of their distance from 0.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

MIDDLE, LOW, HIGH = range(3)  # fields of a Left
COARSE = 4  # an end of the interval is enclosed to one part in so many


class Left(NamedTuple):
    """The difference that a handicap leaves, and its interval."""

    difference: float
    low: float
    high: float


class Price(NamedTuple):
    """The handicap that undoes a change; None where none that is allowed, or tried, does."""

    points: float | None
    low: float | None
    high: float | None


Measure = Callable[[int], tuple[Left, ...]]


class Search:
    """Handicaps tried, and the prices that they enclose.

    Parameters
    ----------
    measure : callable
        The difference left on each curve at a handicap.
    allowed : callable
        Whether the game takes a handicap; those that it takes have no gaps.

    Attributes
    ----------
    tried : dict
        What ``measure`` returned, by handicap.
    """

    def __init__(self, measure: Measure, allowed: Callable[[int], bool]) -> None:
        self.tried: dict[int, tuple[Left, ...]] = {}
        self._measure = measure
        self._allowed = allowed

    def look(self) -> None:
        """Try handicaps until the price of every curve is enclosed, or out of reach."""
        self._try(0)
        for curve in range(len(self.tried[0])):
            for end in (MIDDLE, HIGH, LOW):
                while (more := self._next(curve, end)) is not None:
                    self._try(more)

    def price(self, curve: int) -> Price:
        """Return the price of a curve, as far as the handicaps tried tell."""
        points, low, high = (self._crossing(curve, end) for end in (MIDDLE, HIGH, LOW))
        return Price(points, low, high)

    def _try(self, handicap: int) -> None:
        self.tried[handicap] = self._measure(handicap)

    def _next(self, curve: int, end: int) -> int | None:
        """Return the handicap to try next for a crossing; None if no other tells more."""
        if self.tried[0][curve][end] == 0:
            return None
        pair = self._enclosing(curve, end)
        if pair is None:
            return self._farther(upward=self.tried[max(self.tried)][curve][end] < 0)
        low, high = pair
        if self._close(end, low, high):
            return None
        return min(max(round(self._between(curve, end, low, high)), low + 1), high - 1)

    def _enclosing(self, curve: int, end: int) -> tuple[int, int] | None:
        """Return the neighbours among those tried between which a bound reaches 0.

        The nearest to a handicap of 0, where chance makes a curve cross more than once.
        """
        pairs = [
            (low, high)
            for low, high in pairwise(sorted(self.tried))
            if self.tried[low][curve][end] < 0 <= self.tried[high][curve][end]
        ]
        return min(pairs, key=lambda pair: abs(sum(pair)), default=None)

    def _farther(self, *, upward: bool) -> int | None:
        """Return a handicap beyond those tried, about twice as far out; None at the limit."""
        edge = max(self.tried) if upward else min(self.tried)
        inside, outside = edge, 2 * edge if edge else (1 if upward else -1)
        if self._allowed(outside):
            return outside
        while abs(outside - inside) > 1:
            middle = (inside + outside) // 2
            inside, outside = (middle, outside) if self._allowed(middle) else (inside, middle)
        return None if inside == edge else inside

    def _crossing(self, curve: int, end: int) -> float | None:
        if self.tried[0][curve][end] == 0:
            return 0.0
        pair = self._enclosing(curve, end)
        if pair is None or not self._close(end, *pair):
            return None
        return self._between(curve, end, *pair)

    def _close(self, end: int, low: int, high: int) -> bool:
        """Return whether no handicap between two needs to be tried."""
        far = 0 if end == MIDDLE else min(abs(low), abs(high)) // COARSE
        return high - low <= max(1, far)

    def _between(self, curve: int, end: int, low: int, high: int) -> float:
        below, above = (self.tried[h][curve][end] for h in (low, high))
        return low + (high - low) * -below / (above - below)
