"""The referee of Poseidon's Kingdom: the rules page in plain, slow Python.

It shares nothing with the kernels. Set-up, the course of the game and the answers to questions
stand here; the steps of a turn in referee_steps, the table and its facts in referee_table.
"""

from __future__ import annotations

from games.poseidon import referee_moves as m
from games.poseidon.referee_moves import NEUTRAL, move
from games.poseidon.referee_reef import symbols_of
from games.poseidon.referee_score import best_by, points, winning_seats
from games.poseidon.referee_steps import Steps
from referee_frame import FIRST_OWN

FRIENDS_FREED = FIRST_OWN


class Referee(Steps):
    """One game; `values` are the components with those by number of players resolved."""

    # --- questions and answers

    def _go_on(self, index):
        self._facts = None
        super()._go_on(index)

    def facts(self):
        if self._facts is None:
            self._facts = self.list_facts()
        return list(self._facts)

    def hidden(self, seat):
        """Where the kinds of corals stand in the facts that the seat does not know."""
        corals = len(self.facts()) - 24
        return [corals + 3 * (number - 3) for number in self.unknown(seat)]

    def swaps(self, seat):
        """PK-S7: kinds of unknown corals may change places without the seat's noticing."""
        numbers = self.unknown(seat)
        return [("coral", numbers)] if len(numbers) > 1 else []

    def columns(self):
        return {
            "coral_points": [
                points(self.reefs[seat], (), self.owned(seat), self.values) for seat in self.seats
            ],
            "corals_claimed": [self.coral_owner.count(seat + 1) for seat in self.seats],
            "highest": [reef.height() for reef in self.reefs],
        }

    # --- the end

    def owned(self, seat):
        """The kinds of the corals that a seat took."""
        return [self.corals[place] for place in range(8) if self.coral_owner[place] == seat + 1]

    def score(self, seat):
        own = points(self.reefs[seat], self.won[seat], self.owned(seat), self.values)
        return own + self.values["handicap"][seat]  # PK-S8

    def standing(self, seat):
        """Who does not win is ranked by points alone."""
        return self.score(seat)

    def winning_seats(self):
        if self.ending != FRIENDS_FREED:
            return []  # PK-E6: nobody wins a game that was stopped
        score = [self.score(seat) for seat in self.seats]
        owned = [self.owned(seat) for seat in self.seats]
        return winning_seats(score, self.reefs, self.won, owned, self.values)

    # --- set-up

    def course(self):
        """The whole game, from set-up to its end."""
        self.shuffle_corals()
        for seat in self.seats:
            yield from self.join_start_tiles(seat)
        self.opening_wave()
        self.first = self.find_first()
        self.active = self.first
        for seat in self.order(self.first):
            self.load(seat, self.values["setup_load"])  # PK-B15
        for place, seat in enumerate(self.order(self.first)):
            self.track[seat] = self.values["track_starts"][place]  # PK-B16
        yield from self.rounds()

    def shuffle_corals(self):
        """PK-B5."""
        for kind, count in enumerate(self.values["coral_counts"], 1):
            self.corals += [kind] * count
        self.shuffle(self.corals)

    def join_start_tiles(self, seat):
        """PK-B10: one group on the ground, in any shape."""
        self.active = seat
        left = self.start_tiles[seat]
        lowest = min(left)
        self.reefs[seat].lay_ground((0, 0), (1, 0), symbols_of(self.start_names[lowest]))
        left.remove(lowest)
        while left:
            unlike = {}
            for tile in sorted(left):
                unlike.setdefault(self.start_names[tile], tile)
            moves = [move(m.START_TILE, number=tile) for tile in unlike.values()]
            chosen = yield from self.ask(seat, moves)
            yield from self.lay(seat, symbols_of(self.start_names[chosen[1]]), upper=False)
            left.remove(chosen[1])

    def opening_wave(self):
        for seat in self.seats:
            self.load(seat, self.values["setup_own_dice"])  # PK-B2, PK-B12
        self.load(NEUTRAL, self.values["setup_neutral_dice"])
        fallen = self.fall()
        while 2 * sum(wave == 0 for _, _, wave in fallen) > len(fallen):  # PK-B13
            fallen = self.fall()
        self.settle(fallen)
        if self.values["setup_turns_shark"]:
            self.direction = -self.direction

    def find_first(self):
        """PK-B14."""
        tied = best_by(list(self.seats), self.total)
        tied = best_by(tied, self.nearest_beach)
        tied = best_by(tied, self.highest_die)
        return tied[self.setup_words.below(len(tied))]

    # --- turns

    def out_of_rounds(self):
        """PK-E6: the end comes first once it is triggered."""
        return super().out_of_rounds() and not self.final

    def turn(self, seat):
        self.active = seat
        self.turns += 1
        self.headed.clear()
        yield from self.build_or_load(seat)
        yield from self.swim(seat)
        yield from self.food(seat)
        yield from self.rivals(seat)
        yield from self.shark_swims()
        if not self.room():  # PK-D1
            yield from self.crash()
            while self.values["chain_crash"] and not self.room():  # PK-D11
                yield from self.crash()
        self.check_end()

    def check_end(self):
        """PK-E1: one final turn each, the seat that has freed its last friend at the end."""
        if self.final:
            self.final_left -= 1
            if self.final_left == 0:
                self.ending = FRIENDS_FREED
        elif not all(any(friends) for friends in self.friends):
            self.final = 1
            self.final_left = self.players
