"""What all referees are made of: questions and answers, rounds, random words, the result.

A referee derives ``Frame`` and adds its game:
``set_up()`` lays the table, before anybody chooses;
``course()`` is the whole game as a generator that stops at its decisions (``ask``);
``turn(seat)`` is one turn of it;
``score(seat)``, ``standing(seat)`` and ``columns()`` say what the position is worth;
``facts()`` and ``hidden(seat)`` list the numbers that are compared.
It shares nothing with the kernels and runs with the standard library alone.
"""

from __future__ import annotations

from referee_philox import Stream

SETUP_DRAWS, DICE_DRAWS, PHYSICS_DRAWS = range(3)
RUNNING, CAPPED, FIRST_OWN = 0, 1, 8  # endings; those of a game count from 8


class Frame:
    """One game; `values` are the components with those by number of players resolved."""

    tallies = ()  # names of what is counted beside the result

    def __init__(self, values, players, key, game):
        self.values = values
        self.players = players
        self.key = key
        self.game = game
        self.seats = range(players)
        self.over = False
        self.actor = -1
        self.moves = []
        self.first = self.round = self.turns = self.decisions = 0
        self.ending = RUNNING
        self.leads = []  # who had most points, after the set-up and after each round
        self.counts = dict.fromkeys(self.tallies, 0)
        self.new_streams()
        self.set_up()
        self._course = self.course()
        self._go_on(None)

    # --- questions and answers

    def legal(self):
        return list(self.moves)

    def choose(self, index):
        if self.over or not 0 <= index < len(self.moves):
            raise IndexError(index)
        self.decisions += 1
        self._go_on(index)

    def _go_on(self, index):
        try:
            self._course.send(index)
        except StopIteration:
            self.over = True
            self.actor = -1
            self.moves = []

    def ask(self, seat, moves):
        """The move that a seat chooses; a single one is taken without asking."""
        if len(moves) == 1:
            return moves[0]
        self.actor = seat
        self.moves = moves
        index = yield
        return moves[index]

    # --- draws

    def new_streams(self):
        """The random words of a round."""
        self.setup_words, self.dice_words, self.physics_words = (
            Stream(self.key, self.game, purpose, self.round)
            for purpose in (SETUP_DRAWS, DICE_DRAWS, PHYSICS_DRAWS)
        )

    def shuffle(self, items):
        """From the last index down."""
        for last in range(len(items) - 1, 0, -1):
            other = self.setup_words.below(last + 1)
            items[last], items[other] = items[other], items[last]

    # --- the course of the game

    def course(self):
        """The whole game: rounds alone, where nobody chooses in the set-up."""
        return self.rounds()

    def rounds(self):
        """Turns in player order from the first seat on, until the game ends."""
        seat = self.first
        while not self.ending:
            if seat == self.first:
                if self.out_of_rounds():
                    self.ending = CAPPED
                    return
                self.leads.append(self.leading_seats())
                self.round += 1
                self.new_streams()
            yield from self.turn(seat)
            seat = (seat + 1) % self.players

    def out_of_rounds(self):
        """Whether the game is stopped before another round."""
        return self.round == self.values["round_cap"]

    # --- the lead

    def leading_seats(self):
        score = [self.score(seat) for seat in self.seats]
        return {seat for seat in self.seats if score[seat] == max(score)}

    def lead_changes(self, leads):
        """How often none of those who held the lead is among the leaders any more."""
        changes = 0
        holders = leads[0]
        for leading in leads[1:]:
            changes += not holders & leading
            holders = holders & leading or leading
        return changes

    def decided(self, leads, winners):
        """The round after which the winners, and they alone, have always led."""
        if not winners:
            return 0
        after = len(leads) - 1
        if leads[after] != set(winners):
            return after
        while after and leads[after - 1] == set(winners):
            after -= 1
        return after

    # --- the result

    def winning_seats(self):
        """The seats that lead; nobody wins a game that runs or was stopped."""
        if self.ending in (RUNNING, CAPPED):
            return []
        best = max(self.standing(seat) for seat in self.seats)
        return [seat for seat in self.seats if self.standing(seat) == best]

    def rank(self, seat, winners):
        """1 for winners, otherwise 1 + the seats that won or precede."""
        if seat in winners:
            return 1
        own = self.standing(seat)
        return 1 + sum(other in winners or self.standing(other) > own for other in self.seats)

    def result(self):
        winners = self.winning_seats()
        leads = [*self.leads, self.leading_seats()]
        return {
            "score": [self.score(seat) for seat in self.seats],
            "rank": [self.rank(seat, winners) for seat in self.seats],
            "winners": sum(1 << seat for seat in winners),
            "first": self.first,
            "rounds": self.round,
            "turns": self.turns,
            "decisions": self.decisions,
            "lead_changes": self.lead_changes(leads),
            "decided": self.decided(leads, winners),
            "ending": self.ending,
            "columns": {**self.counts, **self.columns()},
        }
