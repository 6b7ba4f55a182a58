"""What a move means for its seat: how far it, and what it leads to, changes the seat's standing."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from ..core.bits cimport bit, has, how_many
from .actions cimport begin_action, list_steps, take_step, under_way
from .board cimport INNER_MASK, everywhere, space_bit
from .gains cimport (
    Look, Scope, compare, conquest, forget, lead_after_scoring, lead_at_end, look_of,
)
from .goals cimport end_goal
from .start cimport set_first_disc, take_focus
from .state cimport (
    A_SHARK, BONUS, CARD, CARDS, CASTLE, CHOOSE_COVER, CHOOSE_FOCUS, LIFT, MAX_MOVES, Move, PLACE,
    RAISE, REMOVE, RESET, SEND, SHELL, SPACES, STOP, State, TASK_BONUSES,
    TASK_SHARK, TO, Tables, UNIT,
)

cdef enum:
    PER_CENT = 100
    EVERYWHERE = 0x7FFFF     # bit per space
    EVERYBODY = 0x3F         # bit per seat
    CONQUEST_POINTS = 20     # what a win by holding all capitals counts
    SLOTS = (A_SHARK + 1) * SPACES
    UNKNOWN_BYTE = 0x7F
    UNKNOWN = 0x7F7F7F7F     # more than any step is worth; four such bytes

cdef struct Thought:
    int32_t most[SLOTS]      # what each step was worth when it was last tried, or UNKNOWN
    int32_t best             # slot of the last step taken

# What each feature is worth where a move leads to further choices: the weights of "balanced".
cdef int32_t[FEATURES] _guide = [
    45, 150, 1000, 20,   # points, capitals, conquest, lead
    8, 40, 15, 30,       # goal, ranking, race, castle
    60, -40,             # bait_spaces, rival
    10, 15, -5,          # on_map, inner, danger
    40, 20,              # prey, focus_capitals
    10, 11, 25, 12,      # steps of Bolster, Deploy, Move, Shark
    40, 20, 25, 35,      # Reset's Deploy, Bolster, Move, castle
    45, 1, 30, 100,      # cards_back, solo, scoring, finish
]
GUIDE = tuple(_guide)


cdef void rate(const void* view, const void* tables, const void* moves, int32_t n,
               int32_t* features) noexcept nogil:
    """Add what moves gain for the seat that decides."""
    cdef const State* now = <const State*>view
    cdef Look look = look_of(now, <const Tables*>tables)
    cdef Look plan = look                # what is known of ``now`` is kept from move to move
    cdef int32_t i
    for i in range(n):
        rate_move(&look, &plan, now, <const Move*>moves + i, features + i * <int32_t>FEATURES)


cdef void rate_move(Look* look, Look* plan, const State* now, const Move* m,
                    int32_t* features) noexcept nogil:
    cdef State ahead = now[0]
    forget(plan)
    plan.hasty = False
    if m.kind == CARD:
        play_card(plan, &ahead, m.what)
    elif now.phase == CHOOSE_FOCUS:
        take_focus(&ahead, m.what)
    elif now.phase == CHOOSE_COVER:
        set_first_disc(&ahead, m.what)
    else:
        play_through(plan, &ahead, m)
    compare(look, now, &ahead, whole_board() if leads_on(m) else scope_of(look, now, m), features)
    if m.kind == CARD:
        rate_card(look, now, &ahead, m.what, features)


# --- cards ----------------------------------------------------------------------------------------

cdef void play_card(Look* look, State* s, int32_t card) noexcept nogil:
    """Carry out a card as if another seat chose it too."""
    memset(s.chosen, card, s.players)
    begin_action(s, look.tables)
    play_on(look, s, card == RESET)                                 # all but the foci
    end_goal(s, look.tables)


cdef void rate_card(Look* look, const State* now, const State* ahead, int32_t card,
                    int32_t* features) noexcept nogil:
    """Rate what is a card's own: the chance of a solo, and what else a Reset does."""
    features[<int32_t>SOLO] = solo_chance(now, card)
    if card != RESET:
        return
    features[<int32_t>CARDS_BACK] = CARDS - 1 - how_many(now.hand[now.seat])
    if look.tables.track[now.marker] != SHELL:
        return
    features[<int32_t>SCORING] = lead_after_scoring(look, ahead)
    features[<int32_t>FINISH] = CONQUEST_POINTS * conquest(look, ahead)
    if features[<int32_t>FINISH] == 0 and now.marker + 1 == look.tables.advances:
        features[<int32_t>FINISH] = lead_at_end(look, ahead)


cdef int32_t solo_chance(const State* s, int32_t card) noexcept nogil:
    """Return the chance that no rival plays a card, each card of a hand alike, per cent."""
    cdef int32_t chance = PER_CENT
    cdef int32_t other, cards
    for other in range(s.players):
        if other != s.seat and has(s.hand[other], card - 1):
            cards = how_many(s.hand[other])
            chance = chance * (cards - 1) // cards
    return chance


# --- what a step leads to -------------------------------------------------------------------------

cdef void play_through(Look* look, State* s, const Move* m) noexcept nogil:
    """Take a step and all that it begins or brings up, the best choice each time."""
    cdef int32_t rest = depth_after(s, m)
    cdef State begun
    take_step(s, look.tables, m)
    if half_done(s):
        begun = s[0]
        take_half(look, &begun, &begun, s)
    play_on(look, s, rest)


cdef int32_t depth_after(const State* s, const Move* m) noexcept nogil:
    """Return how many of the tasks under way will be left when a step is done."""
    cdef int32_t depth = s.depth - 1
    if m.kind == BONUS or s.left[depth] > 1:
        return s.depth
    while depth and s.left[depth - 1] == 0:
        depth -= 1
    return depth


cdef inline bint half_done(const State* s) noexcept nogil:
    """Return whether a creature is on its way, or the first of two foci chosen."""
    return s.lifted or s.picked


cdef void play_on(Look* look, State* s, int32_t rest) noexcept nogil:
    """Take the best step, each time, until no more than ``rest`` tasks are under way."""
    cdef Thought thought
    cdef State old
    cdef Move moves[MAX_MOVES]
    cdef int32_t task = 0                # none: each task is thought about afresh
    look.hasty = True
    while under_way(s) and s.depth > rest:
        if s.task[s.depth - 1] == TASK_BONUSES:                     # the last: STOP if no bonus is
            take_step(s, look.tables, &moves[list_steps(s, look.tables, moves) - 1])
            task = 0
            continue
        if s.task[s.depth - 1] != task:
            clear(&thought)
            task = s.task[s.depth - 1]
        old = s[0]
        take_best(look, &old, &thought, s)


cdef void clear(Thought* thought) noexcept nogil:
    memset(thought.most, UNKNOWN_BYTE, sizeof(thought.most))
    thought.best = 0


cdef inline int32_t slot(const Move* m) noexcept nogil:
    """Return a number for a step, another for each of a list."""
    return SPACES * m.what + m.where + (m.kind == RAISE)


cdef void take_best(Look* look, const State* s, Thought* thought,
                    State* best) noexcept nogil:
    """Take the step worth most; one that was worth less before is not tried again."""
    cdef Move moves[MAX_MOVES]
    cdef State ahead
    cdef int32_t n = list_steps(s, look.tables, moves)
    cdef int32_t most = 0
    cdef int32_t i, worth
    forget(look)
    bring_forward(moves, n, thought.best)
    for i in range(n):
        if i and (thought.most[slot(&moves[i])] <= most or is_idle(look, s, &moves[i])):
            continue
        worth = try_step(look, s, s, &moves[i], &ahead)
        thought.most[slot(&moves[i])] = worth
        if i == 0 or worth > most:
            most = worth
            best[0] = ahead
            thought.best = slot(&moves[i])


cdef void bring_forward(Move* moves, int32_t n, int32_t wanted) noexcept nogil:
    """Let the move of a slot be the first of a list, if it is there."""
    cdef Move first = moves[0]
    cdef int32_t i
    for i in range(1, n):
        if slot(&moves[i]) == wanted:
            moves[0] = moves[i]
            moves[i] = first
            return


cdef int32_t take_half(Look* look, const State* old, const State* s,
                       State* best) noexcept nogil:
    """Take the second half of a step that is worth most since ``old``; return its worth."""
    cdef Move moves[MAX_MOVES]
    cdef State ahead
    cdef int32_t most = 0
    cdef int32_t i, worth
    for i in range(list_steps(s, look.tables, moves)):
        if i and is_idle(look, s, &moves[i]):
            continue
        worth = try_step(look, old, s, &moves[i], &ahead)
        if i == 0 or worth > most:
            most = worth
            best[0] = ahead
    return most


cdef int32_t try_step(Look* look, const State* old, const State* s, const Move* m,
                      State* ahead) noexcept nogil:
    """Take one step, with its second half; return what it is worth."""
    cdef int32_t features[FEATURES]
    cdef int32_t worth = 0
    cdef State begun
    cdef int32_t k
    ahead[0] = s[0]
    take_step(ahead, look.tables, m)
    if m.kind == STOP:
        return 0
    if half_done(ahead):
        begun = ahead[0]
        return take_half(look, old, &begun, ahead)
    compare(look, old, ahead, scope_of(look, s, m), features)
    for k in range(FEATURES):
        worth += _guide[k] * features[k]
    return worth


cdef bint leads_on(const Move* m) noexcept nogil:
    """Return whether more than a step may come of a move."""
    return not (m.kind == STOP or m.kind == PLACE or m.kind == SEND or m.kind == LIFT
                or m.kind == TO)


cdef inline Scope whole_board() noexcept nogil:
    return Scope(spaces=EVERYWHERE, seats=EVERYBODY)


cdef Scope scope_of(const Look* look, const State* s, const Move* m) noexcept nogil:
    """Return where a step, with its second half, may change units, and whose."""
    cdef int32_t creature = UNIT + s.seat
    cdef Scope scope = Scope(spaces=space_bit(CASTLE) | space_bit(m.where), seats=0)
    if m.kind == LIFT or m.kind == REMOVE or m.kind == SEND:
        creature = m.what
    if m.kind == LIFT:
        scope.spaces |= look.tables.beside[m.where]
    elif m.kind == TO:
        creature = s.lifted
        scope.spaces |= space_bit(s.lifted_from)
    if creature != A_SHARK:
        scope.seats = <uint32_t>bit(creature - UNIT)
    return scope


cdef bint is_idle(const Look* look, const State* s, const Move* m) noexcept nogil:
    """Return whether a step, other than the first listed, is not worth a thought."""
    cdef uint32_t telling = s.capitals | INNER_MASK | space_bit(CASTLE)
    cdef bint own = m.what == UNIT + s.seat
    if m.kind == LIFT and s.task[s.depth - 1] != TASK_SHARK:
        return m.what == A_SHARK or not (own or has(telling, m.where))
    if m.kind == SEND:
        return own == has(s.capitals, m.where)
    if m.kind == PLACE:
        return has(s.present[s.seat] & ~telling, m.where)
    if m.kind != TO:
        return False
    if s.lifted == A_SHARK:
        return not has(everywhere(s), m.where)
    if s.lifted != UNIT + s.seat:
        return True
    return not has(telling, m.where) and (look.hasty or has(s.present[s.seat], m.where))
