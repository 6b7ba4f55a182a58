"""Positions of Knights of the Pond Table built by hand for a test, and played on from.

A ``Scene`` is a seat's first turn on a board that bears only the dragonflies, each at home, with
no card in a hand. A spider's value is 0, 1, 1, 1, 2 in the order of the pieces, a frog's -1, 1,
1, 3. Every edit keeps all pieces and cards accounted for, so that a checked build finds nothing
to complain of. Seats, colours, pieces and squares count from 0, as in the record.
"""

from __future__ import annotations

from collections.abc import Iterable

import readable

from undertow.game import LoadedGame
from undertow_kernels.core.game import Ending
from undertow_kernels.pond.state import Card, Kind, Limits, Phase

NORTH, EAST, SOUTH, WEST = COLOURS = range(4)
TABLE_HELD, NO_DRAGONFLY, ELIMINATED = (Ending.FIRST_OWN + i for i in range(3))
WEB, AGILE, LEGS, TONGUE, SNAKE, SHELL = (Card(kind) for kind in range(1, 7))
BOX = [0, 4, 2, 2, 2, 2, 4]  # cards by kind
OFF, SIDE, EACH, SPIDERS, FLY = (
    int(Limits[name]) for name in ("OFF", "SIDE", "EACH", "SPIDERS", "DRAGONFLY")
)
VALUE_SHIFT = 2  # a value's code is the value + 2
WIDE = range(2, 7)
UNUSED = 255
FIELDS = {
    Kind.PLACE: ("value",),
    **dict.fromkeys((Kind.REMOVE, Kind.WEB, Kind.AGILE, Kind.LEGS), ("piece",)),
    **dict.fromkeys((Kind.MOVE, Kind.FREE), ("piece", "square")),
    Kind.TONGUE: ("piece", "other"),
    Kind.RETURN: ("square",),
    Kind.DISCARD: ("card",),
}


def spider(colour: int, i: int = 0) -> int:
    """Return the number of a colour's spider, 0 to 4."""
    return EACH * colour + i


def frog(colour: int, i: int = 0) -> int:
    """Return the number of a colour's frog, 0 to 3."""
    return EACH * colour + SPIDERS + i


def fly(colour: int) -> int:
    """Return the number of a colour's dragonfly."""
    return EACH * colour + FLY


def sq(row: int, column: int) -> int:
    """Return the number of a square."""
    return SIDE * row + column


def sqs(*places: tuple[int, int]) -> set[int]:
    """Return the numbers of squares."""
    return {sq(*place) for place in places}


def home(colour: int, rank: int | None = None) -> set[int]:
    """Return the squares of a home, or of one of its ranks: 0 is the one nearest the centre."""
    ranks = {NORTH: (1, 0), EAST: (7, 8), SOUTH: (7, 8), WEST: (1, 0)}[colour]
    lines = ranks if rank is None else (ranks[rank],)
    if colour in (NORTH, SOUTH):
        return {sq(line, i) for line in lines for i in WIDE}
    return {sq(i, line) for line in lines for i in WIDE}


def load(players: int = 4, **rules) -> LoadedGame:
    """Return the game with some rules changed."""
    return readable.load("pond", players, **rules)


class Play(readable.Play):
    """A position of the pond."""

    kind = Kind
    fields = FIELDS

    def goals(self, piece: int) -> set[int]:
        """Return the squares that a piece may move to."""
        return {square for mover, square in self.moves(Kind.MOVE) if mover == piece}

    def at(self, piece: int) -> int | None:
        """Return the square of a piece, None off the board."""
        square = int(self.state["square"][piece])
        return None if square == OFF else square

    def gone(self, piece: int) -> bool:
        """Return whether a piece has left the game: it is in no dungeon either."""
        return self.at(piece) is None and not self.state["dungeon"][piece]

    def dungeon(self, seat: int) -> list[int]:
        """Return the pieces in a seat's dungeon."""
        return [piece for piece in range(Limits.PIECES) if self.state["dungeon"][piece] == seat + 1]

    def cards(self, seat: int) -> list[int]:
        """Return the cards of a hand, each kind as often as it is held."""
        return spread(self.state["hand"][seat])

    @property
    def discards(self) -> list[int]:
        """The cards in the discards."""
        return spread(self.state["discards"])

    @property
    def pile(self) -> list[int]:
        """The cards of the pile from the top."""
        return self.state["pile"][: self.state["pile_size"]].tolist()

    def tokens(self, field: str) -> set[int]:
        """Return the pieces under ``webs`` or ``shells``."""
        bits = int(self.state[field])
        return {piece for piece in range(Limits.PIECES) if bits >> piece & 1}


def spread(counts: Iterable[int]) -> list[int]:
    """Return each kind as often as it is counted."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


class Scene(Play):
    """A position edited by hand."""

    def __init__(self, players: int = 4, active: int = 0, full: bool = False, **rules) -> None:
        game = load(players, **rules)
        super().__init__(game, game.new(seed=1))
        while self.state["round"] == 0:
            game.apply(self.position, 0)
        s = self.state
        s["start"] = s["active"] = s["decider"] = active
        self._gather_cards()
        s["square"], s["at"] = OFF, 0
        for piece in range(Limits.PIECES):
            if self.owner(piece) != UNUSED and (full or piece % EACH == FLY):
                self._set(piece, int(game.tables[0]["start_square"][piece]))

    def owner(self, piece: int) -> int:
        """Return the seat that a piece belongs to."""
        return int(self.game.tables[0]["owner"][piece // EACH])

    def _gather_cards(self) -> None:
        s = self.state
        held = [kind for seat in range(self.game.players) for kind in self.cards(seat)]
        s["hand"], s["hand_size"] = 0, 0
        self._stack([*self.pile, *held])

    # --- pieces

    def put(self, piece: int, row: int, column: int) -> Scene:
        """Put a piece on an empty square."""
        return self._set(piece, sq(row, column))

    def _set(self, piece: int, square: int) -> Scene:
        s = self.state
        assert s["at"][square] in (0, piece + 1)
        if self.at(piece) is not None:
            s["at"][s["square"][piece]] = 0
        s["square"][piece], s["at"][square] = square, piece + 1
        return self

    def fill(self, squares: Iterable[int], pieces: Iterable[int]) -> Scene:
        """Put pieces on squares, in the order of the squares."""
        for square, piece in zip(sorted(squares), pieces, strict=True):
            self._set(piece, square)
        return self

    def remove(self, *pieces: int) -> Scene:
        """Take pieces out of the game."""
        for piece in pieces:
            self.state["at"][self.state["square"][piece]] = 0
            self.state["square"][piece] = OFF
        return self

    def capture(self, seat: int, *pieces: int) -> Scene:
        """Put pieces in a seat's dungeon."""
        for piece in pieces:
            if self.at(piece) is not None:
                self.remove(piece)
            self.state["dungeon"][piece] = seat + 1
            self.state["knower"][piece] |= 1 << seat
        return self

    # --- cards and tokens

    def _stack(self, cards: list[int]) -> None:
        self.state["pile"][:] = 0
        self.state["pile"][: len(cards)] = cards
        self.state["pile_size"] = len(cards)

    def hold(self, seat: int, *cards: int) -> Scene:
        """Give a seat cards out of the pile."""
        pile = self.pile
        for card in cards:
            pile.remove(card)
            self.state["hand"][seat][card] += 1
            self.state["hand_size"][seat] += 1
        self._stack(pile)
        return self

    def on_top(self, *cards: int) -> Scene:
        """Put cards of the pile on its top."""
        pile = self.pile
        for card in cards:
            pile.remove(card)
        self._stack([*cards, *pile])
        return self

    def exhaust(self, *keep: int) -> Scene:
        """Leave only these cards in the pile and lay the others with the discards."""
        rest = self.on_top(*keep).pile[len(keep) :]
        for card in rest:
            self.state["discards"][card] += 1
        self._stack(list(keep))
        return self

    def web(self, *pieces: int) -> Scene:
        """Lay webs on pieces."""
        return self._lay("webs", pieces)

    def shell(self, *pieces: int) -> Scene:
        """Lay shells on pieces."""
        return self._lay("shells", pieces)

    def _lay(self, field: str, pieces: Iterable[int]) -> Scene:
        for piece in pieces:
            assert self.at(piece) is not None
            self.state[field] |= 1 << piece
        return self

    # --- playing on

    def move(self, piece: int, row: int, column: int) -> Scene:
        """Move a piece."""
        return self.play(Kind.MOVE, piece, sq(row, column))

    def moved(self) -> Scene:
        """Let the move of the turn under way have been made."""
        self.state["moved"] = 1
        return self

    def end(self) -> Scene:
        """End the turn unless that was forced."""
        return self.play_if_asked(Kind.END)

    def quiet(self) -> Scene:
        """Play the turn of the seat that decides: its dragonfly flies one square at home."""
        piece = next(p for p, _ in self.moves(Kind.MOVE) if p % EACH == FLY)
        near = (self.at(piece) + step for step in (-1, 1, -SIDE, SIDE))
        inside = home(piece // EACH) & self.goals(piece)
        goal = next(square for square in near if square in inside and not self.state["at"][square])
        return self.play(Kind.MOVE, piece, goal).end()

    def over(self, ending: int = TABLE_HELD) -> Scene:
        """End the game as it stands."""
        self.state["phase"], self.state["ending"] = Phase.FINISHED, ending
        return self


def pond(players: int = 4, active: int = NORTH, **rules) -> Scene:
    """Return a scene with pond power."""
    return Scene(players, active=active, pond_power=True, **rules)
