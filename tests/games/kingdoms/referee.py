"""The referee of Kingdoms of the Deep: the rules page in plain, slow Python.

It shares nothing with the kernels. The course of the game, scoring and result stand here; the
actions in referee_actions, the table and its facts in referee_table.
"""

from __future__ import annotations

from games.kingdoms import referee_moves as m
from games.kingdoms.referee_actions import Actions
from games.kingdoms.referee_board import ATLANTIS, TERRAINS
from games.kingdoms.referee_cards import place_points
from games.kingdoms.referee_measures import MEASURES, controlled
from games.kingdoms.referee_moves import move


class Referee(Actions):
    """One game; `values` are the components with those by number of players resolved."""

    # --- the course of the game

    def course(self):
        """The whole game, from set-up to its end."""
        for seat in self.order():
            yield from self.take_focus(seat)
        for seat in self.order():
            chosen = yield from self.ask(seat, [move(m.COVER, b) for b in m.BONUSES])
            self.covered[seat].add(chosen[1])  # KD-1.6
        while True:
            yield from self.play_round()
            if self.ending:
                return
            self.end_round()

    def take_focus(self, seat):
        """KD-1.5."""
        taken = set().union(*self.foci)
        moves = [move(m.FOCUS, terrain) for terrain in TERRAINS if terrain not in taken]
        chosen = yield from self.ask(seat, moves)
        self.foci[seat].add(chosen[1])
        for tile in self.board.tiles_of[chosen[1]]:
            self.units[seat][tile] += 1
            self.supply[seat] -= 1

    def play_round(self):
        self.leads.append(self.leading_seats())
        self.round += 1
        yield from self.choose_cards()
        for seat in self.order():
            yield from self.action(seat)
        if m.RESET in self.chosen:
            yield from self.advance()

    def choose_cards(self):
        """KD-2.1: nobody sees another's card before all have chosen."""
        self.choosing = True
        for seat in self.order():
            cards = sorted(self.hands[seat])
            chosen = yield from self.ask(seat, [move(m.CARD, card) for card in cards])
            self.chosen[seat] = chosen[1]
        self.choosing = False
        for seat in self.seats:
            self.hands[seat].remove(self.chosen[seat])
            self.played[seat][self.chosen[seat] - 1] += 1

    def advance(self):
        """KD-2.4: one space, however many Resets."""
        self.marker += 1
        symbol = self.values["track"][self.marker - 1]
        if symbol == "upgrade":
            for seat in self.order():
                yield from self.steps(seat, m.UPGRADE, 1)  # KD-2.5
        elif symbol == "shark" and self.stock:
            self.stock -= 1  # KD-2.6
            self.sharks[ATLANTIS] += 1
        elif symbol == "shell":
            self.scoring_round()

    def end_round(self):
        """KD-2.8."""
        for seat in self.seats:
            if self.chosen[seat] == m.RESET:
                self.hands[seat] = set(m.CARDS)
            self.chosen[seat] = 0
        self.first = (self.first + 1) % self.players

    # --- scoring

    def scoring_round(self):
        """KD-5.1 to KD-5.4."""
        capitals = [len(controlled(self, seat, self.board.capitals)) for seat in self.seats]
        for seat in self.seats:
            self.counts["capitals"][seat] += capitals[seat]
            self.gain(seat, "capital_points", capitals[seat] * self.values["capital_points"])
        if 6 in capitals:
            self.ending = m.ALL_CAPITALS  # KD-5.2
            self.rulers = [seat for seat in self.seats if capitals[seat] == 6]
            return
        self.score_card(self.goals[self.age])
        self.age += 1
        if self.age == 3:
            self.ending = m.THIRD_SCORING
            self.score_end()

    def measured(self, measure):
        return [MEASURES[measure](self, seat) for seat in self.seats]

    def score_card(self, goal):
        """KD-4.4, KD-4.5."""
        if goal.personal is not None:
            measure, least, points = goal.personal
            for seat, value in enumerate(self.measured(measure)):
                if value >= least:
                    self.gain(seat, "goal_points", points)
        if goal.ranking is not None:
            measure, fewest, points = goal.ranking
            scored = place_points(self.measured(measure), points, fewest)
            for seat in self.seats:
                self.gain(seat, "goal_points", scored[seat])

    def score_end(self):
        """KD-5.4."""
        scored = place_points(self.measured("castle"), self.values["end_points"])
        for seat in self.seats:
            bait = self.values["bait_points"][self.bait[seat]]
            self.gain(seat, "end_points", scored[seat] + bait)

    # --- the end

    def standing(self, seat):
        """KD-5.5: what seats are ordered by, the greatest first."""
        return (self.score(seat), *self.strength(seat))

    def strength(self, seat):
        return (self.units[seat][ATLANTIS], self.on_map(seat), self.bait[seat])

    def winning_seats(self):
        if self.ending != m.ALL_CAPITALS:
            return super().winning_seats()
        best = max(self.strength(seat) for seat in self.rulers)  # KD-5.2
        return [seat for seat in self.rulers if self.strength(seat) == best]

    def columns(self):
        return {
            "cards": [list(numbers) for numbers in self.played],
            "castle": self.measured("castle"),
            "bait": list(self.bait),
            "advances": self.marker,
        }

    def result(self):
        return {**super().result(), "first": self.start}
