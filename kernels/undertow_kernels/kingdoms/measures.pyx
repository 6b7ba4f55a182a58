"""What personal goals and rankings measure of a seat: own units on the map, own discs."""

from libc.stdint cimport uint32_t

from ..core.bits cimport how_many, lowest
from .board cimport (
    INNER_MASK, OUTER_MASK, TILES_MASK, around, controlled, focus_tiles, space_bit,
    units_on,
)
from .state cimport (
    BAIT, CAPITAL_UNITS, CASTLE, CONTROLLED_TERRAINS, CORNERS, FOCUS_UNITS,
    GROUP, HOME, IN_CAPITALS, IN_CASTLE, IN_TERRAINS, LEVEL, LINE,
    MAJORITIES, NEAR_SHARKS, OUTER_TILES, OUTER_UNITS, RESET_DISCS, SAFE_UNITS, SEGMENTS,
    SOLE_TILES, STACK, SUPPLY, TERRAINS, TILES, TRACKS, TRIANGLES, TRIANGLES_OF_TILES, UNITS,
    UPGRADE_STEPS,
)

cdef enum:
    LINES_OF_THREE = 18
    FIRST_CORNER = 7
    CORNER_PAIRS = 3
    OPPOSITE = 6             # spaces from an outer corner to the one across


cdef int32_t measured(const State* s, const Tables* t, int32_t seat,
                      int32_t measure) noexcept nogil:    # KD-4.6
    """Return what a measure says of a seat."""
    if measure <= OUTER_TILES:
        return how_many(s.present[seat] & ring(measure - TILES))
    if measure == IN_TERRAINS:
        return terrains_held(s, seat, False)
    if measure == IN_CAPITALS:
        return how_many(s.present[seat] & s.capitals)
    if measure <= SAFE_UNITS:
        return units_by_place(s, t, seat, measure)
    if measure == SUPPLY:
        return s.supply[seat]
    if measure == IN_CASTLE:
        return s.units[seat][<int32_t>CASTLE]
    if measure == BAIT:
        return s.bait[seat]
    if measure <= HOME:
        return pattern(s, t, seat, measure)
    if measure <= RESET_DISCS:
        return discs(s, seat, measure)
    if measure == CONTROLLED_TERRAINS:
        return terrains_held(s, seat, True)
    if measure == MAJORITIES:
        return majorities(s, seat)
    return how_many(controlled(s, seat, s.capitals, False))


cdef uint32_t ring(int32_t which) noexcept nogil:
    """Return the tiles of the map, of the inner or of the outer ring: 0, 1, 2."""
    if which == 0:
        return TILES_MASK
    return INNER_MASK if which == 1 else OUTER_MASK


cdef int32_t units_by_place(const State* s, const Tables* t, int32_t seat,
                            int32_t measure) noexcept nogil:
    if measure <= OUTER_UNITS:
        return units_on(s, seat, ring(measure - UNITS))
    if measure == CAPITAL_UNITS:
        return units_on(s, seat, s.capitals)
    if measure == FOCUS_UNITS:
        return units_on(s, seat, focus_tiles(s, seat))
    if measure == NEAR_SHARKS:
        return units_on(s, seat, around(t, s.sharks_at))
    if s.present[seat] & s.sharks_at:
        return 0
    return units_on_map(s, seat)


cdef int32_t units_on_map(const State* s, int32_t seat) noexcept nogil:
    return units_on(s, seat, TILES_MASK)


cdef int32_t pattern(const State* s, const Tables* t, int32_t seat,
                     int32_t measure) noexcept nogil:
    cdef uint32_t own = s.present[seat]
    if measure == LINE:
        return longest_line(t, own)
    if measure == GROUP:
        return largest_group(t, own)
    if measure == TRIANGLES:
        return triangles(t, own)
    if measure == CORNERS:
        return corner_pairs(own)
    if measure == SOLE_TILES:
        return sole_tiles(s, seat)
    if measure == STACK:
        return largest_stack(s, seat)
    return best_home(s, seat)


cdef int32_t longest_line(const Tables* t, uint32_t own) noexcept nogil:
    cdef int32_t i
    cdef int32_t longest = 2 if own & around(t, own) else 0
    for i in range(SEGMENTS):
        if t.segment[i] & ~own == 0:
            longest = max(longest, 3 if i < LINES_OF_THREE else 4)
    return longest


cdef int32_t largest_group(const Tables* t, uint32_t own) noexcept nogil:
    cdef uint32_t left = own
    cdef uint32_t group, more
    cdef int32_t largest = 0
    while left:
        group = space_bit(lowest(left))
        more = group
        while more:
            more = around(t, more) & own & ~group
            group |= more
        largest = max(largest, how_many(group))
        left &= ~group
    return largest


cdef int32_t triangles(const Tables* t, uint32_t own) noexcept nogil:
    cdef int32_t i
    cdef int32_t count = 0
    for i in range(TRIANGLES_OF_TILES):
        count += t.triangle[i] & ~own == 0
    return count


cdef int32_t corner_pairs(uint32_t own) noexcept nogil:
    cdef int32_t i
    cdef int32_t count = 0
    for i in range(CORNER_PAIRS):
        count += own >> (FIRST_CORNER + 2 * i) & own >> (FIRST_CORNER + OPPOSITE + 2 * i) & 1
    return count


cdef int32_t sole_tiles(const State* s, int32_t seat) noexcept nogil:
    cdef int32_t other
    cdef uint32_t tiles = s.present[seat]
    for other in range(s.players):
        if other != seat:
            tiles &= ~s.present[other]
    return how_many(tiles)


cdef int32_t largest_stack(const State* s, int32_t seat) noexcept nogil:
    cdef uint32_t tiles = s.present[seat]
    cdef int32_t largest = 0
    while tiles:
        largest = max(largest, s.units[seat][lowest(tiles)])
        tiles &= tiles - 1
    return largest


cdef int32_t best_home(const State* s, int32_t seat) noexcept nogil:
    """Return the least units on a tile of a focus, for the better of the seat's foci."""
    cdef int32_t terrain, least
    cdef int32_t best = 0
    cdef uint32_t tiles
    for terrain in range(1, TERRAINS):
        if not s.foci[seat] >> (terrain - 1) & 1:
            continue
        tiles = s.tiles_of[terrain]
        least = s.units[seat][lowest(tiles)]
        while tiles:
            least = min(least, s.units[seat][lowest(tiles)])
            tiles &= tiles - 1
        best = max(best, least)
    return best


cdef int32_t discs(const State* s, int32_t seat, int32_t measure) noexcept nogil:
    if measure == LEVEL:
        return highest_level(s, seat)
    if measure == UPGRADE_STEPS:
        return upgrade_steps(s, seat)
    return how_many(s.covered[seat])


cdef int32_t highest_level(const State* s, int32_t seat) noexcept nogil:
    cdef int32_t track
    cdef int32_t highest = 0
    for track in range(1, TRACKS):
        highest = max(highest, s.level[seat][track])
    return highest


cdef int32_t upgrade_steps(const State* s, int32_t seat) noexcept nogil:
    """Return the upgrades on a seat's board: discs on Reset but the first, levels above 1."""
    cdef int32_t track
    cdef int32_t steps = how_many(s.covered[seat]) - 1
    for track in range(1, TRACKS):
        steps += s.level[seat][track] - 1
    return steps


cdef int32_t terrains_held(const State* s, int32_t seat, bint control) noexcept nogil:
    """Return on how many terrains a seat has units; with ``control``: nobody more on a tile."""
    cdef int32_t terrain
    cdef int32_t count = 0
    for terrain in range(1, TERRAINS):
        if control:
            count += controlled(s, seat, s.tiles_of[terrain], False) != 0
        else:
            count += (s.present[seat] & s.tiles_of[terrain]) != 0
    return count


cdef int32_t majorities(const State* s, int32_t seat) noexcept nogil:
    """Return on how many terrains a seat has units, over all tiles, and nobody more."""
    cdef int32_t terrain, other, own
    cdef bint most
    cdef int32_t count = 0
    for terrain in range(1, TERRAINS):
        if s.present[seat] & s.tiles_of[terrain] == 0:
            continue
        own = units_on(s, seat, s.tiles_of[terrain])
        most = True
        for other in range(s.players):
            if other != seat and units_on(s, other, s.tiles_of[terrain]) > own:
                most = False
        count += most
    return count
