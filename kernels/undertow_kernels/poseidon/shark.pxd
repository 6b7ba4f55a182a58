from libc.stdint cimport int32_t, uint64_t

from ..core.rng cimport Chance, Stream
from .state cimport Move, State, Tables

cdef void swim(State* s, const Tables* t) noexcept nogil
cdef void next_bite(State* s) noexcept nogil
cdef void next_skeleton(State* s) noexcept nogil
cdef uint64_t skeleton_faces(const State* s) noexcept nogil
cdef int32_t list_returns(const State* s, const Tables* t, Move* moves) noexcept nogil
cdef int32_t draw_return(const State* s, const Tables* t, Move* moves, Stream* stream,
                         const Chance* chance) noexcept nogil
cdef void place_skeleton(State* s, int32_t face) noexcept nogil
cdef void return_creature(State* s, const Tables* t, int32_t space) noexcept nogil


cdef inline int32_t beyond(int32_t at, int32_t way, int32_t spaces) noexcept nogil:    # PK-C4.2
    """Return the next place of the loop, forth or back: without a branch, it is often asked for."""
    at += way
    at += spaces & at >> 31              # all bits of a negative number
    return at - (spaces & ~(at - spaces >> 31))
