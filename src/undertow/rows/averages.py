"""Averages of the games' own columns: of a game, or of a seat and of each place in turn order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from undertow.inference.paired import by_place_in_turn

if TYPE_CHECKING:
    from undertow.inference.intervals import Intervals
    from undertow.rows.results import Result

Values = NDArray[np.float64]


class Mean(NamedTuple):
    """A mean over games; bounds are None where there are too few."""

    value: float
    low: float | None
    high: float | None


class Average(NamedTuple):
    """The average of a column, or of an item of one: ``cards 3`` is the third of ``cards``."""

    name: str
    mean: Mean  # of a game, or of a seat
    places: tuple[Mean, ...]  # in turn order; empty for what belongs to no seat


class _Sums:
    """Games, and the sums of their values and squares; games without a number are left out."""

    def __init__(self) -> None:
        self._games, self._total, self._squares = 0, 0.0, 0.0

    def add(self, values: Values) -> None:
        found = values[~np.isnan(values)]
        self._games += len(found)
        self._total += float(found.sum())
        self._squares += float(np.square(found).sum())

    def mean(self, intervals: Intervals, together: int) -> Mean:
        if not self._games:
            return Mean(float("nan"), None, None)
        bounds = intervals.mean(self._total, self._squares, self._games, together)
        return Mean(self._total / self._games, *(bounds or (None, None)))


def averages_of(result: Result) -> tuple[Average, ...]:
    """Return the average of each of a result's own columns, its metrics last.

    The intervals of all means hold together, as do those of each place.
    """
    sums: dict[str, list[_Sums]] = {}
    for results, columns in result.row_groups():
        for name, values in _items(columns, result.players):
            seats = values if values.ndim == 2 else values[:, None]
            each = [seats.mean(axis=1)]
            each += [*by_place_in_turn(values, results).T] if values.ndim == 2 else []
            for one, part in zip(sums.setdefault(name, [_Sums() for _ in each]), each, strict=True):
                one.add(part)
    found = []
    for name, rows in sums.items():
        mean, *places = (row.mean(result.intervals, len(sums)) for row in rows)
        found.append(Average(name, mean, tuple(places)))
    return tuple(found)


def _items(columns: NDArray[np.void], players: int) -> Iterator[tuple[str, Values]]:
    """Yield columns, each item of a list apart: shape (n,) of games, (n, players) of seats."""
    for name in columns.dtype.names or ():
        values = columns[name].astype(np.float64)
        if values.ndim < 3:
            yield name, values if values.ndim == 1 else values[:, :players]
            continue
        for item in range(values.shape[2]):
            yield f"{name} {item + 1}", values[:, :players, item]
