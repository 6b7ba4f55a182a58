"""One player's reef: a list of faces on axial hexes."""

from __future__ import annotations

from games.poseidon.referee_moves import GROUND, SKULL, UPPER, move

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
BLANK, ARROW, EATING, WAVE, DICE = range(5)
SYMBOLS = {"blank": BLANK, "arrow": ARROW, "eat": EATING, "wave": WAVE, "dice": DICE}


def symbols_of(name):
    """The two symbols of a tile by its name, say "arrow eat"."""
    first, second = name.split()
    return SYMBOLS[first], SYMBOLS[second]


def beside(hexagon, toward):
    step = STEPS[toward]
    return hexagon[0] + step[0], hexagon[1] + step[1]


class Face:
    """The visible top of one hex."""

    __slots__ = ("height", "hexagon", "holds", "symbol", "tile")

    def __init__(self, hexagon, symbol, tile):
        self.hexagon = hexagon
        self.height = 1
        self.symbol = symbol
        self.tile = tile
        self.holds = 0


class Reef:
    def __init__(self):
        self.faces = []
        self.at = {}  # hex -> index of its face
        self.tiles = 0
        self._numbers = []
        self._grounds = None

    # --- laying tiles

    def lay_ground(self, anchor, partner, symbols):
        """The first symbol comes to lie on the anchor."""
        assert not {anchor, partner} & set(self.at)  # PK-C1.3: both hexes empty
        self.tiles += 1
        for hexagon, symbol in ((anchor, symbols[0]), (partner, symbols[1])):
            self.at[hexagon] = len(self.faces)
            self.faces.append(Face(hexagon, symbol, self.tiles))
        self._numbers = None
        self._grounds = None

    def lay_upper(self, one, two, symbols):
        """The first symbol comes to lie on the face `one`."""
        self.tiles += 1
        for index, symbol in ((one, symbols[0]), (two, symbols[1])):
            face = self.faces[index]
            face.height += 1
            face.symbol = symbol
            face.tile = self.tiles
        self._numbers = None

    def put(self, index, holds):
        self.faces[index].holds = holds
        self._numbers = None

    # --- where tiles may be laid

    def touches(self, hexagon):
        return any(beside(hexagon, toward) in self.at for toward in range(6))

    def partners(self, anchor):
        """Directions from an anchor to a second empty hex; each pair of hexes shows up once."""
        ways = []
        for toward in range(6):
            partner = beside(anchor, toward)
            if partner in self.at:
                continue  # PK-C1.3: both hexes empty
            if toward < 3 or not self.touches(partner):
                ways.append(toward)
        return ways

    def grounds(self):
        """PK-C1.3: moves for each empty hex beside the reef that has a partner."""
        if self._grounds is None:
            self._grounds = []
            seen = set(self.at)
            for index, face in enumerate(self.faces):
                for toward in range(6):
                    anchor = beside(face.hexagon, toward)
                    if anchor not in seen:
                        seen.add(anchor)
                        if self.partners(anchor):
                            self._grounds.append(move(GROUND, face=index, toward=toward))
        return self._grounds

    def uppers(self):
        """Moves for each pair of faces that can carry a tile."""
        pairs = []
        for one, face in enumerate(self.faces):
            if face.holds:
                continue  # PK-C1.5, PK-C4.5: neither a die nor a skeleton below
            for two in self._neighbours(face.hexagon):
                other = self.faces[two]
                if two < one or other.holds:
                    continue
                # PK-C1.4: equal heights, unlike tiles, and no limit to the height
                if other.height == face.height and other.tile != face.tile:
                    pairs.append(move(UPPER, face=one, other=two))
        return pairs

    def _neighbours(self, hexagon):
        around = [beside(hexagon, toward) for toward in range(6)]
        return sorted(self.at[place] for place in around if place in self.at)

    # --- what the reef can do

    def strength(self, symbol):
        """PK-C1.8: the height of the highest such face without skeleton, at least 1."""
        best = 1
        for face in self.faces:
            if face.symbol == symbol and face.holds != SKULL and face.height > best:
                best = face.height  # PK-C4.5: a dead face counts for nothing
        return best

    def visible(self, symbol):
        """How many faces show this symbol without a skeleton, at any height (PK-S2)."""
        return sum(face.symbol == symbol and face.holds != SKULL for face in self.faces)

    def storing(self):
        """PK-C3.3: faces that can keep a die, whether they hold one now or not."""
        return [
            index
            for index, face in enumerate(self.faces)
            if face.symbol == DICE and face.holds != SKULL
        ]

    def empty(self):
        return [index for index, face in enumerate(self.faces) if face.holds == 0]

    def stored(self):
        """Faces that hold a die."""
        return [index for index, face in enumerate(self.faces) if 0 < face.holds < SKULL]

    def skeletons(self):
        return sum(face.holds == SKULL for face in self.faces)

    def height(self):
        return max(face.height for face in self.faces)

    def numbers(self):
        """Six numbers for each face, as they stand in the facts."""
        if self._numbers is None:
            self._numbers = numbers = []
            for face in self.faces:
                numbers += face.hexagon
                numbers += (face.height, face.symbol, face.tile, face.holds)
        return self._numbers
