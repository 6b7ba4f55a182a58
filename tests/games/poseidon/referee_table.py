"""What lies on the table in Poseidon's Kingdom, and the numbers in which it is compared."""

from __future__ import annotations

from games.poseidon.referee_moves import NEUTRAL, SKULL, die_code, die_colour, die_value
from games.poseidon.referee_ocean import Ocean
from games.poseidon.referee_reef import Reef, symbols_of
from referee_frame import Frame

ARMS = range(6)
NUMBERS = range(3, 11)
BY_SEAT = ("bites", "skeletons_placed", "peeks", "freed_eating", "freed_head", "freed_bonus")


class Table(Frame):
    tallies = ("crashes",)

    def set_up(self):
        values = self.values
        self.counts |= {name: [0 for _ in self.seats] for name in BY_SEAT}
        self.counts["tiles_built"] = [[0] * 5 for _ in self.seats]
        self.ocean = Ocean(values)
        self.active = self.final = self.final_left = 0
        self._lay_out_dice()
        self._lay_out_tiles()
        self._lay_out_kraken()
        self.creatures = [[self.ocean.deep, self.ocean.beach] for _ in self.seats]  # PK-B6
        self.shark, self.direction = self.ocean.shark_start(values["shark_start"])  # PK-B8
        self.skeletons = values["skeletons"]

    def _lay_out_dice(self):
        """PK-A1: everything in the supplies; colours of absent players stay in the box."""
        self.supply = [0] * 5
        for seat in self.seats:
            self.supply[seat] = self.values["dice_per_player"]
        self.supply[NEUTRAL] = self.values["neutral_dice"]
        self.wave = [0] * 5
        self.sea = [[0] * 30 for _ in range(self.ocean.waves)]

    def _lay_out_tiles(self):
        """PK-A2: five kinds of reef tile, and the start tiles of each player."""
        values = self.values
        self.faces = [symbols_of(name) for name in values["tile_faces"]]
        removed = values["tiles_removed"]
        self.tiles = [max(0, count - removed) for count in values["tile_counts"]]  # PK-B11
        self.start_names = list(values["start_set"])
        own = set(range(4))
        if self.players == 3:
            own.discard(values["start_dropped"] - 1)  # PK-B10
        self.start_tiles = [set(own) for _ in self.seats]
        self.reefs = [Reef() for _ in self.seats]

    def _lay_out_kraken(self):
        """PK-A3: friends, counters, corals (numbers 3 to 10 at indices 0 to 7) and the track."""
        values = self.values
        self.needs = list(values["arms"])
        self.friends = [[1] * 6 for _ in self.seats]  # PK-B4
        low, high = list(values["counters_low"]), list(values["counters_high"])
        self.stacks = [low] * 4 + [high] * 2  # PK-B7
        self.counters_taken = [0] * 6
        self.won = [[0] * 6 for _ in self.seats]
        self.corals = []
        self.coral_owner = [0] * 8
        self.coral_known = [0] * 8
        self.track = [0] * self.players
        self.due = [0] * self.players
        self.headed = set()  # seats that reached the head in this turn

    # --- small questions and actions

    def order(self, seat):
        """Player order from a seat."""
        return [(seat + step) % self.players for step in self.seats]

    def room(self):
        return self.values["wave_capacity"] - sum(self.wave)

    def load(self, colour, count):
        """Dice from a supply to the wave, as far as there are any and there is room."""
        count = min(count, self.supply[colour], self.room())
        self.supply[colour] -= count
        self.wave[colour] += count
        return count

    def lying(self):
        """PK-E4: numbers whose coral still lies there."""
        return [number for number in NUMBERS if self.coral_owner[number - 3] == 0]

    def free(self, seat, arm):
        """PK-C3.5: the friend leaves the arm, and the top counter goes to its player."""
        self.friends[seat][arm] = 0
        self.won[seat][arm] = self.stacks[arm][self.counters_taken[arm]]
        self.counters_taken[arm] += 1

    def free_nearest(self, seat):
        self.free(seat, self.friends[seat].index(1))  # PK-K5: counted from arm 1 on

    def know(self, seat, number):
        self.coral_known[number - 3] |= 1 << seat  # PK-S7

    def total(self, seat):
        """PK-D5: the sum of a player's own dice in the sea."""
        return sum(
            value * counts[die_code(value, seat) - 1]
            for counts in self.sea
            for value in range(1, 7)
        )

    def nearest_beach(self, seat):
        """PK-B14: the small wave of a seat's die that is nearest to the beach, 0 without any."""
        waves = [
            wave
            for wave, counts in enumerate(self.sea, 1)
            if any(counts[die_code(value, seat) - 1] for value in range(1, 7))
        ]
        return max(waves, default=0)

    def highest_die(self, seat):
        """PK-B14: the highest single die of a seat in the sea, 0 without any."""
        codes = [code for counts in self.sea for code, dice in enumerate(counts, 1) if dice]
        return max((die_value(code) for code in codes if die_colour(code) == seat), default=0)

    # --- facts

    def list_facts(self):
        facts = [
            self.players, self.first, self.active, self.actor, self.round, self.turns,
            self.final, self.final_left, self.ending,
        ]  # fmt: skip
        facts += self.supply
        facts += self.wave
        for counts in self.sea:
            facts += counts
        for seat in self.seats:
            facts += sorted(self.creatures[seat])
            facts.append(self.track[seat])
            facts += self.friends[seat]
            facts += self.won[seat]
            facts.append(self.due[seat])
            facts.append(sum(1 << tile for tile in self.start_tiles[seat]))
            facts.append(len(self.reefs[seat].faces))
            facts += self.reefs[seat].numbers()
        facts += self.tiles
        facts += self.counters_taken
        facts += (self.shark, self.direction, self.skeletons)
        for place in range(8):
            facts += (self.corals[place], self.coral_owner[place], self.coral_known[place])
        return facts

    def unknown(self, seat):
        """PK-S7: numbers whose coral a seat does not know; all else is open."""
        return [number for number in NUMBERS if not self.coral_known[number - 3] >> seat & 1]

    # --- what must always be true

    def check(self):
        self._check_dice()
        self._check_reefs()
        self._check_kraken()
        for seat in self.seats:
            for space in self.creatures[seat]:
                assert 0 <= space <= self.ocean.gone
        assert self.direction in (1, -1)
        assert 0 <= self.shark < len(self.ocean.loop)

    def _check_dice(self):
        """PK-A1: no die is lost, and none appears."""
        count = [self.supply[colour] + self.wave[colour] for colour in range(5)]
        for counts in self.sea:
            for code, dice in enumerate(counts, 1):
                assert dice >= 0
                count[die_colour(code)] += dice
        for reef in self.reefs:
            for index in reef.stored():
                count[die_colour(reef.faces[index].holds)] += 1
        own = self.values["dice_per_player"]
        expected = [own if colour < self.players else 0 for colour in range(4)]
        assert count == [*expected, self.values["neutral_dice"]]
        assert min(*self.supply, *self.wave, self.room()) >= 0

    def _check_reefs(self):
        removed = self.values["tiles_removed"]
        tiles = sum(max(0, count - removed) for count in self.values["tile_counts"])
        given = 3 if self.players == 3 else 4
        skulls = self.skeletons
        for seat, reef in enumerate(self.reefs):
            tiles -= reef.tiles - (given - len(self.start_tiles[seat]))
            skulls += reef.skeletons()
            tops = [face.tile for face in reef.faces]
            assert all(tops.count(tile) <= 2 for tile in tops)
            assert sum(face.height for face in reef.faces) == 2 * reef.tiles
            assert [reef.at[face.hexagon] for face in reef.faces] == list(range(len(tops)))
            stored = [reef.faces[index] for index in reef.stored()]
            assert all(face.symbol == 4 and face.holds < SKULL for face in stored)
        assert tiles == sum(self.tiles)
        assert skulls == self.values["skeletons"]

    def _check_kraken(self):
        for arm in ARMS:
            held = sum(self.friends[seat][arm] for seat in self.seats)
            assert held + self.counters_taken[arm] == self.players
        spaces = [space for space in self.track if space]
        assert len(set(spaces)) == len(spaces)
        assert all(space <= self.values["track_spaces"] for space in spaces)
        kinds = [self.corals.count(kind) for kind in range(1, 6)]
        assert kinds == list(self.values["coral_counts"])
        for number in NUMBERS:
            owner = self.coral_owner[number - 3]
            assert owner == 0 or self.coral_known[number - 3] >> (owner - 1) & 1
        for seat in self.seats:
            own = [number for number in NUMBERS if self.coral_owner[number - 3] == seat + 1]
            assert sum(number < 7 for number in own) <= 1
            assert sum(number >= 7 for number in own) <= 1
