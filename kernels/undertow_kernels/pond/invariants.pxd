from libc.stdint cimport int32_t

from .state cimport State, Tables

cpdef enum Invariant:
    SOUND = 0
    BOARD_SOUND = 1          # squares and pieces point at each other, in bounds
    DUNGEONS_SOUND = 2       # a captured piece is not on the board
    VALUES_CONSERVED = 3     # each colour has the values of the box
    CARDS_CONSERVED = 4      # pile, hands, discards
    TOKENS_SOUND = 5         # webs and shells within their numbers, on pieces of the board

cdef int32_t broken(const State* s, const Tables* t) noexcept nogil
