"""Scoring: pieces on the table, dungeons, sides, ties."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from ..core.bits cimport EVERY_BYTE
from ..core.ranking cimport Standings, fill_places
from .board cimport square_bit, squares
from .state cimport (
    COLOURS, DRAGONFLY, EACH, LAST_BYTES, MAX_PLAYERS, NO_SEAT, OFF, TABLE, WORDS, colour_of,
)


cdef inline bint on_table(const State* s, const Tables* t, int32_t piece) noexcept nogil:
    return s.square[piece] != OFF and squares(t.table) & square_bit(s.square[piece])


cdef int32_t held_squares(const State* s, const Tables* t, int32_t seat) noexcept nogil:
    """Return how many table squares a seat's pieces stand on."""
    cdef int32_t i
    cdef int32_t count = 0
    for i in range(TABLE):
        count += t.holder[s.at[t.table_square[i]]] == seat
    return count


cdef int32_t pieces_left(const State* s, const Tables* t, int32_t seat) noexcept nogil:
    """Return how many pieces a seat has on the board."""
    cdef const uint8_t* square
    cdef int32_t i, k
    cdef int32_t count = 0
    for i in range(t.colours_each):
        square = &s.square[EACH * t.colours[seat][i]]
        for k in range(EACH):
            count += square[k] != OFF
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
    cdef int32_t colour
    for colour in range(COLOURS):
        if t.owner[colour] != NO_SEAT and all_off(&s.square[EACH * colour]):
            return False
    return True


cdef inline bint all_off(const uint8_t* square) noexcept nogil:
    """Return whether a colour's pieces are all off the board: two words of eight cover the ten."""
    cdef uint64_t first, last
    memcpy(&first, square, sizeof(first))
    memcpy(&last, square + LAST_BYTES, sizeof(last))
    return first == OFF * EVERY_BYTE and last == OFF * EVERY_BYTE


cdef void fill_points(const State* s, const Tables* t, int32_t* total) noexcept nogil:
    """Write each seat's points: those of its whole side."""
    own_points(s, t, total)
    if t.teams:
        join_sides(s, t, total)


cdef void own_points(const State* s, const Tables* t, int32_t* total) noexcept nogil:
    """Write each seat's points without those of its partner."""
    cdef int32_t i, piece, seat
    for seat in range(s.players):
        total[seat] = t.handicap[seat] + captive_points(s, t, seat)    # KP-4.4
    for i in range(TABLE):                                          # KP-4.1
        piece = s.at[t.table_square[i]] - 1
        if piece >= 0 and t.owner[colour_of(piece)] < s.players:
            total[t.owner[colour_of(piece)]] += <int32_t>s.value[piece] - VALUE_SHIFT


cdef inline int32_t captive_points(const State* s, const Tables* t, int32_t seat) noexcept nogil:
    """Return what captives score for a seat: as this is done every round, eight pieces at once."""
    cdef uint64_t dungeon, value, here
    cdef uint64_t codes = 0              # sums of a byte each: at most 5 codes up to 5
    cdef uint64_t count = 0
    cdef int32_t i
    for i in range(WORDS):
        memcpy(&dungeon, &s.dungeon[8 * i], sizeof(dungeon))
        memcpy(&value, &s.value[8 * i], sizeof(value))
        dungeon ^= <uint64_t>(seat + 1) * EVERY_BYTE                # 0 if it is in this dungeon
        here = ~(dungeon | dungeon >> 1 | dungeon >> 2) & t.rivals[seat][i]    # KP-4.2
        codes += here * 255 & value
        count += here
    return <int32_t>(codes * EVERY_BYTE >> 56) - VALUE_SHIFT * <int32_t>(count * EVERY_BYTE >> 56)


cdef void join_sides(const State* s, const Tables* t, int32_t* total) noexcept nogil:
    """Let partners share their points."""                          # KP-1.6
    cdef int32_t own[MAX_PLAYERS]
    cdef int32_t seat, mate
    memcpy(own, total, sizeof(own))
    for seat in range(s.players):
        for mate in range(s.players):
            if mate != seat and t.side[mate] == t.side[seat]:
                total[seat] += own[mate]


cdef void places(const State* s, const Tables* t, Result* result) noexcept nogil:
    cdef Standings standings
    cdef int32_t seat, mate
    standings.seats = s.players
    standings.keys = 3
    for seat in range(s.players):
        result.side[seat] = t.side[seat]
    for seat in range(s.players):
        standings.key[seat][0] = result.score[seat]
        standings.key[seat][1] = standings.key[seat][2] = 0
        for mate in range(s.players):                               # KP-4.3
            if t.side[mate] == t.side[seat]:
                standings.key[seat][1] += held_squares(s, t, mate)
                standings.key[seat][2] += pieces_left(s, t, mate)
    fill_places(&standings, result)
