from libc.stdint cimport int32_t, uint64_t

from ..core.rng cimport Chance, Stream
from .state cimport Move, State, Tables

cdef struct Larder:
    uint64_t sea             # multiset of the dice at hand in the sea
    uint64_t stored          # of those on the reef

cdef uint64_t sea_dice(const State* s) noexcept nogil
cdef void look(const State* s, Larder* larder) noexcept nogil
cdef int32_t list_food(const State* s, const Tables* t, Move* moves) noexcept nogil
cdef int32_t draw_food(const State* s, const Tables* t, Move* moves, Stream* stream,
                       const Chance* chance) noexcept nogil
cdef int32_t list_claims(const State* s, Move* moves) noexcept nogil
cdef int32_t list_store_dice(const State* s, Move* moves) noexcept nogil
cdef uint64_t store_faces(const State* s) noexcept nogil
cdef int32_t list_eat_dice(const State* s, Move* moves) noexcept nogil
cdef void begin_storing(State* s) noexcept nogil
cdef void pick_to_store(State* s, const Move* move) noexcept nogil
cdef void store_at(State* s, int32_t face) noexcept nogil
cdef void begin_arm(State* s, const Tables* t, int32_t arm) noexcept nogil
cdef void begin_claim(State* s, int32_t number) noexcept nogil
cdef void eat_die(State* s, const Tables* t, const Move* move) noexcept nogil
cdef void end_eating(State* s, const Tables* t) noexcept nogil
