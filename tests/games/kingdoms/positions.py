"""Positions of Kingdoms of the Deep built by hand for a test, and played on from.

A ``Scene`` is a choice of cards in round 1 on a map where terrain t lies on tile t (inner ring),
6 + t (its capital) and 12 + t. It bears one shark, on the castle, and no unit; seat s has terrain
1 + s as focus and a disc on the deploy bonus of Reset; the goal cards are plain. Every edit keeps
all pieces accounted for, so that a checked build finds nothing to complain of. Seats count from 0,
all other numbers as on the rule page.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from itertools import pairwise

import readable

from undertow.game import LoadedGame
from undertow_kernels.kingdoms.state import Card, Kind, Limits, Phase

BOLSTER, DEPLOY, MOVE, SHARK, UPGRADE, RESET = CARDS = range(1, Card.CARDS)
TRACKS = CARDS[:4]
TO_DEPLOY, TO_BOLSTER, TO_MOVE, TO_CASTLE = BONUSES = range(1, Limits.BONUSES)
TERRAINS = range(1, Limits.TERRAINS)
ATLANTIS, A_SHARK = 0, 7
SPACES = range(Limits.SPACES)
TILES, INNER, OUTER = SPACES[1:], SPACES[1:7], SPACES[7:]
CAPITALS = range(7, 13)
NONE = ("Plain", "none", "none", "none")
FIELDS = {
    **dict.fromkeys((Kind.CARD, Kind.FOCUS, Kind.COVER, Kind.RAISE, Kind.BONUS), ("what",)),
    **dict.fromkeys((Kind.PLACE, Kind.TO), ("where",)),
    **dict.fromkeys((Kind.LIFT, Kind.REMOVE, Kind.SEND), ("what", "where")),
}


def load(players: int = 2, **rules) -> LoadedGame:
    """Return the game with some rules changed."""
    return readable.load("kingdoms", players, **rules)


def goal(immediate: str = "none", personal: str = "none", ranking: str = "none"):
    """Return the texts of a goal card."""
    return ("Some Goal", immediate, personal, ranking)


def unit(seat: int) -> int:
    """Return what a move calls a unit of a seat."""
    return 1 + seat


def bits(numbers: Sequence[int]) -> int:
    """Return a set of numbers from 1, as the record holds cards, bonuses and terrains."""
    return sum(1 << (number - 1) for number in set(numbers))


def members(found: int) -> list[int]:
    """Return the numbers from 1 in a set of the record."""
    return [1 + i for i in range(int(found).bit_length()) if int(found) >> i & 1]


class Play(readable.Play):
    """A position of Kingdoms of the Deep."""

    kind = Kind
    fields = FIELDS

    def on(self, seat: int) -> dict[int, int]:
        """Return a seat's units by space, those in the castle under 0."""
        units = self.state["units"][seat].tolist()
        return {space: number for space, number in enumerate(units) if number}

    def sharks_on(self) -> list[int]:
        """Return the spaces of the sharks."""
        sharks = self.state["sharks"].tolist()
        return [space for space in SPACES for _ in range(sharks[space])]

    def by_seat(self, field: str) -> list:
        """Return a field of the record that has an entry for each seat."""
        return self.state[field][: self.game.players].tolist()

    def points(self, kind: str) -> list[int]:
        """Return each seat's points of a kind: solo, entry, goal, capital or end."""
        return self.by_seat(f"{kind}_points")

    @property
    def steps(self) -> int:
        """The steps left of what is asked."""
        return int(self.state["left"][self.state["depth"] - 1])


class Scene(Play):
    """A position edited by hand."""

    def __init__(self, players: int = 2, first: int = 0, **rules) -> None:
        plain = {"goal_1": NONE, "goal_2": NONE, "goal_3": NONE, "goal_deck": [1, 2, 3]}
        game = load(players, **{**plain, "goals_shuffled": False, **rules})
        super().__init__(game, game.new(seed=1))
        while self.state["round"] == 0:
            game.apply(self.position, 0)
        s = self.state
        s["start"] = s["first"] = s["seat"] = first
        s["terrain"] = [0, *TERRAINS, *TERRAINS, *TERRAINS]
        s["tiles_of"] = [0, *(1 << t | 1 << 6 + t | 1 << 12 + t for t in TERRAINS)]
        s["capitals"] = sum(1 << tile for tile in CAPITALS)
        s["units"], s["present"] = 0, 0
        s["supply"][:players] = game.rules.values["units"]
        s["foci"][:players] = [bits([1 + seat]) for seat in range(players)]
        s["covered"][:players] = bits([TO_DEPLOY])

    def copy(self) -> Scene:
        """Return an independent scene in the same position."""
        twin = copy(self)
        twin.position = self.position.copy()
        return twin

    # --- pieces

    def put(self, seat: int, *spaces: int) -> Scene:
        """Set units of a seat's supply on spaces, one each; in the castle on 0."""
        s = self.state
        for space in spaces:
            s["units"][seat][space] += 1
            s["present"][seat] |= 1 << space if space else 0
        s["supply"][seat] -= len(spaces)
        return self

    def leave(self, seat: int, units: int) -> Scene:
        """Leave a seat so many units in the supply; the others go into the castle."""
        return self.put(seat, *[ATLANTIS] * (int(self.state["supply"][seat]) - units))

    def sharks(self, *spaces: int) -> Scene:
        """Put the sharks on these spaces, all others beside the board."""
        s = self.state
        total = int(s["sharks"].sum()) + int(s["stock"])
        s["sharks"] = [spaces.count(space) for space in SPACES]
        s["sharks_at"] = sum(1 << space for space in set(spaces))
        s["stock"] = total - len(spaces)
        return self

    # --- discs and cards

    def level(self, seat: int, track: int, level: int) -> Scene:
        """Set the disc of a track."""
        self.state["level"][seat][track] = level
        return self

    def cover(self, seat: int, *bonuses: int) -> Scene:
        """Let a seat have discs on these bonuses of Reset only."""
        self.state["covered"][seat] = bits(bonuses)
        return self

    def foci(self, seat: int, *terrains: int) -> Scene:
        """Give a seat its focus, or both, which takes level 3 of Bolster."""
        self.state["foci"][seat] = bits(terrains)
        self.state["level"][seat][BOLSTER] = 3 if len(terrains) > 1 else 1
        return self

    def bait(self, seat: int, space: int) -> Scene:
        """Set the bait cube."""
        self.state["bait"][seat] = space
        return self

    def hold(self, seat: int, *cards: int) -> Scene:
        """Let a seat have only these cards in hand."""
        self.state["hand"][seat] = bits(cards)
        return self

    def marker(self, space: int) -> Scene:
        """Set the round marker; the age is that of the space."""
        self.state["marker"] = space
        self.state["age"] = self.game.rules.values["track"][:space].count("shell")
        return self

    # --- playing on

    def cards(self, *cards: int) -> Scene:
        """Let seats 0, 1, … choose these cards, in turn order."""
        players, first = self.game.players, int(self.state["first"])
        for seat in [*range(first, players), *range(first)]:
            assert self.decider == seat
            self.play(Kind.CARD, cards[seat])
        return self

    def act(self, card: int, alone: bool = False) -> Scene:
        """Begin the first player's action; the others chose the same card, or, alone, another."""
        other = (UPGRADE if card != UPGRADE else BOLSTER) if alone else card
        chosen = [other] * self.game.players
        chosen[int(self.state["first"])] = card
        return self.cards(*chosen)

    def stop(self) -> Scene:
        """Stop what is offered."""
        return self.play(Kind.STOP)

    def place(self, *spaces: int) -> Scene:
        """Set units on spaces, one after another."""
        for space in spaces:
            self.play(Kind.PLACE, space)
        return self

    def carry(self, creature: int, *spaces: int) -> Scene:
        """Move a creature from the first of some spaces on, a step each."""
        for origin, space in pairwise(spaces):
            self.play(Kind.LIFT, creature, origin).play(Kind.TO, space)
        return self

    def remove(self, seat: int, tile: int) -> Scene:
        """Remove a unit with a shark."""
        return self.play(Kind.REMOVE, unit(seat), tile)

    def idle(self) -> Scene:
        """Let the seat that decides stop, keep its foci or do the first thing that it must do."""
        options = self.options()
        own = members(self.state["foci"][self.decider])
        kept = [move for move in options if move[0] == Kind.FOCUS and move[1] in own]
        return self.play(*(kept or options)[0])

    def end_action(self) -> Scene:
        """Let the seat that acts do no more than it must."""
        turn = self.state["turn"]
        while self.state["acting"] and self.state["turn"] == turn:
            self.idle()
        return self

    def end_round(self) -> Scene:
        """Let nobody do more than must be done, until cards are chosen again or all is over."""
        while self.state["phase"] == Phase.CHOOSE_STEP:
            self.idle()
        return self

    def score_round(self, age: int = 0) -> Scene:
        """Play a round at whose end an age is scored; all play Reset and change nothing."""
        symbols = self.game.rules.values["track"]
        self.marker([i for i, symbol in enumerate(symbols) if symbol == "shell"][age])
        return self.cards(*[RESET] * self.game.players).end_round()
