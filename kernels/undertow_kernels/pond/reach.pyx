"""Who reaches whom: a piece that reaches a square is reached from it, as nothing stands between."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from ..core.bits cimport bit, how_many
from .board cimport first_square, square_bit, squares
from .state cimport (
    COLOURS, DRAGONFLY, EACH, MAX_PLAYERS, NO_PIECE, NO_SEAT, SPIDERS, colour_of, kind_of,
)
from .worth cimport fill_worth


cdef void look_round(Sight* o) noexcept nogil:
    """Find the squares of the own side's and the rivals' pieces, OFF perhaps among them."""
    cdef int32_t side = o.t.side[o.seat]
    cdef int32_t colour, sort
    for sort in range(SORTS):
        o.own[sort] = o.rival[sort] = 0
    o.friends = 0
    for colour in range(COLOURS):
        if o.t.owner[colour] == NO_SEAT:
            continue
        if o.t.side[o.t.owner[colour]] == side:
            o.friends |= <uint32_t>bit(colour)
            add_colour(o, colour, &o.own[0])
        else:
            add_colour(o, colour, &o.rival[0])
    fill_worth(o.s, o.t, o.worth)
    o.most_seated = most_seated(o.s, o.t)
    o.piece = NO_PIECE


cdef int32_t most_seated(const State* s, const Tables* t) noexcept nogil:
    cdef uint128_t left = squares(t.table)
    cdef int32_t seated[MAX_PLAYERS]
    cdef int32_t found = 0
    cdef int32_t sitter, seat
    memset(seated, 0, sizeof(seated))
    while left:
        sitter = <int32_t>s.at[first_square(left)] - 1
        left &= left - 1
        if sitter >= 0:
            seat = t.owner[colour_of(sitter)]
            seated[seat] += 1
            found = max(found, seated[seat])
    return found


cdef inline void add_colour(const Sight* o, int32_t colour, uint128_t* sets) noexcept nogil:
    cdef int32_t k
    for k in range(SPIDERS):
        sets[0] |= square_bit(o.s.square[EACH * colour + k])
    for k in range(SPIDERS, DRAGONFLY):
        sets[1] |= square_bit(o.s.square[EACH * colour + k])
    sets[2] |= square_bit(o.s.square[EACH * colour + DRAGONFLY])


cdef inline int32_t size_of(uint128_t set) noexcept nogil:
    return how_many(<uint64_t>set) + how_many(<uint64_t>(set >> 64))


cdef inline uint128_t about(const Sight* o, int32_t square, int32_t k) noexcept nogil:
    """Return the squares that a piece k reaches from a square, cards aside."""
    return squares(o.t.plain[k][square])


cdef inline uint128_t reaching(const Sight* o, int32_t square,
                               const uint128_t* sets) noexcept nogil:
    """Return which of some pieces reach a square."""
    return (about(o, square, 0) & sets[0] | about(o, square, SPIDERS) & sets[1]
            | about(o, square, DRAGONFLY) & sets[2]) & ~o.frozen    # KP-6.5


cdef bint reached(const Sight* o, int32_t square, uint128_t gone) noexcept nogil:
    """Return whether a rivals' piece reaches a square, but for those that are gone."""
    return reaching(o, square, &o.rival[0]) & ~gone != 0


cdef Reach reach_of(const Sight* o, int32_t square, int32_t mover) noexcept nogil:
    """Look about a square where a piece is, or comes to."""
    cdef Reach found
    cdef uint128_t left = square_bit(o.s.square[mover])
    cdef uint128_t attackers = reaching(o, square, &o.rival[0])
    found.guards = size_of(reaching(o, square, &o.own[0]) & ~left)
    found.rivals = size_of(attackers)
    found.least = least(o, attackers) if found.rivals and found.guards else 0
    return found


cdef int32_t threat(const Sight* o, int32_t square, int32_t mover) noexcept nogil:
    """Return the points of the best rivals' piece that a piece reaches from a square."""
    return most(o, about(o, square, kind_of(mover)) & (o.rival[0] | o.rival[1] | o.rival[2]))


cdef int32_t relief(const Sight* o, int32_t square, int32_t mover, int32_t victim) noexcept nogil:
    """Return the points of the own side that a piece captured on a square reached."""
    return total(o, about(o, square, kind_of(victim)) & ~square_bit(o.s.square[mover])
                 & (o.own[0] | o.own[1] | o.own[2]))


# --- points of the pieces on some squares ---------------------------------------------------------

cdef inline int32_t worth_on(const Sight* o, uint128_t set) noexcept nogil:
    return o.worth[<int32_t>o.s.at[first_square(set)] - 1]


cdef int32_t least(const Sight* o, uint128_t set) noexcept nogil:
    cdef int32_t found = worth_on(o, set)
    set &= set - 1
    while set:
        found = min(found, worth_on(o, set))
        set &= set - 1
    return found


cdef int32_t most(const Sight* o, uint128_t set) noexcept nogil:
    cdef int32_t found = 0
    while set:
        found = max(found, worth_on(o, set))
        set &= set - 1
    return found


cdef int32_t total(const Sight* o, uint128_t set) noexcept nogil:
    cdef int32_t found = 0
    while set:
        found += worth_on(o, set)
        set &= set - 1
    return found
