from libc.stdint cimport int32_t

from .state cimport State, Tables

cdef int32_t measured(const State* s, const Tables* t, int32_t seat,
                      int32_t measure) noexcept nogil
cdef int32_t units_on_map(const State* s, int32_t seat) noexcept nogil
