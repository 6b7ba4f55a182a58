from libc.stdint cimport int32_t

from .state cimport Move, State, Tables

cdef void rate_tile(const State* s, const Tables* t, const Move* m,
                    int32_t* features) noexcept nogil
cdef int32_t matched(const State* s, int32_t seat, int32_t symbol) noexcept nogil
cdef int32_t useful(int32_t level) noexcept nogil
