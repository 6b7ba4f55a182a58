"""What lies on the table in Kingdoms of the Deep, and the numbers in which it is compared."""

from __future__ import annotations

from games.kingdoms.referee_board import ATLANTIS, SPACES, TILES, dealt_board
from games.kingdoms.referee_cards import Goal
from games.kingdoms.referee_moves import BONUSES, CARDS, FOCUS, NAMES
from referee_frame import Frame

SPACE_FACTS = 13  # where the spaces begin in the facts
SEAT_FACTS = 15
CHOSEN_FACT = 14  # of a seat's facts
POINTS = ("solo_points", "entry_points", "goal_points", "capital_points", "end_points")
COUNTED = (*POINTS, "capitals", "solos", "upgrades", "eaten")


class Table(Frame):
    choosing = False  # while cards are chosen
    left = 0  # steps of what is asked
    marker = age = marker_seen = 0

    def set_up(self):
        self.counts = {name: [0] * self.players for name in COUNTED}
        self.played = [[0] * 6 for _ in self.seats]
        self.start = self.first = self.setup_words.below(self.players)  # KD-1.4
        self.board = dealt_board(self.shuffle)
        deck = list(self.values["goal_deck"])
        if self.values["goals_shuffled"]:
            self.shuffle(deck)
        self.goal_cards = deck[:3]  # KD-1.3
        texts = [self.values[f"goal_{card}"] for card in self.goal_cards]
        self.goals = [Goal(each, self.players) for each in texts]
        self.units = [[0] * 19 for _ in self.seats]  # on space 0 those in the castle
        self.supply = [self.values["units"] for _ in self.seats]
        self.sharks = [int(space == ATLANTIS) for space in SPACES]
        self.stock = self.values["sharks_in_stock"]
        self._lay_out_boards()

    def _lay_out_boards(self):
        """KD-1.6, KD-1.7: what each player has."""
        self.levels = [[1, 1, 1, 1] for _ in self.seats]
        self.covered = [set() for _ in self.seats]  # bonuses of Reset that bear a disc
        self.spare = [3 for _ in self.seats]
        self.foci = [set() for _ in self.seats]
        self.bait = [0 for _ in self.seats]
        self.hands = [set(CARDS) for _ in self.seats]
        self.chosen = [0 for _ in self.seats]

    # --- small questions and actions

    def order(self):
        """Turn order."""
        return [(self.first + step) % self.players for step in self.seats]

    def steps_at(self, track, level):
        if self.values["numbers_flat"]:
            return level
        return self.values[NAMES[track] + "_numbers"][level - 1]

    def on_map(self, seat):
        """Units on the map: not those in the castle."""
        own = self.units[seat]
        return sum(own) - own[ATLANTIS]

    def scored(self, seat):
        return sum(self.counts[kind][seat] for kind in POINTS)

    def score(self, seat):
        return self.scored(seat) + self.values["handicap"][seat]  # KD-5.6

    def gain(self, seat, kind, points):
        self.counts[kind][seat] += points

    # --- facts

    def facts(self):
        facts = [
            self.players, self.start, self.first, self.actor, self.round, self.turns, self.ending,
            self.marker, self.stock, self.age, *self.goal_cards,
        ]  # fmt: skip
        for space in SPACES:
            facts += (self.board.terrain[space], self.board.capital[space], self.sharks[space])
            facts += [own[space] for own in self.units]
        for seat in self.seats:
            facts += self._seat_facts(seat)
        facts.append(0 if self.over else self.left)
        return facts

    def _seat_facts(self, seat):
        covered = self.covered[seat]
        return [
            self.supply[seat], self.scored(seat), self.bait[seat], *self.levels[seat],
            *[int(bonus in covered) for bonus in BONUSES], self.spare[seat],
            sum(1 << terrain >> 1 for terrain in self.foci[seat]),
            sum(1 << card >> 1 for card in self.hands[seat]), self.chosen[seat],
        ]  # fmt: skip

    def _unseen(self, seat):
        """KD-6.1: other seats that have chosen while cards are being chosen."""
        if not self.choosing:
            return []
        return [other for other in self.seats if other != seat and self.chosen[other]]

    def hidden(self, seat):
        """Where facts other than 0 stand that a seat's view blanks."""
        first = SPACE_FACTS + 19 * (3 + self.players) + CHOSEN_FACT
        return [first + SEAT_FACTS * other for other in self._unseen(seat)]

    def swaps(self, seat):
        """A card chosen unseen may change places with those still in that hand."""
        groups = []
        for other in self._unseen(seat):
            cards = [self.chosen[other], *sorted(self.hands[other] - {self.chosen[other]})]
            if len(cards) > 1:
                groups.append(("chosen", [16 * (other + 1) + card for card in cards]))
        return groups

    # --- what must always be true

    def check(self):
        self._check_pieces()
        self._check_boards()
        self._check_cards()
        assert self.marker_seen <= self.marker <= len(self.values["track"])
        self.marker_seen = self.marker
        assert self.over == (self.ending != 0) == (self.actor < 0)
        assert 0 <= self.age <= 3
        assert self.left >= 0

    def _check_pieces(self):
        """No unit and no shark is lost."""
        for seat in self.seats:
            assert min(self.supply[seat], *self.units[seat]) >= 0
            assert self.supply[seat] + sum(self.units[seat]) == self.values["units"]
        assert self.stock >= 0
        assert self.stock + sum(self.sharks) == 1 + self.values["sharks_in_stock"]
        assert sum(self.board.capital[tile] for tile in TILES) == 6

    def _check_boards(self):
        """KD-1.6: eleven discs: four tracks, the score, two for foci, four for Reset."""
        for seat in self.seats:
            assert all(1 <= level <= 3 for level in self.levels[seat])
            waiting = self.actor == seat and self.moves[0][0] == FOCUS
            if self.round:
                assert len(self.covered[seat]) + self.spare[seat] == 4
                foci = 2 if self.levels[seat][0] == 3 else 1
                assert len(self.foci[seat]) in ((foci - 1, foci) if waiting else (foci,))
            assert 0 <= self.bait[seat] <= 10

    def _check_cards(self):
        """KD-2.1: one card a round and seat; without Reset a hand is soon empty."""
        assert self.round <= 6 * len(self.values["track"])
        for seat in self.seats:
            revealed = self.round - (self.choosing and self.round > 0)
            assert sum(self.played[seat]) == revealed
            assert self.hands[seat] or not self.choosing
            assert not self.choosing or self.chosen[seat] in {0, *self.hands[seat]}
