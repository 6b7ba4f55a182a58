from libc.stdint cimport int32_t

from ..core.rng cimport Chance
from .state cimport Move, State, Tables

cdef void deal_cards(State* s, const Tables* t, Chance* chance) noexcept nogil
cdef void draw_card(State* s, int32_t seat, Chance* chance) noexcept nogil
cdef void spend(State* s, int32_t seat, int32_t card) noexcept nogil
cdef void discard(State* s, int32_t seat, int32_t card) noexcept nogil
cdef bint shell_ready(const State* s, const Tables* t, int32_t seat) noexcept nogil
cdef int32_t list_cards(const State* s, const Tables* t, Move* moves, int32_t n) noexcept nogil
cdef int32_t list_discards(const State* s, Move* moves) noexcept nogil
cdef void play_on_piece(State* s, const Move* move) noexcept nogil
cdef void let_lapse(State* s, const Tables* t) noexcept nogil
