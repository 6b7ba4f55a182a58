"""What lies on the table in Knights of the Pond Table, and the numbers in which it is compared."""

from __future__ import annotations

from games.pond.referee_board import OFF, Board, are_beside
from games.pond.referee_cards import Cards
from games.pond.referee_moves import COLOURS, DRAGONFLY, EAST, FROG, NORTH, SOUTH, SPIDER, WEST
from referee_frame import Frame

HEAD_FACTS = 7
PIECE_FACTS = 6
CARD_FACTS = HEAD_FACTS + 40 * PIECE_FACTS
SEAT_FACTS = 7


def colours_of_seats(values, players):
    """KP-1.4, KP-1.5: the colours of each seat."""
    if values["mode"] == "two_colour":
        if values["two_colour_layout"] == "opposite":
            return [[NORTH, SOUTH], [EAST, WEST]]
        return [[NORTH, EAST], [SOUTH, WEST]]
    if players == 4:
        return [[NORTH], [EAST], [SOUTH], [WEST]]
    if players == 3:
        return [[WEST], [NORTH], [EAST]]
    return [[NORTH], [SOUTH]]


def sides_of_seats(values, players):
    """KP-1.6: each seat's side, named by its lower seat."""
    if values["mode"] != "teams":
        return list(range(players))
    return [0, 1, 0, 1] if values["team_layout"] == "opposite" else [0, 0, 2, 2]


def closed_homes(values, players, colours):
    """KP-1.4: colours whose homes are out of bounds."""
    unused = [colour for colour in COLOURS if colour not in colours]
    if players == 3 and values["three_player_unused_home"] == "in":
        return []
    return unused


class Piece:
    def __init__(self, colour, k, owner, square):
        self.number = 10 * colour + k
        self.colour = colour
        self.kind = SPIDER if k < 5 else FROG if k < 9 else DRAGONFLY
        self.owner = owner
        self.square = square
        self.code = 0  # value + 2, 0 before it is placed
        self.captor = None  # the seat in whose dungeon it is
        self.web = self.shell = 0
        self.known = 0  # bits of the seats that know the value

    @property
    def on_board(self):
        return self.square != OFF

    def give_value(self, value):
        """KP-7.1: the owner knows it from now on."""
        self.code = value + 2
        self.known = 1 << self.owner

    def leave(self):
        """Off the board; KP-6.13: tokens go back."""
        self.square = OFF
        self.web = self.shell = 0


class Table(Cards, Frame):
    def set_up(self):
        self.active = 0
        self.moved = self.agile = self.legs = 0
        self.named = None  # the piece that Agile or Legs name
        self.sides = sides_of_seats(self.values, self.players)
        self.colours = colours_of_seats(self.values, self.players)
        self.set_up_cards()
        self._set_up_pieces()

    def _set_up_pieces(self):
        """KP-1.2: by number."""
        self.owners = {
            colour: seat for seat, colours in enumerate(self.colours) for colour in colours
        }
        self.board = Board(self.values, closed_homes(self.values, self.players, self.owners))
        self.pieces = {}
        for colour in sorted(self.owners):
            starts = self.board.starts[colour]
            squares = starts[SPIDER] + starts[FROG] + starts[DRAGONFLY]
            for k, square in enumerate(squares):
                piece = Piece(colour, k, self.owners[colour], square)
                self.pieces[piece.number] = piece

    # --- small questions

    def of_kind(self, colour, kind):
        """A colour's pieces of a kind, by number."""
        return [p for p in self.pieces.values() if (p.colour, p.kind) == (colour, kind)]

    def on_table(self):
        return [piece for piece in self.pieces.values() if piece.square != OFF]

    def at(self, square):
        """The piece on a square, or none."""
        return next((piece for piece in self.on_table() if piece.square == square), None)

    def own(self, seat):
        """A seat's pieces on the board, of either colour, by number."""
        return [piece for piece in self.on_table() if piece.owner == seat]

    def beside(self, piece):
        return [other for other in self.on_table() if are_beside(piece.square, other.square)]

    def frozen(self, piece):
        """KP-6.5: a web on it or on a piece beside it, whosever they are."""
        webs = [other.square for other in self.pieces.values() if other.web]
        return any(piece.square == web or are_beside(piece.square, web) for web in webs)

    def opponents(self, one, other):
        """Whether two seats are of different sides."""
        return self.sides[one] != self.sides[other]

    def vacant(self, colour, kind):
        """Start squares of a kind on which nobody's piece stands, ascending."""
        taken = {piece.square for piece in self.on_table()}
        return [square for square in self.board.starts[colour][kind] if square not in taken]

    def web_free(self):
        """KP-6.13."""
        return sum(piece.web for piece in self.pieces.values()) < self.values["web_tokens"]

    def shell_free(self):
        """KP-6.13."""
        return sum(piece.shell for piece in self.pieces.values()) < self.values["shell_tokens"]

    # --- facts

    def facts(self):
        facts = [
            self.players, self.first, self.active, self.actor, self.round, self.turns, self.ending,
        ]  # fmt: skip
        for number in range(40):
            facts += self._piece_facts(self.pieces.get(number))
        for seat in self.seats:
            facts.append(len(self.hands[seat]))
            facts += self.counted(self.hands[seat])
        facts.append(len(self.pile))
        facts += self.pile + [0] * (16 - len(self.pile))
        facts += self.counted(self.discards)
        named = 0 if self.named is None else self.named.number + 1
        facts += (self.moved, named, self.agile, self.legs)
        return facts

    def _piece_facts(self, piece):
        if piece is None:
            return [OFF, 0, 0, 0, 0, 0]
        dungeon = 0 if piece.captor is None else piece.captor + 1
        return [piece.square, piece.code, dungeon, piece.web, piece.shell, piece.known]

    def unknown(self, seat):
        """KP-7.1: pieces whose value a seat does not know."""
        return [p for p in self.pieces.values() if p.code and not p.known >> seat & 1]

    def hidden(self, seat):
        """KP-7.1, KP-7.2: where facts other than 0 stand that a seat's view blanks."""
        blanked = [HEAD_FACTS + PIECE_FACTS * piece.number + 1 for piece in self.unknown(seat)]
        for other in self.seats:
            if other != seat:
                kinds = CARD_FACTS + SEAT_FACTS * other
                blanked += sorted({kinds + card for card in self.hands[other]})
        pile = CARD_FACTS + SEAT_FACTS * self.players + 1
        return blanked + [pile + place for place in range(len(self.pile))]

    def swaps(self, seat):
        """What may change places without a change in a seat's view.

        "value": pieces of a colour and kind. "card": places in the pile from the top, and
        16 (other seat + 1) + place in that seat's sorted hand.
        """
        groups = []
        for colour in sorted(self.owners):
            for kind in (SPIDER, FROG):
                pieces = [p for p in self.unknown(seat) if (p.colour, p.kind) == (colour, kind)]
                groups.append(("value", [piece.number for piece in pieces]))
        cards = list(range(len(self.pile)))
        for other in self.seats:
            if other != seat:
                cards += [16 * (other + 1) + place for place in range(len(self.hands[other]))]
        groups.append(("card", cards))
        return [(name, numbers) for name, numbers in groups if len(numbers) > 1]
