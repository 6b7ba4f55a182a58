"""One folder per game; the folder's name is the game's name.

``names()`` lists the games that are installed, ``find(name)`` returns one.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, cast

from undertow.errors import InputTypeError, shown, unknown

if TYPE_CHECKING:
    from undertow.game import Game


@cache
def names() -> tuple[str, ...]:
    """Return the names of the games, in alphabetical order."""
    return tuple(sorted(m.name for m in iter_modules(__path__) if m.ispkg))


def find(name: str) -> Game:
    """Return the game called ``name``.

    Raises
    ------
    InputTypeError
        ``name`` is not a string.
    InputValueError
        There is no such game; the message names the nearest.
    """
    if not isinstance(name, str):
        raise InputTypeError(f"a game is named by a string, not {shown(name)}")
    if name not in names():
        raise unknown("game", name, names())
    return cast("Game", import_module(f"{__name__}.{name}").GAME)
