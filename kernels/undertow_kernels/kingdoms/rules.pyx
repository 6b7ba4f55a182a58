"""The rules of Kingdoms of the Deep as a Game: rounds from the choice of cards to their end."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uintptr_t
from libc.string cimport memcpy, memset

from ..core.bits cimport bit
from ..core.game cimport NOBODY, Clock, Game, Result, next_seat
from ..core.rng cimport Chance, Stream, chance_round
from .actions cimport begin_action, begin_upgrade, list_steps, take_step, under_way
from .agents cimport FEATURES, rate
from .board cimport space_bit
from .goals cimport end_goal
from .invariants cimport broken
from .scoring cimport (
    all_capitals_held, fill_points, fill_result, score_capitals, score_card, score_end,
)
from .start cimport lay_out, list_first_foci, set_first_disc, take_focus
from .search cimport redeal, value
from .state cimport (
    AGES, ALL_CAPITALS, BONUSES, CARD, CARDS, CASTLE, CHOOSE_CARD, CHOOSE_COVER, CHOOSE_FOCUS,
    CHOOSE_STEP, COVER, Columns, FINISHED, MAX_MOVES, MAX_PLAYERS, Move, NEW_SHARK, NO_CARD, RESET,
    SHELL, State, THIRD_SCORING, Tables, UPGRADES, add,
)

cdef enum:
    FEWEST_PLAYERS = 2


cdef void setup(void* state, const void* tables, int32_t seats, Chance* chance) noexcept nogil:
    lay_out(<State*>state, <const Tables*>tables, seats, chance)


cdef int32_t actor(const void* state) noexcept nogil:
    cdef const State* s = <const State*>state
    if s.phase == FINISHED:
        return NOBODY
    return s.seat


cdef void clock(const void* state, Clock* clock) noexcept nogil:
    clock.round = (<const State*>state).round
    clock.turn = (<const State*>state).turn


# --- what is legal --------------------------------------------------------------------------------

cdef int32_t legal(const void* state, const void* tables, void* moves) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef Move* out = <Move*>moves
    if s.phase == CHOOSE_STEP:
        return list_steps(s, <const Tables*>tables, out)
    if s.phase == CHOOSE_CARD:
        return list_numbers(CARD, s.hand[s.seat], out)              # KD-2.1
    if s.phase == CHOOSE_FOCUS:
        return list_first_foci(s, out)
    if s.phase == CHOOSE_COVER:
        return list_numbers(COVER, <uint8_t>(bit(BONUSES - 1) - 1), out)
    return 0


cdef int32_t list_numbers(int32_t kind, uint8_t numbers, Move* moves) noexcept nogil:
    cdef int32_t i
    cdef int32_t n = 0
    for i in range(1, CARDS):
        if numbers >> (i - 1) & 1:
            n = add(moves, n, kind, i, 0)
    return n


# --- what a move does -----------------------------------------------------------------------------

cdef void apply(void* state, const void* tables, const void* move, Chance* chance) noexcept nogil:
    cdef State* s = <State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef const Move* m = <const Move*>move
    if s.phase == CHOOSE_STEP:
        take_step(s, t, m)
        if not under_way(s):
            end_steps(s, t, chance)
    elif s.phase == CHOOSE_CARD:
        choose_card(s, t, m.what)
    elif s.phase == CHOOSE_FOCUS:
        take_focus(s, m.what)
    else:
        set_first_disc(s, m.what)
        if s.phase == CHOOSE_CARD:
            begin_round(s, chance)


cdef void begin_round(State* s, Chance* chance) noexcept nogil:
    s.round += 1
    chance_round(chance, s.round)
    memset(s.chosen, NO_CARD, sizeof(s.chosen))
    s.seat = s.first
    s.phase = CHOOSE_CARD


cdef void choose_card(State* s, const Tables* t, int32_t card) noexcept nogil:
    cdef int32_t seat
    s.chosen[s.seat] = card
    s.seat = next_seat(s.seat, s.players)
    if s.seat != s.first:
        return
    for seat in range(s.players):
        s.hand[seat] &= ~<uint8_t>bit(s.chosen[seat] - 1)
        s.played[seat][s.chosen[seat]] += 1
    s.phase = CHOOSE_STEP
    begin_action(s, t)


cdef void end_steps(State* s, const Tables* t, Chance* chance) noexcept nogil:
    """Go on to the next seat when one has nothing left to do, or to the end of the round."""
    if s.acting:
        end_goal(s, t)
        s.seat = next_seat(s.seat, s.players)
        if s.seat == s.first:
            end_actions(s, t, chance)
        else:
            begin_action(s, t)
        return
    s.seat = next_seat(s.seat, s.players)
    if s.seat == s.first:
        end_round(s, chance)
    else:
        begin_upgrade(s)


cdef bint reset_played(const State* s) noexcept nogil:
    cdef int32_t seat
    for seat in range(s.players):
        if s.chosen[seat] == RESET:
            return True
    return False


cdef void end_actions(State* s, const Tables* t, Chance* chance) noexcept nogil:
    """Move the round marker if it is to move; do what its space says."""
    cdef int32_t symbol
    if not reset_played(s):
        end_round(s, chance)
        return
    symbol = t.track[s.marker]                                      # KD-2.4
    s.marker += 1
    if symbol == UPGRADES:
        begin_upgrade(s)
        return
    if symbol == NEW_SHARK and s.stock:                             # KD-2.6
        s.stock -= 1
        s.sharks[<int32_t>CASTLE] += 1
        s.sharks_at |= space_bit(CASTLE)
    elif symbol == SHELL:                                           # KD-2.7
        score_round(s, t)
    if s.phase != FINISHED:
        end_round(s, chance)


cdef void score_round(State* s, const Tables* t) noexcept nogil:
    score_capitals(s, t)
    if all_capitals_held(s):
        finish(s, ALL_CAPITALS)
        return
    score_card(s, t)
    s.age += 1
    if s.age == AGES:
        score_end(s, t)
        finish(s, THIRD_SCORING)


cdef void finish(State* s, int32_t ending) noexcept nogil:
    s.ending = ending
    s.phase = FINISHED


cdef void end_round(State* s, Chance* chance) noexcept nogil:
    cdef int32_t seat
    for seat in range(s.players):                                   # KD-2.8
        if s.chosen[seat] == RESET:
            s.hand[seat] = <uint8_t>(bit(CARDS - 1) - 1)
    s.first = next_seat(s.first, s.players)
    begin_round(s, chance)


# --- what is seen and counted ---------------------------------------------------------------------

cdef void observe(const void* state, const void* tables, int32_t seat, void* view) noexcept nogil:
    cdef State* v = <State*>view
    cdef uint8_t own
    memcpy(view, state, sizeof(State))
    if v.phase == CHOOSE_CARD:                                      # KD-6.1
        own = v.chosen[seat]
        memset(v.chosen, NO_CARD, sizeof(v.chosen))
        v.chosen[seat] = own


cdef void points(const void* state, const void* tables, int32_t* points) noexcept nogil:
    fill_points(<const State*>state, <const Tables*>tables, points)


cdef void score(const void* state, const void* tables, Result* result) noexcept nogil:
    cdef const State* s = <const State*>state
    result.first = s.start
    result.ending = s.ending
    fill_result(s, <const Tables*>tables, result)


cdef void columns(const void* state, const void* tables, void* row) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef Columns* c = <Columns*>row
    cdef int32_t seat
    memcpy(c.solo_points, s.solo_points, sizeof(s.solo_points))
    memcpy(c.entry_points, s.entry_points, sizeof(s.entry_points))
    memcpy(c.goal_points, s.goal_points, sizeof(s.goal_points))
    memcpy(c.capital_points, s.capital_points, sizeof(s.capital_points))
    memcpy(c.end_points, s.end_points, sizeof(s.end_points))
    memcpy(c.upgrades, s.upgrades, sizeof(s.upgrades))
    memcpy(c.eaten, s.eaten, sizeof(s.eaten))
    memcpy(c.solos, s.solos, sizeof(s.solos))
    memcpy(c.capitals, s.capitals_scored, sizeof(s.capitals_scored))
    memcpy(c.bait, s.bait, sizeof(s.bait))
    for seat in range(MAX_PLAYERS):
        memcpy(c.cards[seat], &s.played[seat][1], sizeof(c.cards[seat]))
        c.castle[seat] = s.units[seat][<int32_t>CASTLE]
    c.advances = s.marker


cdef int32_t check(const void* state, const void* tables) noexcept nogil:
    return broken(<const State*>state, <const Tables*>tables)


include "../core/draw_listed.pxi"


cdef int32_t sample(const void* state, const void* tables, void* moves, Stream* stream,
                    const Chance* chance) noexcept nogil:
    return draw_listed(state, tables, moves, stream, chance)


include "../core/draw_on.pxi"


cdef Game _game = Game(
    state_size=sizeof(State), tables_size=sizeof(Tables), move_size=sizeof(Move),
    columns_size=sizeof(Columns), max_moves=MAX_MOVES,
    min_seats=FEWEST_PLAYERS, max_seats=MAX_PLAYERS,
    setup=setup, actor=actor, clock=clock, legal=legal, apply=apply, observe=observe,
    points=points, score=score, columns=columns, check=check, features=FEATURES, rate=rate,
    sample=sample, draw_on=draw_on, redeal=redeal, value=value, forget=NULL,
)
RULES = <uintptr_t>&_game
