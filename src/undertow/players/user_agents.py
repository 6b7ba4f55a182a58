"""Agents that users write in Python: classes with ``act(view, legal, rng)``, from a file or not."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undertow.errors import USERS, InputTypeError, InputValueError, unknown
from undertow_kernels.core.agents import Agent as Policy
from undertow_kernels.core.agents import Served
from undertow_kernels.core.rng import Purpose, Streams

if TYPE_CHECKING:
    from undertow.game import LoadedGame

ACT = ("view", "legal", "rng")
Act = Callable[[np.void, NDArray[np.void], np.random.Generator], int]


@dataclass(frozen=True)
class PythonAgent:
    """A class of agents with its parameters: one object is made for each seat of each game.

    Attributes
    ----------
    make : callable
        Makes an object that has ``act(view, legal, rng)``, which returns an index into ``legal``;
        it may have ``reset(seat, players, rules)``, called first, in which seats count from 1.
    parameters : Mapping
        What its constructor is given.
    """

    make: Callable[..., Any]
    parameters: Mapping[str, object]

    def policy(self, game: LoadedGame) -> Policy:
        """Return the kernel's agent."""
        return Served(lambda key, index, seat: self._begin(game, key, index, seat))

    def _begin(
        self, game: LoadedGame, key: tuple[int, int], index: int, seat: int
    ) -> Callable[[NDArray[np.uint8], NDArray[np.uint8], int, int], object]:
        agent = self.make(**self.parameters)
        if hasattr(agent, "reset"):
            agent.reset(seat=seat + 1, players=game.players, rules=dict(game.rules.values))
        bits = np.random.Philox(key=np.array(key, np.uint64))
        generator = np.random.Generator(bits)

        def act(
            view: NDArray[np.uint8], moves: NDArray[np.uint8], round_: int, number: int
        ) -> object:
            point_at(bits, index, round_, seat, number)
            return agent.act(
                view.view(game.game.state)[0], moves.view(game.game.move).reshape(-1), generator
            )

        return act


def point_at(bits: np.random.Philox, index: int, round_: int, seat: int, number: int) -> None:
    """Let a generator start where the words of one decision of one seat begin."""
    address = Streams.STREAM_VERSION | Purpose.AGENT << 8 | seat << 16 | (number + 1) << 32
    state = bits.state
    state["state"]["counter"] = np.array([0, address, round_, index], np.uint64)
    state["buffer_pos"] = len(state["buffer"])
    state["has_uint32"] = state["uinteger"] = 0
    bits.state = state


def checked(make: object, parameters: Mapping[str, object], name: str) -> PythonAgent:
    """Return an agent of a class, or of an object to be copied, once it is known to fit.

    Raises
    ------
    InputTypeError
        It has no ``act(view, legal, rng)``.
    InputValueError
        Its constructor takes other parameters.
    """
    act = getattr(make, "act", None)
    if not callable(act):
        raise InputTypeError(f"{name} must be a class with act(view, legal, rng)")
    own = (None,) if inspect.isclass(make) else ()
    try:
        inspect.signature(act).bind(*own, *ACT)
    except TypeError:
        found = inspect.signature(act)
        raise InputTypeError(
            f"{name}: act must take (self, view, legal, rng), not {found}"
        ) from None
    if not inspect.isclass(make):
        return PythonAgent(lambda: deepcopy(make), {})
    try:
        inspect.signature(make).bind(**parameters)
    except TypeError as error:
        raise InputValueError(f"{name}{inspect.signature(make)}: {error}") from None
    return PythonAgent(make, parameters)


def read_source(path: str) -> bytes:
    """Return what is in a Python file.

    Raises
    ------
    InputValueError
        There is no such file.
    """
    if not Path(path).is_file():
        raise InputValueError(f"agent file {path!r} does not exist")
    return Path(path).read_bytes()


def run_source(path: str, source: bytes) -> ModuleType:
    """Return the source of a Python file as a module; it is run, wherever the file is.

    Raises
    ------
    InputValueError
        Running it fails; the message is one line that names the file.
    """
    module_name = f"undertow_agents_{Path(path).stem}"
    module = ModuleType(module_name)
    module.__file__ = path
    sys.modules[module_name] = module  # dataclasses and pickling look it up
    try:
        with redirect_stdout(sys.stderr):  # standard output is for results alone
            exec(compile(source, path, "exec"), vars(module))
    except SyntaxError as error:
        raise InputValueError(f"agent file {path!r}, line {error.lineno}: {error.msg}") from None
    except USERS as error:
        raise InputValueError(
            f"agent file {path!r} fails when run: {type(error).__name__}: {error}"
        ) from None
    return module


def named_in(module: ModuleType, name: str) -> object:
    """Return what a user's module calls ``name``.

    Raises
    ------
    InputValueError
        There is no such name; the message tells the agents that there are.
    """
    if not hasattr(module, name):
        there = [own for own, value in vars(module).items() if _is_agent(value)]
        raise unknown("agent", name, there, place=f"file {module.__file__}")
    found: object = getattr(module, name)
    return found


def _is_agent(value: object) -> bool:
    """Return whether a value is a class of agents or a compiled agent."""
    return hasattr(value, "act") or hasattr(value, "policy")
