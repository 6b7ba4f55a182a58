"""Scoring: counters, corals, the tie chain, ranks."""

from libc.stdint cimport int32_t, uint8_t

from ..core.bits cimport bit, how_many
from ..core.game cimport CAPPED
from ..core.ranking cimport Standings, fill_ranks, leaders
from .reef cimport bone_faces, visible
from .state cimport (
    ARMS, ARROW, BIGMOUTH, CORALS, EAT_SYMBOL, GRAVEYARD, SPEEDYFINS, TRIDENT, WAVE,
    WAVERIDER,
)

cdef enum:
    TIE_BREAKS = 4


cdef int32_t skeletons_on(const State* s, int32_t seat) noexcept nogil:
    return how_many(bone_faces(s, seat))


cdef int32_t coral_points(const State* s, const Tables* t, int32_t seat,
                          int32_t kind) noexcept nogil:
    cdef int32_t best, other
    if kind == SPEEDYFINS:                                          # PK-S2
        return visible(s, seat, ARROW)
    if kind == WAVERIDER:
        return visible(s, seat, WAVE)
    if kind == BIGMOUTH:
        return visible(s, seat, EAT_SYMBOL)
    if kind == GRAVEYARD:                                           # PK-S3
        if skeletons_on(s, seat) == 0:
            return t.graveyard_clear
        return -<int32_t>t.graveyard_each * skeletons_on(s, seat)
    if kind != TRIDENT:                  # a view's unknown coral
        return 0
    best = coral_points(s, t, seat, SPEEDYFINS)                     # PK-S4
    for other in range(WAVERIDER, GRAVEYARD + 1):
        best = max(best, coral_points(s, t, seat, other))
    return best


cdef int32_t coral_points_of(const State* s, const Tables* t, int32_t seat) noexcept nogil:
    """Return the points of all corals that a seat took."""
    cdef int32_t i
    cdef int32_t total = 0
    for i in range(CORALS):
        if s.coral_owner[i] == seat + 1:
            total += coral_points(s, t, seat, s.coral_kind[i])
    return total


cdef void fill_points(const State* s, const Tables* t, int32_t* total) noexcept nogil:
    cdef int32_t seat, i
    for seat in range(s.players):
        total[seat] = t.handicap[seat]                              # PK-S8
        for i in range(ARMS):
            total[seat] += s.counter[seat][i]                       # PK-S1
    for i in range(CORALS):
        seat = <int32_t>s.coral_owner[i] - 1
        if 0 <= seat < s.players:
            total[seat] += coral_points(s, t, seat, s.coral_kind[i])


cdef int32_t tie_value(const State* s, const Tables* t, int32_t seat, int32_t step) noexcept nogil:
    """Return what a seat has in one step of the tie chain; more is better."""    # PK-S5
    cdef int32_t i
    cdef int32_t value = 0
    if step == 0:
        for i in range(CORALS):
            if s.coral_owner[i] == seat + 1 and s.coral_kind[i] == TRIDENT:
                value = 1
    elif step == 1:
        for i in range(s.faces[seat]):
            value = max(value, <int32_t>s.height[seat][i])
    elif step == 2:
        value = -skeletons_on(s, seat)
    else:
        for i in range(ARMS):
            if t.tiebreak_best_counter:
                value = max(value, <int32_t>s.counter[seat][i])
            else:
                value += s.counter[seat][i]
    return value


cdef uint8_t find_winners(const State* s, const Tables* t,
                          const Standings* standings) noexcept nogil:
    cdef uint8_t everybody = <uint8_t>(bit(s.players) - 1)
    cdef uint8_t tied = leaders(standings)
    if t.literal_joke_tiebreak and tied & (tied - 1) and tied != everybody:    # PK-S6
        return everybody & ~tied
    return tied


cdef void places(const State* s, const Tables* t, Result* result) noexcept nogil:
    cdef Standings standings
    cdef int32_t seat, step
    standings.seats = s.players
    standings.keys = 1 + TIE_BREAKS
    for seat in range(s.players):
        standings.key[seat][0] = result.score[seat]
        for step in range(TIE_BREAKS):
            standings.key[seat][1 + step] = tie_value(s, t, seat, step)
    result.winners = 0 if s.ending == CAPPED else find_winners(s, t, &standings)    # PK-E6
    standings.keys = 1       # who does not win is ranked by points alone
    fill_ranks(&standings, result)
