"""The rules of Knights of the Pond Table as a Game: set-up, turns, ends, scores.

``start``, ``capture`` and ``cards`` change the state, ``turns`` lead from seat to seat; this file
leads from choice to choice.
"""

from libc.stdint cimport int32_t, uintptr_t
from libc.string cimport memcpy, memset

from ..core.bits cimport has
from ..core.game cimport NOBODY, Clock, Game, Result
from ..core.rng cimport Chance, Stream, stream_below
from .agents cimport FEATURES, rate
from .capture cimport (
    free_piece, list_freed, list_moves, list_reactions, list_returns, react, return_spider,
    start_move, start_tongue, take_off,
)
from .cards cimport discard, let_lapse, list_cards, list_discards, play_on_piece
from .draws cimport draw_on, sample_move
from .invariants cimport broken
from .scoring cimport fill_points, held_squares, pieces_left, places
from .start cimport lay_out, list_removals, list_values, place_value
from .search cimport forget, redeal, value
from .state cimport (
    CARDS, CHOOSE_ACT, CHOOSE_DISCARD, CHOOSE_FREED, CHOOSE_REACTION, CHOOSE_REMOVAL,
    CHOOSE_RETURN, CHOOSE_VALUE, Columns, DISCARD, END, FINISHED, FREE, MAX_MOVES, MAX_PLAYERS,
    MOVE, Move, PAST_MIDDLE, PIECES, PLACE, RETURN, State, TONGUE, Tables, add,
)
from .turns cimport check_end, continue_setup, end_turn


cdef void setup(void* state, const void* tables, int32_t seats, Chance* chance) noexcept nogil:
    cdef State* s = <State*>state
    lay_out(s, <const Tables*>tables, seats, chance)
    continue_setup(s, <const Tables*>tables, chance)


cdef int32_t actor(const void* state) noexcept nogil:
    cdef const State* s = <const State*>state
    if s.phase == FINISHED:
        return NOBODY
    return s.decider


cdef void clock(const void* state, Clock* clock) noexcept nogil:
    clock.round = (<const State*>state).round
    clock.turn = (<const State*>state).turn


# --- what is legal --------------------------------------------------------------------------------

cdef int32_t legal(const void* state, const void* tables, void* moves) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef Move* out = <Move*>moves
    if s.phase == CHOOSE_ACT:
        return list_acts(s, t, out)
    if s.phase == CHOOSE_REACTION:
        return list_reactions(s, t, out)
    if s.phase == CHOOSE_RETURN:
        return list_returns(s, t, out)
    if s.phase == CHOOSE_FREED:
        return list_freed(s, t, out)
    if s.phase == CHOOSE_DISCARD:
        return list_discards(s, out)
    if s.phase == CHOOSE_VALUE:
        return list_values(s, t, out)
    if s.phase == CHOOSE_REMOVAL:
        return list_removals(s, t, out)
    return 0


cdef int32_t list_acts(const State* s, const Tables* t, Move* out) noexcept nogil:
    cdef int32_t n = 0
    cdef bint may_end = s.moved
    if not s.moved:
        n = list_moves(s, t, out)
        may_end = n == 0                                            # KP-2.1
    if t.pond_power:
        n = list_cards(s, t, out, n)
    if may_end:
        n = add(out, n, END)
    return n


cdef int32_t sample(const void* state, const void* tables, void* moves, Stream* stream,
                    const Chance* chance) noexcept nogil:
    """Choose as legal and one draw would; without cards the long list of moves is only counted."""
    cdef const State* s = <const State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef Move* out = <Move*>moves
    cdef int32_t n
    if s.phase == CHOOSE_ACT and not t.pond_power:
        n = 0 if s.moved else sample_move(s, t, out, stream, chance)
        return n if n > 0 else add(out, 0, END)                     # KP-2.1
    n = legal(state, tables, moves)
    if n > 1:
        out[0] = out[stream_below(stream, chance, n)]
    return n


# --- what a move does -----------------------------------------------------------------------------

cdef void apply(void* state, const void* tables, const void* move, Chance* chance) noexcept nogil:
    cdef State* s = <State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef const Move* m = <const Move*>move
    if m.kind == MOVE:
        start_move(s, t, m, chance)
        check_end(s, t)
    elif m.kind == END:
        end_turn(s, t, chance)
    elif m.kind < MOVE:
        apply_setup(s, t, m, chance)
    elif m.kind < TONGUE:
        play_on_piece(s, m)
        let_lapse(s, t)
    elif m.kind == DISCARD:
        discard(s, s.active, m.card)
        end_turn(s, t, chance)
    else:
        apply_capture(s, t, m, chance)


cdef void apply_setup(State* s, const Tables* t, const Move* m, Chance* chance) noexcept nogil:
    if m.kind == PLACE:
        place_value(s, t, m.value)
    else:
        take_off(s, m.piece)                                        # KP-1.7
        s.removing += PAST_MIDDLE
    continue_setup(s, t, chance)


cdef void apply_capture(State* s, const Tables* t, const Move* m, Chance* chance) noexcept nogil:
    if m.kind == TONGUE:
        start_tongue(s, t, m, chance)
    elif m.kind == RETURN:
        return_spider(s, t, m.square)
    elif m.kind == FREE:
        free_piece(s, m.piece, m.square)
    else:
        react(s, t, m.kind, chance)
    check_end(s, t)
    if s.phase == CHOOSE_ACT or s.phase == FINISHED:
        let_lapse(s, t)


# --- what is known, what it is worth --------------------------------------------------------------

cdef void observe(const void* state, const void* tables, int32_t seat, void* view) noexcept nogil:
    cdef State* v = <State*>view
    cdef int32_t i
    memcpy(view, state, sizeof(State))
    for i in range(PIECES):
        if not has(v.knower[i], seat):                              # KP-7.1
            v.value[i] = 0
    for i in range(MAX_PLAYERS):                                    # KP-7.2
        if i != seat:
            memset(v.hand[i], 0, CARDS)
    memset(v.pile, 0, sizeof(v.pile))


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
    cdef int32_t seat
    memcpy(out.captures, s.captures, sizeof(s.captures))
    memcpy(out.shores, s.shores, sizeof(s.shores))
    memcpy(out.freed, s.freed, sizeof(s.freed))
    for seat in range(MAX_PLAYERS):
        memcpy(out.cards[seat], &s.cards[seat][1], sizeof(out.cards[seat]))
        out.pieces_left[seat] = (pieces_left(s, <const Tables*>tables, seat) if seat < s.players
                                 else 0)
        out.on_table[seat] = held_squares(s, <const Tables*>tables, seat)


cdef int32_t check(const void* state, const void* tables) noexcept nogil:
    return broken(<const State*>state, <const Tables*>tables)


cdef Game _game = Game(
    state_size=sizeof(State), tables_size=sizeof(Tables), move_size=sizeof(Move),
    columns_size=sizeof(Columns), max_moves=MAX_MOVES, min_seats=2, max_seats=MAX_PLAYERS,
    setup=setup, actor=actor, clock=clock, legal=legal, apply=apply, observe=observe,
    points=points, score=score, columns=columns, check=check, features=FEATURES, rate=rate,
    sample=sample, draw_on=draw_on, redeal=redeal, value=value, forget=forget,
)
RULES = <uintptr_t>&_game
