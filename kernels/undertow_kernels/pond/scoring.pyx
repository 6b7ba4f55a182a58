"""Scoring: pieces on the table, dungeons, sides, ties."""

from ..core.ranking cimport Standings, fill_places
from ..core.rng cimport uint128_t
from .board cimport first_square, square_bit, squares
from .state cimport COLOURS, DRAGONFLY, EACH, NO_SEAT, OFF, PIECES, colour_of

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


cdef int32_t counts_for(const State* s, const Tables* t, int32_t piece) noexcept nogil:
    """Return the seat for which a piece of a colour in play scores its value, or NO_SEAT."""
    cdef int32_t owner = t.owner[colour_of(piece)]
    cdef int32_t captor = <int32_t>s.dungeon[piece] - 1
    if on_table(s, t, piece):                                       # KP-4.1
        return owner
    if 0 <= captor < s.players and t.side[captor] != t.side[owner]:    # KP-4.2
        return captor
    return NO_SEAT


cdef bint dragonfly_left(const State* s, const Tables* t) noexcept nogil:
    """Return whether a dragonfly is on the board."""               # KP-3.2
    cdef int32_t colour
    for colour in range(COLOURS):
        if t.owner[colour] != NO_SEAT and s.square[EACH * colour + DRAGONFLY] != OFF:
            return True
    return False


cdef bint colours_left(const State* s, const Tables* t) noexcept nogil:
    """Return whether each colour in play has a piece on the board."""    # KP-3.3
    cdef int32_t colour, k
    for colour in range(COLOURS):
        k = 0
        while k < EACH and s.square[EACH * colour + k] == OFF:
            k += 1
        if k == EACH and t.owner[colour] != NO_SEAT:
            return False
    return True


cdef void points(const State* s, const Tables* t, Result* result) noexcept nogil:
    cdef int32_t seat, piece, scorer
    for seat in range(s.players):
        result.side[seat] = t.side[seat]
        result.score[seat] = 0
    for piece in range(PIECES):
        if t.owner[colour_of(piece)] == NO_SEAT:
            continue
        scorer = counts_for(s, t, piece)
        for seat in range(s.players):                               # KP-1.6
            if scorer != NO_SEAT and t.side[seat] == t.side[scorer]:
                result.score[seat] += <int32_t>s.value[piece] - VALUE_SHIFT


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
