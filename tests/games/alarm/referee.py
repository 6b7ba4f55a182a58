"""The referee of Kraken-Alarm: the rules page in plain, slow Python.

It shares nothing with the kernels.
"""

from __future__ import annotations

import itertools

from referee_frame import FIRST_OWN, RUNNING, Frame

SAIL, STOP, TURN, TAKE = range(1, 5)
ANIMALS = range(1, 9)  # seahorse, snail, fish, turtle, crab, starfish, jellyfish, lobster
KUNO, WAVE = 9, 10
KINDS = range(1, 11)
TARGET_REACHED, PROVISIONS_LOST = FIRST_OWN, FIRST_OWN + 1
SECTIONS = PLACES = STACKS = range(4)
STACK_SIZE = 6
TOKEN_FACTS = 10  # where the tokens begin in the facts
STACK_FACTS = TOKEN_FACTS + 4 * 4 * 3 + 4 * 10


def move(kind, number=0):
    return (kind, number, 0, 0, 0, 0, 0, 0)


def ahead(section, steps):
    """KA-1.1: the section so many steps clockwise."""
    return (section + steps) % 4


class Token:
    """A sea token at its place."""

    def __init__(self, kind):
        self.kind = kind
        self.open = 0
        self.known = 0  # whether this place is known to hold this kind


class Referee(Frame):
    """One game; `values` are the components with those by number of players resolved."""

    tallies = ("alarms", "knocked_out", "turned", "waves", "kunos")

    def columns(self):
        return {
            "capsized": self.box,
            "raised": list(self.raised),
            "lost": [self.values["provisions"] - left for left in self.provisions],
            "provisions": list(self.provisions),
        }

    # --- set-up

    def set_up(self):
        target = "long_target" if self.values["long_voyage"] else "target"
        self.target = self.values[target]  # KA-6.1
        self.turned = 0
        self.first = self.captain = self.setup_words.below(self.players)  # KA-1.6
        self._lay_out_sea()
        self._fill_reef()
        self.animals = [[] for _ in self.seats]
        self.provisions = [self.values["provisions"] for _ in self.seats]  # KA-1.4
        self.raised = [0 for _ in self.seats]  # alarms in each seat's turns
        self.box = 0  # provisions that were lost
        self.ship = 0  # KA-1.5
        self.kuno = ahead(self.ship, 3)

    def _others(self):
        """KA-1.2: the twelve tokens beside the waves."""
        kunos = self.values["kuno_tokens"]
        return [*ANIMALS, *ANIMALS[: 4 - kunos], *[KUNO] * kunos]

    def _lay_out_sea(self):
        others = self._others()
        self.shuffle(others)
        self.sea = []
        for section in SECTIONS:
            kinds = [*others[3 * section : 3 * section + 3], WAVE]
            self.shuffle(kinds)
            self.sea.append([Token(kind) for kind in kinds])
        # KA-7.2: how many tokens of a kind each section is known to hold
        self.seen = [{kind: int(kind == WAVE) for kind in KINDS} for _ in SECTIONS]

    def tokens(self):
        return [token for section in self.sea for token in section]

    def _fill_reef(self):
        """KA-1.3: the stacks, each from its first top down; tokens taken become 0."""
        reef = [kind for kind in ANIMALS for _ in range(3)]
        self.shuffle(reef)
        self.stacks = [reef[STACK_SIZE * stack :][:STACK_SIZE] for stack in STACKS]

    # --- turns

    def turn(self, seat):
        self.captain = seat
        self.turns += 1
        self.turned = 0
        chosen = yield from self.ask(self.captain, self.sailings())
        self.ship = ahead(self.ship, chosen[1])  # KA-2.2: only where it stops matters
        lucky = True
        while lucky and not self.met() and not self.limit_reached():
            chosen = yield from self.ask(self.captain, self.turnings())
            if chosen[0] == STOP:
                break
            lucky = yield from self.explore(self.sea[self.ship][chosen[1]])
        if self.met():  # sailing parts the two, so they have come together in this turn
            self.alarm()
        elif not self.ending:
            self.turn_down()

    def sailings(self):
        """KA-2.1, KA-2.2."""
        steps = [1, 2]
        if self.values["forbid_kuno_landing"]:
            steps = [number for number in steps if ahead(self.ship, number) != self.kuno]
        return [move(SAIL, number) for number in steps]

    def turnings(self):
        """KA-3.1, KA-3.7: the tokens that are face down; stopping after the first one."""
        here = self.sea[self.ship]
        moves = [move(TURN, place) for place in PLACES if not here[place].open]
        return [move(STOP), *moves] if self.turned else moves

    def met(self):
        return self.ship == self.kuno

    def limit_reached(self):
        """KA-3.6."""
        count = self.turned
        if self.values["limit_scope"] == "section":
            count = sum(token.open for token in self.sea[self.ship])
        return count >= self.values["token_limit"]

    def explore(self, token):
        """A token is turned; whether the captain may go on, but for the alarm and the limit."""
        token.open = 1
        self.turned += 1
        self.counts["turned"] += 1
        self.counts["waves"] += token.kind == WAVE
        self.counts["kunos"] += token.kind == KUNO
        self.remember(token)
        if token.kind == WAVE:
            self.ship = ahead(self.ship, 1)  # KA-3.4
            return True
        if token.kind == KUNO:
            self.kuno = ahead(self.kuno, 1)  # KA-3.5
            return True
        moves = [move(TAKE, stack) for stack in STACKS if self.top(stack) == token.kind]
        if not moves:
            return False  # KA-3.3
        chosen = yield from self.ask(self.captain, moves)
        self.take(chosen[1])
        return not self.ending

    def remember(self, token):
        """KA-7.1."""
        token.known = 1
        here = self.sea[self.ship]
        placed = sum(other.known for other in here if other.kind == token.kind)
        self.seen[self.ship][token.kind] = max(self.seen[self.ship][token.kind], placed)

    def top(self, stack):
        """The token on top of a stack, 0 if there is none."""
        return next((kind for kind in self.stacks[stack] if kind), 0)

    def take(self, stack):
        """KA-3.2; KA-5.1: the target is checked at once."""
        tokens = self.stacks[stack]
        place = tokens.index(self.top(stack))
        self.animals[self.captain].append(tokens[place])
        tokens[place] = 0
        if self.score(self.captain) >= self.target:
            self.ending = TARGET_REACHED

    def turn_down(self):
        """KA-3.7."""
        for token in self.tokens():
            token.open = 0

    # --- the alarm

    def alarm(self):
        """KA-4.1; KA-4.4: ship and Kuno stay."""
        self.counts["alarms"] += 1
        self.raised[self.captain] += 1
        if self.capsized():
            self.provisions[self.captain] -= 1  # KA-4.3
            self.box += 1
            if self.provisions[self.captain] == 0:
                self.ending = PROVISIONS_LOST  # KA-5.2
                return
        self.turn_down()
        if self.values["whirlpool"]:
            self.whirl()

    def capsized(self):
        """KA-4.2: whether the ship lies when the ball has stopped."""
        if self.values["capsize_probability"] >= 0:
            return self.happens("capsize_probability")
        lies = False
        for _ in range(1 + self.physics_words.below(self.values["pendulum_passes"])):
            if self.happens("pendulum_hit"):
                changes = self.happens("pendulum_right" if lies else "pendulum_capsize")
                lies = lies != changes
                # Back into the same section: counted only.
                self.counts["knocked_out"] += self.happens("pendulum_knock_out")
        return lies

    def happens(self, name):
        """Whether a chance among the components is met; it takes a word in any case."""
        return self.physics_words.word() >> 32 < int(2**32 * self.values[name] + 0.5)

    def whirl(self):
        """KA-6.2; KA-7.2: the places are forgotten, what was seen is not."""
        self.shuffle(self.sea[self.ship])
        for token in self.sea[self.ship]:
            token.known = 0

    # --- the end

    def score(self, seat):
        return len(self.animals[seat]) + self.values["handicap"][seat]  # KA-5.5

    def standing(self, seat):
        """KA-5.2, KA-5.3: what seats are ordered by, the greatest first."""
        left = self.provisions[seat]
        return (left > 0, self.score(seat), left)

    def winning_seats(self):
        if self.ending == TARGET_REACHED:
            return [self.captain]  # KA-5.1
        return super().winning_seats()  # KA-5.4

    # --- facts

    def facts(self):
        facts = [
            self.players, self.first, self.captain, self.actor, self.round, self.turns,
            self.ending, self.ship, self.kuno, self.turned,
        ]  # fmt: skip
        for token in self.tokens():
            facts += (token.kind, token.open, token.known)
        for seen in self.seen:
            facts += [seen[kind] for kind in KINDS]
        for tokens in self.stacks:
            facts.append(sum(kind > 0 for kind in tokens))
            facts += tokens
        for seat in self.seats:
            facts += (len(self.animals[seat]), self.provisions[seat])
        return facts

    def unplaced(self, section):
        """Numbers of the tokens of a section (4 to a section) whose place is not known."""
        return [4 * section + place for place in PLACES if not self.sea[section][place].known]

    def below_tops(self):
        """KA-7.3: numbers of the reef's tokens (6 to a stack) that are hidden."""
        above = [kind for tokens in self.stacks for kind in (0, *tokens[:-1])]
        return [number for number, kind in enumerate(above) if kind]

    def hidden(self, seat):
        """Where the facts stand that no seat knows: all seats know the same."""
        tokens = [number for section in SECTIONS for number in self.unplaced(section)]
        reef = [STACK_FACTS + 7 * (n // STACK_SIZE) + 1 + n % STACK_SIZE for n in self.below_tops()]
        return [TOKEN_FACTS + 3 * number for number in tokens] + reef

    def never_seen(self, section):
        """Numbers of a section's tokens beyond those that it is known to hold."""
        known = dict(self.seen[section])
        for token in self.sea[section]:
            known[token.kind] -= token.known
        numbers = []
        for number in self.unplaced(section):
            kind = self.sea[section][number % 4].kind
            if known[kind] == 0:
                numbers.append(number)
            else:
                known[kind] -= 1  # KA-7.2: seen, or the wave; it only may lie at another place
        return numbers

    def swaps(self, seat):
        """What may change places unnoticed, in this order: unseen, in a section, in the reef."""
        groups = [("sea", [n for section in SECTIONS for n in self.never_seen(section)])]
        groups += [("sea", self.unplaced(section)) for section in SECTIONS]
        groups.append(("reef", self.below_tops()))
        return [(name, numbers) for name, numbers in groups if len(numbers) > 1]

    # --- what must always be true

    def check(self):
        self._check_sea()
        self._check_reef()
        assert min(self.provisions) >= 0
        assert sum(self.provisions) + self.box == self.players * self.values["provisions"]
        assert (min(self.provisions) == 0) == (self.ending == PROVISIONS_LOST)
        most = max(self.score(seat) for seat in self.seats)
        assert (most >= self.target) == (self.ending == TARGET_REACHED)
        assert self.over == (self.ending != RUNNING) == (self.actor < 0)
        assert self.ship in SECTIONS
        assert self.kuno in SECTIONS

    def _check_sea(self):
        """KA-1.2: no token is lost; what is known is true."""
        tokens = self.tokens()
        assert sorted(token.kind for token in tokens) == sorted(self._others() + [WAVE] * 4)
        assert all(token.known for token in tokens if token.open)
        assert sum(token.open for token in tokens) in (0, self.turned)
        for section, kind in itertools.product(SECTIONS, KINDS):
            places = [token.known for token in self.sea[section] if token.kind == kind]
            assert sum(places) <= self.seen[section][kind] <= len(places)
            assert kind != WAVE or len(places) == self.seen[section][kind] == 1

    def _check_reef(self):
        """KA-1.3: three of each animal, taken from the top."""
        left = [kind for tokens in self.stacks for kind in tokens if kind]
        taken = [kind for animals in self.animals for kind in animals]
        assert sorted(left + taken) == sorted([*ANIMALS] * 3)
        for tokens in self.stacks:
            assert [kind > 0 for kind in tokens] == sorted(kind > 0 for kind in tokens)
