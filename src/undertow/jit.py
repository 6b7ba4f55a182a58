"""Agents and metrics that users compile with Numba; the only module that imports it."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import types
from numba.np.numpy_support import carray

from undertow import games
from undertow.errors import InputTypeError, InputValueError
from undertow_kernels.core.agents import DRAW_BELOW, Compiled
from undertow_kernels.core.agents import Agent as Policy
from undertow_kernels.core.metrics import Metric

if TYPE_CHECKING:
    from undertow.game import LoadedGame

_FAULT = -1
_draw_below = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_size_t, ctypes.c_uint32)(DRAW_BELOW)


@numba.njit
def below(rng: int, bound: int) -> int:
    """Return a number from 0 to ``bound - 1`` from the agent's own stream, each equally likely.

    To be called in a compiled agent alone. With the same bounds it draws what the built-in random
    agent draws.
    """
    return int(_draw_below(rng, np.uint32(bound)))


class CompiledAgent:
    """A function that Numba compiles into an agent; see ``compiled_agent``.

    Attributes
    ----------
    game : str
        The game whose views it reads.
    function : callable
        The Python source.
    """

    def __init__(self, game: str, function: Callable[..., int]) -> None:
        self.game = games.find(game).name
        self.function = function
        self._policy: Compiled | None = None

    def policy(self, game: LoadedGame) -> Policy:
        """Return the kernel's agent, compiled when first asked for.

        Raises
        ------
        InputValueError
            It is another game's.
        InputTypeError
            Numba cannot compile the function, or what it returns is no whole number.
        """
        if game.game.name != self.game:
            raise InputValueError(
                f"{self.function.__name__} is an agent of {self.game}, not of {game.game.name}"
            )
        if self._policy is None:
            self._policy = self._compiled(game.game.state, game.game.move)
        return self._policy

    def _compiled(self, state: np.dtype[np.void], move: np.dtype[np.void]) -> Compiled:
        view, legal = numba.from_dtype(state), numba.from_dtype(move)[::1]
        name = self.function.__name__
        inner, result = _compiled(name, self.function, (view, legal, types.uintp))
        if not isinstance(result, types.Integer):
            raise InputTypeError(f"{name} must return an index, a whole number, not {result}")

        def entry(view, moves, options, rng):  # type: ignore[no-untyped-def]
            try:
                return inner(
                    carray(view, (1,), state)[0],
                    carray(moves, (options,), move),
                    rng,
                )
            except Exception:  # Numba accepts only the bare class here
                return _FAULT

        address = types.int32(types.voidptr, types.voidptr, types.int32, types.uintp)
        compiled = numba.cfunc(address)(entry)
        return Compiled(int(compiled.address or 0), (self, compiled))


def compiled_metric(game: LoadedGame, name: str, function: Callable[..., float]) -> Metric:
    """Compile a user's function of the state in which a game ended.

    Parameters
    ----------
    game : LoadedGame
    name : str
        For messages.
    function : callable
        ``f(state)``, compiled by Numba already or not; fields of the state are attributes.

    Raises
    ------
    InputTypeError
        Numba cannot compile the function, or what it returns is no number.
    """
    state = game.game.state
    inner, result = _compiled(
        name, getattr(function, "py_func", function), (numba.from_dtype(state),)
    )
    if not isinstance(result, types.Integer | types.Float | types.Boolean):
        raise InputTypeError(f"{name} must return a number, not {result}")

    def entry(position, out):  # type: ignore[no-untyped-def]
        try:
            carray(out, (1,), np.float64)[0] = inner(carray(position, (1,), state)[0])
        except Exception:  # Numba accepts only the bare class here
            return _FAULT
        return 0

    compiled = numba.cfunc(types.int32(types.voidptr, types.voidptr))(entry)
    return Metric(int(compiled.address or 0), compiled)


def _compiled(
    name: str, function: Callable[..., Any], signature: tuple[Any, ...]
) -> tuple[Any, Any]:
    """Return a function compiled for a signature, and the type of what it returns."""
    inner = numba.njit(boundscheck=True)(function)  # uncached: a cache goes stale
    try:
        inner.compile(signature)
    except Exception as error:  # NumbaError, and KeyError for a field that is not there
        reason = " ".join(str(error).split())[:200]
        raise InputTypeError(f"{name} cannot be compiled by Numba: {reason}") from None
    return inner, inner.nopython_signatures[0].return_type


def compiled_agent(game: str) -> Callable[[Callable[..., int]], CompiledAgent]:
    """Make an agent of a function that Numba compiles: ``@ut.compiled_agent("pond")``.

    Parameters
    ----------
    game : str
        A name out of ``undertow.games.names()``.

    Returns
    -------
    callable
        A decorator for ``act(view, legal, rng)``, which returns an index into ``legal``. ``view``
        is a record with the named fields of the game's state as the seat may know it, ``legal`` an
        array of move records, ``rng`` what ``undertow.jit.below`` draws with. An exception, an
        index out of range included, ends that game with the ending ``agent_fault``.

    Raises
    ------
    InputValueError
        There is no such game.
    """
    games.find(game)
    return lambda function: CompiledAgent(game, function)
