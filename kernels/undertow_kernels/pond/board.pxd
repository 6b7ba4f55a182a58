"""Sets of squares as 128 bits, and where a piece may go."""

from libc.stdint cimport int32_t, uint64_t

from ..core.bits cimport lowest
from ..core.rng cimport uint128_t
from .state cimport EACH, State, Tables

cdef uint128_t frozen_squares(const State* s, const Tables* t) noexcept nogil
cdef uint128_t shielded_squares(const State* s) noexcept nogil
cdef uint128_t targets(const State* s, const Tables* t, int32_t piece, int32_t agile, int32_t legs,
                       uint128_t closed) noexcept nogil
cdef bint may_move(const State* s, const Tables* t, int32_t piece, int32_t agile,
                   int32_t legs) noexcept nogil


cdef inline uint128_t squares(const uint64_t* halves) noexcept nogil:
    return <uint128_t>halves[1] << 64 | halves[0]


cdef inline uint128_t square_bit(int32_t square) noexcept nogil:
    return <uint128_t>1 << square


cdef inline uint128_t squares_of(const State* s, const Tables* t, int32_t colour) noexcept nogil:
    """Return the squares that a colour's pieces stand on."""
    cdef uint128_t found = 0
    cdef int32_t k
    for k in range(EACH):
        found |= squares(t.spot[s.square[EACH * colour + k]])
    return found


cdef inline int32_t first_square(uint128_t set) noexcept nogil:
    """Return the lowest square of a set that is not empty."""
    if <uint64_t>set:
        return lowest(<uint64_t>set)
    return 64 + lowest(<uint64_t>(set >> 64))
