"""Differences of the same games in two arms, each with its interval and what pairing saved."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from undertow.inference.intervals import Intervals
from undertow.inference.paired import pairing_factor
from undertow.rows.results import Result

Values = NDArray[np.float64]


class Difference(NamedTuple):
    """A number of both arms, and its difference: variant less base."""

    base: float
    variant: float
    difference: float
    low: float | None  # None where fewer than 30 games differ, for a mean
    high: float | None
    factor: float | None  # what pairing saved; inf if all differences are the same, None if 0 / 0


def share_difference(
    base: Values, variant: Values, intervals: Intervals, together: int
) -> Difference:
    """Return the difference of the same games' parts of the win, each of shape (n,).

    ``together`` intervals of this kind shall hold together.
    """
    return _difference(base, variant, intervals.share_gain(variant - base, together))


def mean_difference(
    base: Values, variant: Values, intervals: Intervals, together: int
) -> Difference:
    """Return the difference of numbers without bounds, as ``share_difference`` does of shares."""
    bounds = intervals.mean_gain(variant - base, together)
    return _difference(base, variant, bounds or (None, None))


def scores(result: Result) -> Values:
    """Return each game's scores by seat, shape (n, players)."""
    return result.results["score"][:, : result.players].astype(np.float64)


def _difference(
    base: Values, variant: Values, bounds: tuple[float | None, float | None]
) -> Difference:
    means = float(base.mean()), float(variant.mean())
    gain = float((variant - base).mean())
    return Difference(*means, gain, *bounds, pairing_factor(base, variant))
