from libc.stdint cimport int32_t, uint64_t

from .food cimport Larder
from .state cimport State, Tables

cdef struct Meal:            # the best that some dice can make
    int32_t points           # of counter or corals
    int32_t friends
    int32_t taken            # corals
    int32_t rivals           # least number of rivals' dice picked for it

cdef struct Choice:          # dice to choose from for one target
    Larder larder
    uint64_t mild            # those in the sea that are no rival's
    uint64_t chosen
    int32_t least            # value of the dice still to be chosen
    int32_t picks

cdef void choose_from(const State* s, Choice* choice) noexcept nogil
cdef int32_t rival_dice(const Choice* choice, int32_t target) noexcept nogil
cdef int32_t next_counter(const State* s, const Tables* t, int32_t arm) noexcept nogil
cdef void best_friend(const State* s, const Tables* t, const Choice* choice,
                      Meal* meal) noexcept nogil
cdef void best_corals(const State* s, const Tables* t, const Choice* choice, int32_t first,
                      int32_t last, Meal* meal) noexcept nogil
cdef int32_t lacks(const Tables* t, int32_t arms, uint64_t stored) noexcept nogil
cdef uint64_t wanted(const Tables* t, int32_t arms, uint64_t stored) noexcept nogil
cdef int32_t best_ahead(State* s, const Tables* t, int32_t seat) noexcept nogil
