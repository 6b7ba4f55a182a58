"""What holds at every decision. Compiled to nothing unless the build is checked."""

from libc.stdint cimport int32_t, uint32_t

from ..core.bits cimport has, how_many
from ..core.game cimport UNDERTOW_CHECKED
from .board cimport OUTER_MASK
from .state cimport (
    AGES, BOLSTER, CARDS, CASTLE, CHOOSE_CARD, CHOOSE_COVER, CHOOSE_FOCUS, CHOOSE_STEP, DEPTH, EACH,
    FINISHED, LEVELS, NO_TASK, SHELL, SPACES, TASK_SECOND_FOCUS, TERRAINS, TRACKS,
)

cdef enum:
    ACTION_CARDS = 6
    ROUNDS_AN_ADVANCE = 6    # a hand holds five cards besides Reset


cdef int32_t broken(const State* s, const Tables* t) noexcept nogil:
    """Return the first invariant that fails, or SOUND."""
    if not UNDERTOW_CHECKED:
        return SOUND
    if not units_conserved(s, t):
        return UNITS_CONSERVED
    if not map_sound(s):
        return MAP_SOUND
    if not sets_sound(s):
        return SETS_SOUND
    if not sharks_conserved(s, t):
        return SHARKS_CONSERVED
    if not discs_sound(s):
        return DISCS_SOUND
    if not marker_sound(s, t):
        return MARKER_SOUND
    if not cards_sound(s):
        return CARDS_SOUND
    if not tasks_sound(s):
        return TASKS_SOUND
    return SOUND


cdef bint units_conserved(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t seat, space, total
    for seat in range(s.players):
        total = s.supply[seat]
        for space in range(SPACES):
            total += s.units[seat][space]
        if total != t.units:
            return False
    return True


cdef bint map_sound(const State* s) noexcept nogil:
    cdef int32_t terrain, space
    if s.terrain[<int32_t>CASTLE] != 0 or s.capitals & ~<uint32_t>OUTER_MASK:
        return False
    for terrain in range(1, TERRAINS):
        if how_many(s.tiles_of[terrain]) != EACH or how_many(s.tiles_of[terrain] & s.capitals) != 1:
            return False
        for space in range(SPACES):
            if has(s.tiles_of[terrain], space) != (s.terrain[space] == terrain):
                return False
    return True


cdef bint sets_sound(const State* s) noexcept nogil:
    cdef int32_t seat, space
    for space in range(SPACES):
        if has(s.sharks_at, space) != (s.sharks[space] > 0):
            return False
        for seat in range(s.players):
            if has(s.present[seat], space) != (space != CASTLE and s.units[seat][space] > 0):
                return False
    return True


cdef bint sharks_conserved(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t space
    cdef int32_t total = s.stock
    for space in range(SPACES):
        total += s.sharks[space]
    return total == 1 + t.stock


cdef bint discs_sound(const State* s) noexcept nogil:
    cdef int32_t seat, track, foci
    for seat in range(s.players):
        for track in range(1, TRACKS):
            if not 1 <= s.level[seat][track] < LEVELS:
                return False
        foci = how_many(s.foci[seat])
        if s.phase == CHOOSE_FOCUS:
            if foci > 1:
                return False
        elif foci != 1 + (s.level[seat][<int32_t>BOLSTER] == LEVELS - 1) - owed(s, seat):
            return False
        if s.phase > CHOOSE_COVER and s.covered[seat] == 0:
            return False
    return True


cdef int32_t owed(const State* s, int32_t seat) noexcept nogil:
    """Return 1 while a seat chooses the second focus that it has won."""
    cdef int32_t i
    if seat != s.seat or s.phase != CHOOSE_STEP:
        return 0
    for i in range(s.depth):
        if s.task[i] == TASK_SECOND_FOCUS:
            return 1
    return 0


cdef bint marker_sound(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t i
    cdef int32_t shells = 0
    if s.marker > t.advances or s.round > ROUNDS_AN_ADVANCE * t.advances:
        return False
    for i in range(s.marker):
        shells += t.track[i] == SHELL
    if s.phase == FINISHED:
        return s.age == shells or s.age == shells - 1
    return s.age == shells and s.age < AGES


cdef bint cards_sound(const State* s) noexcept nogil:
    cdef int32_t seat, card, played
    for seat in range(s.players):
        played = 0
        for card in range(1, CARDS):
            played += s.played[seat][card]
        if s.phase == CHOOSE_CARD:
            if s.chosen[seat] and not has(s.hand[seat], s.chosen[seat] - 1):
                return False
            played += 1
        elif s.chosen[seat] and has(s.hand[seat], s.chosen[seat] - 1):
            return False
        if played != s.round or how_many(s.hand[seat]) > ACTION_CARDS:
            return s.round == 0 and played == 0
    return True


cdef bint tasks_sound(const State* s) noexcept nogil:
    cdef int32_t i
    if s.depth > DEPTH:
        return False
    if s.phase != CHOOSE_STEP:
        return s.depth == 0 and s.lifted == 0
    for i in range(s.depth):
        if s.task[i] == NO_TASK:
            return False
    return s.depth > 0 and s.left[s.depth - 1] > 0 and (
        s.lifted == 0 or has(s.present[s.lifted - 1] if s.lifted <= s.players else s.sharks_at,
                             s.lifted_from))
