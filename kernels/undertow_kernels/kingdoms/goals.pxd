from libc.stdint cimport int32_t

from .state cimport State, Tables

cdef int32_t extra_steps(const State* s, const Tables* t, int32_t card) noexcept nogil
cdef void begin_goal(State* s) noexcept nogil
cdef void count_effect(State* s, const Tables* t, int32_t effect) noexcept nogil
cdef void reach(State* s, const Tables* t, int32_t effect, int32_t value) noexcept nogil
cdef void note_placed(State* s, const Tables* t, int32_t tile) noexcept nogil
cdef void note_moved(State* s, const Tables* t, int32_t seat, int32_t origin,
                     int32_t space) noexcept nogil
cdef void end_goal(State* s, const Tables* t) noexcept nogil
cdef int32_t capitals_taken(const State* s) noexcept nogil
