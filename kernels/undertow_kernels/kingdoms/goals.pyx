"""Immediate goals: what the action under way has done, and whether it meets the present card."""

from libc.string cimport memset

from ..core.bits cimport has, how_many
from .board cimport controlled, rivals_on, space_bit
from .state cimport (
    CAPITALS_TAKEN, CASTLE, CROWDED, EXTRA_BOLSTER, MOVED_ON, PLACED_TILES, SHARK,
)


cdef int32_t extra_steps(const State* s, const Tables* t, int32_t card) noexcept nogil:
    """Return by how many steps the present goal raises a card's number."""
    cdef int32_t goal = s.goal[s.age]
    cdef int32_t effect = t.goal_effect[goal]
    if card <= SHARK and effect == EXTRA_BOLSTER + card - 1:        # KD-4.3
        return t.goal_count[goal]
    return 0


cdef void begin_goal(State* s) noexcept nogil:
    """Forget the last action; note which capitals the seat alone holds."""
    s.acting = 1
    s.goal_met = 0
    s.placed_on = 0
    memset(s.moved_onto, 0, sizeof(s.moved_onto))
    memset(s.done, 0, sizeof(s.done))
    s.held_before = controlled(s, s.seat, s.capitals, True)


cdef void count_effect(State* s, const Tables* t, int32_t effect) noexcept nogil:
    """Count one more of what an effect counts."""
    s.done[effect] += 1
    reach(s, t, effect, s.done[effect])


cdef void reach(State* s, const Tables* t, int32_t effect, int32_t value) noexcept nogil:
    """Score the present goal if it waits for this effect and the value is enough."""
    cdef int32_t goal = s.goal[s.age]                               # KD-4.1
    if not s.acting or s.goal_met or t.goal_effect[goal] != effect:    # KD-4.2
        return
    if value >= t.goal_count[goal]:
        s.goal_met = 1
        s.goal_points[s.seat] += t.goal_effect_points[goal]


cdef void note_placed(State* s, const Tables* t, int32_t tile) noexcept nogil:
    """Note that an own unit was set from the supply on a tile."""
    s.placed_on |= space_bit(tile)
    reach(s, t, PLACED_TILES, how_many(s.placed_on))
    reach(s, t, CROWDED, rivals_on(s, s.seat, tile))


cdef void note_moved(State* s, const Tables* t, int32_t seat, int32_t origin,
                     int32_t space) noexcept nogil:
    """Note one step of a unit of ``seat``."""
    if has(s.moved_onto[seat], origin):
        count_effect(s, t, MOVED_ON)
    if space != CASTLE:
        s.moved_onto[seat] |= space_bit(space)


cdef void end_goal(State* s, const Tables* t) noexcept nogil:
    """Count the capitals won by the action that ends."""
    reach(s, t, CAPITALS_TAKEN, capitals_taken(s))
    s.acting = 0


cdef int32_t capitals_taken(const State* s) noexcept nogil:
    """Return how many capitals the seat alone holds that it did not when the action began."""
    return how_many(controlled(s, s.seat, s.capitals, True) & ~s.held_before)
