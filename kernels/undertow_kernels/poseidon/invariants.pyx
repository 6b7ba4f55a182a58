"""What holds at every decision. Compiled to nothing unless the build is checked."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from ..core.bits cimport has, how_many
from ..core.game cimport UNDERTOW_CHECKED
from .reef cimport bone_faces
from .state cimport (
    ARMS, BONES, CLAIM_STOP, CODES, COLOURS, CORALS, EAT_BOARD, EAT_STORED, KINDS, RIVAL, SYMBOLS,
    value_of, MAX_WAVES, NEUTRAL, NOTHING, STORAGE, TRIDENT, colour_of,
)


cdef int32_t broken(const State* s, const Tables* t) noexcept nogil:
    """Return the first invariant that fails, or SOUND."""
    if not UNDERTOW_CHECKED:
        return SOUND
    if not dice_conserved(s, t):
        return DICE_CONSERVED
    if not wave_sound(s, t):
        return WAVE_WITHIN_CAPACITY
    if not tiles_conserved(s, t):
        return TILES_CONSERVED
    if not skeletons_conserved(s, t):
        return SKELETONS_CONSERVED
    if not friends_and_counters(s, t):
        return FRIENDS_AND_COUNTERS
    if not corals_conserved(s, t):
        return CORALS_CONSERVED
    if not creatures_placed(s, t):
        return CREATURES_PLACED
    if not reefs_sound(s):
        return REEF_SOUND
    if not track_sound(s, t):
        return TRACK_SOUND
    return SOUND


cdef bint dice_conserved(const State* s, const Tables* t) noexcept nogil:
    """Return whether each colour has all its dice."""              # PK-A1
    cdef int32_t found[COLOURS]
    cdef int32_t colour, wave, code, seat, face, owned
    memset(found, 0, sizeof(found))
    for colour in range(COLOURS):
        found[colour] = s.supply[colour] + s.wave[colour]
    for wave in range(MAX_WAVES):
        for code in range(1, CODES + 1):
            found[colour_of(code)] += s.sea[wave][code - 1]
    for seat in range(s.players):
        for face in range(s.faces[seat]):
            if 1 <= s.held[seat][face] <= CODES:
                found[colour_of(s.held[seat][face])] += 1
    for colour in range(NEUTRAL):
        owned = t.dice_per_player if colour < s.players else 0
        if found[colour] != owned:
            return False
    return found[<int32_t>NEUTRAL] == t.neutral_dice


cdef bint wave_sound(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t colour
    cdef int32_t total = 0
    for colour in range(COLOURS):
        total += s.wave[colour]
    return total == s.on_wave and total <= t.capacity


cdef bint tiles_conserved(const State* s, const Tables* t) noexcept nogil:
    """Return whether no tile is lost; faces rise by one level a tile."""
    cdef int32_t kind, seat, face, levels
    cdef int32_t there = 0
    cdef int32_t made = 0
    for kind in range(KINDS):
        there += s.tiles[kind]
        made += t.tile_count[kind]
    for seat in range(s.players):
        there += s.tiles_laid[seat] + how_many(s.start_left[seat])
        made += how_many(t.start_tiles)
        levels = 0
        for face in range(s.faces[seat]):
            levels += s.height[seat][face]
        if levels != 2 * s.tiles_laid[seat]:
            return False
    return there == made


cdef bint skeletons_conserved(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t seat
    cdef int32_t there = s.skeletons
    for seat in range(s.players):
        there += how_many(bone_faces(s, seat))
    return there == t.skeletons


cdef bint friends_and_counters(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t seat, arm, freed, won, top
    for arm in range(ARMS):
        freed = 0
        won = 0
        top = 0
        for seat in range(s.players):
            freed += not has(s.friends[seat], arm)
            won += s.counter[seat][arm]
        for seat in range(s.counters_taken[arm]):
            top += t.arm_counter[arm][seat]
        if freed != s.counters_taken[arm] or won != top:
            return False
    return True


cdef bint corals_conserved(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t count[TRIDENT + 1]
    cdef int32_t i
    memset(count, 0, sizeof(count))
    for i in range(CORALS):
        if not 1 <= s.coral_kind[i] <= TRIDENT or s.coral_owner[i] > s.players:
            return False
        if s.coral_owner[i] and not has(s.coral_known[i], s.coral_owner[i] - 1):
            return False
        count[s.coral_kind[i]] += 1
    for i in range(TRIDENT):
        if count[i + 1] != t.coral_count[i]:
            return False
    return True


cdef bint creatures_placed(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t seat, away
    for seat in range(s.players):
        away = (s.creature[seat][0] == t.spaces) + (s.creature[seat][1] == t.spaces)
        if s.creature[seat][0] > t.spaces or s.creature[seat][1] > t.spaces:
            return False
        if away != s.eaten[seat]:
            return False
    return True


cdef bint reefs_sound(const State* s) noexcept nogil:
    cdef int32_t seat, face, other
    for seat in range(s.players):
        if not strengths_sound(s, seat):
            return False
        for face in range(s.faces[seat]):
            if s.height[seat][face] < 1 or s.tile[seat][face] > s.tiles_laid[seat]:
                return False
            if s.held[seat][face] not in (NOTHING, BONES) and s.symbol[seat][face] != STORAGE:
                return False
            for other in range(face):
                if (s.q[seat][face] == s.q[seat][other] and s.r[seat][face] == s.r[seat][other]):
                    return False
    return True


cdef bint strengths_sound(const State* s, int32_t seat) noexcept nogil:
    cdef uint8_t best[SYMBOLS]
    cdef int32_t i
    memset(best, 1, sizeof(best))
    for i in range(s.faces[seat]):
        if s.held[seat][i] != BONES and s.height[seat][i] > best[s.symbol[seat][i]]:
            best[s.symbol[seat][i]] = s.height[seat][i]
    for i in range(SYMBOLS):
        if s.faces[seat] and best[i] != s.strength[seat][i]:
            return False
    return True


cdef bint track_sound(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t seat, other
    if s.round == 0:
        return True
    for seat in range(s.players):
        if s.track[seat] > t.track_spaces:
            return False
        for other in range(seat):
            if s.track[seat] != 0 and s.track[seat] == s.track[other]:
                return False
        if s.track[seat] != 0 and has(t.dummies, s.track[seat]):
            return False
    return True


cdef bint ordered(const State* s, const Move* moves, int32_t n) noexcept nogil:
    """Return whether a legal list strictly ascends in the order of the rule page."""
    cdef int32_t i
    for i in range(1, n):
        if place_in_list(s, &moves[i - 1]) >= place_in_list(s, &moves[i]):
            return False
    return True


cdef uint64_t place_in_list(const State* s, const Move* m) noexcept nogil:
    cdef uint64_t place = 0
    if m.kind == CLAIM_STOP:                                        # before the claims
        return 0
    if m.kind == RIVAL:                                             # in player order
        return (m.number + s.players - s.active) % s.players
    if m.kind == EAT_BOARD:                                         # by value, the sea first
        return value_of(m.die) << 16 | colour_of(m.die)
    if m.kind == EAT_STORED:
        return value_of(m.die) << 16 | 1 << 8 | m.face
    place = place << 8 | m.kind
    place = place << 8 | m.number
    place = place << 8 | m.face
    place = place << 8 | m.other
    place = place << 8 | m.toward
    place = place << 8 | m.origin
    place = place << 8 | m.space
    return place << 8 | m.die
