from libc.stdint cimport int32_t

from ..core.rng cimport Chance
from .state cimport Move, State, Tables

cdef int32_t room(const State* s, const Tables* t) noexcept nogil
cdef void load(State* s, const Tables* t, int32_t seat, int32_t most) noexcept nogil
cdef void opening_wave(State* s, const Tables* t, Chance* chance) noexcept nogil
cdef void crash(State* s, const Tables* t, Chance* chance) noexcept nogil
cdef void next_bonus(State* s, const Tables* t) noexcept nogil
cdef int32_t list_bonuses(const State* s, const Tables* t, Move* moves) noexcept nogil
cdef void take_bonus(State* s, const Tables* t, int32_t bonus) noexcept nogil
cdef int32_t sea_total(const State* s, int32_t seat) noexcept nogil
