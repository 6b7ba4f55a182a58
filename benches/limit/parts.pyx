"""The kernels' side of Poseidon's parts: positions of random games, and what is chosen in them."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t, uintptr_t
from libc.string cimport memcpy, memset

import numpy as np

from undertow_kernels.core.game cimport Game
from undertow_kernels.core.rng cimport (
    AGENT, Chance, Stream, chance_new, stream_below, stream_new,
)
from undertow_kernels.poseidon.state cimport (
    CHOOSE_SWIM, CHOOSE_TILE, FINISHED, MAX_MOVES, Move, State,
)


cdef int32_t choose(const Game* game, const State* s, const void* tables, Move* moves,
                    Stream* stream, const Chance* chance) noexcept nogil:
    """Put the move that the stream takes first, as a random game does; return how many there are.
    """
    cdef int32_t n
    if game.sample != NULL:
        return game.sample(s, tables, moves, stream, chance)
    n = game.legal(s, tables, moves)
    if n > 1:
        moves[0] = moves[stream_below(stream, chance, n)]
    return n


def collect(uintptr_t address, const uint8_t[::1] tables, int seats, const uint64_t[::1] key,
            int phase, Py_ssize_t n, int every):
    """Return ``n`` states of random games, every so many-th where a seat has a choice in a phase.

    Returns
    -------
    uint8 array, shape (n, state_size)
    """
    cdef const Game* game = <const Game*>address
    cdef Move moves[MAX_MOVES]
    cdef State state
    cdef Chance chance
    cdef Stream stream
    cdef Py_ssize_t found = 0
    cdef Py_ssize_t seen = 0
    cdef uint64_t index = 0
    cdef int32_t options
    out = np.zeros((n, sizeof(State)), np.uint8)
    cdef uint8_t[:, ::1] view = out
    while found < n:
        memset(&state, 0, sizeof(State))
        chance_new(&chance, &key[0], index)
        stream_new(&stream, AGENT, 0, 0)
        game.setup(&state, &tables[0], seats, &chance)
        while state.phase != FINISHED and found < n:
            options = game.legal(&state, &tables[0], moves)
            if state.phase == phase and state.round > 0 and options > 1:
                if seen % every == 0:
                    memcpy(&view[found, 0], &state, sizeof(State))
                    found += 1
                seen += 1
            game.apply(&state, &tables[0], &moves[stream_below(&stream, &chance, options)],
                       &chance)
        index += 1
    return out


def choices(uintptr_t address, const uint8_t[::1] tables, const uint8_t[:, ::1] states,
            int repeats, const uint64_t[::1] key, uint64_t[::1] taken):
    """Write the move taken in each state, so many times one after the other."""
    cdef const Game* game = <const Game*>address
    cdef Move moves[MAX_MOVES]
    cdef Chance chance
    cdef Stream stream
    cdef Py_ssize_t i, r
    chance_new(&chance, &key[0], 0)
    stream_new(&stream, AGENT, 0, 0)
    for i in range(states.shape[0]):
        for r in range(repeats):
            choose(game, <const State*>&states[i, 0], &tables[0], moves, &stream, &chance)
            memcpy(&taken[i * repeats + r], moves, sizeof(Move))


def reefs(uintptr_t address, const uint8_t[::1] tables, const uint8_t[:, ::1] starts, int tiles,
          const uint64_t[::1] key, uint8_t[:, ::1] ends):
    """Build so many tiles in each state, which is written to ``ends``; return the decisions."""
    cdef const Game* game = <const Game*>address
    cdef Move moves[MAX_MOVES]
    cdef Chance chance
    cdef Stream stream
    cdef State* s
    cdef Py_ssize_t i
    cdef int _tile
    cdef int64_t decisions = 0
    for i in range(starts.shape[0]):
        s = <State*>&ends[i, 0]
        memcpy(s, &starts[i, 0], sizeof(State))
        chance_new(&chance, &key[0], <uint64_t>i)
        stream_new(&stream, AGENT, 0, 0)
        for _tile in range(tiles):
            s.phase = CHOOSE_TILE
            while s.phase != CHOOSE_SWIM:
                decisions += choose(game, s, &tables[0], moves, &stream, &chance) > 1
                game.apply(s, &tables[0], moves, &chance)
    return decisions
