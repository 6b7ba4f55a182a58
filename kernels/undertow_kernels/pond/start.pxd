from libc.stdint cimport int32_t

from ..core.rng cimport Chance
from .state cimport Move, State, Tables

cdef void lay_out(State* s, const Tables* t, int32_t seats, Chance* chance) noexcept nogil
cdef bint next_value(State* s, const Tables* t) noexcept nogil
cdef int32_t list_values(const State* s, const Tables* t, Move* moves) noexcept nogil
cdef void place_value(State* s, const Tables* t, int32_t code) noexcept nogil
cdef int32_t list_removals(const State* s, const Tables* t, Move* moves) noexcept nogil
