from libc.stdint cimport int32_t

from ..core.rng cimport Chance
from .state cimport State, Tables

cdef bint capsizes(State* s, const Tables* t, Chance* chance) noexcept nogil
cdef int32_t capsize_chance(const Tables* t, int32_t scale) noexcept nogil
