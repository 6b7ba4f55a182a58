from libc.stdint cimport int32_t, uint32_t

from ..core.bits cimport bit, lowest
from .state cimport CASTLE, SPACES, State, Tables

cdef enum:
    TILES_MASK = 0x7FFFE     # bits 1..18
    INNER_MASK = 0x7E        # bits 1..6
    OUTER_MASK = 0x7FF80     # bits 7..18

cdef void move_shark(State* s, int32_t origin, int32_t space) noexcept nogil
cdef uint32_t everywhere(const State* s) noexcept nogil
cdef uint32_t around(const Tables* t, uint32_t spaces) noexcept nogil
cdef uint32_t focus_tiles(const State* s, int32_t seat) noexcept nogil
cdef int32_t units_on(const State* s, int32_t seat, uint32_t tiles) noexcept nogil
cdef uint32_t controlled(const State* s, int32_t seat, uint32_t tiles, bint alone) noexcept nogil
cdef int32_t rivals_on(const State* s, int32_t seat, int32_t tile) noexcept nogil


cdef inline uint32_t space_bit(int32_t space) noexcept nogil:
    return <uint32_t>bit(space)


cdef inline void take_unit(State* s, int32_t seat, int32_t tile) noexcept nogil:
    s.units[seat][tile] -= 1
    if s.units[seat][tile] == 0:
        s.present[seat] &= ~space_bit(tile)


cdef inline void put_unit(State* s, int32_t seat, int32_t space) noexcept nogil:
    """Set a unit on a tile, or drop it into the castle, where it is on no tile."""
    s.units[seat][space] += 1
    if space != CASTLE:
        s.present[seat] |= space_bit(space)
