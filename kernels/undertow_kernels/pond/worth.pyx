"""What pieces are worth to a seat that does not know all values, and by how much it leads."""

from libc.stdint cimport INT32_MIN, uint8_t
from libc.string cimport memset

from .scoring cimport VALUE_SHIFT, counts_for
from .state cimport (
    COLOURS, DRAGONFLY, EACH, FROGS, MAX_PLAYERS, NO_SEAT, PIECES, SPIDERS, colour_of,
)

cdef enum:
    POINT = 100              # hundredths of one


cdef void fill_worth(const State* view, const Tables* t, int32_t* worth) noexcept nogil:
    """Write what each piece of the colours in play is worth, in hundredths.

    Where a value is not known it is the mean of those that it may be.
    """
    cdef int32_t colour, first, i
    for colour in range(COLOURS):
        if t.owner[colour] == NO_SEAT:
            continue
        first = EACH * colour
        fill_sort(t.spider_code, &view.value[first], SPIDERS, &worth[first])
        fill_sort(t.frog_code, &view.value[first + SPIDERS], FROGS, &worth[first + SPIDERS])
        i = first + DRAGONFLY
        worth[i] = POINT * ((view.value[i] or t.dragonfly_code) - VALUE_SHIFT)    # KP-1.3


cdef inline void fill_sort(const uint8_t* codes, const uint8_t* known, int32_t n,
                           int32_t* worth) noexcept nogil:
    cdef int32_t mean = mean_left(codes, known, n)
    cdef int32_t i
    for i in range(n):
        worth[i] = POINT * (<int32_t>known[i] - VALUE_SHIFT) if known[i] else mean


cdef int32_t mean_left(const uint8_t* codes, const uint8_t* known, int32_t n) noexcept nogil:
    """Return the mean of the values that are under pieces of unknown value; 0 without any."""
    cdef int32_t total = 0
    cdef int32_t unknown = 0
    cdef int32_t i
    for i in range(n):
        total += <int32_t>codes[i] - <int32_t>known[i]
        unknown += known[i] == 0
    return POINT * total // unknown - POINT * VALUE_SHIFT if unknown else 0


cdef int32_t lead(const State* view, const Tables* t, int32_t seat) noexcept nogil:
    """Return the points that a seat's side is ahead of the best other side, in hundredths."""
    cdef int32_t points[MAX_PLAYERS]
    cdef int32_t values[PIECES]
    cdef int32_t piece, other
    cdef int32_t best = INT32_MIN
    fill_worth(view, t, values)
    memset(points, 0, sizeof(points))
    for other in range(view.players):
        points[t.side[other]] += POINT * t.handicap[other]          # KP-4.4
    for piece in range(PIECES):
        if t.owner[colour_of(piece)] == NO_SEAT:
            continue
        other = counts_for(view, t, piece)
        if other != NO_SEAT:
            points[t.side[other]] += values[piece]
    for other in range(view.players):
        if t.side[other] != t.side[seat]:
            best = max(best, points[t.side[other]])
    return points[t.side[seat]] - best
