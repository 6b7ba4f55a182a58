from libc.stdint cimport int32_t

from ..core.game cimport Result
from .state cimport State, Tables

cdef enum:
    VALUE_SHIFT = 2          # a code is the value + 2

cdef int32_t held_squares(const State* s, const Tables* t, int32_t seat) noexcept nogil
cdef int32_t pieces_left(const State* s, const Tables* t, int32_t seat) noexcept nogil
cdef int32_t counts_for(const State* s, const Tables* t, int32_t piece) noexcept nogil
cdef bint dragonfly_left(const State* s, const Tables* t) noexcept nogil
cdef bint colours_left(const State* s, const Tables* t) noexcept nogil
cdef void own_points(const State* s, const Tables* t, int32_t* total) noexcept nogil
cdef void join_sides(const State* s, const Tables* t, int32_t* total) noexcept nogil
cdef void fill_points(const State* s, const Tables* t, int32_t* total) noexcept nogil
cdef void places(const State* s, const Tables* t, Result* result) noexcept nogil
