"""The referee of Knights of the Pond Table: the rules page in plain, slow Python.

It shares nothing with the kernels. Set-up, the course of the game, its result and what must always
be true stand here; a turn in referee_turn, the table and its facts in referee_table.
"""

from __future__ import annotations

from games.pond import referee_moves as m
from games.pond.referee_board import OFF
from games.pond.referee_moves import DRAGONFLY, FROG, SPIDER, move
from games.pond.referee_turn import Turn
from referee_frame import RUNNING


class Referee(Turn):
    """One game; `values` are the components with those by number of players resolved."""

    def set_up(self):
        super().set_up()
        self.counts = {
            "captures": [[0] * 3 for _ in self.seats],
            "cards": [[0] * 6 for _ in self.seats],
            "shores": [0 for _ in self.seats],
            "freed": [0 for _ in self.seats],
        }

    def columns(self):
        pieces = [self.own(seat) for seat in self.seats]
        table = self.board.table
        return {
            "pieces_left": [len(own) for own in pieces],
            "on_table": [sum(piece.square in table for piece in own) for own in pieces],
        }

    # --- the course of the game

    def course(self):
        """The whole game, from set-up to its end."""
        self.first = self.setup_words.below(self.players)  # the word is used in any case
        if self.players == 3 and self.values["middle_starts"]:
            self.first = 1  # KP-1.7
        for colour in self.owners:
            self.of_kind(colour, DRAGONFLY)[0].give_value(self.values["dragonfly_value"])
        if self.values["values_dealt"]:
            self.deal_values()
        else:
            yield from self.place_values()
        self.deal_cards()
        if self.players == 3:
            yield from self.remove_pieces()
        yield from self.rounds()

    def values_of(self, kind):
        return list(self.values["spider_values" if kind == SPIDER else "frog_values"])

    def deal_values(self):
        """KP-1.3."""
        for colour in sorted(self.owners):
            for kind in (SPIDER, FROG):
                dealt = self.values_of(kind)
                self.shuffle(dealt)
                for index, piece in enumerate(self.of_kind(colour, kind)):
                    piece.give_value(dealt[index])

    def place_values(self):
        """KP-1.3."""
        for seat in self.seats:
            self.active = seat
            for colour in self.colours[seat]:
                for kind in (SPIDER, FROG):
                    left = self.values_of(kind)
                    for piece in self.of_kind(colour, kind):
                        moves = [move(m.PLACE, value=value + 2) for value in sorted(set(left))]
                        chosen = yield from self.ask(seat, moves)
                        piece.give_value(chosen[5] - 2)
                        left.remove(chosen[5] - 2)

    def remove_pieces(self):
        """KP-1.7: by the seat between the others."""
        self.active = 1
        for seat in (0, 2):
            pieces = [piece for piece in self.own(seat) if piece.kind != DRAGONFLY]
            moves = [move(m.REMOVE, piece.number) for piece in pieces]
            chosen = yield from self.ask(1, moves)
            self.pieces[chosen[1]].leave()

    # --- the end

    def members(self, seat):
        """The seats of a seat's side."""
        return [other for other in self.seats if self.sides[other] == self.sides[seat]]

    def score(self, seat):
        return self.standing(seat)[0]

    def standing(self, seat):
        """KP-4.3: points, pieces on the pond table, pieces on the board, of the whole side."""
        members = self.members(seat)
        own = [piece for member in members for piece in self.own(member)]
        on_table = [piece for piece in own if piece.square in self.board.table]
        taken = [piece for piece in self.pieces.values() if piece.captor in members]
        scored = on_table + [piece for piece in taken if piece.owner not in members]  # KP-4.2
        points = sum(piece.code - 2 for piece in scored)
        points += sum(self.values["handicap"][member] for member in members)  # KP-4.4
        return (points, len(on_table), len(own))

    # --- what must always be true

    def check(self):
        self._check_pieces()
        self._check_values()
        self._check_tokens()
        cards = [card for hand in self.hands for card in hand] + self.pile + self.discards
        assert sorted(cards) == self.box() or (self.round == 0 and not cards)  # KP-6.1
        assert self.over == (self.ending != RUNNING) == (self.actor < 0)
        if self.named is not None:
            assert not self.moved
            assert self.squares(self.named, self.agile, self.legs)

    def _check_pieces(self):
        """KP-1.2: no piece is lost; a square bears one piece, and an attacker with its victim."""
        assert len(self.pieces) == 10 * len(self.owners)
        squares = [piece.square for piece in self.on_table()]
        reacting = bool(self.moves) and self.moves[0][0] == m.REACT_NONE
        assert len(squares) - len(set(squares)) <= reacting
        assert set(squares) <= self.board.in_bounds
        for piece in self.pieces.values():
            assert piece.captor is None or piece.square == OFF
        gone = [p for p in self.pieces.values() if not p.on_board and p.captor is None]
        assert len(gone) % 2 == 0 or self.round == 0  # KP-1.7, KP-6.10: in pairs

    def _check_values(self):
        """KP-1.3, KP-7.1."""
        for colour in self.owners:
            for kind in (SPIDER, FROG):
                values = [p.code - 2 for p in self.of_kind(colour, kind) if p.code]
                left = self.values_of(kind)
                for value in values:
                    left.remove(value)
                assert not (left and self.round)
        for piece in self.pieces.values():
            assert bool(piece.code) == bool(piece.known >> piece.owner & 1) == bool(piece.known)
            if piece.captor is not None:
                assert piece.known >> piece.captor & 1

    def _check_tokens(self):
        """KP-6.13."""
        pieces = self.pieces.values()
        assert sum(piece.web for piece in pieces) <= self.values["web_tokens"]
        assert sum(piece.shell for piece in pieces) <= self.values["shell_tokens"]
        assert all(piece.on_board for piece in pieces if piece.web or piece.shell)
        if not self.values["pond_power"]:
            assert not any(piece.web or piece.shell for piece in pieces)
