from libc.stdint cimport int32_t, uint32_t

from .state cimport Tables

cdef uint32_t reach(const Tables* t, int32_t origin, int32_t shark, int32_t steps) noexcept nogil
