from libc.stdint cimport int32_t

from .state cimport Move, State, Tables

cdef void begin_action(State* s, const Tables* t) noexcept nogil
cdef void begin_upgrade(State* s) noexcept nogil
cdef bint under_way(State* s) noexcept nogil
cdef int32_t list_steps(const State* s, const Tables* t, Move* moves) noexcept nogil
cdef void take_step(State* s, const Tables* t, const Move* move) noexcept nogil
