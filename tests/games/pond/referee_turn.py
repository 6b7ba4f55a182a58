"""A turn of Knights of the Pond Table, each step a generator that stops at its decisions."""

from __future__ import annotations

from games.pond import referee_moves as m
from games.pond.referee_moves import DRAGONFLY, FROG, SPIDER, move
from games.pond.referee_table import Table

RANKS = (SPIDER, FROG, DRAGONFLY)


class Turn(Table):
    def turn(self, seat):
        self.active = seat
        self.moved = 0
        self.forget()
        for piece in self.own(seat):  # KP-6.5, KP-6.11: tokens lie until the owner's turn
            piece.web = piece.shell = 0
        if self.table_held(seat):
            self.ending = m.TABLE_HELD
            return
        self.turns += 1
        chosen = (0,)
        while chosen[0] != m.END:
            chosen = yield from self.ask(seat, self.turn_moves(seat))
            yield from self.play(seat, chosen)
            if self.ending:
                return
        while len(self.hands[seat]) > self.values["hand_limit"]:  # KP-6.3
            kinds = sorted(set(self.hands[seat]))
            chosen = yield from self.ask(seat, [move(m.DISCARD, card=card) for card in kinds])
            self.throw_away(seat, chosen[4])

    def table_held(self, seat):
        """KP-3.1."""
        held = [piece for piece in self.own(seat) if piece.square in self.board.table]
        return len(held) >= self.values["table_hold"]

    def forget(self):
        """Agile and Legs are over."""
        self.named = None
        self.agile = self.legs = 0

    # --- what a seat may do

    def turn_moves(self, seat):
        moving = [] if self.moved else self.movings(seat)
        moves = moving + self.webs(seat)
        if not self.moved:
            moves += self.namings(seat, m.AGILE, m.AGILE_CARD)
            moves += self.namings(seat, m.LEGS, m.LEGS_CARD)
        moves += self.tongues(seat)
        if not moving:
            moves.append(move(m.END))  # KP-2.1
        return moves

    def movable(self, seat):
        """KP-6.6, KP-6.7: the piece that a card names must make the move."""
        return self.own(seat) if self.named is None else [self.named]

    def movings(self, seat):
        return [
            move(m.MOVE, piece.number, square)
            for piece in self.movable(seat)
            for square in self.squares(piece, self.agile, self.legs)
        ]

    def squares(self, piece, agile, legs):
        """The squares that a piece may move to, ascending."""
        if not piece.on_board or self.frozen(piece):
            return []  # KP-6.5
        reached = self.board.reach(piece.square, self.lengths(piece, legs), agile)
        barred = [
            other.square
            for other in self.on_table()
            if other.colour == piece.colour or other.shell  # KP-2.3, KP-6.11
        ]
        return [square for square in reached if square not in barred]

    def lengths(self, piece, legs):
        """KP-2.2; KP-6.7: how far a piece goes."""
        if piece.kind == DRAGONFLY:
            return range(1, 3 + legs + 1)
        printed = 2 if piece.kind == FROG else 1
        shortest = printed + legs if self.values["legs_exact"] else printed
        return range(shortest, printed + legs + 1)

    def webs(self, seat):
        """KP-6.5, KP-6.13."""
        if not self.holds(seat, m.WEB_CARD) or not self.web_free():
            return []
        return [move(m.WEB, piece.number) for piece in self.own(seat) if not piece.web]

    def namings(self, seat, kind, card):
        """KP-6.8: Agile or Legs, on a piece that then has a move."""
        if not self.holds(seat, card):
            return []
        agile = self.agile or kind == m.AGILE
        legs = self.legs + (kind == m.LEGS)
        pieces = [piece for piece in self.movable(seat) if self.squares(piece, agile, legs)]
        return [move(kind, piece.number) for piece in pieces]

    def tongues(self, seat):
        """KP-6.9; KP-6.5: no frozen piece is pulled; KP-6.11: nor one with a shell."""
        if not self.holds(seat, m.TONGUE_CARD):
            return []
        return [
            move(m.TONGUE, piece.number, other=other.number)
            for piece in self.own(seat)
            for other in self.beside(piece)
            if self.opponents(seat, other.owner) and not other.shell and not self.frozen(other)
        ]

    # --- what it does

    def play(self, seat, chosen):
        kind, number, square, other, *_ = chosen
        piece = self.pieces.get(number)
        if kind == m.MOVE:
            yield from self.make_move(piece, square)
        elif kind == m.WEB:
            self.spend(seat, m.WEB_CARD)
            piece.web = 1
        elif kind == m.AGILE:
            self.spend(seat, m.AGILE_CARD)
            self.named, self.agile = piece, 1
        elif kind == m.LEGS:
            self.spend(seat, m.LEGS_CARD)
            self.named = piece
            self.legs += 1
        elif kind == m.TONGUE:
            self.spend(seat, m.TONGUE_CARD)
            yield from self.capture(piece, self.pieces[other])
            self.check_end()
        if self.named is not None and not self.movings(seat):
            self.forget()  # KP-6.8

    def make_move(self, piece, square):
        origin = piece.square
        victim = self.at(square)
        self.moved = 1
        self.forget()
        reaction = m.REACT_NONE
        if victim is not None:
            reaction = yield from self.capture(piece, victim)  # KP-2.5
        if reaction != m.REACT_SHELL:  # KP-6.11: sent back, the move is spent
            if reaction != m.REACT_SNAKE:
                piece.square = square
            if self.comes_ashore(piece, origin, square):  # KP-5.3
                yield from self.far_shore(piece)
        self.check_end()

    def capture(self, attacker, victim):
        """KP-6.14: reaction, its card, the draw; the reaction is told."""
        owner = victim.owner
        chosen = yield from self.ask(owner, self.reactions(victim))
        reaction = chosen[0]
        if reaction == m.REACT_SHELL:
            self.spend(owner, m.SHELL_CARD)
            victim.shell = 1
            return reaction
        if reaction == m.REACT_SNAKE:
            self.spend(owner, m.SNAKE_CARD)
            attacker.leave()  # KP-6.10: neither is in a dungeon
            victim.leave()
            if self.values["snake_draws"]:
                self.draw_card(owner)
            return reaction
        victim.leave()
        victim.captor = self.active
        self.counts["captures"][self.active][RANKS.index(victim.kind)] += 1
        victim.known |= 1 << self.active  # KP-7.1
        self.draw_card(owner)  # KP-6.1
        return reaction

    def reactions(self, victim):
        """KP-6.12: one to a capture, none in the own turn."""
        moves = [move(m.REACT_NONE)]
        if victim.owner != self.active:
            if self.holds(victim.owner, m.SNAKE_CARD):
                moves.append(move(m.REACT_SNAKE))
            if self.holds(victim.owner, m.SHELL_CARD) and self.shell_free():
                moves.append(move(m.REACT_SHELL))
        return moves

    def comes_ashore(self, piece, origin, square):
        """KP-5.1."""
        spider = self.values["far_shore"] and piece.kind == SPIDER
        return spider and self.board.lands(piece.colour, origin, square)

    def far_shore(self, spider):
        """KP-5.1: the spider returns; KP-5.2: then a captured piece of its colour is freed."""
        self.counts["shores"][self.active] += 1
        squares = self.vacant(spider.colour, SPIDER)
        if spider.on_board and squares:
            moves = [move(m.RETURN, square=square) for square in squares]
            chosen = yield from self.ask(self.active, moves)
            spider.square = chosen[2]
        moves = [
            move(m.FREE, piece.number, square)
            for piece in self.pieces.values()
            if piece.colour == spider.colour and piece.captor is not None
            for square in self.vacant(piece.colour, piece.kind)
        ]
        if moves:
            chosen = yield from self.ask(self.active, moves)
            freed = self.pieces[chosen[1]]
            freed.captor = None
            self.counts["freed"][self.active] += 1
            freed.square = chosen[2]

    def check_end(self):
        """KP-3.2 before KP-3.3."""
        left = self.on_table()
        if not any(piece.kind == DRAGONFLY for piece in left):
            self.ending = m.NO_DRAGONFLY
        elif {piece.colour for piece in left} != set(self.owners):
            self.ending = m.COLOUR_GONE
