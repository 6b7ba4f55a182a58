from libc.stdint cimport int32_t

from .state cimport Move, State, Tables

cdef void free_friend(State* s, const Tables* t, int32_t seat, int32_t arm) noexcept nogil
cdef void free_nearest(State* s, const Tables* t, int32_t seat) noexcept nogil
cdef bint move_on_track(State* s, const Tables* t, int32_t seat, int32_t steps) noexcept nogil
cdef void begin_head(State* s, int32_t seat) noexcept nogil
cdef void begin_head_peek(State* s) noexcept nogil
cdef void end_head(State* s) noexcept nogil
cdef void next_rival(State* s) noexcept nogil
cdef int32_t list_rivals(const State* s, Move* moves) noexcept nogil
cdef int32_t list_peeks(const State* s, Move* moves, int32_t n) noexcept nogil
cdef bint coral_lies(const State* s) noexcept nogil
cdef void peek(State* s, int32_t number) noexcept nogil
