"""Philox4x64-10 streams: one per purpose, addressed by game and round.

The generator is the one of ``numpy.random.Philox`` (Salmon et al. 2011, "Parallel random numbers:
as easy as 1, 2, 3"). A stream's words are those of
``Philox(key=key, counter=[branch << 32, address, round, game])``: numpy counts up before it
generates, so block 1 is the first of either.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from .bits cimport lowest

cdef extern from *:
    """
    typedef unsigned __int128 undertow_uint128;
    #define UNDERTOW_PHILOX_M0 0xD2E7470EE14C6C93ULL
    #define UNDERTOW_PHILOX_M1 0xCA5A826395121157ULL
    #define UNDERTOW_PHILOX_W0 0x9E3779B97F4A7C15ULL
    #define UNDERTOW_PHILOX_W1 0xBB67AE8584CAA73BULL
    """
    ctypedef unsigned long long uint128_t "undertow_uint128"
    const uint64_t M0 "UNDERTOW_PHILOX_M0"    # multipliers and key steps of Salmon et al. 2011
    const uint64_t M1 "UNDERTOW_PHILOX_M1"
    const uint64_t W0 "UNDERTOW_PHILOX_W0"
    const uint64_t W1 "UNDERTOW_PHILOX_W1"

cdef enum:
    ROUNDS = 10

cpdef enum Purpose:
    SETUP = 0                # shuffles and deals before the first round, ties decided by lot
    DICE = 1                 # faces of dice
    PHYSICS = 2              # where falling things land
    AGENT = 3                # choices of an agent; one stream a seat
    SEARCH = 4               # playouts of an agent's search; one stream a seat
    MEMORY = 5               # what an agent's memory loses; one stream a seat

cpdef enum Streams:
    STREAM_VERSION = 1       # raised when the same seed would give other words
    CHANCE_STREAMS = 3       # the purposes that belong to the game: SETUP, DICE, PHYSICS
    BLOCK = 4                # words that one Philox call makes

cdef struct Stream:
    uint64_t words[BLOCK]    # the current block
    uint64_t address         # counter word 1: STREAM_VERSION | purpose << 8 | seat << 16
    uint64_t round           # counter word 2
    uint32_t block           # blocks made so far in this round
    uint32_t used            # words of the current block already given out, 0..BLOCK

cdef struct Chance:
    uint64_t key[2]          # SeedSequence(seed).generate_state(2, uint64)
    uint64_t game            # counter word 3: the game's index
    uint64_t branch          # upper half of counter word 0: 0 in play, the iteration in search
    uint64_t asker           # added to each address: 0 in play; in search who decides, and when
    Stream stream[CHANCE_STREAMS]
    const uint64_t* script   # results injected by a test, taken before any word is drawn
    size_t script_left       # injected results not yet taken

cdef void chance_new(Chance* chance, const uint64_t* key, uint64_t game) noexcept nogil
cdef void chance_round(Chance* chance, uint64_t round) noexcept nogil
cdef void stream_refill(Stream* stream, const Chance* chance) noexcept nogil
cdef uint64_t word_below_slow(Stream* stream, const Chance* chance, uint64_t word,
                              uint64_t bound) noexcept nogil


cdef inline void stream_new(Stream* stream, int32_t purpose, int32_t seat,
                            uint64_t round) noexcept nogil:
    stream.address = STREAM_VERSION | <uint64_t>purpose << 8 | <uint64_t>seat << 16
    stream.round = round
    stream.block = 0
    stream.used = BLOCK


cdef inline void make_block(Stream* stream, const Chance* chance) noexcept nogil:
    """Make the stream's next words: inline, as some callers are compiled for ``mulx``."""
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


cdef inline void open_streams(Stream* streams, int32_t seats, const Chance* chance,
                              int32_t purpose, uint64_t round) noexcept nogil:
    """Start the seats' streams that are not yet of this round, with their first block at hand.

    Made one right after the other, the blocks do not wait for one another.
    """
    cdef int32_t seat
    for seat in range(seats):
        if streams[seat].round != round:
            stream_new(&streams[seat], purpose, seat, round)
            make_block(&streams[seat], chance)


cdef inline uint64_t stream_word(Stream* stream, const Chance* chance) noexcept nogil:
    if stream.used == BLOCK:
        stream_refill(stream, chance)
    stream.used += 1
    return stream.words[stream.used - 1]


cdef inline uint32_t stream_below(Stream* stream, const Chance* chance,
                                  uint32_t bound) noexcept nogil:
    """Return 0..bound-1 from one word (Lemire 2019, exact); a bound of 1 takes no word."""
    if bound == 1:
        return 0
    cdef uint64_t word = stream_word(stream, chance)
    cdef uint128_t product = <uint128_t>word * bound
    if <uint64_t>product < bound:
        return <uint32_t>word_below_slow(stream, chance, word, bound)
    return <uint32_t>(product >> 64)


cdef inline int32_t draw_bit(uint64_t options, int32_t n, Stream* stream,
                             const Chance* chance) noexcept nogil:
    """Return one of the ``n`` bits of a word, each as likely; 0 if there is none.

    For few bits this is quicker than ``nth``.
    """
    cdef uint32_t k
    if n < 1:
        return 0
    k = stream_below(stream, chance, n)
    while k:
        options &= options - 1
        k -= 1
    return lowest(options)


cdef inline uint64_t chance_word(Chance* chance, int32_t purpose) noexcept nogil:
    """Return the next word of the game's own stream for ``purpose``, or an injected one."""
    if chance.script_left:
        chance.script_left -= 1
        chance.script += 1
        return (chance.script - 1)[0]
    return stream_word(&chance.stream[purpose], chance)


cdef inline uint32_t chance_below(Chance* chance, int32_t purpose, uint32_t bound) noexcept nogil:
    """Return 0..bound-1 from the game's stream for ``purpose``, or an injected result."""
    if chance.script_left and bound > 1:
        chance.script_left -= 1
        chance.script += 1
        return <uint32_t>((chance.script - 1)[0] % bound)    # never outside, whatever a test gives
    return stream_below(&chance.stream[purpose], chance, bound)


cdef inline void chance_shuffle(Chance* chance, int32_t purpose, uint8_t* items,
                                int32_t n) noexcept nogil:
    """Shuffle ``items`` (Fisher-Yates from the last index down)."""
    cdef int32_t i, j
    cdef uint8_t item
    for i in range(n - 1, 0, -1):
        j = chance_below(chance, purpose, i + 1)
        item = items[i]
        items[i] = items[j]
        items[j] = item
