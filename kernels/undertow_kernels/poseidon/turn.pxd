from libc.stdint cimport int32_t, uint8_t

from ..core.rng cimport Chance, Stream
from .state cimport Move, State, Tables

cdef bint can_choose_step(const State* s, const Tables* t) noexcept nogil
cdef int32_t list_steps(const State* s, const Tables* t, Move* out) noexcept nogil
cdef int32_t list_tiles(const State* s, Move* out) noexcept nogil
cdef int32_t list_places(const State* s, Move* out) noexcept nogil
cdef int32_t list_loads(const State* s, const Tables* t, Move* out) noexcept nogil
cdef int32_t list_swims(const State* s, const Tables* t, Move* out) noexcept nogil
cdef int32_t draw_swim(const State* s, const Tables* t, Move* out, Stream* stream,
                       const Chance* chance) noexcept nogil
cdef void apply_step(State* s, const Tables* t, const Move* m) noexcept nogil
cdef uint8_t tile_symbol(const State* s, const Tables* t, int32_t second) noexcept nogil
