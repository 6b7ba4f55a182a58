"""Threads that carry out work together while the main one watches, reports and hears Ctrl-C."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event
from time import perf_counter
from typing import NamedTuple, Protocol

from undertow.errors import NoThreadError
from undertow.playing.interrupts import kept_interrupts
from undertow_kernels.core.playout import Stop

MAX_THREADS = 1024
PER_PROCESSOR = 4  # threads that are started at most: more gain nothing, and each takes memory
WATCH = 0.1  # seconds between two calls of progress

Progress = Callable[[int, int], None]


def shifted(progress: Progress | None, before: int, games: int) -> Progress | None:
    """Return a callback for games that follow others, which reports all of them."""
    if progress is None:
        return None
    return lambda finished, _: progress(before + finished, games)


def available_threads() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MAX_THREADS)
    return min(os.cpu_count() or 1, MAX_THREADS)


class Work(Protocol):
    """Games that threads play together; ``run`` plays until none is left or ``stop`` is set.

    Attributes
    ----------
    stop : Stop
    worth_a_look : threading.Event
        Set by a thread where ``add_up`` should not wait for the next regular look.
    games : int
    """

    stop: Stop
    worth_a_look: Event
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
        threads: list[Future[None]] = []
        try:
            _begin(threads, work, min(workers, PER_PROCESSOR * available_threads()))
            _watch(threads, work, progress)
        finally:
            work.stop.set()
            if not all(thread.done() for thread in threads):
                wait(threads)
        seconds = perf_counter() - start
        return Carried(work.add_up(), seconds, interrupts.came)


class _Threads:
    """Threads that are kept: to start one takes longer than a small batch.

    There is one for each of all batches that are played at a time, so that none waits for another.
    A forked process has none of them and begins anew.
    """

    def __init__(self) -> None:
        self.renew()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.renew)

    def renew(self) -> None:
        """Forget all threads."""
        self._pool = ThreadPoolExecutor(sys.maxsize, "undertow")

    def run(self, what: Callable[[], None]) -> Future[None]:
        """Run something in a thread that is idle, or in one more; RuntimeError if none starts.

        The pool would keep what it could not start: it is then left to the threads that it has.
        """
        try:
            return self._pool.submit(what)
        except BaseException:  # what another signal's handler raises leaves a lock behind
            self.renew()
            raise


THREADS = _Threads()


def _begin(begun: list[Future[None]], work: Work, workers: int) -> None:
    """Start the threads, as many as the system lets."""
    for _ in range(workers):
        try:
            begun.append(THREADS.run(work.run))
        except RuntimeError:  # "can't start new thread"
            if not begun:
                raise NoThreadError(
                    "no thread can be started: memory or the limit of processes is used up"
                ) from None
            break


def _watch(futures: list[Future[None]], work: Work, progress: Progress | None) -> None:
    """Wait for the threads, add up and report; an error in one is raised."""
    for future in futures:
        future.add_done_callback(lambda _: work.worth_a_look.set())
    over = False
    while not over:
        work.worth_a_look.wait(WATCH)
        work.worth_a_look.clear()
        over = all(future.done() for future in futures)
        for future in futures:
            if future.done():
                future.result()
        work.add_up()
        if progress is not None:
            progress(work.finished(), work.games)
