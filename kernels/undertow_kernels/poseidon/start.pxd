from libc.stdint cimport int32_t

from ..core.rng cimport Chance
from .state cimport Move, State, Tables

cdef void lay_out(State* s, const Tables* t, int32_t seats, Chance* chance) noexcept nogil
cdef void next_start_tile(State* s, const Tables* t) noexcept nogil
cdef int32_t list_start_tiles(const State* s, const Tables* t, Move* moves) noexcept nogil
cdef void open_play(State* s, const Tables* t, Chance* chance) noexcept nogil
