"""What holds at every decision. Compiled to nothing unless the build is checked."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from ..core.bits cimport has, how_many
from ..core.game cimport UNDERTOW_CHECKED
from .board cimport square_bit, squares
from .state cimport (
    CARDS, CODES, COLOURS, EACH, FROGS, NO_SEAT, OFF, PIECES, SPIDERS, SQUARES, colour_of,
)


cdef int32_t broken(const State* s, const Tables* t) noexcept nogil:
    """Return the first invariant that fails, or SOUND."""
    if not UNDERTOW_CHECKED:
        return SOUND
    if not board_sound(s, t):
        return BOARD_SOUND
    if not dungeons_sound(s, t):
        return DUNGEONS_SOUND
    if s.round > 0 and not values_conserved(s, t):
        return VALUES_CONSERVED
    if t.pond_power and s.dealt and not cards_conserved(s, t):
        return CARDS_CONSERVED
    if not tokens_sound(s, t):
        return TOKENS_SOUND
    return SOUND


cdef bint board_sound(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t piece, square
    for piece in range(PIECES):
        square = s.square[piece]
        if square == OFF:
            continue
        if s.at[square] != piece + 1 or not squares(t.in_bounds) & square_bit(square):
            return False
    for square in range(SQUARES):
        if s.at[square] and s.square[s.at[square] - 1] != square:
            return False
    return True


cdef bint dungeons_sound(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t piece
    for piece in range(PIECES):
        if s.dungeon[piece] > s.players:
            return False
        if s.dungeon[piece] and (s.square[piece] != OFF or not has(s.knower[piece],
                                                                   s.dungeon[piece] - 1)):
            return False
        if t.owner[colour_of(piece)] == NO_SEAT and (s.square[piece] != OFF or s.value[piece]):
            return False
    return True


cdef bint values_conserved(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t left[CODES]
    cdef int32_t colour, i
    for colour in range(COLOURS):
        if t.owner[colour] == NO_SEAT:
            continue
        memset(left, 0, sizeof(left))
        for i in range(SPIDERS):
            left[t.spider_code[i]] += 1
            left[s.value[EACH * colour + i]] -= 1
        for i in range(CODES):
            if left[i]:
                return False
        for i in range(FROGS):
            left[t.frog_code[i]] += 1
            left[s.value[EACH * colour + SPIDERS + i]] -= 1
        for i in range(CODES):
            if left[i]:
                return False
    return True


cdef bint cards_conserved(const State* s, const Tables* t) noexcept nogil:
    cdef uint8_t count[CARDS]
    cdef int32_t kind, seat, i, held
    memset(count, 0, sizeof(count))
    for i in range(s.pile_size):
        count[s.pile[i]] += 1
    for seat in range(s.players):
        held = 0
        for kind in range(1, CARDS):
            held += s.hand[seat][kind]
            count[kind] += s.hand[seat][kind]
        if held != s.hand_size[seat]:
            return False
    for kind in range(1, CARDS):
        if count[kind] + s.discards[kind] != t.card_count[kind]:
            return False
    return count[0] == 0


cdef bint tokens_sound(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t piece
    if how_many(s.webs) > t.web_tokens or how_many(s.shells) > t.shell_tokens:
        return False
    for piece in range(PIECES):
        if has(s.webs | s.shells, piece) and s.square[piece] == OFF:
            return False
    return True
