"""Where an agent first failed in a batch, found by playing that game again."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import undertow
from undertow.errors import USERS
from undertow.game import LoadedGame
from undertow.inference.statistics import Totals
from undertow.players.agents import Seated
from undertow_kernels.core.agents import Compiled
from undertow_kernels.core.playout import Match

HERE = str(Path(undertow.__file__).parent)
DEEPEST = 6  # frames of the user's own code that a report repeats


class Fault(NamedTuple):
    """An agent's failure.

    Attributes
    ----------
    game : int
        Its number within the run.
    seat : int
        From 1.
    agent, error : str
        The agent's text, and its error in one line.
    trace : str
        The traceback, without undertow's own frames.
    """

    game: int
    seat: int
    agent: str
    error: str
    trace: str


def first_fault(
    game: LoadedGame,
    seed: int | np.random.SeedSequence,
    agents: Sequence[Seated],
    totals: Totals,
) -> Fault | None:
    """Return the fault of the first game of a batch that has one."""
    if totals.fault is None:
        return None
    return fault_of(game, seed, agents, totals.fault)


def fault_of(
    game: LoadedGame,
    seed: int | np.random.SeedSequence,
    agents: Sequence[Seated],
    result: np.void,
) -> Fault:
    """Return the fault of a game that ended in one; ``result`` is its RESULT_DTYPE record."""
    index, seat = int(result["index"]), int(result["broken"]) - 1
    error = _raised(game, seed, agents, index, int(result["decisions"]))
    return Fault(index, seat + 1, agents[seat].text, told(error), _trace(error))


def _raised(
    game: LoadedGame,
    seed: int | np.random.SeedSequence,
    agents: Sequence[Seated],
    index: int,
    decisions: int,
) -> BaseException | None:
    """Return what an agent raises at its decision; None if it does not fail again."""
    match = game.match(seed, index, agents)
    try:
        while match.decisions < decisions:
            match.apply(match.legal()[match.choose()])
        _decide(match, agents[match.actor], game)
    except USERS as error:
        return error
    return None


def _decide(match: Match, agent: Seated, game: LoadedGame) -> None:
    """Let an agent decide as Python, which says what is wrong."""
    if not isinstance(agent.policy, Compiled):
        match.choose()
        return
    legal = _Named(match.legal().view(game.game.move).reshape(-1))
    view = _Named(match.view(match.actor).view(game.game.state)[0])
    source = agent.policy.keeper[0].function
    match.ask_source(lambda rng: source(view, legal, rng))


class _Named:
    """Records as a compiled agent sees them: fields by attribute, whatever their names."""

    def __init__(self, records: Any) -> None:
        self._records = records

    def __getattr__(self, name: str) -> object:
        return self._records[name]

    def __getitem__(self, place: int) -> object:
        found = self._records[place]
        return _Named(found) if isinstance(found, np.void) else found

    def __len__(self) -> int:
        return len(self._records)


def as_attributes(record: np.void) -> Any:
    """Return a record as compiled code has it: its fields are attributes."""
    return _Named(record)


def told(error: BaseException | None) -> str:
    """Return what a user's code raised, in one line."""
    if error is None:
        return "it failed, but not when the game was played again"
    return f"{type(error).__name__}: {error}".splitlines()[0]


def _trace(error: BaseException | None) -> str:
    """Return a traceback from the user's first frame on."""
    if error is None or error.__traceback__ is None:
        return told(error)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith((HERE, "kernels"))]
    lines = traceback.format_list(own[-DEEPEST:])
    return "".join([*lines, *traceback.format_exception_only(error)]).rstrip()
