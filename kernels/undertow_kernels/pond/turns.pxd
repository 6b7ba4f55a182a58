from libc.stdint cimport int32_t

from ..core.rng cimport Chance
from .state cimport State, Tables

cdef void continue_setup(State* s, const Tables* t, Chance* chance) noexcept nogil
cdef void check_end(State* s, const Tables* t) noexcept nogil
cdef void end_turn(State* s, const Tables* t, Chance* chance) noexcept nogil
cdef void next_turn(State* s, const Tables* t, const int32_t* held, Chance* chance) noexcept nogil
