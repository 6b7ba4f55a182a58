"""The ocean board: spaces, links, the shark's loop, and where falling dice land."""

from __future__ import annotations

import math


class Ocean:
    """PK-A4: space 0 is the deep end, then the left spaces, the right spaces, the beach end."""

    def __init__(self, values):
        self.waves = values["small_waves"]
        self.deep = 0
        self.beach = 2 * self.waves + 1
        self.gone = 2 * self.waves + 2  # eaten and not yet back
        self.crossing = values["crossing"]
        self.ends_touch = values["end_spaces_touch_waves"]
        # PK-B1: the values given are those of the side for this number of players
        self.shark_numbers = values["shark_" + values["shark_set"]]
        self.links = self._links()
        self.loop = self._loop()
        self.limits = _limits(values, self.waves)

    def left(self, wave):
        return wave

    def right(self, wave):
        return self.waves + wave

    def _links(self):
        links = [[] for _ in range(self.beach + 1)]
        sides = []
        for side in (self.left, self.right):
            row = [side(wave) for wave in range(1, self.waves + 1)]
            sides.append([self.deep, *row, self.beach])
        pairs = [(row[place], row[place + 1]) for row in sides for place in range(len(row) - 1)]
        c = self.crossing
        pairs.append((self.left(c), self.right(c + 1)))  # PK-C2.4: crossings are plain links
        pairs.append((self.right(c), self.left(c + 1)))
        for one, two in pairs:
            links[one].append(two)
            links[two].append(one)
        return links

    def _loop(self):
        """PK-C4.2: the figure of eight through all spaces."""
        c, last = self.crossing, self.waves
        return [
            *(self.left(wave) for wave in range(1, c + 1)),
            *(self.right(wave) for wave in range(c + 1, last + 1)),
            self.beach,
            *(self.left(wave) for wave in range(last, c, -1)),
            *(self.right(wave) for wave in range(c, 0, -1)),
            self.deep,
        ]

    def shark_start(self, wave):
        """PK-B8: place and direction of a shark on a left space that faces the beach."""
        index = self.loop.index(self.left(wave))
        return index, 1 if wave <= self.crossing else -1

    def wave_at(self, space):
        """PK-C3.1: the small wave that a space touches, counted from 1, or 0 for none."""
        if space == self.deep:
            return 1 if self.ends_touch else 0
        if space == self.beach:
            return self.waves if self.ends_touch else 0
        return space if space <= self.waves else space - self.waves

    def reach(self, origin, strength, shark):
        """PK-C2.1: spaces other than the origin, at most `strength` links away."""
        found = {origin}
        edge = [origin]
        for _ in range(strength):
            edge = {
                space
                for place in edge
                for space in self.links[place]
                if space != shark  # PK-C2.3: neither through the shark nor onto it
            } - found
            found |= edge
        return sorted(found - {origin})  # PK-C2.2

    def has_symbol(self, before, after):
        """PK-C4.8: whether the shark's step between two spaces meets a dice symbol."""
        if after in (self.deep, self.beach):
            return True
        if before in (self.deep, self.beach):
            return False
        return (before <= self.waves) != (after <= self.waves)  # left to right or back

    def landing(self, chance):
        """The small wave, from 1, in which a die with this 32-bit number lands; 0 is off board."""
        for wave, limit in enumerate(self.limits, 1):
            if chance < limit:
                return wave
        return 0


def _limits(values, waves):
    """PK-D3: chances, times 2^32, of landing in each small wave or nearer to the deep end."""
    mean, spread = values["fall_depth_mean"], values["fall_depth_sd"]
    half = values["fall_die_edge"] / 2
    root = math.sqrt(2.0)
    inside = math.erf((values["fall_half_width"] + half) / (values["fall_side_sd"] * root))
    limits = []
    for wave in range(1, waves + 1):
        border = wave - half if wave < waves else waves + half
        near = math.erf((border - mean) / (spread * root))
        far = math.erf((border + mean) / (spread * root))
        limits.append(math.floor(2.0**32 * inside * ((near + far) / 2) + 0.5))
    return limits
