"""Play a batch through any ``concurrent.futures.Executor``: threads, processes, a cluster.

Tasks are short, so that Ctrl-C need not wait for them; they run ahead of the sink by a window only.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from time import perf_counter
from typing import NamedTuple

from undertow.errors import InputTypeError, InputValueError, WorkerError, shown
from undertow.inference.statistics import Totals
from undertow.players.agents import sources_of
from undertow.playing.batch import Played, Sink
from undertow.playing.interrupts import kept_interrupts
from undertow.playing.tasks import (
    Reply,
    Table,
    TaskError,
    here,
    no_longer,
    play_task,
    reply_of,
    task_of,
)
from undertow.playing.threads import WATCH, Progress, available_threads
from undertow.rows.metrics import Failures
from undertow.rows.provenance import Provenance
from undertow_kernels.core.playout import Stop

SECONDS = 0.15  # that a task takes: many times what it costs to send, and Ctrl-C waits for it
FIRST = 8  # games of the first tasks, which show how long a game takes
FASTER = 8  # a task has at most so many times the games of those before
MOST = 65_536  # games of a task
AHEAD = 3  # tasks for each worker, so that none waits for the next
TRIES = 4  # of a task whose worker died
LAST = 0.2  # seconds that games in this process have to end in after Ctrl-C


class _Sent(NamedTuple):
    """A task that is being played."""

    first: int
    games: int
    tries: int
    future: Future[bytes]


class Farm:
    """An executor and the games that its workers play.

    Parameters
    ----------
    executor : concurrent.futures.Executor
    table : Table
    specification : Provenance
        Of the same games.
    block : int, optional
        Games of a task; by default as many as take a short time.

    Raises
    ------
    InputTypeError
        It is no executor.
    InputValueError
        An agent is an object, which does not travel to other processes.

    Attributes
    ----------
    workers : int
        How many tasks are played at a time.
    """

    def __init__(
        self,
        executor: Executor,
        table: Table,
        specification: Provenance,
        *,
        block: int | None = None,
    ) -> None:
        if not isinstance(executor, Executor):
            raise InputTypeError(
                f"executor must be a concurrent.futures.Executor, not {shown(executor)}"
            )
        if not isinstance(executor, ThreadPoolExecutor):
            _check_travel(table)
        self._executor = executor
        self._table = table
        self._name = secrets.token_hex(16)
        self._task = task_of(specification, sources_of(_texts(table)), self._name)
        self.workers = workers_of(executor)
        self._block = block
        self._size = FIRST if block is None else block

    def play(
        self,
        sink: Sink,
        games: int,
        *,
        first: int,
        totals: Totals,
        progress: Progress | None = None,
    ) -> Played:
        """Play games from ``first`` on and hand their rows to a sink, in game order.

        Returns
        -------
        Played
            After Ctrl-C only the games before the first unfinished one.

        Raises
        ------
        WorkerError
            A worker cannot play them, or workers die again and again.
        """
        start, stop = perf_counter(), Stop()
        batch = _Batch(self, sink, range(first, first + games), totals)
        with kept_interrupts() as interrupts, interrupts.stopping(stop.set), self._here(stop):
            try:
                while not stop.is_set and batch.left:
                    try:
                        batch.go_on(WATCH)
                    except (KeyboardInterrupt, WorkerError):
                        if not stop.is_set:  # else the workers heard of Ctrl-C as well
                            raise
                    if progress is not None:
                        progress(batch.finished, games)
                if stop.is_set:
                    batch.end(LAST)
            finally:
                stop.set()
                batch.cancel()
            return Played(totals, Failures(0), perf_counter() - start, interrupts.came)

    def send(self, first: int, most: int, tries: int) -> _Sent:
        """Send the next task."""
        games = min(self._size, most)
        return self._sent(first, games, tries)

    def send_again(self, task: _Sent) -> _Sent:
        """Send a task again whose worker died."""
        return self._sent(task.first, task.games, task.tries + 1)

    def reply(self, task: _Sent) -> Reply | None:
        """Return a task's rows; None if its worker died and it may be tried again."""
        try:
            found = reply_of(task.future.result(), self._table.loaded.game.columns)
        except TaskError as error:
            raise WorkerError(f"a worker cannot play: {error}") from None
        except MemoryError:
            raise
        except Exception as error:
            if not _died(error):
                raise WorkerError(f"a worker failed: {_told(error)}") from error
            if task.tries < TRIES:
                return None
            raise WorkerError(
                f"workers died at games {task.first} to {task.first + task.games - 1}, "
                f"tried {TRIES} times: {_told(error)}"
            ) from None
        self._learn(found)
        return found

    @property
    def ahead(self) -> int:
        """How many tasks are sent before the first of them is answered."""
        return AHEAD * self.workers

    def _sent(self, first: int, games: int, tries: int) -> _Sent:
        try:
            future = self._executor.submit(play_task, self._task, first, games)
        except RuntimeError as error:  # shut down, or its processes died
            raise WorkerError(f"the executor takes no task: {error}") from None
        return _Sent(first, games, tries, future)

    def _learn(self, found: Reply) -> None:
        """Let tasks take the time that they should."""
        if self._block is None and len(found.results):
            fits = int(SECONDS * len(found.results) / max(found.seconds, 1e-6))
            self._size = max(1, min(fits, FASTER * self._size, MOST))

    @contextmanager
    def _here(self, stop: Stop) -> Iterator[None]:
        here(self._name, self._table, stop)
        try:
            yield
        finally:
            no_longer(self._name)


class _Batch:
    """The tasks of one batch, in game order, and their way to the sink."""

    def __init__(self, farm: Farm, sink: Sink, games: range, totals: Totals) -> None:
        self._farm = farm
        self._sink = sink
        self._next, self._stop = games.start, games.stop
        self._totals = totals
        self._tasks: deque[_Sent] = deque()
        self._replies: dict[int, Reply] = {}  # by first game, of tasks that wait for earlier ones
        self.finished = 0

    @property
    def left(self) -> bool:
        """Whether there are games that the sink does not have yet."""
        return bool(self._tasks) or self._next < self._stop

    def go_on(self, seconds: float) -> None:
        """Send what may be sent, wait so long for an answer, and take those that came."""
        while self._next < self._stop and len(self._tasks) < self._farm.ahead:
            task = self._farm.send(self._next, self._stop - self._next, tries=1)
            self._tasks.append(task)
            self._next += task.games
        played = [task.future for task in self._tasks if task.first not in self._replies]
        wait(played, seconds, FIRST_COMPLETED)
        for place, task in enumerate(self._tasks):
            if task.first not in self._replies and task.future.done():
                self._take(place, task)
        while self._tasks and self._tasks[0].first in self._replies:
            if not self._hand_over():
                raise WorkerError("a worker ended a task early")

    def end(self, seconds: float) -> None:
        """Hand over what is finished soon; nothing more is sent."""
        self.cancel()
        wait([task.future for task in self._tasks if not task.future.cancelled()], seconds)
        whole = True
        while self._tasks and whole:
            task = self._tasks[0]
            if task.first not in self._replies:
                if task.future.cancelled() or not task.future.done() or task.future.exception():
                    return
                self._take(0, task)
            whole = self._hand_over()

    def cancel(self) -> None:
        """Take back the tasks that no worker plays yet."""
        for task in self._tasks:
            task.future.cancel()

    def _take(self, place: int, task: _Sent) -> None:
        found = self._farm.reply(task)
        if found is None:
            self._tasks[place] = self._farm.send_again(task)
            return
        self._replies[task.first] = found
        self.finished += len(found.results)

    def _hand_over(self) -> bool:
        """Give the sink the first task's games; return whether these are all of it."""
        task = self._tasks.popleft()
        found = self._replies.pop(task.first)
        self._totals.add(found.results)
        self._sink.add(found.results, found.columns)
        return len(found.results) == task.games


def workers_of(executor: Executor) -> int:
    """Return how many tasks an executor plays at a time, as far as it says."""
    client = getattr(executor, "_client", None)  # of Dask
    known = sum(client.ncores().values()) if client else getattr(executor, "_max_workers", None)
    return known if isinstance(known, int) and known > 0 else available_threads()


def _check_travel(table: Table) -> None:
    for agent in table.seated:
        if not agent.by_text:
            raise InputValueError(
                f"agent {agent.text} is an object, which does not travel to other processes; "
                "name it as text, 'file.py:Name'"
            )


def _texts(table: Table) -> list[str]:
    return [agent.text for agent in table.seated if agent.by_text]


def _died(error: Exception) -> bool:
    """Return whether an error says that a worker or the way to it was lost."""
    return isinstance(error, OSError | CancelledError) or type(error).__name__ == "KilledWorker"


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]
