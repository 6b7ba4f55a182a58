"""The board: lines, bends, homes, webs and shells, and where a piece may go."""

from libc.stdlib cimport abs

from ..core.bits cimport lowest
from .state cimport DRAGONFLY, LENGTHS, OFF, SIDE, SPIDERS, SQUARES, colour_of, kind_of


cdef uint128_t frozen_squares(const State* s, const Tables* t) noexcept nogil:
    """Return the squares whose pieces cannot be moved: webs and all beside them."""    # KP-6.5
    cdef uint64_t webs = s.webs
    cdef uint128_t found = 0
    cdef int32_t square
    while webs:
        square = s.square[lowest(webs)]
        found |= square_bit(square) | squares(t.line[1][square])
        webs &= webs - 1
    return found


cdef uint128_t shielded_squares(const State* s) noexcept nogil:
    """Return the squares of pieces under a shell."""               # KP-6.11
    cdef uint64_t shells = s.shells
    cdef uint128_t found = 0
    while shells:
        found |= square_bit(s.square[lowest(shells)])
        shells &= shells - 1
    return found


cdef void length_range(const Tables* t, int32_t piece, int32_t legs, int32_t* low,
                       int32_t* high) noexcept nogil:
    """Write the least and greatest length that a piece goes."""    # KP-2.2, KP-6.7
    cdef int32_t k = kind_of(piece)
    if k == DRAGONFLY:
        low[0] = 1
        high[0] = 3 + legs
        return
    low[0] = 1 if k < SPIDERS else 2
    high[0] = low[0] + legs
    if t.legs_exact:
        low[0] = high[0]


cdef uint128_t bent(const Tables* t, int32_t square, int32_t low, int32_t high) noexcept nogil:
    """Return where paths of single steps in bounds end."""         # KP-6.6
    cdef uint128_t front = square_bit(square)
    cdef uint128_t found = 0
    cdef uint128_t following
    cdef int32_t n
    for n in range(1, high + 1):
        following = 0
        while front:
            following |= squares(t.line[1][first_square(front)])
            front &= front - 1
        front = following & squares(t.in_bounds)
        if n >= low:
            found |= front
    return found & ~square_bit(square)


cdef uint128_t around(int32_t square, int32_t low, int32_t high) noexcept nogil:
    """Return the squares whose distance is within two lengths."""
    cdef uint128_t found = 0
    cdef int32_t other, rows, columns
    for other in range(SQUARES):
        rows = abs(other // <int32_t>SIDE - square // <int32_t>SIDE)
        columns = abs(other % <int32_t>SIDE - square % <int32_t>SIDE)
        if low <= max(rows, columns) <= high:
            found |= square_bit(other)
    return found


cdef uint128_t targets(const State* s, const Tables* t, int32_t piece, int32_t agile, int32_t legs,
                       uint128_t closed) noexcept nogil:
    """Return the squares that a piece on the board may move to, webs not counted."""
    cdef int32_t square = s.square[piece]
    cdef uint128_t found = 0
    cdef int32_t n, low, high
    if not agile and not legs:
        return squares(t.plain[kind_of(piece)][square]) & ~closed
    length_range(t, piece, legs, &low, &high)
    if agile and t.agile_distance:
        found = around(square, low, high)
    elif agile:
        found = bent(t, square, low, high)
    else:
        for n in range(low, min(high, LENGTHS - 1) + 1):
            found |= squares(t.line[n][square])
    found &= squares(t.in_bounds) & ~closed                         # KP-2.3
    if t.home_of[square]:                                           # KP-2.4
        found &= ~squares(t.homes) | squares(t.home[t.home_of[square] - 1])
    return found


cdef bint may_move(const State* s, const Tables* t, int32_t piece, int32_t agile,
                   int32_t legs) noexcept nogil:
    """Return whether a piece has a legal move with these cards on it."""
    cdef uint128_t closed
    if s.square[piece] == OFF or frozen_squares(s, t) & square_bit(s.square[piece]):
        return False
    closed = squares_of(s, t, colour_of(piece)) | shielded_squares(s)
    return targets(s, t, piece, agile, legs, closed) != 0
