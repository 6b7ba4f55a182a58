"""Scoring: pieces on the table, dungeons, sides, ties."""

from ..core.ranking cimport Standings, fill_places
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
    for seat in range(s.players):
        result.side[seat] = t.side[seat]
        result.score[seat] = 0
        for mate in range(s.players):                               # KP-1.6
            if t.side[mate] == t.side[seat]:
                result.score[seat] += own_points(s, t, mate)


cdef void places(const State* s, const Tables* t, Result* result) noexcept nogil:
    cdef Standings standings
    cdef int32_t seat, mate
    standings.seats = s.players
    standings.keys = 3
    for seat in range(s.players):
        standings.key[seat][0] = result.score[seat]
        standings.key[seat][1] = standings.key[seat][2] = 0
        for mate in range(s.players):                               # KP-4.3
            if t.side[mate] == t.side[seat]:
                standings.key[seat][1] += held_squares(s, t, mate)
                standings.key[seat][2] += pieces_left(s, t, mate)
    fill_places(&standings, result)
