"""What a game is, seen from Python, and a game loaded with its rules, move by move."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, NoReturn, Protocol

import numpy as np
from numpy.typing import NDArray

from undertow import games
from undertow.boards import Board
from undertow.errors import InputTypeError, InputValueError, shown, whole
from undertow.players.agents import Seated
from undertow.players.built_in import Heuristics
from undertow.rules.components import Component, read_components
from undertow.rules.values import Rules, defaults, merge
from undertow.seeds import Seed, key_of, seed_or_drawn
from undertow.wording import counted
from undertow_kernels.core.game import seat_range
from undertow_kernels.core.playout import Match

MAX_GAMES = 100_000_000  # games in one run: some 20 GB of results


class Words(Protocol):
    """How a game speaks: its ``words`` module."""

    def describe(self, move: np.void, rules: Mapping[str, object], /) -> str:
        """Return one move as a phrase."""

    def event(
        self, before: np.void, move: np.void, after: np.void, rules: Mapping[str, object], /
    ) -> list[str]:
        """Return what a single move brought about, one phrase each, in the order of happening."""


class Standing(NamedTuple):
    """What decides beside points who wins: a phrase for each seat, and how they decide."""

    seats: list[str]
    rule: str


@dataclass(frozen=True)
class Game:
    """A game: its record types, its rules (a C address) and its words.

    Attributes
    ----------
    name, title : str
        Folder name under ``undertow.games``, and the name on the box.
    rules : int
        Address of the kernel's ``Game`` struct.
    state, tables, move, columns : numpy.dtype
        Record types read off the C structs.
    endings : tuple of str
        Names of the game's own endings, in the order of their numbers.
    build : callable
        ``(values, players)`` to the tables record, shape (1,). ``values`` has every key of the
        component file with its value for this number of players. ValueError if values that are
        each allowed do not fit together; the message names them.
    words : module
        ``describe`` and ``event``.
    about, variants : str
        One line each.
    agents : Heuristics
        Features, styles and kinds of decision; None where the game rates no moves.
    too_few : str
        Why fewer players than ``seats`` are refused, where the box names them; may be empty.
    standing : callable, optional
        ``(state, values)`` to the Standing of a finished game, where more than points decides.
    board : Board, optional
        The spaces whose use is counted.
    """

    name: str
    title: str
    rules: int
    state: np.dtype[np.void]
    tables: np.dtype[np.void]
    move: np.dtype[np.void]
    columns: np.dtype[np.void]
    endings: tuple[str, ...]
    build: Callable[[Mapping[str, object], int], NDArray[np.void]]
    words: Words
    about: str
    variants: str
    agents: Heuristics | None = None
    too_few: str = ""
    standing: Callable[[np.void, Mapping[str, Any]], Standing] | None = None
    board: Board | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return games.find, (self.name,)  # its words are a module, its rules an address

    @property
    def seats(self) -> range:
        """The player counts."""
        low, high = seat_range(self.rules)
        return range(low, high + 1)

    @cached_property
    def components(self) -> Mapping[str, Component]:
        """The component file, by key."""
        return read_components(f"undertow.games.{self.name}", self.seats)

    def defaults(self, players: int) -> Mapping[str, object]:
        """Return the component file's values for ``players`` players, by key."""
        if players not in self._defaults:
            self._defaults[players] = defaults(self.components, self.seats, players)
        return self._defaults[players]

    @cached_property
    def _defaults(self) -> dict[int, Mapping[str, object]]:
        return {}

    @cached_property
    def unchanged(self) -> dict[int, tuple[Rules, NDArray[np.void]]]:
        """By players: the rules as they come in the box, and their tables, once they were built.

        To build them takes longer than to play a hundred games.
        """
        return {}


class Position:
    """One position of a game in play; see ``LoadedGame``."""

    __slots__ = ("_loaded", "_match")

    def __init__(self, match: Match, loaded: LoadedGame) -> None:
        self._match = match
        self._loaded = loaded

    @property
    def state(self) -> np.void:
        """The packed record, read-only; it follows the position, its ``copy()`` stays."""
        # Not for writing: the kernel trusts its states, and a strange one ends the process.
        seen = self._match.state.view(self._loaded.game.state)
        seen.flags.writeable = False
        record: np.void = seen[0]
        return record

    @property
    def actor(self) -> int | None:
        """The seat that decides, counted from 1; None when the game is over."""
        return self._match.actor + 1 if self._match.actor >= 0 else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._match.actor < 0

    @property
    def index(self) -> int:
        """The game's number within its seed, from 0."""
        return self._match.index

    def copy(self) -> Position:
        """Return an independent position with the same draws ahead."""
        return Position(self._match.copy(), self._loaded)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> NoReturn:
        raise InputTypeError(
            "a position cannot be pickled; keep its seed, index and moves, and play them again"
        )

    def __repr__(self) -> str:
        who = "over" if self.over else f"seat {self.actor} decides"
        return f"<position: game {self.index}, round {self._match.round}, {who}>"


class LoadedGame:
    """A game with a number of players and rules, to be played move by move.

    Attributes
    ----------
    game : Game
    players : int
    rules : Rules
        The values it is played with.
    tables : TABLES_DTYPE array, shape (1,)
        The same as the kernel's record, read-only.

    Notes
    -----
    A forced move, one without an alternative, is played at once and never shown.
    Seats count from 1 in arguments, from 0 in records.
    """

    def __init__(self, game: Game, players: int, rules: Mapping[str, object]) -> None:
        self.game = game
        self.players = self._count(players)
        self.rules: Rules
        self.tables: NDArray[np.void]
        if rules == {} and self.players in game.unchanged:
            self.rules, self.tables = game.unchanged[self.players]
            return
        self.rules = merge(game, self.players, rules)
        self.tables = self._built()
        if rules == {}:
            game.unchanged[self.players] = self.rules, self.tables

    def _count(self, players: int) -> int:
        seats = self.game.seats
        try:
            return whole("players", players, seats[0], seats[-1])
        except InputValueError as error:
            if not self.game.too_few or players > seats[0]:
                raise
            raise InputValueError(f"{error}: {self.game.too_few}") from None

    def _built(self) -> NDArray[np.void]:
        try:
            tables = self.game.build(self.rules.values, self.players)
        except ValueError as error:
            refused = error
            if not isinstance(refused, InputValueError):
                refused = InputValueError(f"{self.game.name}: {error}")
            named = set(re.findall(r"\w+", str(error)))
            changed = tuple(self.rules.changed)
            refused.rules = tuple(key for key in changed if key in named) or changed
            raise refused from None
        tables.flags.writeable = False
        return tables

    def new(self, *, seed: Seed = None, index: int = 0) -> Position:
        """Return game number ``index`` of ``seed`` at its first decision.

        It is the same game that a batch with this seed plays as its game ``index``.
        """
        return Position(self.match(seed_or_drawn(seed), index), self)

    def match(
        self, seed: int | np.random.SeedSequence, index: int, agents: Sequence[Seated] | None = None
    ) -> Match:
        """Return the kernel's match for game ``index`` of ``seed``; random agents by default."""
        key = key_of(seed_or_drawn(seed))
        index = whole("index", index, 0, MAX_GAMES - 1)
        policies = None if agents is None else [agent.policy for agent in agents]
        return Match(self.game.rules, self.table_bytes, self.players, key, index, policies)

    @property
    def table_bytes(self) -> NDArray[np.uint8]:
        """The tables record as bytes."""
        return self.tables.view(np.uint8)

    def legal(self, position: Position) -> NDArray[np.void]:
        """Return the legal moves, shape (n,), in the game's fixed order; none when over."""
        return self._match(position).legal().view(self.game.move).reshape(-1)

    def apply(self, position: Position, move: np.void | int) -> None:
        """Play a move, given as a record or as its index into ``legal``.

        Parameters
        ----------
        position : Position
            Changed in place; ``position.copy()`` keeps one.
        move : numpy.void or int

        Raises
        ------
        InputValueError
            The game is over, or the move is not legal here.
        InputTypeError
            ``move`` is neither an index nor a move record of this game.
        """
        legal = self.legal(position)
        if not legal.size:
            raise InputValueError("the game is over; no move can be applied")
        if isinstance(move, np.void):
            record = self._own(move)
        else:
            record = legal[whole("move", move, 0, legal.size - 1)]
        try:
            self._match(position).apply(np.frombuffer(record.tobytes(), np.uint8))
        except ValueError:
            raise InputValueError(
                f"illegal move ({_fields(record)}); "
                f"legal(position) lists the {legal.size} allowed here"
            ) from None

    def describe(self, move: np.void) -> str:
        """Return a move in words.

        Raises
        ------
        InputTypeError, InputValueError
            ``move`` is no move record of this game, or its numbers are those of no move.
        """
        try:
            return self.game.words.describe(self._own(move), self.rules.values)
        except (LookupError, ValueError):
            raise InputValueError(
                f"no move of {self.game.name} has the numbers {_fields(move)}; "
                "legal(position) lists moves"
            ) from None

    def scores(self, position: Position) -> tuple[int, ...]:
        """Return the points of each seat as they stand."""
        return tuple(self._match(position).result()["score"][0, : self.players].tolist())

    def view(self, position: Position, *, seat: int) -> np.void:
        """Return the state record as ``seat`` (from 1) may know it, the rest blanked to 0."""
        match = self._match(position)
        seat = whole("seat", seat, 1, self.players)
        record: np.void = match.view(seat - 1).view(self.game.state)[0]
        return record

    def _match(self, position: Position) -> Match:
        """Return the match behind a position once it is known to be of this game and rules."""
        if not isinstance(position, Position):
            raise InputTypeError(
                f"a position of {self.game.name} comes from new(), not {shown(position)}"
            )
        other = position._loaded
        if other is not self:
            self._check_same(other)
        return position._match

    def _check_same(self, other: LoadedGame) -> None:
        """Refuse positions of another game, number of players or rules."""
        if other.game is not self.game:
            differs = f"is of {other.game.name}, not of {self.game.name}"
        elif other.players != self.players:
            differs = f"has {counted(other.players, 'player')}, not {self.players}"
        elif other.tables.tobytes() != self.tables.tobytes():
            differs = f"was made with other rules of {self.game.name}"
        else:
            return
        raise InputValueError(f"the position {differs}; a game takes those from its own new()")

    def _own(self, move: np.void) -> np.void:
        """Return ``move`` once it is known to be a move record of this game."""
        if not isinstance(move, np.void) or move.dtype != self.game.move:
            raise InputTypeError(
                f"a move is an index or a record out of legal(position), not {shown(move)}"
            )
        return move

    def __reduce__(self) -> tuple[object, ...]:
        return LoadedGame, (self.game, self.players, dict(self.rules.changed))

    def __repr__(self) -> str:
        return (
            f"<{self.game.title}, {counted(self.players, 'player')}, "
            f"{counted(len(self.rules.changed), 'rule')} varied>"
        )


def _fields(move: np.void) -> str:
    """Return the fields of a move that are not 0, as ``name=value``."""
    named = ((name, move[name].tolist()) for name in move.dtype.names or ())
    told = (f"{name}={value}" for name, value in named if np.any(value))
    return ", ".join(told) or "all 0"


def load(
    name: str, *, players: int | None = None, rules: Mapping[str, object] | None = None
) -> LoadedGame:
    """Return a game with its rules.

    Parameters
    ----------
    name : str
        A name out of ``undertow.games.names()``.
    players : int, optional
        The game's greatest number by default.
    rules : Mapping, optional
        Values by key for the rules that differ from the component file.

    Raises
    ------
    InputValueError, InputTypeError
        No such game, player count or rule, or a value is not allowed.
    """
    game = games.find(name)
    count = game.seats[-1] if players is None else players
    return LoadedGame(game, count, {} if rules is None else rules)
