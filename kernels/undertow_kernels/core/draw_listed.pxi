# ``sample`` where a game has no quicker way than its list, compiled into the game's own module,
# which has Move and legal.

from ..core.rng cimport stream_below


cdef int32_t draw_listed(const void* state, const void* tables, void* moves, Stream* stream,
                         const Chance* chance) noexcept nogil:
    cdef Move* out = <Move*>moves
    cdef int32_t n = legal(state, tables, moves)
    out[0] = out[stream_below(stream, chance, n)]
    return n
