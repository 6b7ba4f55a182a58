"""Play many games on several threads; the rows do not depend on threads or blocks.

Threads play blocks of games and run ahead by a window only; this thread hands the finished ones
to a sink in game order: to memory, or to a file that may be larger than memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Condition, Event
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from undertow.game import LoadedGame
from undertow.inference.statistics import Totals
from undertow.players.agents import Seated
from undertow.playing.threads import WATCH, Progress, carry_out
from undertow.rows.metrics import Failures, UserMetric
from undertow.rows.records import with_metrics
from undertow_kernels.core.game import RESULT_DTYPE
from undertow_kernels.core.playout import Stop, play

BLOCK = 256  # games between two looks at what is left: a fraction of a second for any game
MAX_BLOCK = 1_000_000
WINDOW = 16_384  # games that threads may be ahead of the sink: some 5 MB

Rows = tuple[NDArray[np.void], NDArray[np.void]]  # results and columns of the same games


class Sink(Protocol):
    """Where the rows of a batch go."""

    def add(self, results: NDArray[np.void], columns: NDArray[np.void], /) -> None:
        """Take the next games, in game order."""


class Memory:
    """A sink that keeps all rows.

    Attributes
    ----------
    results : RESULT_DTYPE array, shape (games,)
    columns : array of the record given, shape (games,)
    """

    def __init__(self, games: int, dtype: np.dtype[np.void]) -> None:
        self._results = np.zeros(games, RESULT_DTYPE)
        self._columns = np.zeros(games, dtype)
        self._kept = 0

    def make_room(self, games: int) -> None:
        """Make room for so many games in all; arrays handed out before stay as they are."""
        if games <= len(self._results):
            return
        kept = self.results, self.columns
        self._results = np.zeros(games, RESULT_DTYPE)
        self._columns = np.zeros(games, self._columns.dtype)
        self._results[: self._kept], self._columns[: self._kept] = kept

    def add(self, results: NDArray[np.void], columns: NDArray[np.void], /) -> None:
        """Take the next games, in game order."""
        here = slice(self._kept, self._kept + len(results))
        self._results[here] = results
        self._columns[here] = columns
        self._kept = here.stop

    @property
    def results(self) -> NDArray[np.void]:
        """The results of the games taken so far."""
        return self._results[: self._kept]

    @property
    def columns(self) -> NDArray[np.void]:
        """The columns of the games taken so far."""
        return self._columns[: self._kept]


@dataclass(frozen=True)
class Played:
    """What is known of games that were played, whatever became of their rows.

    Attributes
    ----------
    totals : Totals
        The sums over the games, which are ``totals.games``.
    failures : Failures
        Of metrics.
    seconds : float
        Wall time of the playing.
    interrupted : bool
        Ctrl-C came while the games were played.
    """

    totals: Totals
    failures: Failures
    seconds: float
    interrupted: bool


@dataclass(frozen=True)
class Batch(Played):
    """Games ``0 .. n - 1`` in order.

    Attributes
    ----------
    results : RESULT_DTYPE array, shape (n,)
    columns : the game's columns record, shape (n,)
    """

    results: NDArray[np.void]
    columns: NDArray[np.void]


def play_batch(
    game: LoadedGame,
    key: NDArray[np.uint64],
    games: int,
    *,
    agents: Sequence[Seated] | None = None,
    threads: int,
    block: int = BLOCK,
    progress: Progress | None = None,
) -> Batch:
    """Play games ``0 .. games - 1`` and keep their rows; parameters as in ``play_into``.

    Returns
    -------
    Batch
        After Ctrl-C only the games before the first unfinished one.
    """
    kept = Memory(games, game.game.columns)
    played = play_into(
        kept, game, key, games, agents=agents, threads=threads, block=block, progress=progress
    )
    return Batch(**vars(played), results=kept.results, columns=kept.columns)


def play_into(
    sink: Sink,
    game: LoadedGame,
    key: NDArray[np.uint64],
    games: int,
    *,
    agents: Sequence[Seated] | None = None,
    metrics: Sequence[UserMetric] = (),
    threads: int,
    block: int = BLOCK,
    progress: Progress | None = None,
    first: int | None = None,
    before: Totals | None = None,
    failures: Failures | None = None,
) -> Played:
    """Play games ``0 .. games - 1``, or others, and hand their rows to a sink.

    Parameters
    ----------
    sink : Sink
        Called from this thread. After Ctrl-C it gets the games before the first unfinished one.
        Columns come with a float64 for each metric: ``records.with_metrics``.
    game : LoadedGame
    key : uint64 array, shape (2,)
    agents : sequence of Seated, optional
        One for each seat; random ones by default.
    metrics : sequence of UserMetric, optional
    games, threads, block : int
        ``block`` games are handed to a thread at a time.
    progress : callable, optional
        ``progress(finished, games)``, called from this thread about ten times a second.
    first : int, optional
        Number of the first game; by default that behind those of ``before``.
    before : Totals, optional
        The games of the same key that were played before; these are added.
    failures : Failures, optional
        Those of metrics in the games before, likewise.

    Returns
    -------
    Played

    Raises
    ------
    NoThreadError
        The system starts not a single thread; fewer than asked for are enough.
    """
    workers = min(threads, -(-games // block))
    totals = Totals(game.players) if before is None else before
    if failures is None:
        failures = Failures(len(metrics))
    work = _Work(
        *(sink, game, key, games),
        first=totals.games if first is None else first,
        totals=totals,
        failures=failures,
        agents=agents,
        metrics=metrics,
        block=block,
        workers=workers,
    )
    carried = carry_out(work, workers, progress)
    return Played(work.totals, work.failures, carried.seconds, carried.interrupted)


class _Work:
    """The blocks of a batch, which threads take one after another, and the way to the sink."""

    def __init__(
        self,
        sink: Sink,
        game: LoadedGame,
        key: NDArray[np.uint64],
        games: int,
        *,
        first: int,
        totals: Totals,
        failures: Failures,
        agents: Sequence[Seated] | None,
        metrics: Sequence[UserMetric],
        block: int,
        workers: int,
    ) -> None:
        self.games = games
        self.stop = Stop()
        self.worth_a_look = Event()
        self.totals = totals
        self.failures = failures
        self._first = first
        self._sink = sink
        self._game = game
        self._policies = None if agents is None else [agent.policy for agent in agents]
        self._metrics = [metric.kernel for metric in metrics]
        self._columns = with_metrics(game.game.columns, [metric.name for metric in metrics])
        self._failed: dict[int, NDArray[np.uint8]] = {}  # by block that is ready
        self._key = key
        self._block = block
        self._blocks = -(-games // block)
        self._window = max(2 * workers, WINDOW // block)  # blocks
        self._changed = Condition()  # guards the rest; a signal handler never takes it
        self._next = 0  # block to be played
        self._taken = 0  # blocks that the sink has, all those before this one
        self._ready: dict[int, Rows] = {}
        self._finished = 0

    def run(self) -> None:
        """Play blocks until none is left or the work is stopped."""
        while (number := self._begin()) is not None:
            rows, failed = self._play(number * self._block)
            with self._changed:
                self._ready[number] = rows
                self._failed[number] = failed
                self._finished += len(rows[0])
                if self._taken in self._ready and 2 * len(self._ready) >= self._window:
                    self.worth_a_look.set()  # or threads may soon have to wait

    def finished(self) -> int:
        """Return how many games are finished, in any order."""
        return self._finished

    def add_up(self) -> int:
        """Give the sink the games finished in order since the last call; return how many it has.

        Done while the threads play, so that they need not wait, and after Ctrl-C few are left.
        """
        rows = self._take()
        if rows is not None:
            self.totals.add(rows[0])
            self._sink.add(*rows)
        return self.totals.games

    def _take(self) -> Rows | None:
        """Return the games finished in order since the last call; None without any."""
        found: list[Rows] = []
        with self._changed:
            while self._taken in self._ready:
                found.append(self._ready.pop(self._taken))
                failed = self._failed.pop(self._taken)
                self.failures.add(self._first + self._taken * self._block, failed)
                cut = len(found[-1][0]) < self._size(self._taken)
                self._taken = self._blocks if cut else self._taken + 1
            self._changed.notify_all()
        if len(found) < 2:
            return found[0] if found else None
        results, columns = zip(*found, strict=True)
        return np.concatenate(results), np.concatenate(columns)

    def _begin(self) -> int | None:
        """Return the next block once it is within the window; None when all is done."""
        with self._changed:
            while not self.stop.is_set and self._next < self._blocks:
                if self._next < self._taken + self._window:
                    self._next += 1
                    return self._next - 1
                self._changed.wait(WATCH)
        return None

    def _play(self, first: int) -> tuple[Rows, NDArray[np.uint8]]:
        """Play a block; return the rows of its finished games, and 1 where a metric failed.

        These are all its games unless stopped.
        """
        n = self._size(first // self._block)
        results = np.zeros(n, RESULT_DTYPE)
        columns = np.zeros(n, self._game.game.columns)
        values = np.zeros((n, len(self._metrics)), np.float64)
        failed = np.zeros((n, len(self._metrics)), np.uint8)
        done = play(
            self._game.game.rules,
            self._game.table_bytes,
            self._game.players,
            self._key,
            self._first + first,
            results,
            columns.view(np.uint8).reshape(n, -1),
            self.stop,
            self._policies,
            self._metrics,
            values,
            failed,
        )
        return (results[:done], self._joined(columns, values)[:done]), failed[:done]

    def _joined(self, columns: NDArray[np.void], values: NDArray[np.float64]) -> NDArray[np.void]:
        """Return the game's own columns with the metrics behind them."""
        if not self._metrics:
            return columns
        own = columns.dtype.names or ()
        joined = np.empty(len(columns), self._columns)
        for name in own:
            joined[name] = columns[name]
        for name, value in zip((self._columns.names or ())[len(own) :], values.T, strict=True):
            joined[name] = value
        return joined

    def _size(self, number: int) -> int:
        """Return how many games a block has."""
        return min(self._block, self.games - number * self._block)
