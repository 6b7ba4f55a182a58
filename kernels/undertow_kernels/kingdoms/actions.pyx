"""Actions as single steps. A task is what steps are left of; what a step brings up comes on top."""

from libc.stdint cimport uint8_t, uint32_t

from ..core.bits cimport bit, lowest
from ..core.game cimport UNDERTOW_CHECKED
from .board cimport (
    TILES_MASK, around, everywhere, focus_tiles, move_shark, put_unit, take_unit,
)
from .goals cimport begin_goal, count_effect, extra_steps, note_moved, note_placed, reach
from .state cimport (
    A_SHARK, BAIT_SPACES, BOLSTER, BONUS, BONUSES, BONUS_BOLSTER, BONUS_DEPLOY, BONUS_MOVE,
    CASTLE, COVER, DEPTH, EATEN, ENTERED_CASTLE, FOCUS, LEVELS, LIFT, MOVE, NO_TASK, PLACE,
    PLAYED_RESET, RAISE, REMOVE, RESET, SEND, SOLE_CHOICE, STACKED, STOP, TASK_BOLSTER,
    TASK_BONUSES, TASK_DEPLOY, TASK_FOCI, TASK_MOVE, TASK_MOVE_ONE, TASK_SECOND_FOCUS, TASK_SEND,
    TASK_SHARK, TASK_UPGRADE, TERRAINS, TO, TRACKS, UNIT, UPGRADE, UPGRADED, add,
)

cdef enum:
    TOP_LEVEL = LEVELS - 1
    LAST_BAIT_SPACE = BAIT_SPACES - 1


# --- tasks ----------------------------------------------------------------------------------------

cdef bint under_way(State* s) noexcept nogil:
    """Drop tasks that are done; return whether one is left."""
    while s.depth and s.left[s.depth - 1] == 0:
        s.depth -= 1
    return s.depth > 0


cdef void begin_task(State* s, int32_t task, int32_t steps) noexcept nogil:
    under_way(s)                         # a task that is done makes room
    if UNDERTOW_CHECKED and s.depth >= DEPTH:
        s.task[DEPTH - 1] = NO_TASK      # no invariant allows it
        return
    s.task[s.depth] = task
    s.left[s.depth] = steps
    s.depth += 1


cdef inline int32_t task_of(const State* s) noexcept nogil:
    return s.task[s.depth - 1]


cdef inline void spend_step(State* s) noexcept nogil:
    s.left[s.depth - 1] -= 1


cdef void begin_action(State* s, const Tables* t) noexcept nogil:
    """Begin to carry out the card that the seat chose."""
    cdef int32_t card = s.chosen[s.seat]
    cdef bint solo = alone(s)
    s.turn += 1
    begin_goal(s)
    s.solos[s.seat] += solo
    if solo:
        reach(s, t, SOLE_CHOICE, 1)
    if card == RESET:
        if solo:                                                    # KD-2.3
            s.solo_points[s.seat] += t.solo_points
        reach(s, t, PLAYED_RESET, 1)
        begin_reset(s)
    elif card == UPGRADE:
        begin_task(s, TASK_UPGRADE, 1 + solo)
    else:                                                           # KD-2.2
        begin_task(s, card, (
            t.number[card][s.level[s.seat][card]] + solo + extra_steps(s, t, card)))


cdef bint alone(const State* s) noexcept nogil:
    """Return whether nobody else chose the seat's card."""
    cdef int32_t other
    for other in range(s.players):
        if other != s.seat and s.chosen[other] == s.chosen[s.seat]:
            return False
    return True


cdef void begin_reset(State* s) noexcept nogil:
    cdef uint8_t foci = s.foci[s.seat]
    begin_task(s, TASK_FOCI, 1 + ((foci & (foci - 1)) != 0))        # KD-3.13
    begin_task(s, TASK_BONUSES, 1)                                  # KD-3.12
    s.bonuses = s.covered[s.seat]


cdef void begin_upgrade(State* s) noexcept nogil:
    """Begin the upgrade that the round track gives a seat."""
    begin_task(s, TASK_UPGRADE, 1)                                  # KD-2.5


# --- what is legal --------------------------------------------------------------------------------

cdef int32_t list_steps(const State* s, const Tables* t, Move* moves) noexcept nogil:
    cdef int32_t task = task_of(s)
    cdef int32_t n = 0
    if s.lifted:
        return list_spaces(t.beside[s.lifted_from], TO, moves, 0)   # KD-3.5
    if task == TASK_FOCI or task == TASK_SECOND_FOCUS:
        return list_foci(s, moves)
    if s.depth == 1 or s.task[s.depth - 2] != TASK_BONUSES:         # a bonus chosen is used
        n = add(moves, n, STOP, 0, 0)
    if task == TASK_BOLSTER:
        return list_bolsters(s, moves, n)
    if task == TASK_DEPLOY:
        return list_deploys(s, t, moves, n)
    if task == TASK_MOVE or task == TASK_MOVE_ONE:
        n = list_units(s, LIFT, TILES_MASK, True, moves, n)
        return list_sharks(s, moves, n) if task == TASK_MOVE or t.move_sharks else n
    if task == TASK_SHARK:
        n = list_sharks(s, moves, n)
        return list_units(s, REMOVE, s.sharks_at, t.eat_own, moves, n)    # KD-3.9
    if task == TASK_UPGRADE:
        return list_upgrades(s, moves, n)
    if task == TASK_SEND:
        return list_units(s, SEND, TILES_MASK, True, moves, n)
    return list_bonuses(s, t, moves, n)


cdef int32_t list_spaces(uint32_t spaces, int32_t kind, Move* moves, int32_t n) noexcept nogil:
    while spaces:
        n = add(moves, n, kind, 0, lowest(spaces))
        spaces &= spaces - 1
    return n


cdef int32_t list_bolsters(const State* s, Move* moves, int32_t n) noexcept nogil:
    if s.supply[s.seat] == 0:                                       # KD-3.14
        return n
    return list_spaces(focus_tiles(s, s.seat), PLACE, moves, n)     # KD-3.1


cdef int32_t list_deploys(const State* s, const Tables* t, Move* moves, int32_t n) noexcept nogil:
    cdef uint32_t own = s.present[s.seat]
    if s.supply[s.seat] == 0:
        return n
    return list_spaces(own | around(t, own), PLACE, moves, n)       # KD-3.3 KD-3.4


cdef int32_t list_units(const State* s, int32_t kind, uint32_t tiles, bint own, Move* moves,
                        int32_t n) noexcept nogil:
    """List units on some of the tiles; the seat's only with ``own``."""
    cdef int32_t seat
    cdef uint32_t there
    for seat in range(s.players):
        if seat == s.seat and not own:
            continue
        there = s.present[seat] & tiles
        while there:
            n = add(moves, n, kind, UNIT + seat, lowest(there))
            there &= there - 1
    return n


cdef int32_t list_sharks(const State* s, Move* moves, int32_t n) noexcept nogil:
    cdef uint32_t there = s.sharks_at
    while there:
        n = add(moves, n, LIFT, A_SHARK, lowest(there))             # KD-3.6
        there &= there - 1
    return n


cdef int32_t list_upgrades(const State* s, Move* moves, int32_t n) noexcept nogil:
    cdef int32_t bonus, track
    for bonus in range(1, BONUSES):                                 # KD-3.8
        if not s.covered[s.seat] >> (bonus - 1) & 1:
            n = add(moves, n, COVER, bonus, 0)
    for track in range(1, TRACKS):
        if s.level[s.seat][track] < TOP_LEVEL:
            n = add(moves, n, RAISE, track, 0)
    return n


cdef int32_t list_bonuses(const State* s, const Tables* t, Move* moves, int32_t n) noexcept nogil:
    cdef int32_t bonus
    for bonus in range(1, BONUSES):
        if s.bonuses >> (bonus - 1) & 1 and possible(s, t, bonus):
            n = add(moves, n, BONUS, bonus, 0)
    return n


cdef bint possible(const State* s, const Tables* t, int32_t bonus) noexcept nogil:
    """Return whether a Reset bonus can be used now."""
    if bonus == BONUS_DEPLOY:
        return s.supply[s.seat] > 0 and s.present[s.seat] != 0
    if bonus == BONUS_BOLSTER:
        return s.supply[s.seat] > 0
    if bonus == BONUS_MOVE and t.move_sharks:
        return True
    return everywhere(s) != 0


cdef int32_t list_foci(const State* s, Move* moves) noexcept nogil:
    """List terrains for a second focus, for the only focus, or for a pair in ascending order."""
    cdef bint second = task_of(s) == TASK_SECOND_FOCUS
    cdef bint first_of_two = not second and s.left[s.depth - 1] == 2
    cdef int32_t terrain
    cdef int32_t n = 0
    for terrain in range(s.picked + 1, TERRAINS - first_of_two):
        if not second or not s.foci[s.seat] >> (terrain - 1) & 1:   # KD-3.2
            n = add(moves, n, FOCUS, terrain, 0)
    return n


# --- what a step does -----------------------------------------------------------------------------

cdef void take_step(State* s, const Tables* t, const Move* m) noexcept nogil:
    if m.kind == STOP:
        s.left[s.depth - 1] = 0
    elif m.kind == LIFT:
        s.lifted = m.what
        s.lifted_from = m.where
    elif m.kind == BONUS:
        s.bonuses &= ~<uint8_t>bit(m.what - 1)
        begin_task(s, task_of_bonus(m.what), 1)
    elif m.kind == FOCUS:
        choose_focus(s, m.what)
    else:
        spend_step(s)
        change(s, t, m)


cdef void change(State* s, const Tables* t, const Move* m) noexcept nogil:
    """Carry out a step that changes the map or a player board."""
    if m.kind == PLACE:
        place_unit(s, t, m.where)
    elif m.kind == TO:
        set_down(s, t, m.where)
    elif m.kind == REMOVE:
        remove_unit(s, t, m.what - UNIT, m.where)
    elif m.kind == SEND:
        take_unit(s, m.what - UNIT, m.where)
        put_unit(s, m.what - UNIT, CASTLE)
        enter_castle(s, t, m.what - UNIT)
    else:
        upgrade(s, t, m)


cdef int32_t task_of_bonus(int32_t bonus) noexcept nogil:
    if bonus == BONUS_DEPLOY:
        return TASK_DEPLOY
    if bonus == BONUS_BOLSTER:
        return TASK_BOLSTER
    return TASK_MOVE_ONE if bonus == BONUS_MOVE else TASK_SEND


cdef void choose_focus(State* s, int32_t terrain) noexcept nogil:
    cdef uint8_t chosen = <uint8_t>bit(terrain - 1)
    if task_of(s) == TASK_SECOND_FOCUS:
        s.foci[s.seat] |= chosen
    elif s.left[s.depth - 1] == 2:
        s.picked = terrain
    elif s.picked:
        s.foci[s.seat] = chosen | <uint8_t>bit(s.picked - 1)
        s.picked = 0
    else:
        s.foci[s.seat] = chosen
    spend_step(s)


cdef void place_unit(State* s, const Tables* t, int32_t space) noexcept nogil:
    s.supply[s.seat] -= 1
    put_unit(s, s.seat, space)
    if space == CASTLE:
        enter_castle(s, t, s.seat)
        return
    note_placed(s, t, space)
    if task_of(s) == TASK_BOLSTER:
        reach(s, t, STACKED, s.units[s.seat][space])


cdef void enter_castle(State* s, const Tables* t, int32_t owner) noexcept nogil:
    """Score for a unit that the seat has put into the castle."""
    s.entry_points[s.seat] += t.castle_points                       # KD-3.4 KD-3.6
    if owner == s.seat:
        count_effect(s, t, ENTERED_CASTLE)


cdef void set_down(State* s, const Tables* t, int32_t space) noexcept nogil:
    """Let the creature lifted come to the space beside its own."""
    cdef int32_t owner = s.lifted - UNIT
    if s.lifted == A_SHARK:
        move_shark(s, s.lifted_from, space)
    else:
        take_unit(s, owner, s.lifted_from)
        put_unit(s, owner, space)
        note_moved(s, t, owner, s.lifted_from, space)
        if space == CASTLE:
            enter_castle(s, t, owner)
    s.lifted = 0
    s.lifted_from = 0


cdef void remove_unit(State* s, const Tables* t, int32_t owner, int32_t tile) noexcept nogil:
    take_unit(s, owner, tile)                                       # KD-3.10
    s.supply[owner] += 1
    s.eaten[s.seat] += 1
    if owner != s.seat:
        count_effect(s, t, EATEN)
    if s.bait[s.seat] == LAST_BAIT_SPACE:
        return
    s.bait[s.seat] += 1
    if t.bait_icon[s.bait[s.seat]]:                                 # KD-3.11
        begin_task(s, t.bait_icon[s.bait[s.seat]], 1)


cdef void upgrade(State* s, const Tables* t, const Move* m) noexcept nogil:
    s.upgrades[s.seat] += 1
    count_effect(s, t, UPGRADED)
    if m.kind == COVER:
        s.covered[s.seat] |= <uint8_t>bit(m.what - 1)
        return
    s.level[s.seat][m.what] += 1
    if s.level[s.seat][m.what] < TOP_LEVEL:
        return
    if m.what == MOVE:                                              # KD-3.7
        begin_task(s, TASK_MOVE, t.number[<int32_t>MOVE][<int32_t>TOP_LEVEL])
    elif m.what == BOLSTER:                                         # KD-3.2
        begin_task(s, TASK_SECOND_FOCUS, 1)
