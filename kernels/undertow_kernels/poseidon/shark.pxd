from libc.stdint cimport int32_t

from .state cimport Move, State, Tables

cdef void swim(State* s, const Tables* t) noexcept nogil
cdef void next_bite(State* s) noexcept nogil
cdef void next_skeleton(State* s) noexcept nogil
cdef int32_t list_skeletons(const State* s, Move* moves) noexcept nogil
cdef int32_t list_returns(const State* s, const Tables* t, Move* moves) noexcept nogil
cdef void place_skeleton(State* s, int32_t face) noexcept nogil
cdef void return_creature(State* s, const Tables* t, int32_t space) noexcept nogil
