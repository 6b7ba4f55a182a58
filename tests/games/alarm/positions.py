"""Positions of Kraken-Alarm built by hand for a test, and played on from.

A ``Scene`` is a game at the first sailing of the captain, with the ship on section 0 and Kuno
behind it. Every edit keeps all pieces accounted for, so that a checked build finds nothing to
complain of. Seats, sections, places and stacks count from 0, as in the record.
"""

from __future__ import annotations

from collections.abc import Sequence

import readable

from undertow.game import LoadedGame
from undertow_kernels.alarm.state import Kind, Limits, Token

SEAHORSE, SNAIL, FISH, TURTLE, CRAB, STARFISH, JELLYFISH, LOBSTER = ANIMALS = range(1, 9)
KUNO, WAVE = int(Token.KUNO), int(Token.WAVE)
SECTIONS, PLACES, STACKS = range(Limits.SECTIONS), range(Limits.PLACES), range(Limits.STACKS)
STACK_SIZE = int(Limits.STACK_SIZE)
FIELDS = {kind: () if kind == Kind.STOP else ("number",) for kind in Kind}
MET, MISSED = 0, 2**64 - 1  # words that meet every chance above 0, none below 1


def load(players: int = 2, **rules) -> LoadedGame:
    """Return the game with some rules changed."""
    return readable.load("alarm", players, **rules)


def fill(sections: Sequence[Sequence[int]], pool: Sequence[int]) -> list[int]:
    """Return a whole sea of which some sections' first tokens are given, the rest of a pool."""
    given = [list(section) for section in sections] + [[]] * (len(SECTIONS) - len(sections))
    rest = list(pool)
    for kind in (kind for section in given for kind in section if kind != WAVE):
        rest.remove(kind)
    sea = []
    for section in given:
        missing = len(PLACES) - len(section)
        waves = [] if WAVE in section else [WAVE]
        others = [rest.pop() for _ in range(missing - len(waves))]
        sea += [*section, *others, *waves]
    return sea


class Play(readable.Play):
    """A position of Kraken-Alarm."""

    kind = Kind
    fields = FIELDS

    def section(self, number: int) -> list[int]:
        """Return the token kinds of a section."""
        return self.state["sea"].reshape(-1, len(PLACES))[number].tolist()

    def placed(self, field: str) -> set[tuple[int, int]]:
        """Return the tokens, as section and place, of a bit set of the record."""
        return {(s, p) for s in SECTIONS for p in PLACES
                if int(self.state[field]) >> (len(PLACES) * s + p) & 1}  # fmt: skip

    @property
    def tops(self) -> list[int]:
        """The animals on top of the stacks, 0 for an empty one."""
        left, reef = self.state["left"].tolist(), self.state["reef"].tolist()
        return [reef[STACK_SIZE * (i + 1) - left[i]] if left[i] else 0 for i in STACKS]


class Scene(Play):
    """A position edited by hand."""

    def __init__(self, players: int = 2, captain: int = 0, index: int = 0, **rules) -> None:
        game = load(players, **rules)
        super().__init__(game, game.new(seed=1, index=index))
        self.captain = captain
        self.state["start"] = self.state["captain"] = captain

    def at(self, ship: int, kuno: int) -> Scene:
        """Put the ship and Kuno on sections."""
        self.state["ship"], self.state["kuno"] = ship, kuno
        return self

    def sea(self, *sections: Sequence[int]) -> Scene:
        """Let the sections, from 0 on, begin with these tokens."""
        pool = [kind for kind in self.state["sea"].tolist() if kind != WAVE]
        self.state["sea"][:] = fill(sections, pool)
        return self

    def animals(self, *counts: int) -> Scene:
        """Give the seats animals off the reef, from all stacks alike."""
        s = self.state
        s["animals"][: len(counts)] = counts
        for i in range(sum(counts)):
            stack = i % len(STACKS)
            s["taken"][s["reef"][STACK_SIZE * (stack + 1) - s["left"][stack]]] += 1
            s["reef"][STACK_SIZE * (stack + 1) - s["left"][stack]] = 0
            s["left"][stack] -= 1
        return self

    def provisions(self, *counts: int) -> Scene:
        """Leave the seats so many provisions, lost in as many alarms."""
        s = self.state
        lost = int(s["provisions"].sum()) - sum(counts)
        s["provisions"][: len(counts)] = counts
        s["alarms"] = s["capsized"] = lost
        return self

    def reef(self, *stacks: Sequence[int]) -> Scene:
        """Let what is left of the stacks, from 0 on, begin with these animals."""
        s = self.state
        wanted = {}
        for stack, animals in enumerate(stacks):
            first = STACK_SIZE * (stack + 1) - int(s["left"][stack])
            wanted |= {first + i: animal for i, animal in enumerate(animals)}
        lying = [i for i in range(len(s["reef"])) if s["reef"][i]]
        pool = s["reef"][lying].tolist()
        for animal in wanted.values():
            pool.remove(animal)
        s["reef"][lying] = [wanted[i] if i in wanted else pool.pop() for i in lying]
        return self

    def show(self, *animals: int) -> Scene:
        """Put animals on top of the stacks, from 0 on."""
        return self.reef(*([animal] for animal in animals))
