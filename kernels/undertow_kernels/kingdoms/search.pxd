from libc.stdint cimport int32_t

from ..core.rng cimport Chance
from .state cimport State, Tables

cdef void redeal(const void* view, const void* tables, int32_t seat, void* state,
                 Chance* chance) noexcept nogil
cdef void value(const void* state, const void* tables, int32_t* worth) noexcept nogil
