from ..core.game cimport Result
from .state cimport State, Tables

cdef bint all_capitals_held(const State* s) noexcept nogil
cdef void score_capitals(State* s, const Tables* t) noexcept nogil
cdef void score_card(State* s, const Tables* t) noexcept nogil
cdef void score_end(State* s, const Tables* t) noexcept nogil
cdef void fill_result(const State* s, Result* result) noexcept nogil
