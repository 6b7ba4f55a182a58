"""The steps of a turn in Poseidon's Kingdom, each a generator that stops at its decisions."""

from __future__ import annotations

from games.poseidon import referee_moves as m
from games.poseidon.referee_food import at_hand, bite, met, offers, possible
from games.poseidon.referee_moves import NEUTRAL, die_code, die_colour, move
from games.poseidon.referee_reef import ARROW, EATING, WAVE, beside
from games.poseidon.referee_table import ARMS, Table

LOW, HIGH = range(3, 7), range(7, 11)


class Steps(Table):
    # --- step 1

    def build_or_load(self, seat):
        moves = []
        if any(self.tiles):
            moves.append(move(m.BUILD))
        if self.supply[seat] and self.room():
            moves.append(move(m.LOAD))
        if not moves:
            return  # PK-C1.1: neither is possible
        chosen = yield from self.ask(seat, moves)
        if chosen[0] == m.BUILD:
            yield from self.build(seat)
        else:
            yield from self.load_some(seat)

    def build(self, seat):
        kinds = [kind for kind in range(5) if self.tiles[kind]]
        chosen = yield from self.ask(seat, [move(m.TILE, number=kind) for kind in kinds])
        yield from self.lay(seat, self.faces[chosen[1]], upper=True)
        self.tiles[chosen[1]] -= 1  # PK-C1.2
        self.counts["tiles_built"][seat][chosen[1]] += 1

    def lay(self, seat, symbols, upper):
        """PK-C1.3 to PK-C1.6: the place of a tile, and which way round it lies."""
        reef = self.reefs[seat]
        moves = reef.grounds() + (reef.uppers() if upper else [])
        kind, _, one, two, toward, *_ = yield from self.ask(seat, moves)
        if kind == m.GROUND:
            anchor = beside(reef.faces[one].hexagon, toward)
            ways = [move(m.PARTNER, toward=way) for way in reef.partners(anchor)]
            chosen = yield from self.ask(seat, ways)
            partner = beside(anchor, chosen[4])
        if symbols[0] != symbols[1]:  # PK-C1.6
            moves = [move(m.ORIENT, number=0), move(m.ORIENT, number=1)]
            chosen = yield from self.ask(seat, moves)
            if chosen[1] == 1:
                symbols = symbols[::-1]
        if kind == m.GROUND:
            reef.lay_ground(anchor, partner, symbols)
        else:
            reef.lay_upper(one, two, symbols)

    def load_some(self, seat):
        """PK-C1.7."""
        most = min(self.reefs[seat].strength(WAVE), self.supply[seat], self.room())
        moves = [move(m.LOAD_COUNT, number=count) for count in range(1, most + 1)]
        chosen = yield from self.ask(seat, moves)
        self.load(seat, chosen[1])

    # --- step 2

    def swim(self, seat):
        """PK-C2.1; PK-C2.5: other creatures do not matter."""
        strength = self.reefs[seat].strength(ARROW)
        shark = self.ocean.loop[self.shark]
        moves = [
            move(m.SWIM, origin=origin, space=space)
            for origin in sorted(set(self.creatures[seat]))
            for space in self.ocean.reach(origin, strength, shark)
        ]
        *_, origin, self.ended, _ = yield from self.ask(seat, moves)
        self.creatures[seat].remove(origin)
        self.creatures[seat].append(self.ended)

    # --- step 3

    def food(self, seat):
        """PK-C3.1: optional; PK-C3.2: nothing is picked that can neither be stored nor eaten."""
        self.picks = self.reefs[seat].strength(EATING)
        wave = self.ocean.wave_at(self.ended)
        self.dinner = self.sea[wave - 1] if wave else None
        moves = [move(m.PASS)]
        if self.can_store(seat):
            moves.append(move(m.STORE))
        dice = at_hand(self.dinner, self.reefs[seat])
        moves += [
            move(m.EAT, number=arm + 1)
            for arm in ARMS
            if self.friends[seat][arm]  # PK-C3.6
            and possible(self.needs[arm], [], dice, 0, self.picks)
        ]
        if self.final:
            moves += self.claims(seat, self.lying())
        chosen = yield from self.ask(seat, moves)
        if chosen[0] == m.STORE:
            yield from self.store(seat, may_stop=False)
        elif chosen[0] != m.PASS:
            yield from self.dine(seat, chosen)
            if self.values["mixed_store_eat"]:
                yield from self.store(seat, may_stop=True)

    def dine(self, seat, chosen):
        if chosen[0] == m.EAT:
            arm = chosen[1] - 1
            yield from self.eat(seat, self.needs[arm])
            self.free(seat, arm)
            self.counts["freed_eating"][seat] += 1
            if not self.final or not self.values["coral_and_friend"]:  # PK-E3
                return
            moves = [move(m.CLAIM_STOP), *self.claims(seat, self.lying())]
            chosen = yield from self.ask(seat, moves)
        while chosen[0] == m.CLAIM:  # PK-E3: one of 3 to 6, then one of 7 to 10
            yield from self.eat(seat, chosen[1])
            self.coral_owner[chosen[1] - 3] = seat + 1
            self.know(seat, chosen[1])  # PK-E4
            if chosen[1] in HIGH:
                return
            numbers = [number for number in self.lying() if number in HIGH]
            moves = [move(m.CLAIM_STOP), *self.claims(seat, numbers)]
            chosen = yield from self.ask(seat, moves)

    def claims(self, seat, numbers):
        dice = at_hand(self.dinner, self.reefs[seat])
        return [
            move(m.CLAIM, number=number)
            for number in numbers
            if possible(number, [], dice, 0, self.picks)
        ]

    def can_store(self, seat):
        return self.dinner is not None and any(self.dinner) and bool(self.reefs[seat].storing())

    def places(self, fresh, reef, code, face):
        """For each code that may be stored next, after this one on this face, the open faces."""
        places = {}
        for new in range(max(code, 1), 31):
            spots = [spot for spot in reef.storing() if spot not in fresh]
            if new == code:
                spots = [spot for spot in spots if spot > face]
            if self.dinner[new - 1] and spots:
                places[new] = spots
        return places

    def store(self, seat, may_stop):
        """PK-C3.3: codes ascending, and faces ascending within a code."""
        reef = self.reefs[seat]
        code, face = 0, -1
        fresh = set()
        while self.picks and self.dinner is not None:
            places = self.places(fresh, reef, code, face)
            if not places:
                return
            moves = [move(m.STORE_STOP)] if may_stop else []
            moves += [move(m.STORE_DIE, die=new) for new in places]
            chosen = yield from self.ask(seat, moves)
            if chosen[0] == m.STORE_STOP:
                return
            code = chosen[7]
            moves = [move(m.STORE_AT, face=spot) for spot in places[code]]
            _, _, face, *_ = yield from self.ask(seat, moves)
            self.keep(seat, code, face)
            fresh.add(face)
            may_stop = True

    def keep(self, seat, code, face):
        """A die of the sea comes to lie on a face; one that lies there goes to its supply."""
        reef = self.reefs[seat]
        old = reef.faces[face].holds
        if old:
            self.supply[die_colour(old)] += 1  # PK-C3.3: without a track move
        self.pick(seat, code)
        reef.put(face, code)

    def pick(self, seat, code):
        """A die leaves the sea and counts against the strength."""
        self.dinner[code - 1] -= 1
        self.picks -= 1
        colour = die_colour(code)
        if colour not in (seat, NEUTRAL) and not self.final:  # PK-K1, PK-E2
            self.due[colour] += 1

    def eat(self, seat, need):
        """PK-C3.4: dice of the sea and of the reef that together are exactly what is needed."""
        reef = self.reefs[seat]
        dice = at_hand(self.dinner, reef)
        start, values = 0, []
        while not values or not met(need, values):
            found = offers(need, values, dice, start, self.picks)
            moves = [bite(dice[index]) for index in found]
            chosen = yield from self.ask(seat, moves)
            start = found[moves.index(chosen)] + 1
            value, stored, place, code = dice[start - 1]
            if stored:
                reef.put(place, 0)  # PK-C3.7: the others stay
            else:
                self.pick(seat, code)
            self.supply[die_colour(code)] += 1  # PK-C3.5
            values.append(value)

    # --- kraken track

    def rivals(self, seat):
        """PK-K2."""
        while any(self.due):
            waiting = [other for other in self.order(seat) if self.due[other]]
            moves = [move(m.RIVAL, number=other) for other in waiting]
            chosen = yield from self.ask(seat, moves)
            steps = self.due[chosen[1]]
            self.due[chosen[1]] = 0
            yield from self.advance(chosen[1], steps)

    def advance(self, seat, steps):
        """PK-K3: each step leads to the next free space."""
        taken = set(self.values["track_dummies"])
        taken.update(self.track[other] for other in self.seats if other != seat)
        for _ in range(steps):
            space = self.track[seat] + 1
            while space in taken:
                space += 1
            if space > self.values["track_spaces"]:
                self.track[seat] = 0  # PK-K4: the head ends the move
                self.headed.add(seat)
                yield from self.head(seat)
                return
            self.track[seat] = space

    def head(self, seat):
        """PK-K5."""
        moves = [move(m.HEAD_KEEP)]
        if any(self.friends[seat]):
            moves.append(move(m.HEAD_FREE))
        chosen = yield from self.ask(seat, moves)
        if chosen[0] == m.HEAD_FREE:
            self.free_nearest(seat)
            self.counts["freed_head"][seat] += 1
        yield from self.peek(seat, [move(m.PEEK_NONE)])

    def peek(self, seat, moves):
        moves = moves + [move(m.PEEK, number=number) for number in self.lying()]
        if moves:
            chosen = yield from self.ask(seat, moves)
            if chosen[0] == m.PEEK:
                self.know(seat, chosen[1])
                self.counts["peeks"][seat] += 1

    # --- step 4

    def shark_swims(self):
        """PK-C4.1, PK-C4.2: the full way along the loop."""
        loop = self.ocean.loop
        for _ in range(self.ocean.shark_numbers[self.ended]):
            before = loop[self.shark]
            self.shark = (self.shark + self.direction) % len(loop)
            here = loop[self.shark]
            if self.ocean.has_symbol(before, here):
                self.wash_up()
            for seat, creatures in enumerate(self.creatures):  # PK-C4.3
                for which in range(2):
                    if creatures[which] == here:
                        creatures[which] = self.ocean.gone
                        self.counts["bites"][seat] += 1
            if not self.values["respawn_after_move"]:
                yield from self.bitten()
        yield from self.bitten()

    def wash_up(self):
        """PK-C4.8; PK-C4.9: an own die where the neutral ones have run out."""
        if self.supply[NEUTRAL]:
            self.load(NEUTRAL, 1)
        else:
            self.load(self.active, 1)

    def bitten(self):
        """PK-C4.6, PK-C4.7: owner by owner, from the active player on."""
        for seat in self.order(self.active):
            eaten = self.creatures[seat].count(self.ocean.gone)
            if eaten:
                yield from self.bury(seat, min(eaten, self.skeletons))
                yield from self.reappear(seat)

    def bury(self, seat, left):
        """PK-C4.4: skeletons on empty faces, or else in the place of stored dice."""
        reef = self.reefs[seat]
        after = -1
        while left:
            spots = reef.empty() or reef.stored()
            if not spots:
                return
            if left == 2 and len(spots) > 1:
                offered = spots[:-1]
            else:
                offered = [spot for spot in spots if spot > after]
            moves = [move(m.SKELETON, face=spot) for spot in offered]
            _, _, face, *_ = yield from self.ask(seat, moves)
            if len(spots) > 1:
                after = face
            old = reef.faces[face].holds
            if old:
                self.supply[die_colour(old)] += 1
            reef.put(face, m.SKULL)
            self.skeletons -= 1
            self.counts["skeletons_placed"][seat] += 1
            left -= 1

    def reappear(self, seat):
        """PK-C4.7."""
        lowest = self.ocean.deep
        while self.ocean.gone in self.creatures[seat]:
            ends = [end for end in (self.ocean.deep, self.ocean.beach) if end >= lowest]
            chosen = yield from self.ask(seat, [move(m.REAPPEAR, space=end) for end in ends])
            lowest = chosen[6]
            self.creatures[seat].remove(self.ocean.gone)
            self.creatures[seat].append(lowest)

    # --- the wave breaks

    def fall(self):
        """PK-D2: value and small wave (0 for off the board) of each die on the wave."""
        fallen = []
        for colour in range(5):
            for _ in range(self.wave[colour]):
                value = 1 + self.dice_words.below(6)
                wave = self.ocean.landing(self.physics_words.word() >> 32)  # PK-D3
                fallen.append((colour, value, wave))
        return fallen

    def settle(self, fallen):
        for colour, value, wave in fallen:
            if wave:  # PK-D2: the others are back on the wave
                self.wave[colour] -= 1
                self.sea[wave - 1][die_code(value, colour) - 1] += 1

    def crash(self):
        self.counts["crashes"] += 1
        self.settle(self.fall())
        self.direction = -self.direction  # PK-D4
        for seat in self.order(self.active):  # PK-D5; PK-E5: in final turns too
            yield from self.bonus(seat)

    def bonus(self, seat):
        moves = [move(m.BONUS, number=number) for number in self.bonuses(seat)]
        _, number, *_ = yield from self.ask(seat, moves)
        if number in (1, 2):
            self.load(seat, self.values["bonus_load"][number - 1])  # PK-D6
        elif number == 3:
            yield from self.advance(seat, self.values["bonus_track"])  # PK-D7
        elif number == 4:
            yield from self.peek(seat, [])
        elif number == 5:  # PK-D8
            for index, face in enumerate(self.reefs[seat].faces):
                if face.holds == m.SKULL:
                    self.reefs[seat].put(index, 0)
                    self.skeletons += 1
            yield from self.peek(seat, [])
        elif number == 6:
            self.free_nearest(seat)  # PK-D9
            self.counts["freed_bonus"][seat] += 1

    def bonuses(self, seat):
        """PK-D10: none, and those that the total allows and that can do something."""
        blocked = self.values["head_blocks_turn"] and seat in self.headed  # PK-K4
        lying = bool(self.lying())
        useful = (
            self.supply[seat] and self.room(),
            self.supply[seat] and self.room(),
            not self.final and not blocked,  # PK-E2
            lying,
            lying or self.reefs[seat].skeletons(),
            any(self.friends[seat]),
        )
        one, two, three, four, five = self.values["bonus_thresholds"]
        total = self.total(seat)
        least = (one, two, three, three, four, five)
        return [0, *(place + 1 for place in range(6) if useful[place] and total >= least[place])]
