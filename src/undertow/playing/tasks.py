"""A stretch of games as a task for another thread, process or machine.

What travels is text and numbers: the specification as JSON, the first game and how many; and back,
the rows as bytes. No object of ours is pickled.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from functools import lru_cache
from threading import Lock
from time import perf_counter
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from undertow.errors import InputError, ResultFileError
from undertow.game import LoadedGame, load
from undertow.players.agents import Seated, seat_agents
from undertow.rows.provenance import Provenance, read_provenance
from undertow.seeds import key_of
from undertow_kernels.core.game import RESULT_DTYPE
from undertow_kernels.core.playout import Stop, play

_HEAD = struct.Struct("<qd")  # games, or -1 where words follow that say what is wrong; seconds


class Table(NamedTuple):
    """A game with its rules, seed and agents, about to be played."""

    loaded: LoadedGame
    key: NDArray[np.uint64]
    seated: Sequence[Seated]


class Reply(NamedTuple):
    """The rows of a task's games, all of them unless it was stopped, and how long they took."""

    results: NDArray[np.void]
    columns: NDArray[np.void]
    seconds: float


class TaskError(Exception):
    """What a worker could not do, in words."""


class _Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played: where games come from, the agents' files, and a name for it."""

    specification: msgspec.Raw
    sources: dict[str, bytes]
    name: str


_HERE: dict[str, tuple[Table, Stop]] = {}  # tasks that are asked for in this process
_MAKING = Lock()  # users' files are run, and their agents compiled, once


def task_of(specification: Provenance, sources: Mapping[str, bytes], name: str) -> bytes:
    """Return a task's specification as JSON; ``name`` is unlike any other's."""
    raw = msgspec.Raw(specification.to_json())
    return msgspec.json.encode(_Task(raw, dict(sources), name))


def here(name: str, table: Table, stop: Stop) -> None:
    """Let tasks of this name that come back to this process use its agents and stop with it."""
    _HERE[name] = table, stop


def no_longer(name: str) -> None:
    """Forget a task's name."""
    _HERE.pop(name, None)


def play_task(task: bytes, first: int, games: int) -> bytes:
    """Play games ``first .. first + games - 1`` as a worker; return them as bytes for ``reply_of``.

    Parameters
    ----------
    task : bytes
        What ``task_of`` returned.
    first, games : int
    """
    began = perf_counter()
    try:
        table, stop = _table_of(task)
    except (InputError, ResultFileError, msgspec.MsgspecError) as error:
        return _HEAD.pack(-1, 0.0) + str(error).encode()
    game = table.loaded.game
    results, columns = np.zeros(games, RESULT_DTYPE), np.zeros(games, game.columns)
    done = play(
        game.rules,
        table.loaded.table_bytes,
        table.loaded.players,
        table.key,
        first,
        results,
        columns.view(np.uint8).reshape(games, -1),
        stop,
        [agent.policy for agent in table.seated],
    )
    head = _HEAD.pack(done, perf_counter() - began)
    return head + results[:done].tobytes() + columns[:done].tobytes()


def reply_of(data: bytes, columns: np.dtype[np.void]) -> Reply:
    """Return the rows in what ``play_task`` returned.

    Raises
    ------
    TaskError
        The worker could not play them, or what came is no such answer.
    """
    if len(data) < _HEAD.size:
        raise TaskError("its answer is cut short")
    games, seconds = _HEAD.unpack_from(data)
    if games < 0:
        raise TaskError(data[_HEAD.size :].decode(errors="replace"))
    split = _HEAD.size + games * RESULT_DTYPE.itemsize
    if len(data) != split + games * columns.itemsize:
        raise TaskError("its rows are not of the size of ours: was it built otherwise?")
    results = np.frombuffer(data, RESULT_DTYPE, games, _HEAD.size)
    return Reply(results, np.frombuffer(data, columns, games, split), seconds)


def _table_of(task: bytes) -> tuple[Table, Stop]:
    with _MAKING:
        found = _read(task)
        if found.name in _HERE:
            return _HERE[found.name]
        return _made(task), Stop()


@lru_cache(maxsize=8)
def _read(task: bytes) -> _Task:
    return msgspec.json.decode(task, type=_Task)


@lru_cache(maxsize=8)
def _made(task: bytes) -> Table:
    """Make what is played out of its specification.

    Raises
    ------
    ResultFileError
        Another version of undertow asks.
    InputValueError, InputTypeError
        A rule or agent is not here.
    """
    found = _read(task)
    said = read_provenance(bytes(found.specification), "the task")
    loaded = load(said.game, players=said.players, rules=said.rules)
    seated = seat_agents(list(said.agents), loaded, found.sources)
    return Table(loaded, key_of(said.seed_given), seated)
