"""KD-4.6: the measures of goal cards, each read off a table for a seat."""

from __future__ import annotations

from games.kingdoms.referee_board import (
    ATLANTIS,
    BESIDE,
    INNER,
    LINES,
    OPPOSITE_CORNERS,
    OUTER,
    SPACES,
    TERRAINS,
    TILES,
    TRIANGLES,
)


def present(table, seat, tiles=TILES):
    return [tile for tile in tiles if table.units[seat][tile]]


def count(table, seat, tiles=TILES):
    return sum(table.units[seat][tile] for tile in tiles)


def leads(table, seat, tiles):
    """Whether a seat has units on some tiles together, and nobody has more."""
    own = count(table, seat, tiles)
    return own > 0 and all(count(table, other, tiles) <= own for other in table.seats)


def controlled(table, seat, tiles):
    return [tile for tile in tiles if leads(table, seat, [tile])]


def held_alone(table, seat):
    """Capitals where everybody else has fewer units."""
    units = table.units
    return {
        tile
        for tile in table.board.capitals
        if all(units[other][tile] < units[seat][tile] for other in table.seats if other != seat)
    }


def terrains(table, seat):
    return len({table.board.terrain[tile] for tile in present(table, seat)})


def focus_units(table, seat):
    tiles = [tile for tile in TILES if table.board.terrain[tile] in table.foci[seat]]
    return count(table, seat, tiles)


def near_sharks(table, seat):
    near = {tile for space in SPACES if table.sharks[space] for tile in BESIDE[space]}
    return count(table, seat, near - {ATLANTIS})


def safe_units(table, seat):
    if any(table.sharks[tile] for tile in present(table, seat)):
        return 0
    return count(table, seat)


def line(table, seat):
    own = set(present(table, seat))
    for length in (4, 3, 2):
        if any(own.issuperset(row) for row in LINES[length]):
            return length
    return 0


def group(table, seat):
    left = set(present(table, seat))
    largest = 0
    while left:
        reached = [left.pop()]
        for tile in reached:  # grows while it is read
            near = left.intersection(BESIDE[tile])
            left -= near
            reached += near
        largest = max(largest, len(reached))
    return largest


def triangles(table, seat):
    own = set(present(table, seat))
    return sum(own.issuperset(tiles) for tiles in TRIANGLES)


def corners(table, seat):
    return sum(len(present(table, seat, pair)) == 2 for pair in OPPOSITE_CORNERS)


def sole_tiles(table, seat):
    others = [other for other in table.seats if other != seat]
    return sum(
        not any(table.units[other][tile] for other in others) for tile in present(table, seat)
    )


def home(table, seat):
    own = table.units[seat]
    least = [min(own[tile] for tile in table.board.tiles_of[focus]) for focus in table.foci[seat]]
    return max(least, default=0)


def upgrades(table, seat):
    return sum(table.levels[seat]) - 4 + max(0, len(table.covered[seat]) - 1)


def controlled_terrains(table, seat):
    tiles = controlled(table, seat, TILES)
    return len({table.board.terrain[tile] for tile in tiles})


def majorities(table, seat):
    return sum(leads(table, seat, table.board.tiles_of[terrain]) for terrain in TERRAINS)


def controlled_capitals(table, seat):
    return len(controlled(table, seat, table.board.capitals))


MEASURES = {
    "tiles": lambda table, seat: len(present(table, seat)),
    "inner_tiles": lambda table, seat: len(present(table, seat, INNER)),
    "outer_tiles": lambda table, seat: len(present(table, seat, OUTER)),
    "terrains": terrains,
    "capitals": lambda table, seat: len(present(table, seat, table.board.capitals)),
    "units": count,
    "inner_units": lambda table, seat: count(table, seat, INNER),
    "outer_units": lambda table, seat: count(table, seat, OUTER),
    "capital_units": lambda table, seat: count(table, seat, table.board.capitals),
    "focus_units": focus_units,
    "near_sharks": near_sharks,
    "safe_units": safe_units,
    "supply": lambda table, seat: table.supply[seat],
    "castle": lambda table, seat: table.units[seat][ATLANTIS],
    "bait": lambda table, seat: table.bait[seat],
    "line": line,
    "group": group,
    "triangles": triangles,
    "corners": corners,
    "sole_tiles": sole_tiles,
    "stack": lambda table, seat: max(table.units[seat][tile] for tile in TILES),
    "home": home,
    "level": lambda table, seat: max(table.levels[seat]),
    "upgrades": upgrades,
    "reset_discs": lambda table, seat: len(table.covered[seat]),
    "controlled_terrains": controlled_terrains,
    "majorities": majorities,
    "controlled_capitals": controlled_capitals,
}
