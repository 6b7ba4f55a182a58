"""The rules of Poseidon's Kingdom as a Game: set-up, the turn, what is legal, what a move does.

Each chapter (start, turn, reef, ocean, food, kraken, shark, wave, scoring) changes the state and
names the phase that follows; this file leads from phase to phase until somebody has to choose.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport memcpy

from ..core.bits cimport has, how_many
from ..core.game cimport (
    CAPPED, FIRST_OWN, NOBODY, UNDERTOW_CHECKED, Clock, Game, Result, next_seat,
)
from ..core.rng cimport Chance, Stream, chance_round, draw_bit
from .agents cimport FEATURES, rate
from .food cimport (
    begin_arm, begin_claim, begin_storing, draw_food, eat_die, end_eating, list_claims,
    list_eat_dice, list_food, list_store_dice, pick_to_store, store_at, store_faces,
)
from .invariants cimport LIST_ORDERED, SOUND, broken, ordered
from .kraken cimport (
    begin_head, begin_head_peek, end_head, free_nearest, list_peeks, list_rivals, move_on_track,
    next_rival, peek,
)
from .reef cimport list_partners
from .scoring cimport coral_points_of, fill_points, places
from .shark cimport (
    draw_return, list_returns, next_bite, next_skeleton, place_skeleton, return_creature,
    skeleton_faces, swim,
)
from .start cimport lay_out, list_start_tiles, open_play
from .search cimport forget, redeal, value
from .state cimport (
    BEGIN_TURN, BONUS, CHOOSE_BONUS, CHOOSE_CLAIM, CHOOSE_EAT_DIE, CHOOSE_FOOD, CHOOSE_HEAD,
    CHOOSE_HEAD_PEEK, CHOOSE_LOAD, CHOOSE_ORIENT, CHOOSE_PARTNER, CHOOSE_PLACE, CHOOSE_REAPPEAR,
    CHOOSE_RIVAL, CHOOSE_SKELETON, CHOOSE_STEP, CHOOSE_STORE_AT, CHOOSE_STORE_DIE, CHOOSE_SWIM,
    CHOOSE_TILE, CLAIM, CLAIM_STOP, CORALS, CRASH, Columns, EAT, END_TURN, FINISHED, HEAD_FREE,
    HEAD_KEEP, MAX_MOVES, MAX_PLAYERS, Move, NEXT_BITE, NEXT_BONUS, NEXT_RIVAL, NEXT_SKELETON,
    ORIENT, PASS, PEEK, PEEK_NONE, REAPPEAR, RIVAL, SHARK_SWIMS, SKELETON, STORE, STORE_AT,
    STORE_DIE, STORE_STOP, SWIM, State, Tables, UNKNOWN_CORAL, add, add_faces, add_number,
)
from .turn cimport (
    apply_step, can_choose_step, draw_swim, list_loads, list_places, list_steps, list_swims,
    list_tiles,
)
from .wave cimport crash, list_bonuses, next_bonus, room, take_bonus

cdef enum:
    FRIENDS_FREED = FIRST_OWN


cdef void setup(void* state, const void* tables, int32_t seats, Chance* chance) noexcept nogil:
    lay_out(<State*>state, <const Tables*>tables, seats, chance)
    settle(<State*>state, <const Tables*>tables, chance)


cdef int32_t actor(const void* state) noexcept nogil:
    cdef const State* s = <const State*>state
    if s.phase == FINISHED:
        return NOBODY
    return s.decider


cdef void clock(const void* state, Clock* clock) noexcept nogil:
    clock.round = (<const State*>state).round
    clock.turn = (<const State*>state).turn


# --- from phase to phase --------------------------------------------------------------------------

cdef void settle(State* s, const Tables* t, Chance* chance) noexcept nogil:
    """Carry out all that follows until somebody has to choose or the game is over."""
    while s.phase >= BEGIN_TURN:
        if s.phase == NEXT_RIVAL:
            next_rival(s)
        elif s.phase == SHARK_SWIMS:
            swim(s, t)
        elif s.phase == CRASH:
            break_wave(s, t, chance)
        elif s.phase == END_TURN:
            end_turn(s, t)
        elif s.phase == BEGIN_TURN:
            begin_turn(s, t, chance)
        elif s.phase == NEXT_BITE:
            next_bite(s)
        elif s.phase == NEXT_SKELETON:
            next_skeleton(s)
        elif s.phase == NEXT_BONUS:
            next_bonus(s, t)
        else:
            open_play(s, t, chance)


cdef void begin_turn(State* s, const Tables* t, Chance* chance) noexcept nogil:
    if s.active == s.start:
        s.round += 1
        chance_round(chance, s.round)
    s.turn += 1
    s.decider = s.active
    s.stored_now = 0
    s.head_reached = 0
    s.ate = 0
    s.phase = CHOOSE_STEP if can_choose_step(s, t) else CHOOSE_SWIM


cdef void break_wave(State* s, const Tables* t, Chance* chance) noexcept nogil:
    if room(s, t) == 0:                                             # PK-D1
        crash(s, t, chance)
    else:
        s.phase = END_TURN


cdef void end_turn(State* s, const Tables* t) noexcept nogil:
    cdef int32_t seat
    cdef int32_t following = next_seat(s.active, s.players)
    s.phase = BEGIN_TURN
    if s.final:
        s.final_left -= 1
        if s.final_left == 0:
            finish(s, FRIENDS_FREED)
    else:
        for seat in range(s.players):
            if s.friends[seat] == 0:                                # PK-E1
                s.final = 1
                s.final_left = s.players
        if not s.final and following == s.start and s.round >= t.round_cap:    # PK-E6
            finish(s, CAPPED)
    if s.phase == BEGIN_TURN:
        s.active = following


cdef void finish(State* s, uint8_t ending) noexcept nogil:
    s.phase = FINISHED
    s.ending = ending


# --- what is legal --------------------------------------------------------------------------------

cdef int32_t legal(const void* state, const void* tables, void* moves) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef Move* out = <Move*>moves
    if s.phase == FINISHED:
        return 0
    if s.phase <= CHOOSE_SWIM:
        return legal_tile(s, t, out) if s.phase != CHOOSE_SWIM else list_swims(s, t, out)
    if s.phase <= CHOOSE_CLAIM:
        return legal_food(s, t, out)
    return legal_after(s, t, out)


cdef int32_t legal_tile(const State* s, const Tables* t, Move* out) noexcept nogil:
    if s.phase == CHOOSE_STEP:
        return list_steps(s, t, out)
    if s.phase == CHOOSE_PLACE:
        return list_places(s, out)
    if s.phase == CHOOSE_PARTNER:
        return list_partners(s, s.decider, out)
    if s.phase == CHOOSE_ORIENT:                                    # PK-C1.6
        return add_number(out, add_number(out, 0, ORIENT, 0), ORIENT, 1)
    if s.phase == CHOOSE_TILE:
        return list_tiles(s, out)
    if s.phase == CHOOSE_LOAD:
        return list_loads(s, t, out)
    return list_start_tiles(s, t, out)


cdef int32_t legal_food(const State* s, const Tables* t, Move* out) noexcept nogil:
    if s.phase == CHOOSE_FOOD:
        return list_food(s, t, out)
    if s.phase == CHOOSE_STORE_DIE:
        return list_store_dice(s, out)
    if s.phase == CHOOSE_STORE_AT:
        return add_faces(out, 0, STORE_AT, store_faces(s))
    if s.phase == CHOOSE_EAT_DIE:
        return list_eat_dice(s, out)
    return list_claims(s, out)


cdef int32_t legal_after(const State* s, const Tables* t, Move* out) noexcept nogil:
    if s.phase == CHOOSE_RIVAL:
        return list_rivals(s, out)
    if s.phase == CHOOSE_HEAD:
        return add(out, add(out, 0, HEAD_KEEP), HEAD_FREE)
    if s.phase == CHOOSE_HEAD_PEEK:
        return list_peeks(s, out, add(out, 0, PEEK_NONE))
    if s.phase == CHOOSE_SKELETON:
        return add_faces(out, 0, SKELETON, skeleton_faces(s))
    if s.phase == CHOOSE_REAPPEAR:
        return list_returns(s, t, out)
    if s.phase == CHOOSE_BONUS:
        return list_bonuses(s, t, out)
    return list_peeks(s, out, 0)


cdef int32_t sample(const void* state, const void* tables, void* moves, Stream* stream,
                    const Chance* chance) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef const Tables* t = <const Tables*>tables
    if s.phase == CHOOSE_SWIM:
        return draw_swim(s, t, <Move*>moves, stream, chance)
    if s.phase == CHOOSE_REAPPEAR:
        return draw_return(s, t, <Move*>moves, stream, chance)
    if s.phase == CHOOSE_FOOD:
        return draw_food(s, t, <Move*>moves, stream, chance)
    if s.phase == CHOOSE_STORE_AT:
        return draw_face(<Move*>moves, STORE_AT, store_faces(s), stream, chance)
    if s.phase == CHOOSE_SKELETON:
        return draw_face(<Move*>moves, SKELETON, skeleton_faces(s), stream, chance)
    return draw_listed(state, tables, moves, stream, chance)


cdef inline int32_t draw_face(Move* out, uint8_t kind, uint64_t faces, Stream* stream,
                              const Chance* chance) noexcept nogil:
    cdef int32_t n = how_many(faces)
    add(out, 0, kind)
    out[0].face = draw_bit(faces, n, stream, chance)
    return n


# --- what a move does -----------------------------------------------------------------------------

cdef void apply(void* state, const void* tables, const void* move, Chance* chance) noexcept nogil:
    cdef State* s = <State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef const Move* m = <const Move*>move
    if m.kind <= SWIM:
        apply_step(s, t, m)
    elif m.kind <= CLAIM_STOP:
        apply_food(s, t, m)
    else:
        apply_after(s, t, m)
    settle(s, t, chance)


cdef void apply_food(State* s, const Tables* t, const Move* m) noexcept nogil:
    if m.kind == PASS or m.kind == STORE_STOP:
        s.phase = NEXT_RIVAL
    elif m.kind == STORE:
        begin_storing(s)
    elif m.kind == STORE_DIE:
        pick_to_store(s, m)
    elif m.kind == STORE_AT:
        store_at(s, m.face)
    elif m.kind == EAT:
        begin_arm(s, t, m.number)
    elif m.kind == CLAIM:
        begin_claim(s, m.number)
    elif m.kind == CLAIM_STOP:
        end_eating(s, t)
    else:
        eat_die(s, t, m)


cdef void apply_after(State* s, const Tables* t, const Move* m) noexcept nogil:
    if m.kind == SKELETON:
        place_skeleton(s, m.face)
    elif m.kind == REAPPEAR:
        return_creature(s, t, m.space)
    elif m.kind == BONUS:
        take_bonus(s, t, m.number)
    elif m.kind == RIVAL:
        move_rival(s, t, m.number)
    elif m.kind == PEEK:
        peek(s, m.number)
        end_head(s)
    elif m.kind == PEEK_NONE:
        end_head(s)
    else:
        if m.kind == HEAD_FREE:                                     # PK-K5
            free_nearest(s, t, s.decider)
            s.freed_head[s.decider] += 1
        begin_head_peek(s)


cdef void move_rival(State* s, const Tables* t, int32_t seat) noexcept nogil:
    cdef int32_t steps = s.steps_due[seat]
    s.steps_due[seat] = 0
    s.phase = NEXT_RIVAL
    if move_on_track(s, t, seat, steps):                            # PK-K2
        begin_head(s, seat)


# --- what is known, what it is worth --------------------------------------------------------------

cdef void observe(const void* state, const void* tables, int32_t seat, void* view) noexcept nogil:
    cdef State* v = <State*>view
    cdef int32_t i
    memcpy(view, state, sizeof(State))
    for i in range(CORALS):                                         # PK-S7
        if not has(v.coral_known[i], seat):
            v.coral_kind[i] = UNKNOWN_CORAL


cdef void points(const void* state, const void* tables, int32_t* points) noexcept nogil:
    fill_points(<const State*>state, <const Tables*>tables, points)


cdef void score(const void* state, const void* tables, Result* result) noexcept nogil:
    cdef const State* s = <const State*>state
    result.first = s.start
    result.ending = s.ending
    points(state, tables, result.score)
    places(s, <const Tables*>tables, result)


cdef void columns(const void* state, const void* tables, void* row) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef Columns* out = <Columns*>row
    cdef int32_t seat, i
    out.crashes = s.crashes
    memcpy(out.bites, s.bites, sizeof(s.bites))
    memcpy(out.skeletons_placed, s.skeletons_placed, sizeof(s.skeletons_placed))
    memcpy(out.peeks, s.peeks, sizeof(s.peeks))
    memcpy(out.tiles_built, s.tiles_built, sizeof(s.tiles_built))
    memcpy(out.freed_eating, s.freed_eating, sizeof(s.freed_eating))
    memcpy(out.freed_head, s.freed_head, sizeof(s.freed_head))
    memcpy(out.freed_bonus, s.freed_bonus, sizeof(s.freed_bonus))
    for seat in range(MAX_PLAYERS):
        out.coral_points[seat] = coral_points_of(s, <const Tables*>tables, seat)
        out.corals_claimed[seat] = 0
        out.highest[seat] = 0
        for i in range(CORALS):
            out.corals_claimed[seat] += s.coral_owner[i] == seat + 1
        for i in range(s.faces[seat]):
            out.highest[seat] = max(out.highest[seat], s.height[seat][i])


cdef int32_t check(const void* state, const void* tables) noexcept nogil:
    cdef Move moves[MAX_MOVES]
    cdef int32_t found = broken(<const State*>state, <const Tables*>tables)
    if UNDERTOW_CHECKED and found == SOUND:
        if not ordered(<const State*>state, moves, legal(state, tables, moves)):
            found = LIST_ORDERED
    return found


include "../core/draw_listed.pxi"
include "../core/draw_on.pxi"


cdef Game _game = Game(
    state_size=sizeof(State), tables_size=sizeof(Tables), move_size=sizeof(Move),
    columns_size=sizeof(Columns), max_moves=MAX_MOVES, min_seats=2, max_seats=MAX_PLAYERS,
    setup=setup, actor=actor, clock=clock, legal=legal, apply=apply, observe=observe,
    points=points, score=score, columns=columns, check=check, features=FEATURES, rate=rate,
    sample=sample, draw_on=draw_on, redeal=redeal, value=value, forget=forget,
)
RULES = <uintptr_t>&_game
