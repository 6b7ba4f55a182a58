"""What moves mean for the seat that decides, from what it knows: the features of greedy agents.

Where a move's consequences are sure it is played on a copy of the view, and what it changed is
counted. The first of several steps is rated by the best that the following ones can make of it.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from ..core.bits cimport has, how_many, lowest
from ..core.dice cimport die
from .food cimport Larder, begin_storing, list_store_dice, look
from .kraken cimport move_on_track
from .meals cimport (
    Choice, Meal, best_ahead, best_corals, best_friend, choose_from, lacks, next_counter,
    rival_dice, wanted,
)
from .reef cimport bone_faces, die_faces, empty_faces, open_faces, visible
from .shark cimport beyond, place_skeleton, return_creature, swim
from .state cimport (
    ARROW, BONUS, BONUSES, CHOOSE_HEAD, CHOOSE_HEAD_PEEK, CLAIM, CLEAR_REEF, CODES, CORALS,
    EAT, EAT_BOARD, EAT_STORED, FIRST_CORAL, FREE_FRIEND, HEAD_FREE, LOAD, LOAD_COUNT, Move,
    NEUTRAL, NOTHING, ONE_PEEK, ORIENT, PEEK, REAPPEAR, RIVAL, SKELETON, STORAGE, STORE, STORE_AT,
    STORE_DIE, SWIM, State, Tables, VALUES, WAVE, colour_of, value_of,
)
from .tiles cimport matched, rate_tile, useful
from .turn cimport apply_step
from .wave cimport room, sea_total, take_bonus

cdef enum:
    LEAST = -1000            # below what any die brings
    PIPS = 3                 # that a die on the wave is expected to show in the sea, if it stays
    SHARK_STEPS = 2          # spaces that the shark is expected to swim in a rival's turn


cdef void rate(const void* view, const void* tables, const void* moves, int32_t n,
               int32_t* features) noexcept nogil:
    """Add what moves mean."""
    cdef const State* s = <const State*>view
    cdef const Tables* t = <const Tables*>tables
    cdef const Move* m = <const Move*>moves
    cdef int32_t i
    for i in range(n):
        rate_move(s, t, m + i, features + i * <int32_t>FEATURES)


cdef void rate_move(const State* s, const Tables* t, const Move* m,
                    int32_t* features) noexcept nogil:
    if m.kind == LOAD or m.kind == LOAD_COUNT:
        rate_load(s, t, m, features)
    elif m.kind < ORIENT:
        rate_tile(s, t, m, features)
    elif m.kind == SWIM:
        rate_swim(s, t, m, features)
    elif m.kind == EAT:
        rate_arm(s, t, m.number, features)
    elif m.kind == CLAIM:
        rate_claim(s, t, m.number, features)
    elif m.kind == STORE:
        rate_store(s, t, features)
    elif m.kind == STORE_DIE:
        rate_store_die(s, t, m.die, features)
    elif m.kind == STORE_AT:
        rate_stored(s, t, m.face, value_of(s.store_code), features)
    elif m.kind == EAT_BOARD or m.kind == EAT_STORED:
        rate_eaten(s, t, m, features)
    else:
        rate_after(s, t, m, features)


# --- loading and swimming -------------------------------------------------------------------------

cdef int32_t bonus_level(const State* s, const Tables* t, int32_t seat,
                         int32_t more) noexcept nogil:
    """Return how many bonuses a seat may choose from if the wave breaks, so many dice added."""
    cdef int32_t total = sea_total(s, seat) + PIPS * (s.wave[seat] + more)
    cdef int32_t level = 0
    while level < BONUSES and total >= t.bonus_threshold[level]:    # PK-D5
        level += 1
    return level


cdef int32_t bonus_edge(const State* s, const Tables* t, int32_t more) noexcept nogil:
    """Return the active seat's level less the best rival's."""
    cdef int32_t seat
    cdef int32_t best = 0
    for seat in range(s.players):
        if seat != s.active:
            best = max(best, bonus_level(s, t, seat, 0))
    return bonus_level(s, t, s.active, more) - best


cdef void rate_load(const State* s, const Tables* t, const Move* m, int32_t* f) noexcept nogil:
    """Rate a number of dice, or loading by the best number."""
    cdef int32_t count = m.number
    cdef int32_t edge = 0
    if m.kind == LOAD:                                              # PK-C1.7
        count = min(<int32_t>s.strength[s.active][<int32_t>WAVE], room(s, t))
        count = min(count, <int32_t>s.supply[s.active])
    if count == room(s, t):                                         # PK-D1
        edge = bonus_edge(s, t, count)
        if m.kind == LOAD and edge < 0 and count > 1:
            count -= 1
            edge = 0
    f[<int32_t>LOADED] += count
    f[<int32_t>BREAKS] += edge


cdef void rate_swim(const State* s, const Tables* t, const Move* m, int32_t* f) noexcept nogil:
    """Rate a move by the best meal, then by what the shark does."""
    cdef State after
    cdef Choice choice
    cdef Meal meal
    memcpy(&after, s, sizeof(State))
    apply_step(&after, t, m)
    choose_from(&after, &choice)
    best_meal(&after, t, &choice, &meal)
    add_meal(s, &meal, f)
    if not meal.friends and not meal.taken:
        f[<int32_t>NEARER] += best_to_store(&after, t, &choice.larder)
    swim(&after, t)
    rate_shark(&after, t, f)
    f[<int32_t>DANGER] += in_danger(&after, t, s.active)
    if not meal.friends and not s.final:
        f[<int32_t>AHEAD] += best_ahead(&after, t, s.active)


cdef void best_meal(const State* s, const Tables* t, const Choice* choice,
                    Meal* meal) noexcept nogil:
    cdef Meal corals
    best_friend(s, t, choice, meal)
    if s.final:
        best_corals(s, t, choice, FIRST_CORAL, FIRST_CORAL + CORALS - 1, &corals)
        if corals.points > meal.points:
            meal[0] = corals


cdef void add_meal(const State* s, const Meal* meal, int32_t* f) noexcept nogil:
    f[<int32_t>FRIENDS] += meal.friends
    f[<int32_t>POINTS] += meal.points
    f[<int32_t>TAKEN] += meal.taken
    if not s.final:                                                 # PK-E2
        f[<int32_t>RIVAL_STEPS] += meal.rivals


cdef int32_t best_to_store(const State* s, const Tables* t, const Larder* larder) noexcept nogil:
    """Return for how many own arms the best die at hand is lacking, if a face is free for it."""
    cdef int32_t best = 0
    cdef int32_t value
    cdef uint64_t arms
    if larder.sea == 0 or not free_face(s):
        return 0
    arms = wanted(t, s.friends[s.active], larder.stored)
    for value in range(VALUES):
        if larder.sea >> 8 * value & 0xFF:
            best = max(best, <int32_t>(arms >> 8 * value & 0xFF))
    return best


cdef uint64_t free_face(const State* s) noexcept nogil:
    """Return the faces that take a die without one that makes way, a bit each."""
    return open_faces(s, s.active) & empty_faces(s, s.active)


cdef void rate_shark(const State* after, const Tables* t, int32_t* f) noexcept nogil:
    """Add whom the shark has eaten, and what the wave pays if it breaks now."""
    cdef int32_t seat
    for seat in range(after.players):
        f[<int32_t>(BITTEN if seat == after.active else RIVALS_BITTEN)] += after.eaten[seat]
    if room(after, t) == 0:
        f[<int32_t>BREAKS] += bonus_edge(after, t, 0)


cdef int32_t in_danger(const State* s, const Tables* t, int32_t seat) noexcept nogil:
    """Return how many creatures of a seat lie on the spaces that the shark enters next."""
    cdef int32_t place = s.shark
    cdef int32_t count = 0
    cdef int32_t _step
    for _step in range(SHARK_STEPS * (s.players - 1) + 1):
        place = beyond(place, s.shark_way, t.spaces)
        count += s.creature[seat][0] == t.loop[place]
        count += s.creature[seat][1] == t.loop[place]
    return count


# --- food -----------------------------------------------------------------------------------------

cdef void rate_arm(const State* s, const Tables* t, int32_t arm, int32_t* f) noexcept nogil:
    cdef Choice choice
    cdef Meal meal
    choose_from(s, &choice)
    meal.friends = 1
    meal.taken = 0
    meal.points = next_counter(s, t, arm - 1)
    meal.rivals = rival_dice(&choice, t.arm_target[arm - 1])
    add_meal(s, &meal, f)


cdef void rate_claim(const State* s, const Tables* t, int32_t number, int32_t* f) noexcept nogil:
    cdef Choice choice
    cdef Meal meal
    choose_from(s, &choice)
    best_corals(s, t, &choice, number, number, &meal)
    add_meal(s, &meal, f)


cdef void rate_pick(const State* s, const Tables* t, uint8_t code, int32_t* f) noexcept nogil:
    """Add what it means to take a die from the sea, for track and bonus."""
    cdef int32_t colour = colour_of(code)
    cdef State after
    if colour == s.active:
        f[<int32_t>OWN_PIPS] -= value_of(code)
    elif colour != NEUTRAL and not s.final:                         # PK-K1, PK-E2
        f[<int32_t>RIVAL_STEPS] += 1
        memcpy(&after, s, sizeof(State))
        f[<int32_t>RIVAL_HEADS] += move_on_track(&after, t, colour, s.steps_due[colour] + 1)


cdef void rate_stored(const State* s, const Tables* t, int32_t face, int32_t value,
                      int32_t* f) noexcept nogil:
    """Add what a die of a value on a face means for the own arms."""
    cdef Larder larder
    cdef uint64_t stored
    cdef uint8_t old = s.held[s.active][face]
    look(s, &larder)
    stored = larder.stored + die(value)
    if old != NOTHING:                                              # PK-C3.3
        stored -= die(value_of(old))
    f[<int32_t>STORED] += old == NOTHING
    f[<int32_t>NEARER] += (
        lacks(t, s.friends[s.active], larder.stored) - lacks(t, s.friends[s.active], stored)
    )


cdef void rate_store_die(const State* s, const Tables* t, uint8_t code, int32_t* f) noexcept nogil:
    """Rate a die by the best face for it: a free one if there is any."""
    cdef uint64_t faces = free_face(s)
    cdef int32_t found[FEATURES]
    cdef int32_t best = LEAST
    if faces == 0:
        faces = open_faces(s, s.active)
    else:
        faces &= -faces
    while faces:
        memset(found, 0, sizeof(found))
        rate_stored(s, t, lowest(faces), value_of(code), found)
        faces &= faces - 1
        if found[<int32_t>NEARER] > best:
            best = found[<int32_t>NEARER]
            f[<int32_t>NEARER] = best
            f[<int32_t>STORED] = found[<int32_t>STORED]
    rate_pick(s, t, code, f)


cdef void rate_store(const State* s, const Tables* t, int32_t* f) noexcept nogil:
    """Rate storing by the best die: most that it brings nearer, then fewest steps of rivals."""
    cdef Move moves[CODES + 1]
    cdef State after
    cdef int32_t found[FEATURES]
    cdef int32_t best = LEAST
    cdef int32_t i, n, worth
    memcpy(&after, s, sizeof(State))
    begin_storing(&after)
    n = list_store_dice(&after, moves)
    for i in range(n):
        memset(found, 0, sizeof(found))
        rate_store_die(&after, t, moves[i].die, found)
        worth = 2 * found[<int32_t>NEARER] - found[<int32_t>RIVAL_STEPS]
        if worth > best:
            best = worth
            memcpy(f, found, sizeof(found))


cdef void take_die(const State* s, const Move* m, Choice* choice) noexcept nogil:
    """Move a die from those at hand to those chosen."""
    cdef int32_t value = value_of(m.die)
    choose_from(s, choice)
    choice.chosen = s.eaten_dice + die(value)
    choice.least = value
    if m.kind == EAT_STORED:
        choice.larder.stored -= die(value)
        return
    choice.larder.sea -= die(value)
    choice.picks -= 1
    if colour_of(m.die) == NEUTRAL or colour_of(m.die) == s.active:
        choice.mild -= die(value)


cdef void rate_eaten(const State* s, const Tables* t, const Move* m, int32_t* f) noexcept nogil:
    """Rate a die to be eaten together with the best that completes it."""
    cdef int32_t arms = s.friends[s.active]
    cdef Choice choice
    cdef Meal meal
    take_die(s, m, &choice)
    if s.claim:
        best_corals(s, t, &choice, s.claim, s.claim, &meal)
        add_meal(s, &meal, f)
    elif not s.final:
        arms &= ~(1 << (s.arm - 1))
        f[<int32_t>RIVAL_STEPS] += rival_dice(&choice, s.target)
    if m.kind == EAT_BOARD:
        rate_pick(s, t, m.die, f)
    else:
        f[<int32_t>STORED] -= 1
        f[<int32_t>NEARER] += (
            lacks(t, arms, choice.larder.stored + die(value_of(m.die)))
            - lacks(t, arms, choice.larder.stored)
        )


# --- what follows food ----------------------------------------------------------------------------

cdef void rate_after(const State* s, const Tables* t, const Move* m, int32_t* f) noexcept nogil:
    cdef State after
    memcpy(&after, s, sizeof(State))
    if m.kind == SKELETON:
        place_skeleton(&after, m.face)
        compare_reefs(s, &after, s.decider, f)
    elif m.kind == REAPPEAR:
        return_creature(&after, t, m.space)
        f[<int32_t>DANGER] += in_danger(&after, t, s.decider)
        f[<int32_t>AHEAD] += best_ahead(&after, t, s.decider)
    elif m.kind == BONUS:
        rate_bonus(s, &after, t, m.number, f)
    elif m.kind == RIVAL:
        f[<int32_t>RIVAL_HEADS] += move_on_track(&after, t, m.number, s.steps_due[m.number])
        f[<int32_t>RIVAL_STEPS] += way(s, &after, t, m.number)
    elif m.kind == HEAD_FREE:
        add_nearest(s, t, s.decider, f)
    elif m.kind == PEEK:
        f[<int32_t>PEEKS] += not has(s.coral_known[m.number - FIRST_CORAL], s.decider)


cdef void rate_bonus(const State* s, State* after, const Tables* t, int32_t bonus,
                     int32_t* f) noexcept nogil:
    cdef int32_t seat = s.decider
    cdef bint peeks = bonus == ONE_PEEK or bonus == CLEAR_REEF
    take_bonus(after, t, bonus)
    compare_reefs(s, after, seat, f)
    f[<int32_t>LOADED] += after.wave[seat] - s.wave[seat]
    f[<int32_t>OWN_STEPS] += way(s, after, t, seat)
    if bonus == FREE_FRIEND:
        add_nearest(s, t, seat, f)
    elif after.phase == CHOOSE_HEAD or after.phase == CHOOSE_HEAD_PEEK:    # PK-K5
        peeks = True
        add_nearest(s, t, seat, f)
    f[<int32_t>PEEKS] += peeks and unseen_coral(s, seat)


cdef int32_t way(const State* before, const State* after, const Tables* t,
                 int32_t seat) noexcept nogil:
    """Return how many spaces a creature has moved on the track."""
    cdef int32_t spaces = t.track_spaces + 1
    return (after.track[seat] + spaces - before.track[seat]) % spaces


cdef void add_nearest(const State* s, const Tables* t, int32_t seat, int32_t* f) noexcept nogil:
    """Add the nearest friend, if there is one."""
    if s.friends[seat]:
        f[<int32_t>FRIENDS] += 1
        f[<int32_t>POINTS] += next_counter(s, t, lowest(s.friends[seat]))


cdef bint unseen_coral(const State* s, int32_t seat) noexcept nogil:
    cdef int32_t i
    for i in range(CORALS):
        if s.coral_owner[i] == 0 and not has(s.coral_known[i], seat):
            return True
    return False


cdef void compare_reefs(const State* before, const State* after, int32_t seat,
                        int32_t* f) noexcept nogil:
    """Add what faces gained or lost: strength, room, what shows, dice, skeletons."""
    cdef int32_t symbol, change
    for symbol in range(ARROW, WAVE + 1):
        f[<int32_t>ARROWS + symbol - ARROW] += (
            useful(after.strength[seat][symbol]) - useful(before.strength[seat][symbol])
        )
        change = visible(after, seat, symbol) - visible(before, seat, symbol)
        f[<int32_t>SHOWN] += change
        f[<int32_t>MATCHED] += change * matched(before, seat, symbol)
    f[<int32_t>ROOM] += visible(after, seat, STORAGE) - visible(before, seat, STORAGE)
    f[<int32_t>STORED] += how_many(die_faces(after, seat)) - how_many(die_faces(before, seat))
    f[<int32_t>SKELETONS] += (
        how_many(bone_faces(after, seat)) - how_many(bone_faces(before, seat))
    )
