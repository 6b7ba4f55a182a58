"""The cards of Pond Power: pile, hands and discards."""

from __future__ import annotations

from games.pond.referee_moves import CARDS


class Cards:
    """KP-6.1: the pile lists its cards from the top, hands and discards theirs by kind."""

    def set_up_cards(self):
        self.pile = []
        self.discards = []
        self.hands = [[] for _ in self.seats]

    def box(self):
        """All cards in play, by kind."""
        if not self.values["pond_power"]:
            return []
        return [card for card in CARDS for _ in range(self.values["card_counts"][card - 1])]

    def deal_cards(self):
        """KP-6.1."""
        self.pile = self.box()
        self.shuffle(self.pile)
        for seat in self.seats:
            for _ in range(self.values["start_cards"]):
                self.draw_card(seat)

    def draw_card(self, seat):
        """KP-6.4."""
        if not self.pile:
            self.pile, self.discards = sorted(self.discards), []
            self.shuffle(self.pile)
        if self.pile:
            self.hands[seat].append(self.pile.pop(0))
            self.hands[seat].sort()

    def holds(self, seat, card):
        return card in self.hands[seat]

    def spend(self, seat, card):
        """A card is played."""
        self.counts["cards"][seat][card - 1] += 1
        self.throw_away(seat, card)

    def throw_away(self, seat, card):
        """KP-6.2: to the discards at once."""
        self.hands[seat].remove(card)
        self.discards.append(card)

    def counted(self, cards):
        return [cards.count(card) for card in CARDS]
