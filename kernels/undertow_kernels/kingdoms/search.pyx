"""What search needs: cards chosen in secret that fit a view, and the worth of a position."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from ..core.bits cimport how_many
from ..core.game cimport next_seat
from ..core.rng cimport SETUP, chance_below
from .board cimport INNER_MASK, units_on
from .scoring cimport Ranking, points_of_place, rank_by_castle, score_capitals, score_card
from .state cimport AGES, CHOOSE_CARD, MOVE, TRACKS, points

cdef enum:                   # in hundredths of a lead; from the weights of greedy players
    POINT = 7                # scored, or in the next scoring round, were it now
    CASTLE_POINT = 5         # of the end card, were it scored now
    UNIT = 2                 # out of the supply
    INSIDE = 2               # beside Atlantis
    BAIT = 9                 # a space of the cube
    IN_HAND = 7              # a card
    STEP = 2                 # of a track, for each advance of the round marker to come
    MOVE_STEP = 2            # more, of Move
    DISC = 4                 # on a bonus of Reset, likewise


cdef void redeal(const void* view, const void* tables, int32_t seat, void* state,
                 Chance* chance) noexcept nogil:
    """Let each seat that has chosen hold any card of its hand."""    # KD-6.1
    cdef State* s = <State*>state
    cdef int32_t other
    memcpy(s, view, sizeof(State))
    if s.phase != CHOOSE_CARD:
        return
    other = s.first
    while other != s.seat:
        if other != seat:
            s.chosen[other] = drawn(s.hand[other], chance)
        other = next_seat(other, s.players)


cdef uint8_t drawn(uint8_t hand, Chance* chance) noexcept nogil:
    """Return one of the cards of a hand, each with the same chance."""
    cdef int32_t skip = chance_below(chance, SETUP, how_many(hand))
    cdef int32_t card = 0
    while skip >= 0:
        card += 1
        skip -= hand >> (card - 1) & 1
    return card


cdef void value(const void* state, const void* tables, int32_t* worth) noexcept nogil:
    """Value points, scored and to come, units, and what the board brings while the game lasts."""
    cdef const Tables* t = <const Tables*>tables
    cdef State s = (<const State*>state)[0]
    cdef Ranking castle
    cdef int32_t seat
    memset(&castle, 0, sizeof(castle))
    score_capitals(&s, t)
    if s.age < AGES:
        score_card(&s, t)
    for seat in range(s.players):
        rank_by_castle(&s, seat, &castle)
    for seat in range(s.players):
        worth[seat] = (
            POINT * (points(&s, seat) + t.handicap[seat])           # KD-5.6
            + CASTLE_POINT * points_of_place(&s, &castle, t.end_points, seat)
            + UNIT * (t.units - s.supply[seat]) + INSIDE * units_on(&s, seat, INNER_MASK)
            + BAIT * s.bait[seat] + IN_HAND * how_many(s.hand[seat])
            + (t.advances - s.marker) * of_board(&s, t, seat)
        )


cdef int32_t of_board(const State* s, const Tables* t, int32_t seat) noexcept nogil:
    """Value tracks and bonuses for each advance of the round marker to come."""
    cdef int32_t total = DISC * how_many(s.covered[seat])
    cdef int32_t track
    total += MOVE_STEP * t.number[<int32_t>MOVE][s.level[seat][<int32_t>MOVE]]
    for track in range(1, TRACKS):
        total += STEP * t.number[track][s.level[seat][track]]
    return total
