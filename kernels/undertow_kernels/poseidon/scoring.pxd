from libc.stdint cimport int32_t

from ..core.game cimport Result
from .state cimport State, Tables

cdef int32_t coral_points(const State* s, const Tables* t, int32_t seat,
                          int32_t kind) noexcept nogil
cdef int32_t coral_points_of(const State* s, const Tables* t, int32_t seat) noexcept nogil
cdef void fill_points(const State* s, const Tables* t, int32_t* total) noexcept nogil
cdef void places(const State* s, const Tables* t, Result* result) noexcept nogil
