"""What a game's functions say of knowledge, for Python: features, deals anew, worth, memory."""

import numpy as np

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t, uintptr_t

from .game cimport MAX_SEATS, Game
from .memory cimport Memory, Recall, memory_of
from .rng cimport Chance, chance_new
from .seating cimport bytes_at


def features_of(uintptr_t game, const uint8_t[::1] view, const uint8_t[::1] tables,
                const uint8_t[:, ::1] moves):
    """Return the features of each of some moves: an int32 array, shape (n, features).

    Raises
    ------
    ValueError
        The game rates no moves, or an array has another size than its records.
    """
    cdef const Game* rules = <const Game*>game
    if rules.rate == NULL:
        raise ValueError("the game rates no moves")
    if (<size_t>view.shape[0] != rules.state_size or <size_t>tables.shape[0] != rules.tables_size
            or <size_t>moves.shape[1] != rules.move_size):
        raise ValueError("view, tables or moves have another size than the game's records")
    out = np.zeros((moves.shape[0], rules.features), np.int32)
    cdef int32_t[:, ::1] rows = out
    if rows.size:
        rules.rate(&view[0], &tables[0], &moves[0, 0], moves.shape[0], &rows[0, 0])
    return out


def redealt(uintptr_t game, const uint8_t[::1] view, const uint8_t[::1] tables, int32_t seat,
            const uint64_t[::1] key, uint64_t branch):
    """Return a state that fits a seat's view: a uint8 array, shape (state_size,).

    ``branch`` tells one draw from another. The caller answers for sizes and seat.
    """
    cdef const Game* rules = <const Game*>game
    cdef Chance chance
    state = np.zeros(rules.state_size, np.uint8)
    chance_new(&chance, &key[0], 0)
    chance.branch = branch
    rules.redeal(&view[0], &tables[0], seat, bytes_at(state), &chance)
    return state


def values_of(uintptr_t game, const uint8_t[::1] state, const uint8_t[::1] tables):
    """Return a state's worth to each seat: an int32 array, shape (MAX_SEATS,).

    A lead of 100 is as good as three games won in four. The caller answers for the sizes.
    """
    cdef const Game* rules = <const Game*>game
    worth = np.zeros(MAX_SEATS, np.int32)
    cdef int32_t[::1] out = worth
    rules.value(&state[0], &tables[0], &out[0])
    return worth


def forgotten(uintptr_t game, const uint8_t[::1] view, const uint8_t[::1] tables, int32_t seat,
              uint32_t round, int32_t kind, uint64_t kept, const uint64_t[::1] key, uint64_t index):
    """Return a view as an agent of a memory still has it: a uint8 array, shape (state_size,).

    Parameters
    ----------
    game : int
        Address of the game's ``Game`` struct.
    view : uint8 array, shape (state_size,)
    tables : uint8 array, shape (tables_size,)
    seat, round : int
        Who remembers, and when.
    kind : Memories
    kept : int
        FADING: of 2^32 things seen, how many outlive a round.
    key : uint64 array, shape (2,)
    index : int
        Number of the game within the run.

    Raises
    ------
    ValueError
        The game covers nothing again, there is no such kind, or ``kept`` is not below 2^32.
    """
    cdef const Game* rules = <const Game*>game
    cdef Memory memory = memory_of(kind, kept)
    cdef Chance chance
    cdef Recall recall
    if rules.forget == NULL:
        raise ValueError("the game covers nothing again once it is seen")
    chance_new(&chance, &key[0], index)
    recall = Recall(memory=&memory, chance=&chance, seat=seat, round=round)
    left = np.array(view, dtype=np.uint8)
    rules.forget(bytes_at(left), &tables[0], &recall)
    return left
