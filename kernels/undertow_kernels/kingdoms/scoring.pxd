from libc.stdint cimport int32_t, uint8_t

from ..core.game cimport Result
from .state cimport CASTLE, MAX_PLAYERS, State, Tables

cdef struct Ranking:
    int32_t value[MAX_PLAYERS]           # what counts, more is better
    uint8_t placed[MAX_PLAYERS]          # 0: has no place

cdef bint holds_all(const State* s, int32_t seat) noexcept nogil
cdef bint all_capitals_held(const State* s) noexcept nogil
cdef void score_capitals(State* s, const Tables* t) noexcept nogil
cdef void score_card(State* s, const Tables* t) noexcept nogil
cdef bint meets_goal(const State* s, const Tables* t, int32_t seat) noexcept nogil
cdef void rank_by_card(const State* s, const Tables* t, int32_t seat,
                       Ranking* ranking) noexcept nogil
cdef int32_t points_of_place(const State* s, const Ranking* ranking, const uint8_t* by_place,
                             int32_t seat) noexcept nogil
cdef void score_end(State* s, const Tables* t) noexcept nogil
cdef void fill_points(const State* s, const Tables* t, int32_t* total) noexcept nogil
cdef void fill_result(const State* s, const Tables* t, Result* result) noexcept nogil


cdef inline void rank_by_castle(const State* s, int32_t seat, Ranking* ranking) noexcept nogil:
    ranking.value[seat] = s.units[seat][<int32_t>CASTLE]
    ranking.placed[seat] = ranking.value[seat] > 0
