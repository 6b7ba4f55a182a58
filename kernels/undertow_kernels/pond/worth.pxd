from libc.stdint cimport int32_t

from .state cimport State, Tables

cdef void fill_worth(const State* view, const Tables* t, int32_t* worth) noexcept nogil
cdef int32_t lead(const State* view, const Tables* t, int32_t seat) noexcept nogil
