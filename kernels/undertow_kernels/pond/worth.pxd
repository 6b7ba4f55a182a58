from libc.stdint cimport int32_t

from .state cimport State, Tables

cdef int32_t worth(const State* view, const Tables* t, int32_t piece) noexcept nogil
cdef void fill_worth(const State* view, const Tables* t, int32_t* worth) noexcept nogil
cdef int32_t lead(const State* view, const Tables* t, int32_t seat) noexcept nogil
