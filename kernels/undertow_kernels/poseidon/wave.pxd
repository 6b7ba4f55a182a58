from libc.stdint cimport int32_t

from ..core.rng cimport Chance
from .state cimport Move, State, Tables

cdef void load(State* s, const Tables* t, int32_t seat, int32_t most) noexcept nogil
cdef void opening_wave(State* s, const Tables* t, Chance* chance) noexcept nogil
cdef void crash(State* s, const Tables* t, Chance* chance) noexcept nogil
cdef void next_bonus(State* s, const Tables* t) noexcept nogil
cdef int32_t list_bonuses(const State* s, const Tables* t, Move* moves) noexcept nogil
cdef void take_bonus(State* s, const Tables* t, int32_t bonus) noexcept nogil
cdef int32_t sea_total(const State* s, int32_t seat) noexcept nogil


cdef inline int32_t room(const State* s, const Tables* t) noexcept nogil:
    """Return how many dice the big wave can still take."""
    return max(t.capacity - s.on_wave, 0)


cdef inline void put_on_wave(State* s, int32_t colour, int32_t dice) noexcept nogil:
    s.supply[colour] -= dice
    s.wave[colour] += dice
    s.on_wave += dice
