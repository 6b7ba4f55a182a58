from libc.stdint cimport int32_t

from ..core.rng cimport Chance
from .state cimport Move, State, Tables

cdef void lay_out(State* s, const Tables* t, int32_t seats, Chance* chance) noexcept nogil
cdef int32_t list_first_foci(const State* s, Move* moves) noexcept nogil
cdef void take_focus(State* s, int32_t terrain) noexcept nogil
cdef void set_first_disc(State* s, int32_t bonus) noexcept nogil
