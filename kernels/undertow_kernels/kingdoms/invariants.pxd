from libc.stdint cimport int32_t

from .state cimport State, Tables

cpdef enum Invariant:
    SOUND = 0
    UNITS_CONSERVED = 1      # supply, map and castle hold each player's units
    MAP_SOUND = 2            # three tiles a terrain, one of them a capital, none inside
    SETS_SOUND = 3           # the bits say where units and sharks are
    SHARKS_CONSERVED = 4
    DISCS_SOUND = 5          # eleven a player: tracks, foci, Reset, spare, score
    MARKER_SOUND = 6         # advances, age and rounds fit together
    CARDS_SOUND = 7          # one card in play a round and seat
    TASKS_SOUND = 8          # steps are left of what is asked

cdef int32_t broken(const State* s, const Tables* t) noexcept nogil
