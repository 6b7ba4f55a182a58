from libc.stdint cimport int32_t

from ..core.rng cimport Chance, uint128_t
from .state cimport Move, OFF, State, Tables

cdef void take_off(State* s, int32_t piece) noexcept nogil
cdef int32_t list_moves(const State* s, const Tables* t, Move* moves) noexcept nogil
cdef void start_move(State* s, const Tables* t, const Move* move, Chance* chance) noexcept nogil
cdef void start_tongue(State* s, const Tables* t, const Move* move, Chance* chance) noexcept nogil
cdef int32_t list_reactions(const State* s, const Tables* t, Move* moves) noexcept nogil
cdef void react(State* s, const Tables* t, int32_t reaction, Chance* chance) noexcept nogil
cdef bint reaches_shore(const State* s, const Tables* t) noexcept nogil
cdef uint128_t vacant(const State* s, const Tables* t, int32_t piece) noexcept nogil
cdef int32_t list_returns(const State* s, const Tables* t, Move* moves) noexcept nogil
cdef int32_t list_freed(const State* s, const Tables* t, Move* moves) noexcept nogil
cdef void return_spider(State* s, const Tables* t, int32_t square) noexcept nogil
cdef void free_piece(State* s, int32_t piece, int32_t square) noexcept nogil


cdef inline void put(State* s, int32_t piece, int32_t square) noexcept nogil:
    """Put a piece on an empty square."""
    if s.square[piece] != OFF:
        s.at[s.square[piece]] = 0
    s.square[piece] = square
    s.at[square] = piece + 1


cdef inline void begin_move(State* s, int32_t piece, int32_t square) noexcept nogil:
    s.moved = 1
    s.named = 0
    s.agile = 0
    s.legs = 0
    s.attacker = piece
    s.target = square
    s.by_tongue = 0
