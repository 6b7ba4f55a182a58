from libc.stdint cimport int32_t

from ..core.rng cimport uint128_t
from .state cimport State, Tables

cdef enum:
    SORTS = 3                # of pieces: spiders, frogs, dragonflies

cdef struct Sight:           # what a seat rates from; sets of squares by sort of piece
    const State* s           # its view
    const Tables* t
    int32_t seat
    uint128_t frozen         # where webs hold pieces
    uint128_t own[SORTS]     # of the seat's side
    uint128_t rival[SORTS]   # of the others

cdef struct Reach:           # what other pieces mean to a square and the piece that comes there
    int32_t rivals           # rivals' pieces that reach it
    int32_t guards           # pieces of the own side that do
    int32_t least            # points of the least of those rivals' pieces, where there are guards
    int32_t threat           # points of the best rivals' piece that the piece reaches from it
    int32_t relief           # points of the own side that a piece captured there reached

cdef void look_round(Sight* o) noexcept nogil
cdef bint friendly(const Sight* o, int32_t piece) noexcept nogil
cdef bint reached(const Sight* o, int32_t square, uint128_t gone) noexcept nogil
cdef Reach reach_of(const Sight* o, int32_t square, int32_t mover, int32_t victim) noexcept nogil
