from libc.stdint cimport int32_t, uint32_t

from ..core.game cimport Lead
from ..core.rng cimport Chance, Stream
from .state cimport Move, State, Tables

cdef uint32_t draw_on(void* state, const void* tables, Stream* agents, Chance* chance,
                      Lead* lead) noexcept nogil
cdef int32_t sample_move(const State* s, const Tables* t, Move* out, Stream* stream,
                         const Chance* chance) noexcept nogil
