from libc.stdint cimport int32_t, uint32_t

from ..core.bits cimport has
from ..core.rng cimport uint128_t
from .state cimport PIECES, State, Tables, colour_of

cdef enum:
    SORTS = 3                # of pieces: spiders, frogs, dragonflies

cdef struct Reach:           # what other pieces mean to a square and the piece that comes there
    int32_t rivals           # rivals' pieces that reach it
    int32_t guards           # pieces of the own side that do
    int32_t least            # points of the least of those rivals' pieces, where there are guards

cdef struct Sight:           # what a seat rates from; sets of squares by sort of piece
    const State* s           # its view
    const Tables* t
    int32_t seat
    uint128_t frozen         # where webs hold pieces
    uint128_t own[SORTS]     # of the seat's side
    uint128_t rival[SORTS]   # of the others
    uint32_t friends         # bit per colour of the seat's side
    int32_t most_seated      # pieces that a seat has on table squares, the most
    int32_t worth[PIECES]    # points of each piece in play, in hundredths
    int32_t piece            # whose present square has been looked at, or NO_PIECE
    Reach here               # what was seen there

cdef void look_round(Sight* o) noexcept nogil
cdef bint reached(const Sight* o, int32_t square, uint128_t gone) noexcept nogil
cdef Reach reach_of(const Sight* o, int32_t square, int32_t mover) noexcept nogil
cdef int32_t threat(const Sight* o, int32_t square, int32_t mover) noexcept nogil
cdef int32_t relief(const Sight* o, int32_t square, int32_t mover, int32_t victim) noexcept nogil


cdef inline bint friendly(const Sight* o, int32_t piece) noexcept nogil:
    """Return whether a piece is of the seat's side."""
    return has(o.friends, colour_of(piece))
