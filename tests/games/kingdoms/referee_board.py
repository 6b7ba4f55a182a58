"""The map of Kingdoms of the Deep: Atlantis, the two rings, and the shapes that goals look for."""

from __future__ import annotations

AXIAL = (
    (0, 0),
    (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1),
    (2, 0), (1, 1), (0, 2), (-1, 2), (-2, 2), (-2, 1),
    (-2, 0), (-1, -1), (0, -2), (1, -2), (2, -2), (2, -1),
)  # fmt: skip
DIRECTIONS = ((1, 0), (0, 1), (-1, 1))
NUMBERS = {place: number for number, place in enumerate(AXIAL)}
ATLANTIS = 0
SPACES = range(19)
TILES = range(1, 19)
INNER = range(1, 7)
OUTER = range(7, 19)
TERRAINS = range(1, 7)
OPPOSITE_CORNERS = ((7, 13), (9, 15), (11, 17))


def ahead(space, direction):
    """The space one step on, or none beyond the rim."""
    return NUMBERS.get((AXIAL[space][0] + direction[0], AXIAL[space][1] + direction[1]))


def _neighbours(space):
    ways = [*DIRECTIONS, *((-q, -r) for q, r in DIRECTIONS)]
    return tuple(sorted(near for near in (ahead(space, way) for way in ways) if near is not None))


BESIDE = tuple(_neighbours(space) for space in SPACES)


def _lines(length):
    """Straight rows of tiles; a row that meets Atlantis ends there."""
    rows = []
    for direction in DIRECTIONS:
        for tile in TILES:
            row = [tile]
            while len(row) < length and ahead(row[-1], direction):
                row.append(ahead(row[-1], direction))
            if len(row) == length:
                rows.append(tuple(row))
    return rows


LINES = {length: _lines(length) for length in (4, 3, 2)}
TRIANGLES = [
    (one, two, three)
    for one in TILES
    for two in BESIDE[one]
    for three in BESIDE[two]
    if one < two < three and three in BESIDE[one]
]


class Board:
    """The tiles as they were dealt."""

    def __init__(self, terrain, capital):
        self.terrain = terrain  # of each space, 0 for Atlantis
        self.capital = capital  # 0 or 1 of each space
        self.capitals = [tile for tile in TILES if capital[tile]]
        self.tiles_of = [[t for t in TILES if terrain[t] == kind] for kind in range(7)]


def dealt_board(shuffle):
    """KD-1.1, KD-1.2: both rings, each dealt by `shuffle`."""
    inner = [(terrain, 0) for terrain in TERRAINS]
    outer = [(terrain, 1) for terrain in TERRAINS] + inner
    shuffle(inner)
    shuffle(outer)
    tiles = [(0, 0), *inner, *outer]
    return Board([terrain for terrain, _ in tiles], [capital for _, capital in tiles])
