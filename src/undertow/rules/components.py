"""The component file of a game: each rule key with its value, range, evidence and line of text.

A key has one of seven types, each a class below that says what it allows and accepts a value.
Accepted values are plain and unchangeable: bool, int, float, str, or tuples of these. A key that
depends on the number of players holds a tuple with one entry per player count, least first.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any, ClassVar, Literal, cast

import msgspec
import numpy as np

from undertow.errors import InputTypeError, InputValueError, listed, one_of, shown, whole

DEEPEST = 8  # lists within lists that a value may have, brackets in what a user writes
RECONSTRUCTED = ("D", "P")  # tags of values that are derived or proposed, not read in a source


class Component(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule key.

    Attributes
    ----------
    value : object
        Default; with ``per_players`` a list with one entry per player count.
    tag : str
        Evidence: T rulebook text, D derived, F found elsewhere, P proposed, R a reading.
    source, text : str
        Where the value comes from, and what it is.
    tries : list
        Values worth trying in balance runs.
    """

    value: Any
    tag: Literal["T", "D", "F", "P", "R"]
    source: str
    text: str
    tries: list[Any] = msgspec.field(default_factory=list, name="try")
    per_players: bool = False

    is_list: ClassVar[bool] = False

    def allowed(self, entry: int | None = None) -> str:
        """Return what the key allows, in words; ``entry`` is the place of a player count."""
        raise NotImplementedError

    def one(self, name: str, value: object, entry: int | None) -> object:
        """Return one value as the key stores it, or raise InputError."""
        raise NotImplementedError

    def accept(self, name: str, value: object, seats: range, players: int) -> object:
        """Return the value that holds for ``players`` players, as the key stores it.

        Parameters
        ----------
        name : str
            The key, for messages.
        value : object
            One value; or, if the key depends on the player count, one value for each of ``seats``.
        seats : range
            The player counts of the game.
        players : int
            The player count to choose; one of ``seats``.

        Raises
        ------
        InputTypeError, InputValueError
            The value is not allowed; the message starts with ``name``.
        """
        value = plain(value)
        chosen = seats.index(players)
        if not self.per_players:
            return self.one(name, value, None)
        if not self._is_full(value):
            return self.one(name, value, chosen)
        entries = cast("list[object]", value)
        if len(entries) != len(seats):
            raise InputValueError(
                f"{name} takes one value, or a list of {len(seats)} for "
                f"{seats[0]} to {seats[-1]} players; got a list of {len(entries)}"
            )
        accepted = [
            self.one(f"{name} for {count} players", entry, place)
            for place, (count, entry) in enumerate(zip(seats, entries, strict=True))
        ]
        return accepted[chosen]

    def _is_full(self, value: Any) -> bool:
        """Return whether a value has one entry for each player count."""
        if not isinstance(value, list):
            return False
        return not self.is_list or (bool(value) and isinstance(value[0], list))


class Flag(Component, kw_only=True, frozen=True, tag_field="type", tag="flag"):
    """True or false."""

    def allowed(self, entry: int | None = None) -> str:
        """Return what the key allows, in words."""
        return "true or false"

    def one(self, name: str, value: object, entry: int | None) -> object:
        """Return one value as the key stores it, or raise InputError."""
        if not isinstance(value, bool):
            raise InputTypeError(f"{name} must be true or false, not {shown(value)}")
        return value


class Whole(Component, kw_only=True, frozen=True, tag_field="type", tag="whole"):
    """A whole number within a range."""

    low: int
    high: int

    def allowed(self, entry: int | None = None) -> str:
        """Return what the key allows, in words."""
        return f"a whole number from {self.low} to {self.high}"

    def one(self, name: str, value: object, entry: int | None) -> object:
        """Return one value as the key stores it, or raise InputError."""
        return whole(name, value, self.low, self.high)


class Number(Component, kw_only=True, frozen=True, tag_field="type", tag="number"):
    """A real number within a range."""

    low: float
    high: float

    def allowed(self, entry: int | None = None) -> str:
        """Return what the key allows, in words."""
        return f"a number from {self.low:g} to {self.high:g}"

    def one(self, name: str, value: object, entry: int | None) -> object:
        """Return one value as the key stores it, or raise InputError."""
        message = f"{name} must be {self.allowed()}, not {shown(value)}"
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InputTypeError(message)
        if not self.low <= value <= self.high:  # so is nan
            raise InputValueError(message)
        return float(value)


class Choice(Component, kw_only=True, frozen=True, tag_field="type", tag="choice"):
    """One name out of several."""

    names: list[str] = msgspec.field(name="allowed")

    def allowed(self, entry: int | None = None) -> str:
        """Return what the key allows, in words."""
        return f"one of {listed(self.names)}"

    def one(self, name: str, value: object, entry: int | None) -> object:
        """Return one value as the key stores it, or raise InputError."""
        return one_of(name, value, self.names)


class _List(Component, kw_only=True, frozen=True):
    """What lists have: an exact length, bounds of it, or a length for each player count."""

    length: int | None = None
    min_length: int = 0
    max_length: int | None = None
    lengths: list[int] | None = None

    is_list: ClassVar[bool] = True

    def item(self) -> str:
        """Return what an item may be, in words and in the plural."""
        raise NotImplementedError

    def each(self, name: str, item: object) -> object:
        """Return one item as the key stores it, or raise InputError."""
        raise NotImplementedError

    def one(self, name: str, value: object, entry: int | None) -> tuple[object, ...]:
        """Return one value as the key stores it, or raise InputError."""
        return tuple(
            self.each(f"item {place} of {name}", item)
            for place, item in enumerate(self._items(name, value, entry), 1)
        )

    def allowed(self, entry: int | None = None) -> str:
        """Return what the key allows, in words; ``entry`` is the place of a player count."""
        low, high = self._bounds(entry)
        size = f"{low}" if low == high else f"{low} to {high}"
        if entry is None and self.lengths:
            size = " / ".join(map(str, self.lengths))
        return f"a list of {size} {self.item()}"

    def _bounds(self, entry: int | None) -> tuple[int, int]:
        if self.lengths:
            exact = self.lengths if entry is None else [self.lengths[entry]]
            return min(exact), max(exact)
        if self.length is not None:
            return self.length, self.length
        return self.min_length, self.min_length if self.max_length is None else self.max_length

    def _items(self, name: str, value: object, entry: int | None) -> list[object]:
        if not isinstance(value, list):
            raise InputTypeError(f"{name} must be {self.allowed(entry)}, not {shown(value)}")
        low, high = self._bounds(entry)
        if not low <= len(value) <= high:
            raise InputValueError(f"{name} must be {self.allowed(entry)}; it has {len(value)}")
        return value


class Wholes(_List, kw_only=True, frozen=True, tag_field="type", tag="wholes"):
    """A list of whole numbers within a range."""

    low: int
    high: int

    def item(self) -> str:
        """Return what an item may be, in words and in the plural."""
        return f"whole numbers from {self.low} to {self.high}"

    def each(self, name: str, item: object) -> object:
        """Return one item as the key stores it, or raise InputError."""
        return whole(name, item, self.low, self.high)


class Names(_List, kw_only=True, frozen=True, tag_field="type", tag="names"):
    """A list of names, each out of several."""

    names: list[str] = msgspec.field(name="allowed")
    distinct: bool = False

    def item(self) -> str:
        """Return what an item may be, in words and in the plural."""
        return f"{'different ' if self.distinct else ''}names out of: {listed(self.names)}"

    def each(self, name: str, item: object) -> object:
        """Return one item as the key stores it, or raise InputError."""
        return one_of(name, item, self.names)

    def one(self, name: str, value: object, entry: int | None) -> tuple[object, ...]:
        """Return one value as the key stores it, or raise InputError."""
        names = super().one(name, value, entry)
        twice = next((n for n in names if names.count(n) > 1), None)
        if self.distinct and twice is not None:
            raise InputValueError(f"{name} must not repeat a name; {twice!r} stands there twice")
        return names


class Texts(_List, kw_only=True, frozen=True, tag_field="type", tag="texts"):
    """A list of short texts; what they may say is checked where the game reads them."""

    longest: int

    def item(self) -> str:
        """Return what an item may be, in words and in the plural."""
        return f"texts of 1 to {self.longest} printable characters"

    def each(self, name: str, item: object) -> object:
        """Return one item as the key stores it, or raise InputError."""
        message = f"{name} must be a text of 1 to {self.longest} printable characters"
        if not isinstance(item, str):
            raise InputTypeError(f"{message}, not {shown(item)}")
        if not (1 <= len(item) <= self.longest and item.isprintable() and item.strip()):
            raise InputValueError(f"{message}, not {shown(item)}")
        return item


AnyComponent = Flag | Whole | Number | Choice | Wholes | Names | Texts


def read_components(folder: str, seats: range) -> dict[str, Component]:
    """Read the component file of the package ``folder`` and check every value in it.

    ``seats`` holds the player counts of the game.

    Raises
    ------
    ValueError
        The file does not fit the model, or a value is outside its own range.
    """
    text = resources.files(folder).joinpath("components.toml").read_text(encoding="utf-8")
    try:
        found = msgspec.convert(tomllib.loads(text), dict[str, AnyComponent])
        for name, component in found.items():
            for value in (component.value, *component.tries):
                component.accept(name, value, seats, seats[0])
    except (msgspec.ValidationError, tomllib.TOMLDecodeError, InputTypeError) as error:
        raise ValueError(f"components.toml of {folder}: {error}") from error
    return dict(found)


def plain(value: Any, depth: int = 0) -> Any:
    """Return numpy scalars and arrays, and tuples, as the plain values that TOML has.

    Raises
    ------
    InputValueError
        Lists are nested deeper than any rule's value, or hold themselves.
    """
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    if not isinstance(value, list | tuple):
        return value
    if depth == DEEPEST:
        raise InputValueError(f"lists must not be nested deeper than {DEEPEST}")
    return [plain(item, depth + 1) for item in value]


def reconstructed(components: Mapping[str, Component]) -> list[str]:
    """Return the keys whose values were derived or proposed rather than read in a source."""
    return [name for name, component in components.items() if component.tag in RECONSTRUCTED]
