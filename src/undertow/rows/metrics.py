"""Users' metrics: functions of the state in which a game ended, a column of the rows each."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from undertow.errors import USERS, InputTypeError, InputValueError, shown
from undertow.game import LoadedGame
from undertow.players.agents import Seated
from undertow.rows.faults import as_attributes, told
from undertow_kernels.core.game import RESULT_DTYPE
from undertow_kernels.core.metrics import Bounds, Metric

Measure = Callable[..., float]
DERIVED = ("won", "share")  # columns that tables and files have beside the records' fields


@dataclass(frozen=True)
class UserMetric:
    """A metric with its name, its Python source and the kernel's compiled function."""

    name: str
    source: Measure
    kernel: Metric


class MetricFault(NamedTuple):
    """That a metric failed in some games, whose values are not numbers.

    Attributes
    ----------
    games : int
        In how many.
    first : int
        Number of the first of them within the run.
    error : str
        What it raised there, in one line.
    """

    games: int
    first: int
    error: str


def compile_metrics(
    game: LoadedGame, metrics: Mapping[str, Measure] | None
) -> tuple[UserMetric, ...]:
    """Return metrics by name, compiled for a game.

    Raises
    ------
    InputTypeError
        ``metrics`` is no mapping of names to functions, or Numba cannot compile one.
    InputValueError
        A name cannot be a column's, or there are too many.
    """
    if metrics is None:
        return ()
    if not isinstance(metrics, Mapping):
        raise InputTypeError(
            f"metrics must be a mapping of names to functions, not {shown(metrics)}"
        )
    if len(metrics) > Bounds.MAX_METRICS:
        raise InputValueError(f"metrics are at most {Bounds.MAX_METRICS:d}, got {len(metrics)}")
    for name, function in metrics.items():
        _check(game, name, function)
    return tuple(UserMetric(name, f, _kernel(game, name, f)) for name, f in metrics.items())


def _check(game: LoadedGame, name: object, function: object) -> None:
    if not isinstance(name, str):
        raise InputTypeError(f"a metric is named by a string, not {shown(name)}")
    if not name.isidentifier() or name.startswith("_"):
        raise InputValueError(f"a metric's name is of letters, digits and _, not {shown(name)}")
    stem = re.sub(r"(_\d+)*$", "", name)  # in tables and files arrays are spread: bites_1
    fields = {*(RESULT_DTYPE.names or ()), *(game.game.columns.names or ()), *DERIVED}
    if {name, stem} & fields:
        raise InputValueError(
            f"metric {shown(name)} has the name of a column that there is already"
        )
    if not callable(function):
        raise InputTypeError(
            f"metric {name} must be a function of the state, not {shown(function)}"
        )


def _kernel(game: LoadedGame, name: str, function: Measure) -> Metric:
    from undertow.jit import compiled_metric  # noqa: PLC0415  most of a second to import

    return compiled_metric(game, name, function)


class Failures:
    """In which games of a batch metrics failed, counted in game order.

    Attributes
    ----------
    games : int64 array, shape (metrics,)
        In how many.
    first : int64 array, shape (metrics,)
        Number of the first of them, -1 without any.
    """

    def __init__(self, metrics: int) -> None:
        self.games = np.zeros(metrics, np.int64)
        self.first = np.full(metrics, -1, np.int64)

    def add(self, first: int, failed: NDArray[np.uint8]) -> None:
        """Count the next games, from number ``first`` on; ``failed`` is of shape (n, metrics)."""
        if not failed.size:  # no metric, or a block that was stopped before its first game
            return
        here = failed.sum(axis=0, dtype=np.int64)
        new = (self.first < 0) & (here > 0)
        self.first[new] = first + failed.argmax(axis=0)[new]
        self.games += here


def metric_faults(
    game: LoadedGame,
    seed: int | np.random.SeedSequence,
    agents: Sequence[Seated],
    metrics: Sequence[UserMetric],
    failures: Failures,
) -> dict[str, MetricFault]:
    """Return by name the metrics that failed; the first game of each is played once more."""
    found = {}
    for metric, games, first in zip(metrics, failures.games, failures.first, strict=True):
        if games:
            error = _raised(game, seed, agents, metric, int(first))
            found[metric.name] = MetricFault(int(games), int(first), error)
    return found


def _raised(
    game: LoadedGame,
    seed: int | np.random.SeedSequence,
    agents: Sequence[Seated],
    metric: UserMetric,
    index: int,
) -> str:
    """Return what a metric raises as Python in the state in which a game ends."""
    match = game.match(seed, index, agents)
    with suppress(Exception):  # an agent's fault ends the game where it is
        match.play_on()
    source = getattr(metric.source, "py_func", metric.source)
    try:
        source(as_attributes(match.state.view(game.game.state)[0]))
    except USERS as error:
        return told(error)
    return told(None)
