"""Games played move by move in a readable shape, with chance to order; each game derives its own.

Seats and all numbers of moves count as in the records.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import cache
from typing import ClassVar

import undertow as ut
from undertow.game import LoadedGame, Position


@cache
def _loaded(name: str, players: int, rules: tuple[tuple[str, object], ...]) -> LoadedGame:
    return ut.load(name, players=players, rules=dict(rules))


def load(name: str, players: int, **rules) -> LoadedGame:
    """Return a game with some rules changed."""
    frozen = {k: tuple(v) if isinstance(v, list) else v for k, v in rules.items()}
    return _loaded(name, players, tuple(sorted(frozen.items())))


class Play:
    """A position with the moves in a readable shape."""

    kind: ClassVar[type[IntEnum]]  # of the game's moves
    fields: ClassVar[Mapping[int, tuple[str, ...]]]  # those that a move of a kind uses, if any

    def __init__(self, game: LoadedGame, position: Position) -> None:
        self.game = game
        self.position = position

    @property
    def state(self):
        """The live record."""
        return self.position._match.state.view(self.game.game.state)[0]

    @property
    def decider(self) -> int | None:
        """The seat that chooses, None when the game is over."""
        return None if self.position.over else self.position.actor - 1

    @property
    def result(self):
        """The result record as it stands."""
        return self.position._match.result()[0]

    @property
    def scores(self) -> list[int]:
        """The points of the seats as they stand."""
        return self.result["score"][: self.game.players].tolist()

    @property
    def ranks(self) -> list[int]:
        """The ranks of the seats as they stand."""
        return self.result["rank"][: self.game.players].tolist()

    @property
    def winners(self) -> list[int]:
        """The seats that win as it stands."""
        return [
            seat for seat in range(self.game.players) if int(self.result["winners"]) >> seat & 1
        ]

    @property
    def ending(self) -> int:
        """How the game ended, 0 as long as it runs."""
        return int(self.result["ending"])

    @property
    def columns(self):
        """The counters of the game as they stand."""
        return self.position._match.columns().view(self.game.game.columns)[0]

    def view(self, seat: int):
        """Return what a seat may know."""
        return self.game.view(self.position, seat=seat + 1)

    def shown(self, move) -> tuple[int, ...]:
        """Return a move as its kind and the fields that this kind uses; the others must be 0."""
        kind = self.kind(int(move["kind"]))
        names = self.fields.get(kind, ())
        unused = set(move.dtype.names) - {"kind", *names}
        assert not any(move[name].any() for name in unused), move
        return (kind, *(int(move[name]) for name in names))

    def options(self) -> list[tuple[int, ...]]:
        """Return the legal moves in order, each as its kind and the fields of that kind."""
        return [self.shown(move) for move in self.game.legal(self.position)]

    def told(self, kind: int, *values: int) -> list[str]:
        """Play one move alone and return the events told of it."""
        match, game = self.position._match, self.game
        pick = self.options().index((kind, *values))
        before, move = self.state.copy(), game.legal(self.position)[pick]
        match.step(match.legal()[pick])
        return game.game.words.event(before, move, self.state, game.rules.values)

    def moves(self, kind: int) -> list:
        """Return the legal moves of a kind: a number each, or a tuple if there are two fields."""
        found = [move[1:] for move in self.options() if move[0] == kind]
        return [move[0] if len(move) == 1 else move for move in found]

    def kinds(self) -> list[int]:
        """Return the kinds of the legal moves, each once."""
        return list(dict.fromkeys(move[0] for move in self.options()))

    def play(self, kind: int, *values: int):
        """Play the legal move that looks like this, and what is forced after it."""
        options = self.options()
        assert (kind, *values) in options, f"{(kind, *values)} is not among {options}"
        self.game.apply(self.position, options.index((kind, *values)))
        assert not self.result["broken"]
        return self

    def play_if_asked(self, kind: int, *values: int):
        """Play a move unless it was forced and so has been played."""
        return self.play(kind, *values) if kind in self.kinds() else self

    def inject(self, words: Iterable[int]) -> None:
        """Set the next results of chance."""
        self.position._match.inject(list(words))
