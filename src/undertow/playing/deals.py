"""Play each deal in several seatings; the rows depend on neither threads nor blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event, Lock
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from undertow.game import LoadedGame
from undertow.players.agents import Seated
from undertow.playing.batch import BLOCK
from undertow.playing.threads import Progress, carry_out
from undertow_kernels.core.game import RESULT_DTYPE
from undertow_kernels.core.playout import Stop, play

BLOCK_SECONDS = 0.1  # of play handed to a thread at a time: what Ctrl-C may cost a seating


@dataclass(frozen=True)
class Deals:
    """Deals ``0 .. n - 1``, each played in every seating.

    Attributes
    ----------
    results : RESULT_DTYPE array, shape (seatings, n)
    seconds : float
        Wall time of the playing.
    interrupted : bool
        Ctrl-C came while they were played.
    """

    results: NDArray[np.void]
    seconds: float
    interrupted: bool


def play_deals(
    game: LoadedGame,
    key: NDArray[np.uint64],
    deals: int,
    seatings: Sequence[Sequence[Seated]],
    *,
    threads: int,
    progress: Progress | None = None,
) -> Deals:
    """Play deals ``0 .. deals - 1``, each in every seating.

    Parameters
    ----------
    game : LoadedGame
    key : uint64 array, shape (2,)
    deals, threads : int
    seatings : sequence of sequences of Seated
        The agent of each seat.
    progress : callable, optional
        ``progress(finished, games)``, called from this thread about ten times a second.

    Returns
    -------
    Deals
        After Ctrl-C only the deals before the first one that some seating has not finished.
    """
    work = _Work(game, key, deals, seatings)
    carried = carry_out(work, min(threads, work.games), progress)
    return Deals(work.results[:, : carried.done], carried.seconds, carried.interrupted)


class _Work:
    """Blocks of deals, the same block in one seating after another, which threads take in turn."""

    def __init__(
        self,
        game: LoadedGame,
        key: NDArray[np.uint64],
        deals: int,
        seatings: Sequence[Sequence[Seated]],
    ) -> None:
        self.game = game
        self.key = key
        self.games = deals * len(seatings)
        self.stop = Stop()
        self.worth_a_look = Event()  # never set: all rows stay in memory, whenever looked at
        self.results = np.zeros((len(seatings), deals), RESULT_DTYPE)
        self._policies = [[agent.policy for agent in seating] for seating in seatings]
        self._played = np.zeros((deals, len(seatings)), bool)
        self._finished = 0
        self._done = 0
        self._start = perf_counter()
        self._tasks = self._blocks()
        self._lock = Lock()

    def run(self) -> None:
        """Play blocks until none is left or the work is stopped."""
        while not self.stop.is_set:
            with self._lock:
                task = next(self._tasks, None)
            if task is None:
                return
            finished = self._play(*task)
            with self._lock:
                self._finished += finished

    def finished(self) -> int:
        """Return how many games are finished, in any order."""
        return self._finished

    def add_up(self) -> int:
        """Return how many deals are finished before the first that is not."""
        while self._done < len(self._played):
            ahead = self._played[self._done : self._done + BLOCK].all(1)
            self._done += int(ahead.cumprod().sum())
            if not ahead.all():
                break
        return self._done

    def _blocks(self) -> Iterator[tuple[int, slice]]:
        """Yield what to play: seating and deals, all seatings of a block in turn."""
        start, deals = 0, len(self._played)
        while start < deals:
            block = slice(start, min(start + self._size(), deals))
            for seating in range(len(self._policies)):
                yield seating, block
            start = block.stop

    def _size(self) -> int:
        """Return how many games take about ``BLOCK_SECONDS``, by the pace so far."""
        pace = self._finished / (perf_counter() - self._start)
        return max(1, min(BLOCK, int(pace * BLOCK_SECONDS)))

    def _play(self, seating: int, block: slice) -> int:
        size = block.stop - block.start
        finished = play(
            self.game.game.rules,
            self.game.table_bytes,
            self.game.players,
            self.key,
            block.start,
            self.results[seating, block],
            np.zeros((size, self.game.game.columns.itemsize), np.uint8),
            self.stop,
            self._policies[seating],
        )
        self._played[block.start : block.start + finished, seating] = True
        return finished
