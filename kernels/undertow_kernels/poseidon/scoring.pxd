from libc.stdint cimport int32_t

from ..core.game cimport Result
from .state cimport State, Tables

cdef int32_t coral_points(const State* s, const Tables* t, int32_t seat,
                          int32_t kind) noexcept nogil
cdef void points(const State* s, const Tables* t, Result* result) noexcept nogil
cdef void places(const State* s, const Tables* t, Result* result) noexcept nogil
