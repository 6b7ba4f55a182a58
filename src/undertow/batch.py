"""Play many games on several threads; the rows do not depend on threads or blocks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Lock
from time import perf_counter
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from undertow.agents import Seated
from undertow.errors import NoThreadError
from undertow.game import LoadedGame
from undertow.interrupts import kept_interrupts
from undertow.statistics import Totals
from undertow_kernels.core.game import RESULT_DTYPE
from undertow_kernels.core.playout import Stop, play

BLOCK = 256  # games between two looks at what is left: a fraction of a second for any game
MAX_BLOCK = 1_000_000
MAX_THREADS = 1024
WATCH = 0.1  # seconds between two calls of progress

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Batch:
    """Games ``0 .. n - 1`` in order.

    Attributes
    ----------
    results : RESULT_DTYPE array, shape (n,)
    columns : the game's columns record, shape (n,)
    totals : Totals
        The sums of ``results``.
    seconds : float
        Wall time of the playing.
    interrupted : bool
        Ctrl-C came while the games were played.
    """

    results: NDArray[np.void]
    columns: NDArray[np.void]
    totals: Totals
    seconds: float
    interrupted: bool


def available_threads() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MAX_THREADS)
    return min(os.cpu_count() or 1, MAX_THREADS)


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
    """Play games ``0 .. games - 1``.

    Parameters
    ----------
    game : LoadedGame
    key : uint64 array, shape (2,)
    agents : sequence of Seated, optional
        One for each seat; random ones by default.
    games, threads, block : int
        ``block`` games are handed to a thread at a time.
    progress : callable, optional
        ``progress(finished, games)``, called from this thread about ten times a second.

    Returns
    -------
    Batch
        After Ctrl-C only the games before the first unfinished one.

    Raises
    ------
    NoThreadError
        The system starts not a single thread; fewer than asked for are enough.
    """
    work = _Work(game, key, games, block, agents)
    done, seconds, interrupted = carry_out(work, min(threads, work.blocks), progress)
    return Batch(work.results[:done], work.columns[:done], work.totals, seconds, interrupted)


class Work(Protocol):
    """Games that threads play together; ``run`` plays until none is left or ``stop`` is set."""

    stop: Stop
    games: int

    def run(self) -> None:
        """Play, as one of the threads."""

    def finished(self) -> int:
        """Return how many games are finished, in any order."""

    def add_up(self) -> int:
        """Look at what was finished since the last call; return how much is finished in order."""


class Carried(NamedTuple):
    """What became of work: how much is finished in order, wall time, and whether Ctrl-C came."""

    done: int
    seconds: float
    interrupted: bool


def carry_out(work: Work, workers: int, progress: Progress | None) -> Carried:
    """Carry out work on several threads.

    Raises
    ------
    NoThreadError
        The system starts not a single thread; fewer than asked for are enough.
    """
    start = perf_counter()
    with kept_interrupts() as interrupts, interrupts.stopping(work.stop.set):
        with ThreadPoolExecutor(workers) as pool:
            _watch(_begun(pool, work, workers), work, progress)
        seconds = perf_counter() - start
        return Carried(work.add_up(), seconds, interrupts.came)


class _Work:
    """The blocks of a batch, which threads take one after another."""

    def __init__(
        self,
        game: LoadedGame,
        key: NDArray[np.uint64],
        games: int,
        block: int,
        agents: Sequence[Seated] | None,
    ) -> None:
        self.game = game
        self.policies = None if agents is None else [agent.policy for agent in agents]
        self.key = key
        self.games = games
        self.block = block
        self.blocks = -(-games // block)
        self.stop = Stop()
        self.totals = Totals(game.players)
        self.results = np.zeros(games, RESULT_DTYPE)
        self.columns = np.zeros(games, game.game.columns)
        self._bytes = self.columns.view(np.uint8).reshape(games, -1)
        self._finished = np.zeros(self.blocks, np.int64)
        self._next: Iterator[int] = iter(range(self.blocks))
        self._lock = Lock()

    def run(self) -> None:
        """Play blocks until none is left or the work is stopped."""
        while not self.stop.is_set:
            with self._lock:
                number = next(self._next, None)
            if number is None:
                return
            first = number * self.block
            part = slice(first, first + self.block)
            self._finished[number] = play(
                self.game.game.rules,
                self.game.table_bytes,
                self.game.players,
                self.key,
                first,
                self.results[part],
                self._bytes[part],
                self.stop,
                self.policies,
            )

    def finished(self) -> int:
        """Return how many games are finished, in any order."""
        return int(self._finished.sum())

    def add_up(self) -> int:
        """Add the games finished in order since the last call to the totals; return how many.

        Done while the threads play, so that after Ctrl-C few games are left to look at.
        """
        done = self.in_order()
        self.totals.add(self.results[self.totals.games : done])
        return done

    def in_order(self) -> int:
        """Return how many games are finished before the first that is not."""
        full = np.minimum(self.block, self.games - np.arange(self.blocks) * self.block)
        short = np.flatnonzero(self._finished < full)
        if not short.size:
            return self.games
        return int(short[0]) * self.block + int(self._finished[short[0]])


def _begun(pool: ThreadPoolExecutor, work: Work, workers: int) -> list[Future[None]]:
    """Start the threads, as many as the system lets."""
    begun: list[Future[None]] = []
    for _ in range(workers):
        try:
            begun.append(pool.submit(work.run))
        except RuntimeError:  # "can't start new thread"
            if not begun:
                raise NoThreadError(
                    "no thread can be started: memory or the limit of processes is used up"
                ) from None
            break
    return begun


def _watch(futures: list[Future[None]], work: Work, progress: Progress | None) -> None:
    """Wait for the threads add up and report; an error in one stops the others."""
    try:
        waiting: set[Future[None]] = set(futures)
        while waiting:
            done, waiting = wait(waiting, timeout=WATCH, return_when=FIRST_EXCEPTION)
            for future in done:
                future.result()
            work.add_up()
            if progress is not None:
                progress(work.finished(), work.games)
    finally:
        work.stop.set()
