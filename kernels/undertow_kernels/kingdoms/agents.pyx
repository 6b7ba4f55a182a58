"""What a move means for its seat: how far it, and what it leads to, changes the seat's standing."""

from libc.stdint cimport INT32_MIN, uint32_t
from libc.string cimport memcmp, memcpy, memset

from ..core.bits cimport bit, has, how_many, lowest
from .actions cimport begin_action, list_steps, take_step, under_way
from .board cimport INNER_MASK, everywhere, space_bit
from .gains cimport (
    Look, compare, compare_boards, compare_card, conquest, enter, know_entry,
    lead_after_scoring, lead_at_end, look_of, prey,
)
from .goals cimport end_goal
from .start cimport set_first_disc, take_focus
from .state cimport (
    A_SHARK, BONUS, CARD, CARDS, CASTLE, CHOOSE_COVER, CHOOSE_FOCUS, COVER, FOCUS, LIFT, MAX_MOVES,
    Move, PLACE, RAISE, RESET, SEND, SHELL, SPACES, STOP, State, TASK_BONUSES, TASK_SHARK,
    TERRAINS, TO, Tables, UNIT, points,
)
from .steps cimport Step, carry_out, enters_castle, follow, foresee, land, set_step

cdef enum:
    PER_CENT = 100
    CONQUEST_POINTS = 20     # what a win by holding all capitals counts
    SLOTS = (A_SHARK + 1) * SPACES
    OF_STEPS = FOCUS_CAPITALS + 1        # features that units and sharks moved may change
    OF_BOARDS = RESET_CASTLE + 1         # those that a board may
    UNKNOWN_BYTE = 0x7F
    UNKNOWN = 0x7F7F7F7F     # more than any step is worth; four such bytes

cdef struct Thought:
    int32_t most[SLOTS]      # what each step was worth when it was last tried, or UNKNOWN
    Move best                # the last step taken, or its first half

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
    cdef const Move* m = <const Move*>moves
    cdef Look look = look_of(now, <const Tables*>tables)
    cdef int32_t i
    for i in range(n):
        if leads_on(&m[i]):
            rate_plan(&look, now, &m[i], features)
        else:
            rate_step(&look, now, &m[i], features)
        features += <int32_t>FEATURES


cdef bint leads_on(const Move* m) noexcept nogil:
    """Return whether more than a step may come of a move."""
    return not (m.kind == STOP or m.kind == PLACE or m.kind == SEND or m.kind == LIFT
                or m.kind == TO)


# --- steps ----------------------------------------------------------------------------------------

cdef void rate_step(Look* look, const State* now, const Move* m, int32_t* features) noexcept nogil:
    """Rate a step of which nothing more comes."""
    cdef State ahead
    cdef Step step
    set_step(&step, now, m)
    if m.kind == LIFT:
        rate_landings(look, now, &step, features)
        return
    ahead = now[0]
    carry_out(&ahead, look.tables, &step)
    if m.kind != STOP:
        compare_step(look, now, &step, &ahead, features)
    finish(look, now, &ahead, features)


cdef void rate_landings(Look* look, const State* now, Step* step,
                        int32_t* features) noexcept nogil:
    """Rate the landing that is worth most."""
    cdef State rooms[2]
    cdef State* ahead = &rooms[0]
    cdef State* best = &rooms[1]
    cdef int32_t found[FEATURES]
    cdef uint32_t spaces = landings(look, now, step)
    cdef int32_t most = INT32_MIN
    cdef int32_t worth
    while spaces:
        land(step, lowest(spaces))
        spaces &= spaces - 1
        ahead[0] = now[0]
        carry_out(ahead, look.tables, step)
        compare_step(look, now, step, ahead, found)
        worth = worth_of(found, OF_STEPS)
        if worth > most:
            most = worth
            memcpy(features, found, sizeof(found))
            best, ahead = ahead, best
    finish(look, now, best, features)


cdef void compare_step(Look* look, const State* now, const Step* step, const State* ahead,
                       int32_t* features) noexcept nogil:
    cdef uint32_t owner = 0 if step.creature == A_SHARK else <uint32_t>bit(step.creature - UNIT)
    follow(look, now, step, ahead, features)
    compare_card(look, now, ahead, owner, False, features)


cdef void finish(const Look* look, const State* now, State* ahead,
                 int32_t* features) noexcept nogil:
    """Let tasks that are done be dropped, so that the one before them says what is prey."""
    under_way(ahead)
    features[<int32_t>PREY] = prey(ahead, look.seat) - prey(now, look.seat)


cdef uint32_t landings(const Look* look, const State* s, const Step* step) noexcept nogil:
    """Return where a creature lifted may come to: the first space, and those worth a thought."""
    cdef uint32_t beside = look.tables.beside[step.origin]
    cdef uint32_t found = 0
    if step.creature == A_SHARK:
        found = everywhere(s)
    elif step.creature == UNIT + s.seat:
        found = telling_spaces(s)
        if not look.hasty:
            found |= ~s.present[s.seat]
    return beside & (found | space_bit(lowest(beside)))


cdef inline uint32_t telling_spaces(const State* s) noexcept nogil:
    return s.capitals | INNER_MASK | space_bit(CASTLE)


cdef inline int32_t worth_of(const int32_t* features, int32_t n) noexcept nogil:
    """Return what the first features are worth in a plan."""
    cdef int32_t worth = 0
    cdef int32_t k
    for k in range(n):
        worth += _guide[k] * features[k]
    return worth


# --- plans ----------------------------------------------------------------------------------------

cdef void rate_plan(Look* look, const State* now, const Move* m,
                    int32_t* features) noexcept nogil:
    """Rate a move by where the best that can follow leads."""
    cdef State ahead = now[0]
    cdef Look plan
    know_entry(look, now, now.seat)      # plans begin with it
    plan = look[0]
    plan.hasty = True
    if m.kind == CARD:
        play_card(&plan, &ahead, m.what)
    elif now.phase == CHOOSE_FOCUS:
        take_focus(&ahead, m.what)
    elif now.phase == CHOOSE_COVER:
        set_first_disc(&ahead, m.what)
    else:
        play_through(look, &plan, &ahead, m)
    compare(look, now, &ahead, features)
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

cdef void play_through(Look* look, Look* plan, State* s, const Move* m) noexcept nogil:
    """Take a step and all that it begins or brings up, the best choice each time."""
    cdef int32_t rest = depth_after(s, m)
    cdef Move second
    take_step(s, look.tables, m)
    if s.picked:
        second_focus(look, s, s, &second)
        take_step(s, look.tables, &second)
    play_on(plan, s, rest)


cdef int32_t depth_after(const State* s, const Move* m) noexcept nogil:
    """Return how many of the tasks under way will be left when a step is done."""
    cdef int32_t depth = s.depth - 1
    if m.kind == BONUS or s.left[depth] > 1:
        return s.depth
    while depth and s.left[depth - 1] == 0:
        depth -= 1
    return depth


cdef void play_on(Look* look, State* s, int32_t rest) noexcept nogil:
    """Take the best step, each time, until no more than ``rest`` tasks are under way."""
    cdef Thought thought
    cdef Move moves[MAX_MOVES]
    cdef int32_t task = 0                # none: each task is thought about afresh
    while under_way(s) and s.depth > rest:
        if s.task[s.depth - 1] == TASK_BONUSES:                     # the last: STOP if no bonus is
            take_step(s, look.tables, &moves[list_steps(s, look.tables, moves) - 1])
            task = 0
            continue
        if s.task[s.depth - 1] != task:
            clear(&thought)
            task = s.task[s.depth - 1]
        take_best(look, s, &thought)


cdef void clear(Thought* thought) noexcept nogil:
    memset(thought.most, UNKNOWN_BYTE, sizeof(thought.most))
    memset(&thought.best, 0, sizeof(Move))
    thought.best.kind = PLACE            # a Deploy first thinks of the castle


cdef inline int32_t slot(const Move* m) noexcept nogil:
    """Return a number for a step, another for each of a list."""
    return SPACES * m.what + m.where + (m.kind == RAISE)


cdef void take_best(Look* look, State* s, Thought* thought) noexcept nogil:
    """Take the step worth most; one that was worth less before is not tried again."""
    cdef Move moves[MAX_MOVES]
    cdef Step best, tried
    cdef int32_t n = list_steps(s, look.tables, moves)
    cdef int32_t most = 0
    cdef int32_t i, worth
    look.glanced = 0                     # at another position
    bring_forward(moves, n, &thought.best)
    for i in range(n):
        if i and (thought.most[slot(&moves[i])] <= most or is_idle(s, &moves[i])):
            continue
        set_step(&tried, s, &moves[i])
        worth = try_step(look, s, &tried)
        thought.most[slot(&moves[i])] = worth
        if i == 0 or worth > most:
            most = worth
            best = tried
            thought.best = moves[i]
    carry_out(s, look.tables, &best)
    if enters_castle(&best):
        enter(look, best.creature - UNIT)


cdef void bring_forward(Move* moves, int32_t n, const Move* wanted) noexcept nogil:
    """Let a move be the first of a list, if it is there."""
    cdef Move first = moves[0]
    cdef int32_t i
    for i in range(1, n):
        if memcmp(&moves[i], wanted, sizeof(Move)) == 0:
            moves[0] = moves[i]
            moves[i] = first
            return


cdef int32_t try_step(Look* look, const State* s, Step* step) noexcept nogil:
    """Return what a step is worth, with its best second half, which is written."""
    cdef int32_t features[FEATURES]
    cdef State ahead
    if step.move.kind == STOP:
        return 0
    if step.move.kind == LIFT:
        return try_landings(look, s, step)
    if step.move.kind == FOCUS or step.move.kind == COVER or step.move.kind == RAISE:
        ahead = s[0]
        take_step(&ahead, look.tables, &step.move)
        if ahead.picked:
            return second_focus(look, s, &ahead, &step.second)
        return try_board(look, s, &ahead)
    foresee(look, s, step, features)
    return worth_of(features, OF_STEPS)


cdef int32_t try_landings(Look* look, const State* s, Step* step) noexcept nogil:
    """Return what the best landing of a creature is worth, and choose it."""
    cdef int32_t features[FEATURES]
    cdef uint32_t spaces = landings(look, s, step)
    cdef int32_t most = INT32_MIN
    cdef int32_t best = 0
    cdef int32_t worth
    while spaces:
        land(step, lowest(spaces))
        spaces &= spaces - 1
        foresee(look, s, step, features)
        worth = worth_of(features, OF_STEPS)
        if worth > most:
            most = worth
            best = step.space
    land(step, best)
    return most


cdef int32_t second_focus(Look* look, const State* old, const State* s,
                          Move* best) noexcept nogil:
    """Choose the second of two foci; return what both are worth."""
    cdef Move moves[TERRAINS]
    cdef State ahead
    cdef int32_t most = INT32_MIN
    cdef int32_t i, worth
    for i in range(list_steps(s, look.tables, moves)):
        ahead = s[0]
        take_step(&ahead, look.tables, &moves[i])
        worth = try_board(look, old, &ahead)
        if worth > most:
            most = worth
            best[0] = moves[i]
    return most


cdef int32_t try_board(Look* look, const State* old, const State* ahead) noexcept nogil:
    """Return what a change of the seat's board is worth."""
    cdef int32_t features[FEATURES]
    memset(features, 0, sizeof(features))
    features[<int32_t>POINTS] = points(ahead, look.seat) - points(old, look.seat)
    compare_boards(look, old, ahead, features)
    if not look.hasty:
        compare_card(look, old, ahead, 0, True, features)
    return worth_of(features, OF_BOARDS)


cdef bint is_idle(const State* s, const Move* m) noexcept nogil:
    """Return whether a step, other than the first listed, is not worth a thought."""
    cdef bint own = m.what == UNIT + s.seat
    if m.kind == LIFT and s.task[s.depth - 1] != TASK_SHARK:
        return m.what == A_SHARK or not (own or has(telling_spaces(s), m.where))
    if m.kind == SEND:
        return own == has(s.capitals, m.where)
    return m.kind == PLACE and has(s.present[s.seat] & ~telling_spaces(s), m.where)
