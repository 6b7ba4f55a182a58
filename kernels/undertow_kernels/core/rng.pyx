"""Philox4x64-10 blocks, stream addresses, and the hooks by which tests read them."""

import numpy as np

from libc.string cimport memcpy, memset

cdef void stream_refill(Stream* stream, const Chance* chance) noexcept nogil:
    make_block(stream, chance)


cdef uint64_t word_below_slow(Stream* stream, const Chance* chance, uint64_t word,
                              uint64_t bound) noexcept nogil:
    # The low half is below the bound: reject it where it would favour some results.
    cdef uint64_t threshold = (0 - bound) % bound
    cdef uint128_t product = <uint128_t>word * bound
    while <uint64_t>product < threshold:
        product = <uint128_t>stream_word(stream, chance) * bound
    return <uint64_t>(product >> 64)


cdef void chance_new(Chance* chance, const uint64_t* key, uint64_t game) noexcept nogil:
    memset(chance, 0, sizeof(Chance))
    chance.key[0] = key[0]
    chance.key[1] = key[1]
    chance.game = game
    chance_round(chance, 0)


cdef void chance_round(Chance* chance, uint64_t round) noexcept nogil:
    """Start every stream afresh: a variant that draws once more shifts no later round."""
    cdef int32_t purpose
    for purpose in range(CHANCE_STREAMS):
        stream_new(&chance.stream[purpose], purpose, 0, round)
        chance.stream[purpose].address += chance.asker


def words(const uint64_t[::1] key, int purpose, Py_ssize_t n, *, int seat=0, uint64_t round=0,
          uint64_t game=0, uint64_t branch=0):
    """Return the first ``n`` raw words of a stream.

    Parameters
    ----------
    key : uint64 array, shape (2,)
    purpose : Purpose
    n : int
    seat, round, game, branch : int
        The stream's address; see the module docstring of ``rng.pxd``.

    Returns
    -------
    uint64 array, shape (n,)

    Raises
    ------
    ValueError
        ``key`` has not two words.
    """
    cdef Chance chance
    cdef Stream stream
    cdef Py_ssize_t i
    out = np.empty(n, np.uint64)
    cdef uint64_t[::1] view = out
    if key.shape[0] != 2:
        raise ValueError(f"a key has 2 words, got {key.shape[0]}")
    chance_new(&chance, &key[0], game)
    chance.branch = branch
    stream_new(&stream, purpose, seat, round)
    with nogil:
        for i in range(n):
            view[i] = stream_word(&stream, &chance)
    return out


def first_words(const uint64_t[::1] key, int purpose, *, Py_ssize_t games, Py_ssize_t rounds,
                uint64_t first=0):
    """Return the first block of many streams, for batteries of tests.

    Parameters
    ----------
    key : uint64 array, shape (2,)
    purpose : Purpose
    games, rounds : int
        Games ``first``, ``first + 1``, … and of each the rounds 1, 2, ….
    first : int

    Returns
    -------
    uint64 array, shape (games, rounds, BLOCK)

    Raises
    ------
    ValueError
        ``key`` has not two words, or there are fewer than 0 games or rounds.
    """
    cdef Chance chance
    cdef Stream stream
    cdef Py_ssize_t game, round
    if key.shape[0] != 2:
        raise ValueError(f"a key has 2 words, got {key.shape[0]}")
    out = np.empty((games, rounds, <int>BLOCK), np.uint64)
    cdef uint64_t[:, :, ::1] view = out
    with nogil:
        for game in range(games):
            chance_new(&chance, &key[0], first + <uint64_t>game)
            for round in range(rounds):
                stream_new(&stream, purpose, 0, <uint64_t>round + 1)
                make_block(&stream, &chance)
                memcpy(&view[game, round, 0], stream.words, sizeof(stream.words))
    return out


def below(const uint64_t[::1] given, bounds):
    """Return the bounded draws that a stream holding the words ``given`` makes.

    Parameters
    ----------
    given : uint64 array, shape (n,), n <= 4
        The words of one block; the draws stop when they are used up.
    bounds : sequence of int
        The bounds of the draws, each at least 1.

    Returns
    -------
    list of int
        Fewer than there are bounds where the words did not suffice.

    Raises
    ------
    ValueError
        More than one block is given, or a bound is 0.
    """
    cdef Chance chance
    cdef Stream stream
    cdef uint64_t[2] key
    cdef uint32_t bound, draw
    cdef Py_ssize_t i
    if given.shape[0] > BLOCK or 0 in bounds:
        raise ValueError("give at most 4 words and bounds of at least 1")
    key[0] = key[1] = 0
    chance_new(&chance, key, 0)
    stream_new(&stream, AGENT, 0, 0)
    stream.used = <uint32_t>(BLOCK - given.shape[0])
    for i in range(given.shape[0]):
        stream.words[stream.used + i] = given[i]
    out = []
    for bound in bounds:
        draw = stream_below(&stream, &chance, bound)
        if stream.block:
            break
        out.append(draw)
    return out
