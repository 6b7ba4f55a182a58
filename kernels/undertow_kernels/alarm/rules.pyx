"""The rules of Kraken-Alarm as a Game: the captain's turn, the alarm, the end."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uintptr_t
from libc.string cimport memcpy

from ..core.game cimport CAPPED, FIRST_OWN, NOBODY, Clock, Game, Result, next_seat
from ..core.ranking cimport Standings, fill_places
from ..core.rng cimport Chance, Stream, chance_round, stream_below
from .agents cimport FEATURES, rate
from .invariants cimport broken
from .pendulum cimport capsizes
from .sea cimport (
    covered, hide_unknown, lay_out, limit_reached, list_stacks, list_tokens, on_reef, stir,
    take_animal, turn_token,
)
from .search cimport forget, redeal, value
from .state cimport (
    CHOOSE_SAIL, CHOOSE_STACK, CHOOSE_TURN, Columns, FARTHEST, FINISHED, KUNO, MAX_MOVES,
    MAX_PLAYERS, Move, SAIL, SECTIONS, STOP, State, TAKE, TURN, Tables, WAVE, add, animals_missing,
)

cdef extern from *:
    """
    /* Of each set of four: its places, four bits each from the least one on, then how many. */
    static const uint32_t undertow_places_of[16] = {
        0x00000, 0x10000, 0x10001, 0x20010, 0x10002, 0x20020, 0x20021, 0x30210,
        0x10003, 0x20030, 0x20031, 0x30310, 0x20032, 0x30320, 0x30321, 0x43210,
    };
    """
    const uint32_t* PLACES_OF "undertow_places_of"

cdef enum:
    TARGET_REACHED = FIRST_OWN
    PROVISIONS_LOST = FIRST_OWN + 1


cdef void setup(void* state, const void* tables, int32_t seats, Chance* chance) noexcept nogil:
    lay_out(<State*>state, <const Tables*>tables, seats, chance)
    begin_turn(<State*>state, chance)


cdef int32_t actor(const void* state) noexcept nogil:
    cdef const State* s = <const State*>state
    if s.phase == FINISHED:
        return NOBODY
    return s.captain


cdef void clock(const void* state, Clock* clock) noexcept nogil:
    clock.round = (<const State*>state).round
    clock.turn = (<const State*>state).turn


# --- what is legal --------------------------------------------------------------------------------

cdef int32_t legal(const void* state, const void* tables, void* moves) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef Move* out = <Move*>moves
    if s.phase == CHOOSE_SAIL:
        return list_sails(s, <const Tables*>tables, out)
    if s.phase == CHOOSE_TURN:
        return list_tokens(s, out, add(out, 0, STOP, 0) if s.turned else 0)    # KA-3.1
    if s.phase == CHOOSE_STACK:
        return list_stacks(s, out)
    return 0


cdef int32_t list_sails(const State* s, const Tables* t, Move* out) noexcept nogil:
    cdef int32_t sections
    cdef int32_t n = 0
    for sections in range(1, FARTHEST + 1):                         # KA-2.1
        if not t.forbid_kuno_landing or (s.ship + sections) % SECTIONS != s.kuno:    # KA-2.2
            n = add(out, n, SAIL, sections)
    return n


cdef int32_t sample(const void* state, const void* tables, void* moves, Stream* stream,
                    const Chance* chance) noexcept nogil:
    """Choose as legal and one draw would; the tokens that may be turned are only counted."""
    cdef const State* s = <const State*>state
    cdef Move* out = <Move*>moves
    cdef int32_t n, pick
    cdef uint32_t free
    if s.phase != CHOOSE_TURN:
        n = legal(state, tables, moves)
        if n > 1:
            out[0] = out[stream_below(stream, chance, n)]
        return n
    free = PLACES_OF[covered(s)]
    n = (s.turned > 0) + <int32_t>(free >> 16)
    if n == 0:
        return 0
    pick = stream_below(stream, chance, n) - (s.turned > 0)
    if pick < 0:                                                    # KA-3.1
        add(out, 0, STOP, 0)
    else:
        add(out, 0, TURN, free >> 4 * pick & 15)
    return n


# --- what a move does -----------------------------------------------------------------------------

cdef void apply(void* state, const void* tables, const void* move, Chance* chance) noexcept nogil:
    cdef State* s = <State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef const Move* m = <const Move*>move
    if m.kind == SAIL:
        s.phase = CHOOSE_TURN
        s.ship = (s.ship + m.number) % SECTIONS
        if s.ship == s.kuno:
            alarm(s, t, chance)
    elif m.kind == TURN:
        reveal(s, t, turn_token(s, m.number), chance)
    elif m.kind == TAKE:
        take_animal(s, m.number)
        if animals_missing(s, t) <= 0:                              # KA-5.1
            finish(s, TARGET_REACHED)
        else:
            check_limit(s, t, chance)
    else:
        end_turn(s, t, chance)


cdef void reveal(State* s, const Tables* t, int32_t kind, Chance* chance) noexcept nogil:
    """Carry out what the token just turned demands."""
    if kind == WAVE:                                                # KA-3.4
        s.waves += 1
        s.ship = (s.ship + 1) % SECTIONS
    elif kind == KUNO:                                              # KA-3.5
        s.kunos += 1
        s.kuno = (s.kuno + 1) % SECTIONS
    elif on_reef(s, kind):
        s.animal = kind
        s.phase = CHOOSE_STACK
        return
    else:                                                           # KA-3.3
        end_turn(s, t, chance)
        return
    if s.ship == s.kuno:
        alarm(s, t, chance)
    else:
        check_limit(s, t, chance)


cdef void check_limit(State* s, const Tables* t, Chance* chance) noexcept nogil:
    s.phase = CHOOSE_TURN
    if limit_reached(t, s.open_tokens, s.ship, s.turned):           # KA-3.6
        end_turn(s, t, chance)


cdef void alarm(State* s, const Tables* t, Chance* chance) noexcept nogil:
    s.alarms += 1                                                   # KA-4.1
    s.raised[s.captain] += 1
    if capsizes(s, t, chance):
        s.capsized += 1
        s.provisions[s.captain] -= 1                                # KA-4.3
        if s.provisions[s.captain] == 0:                            # KA-5.2
            finish(s, PROVISIONS_LOST)
            return
    if t.whirlpool:
        stir(s, chance)
    end_turn(s, t, chance)                                          # KA-4.4


cdef void end_turn(State* s, const Tables* t, Chance* chance) noexcept nogil:
    cdef int32_t following = next_seat(s.captain, s.players)
    s.open_tokens = 0                                               # KA-3.7
    if following == s.start and s.round >= t.round_cap:             # KA-5.4
        finish(s, CAPPED)
        return
    s.captain = following
    begin_turn(s, chance)


cdef void begin_turn(State* s, Chance* chance) noexcept nogil:
    if s.captain == s.start:
        s.round += 1
        chance_round(chance, s.round)
    s.turn += 1
    s.turned = 0
    s.phase = CHOOSE_SAIL


cdef void finish(State* s, uint8_t ending) noexcept nogil:
    s.phase = FINISHED
    s.ending = ending


# --- what is known, what it is worth --------------------------------------------------------------

cdef void observe(const void* state, const void* tables, int32_t seat, void* view) noexcept nogil:
    memcpy(view, state, sizeof(State))
    hide_unknown(<State*>view)


cdef void points(const void* state, const void* tables, int32_t* points) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef int32_t seat
    for seat in range(MAX_PLAYERS):
        points[seat] = s.animals[seat] + t.handicap[seat]           # KA-5.5


cdef void score(const void* state, const void* tables, Result* result) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef Standings standings
    cdef int32_t seat
    standings.seats = s.players
    standings.keys = 3
    result.first = s.start
    result.ending = s.ending
    points(state, tables, result.score)
    for seat in range(s.players):
        standings.key[seat][0] = s.provisions[seat] > 0             # KA-5.2
        standings.key[seat][1] = result.score[seat]                 # KA-5.1: at a target one leads
        standings.key[seat][2] = s.provisions[seat]                 # KA-5.3
    fill_places(&standings, result)


cdef void columns(const void* state, const void* tables, void* row) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef Columns* out = <Columns*>row
    cdef int32_t seat
    out.alarms = s.alarms
    out.capsized = s.capsized
    out.knocked_out = s.knocked_out
    out.turned = s.turned_in_all
    out.waves = s.waves
    out.kunos = s.kunos
    memcpy(out.raised, s.raised, sizeof(s.raised))
    memcpy(out.provisions, s.provisions, sizeof(s.provisions))
    for seat in range(MAX_PLAYERS):
        out.lost[seat] = (seat < s.players) * (t.provisions - s.provisions[seat])


cdef int32_t check(const void* state, const void* tables) noexcept nogil:
    return broken(<const State*>state, <const Tables*>tables)


include "../core/draw_on.pxi"


cdef Game _game = Game(
    state_size=sizeof(State), tables_size=sizeof(Tables), move_size=sizeof(Move),
    columns_size=sizeof(Columns), max_moves=MAX_MOVES, min_seats=2, max_seats=MAX_PLAYERS,
    setup=setup, actor=actor, clock=clock, legal=legal, apply=apply, observe=observe,
    points=points, score=score, columns=columns, check=check, features=FEATURES, rate=rate,
    sample=sample, draw_on=draw_on, redeal=redeal, value=value, forget=forget,
)
RULES = <uintptr_t>&_game
