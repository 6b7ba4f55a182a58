from libc.stdint cimport int32_t

from .state cimport Move, State, Tables

cpdef enum Invariant:
    SOUND = 0
    DICE_CONSERVED = 1       # each colour's dice over supply, wave, sea and reefs
    WAVE_WITHIN_CAPACITY = 2
    TILES_CONSERVED = 3
    SKELETONS_CONSERVED = 4
    FRIENDS_AND_COUNTERS = 5     # a friend freed is a counter taken
    CORALS_CONSERVED = 6
    CREATURES_PLACED = 7
    REEF_SOUND = 8           # connected heights, distinct hexes, strengths as they are visible
    TRACK_SOUND = 9          # one creature a space beside the head
    LIST_ORDERED = 10        # the legal list as the rule page orders it, without duplicates

cdef int32_t broken(const State* s, const Tables* t) noexcept nogil
cdef bint ordered(const State* s, const Move* moves, int32_t n) noexcept nogil
