from ..core.game cimport Result
from .state cimport State, Tables

cdef void points(const State* s, const Tables* t, Result* result) noexcept nogil
cdef void places(const State* s, const Tables* t, Result* result) noexcept nogil
