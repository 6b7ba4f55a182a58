from libc.stdint cimport int32_t, uint8_t, uint32_t

from .scoring cimport Ranking
from .state cimport State, Tables

cdef struct Scope:           # where units may differ, and whose
    uint32_t spaces
    uint32_t seats

cdef struct Look:            # for whom positions are compared, and what is known of the older one
    const Tables* tables
    int32_t seat
    int32_t rival            # that with most points
    bint hasty               # 1: the goal card is left out, as in plans of several steps
    Ranking card             # what the older position's ranking counts
    uint8_t ranked           # bit per seat of whom ``card`` says it
    uint8_t goal_known       # 1: the next two are known of the older position
    int32_t goal             # the measure of the personal goal
    int32_t rival_goal       # 1: the rival meets it
    uint8_t castle_known     # 1: the next two are known of the older position
    int32_t castle           # points of the end card
    int32_t rival_castle

cdef Look look_of(const State* s, const Tables* t) noexcept nogil
cdef void forget(Look* look) noexcept nogil
cdef void compare(Look* look, const State* old, const State* new, Scope scope,
                  int32_t* features) noexcept nogil
cdef int32_t conquest(const Look* look, const State* s) noexcept nogil
cdef int32_t lead_after_scoring(const Look* look, const State* s) noexcept nogil
cdef int32_t lead_at_end(const Look* look, const State* s) noexcept nogil
