"""Scoring rounds, the end of the game, places and winners."""

from libc.stdint cimport uint16_t
from libc.string cimport memset

from ..core.bits cimport how_many
from ..core.game cimport Result
from ..core.ranking cimport Standings, fill_places, fill_ranks, leaders
from .board cimport controlled
from .measures cimport measured, units_on_map
from .state cimport ALL_CAPITALS, CASTLE, points

cdef enum:
    LARGE_TIE = 3            # players level at a place that close all places behind them


# --- scoring rounds -------------------------------------------------------------------------------

cdef void score_capitals(State* s, const Tables* t) noexcept nogil:
    cdef int32_t seat, held
    for seat in range(s.players):                                   # KD-5.1
        held = how_many(controlled(s, seat, s.capitals, False))
        s.capitals_scored[seat] += <uint8_t>held
        s.capital_points[seat] += <uint16_t>(t.capital_points * held)


cdef bint holds_all(const State* s, int32_t seat) noexcept nogil:
    return controlled(s, seat, s.capitals, False) == s.capitals


cdef bint all_capitals_held(const State* s) noexcept nogil:
    """Return whether somebody controls every capital."""             # KD-5.2
    cdef int32_t seat
    for seat in range(s.players):
        if holds_all(s, seat):
            return True
    return False


cdef void score_card(State* s, const Tables* t) noexcept nogil:
    """Score the personal goal and the ranking of the present card."""    # KD-5.3
    cdef int32_t goal = s.goal[s.age]
    cdef int32_t seat
    cdef Ranking ranking
    for seat in range(s.players):
        if meets_goal(s, t, seat):
            s.goal_points[seat] += t.goal_personal_points[goal]
    if not t.goal_ranking[goal]:
        return
    memset(&ranking, 0, sizeof(ranking))
    for seat in range(s.players):
        rank_by_card(s, t, seat, &ranking)
    score_ranking(s, &ranking, t.goal_points[goal], s.goal_points)


cdef bint meets_goal(const State* s, const Tables* t, int32_t seat) noexcept nogil:    # KD-4.4
    """Return whether a seat meets the personal goal of the present card."""
    cdef int32_t goal = s.goal[s.age]
    return t.goal_personal[goal] and (
        measured(s, t, seat, t.goal_personal[goal]) >= t.goal_at_least[goal])


cdef void rank_by_card(const State* s, const Tables* t, int32_t seat,
                       Ranking* ranking) noexcept nogil:
    """Write what the present card's ranking counts of a seat."""
    cdef int32_t goal = s.goal[s.age]
    ranking.value[seat] = measured(s, t, seat, t.goal_ranking[goal])
    ranking.placed[seat] = t.goal_fewest[goal] or ranking.value[seat] > 0
    if t.goal_fewest[goal]:
        ranking.value[seat] = -ranking.value[seat]


cdef void score_ranking(const State* s, const Ranking* ranking, const uint8_t* by_place,
                        uint16_t* total) noexcept nogil:
    """Add to each seat's total the points of its place."""
    cdef int32_t seat
    for seat in range(s.players):
        total[seat] += <uint16_t>points_of_place(s, ranking, by_place, seat)


cdef int32_t points_of_place(const State* s, const Ranking* ranking, const uint8_t* by_place,
                             int32_t seat) noexcept nogil:          # KD-4.5
    cdef int32_t other
    cdef int32_t ahead = 0
    if not ranking.placed[seat]:
        return 0
    for other in range(s.players):
        ahead += is_ahead(ranking, other, seat)
    if by_place[ahead] and ahead >= LARGE_TIE and any_large_tie_ahead(s, ranking, seat):
        return 0
    return by_place[ahead]


cdef inline bint is_ahead(const Ranking* ranking, int32_t other, int32_t seat) noexcept nogil:
    return (ranking.placed[other] != 0) & (ranking.value[other] > ranking.value[seat])


cdef bint any_large_tie_ahead(const State* s, const Ranking* ranking,
                              int32_t seat) noexcept nogil:
    cdef int32_t other
    for other in range(s.players):
        if is_ahead(ranking, other, seat) and level_with(s, ranking, other) >= LARGE_TIE:
            return True
    return False


cdef int32_t level_with(const State* s, const Ranking* ranking, int32_t seat) noexcept nogil:
    cdef int32_t other
    cdef int32_t count = 0
    for other in range(s.players):
        count += (ranking.placed[other] != 0) & (ranking.value[other] == ranking.value[seat])
    return count


# --- the end --------------------------------------------------------------------------------------

cdef void score_end(State* s, const Tables* t) noexcept nogil:
    """Score the end card, then the bait."""                          # KD-5.4
    cdef int32_t seat
    cdef Ranking ranking
    memset(&ranking, 0, sizeof(ranking))
    for seat in range(s.players):
        rank_by_castle(s, seat, &ranking)
    score_ranking(s, &ranking, t.end_points, s.end_points)
    for seat in range(s.players):
        s.end_points[seat] += t.bait_points[s.bait[seat]]


cdef void fill_points(const State* s, const Tables* t, int32_t* total) noexcept nogil:
    cdef int32_t seat
    for seat in range(s.players):
        total[seat] = points(s, seat) + t.handicap[seat]            # KD-5.6


cdef void fill_result(const State* s, const Tables* t, Result* result) noexcept nogil:
    cdef Standings standings                                        # KD-5.5
    cdef Standings conquest
    cdef int32_t seat, i
    memset(&conquest, 0, sizeof(conquest))
    standings.seats = s.players
    standings.keys = 4
    conquest.seats = s.players
    conquest.keys = 4
    fill_points(s, t, result.score)
    for seat in range(s.players):
        standings.key[seat][0] = result.score[seat]
        standings.key[seat][1] = s.units[seat][<int32_t>CASTLE]
        standings.key[seat][2] = units_on_map(s, seat)
        standings.key[seat][3] = s.bait[seat]
        if holds_all(s, seat):                                      # KD-5.2
            conquest.key[seat][0] = 1
            for i in range(1, 4):
                conquest.key[seat][i] = standings.key[seat][i]
    if s.ending == ALL_CAPITALS:
        result.winners = leaders(&conquest)
        fill_ranks(&standings, result)
    else:
        fill_places(&standings, result)
