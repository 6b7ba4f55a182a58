"""What a step gains, told from the step: only what differs on the spaces it leaves and reaches.

The same as ``gains`` finds by comparing the positions before and after, for a part of its cost.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from ..core.bits cimport bit, has
from .actions cimport take_step
from .agents cimport (
    BAIT_SPACES, CONQUEST, DANGER, FEATURES, FOCUS_CAPITALS, INNER, ON_MAP, POINTS, PREY,
)
from .board cimport INNER_MASK, TILES_MASK, space_bit
from .gains cimport (
    Hold, Look, add_entry, capture_points, compare_holds, conquest, glance, hold_of, in_reach,
    most_units, prey,
)
from .state cimport (
    A_SHARK, BAIT_SPACES as BAIT_TRACK, CAPITALS_TAKEN, CASTLE, CROWDED, EATEN, ENTERED_CASTLE,
    LIFT, MOVED_ON, PLACE, PLACED_TILES, REMOVE, SEND, STACKED, TO, UNIT, points,
)

cdef enum:
    LAST_BAIT_SPACE = BAIT_TRACK - 1
    BY_PLACING = 1 << PLACED_TILES | 1 << CROWDED | 1 << STACKED


# --- what moves -----------------------------------------------------------------------------------

cdef void set_step(Step* step, const State* s, const Move* m) noexcept nogil:
    """Write the step that a move is; one that a LIFT begins has no end yet."""
    memset(step, 0, sizeof(Step))        # to space 0, the castle, comes what a SEND moves
    step.move = m[0]
    if m.kind == PLACE:
        step.creature = UNIT + s.seat
        step.origin = SUPPLY_SPACE
        step.space = m.where
    elif m.kind == TO:
        step.creature = s.lifted
        step.origin = s.lifted_from
        step.space = m.where
    elif m.kind == LIFT or m.kind == SEND or m.kind == REMOVE:
        step.creature = m.what
        step.origin = m.where
        step.space = SUPPLY_SPACE if m.kind == REMOVE else CASTLE


cdef void land(Step* step, int32_t space) noexcept nogil:
    """Let what a LIFT moves come down."""
    step.second.kind = TO
    step.second.where = space
    step.space = space


cdef void carry_out(State* s, const Tables* t, const Step* step) noexcept nogil:
    take_step(s, t, &step.move)
    if step.second.kind:
        take_step(s, t, &step.second)


# --- what it gains --------------------------------------------------------------------------------

cdef void follow(Look* look, const State* s, const Step* step, const State* ahead,
                 int32_t* features) noexcept nogil:
    """Write what a step gains, the present card apart; ``ahead`` is the position after it."""
    begin(look, s, step, features)
    features[<int32_t>POINTS] = points(ahead, look.seat) - points(s, look.seat)
    features[<int32_t>PREY] = prey(ahead, look.seat) - prey(s, look.seat)
    if capitals_of(s, step):
        features[<int32_t>POINTS] += capture_points(look, ahead) - look.captured
    if may_conquer(look, s, step):
        features[<int32_t>CONQUEST] = conquest(look, ahead) - look.conquest


cdef void foresee(Look* look, const State* s, const Step* step, int32_t* features) noexcept nogil:
    """Write the same without a position after it, where nothing rare comes of it."""
    cdef State ahead
    begin(look, s, step, features)
    if may_conquer(look, s, step) or may_score(look, s, step) or brings_task(look, s, step):
        ahead = s[0]
        carry_out(&ahead, look.tables, step)
        follow(look, s, step, &ahead, features)
        return
    if enters_castle(step):
        features[<int32_t>POINTS] = look.tables.castle_points
    if look.hunts:
        features[<int32_t>PREY] = prey_gained(look, s, step)


cdef inline void begin(Look* look, const State* s, const Step* step,
                       int32_t* features) noexcept nogil:
    memset(features, 0, FEATURES * sizeof(int32_t))
    if not look.glanced:
        glance(look, s)
    if step.creature == A_SHARK:
        features[<int32_t>DANGER] = exposed(s, step, look.seat)
    else:
        move_unit(look, s, step, features)


cdef inline uint32_t capitals_of(const State* s, const Step* step) noexcept nogil:
    """Return the capitals whose units a step changes."""
    if step.creature == A_SHARK:
        return 0
    return s.capitals & (space_bit(step.origin) | space_bit(step.space))


# --- units ----------------------------------------------------------------------------------------

cdef inline void move_unit(Look* look, const State* s, const Step* step,
                           int32_t* features) noexcept nogil:
    cdef int32_t owner = step.creature - UNIT
    if has(s.capitals, step.origin):
        change_capital(look, s, step.origin, owner, -1, features)
    if has(s.capitals, step.space):
        change_capital(look, s, step.space, owner, 1, features)
    if step.space == CASTLE:
        add_entry(look, s, owner, features)
    if step.space == SUPPLY_SPACE and s.bait[look.seat] < LAST_BAIT_SPACE:
        features[<int32_t>BAIT_SPACES] = 1
    if owner == look.seat:
        features[<int32_t>ON_MAP] = comes_into(step, TILES_MASK)
        features[<int32_t>INNER] = comes_into(step, INNER_MASK)
        features[<int32_t>DANGER] = comes_into(step, s.sharks_at & TILES_MASK)


cdef inline int32_t comes_into(const Step* step, uint32_t spaces) noexcept nogil:
    """Return by how many a set of spaces holds more units after a step."""
    return has(spaces, step.space) - has(spaces, step.origin)


cdef void change_capital(const Look* look, const State* s, int32_t tile, int32_t owner, int32_t by,
                         int32_t* features) noexcept nogil:
    """Add what it means that an owner has a unit more or less on a capital."""
    cdef int32_t rest = most_units(s, look.others & ~<uint32_t>bit(owner), tile)
    cdef int32_t own = s.units[look.seat][tile]
    cdef int32_t rival = s.units[look.rival][tile]
    cdef int32_t units = s.units[owner][tile]
    cdef Hold old, new
    if owner == look.seat:
        old = hold_of(own, rival, rest)
        new = hold_of(own + by, rival, rest)
    elif owner == look.rival:
        old = hold_of(own, rival, rest)
        new = hold_of(own, rival + by, rest)
    else:
        old = hold_of(own, rival, max(rest, units))
        new = hold_of(own, rival, max(rest, units + by))
    compare_holds(look, old, new, features)
    if has(look.focus_capitals, tile):
        features[<int32_t>FOCUS_CAPITALS] += (
            in_reach(new.lead, look.bolster) - in_reach(old.lead, look.bolster))


# --- sharks ---------------------------------------------------------------------------------------

cdef int32_t exposed(const State* s, const Step* step, int32_t seat) noexcept nogil:
    """Return how many more units of a seat are on tiles with a shark after one has moved."""
    cdef int32_t more = 0
    if s.sharks[step.space] == 0 and step.space != CASTLE:
        more += s.units[seat][step.space]
    if s.sharks[step.origin] == 1 and step.origin != CASTLE:
        more -= s.units[seat][step.origin]
    return more


cdef int32_t prey_gained(const Look* look, const State* s, const Step* step) noexcept nogil:
    """Return by how much a step of Shark changes what the steps left could remove."""
    cdef int32_t left = s.left[s.depth - 1]
    cdef int32_t after = look.prey
    cdef int32_t other
    if step.creature == A_SHARK:
        for other in range(s.players):
            if other != look.seat:
                after += exposed(s, step, other)
    elif step.creature != UNIT + look.seat:
        after -= 1
    return min(after, left - 1) - min(look.prey, left)


# --- what is rare ---------------------------------------------------------------------------------

cdef inline bint may_conquer(const Look* look, const State* s, const Step* step) noexcept nogil:
    """Return whether somebody may hold all capitals before a step or after it."""
    cdef uint32_t changed = capitals_of(s, step)
    if changed == 0:
        return False
    return look.spread or s.capitals & ~s.present[step.creature - UNIT] == space_bit(step.space)


cdef inline bint may_score(const Look* look, const State* s, const Step* step) noexcept nogil:
    """Return whether a step may meet the immediate goal of the present card."""
    cdef uint32_t effects = 0            # that it has a share in
    if not s.acting or s.goal_met or step.creature == A_SHARK:
        return False
    if capitals_of(s, step):
        effects |= 1 << CAPITALS_TAKEN
    if step.move.kind == PLACE:
        effects |= BY_PLACING
    if step.space == CASTLE:
        effects |= 1 << ENTERED_CASTLE
    if step.space == SUPPLY_SPACE:
        effects |= 1 << EATEN
    elif has(s.moved_onto[step.creature - UNIT], step.origin):
        effects |= 1 << MOVED_ON
    return has(effects, look.tables.goal_effect[s.goal[s.age]])


cdef inline bint brings_task(const Look* look, const State* s, const Step* step) noexcept nogil:
    """Return whether the bait comes to an icon."""
    cdef int32_t bait = s.bait[look.seat]
    return (step.space == SUPPLY_SPACE and bait < LAST_BAIT_SPACE
            and look.tables.bait_icon[bait + 1] != 0)
