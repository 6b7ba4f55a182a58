"""Rules of pearls, in reading order: setup, actor, clock, legal, apply, observe, score.

Everybody holds three pearls of hidden worth. In turn, a seat throws one: on a high roll it scores
the worth, and it takes a new pearl from the stock while there is one. The first to reach the
target ends the game, as do empty hands.
"""

from libc.stdint cimport int32_t, uintptr_t
from libc.string cimport memset

from ..core.game cimport CAPPED, Clock, FIRST_OWN, Game, NOBODY, Result
from ..core.ranking cimport Standings, fill_places
from ..core.rng cimport Chance, chance_below, chance_round, DICE, SETUP
from .state cimport Columns, HAND, MAX_MOVES, MAX_PLAYERS, Move, PASS, State, Tables, THROW

cdef enum:
    TARGET_REACHED = FIRST_OWN
    HANDS_EMPTY = FIRST_OWN + 1
    FULL = (1 << HAND) - 1


cdef void setup(void* state, const void* tables, int32_t seats, Chance* chance) noexcept nogil:
    cdef State* s = <State*>state
    cdef int32_t seat, slot
    s.seats = seats
    s.stock = (<const Tables*>tables).stock
    for seat in range(seats):
        s.held[seat] = FULL
        for slot in range(HAND):
            s.hand[seat][slot] = 1 + chance_below(chance, SETUP, 6)
    s.first = s.turn = chance_below(chance, SETUP, seats)
    s.round = s.turns = 1
    chance_round(chance, 1)


cdef int32_t actor(const void* state) noexcept nogil:
    cdef const State* s = <const State*>state
    if s.over:
        return NOBODY
    return s.turn


cdef void clock(const void* state, Clock* clock) noexcept nogil:
    cdef const State* s = <const State*>state
    clock.round = s.round
    clock.turn = s.turns


cdef int32_t legal(const void* state, const void* tables, void* moves) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef Move* out = <Move*>moves
    cdef int32_t slot
    cdef int32_t n = 0
    memset(moves, 0, MAX_MOVES * sizeof(Move))
    for slot in range(HAND):
        if s.held[s.turn] >> slot & 1:
            out[n].kind = THROW
            out[n].slot = slot
            n += 1
    if n == 0:
        out[0].kind = PASS
        n = 1
    return n


cdef void throw_pearl(State* s, const Tables* t, int32_t slot, Chance* chance) noexcept nogil:
    if 1 + chance_below(chance, DICE, 6) >= t.depth:
        s.score[s.turn] += s.hand[s.turn][slot]
    s.hand[s.turn][slot] = 0
    s.held[s.turn] ^= 1 << slot
    if s.stock:
        s.stock -= 1
        s.held[s.turn] |= 1 << slot
        s.hand[s.turn][slot] = 1 + chance_below(chance, SETUP, 6)


cdef void next_turn(State* s, const Tables* t, Chance* chance) noexcept nogil:
    cdef int32_t seat
    cdef int32_t held = 0
    for seat in range(MAX_PLAYERS):
        held |= s.held[seat]
    if s.score[s.turn] >= t.target:
        s.over = TARGET_REACHED
    elif held == 0:
        s.over = HANDS_EMPTY
    if s.over:
        return
    s.turn = (s.turn + 1) % s.seats
    if s.turn == s.first:
        if s.round == t.cap:
            s.over = CAPPED
            return
        s.round += 1
        chance_round(chance, s.round)
    s.turns += 1


cdef void apply(void* state, const void* tables, const void* move, Chance* chance) noexcept nogil:
    cdef const Move* m = <const Move*>move
    if m.kind == THROW:
        throw_pearl(<State*>state, <const Tables*>tables, m.slot, chance)
    next_turn(<State*>state, <const Tables*>tables, chance)


cdef void observe(const void* state, const void* tables, int32_t seat,
                  void* view) noexcept nogil:
    cdef State* v = <State*>view
    cdef int32_t other
    v[0] = (<const State*>state)[0]
    for other in range(MAX_PLAYERS):
        if other != seat:
            memset(v.hand[other], 0, HAND)


cdef void points(const void* state, const void* tables, int32_t* points) noexcept nogil:
    cdef int32_t seat
    for seat in range(MAX_PLAYERS):
        points[seat] = (<const State*>state).score[seat]


cdef void score(const void* state, const void* tables, Result* result) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef Standings standings
    cdef int32_t seat
    result.first = s.first
    result.ending = s.over
    standings.seats = s.seats
    standings.keys = 1
    points(state, tables, result.score)
    for seat in range(s.seats):
        standings.key[seat][0] = s.score[seat]
    fill_places(&standings, result)


cdef void columns(const void* state, const void* tables, void* row) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef Columns* out = <Columns*>row
    cdef int32_t seat, slot
    out.left = s.stock
    out.lost = (<const Tables*>tables).stock - s.stock + HAND * s.seats
    for seat in range(s.seats):
        for slot in range(HAND):
            out.lost -= s.held[seat] >> slot & 1


cdef int32_t check(const void* state, const void* tables) noexcept nogil:
    cdef const State* s = <const State*>state
    if s.turn >= s.seats:
        return 1
    if s.stock > (<const Tables*>tables).stock:
        return 2
    return 0


cdef Game _game = Game(
    state_size=sizeof(State), tables_size=sizeof(Tables), move_size=sizeof(Move),
    columns_size=sizeof(Columns), max_moves=MAX_MOVES, min_seats=2, max_seats=MAX_PLAYERS,
    setup=setup, actor=actor, clock=clock, legal=legal, apply=apply, observe=observe,
    points=points, score=score, columns=columns, check=check, features=0, rate=NULL,
    sample=NULL, draw_on=NULL, redeal=NULL, value=NULL, forget=NULL,
)
RULES = <uintptr_t>&_game
