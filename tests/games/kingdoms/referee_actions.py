"""The actions of Kingdoms of the Deep, each a generator that stops at its decisions."""

from __future__ import annotations

from games.kingdoms import referee_moves as m
from games.kingdoms.referee_board import ATLANTIS, BESIDE, SPACES, TERRAINS, TILES
from games.kingdoms.referee_cards import Deeds
from games.kingdoms.referee_measures import held_alone
from games.kingdoms.referee_moves import SHARK_CREATURE, STOPPED, move
from games.kingdoms.referee_table import Table


class Actions(Table):
    deeds = None  # of the action that is being carried out

    def ask(self, seat, moves, left=0):
        """The same with the steps left, for the facts."""
        if len(moves) > 1:
            self.left = left
        chosen = yield from super().ask(seat, moves)
        return chosen

    # --- a card

    def action(self, seat):
        """KD-2.2, KD-2.3: the card that the seat chose."""
        card = self.chosen[seat]
        alone = self.chosen.count(card) == 1
        goal = self.goals[self.age]
        self.turns += 1
        self.counts["solos"][seat] += alone
        self.deeds = Deeds(goal, held_alone(self, seat))
        self.deeds.add("sole_choice", int(alone))
        self.deeds.add("played_reset", int(card == m.RESET))
        self.score_deeds(seat)
        if card == m.RESET:
            yield from self.reset(seat, alone)
        else:
            yield from self.steps(seat, card, self.number(seat, card, goal) + alone)
        self.deeds.add("capitals_taken", len(held_alone(self, seat) - self.deeds.held))
        self.score_deeds(seat)
        self.deeds = None

    def number(self, seat, card, goal):
        """The number of a card's steps, but for a solo."""
        if card == m.UPGRADE:
            return 1
        return self.steps_at(card, self.levels[seat][card - 1]) + goal.extra(m.NAMES[card])

    def score_deeds(self, seat):
        """KD-4.2: outside of an action nothing is scored."""
        if self.deeds is not None:
            self.gain(seat, "goal_points", self.deeds.met())

    def steps(self, seat, card, number, may_stop=True):
        """Up to so many steps of an action, one after the other."""
        step = {
            m.BOLSTER: self.bolster,
            m.DEPLOY: self.deploy,
            m.MOVE: self.move,
            m.SHARK: self.shark,
            m.UPGRADE: self.upgrade,
        }[card]
        stop = [STOPPED] if may_stop else []
        for left in range(number, 0, -1):
            went_on = yield from step(seat, stop, left)
            if not went_on:
                return

    # --- one step each; the answer is whether it was made

    def bolster(self, seat, stop, left):
        """KD-3.1."""
        places = []
        if self.supply[seat]:
            terrain = self.board.terrain
            places = [m.PLACED[tile] for tile in TILES if terrain[tile] in self.foci[seat]]
        chosen = yield from self.ask(seat, stop + places, left)
        if chosen == STOPPED:
            return False
        tile = chosen[2]
        self.place(seat, tile)
        self.note_most("stacked", self.units[seat][tile])
        self.score_deeds(seat)
        return True

    def deploy(self, seat, stop, left):
        """KD-3.3, KD-3.4."""
        places = []
        if self.supply[seat]:
            places = [m.PLACED[space] for space in self.bases(seat)]
        chosen = yield from self.ask(seat, stop + places, left)
        if chosen == STOPPED:
            return False
        if chosen[2] == ATLANTIS:
            self.supply[seat] -= 1
            self.enter(seat, seat)
        else:
            self.place(seat, chosen[2])
        self.score_deeds(seat)
        return True

    def bases(self, seat):
        """Tiles with own units, and spaces beside them, ascending."""
        own = [tile for tile in TILES if self.units[seat][tile]]
        spaces = set(own)
        for tile in own:
            spaces.update(BESIDE[tile])
        return sorted(spaces)

    def place(self, seat, tile):
        self.supply[seat] -= 1
        self.units[seat][tile] += 1
        others = sum(self.units[other][tile] > 0 for other in self.seats if other != seat)
        self.note_most("crowded", others)
        if self.deeds is not None:
            self.deeds.place(tile)

    def move(self, seat, stop, left):
        """KD-3.5."""
        lifts = self.unit_moves(m.LIFTED) + self.shark_lifts()
        chosen = yield from self.ask(seat, stop + lifts, left)
        if chosen == STOPPED:
            return False
        yield from self.go(seat, chosen, left)
        return True

    def go(self, seat, lifted, left):
        _, creature, origin, *_ = lifted
        chosen = yield from self.ask(seat, [m.WENT[space] for space in BESIDE[origin]], left)
        goal = chosen[2]
        if creature == SHARK_CREATURE:
            self.sharks[origin] -= 1
            self.sharks[goal] += 1
            return
        self.units[creature - 1][origin] -= 1
        if goal == ATLANTIS:
            self.enter(seat, creature - 1)  # KD-3.6
        else:
            self.units[creature - 1][goal] += 1
        if self.deeds is not None:
            self.deeds.step(creature, origin, goal)
        self.score_deeds(seat)

    def upgrade(self, seat, stop, left):
        """KD-3.8."""
        covered = self.covered[seat]
        covers = [move(m.COVER, b) for b in m.BONUSES if b not in covered and self.spare[seat]]
        raises = [move(m.RAISE, t) for t in m.TRACKS if self.levels[seat][t - 1] < 3]
        chosen = yield from self.ask(seat, stop + covers + raises, left)
        if chosen == STOPPED:
            return False
        self.note("upgraded")
        self.counts["upgrades"][seat] += 1
        self.score_deeds(seat)
        if chosen[0] == m.COVER:
            self.covered[seat].add(chosen[1])
            self.spare[seat] -= 1
        else:
            yield from self.raise_track(seat, chosen[1])
        return True

    def raise_track(self, seat, track):
        self.levels[seat][track - 1] += 1
        if self.levels[seat][track - 1] < 3:
            return
        if track == m.MOVE:
            yield from self.steps(seat, m.MOVE, self.steps_at(m.MOVE, 3))  # KD-3.7
        elif track == m.BOLSTER:
            others = [t for t in TERRAINS if t not in self.foci[seat]]
            chosen = yield from self.ask(seat, [move(m.FOCUS, t) for t in others])
            self.foci[seat].add(chosen[1])  # KD-3.2

    def shark(self, seat, stop, left):
        """KD-3.9."""
        chosen = yield from self.ask(seat, stop + self.shark_lifts() + self.removals(seat), left)
        if chosen == STOPPED:
            return False
        if chosen[0] == m.LIFT:
            yield from self.go(seat, chosen, left)
        else:
            yield from self.eat(seat, chosen[1] - 1, chosen[2])
        return True

    def removals(self, seat):
        tiles = [tile for tile in TILES if self.sharks[tile]]
        eaten = [s for s in self.seats if s != seat or self.values["shark_may_eat_own"]]
        return [m.REMOVED[1 + s][t] for s in eaten for t in tiles if self.units[s][t]]

    def eat(self, seat, victim, tile):
        """KD-3.10, KD-3.11."""
        self.units[victim][tile] -= 1
        self.supply[victim] += 1
        self.counts["eaten"][seat] += 1
        if victim != seat:
            self.note("eaten")
        self.score_deeds(seat)
        if self.bait[seat] == 10:
            return
        self.bait[seat] += 1
        icon = self.values["bait_icons"][self.bait[seat]]
        if icon != "none":
            yield from self.steps(seat, m.NAMES.index(icon), 1)

    # --- what steps share

    def unit_moves(self, table):
        """Moves for each player's unit on each tile that holds one."""
        return [
            table[1 + seat][tile] for seat in self.seats for tile in TILES if self.units[seat][tile]
        ]

    def shark_lifts(self):
        return [m.LIFTED[SHARK_CREATURE][space] for space in SPACES if self.sharks[space]]

    def enter(self, seat, owner):
        """KD-3.4, KD-3.6: a unit comes into the castle."""
        self.units[owner][ATLANTIS] += 1
        self.gain(seat, "entry_points", self.values["castle_points"])
        if owner == seat:
            self.note("entered_castle")

    def note(self, effect):
        if self.deeds is not None:
            self.deeds.add(effect)

    def note_most(self, effect, number):
        if self.deeds is not None:
            self.deeds.at_least(effect, number)

    # --- Reset

    def reset(self, seat, alone):
        """KD-3.12."""
        if alone:
            self.gain(seat, "solo_points", self.values["solo_points"])
        unused = set(self.covered[seat])
        while True:
            bonuses = [move(m.BONUS, b) for b in sorted(unused) if self.possible(seat, b)]
            chosen = yield from self.ask(seat, [STOPPED, *bonuses])
            if chosen == STOPPED:
                break
            unused.remove(chosen[1])
            yield from self.bonus(seat, chosen[1])
        yield from self.change_foci(seat)

    def possible(self, seat, bonus):
        if bonus == m.DEPLOY_BONUS:
            return self.supply[seat] and self.on_map(seat)
        if bonus == m.BOLSTER_BONUS:
            return self.supply[seat]
        if bonus == m.MOVE_BONUS and self.values["reset_move_sharks"]:
            return True
        return any(self.on_map(other) for other in self.seats)

    def bonus(self, seat, bonus):
        if bonus == m.DEPLOY_BONUS:
            yield from self.steps(seat, m.DEPLOY, 1, may_stop=False)
        elif bonus == m.BOLSTER_BONUS:
            yield from self.steps(seat, m.BOLSTER, 1, may_stop=False)
        elif bonus == m.MOVE_BONUS:
            sharks = self.shark_lifts() if self.values["reset_move_sharks"] else []
            chosen = yield from self.ask(seat, self.unit_moves(m.LIFTED) + sharks, 1)
            yield from self.go(seat, chosen, 1)
        else:
            chosen = yield from self.ask(seat, self.unit_moves(m.SENT), 1)
            self.units[chosen[1] - 1][chosen[2]] -= 1
            self.enter(seat, chosen[1] - 1)
            self.score_deeds(seat)

    def change_foci(self, seat):
        """KD-3.13."""
        if len(self.foci[seat]) == 1:
            chosen = yield from self.ask(seat, [move(m.FOCUS, t) for t in TERRAINS])
            self.foci[seat] = {chosen[1]}
            return
        low = yield from self.ask(seat, [move(m.FOCUS, t) for t in TERRAINS[:-1]])
        above = [move(m.FOCUS, t) for t in TERRAINS if t > low[1]]
        high = yield from self.ask(seat, above)
        self.foci[seat] = {low[1], high[1]}
