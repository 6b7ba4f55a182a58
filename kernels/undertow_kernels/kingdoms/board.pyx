"""The map: units and sharks on spaces, sets of spaces as bits, who holds a tile."""

from .state cimport TERRAINS


cdef void move_shark(State* s, int32_t origin, int32_t space) noexcept nogil:
    s.sharks[origin] -= 1
    if s.sharks[origin] == 0:
        s.sharks_at &= ~space_bit(origin)
    s.sharks[space] += 1
    s.sharks_at |= space_bit(space)


cdef uint32_t everywhere(const State* s) noexcept nogil:
    """Return the tiles that hold a unit of anybody."""
    cdef int32_t seat
    cdef uint32_t tiles = 0
    for seat in range(s.players):
        tiles |= s.present[seat]
    return tiles


cdef uint32_t around(const Tables* t, uint32_t spaces) noexcept nogil:
    """Return the spaces beside at least one of a set."""
    cdef uint32_t found = 0
    while spaces:
        found |= t.beside[lowest(spaces)]
        spaces &= spaces - 1
    return found


cdef uint32_t focus_tiles(const State* s, int32_t seat) noexcept nogil:
    cdef uint32_t tiles = 0
    cdef int32_t terrain
    for terrain in range(1, TERRAINS):
        if s.foci[seat] >> (terrain - 1) & 1:
            tiles |= s.tiles_of[terrain]
    return tiles


cdef int32_t units_on(const State* s, int32_t seat, uint32_t tiles) noexcept nogil:
    cdef int32_t total = 0
    tiles &= s.present[seat]
    while tiles:
        total += s.units[seat][lowest(tiles)]
        tiles &= tiles - 1
    return total


cdef uint32_t controlled(const State* s, int32_t seat, uint32_t tiles, bint alone) noexcept nogil:
    """Return those of ``tiles`` where a seat has units and nobody more; ``alone``: nor as many."""
    cdef uint32_t found = 0
    cdef int32_t tile, other, own
    tiles &= s.present[seat]
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        own = s.units[seat][tile] - alone
        found |= space_bit(tile)
        for other in range(s.players):
            if other != seat and s.units[other][tile] > own:
                found &= ~space_bit(tile)
    return found


cdef int32_t rivals_on(const State* s, int32_t seat, int32_t tile) noexcept nogil:
    """Return how many other players have units on a tile."""
    cdef int32_t other
    cdef int32_t count = 0
    for other in range(s.players):
        count += other != seat and s.units[other][tile] > 0
    return count
