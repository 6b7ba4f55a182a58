"""Scoring: pieces on the table, dungeons, sides, ties."""

from libc.stdint cimport uint8_t

from ..core.bits cimport bit, has
from ..core.game cimport CAPPED, MAX_SEATS
from ..core.rng cimport uint128_t
from .board cimport first_square, square_bit, squares
from .state cimport OFF, PIECES, colour_of

cdef enum:
    VALUE_SHIFT = 2          # a code is the value + 2


cdef inline bint of_seat(const Tables* t, int32_t piece, int32_t seat) noexcept nogil:
    return t.owner[colour_of(piece)] == seat


cdef inline bint on_table(const State* s, const Tables* t, int32_t piece) noexcept nogil:
    return s.square[piece] != OFF and squares(t.table) & square_bit(s.square[piece])


cdef int32_t held_squares(const State* s, const Tables* t, int32_t seat) noexcept nogil:
    """Return how many table squares a seat's pieces stand on."""
    cdef uint128_t left = squares(t.table)
    cdef int32_t piece
    cdef int32_t count = 0
    while left:
        piece = s.at[first_square(left)] - 1
        count += piece >= 0 and of_seat(t, piece, seat)
        left &= left - 1
    return count


cdef int32_t pieces_left(const State* s, const Tables* t, int32_t seat) noexcept nogil:
    """Return how many pieces a seat has on the board."""
    cdef int32_t piece
    cdef int32_t count = 0
    for piece in range(PIECES):
        count += of_seat(t, piece, seat) and s.square[piece] != OFF
    return count


cdef int32_t own_points(const State* s, const Tables* t, int32_t seat) noexcept nogil:
    cdef int32_t piece
    cdef int32_t total = 0
    for piece in range(PIECES):
        if of_seat(t, piece, seat) and on_table(s, t, piece):       # KP-4.1
            total += <int32_t>s.value[piece] - VALUE_SHIFT
        if s.dungeon[piece] == seat + 1 and (
                t.side[t.owner[colour_of(piece)]] != t.side[seat]):    # KP-4.2
            total += <int32_t>s.value[piece] - VALUE_SHIFT
    return total


cdef void points(const State* s, const Tables* t, Result* result) noexcept nogil:
    cdef int32_t seat, mate
    for seat in range(MAX_SEATS):
        result.side[seat] = seat
    for seat in range(s.players):
        result.side[seat] = t.side[seat]
        result.score[seat] = 0
        for mate in range(s.players):                               # KP-1.6
            if t.side[mate] == t.side[seat]:
                result.score[seat] += own_points(s, t, mate)


cdef int32_t standing(const State* s, const Tables* t, const Result* result,
                      int32_t seat) noexcept nogil:
    """Return a number that orders the sides: points, table pieces, pieces on the board."""
    cdef int32_t mate
    cdef int32_t table = 0
    cdef int32_t left = 0
    for mate in range(s.players):
        if t.side[mate] == t.side[seat]:
            table += held_squares(s, t, mate)
            left += pieces_left(s, t, mate)
    return result.score[seat] * 4096 + table * 64 + left            # KP-4.3


cdef void places(const State* s, const Tables* t, Result* result) noexcept nogil:
    cdef int32_t order[MAX_SEATS]
    cdef int32_t seat, other
    cdef int32_t best = 0
    cdef uint8_t winners = 0
    for seat in range(s.players):
        order[seat] = standing(s, t, result, seat)
        if seat == 0 or order[seat] > best:
            best = order[seat]
            winners = 0
        if order[seat] == best:
            winners |= <uint8_t>bit(seat)
    result.winners = 0 if s.ending == CAPPED else winners
    for seat in range(s.players):
        result.rank[seat] = 1
        if has(result.winners, seat):
            continue
        for other in range(s.players):
            if has(result.winners, other) or order[other] > order[seat]:
                result.rank[seat] += 1
