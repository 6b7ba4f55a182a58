"""Who reaches whom: a piece that reaches a square is reached from it, as nothing stands between."""

from libc.stdint cimport uint64_t

from ..core.bits cimport how_many
from .board cimport first_square, square_bit, squares
from .state cimport (
    COLOURS, DRAGONFLY, EACH, NO_PIECE, NO_SEAT, SPIDERS, colour_of, kind_of,
)
from .worth cimport worth


cdef void look_round(Sight* o) noexcept nogil:
    """Find the squares of the own side's and the rivals' pieces, OFF perhaps among them."""
    cdef int32_t colour, sort
    for sort in range(SORTS):
        o.own[sort] = o.rival[sort] = 0
    for colour in range(COLOURS):
        if o.t.owner[colour] != NO_SEAT:
            add_colour(o, colour, &o.own[0] if friendly(o, EACH * colour) else &o.rival[0])


cdef inline void add_colour(const Sight* o, int32_t colour, uint128_t* sets) noexcept nogil:
    cdef int32_t k
    for k in range(SPIDERS):
        sets[0] |= square_bit(o.s.square[EACH * colour + k])
    for k in range(SPIDERS, DRAGONFLY):
        sets[1] |= square_bit(o.s.square[EACH * colour + k])
    sets[2] |= square_bit(o.s.square[EACH * colour + DRAGONFLY])


cdef inline int32_t size_of(uint128_t set) noexcept nogil:
    return how_many(<uint64_t>set) + how_many(<uint64_t>(set >> 64))


cdef bint friendly(const Sight* o, int32_t piece) noexcept nogil:
    """Return whether a piece is of the seat's side."""
    return o.t.side[o.t.owner[colour_of(piece)]] == o.t.side[o.seat]


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


cdef Reach reach_of(const Sight* o, int32_t square, int32_t mover, int32_t victim) noexcept nogil:
    """Look about a square; ``victim`` is the piece captured there, or NO_PIECE."""
    cdef Reach found
    cdef uint128_t left = square_bit(o.s.square[mover])
    cdef uint128_t attackers = reaching(o, square, &o.rival[0])
    found.guards = size_of(reaching(o, square, &o.own[0]) & ~left)
    found.rivals = size_of(attackers)
    found.least = least(o, attackers) if found.rivals and found.guards else 0
    found.threat = most(o, about(o, square, kind_of(mover))
                        & (o.rival[0] | o.rival[1] | o.rival[2]))
    found.relief = 0
    if victim != NO_PIECE:
        found.relief = total(o, about(o, square, kind_of(victim)) & ~left
                             & (o.own[0] | o.own[1] | o.own[2]))
    return found


# --- points of the pieces on some squares ---------------------------------------------------------

cdef inline int32_t worth_on(const Sight* o, uint128_t set) noexcept nogil:
    return worth(o.s, o.t, <int32_t>o.s.at[first_square(set)] - 1)


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
