"""Set-up: pieces in their homes, values under them, the first cards, the removal."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from ..core.bits cimport EVERY_BYTE, EVERY_HIGH, bit, lowest
from ..core.rng cimport SETUP, chance_below, chance_shuffle
from .capture cimport put
from .state cimport (
    CODES, COLOURS, DRAGONFLY, EACH, FROGS, LAST_BYTES, MIDDLE, NO_SEAT, OFF, PIECES, PLACE, REMOVE,
    SPIDERS, add, add_piece, colour_of, kind_of,
)

cdef void lay_out(State* s, const Tables* t, int32_t seats, Chance* chance) noexcept nogil:
    cdef int32_t piece, colour
    s.players = seats
    s.start = chance_below(chance, SETUP, seats)
    if t.middle_starts:                                             # KP-1.7
        s.start = MIDDLE
    for piece in range(PIECES):
        s.square[piece] = OFF
        colour = colour_of(piece)
        if t.owner[colour] != NO_SEAT:                              # KP-1.4
            put(s, piece, t.start_square[piece])
            if kind_of(piece) == DRAGONFLY:
                give(s, t, piece, t.dragonfly_code)
    if t.values_dealt:
        deal_values(s, t, chance)


cdef inline void give(State* s, const Tables* t, int32_t piece, uint8_t code) noexcept nogil:
    """Put a value under a piece; its owner knows it."""            # KP-1.3
    s.value[piece] = code
    s.knower[piece] = <uint8_t>bit(t.owner[colour_of(piece)])


cdef void deal_values(State* s, const Tables* t, Chance* chance) noexcept nogil:
    cdef uint8_t codes[DRAGONFLY]
    cdef int32_t colour, i
    for colour in range(COLOURS):
        if t.owner[colour] == NO_SEAT:
            continue
        for i in range(SPIDERS):
            codes[i] = t.spider_code[i]
        for i in range(FROGS):
            codes[SPIDERS + i] = t.frog_code[i]
        chance_shuffle(chance, SETUP, codes, SPIDERS)
        chance_shuffle(chance, SETUP, &codes[<int32_t>SPIDERS], FROGS)
        for i in range(DRAGONFLY):
            give(s, t, EACH * colour + i, codes[i])


cdef bint next_value(State* s, const Tables* t) noexcept nogil:
    """Turn to the next piece without a value, seat by seat; return whether there is one."""
    cdef int32_t seat, i, k, first
    for seat in range(s.active, s.players):
        for i in range(t.colours_each):
            first = EACH * t.colours[seat][i]
            k = first_bare(&s.value[first])
            if k < EACH:
                s.placing = first + k
                s.active = seat
                s.decider = seat
                return True
    return False


cdef inline int32_t first_bare(const uint8_t* value) noexcept nogil:
    """Return a colour's first piece without a value, EACH if all have one: eight at once.

    It takes the first byte of a word for the lowest, as on a little-endian machine.
    """
    cdef uint64_t bare = bare_bytes(value)
    if bare:
        return lowest(bare) // 8
    bare = bare_bytes(value + LAST_BYTES)
    return LAST_BYTES + lowest(bare) // 8 if bare else EACH


cdef inline uint64_t bare_bytes(const uint8_t* value) noexcept nogil:
    """Return 128 in the first byte of eight that is 0, and none before it."""
    cdef uint64_t word
    memcpy(&word, value, sizeof(word))
    return (word - EVERY_BYTE) & ~word & EVERY_HIGH


cdef void left_codes(const State* s, const Tables* t, uint8_t* left) noexcept nogil:
    """Write how many of each value code the piece at hand may still get; code 0 means nothing."""
    cdef int32_t first = EACH * colour_of(s.placing)
    cdef int32_t i
    for i in range(CODES):
        left[i] = 0
    if kind_of(s.placing) < SPIDERS:
        for i in range(SPIDERS):
            left[t.spider_code[i]] += 1
        for i in range(SPIDERS):
            left[s.value[first + i]] -= 1
        return
    for i in range(FROGS):
        left[t.frog_code[i]] += 1
    for i in range(FROGS):
        left[s.value[first + SPIDERS + i]] -= 1


cdef int32_t list_values(const State* s, const Tables* t, Move* moves) noexcept nogil:
    cdef uint8_t left[CODES]
    cdef int32_t code
    cdef int32_t n = 0
    left_codes(s, t, left)
    for code in range(1, CODES):         # one that is gone is written over by the next
        add(moves, n, PLACE)
        moves[n].value = code
        n += left[code] > 0
    return n


cdef void place_value(State* s, const Tables* t, int32_t code) noexcept nogil:
    give(s, t, s.placing, code)


cdef int32_t list_removals(const State* s, const Tables* t, Move* moves) noexcept nogil:
    cdef int32_t piece
    cdef int32_t n = 0
    for piece in range(PIECES):
        if t.owner[colour_of(piece)] == s.removing and kind_of(piece) != DRAGONFLY:
            n = add_piece(moves, n, REMOVE, piece, 0)
    return n
