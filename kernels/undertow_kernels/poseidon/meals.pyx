"""What dice can make: the best meal now, what stored dice lack, the best meal of the next turn."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from ..core.bits cimport bit, has, lowest
from ..core.dice cimport (
    COMBINATIONS, FEWEST, FIRST, HIGH_BITS, ONES, TOTAL_3, affordable, can_meet,
    lacking, size, usable, within,
)
from .food cimport look, sea_dice
from .ocean cimport reach
from .scoring cimport coral_points
from .state cimport (
    ARMS, ARROW, COLOURS, CORALS, CORAL_KINDS, EAT_SYMBOL, FIRST_BLACK, FIRST_CORAL, NEUTRAL,
    UNKNOWN_CORAL, VALUES,
)

cdef enum:
    NO_MEAL = -1
    MANY = 99                # more dice than any arm asks for
    LAST_CORAL = FIRST_CORAL + CORALS - 1


cdef void choose_from(const State* s, Choice* choice) noexcept nogil:
    """Gather the dice that the active seat has at hand, none chosen yet."""
    cdef const uint8_t* sea
    cdef int32_t value
    look(s, &choice.larder)
    choice.mild = 0
    choice.chosen = 0
    choice.least = 1
    choice.picks = s.picks_left
    if s.food_wave:
        for value in range(VALUES):
            sea = &s.sea[s.food_wave - 1][COLOURS * value]
            choice.mild += <uint64_t>(sea[<int32_t>NEUTRAL] + sea[s.active]) << 8 * value


cdef inline uint64_t below(int32_t value) noexcept nogil:
    """Return the bits that count dice of less than a value."""
    return bit(8 * (value - 1)) - 1


cdef inline bint at_hand(const Choice* choice, uint64_t need) noexcept nogil:
    return affordable(need, choice.larder.stored, choice.larder.sea, choice.picks)


# --- meals now ------------------------------------------------------------------------------------

cdef int32_t rival_dice(const Choice* choice, int32_t target) noexcept nogil:
    """Return the least number of rivals' dice that still make the target, or NO_MEAL."""
    cdef int32_t fewest = NO_MEAL
    cdef int32_t i, rivals
    cdef uint64_t need
    for i in range(FIRST[target], FIRST[target + 1]):
        if not within(choice.chosen, COMBINATIONS[i]):
            continue
        need = COMBINATIONS[i] - choice.chosen
        if need & below(choice.least) or not at_hand(choice, need):
            continue
        rivals = lacking(need, choice.larder.stored + choice.mild)
        if fewest == NO_MEAL or rivals < fewest:
            fewest = rivals
    return fewest


cdef int32_t next_counter(const State* s, const Tables* t, int32_t arm) noexcept nogil:
    """Return the points of the top counter of an arm, 0..5, where a friend is left."""
    return t.arm_counter[arm][s.counters_taken[arm]]


cdef void best_friend(const State* s, const Tables* t, const Choice* choice,
                      Meal* meal) noexcept nogil:
    """Set the friend to be eaten for: most points, then fewest rivals' dice."""
    cdef int32_t arm, points, rivals
    memset(meal, 0, sizeof(Meal))
    if usable(choice.larder.stored, choice.larder.sea, choice.picks) < FEWEST:
        return
    for arm in range(ARMS):
        if not has(s.friends[s.active], arm):
            continue
        points = next_counter(s, t, arm)
        if meal.friends and points < meal.points:
            continue
        rivals = rival_dice(choice, t.arm_target[arm])
        if rivals == NO_MEAL:
            continue
        if not meal.friends or points > meal.points or rivals < meal.rivals:
            meal.friends = 1
            meal.points = points
            meal.rivals = rivals


# --- corals ---------------------------------------------------------------------------------------

cdef int32_t unseen_worth(const State* s, const Tables* t) noexcept nogil:
    """Return the mean points of the corals that the active seat has not seen, rounded down."""
    cdef int32_t left[CORAL_KINDS + 1]
    cdef int32_t kind, i
    cdef int32_t points = 0
    cdef int32_t count = 0
    left[<int32_t>UNKNOWN_CORAL] = 0
    for kind in range(1, CORAL_KINDS + 1):
        left[kind] = t.coral_count[kind - 1]
    for i in range(CORALS):
        left[s.coral_kind[i]] -= 1
    for kind in range(1, CORAL_KINDS + 1):
        if left[kind] > 0:
            points += left[kind] * coral_points(s, t, s.active, kind)
            count += left[kind]
    return points // count if count else 0


cdef inline void keep(Meal* meal, int32_t taken, int32_t points) noexcept nogil:
    if taken and (not meal.taken or points > meal.points):
        meal.taken = taken
        meal.points = points


cdef void add_black(const State* s, const Choice* choice, const int32_t* worth, uint64_t spent,
                    Meal* meal, Meal* best) noexcept nogil:
    """Keep what a meal is with each black coral that the dice left pay for."""
    cdef int32_t number, i
    for number in range(FIRST_BLACK, LAST_CORAL + 1):
        if s.coral_owner[number - FIRST_CORAL]:
            continue
        for i in range(FIRST[TOTAL_3 + number - 3], FIRST[TOTAL_3 + number - 2]):
            if at_hand(choice, spent + COMBINATIONS[i]):
                keep(best, meal.taken + 1, meal.points + worth[number - FIRST_CORAL])
                break


cdef void price(const State* s, const Tables* t, int32_t* worth) noexcept nogil:
    """Write the points of each coral as far as the active seat knows it."""
    cdef int32_t unseen = unseen_worth(s, t)
    cdef int32_t i
    for i in range(CORALS):
        worth[i] = unseen
        if s.coral_kind[i] != UNKNOWN_CORAL:
            worth[i] = coral_points(s, t, s.active, s.coral_kind[i])


cdef void best_corals(const State* s, const Tables* t, const Choice* choice, int32_t first,
                      int32_t last, Meal* best) noexcept nogil:
    """Set the corals to be taken, the first of them with a number from ``first`` to ``last``."""
    cdef int32_t worth[CORALS]
    cdef int32_t number, i
    cdef uint64_t need
    cdef Meal meal
    memset(best, 0, sizeof(Meal))
    price(s, t, worth)
    for number in range(first, last + 1):
        if s.coral_owner[number - FIRST_CORAL]:                     # PK-E4
            continue
        meal = Meal(worth[number - FIRST_CORAL], 0, 1, 0)
        for i in range(FIRST[TOTAL_3 + number - 3], FIRST[TOTAL_3 + number - 2]):
            need = COMBINATIONS[i] - choice.chosen
            if (not within(choice.chosen, COMBINATIONS[i]) or need & below(choice.least)
                    or not at_hand(choice, need)):
                continue
            keep(best, meal.taken, meal.points)
            if number < FIRST_BLACK:                                # PK-E3
                add_black(s, choice, worth, need, &meal, best)


# --- meals to come --------------------------------------------------------------------------------

cdef inline uint64_t missing(uint64_t need, uint64_t have) noexcept nogil:
    """Return which dice of ``need`` are not in ``have``, as a multiset."""
    cdef uint64_t difference = (need | HIGH_BITS) - have
    return difference & ((difference & HIGH_BITS) >> 7) * 0x7F


cdef int32_t lacks(const Tables* t, int32_t arms, uint64_t stored) noexcept nogil:
    """Return how many dice are still to be stored for each of some arms, all added up."""
    cdef int32_t total = 0
    cdef int32_t target, i, fewest
    while arms:
        target = t.arm_target[lowest(arms)]
        arms &= arms - 1
        fewest = MANY
        for i in range(FIRST[target], FIRST[target + 1]):
            fewest = min(fewest, lacking(COMBINATIONS[i], stored))
        total += fewest
    return total


cdef uint64_t wanted(const Tables* t, int32_t arms, uint64_t stored) noexcept nogil:
    """Return for how many of some arms a die of each value would be one that is lacking."""
    cdef uint64_t total = 0
    cdef uint64_t useful, lack
    cdef int32_t target, i, fewest
    while arms:
        target = t.arm_target[lowest(arms)]
        arms &= arms - 1
        fewest = MANY
        useful = 0
        for i in range(FIRST[target], FIRST[target + 1]):
            lack = missing(COMBINATIONS[i], stored)
            if size(lack) < fewest:
                fewest = size(lack)
                useful = 0
            if size(lack) == fewest:
                useful |= (lack + HIGH_BITS - ONES) & HIGH_BITS
        total += useful >> 7
    return total


cdef uint32_t waves_ahead(const State* s, const Tables* t, int32_t seat) noexcept nogil:
    """Return the small waves that the seat's creatures can swim to, a bit each; bit 0 for none."""
    cdef uint32_t spaces = 0
    cdef uint32_t waves = 0
    cdef int32_t i
    for i in range(2):
        if s.creature[seat][i] < t.spaces:
            spaces |= reach(
                t, s.creature[seat][i], t.loop[s.shark], s.strength[seat][<int32_t>ARROW]
            )
    while spaces:
        waves |= <uint32_t>bit(t.wave_of[lowest(spaces)])
        spaces &= spaces - 1
    return waves


cdef int32_t best_ahead(State* s, const Tables* t, int32_t seat) noexcept nogil:
    """Return the points of the best counter that the seat could eat for if it were to move.

    The position is a copy; its place to eat changes.
    """
    cdef uint32_t waves = waves_ahead(s, t, seat)
    cdef Larder larder
    cdef int32_t arm
    cdef int32_t best = 0
    s.active = seat
    look(s, &larder)
    while waves:
        s.food_wave = lowest(waves)
        waves &= waves - 1
        larder.sea = sea_dice(s)
        for arm in range(ARMS):
            if has(s.friends[seat], arm) and next_counter(s, t, arm) > best and can_meet(
                t.arm_target[arm], 0, larder.stored, larder.sea,
                s.strength[seat][<int32_t>EAT_SYMBOL]
            ):
                best = next_counter(s, t, arm)
    return best
