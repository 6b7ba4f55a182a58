"""The rules of one game: the values of its component file with somebody's changes on top."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from undertow.errors import InputError, InputTypeError, shown, unknown

if TYPE_CHECKING:
    from undertow.game import Game
    from undertow.rules.components import Component


@dataclass(frozen=True)
class Rules:
    """The values that one game is played with.

    Attributes
    ----------
    values : Mapping
        The value of every key for the number of players at the table.
    changed : Mapping
        Those that differ from the component file.
    """

    values: Mapping[str, object]
    changed: Mapping[str, object]


def defaults(
    components: Mapping[str, Component], seats: range, players: int
) -> Mapping[str, object]:
    """Return the values of a component file for one of the player counts ``seats``, by key."""
    return MappingProxyType(
        {
            key: component.accept(key, component.value, seats, players)
            for key, component in components.items()
        }
    )


def merge(game: Game, players: int, changes: Mapping[str, object]) -> Rules:
    """Return the component file's values with ``changes`` on top, for ``players`` players.

    Parameters
    ----------
    game : Game
        The game, with its component file.
    players : int
        The player count whose values are taken.
    changes : Mapping
        Values by key; a key that depends on the player count takes one value,
        which stands for any count, or one for each.

    Raises
    ------
    InputTypeError, InputValueError
        A key does not exist or a value is not allowed.
    """
    if not isinstance(changes, Mapping):
        raise InputTypeError(f"rules must be a mapping of keys to values, not {shown(changes)}")
    for key in changes:
        if not isinstance(key, str):
            raise InputTypeError(f"a rule is named by a string, not {shown(key)}")
        if key not in game.components:
            with _about(key):
                raise unknown("rule", key, game.components, game.name)
    values = dict(game.defaults(players))
    changed: dict[str, object] = {}
    for key, component in game.components.items():
        if key in changes:
            default = values[key]
            with _about(key):
                values[key] = component.accept(key, changes[key], game.seats, players)
            if values[key] != default:
                changed[key] = values[key]
    return Rules(MappingProxyType(values), MappingProxyType(changed))


@contextmanager
def _about(key: str) -> Iterator[None]:
    """Let an error remember the rule it is about; the command line names the rule's file."""
    try:
        yield
    except InputError as error:
        error.rules = (key,)
        raise
