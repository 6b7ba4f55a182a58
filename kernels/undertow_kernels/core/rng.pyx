"""Philox4x64-10 blocks, stream addresses, and the hooks by which tests read them."""

import numpy as np

from libc.string cimport memset

cdef extern from *:
    """
    #define UNDERTOW_PHILOX_M0 0xD2E7470EE14C6C93ULL
    #define UNDERTOW_PHILOX_M1 0xCA5A826395121157ULL
    #define UNDERTOW_PHILOX_W0 0x9E3779B97F4A7C15ULL
    #define UNDERTOW_PHILOX_W1 0xBB67AE8584CAA73BULL
    """
    const uint64_t M0 "UNDERTOW_PHILOX_M0"    # multipliers and key steps of Salmon et al. 2011
    const uint64_t M1 "UNDERTOW_PHILOX_M1"
    const uint64_t W0 "UNDERTOW_PHILOX_W0"
    const uint64_t W1 "UNDERTOW_PHILOX_W1"

cdef enum:
    ROUNDS = 10


cdef void stream_refill(Stream* stream, const Chance* chance) noexcept nogil:
    cdef uint64_t k0 = chance.key[0]
    cdef uint64_t k1 = chance.key[1]
    cdef uint64_t c0, c1, c2, c3
    cdef uint128_t p0, p1
    cdef int32_t _i
    stream.block += 1
    stream.used = 0
    c0 = chance.branch << 32 | stream.block
    c1 = stream.address
    c2 = stream.round
    c3 = chance.game
    for _i in range(ROUNDS):
        p0 = <uint128_t>M0 * c0
        p1 = <uint128_t>M1 * c2
        c0 = <uint64_t>(p1 >> 64) ^ c1 ^ k0
        c1 = <uint64_t>p1
        c2 = <uint64_t>(p0 >> 64) ^ c3 ^ k1
        c3 = <uint64_t>p0
        k0 += W0
        k1 += W1
    stream.words[0] = c0
    stream.words[1] = c1
    stream.words[2] = c2
    stream.words[3] = c3


cdef uint64_t word_below_slow(Stream* stream, const Chance* chance, uint64_t word,
                              uint64_t bound) noexcept nogil:
    # The low half is below the bound: reject it where it would favour some results.
    cdef uint64_t threshold = (0 - bound) % bound
    cdef uint128_t product = <uint128_t>word * bound
    while <uint64_t>product < threshold:
        product = <uint128_t>stream_word(stream, chance) * bound
    return <uint64_t>(product >> 64)


cdef void stream_new(Stream* stream, int32_t purpose, int32_t seat, uint64_t round) noexcept nogil:
    stream.address = STREAM_VERSION | <uint64_t>purpose << 8 | <uint64_t>seat << 16
    stream.round = round
    stream.block = 0
    stream.used = BLOCK


cdef void open_streams(Stream* streams, int32_t seats, const Chance* chance, int32_t purpose,
                       uint64_t round) noexcept nogil:
    """Start the seats' streams that are not yet of this round, with their first block at hand.

    Made one right after the other, the blocks do not wait for one another.
    """
    cdef int32_t seat
    for seat in range(seats):
        if streams[seat].round != round:
            stream_new(&streams[seat], purpose, seat, round)
            stream_refill(&streams[seat], chance)


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
