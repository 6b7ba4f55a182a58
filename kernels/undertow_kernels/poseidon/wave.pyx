"""The big wave: loading, the fall of its dice, the bonuses of a crash."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from ..core.bits cimport has
from ..core.rng cimport DICE, PHYSICS, chance_below, chance_word
from .kraken cimport begin_head, coral_lies, free_nearest, move_on_track
from .reef cimport bone_faces, refresh_strength
from .state cimport (
    BONES, BONUS, CHOOSE_BONUS, CHOOSE_BONUS_PEEK, CLEAR_REEF, COLOURS, CRASH, END_TURN,
    FREE_FRIEND, LOAD_FEW, LOAD_MORE, MAX_WAVES, NEUTRAL, NEXT_BONUS, NOTHING, NO_BONUS, ONE_PEEK,
    TRACK_STEPS, VALUES, add_number,
)

cdef void load(State* s, const Tables* t, int32_t seat, int32_t most) noexcept nogil:
    """Load up to ``most`` of a seat's dice, as far as supply and room go."""
    put_on_wave(s, seat, min(most, min(<int32_t>s.supply[seat], room(s, t))))


cdef void fall(State* s, const Tables* t, Chance* chance) noexcept nogil:
    """Let all dice of the wave fall; those that leave the board are on the wave afterwards."""
    cdef uint8_t falling[COLOURS]
    cdef int32_t colour, _die
    memcpy(falling, s.wave, COLOURS)
    memset(s.wave, 0, COLOURS)
    s.on_wave = 0
    for colour in range(COLOURS):
        for _die in range(falling[colour]):
            fall_one(s, t, colour, chance)


cdef void fall_one(State* s, const Tables* t, int32_t colour, Chance* chance) noexcept nogil:
    cdef int32_t code = COLOURS * chance_below(chance, DICE, VALUES) + colour + 1
    cdef uint64_t draw = chance_word(chance, PHYSICS) >> 32
    cdef int32_t k
    for k in range(t.waves):
        if draw < t.fall[k]:                                        # PK-D3 is in the thresholds
            s.sea[k][code - 1] += 1
            return
    s.wave[colour] += 1                                             # PK-D2
    s.on_wave += 1


cdef void opening_wave(State* s, const Tables* t, Chance* chance) noexcept nogil:
    """Break the first wave; again while more than half of its dice leave the board."""
    cdef int32_t dice = fill_opening_wave(s, t)
    fall(s, t, chance)
    while 2 * s.on_wave > dice:                                     # PK-B13
        memset(s.sea, 0, sizeof(s.sea))
        return_dice(s, t)
        fall(s, t, chance)
    if t.setup_turns_shark:
        s.shark_way = -s.shark_way


cdef int32_t fill_opening_wave(State* s, const Tables* t) noexcept nogil:
    """Put the opening dice on the wave; return how many."""
    cdef int32_t seat
    for seat in range(s.players):
        s.supply[seat] -= t.setup_own_dice                          # PK-B12
    s.supply[<int32_t>NEUTRAL] -= t.setup_neutral_dice
    return return_dice(s, t)


cdef int32_t return_dice(State* s, const Tables* t) noexcept nogil:
    cdef int32_t seat
    for seat in range(s.players):
        s.wave[seat] = t.setup_own_dice
    s.wave[<int32_t>NEUTRAL] = t.setup_neutral_dice
    s.on_wave = s.players * t.setup_own_dice + t.setup_neutral_dice
    return s.on_wave


cdef void crash(State* s, const Tables* t, Chance* chance) noexcept nogil:
    fall(s, t, chance)
    s.shark_way = -s.shark_way                                      # PK-D4
    s.crashes += 1
    s.crashing = 1
    s.bonus_left = s.players
    s.phase = NEXT_BONUS


cdef void next_bonus(State* s, const Tables* t) noexcept nogil:
    """Turn to the next seat's bonus, or end the crash."""
    if s.bonus_left > 0:
        s.decider = (s.active + s.players - s.bonus_left) % s.players    # PK-D5
        s.bonus_left -= 1                                           # PK-E5: in final turns too
        s.phase = CHOOSE_BONUS
        return
    s.crashing = 0
    s.decider = s.active
    if t.chain_crash and room(s, t) == 0:                           # PK-D11
        s.phase = CRASH
    else:
        s.phase = END_TURN


cdef int32_t sea_total(const State* s, int32_t seat) noexcept nogil:
    """Return what a seat's dice in the sea show in all."""
    cdef int32_t total = 0
    cdef int32_t wave, value
    for wave in range(MAX_WAVES):
        for value in range(VALUES):
            total += (value + 1) * s.sea[wave][COLOURS * value + seat]
    return total


cdef int32_t list_bonuses(const State* s, const Tables* t, Move* moves) noexcept nogil:
    cdef int32_t seat = s.decider
    cdef int32_t total = sea_total(s, seat)
    cdef bint loads = s.supply[seat] > 0 and room(s, t) > 0
    cdef bint tracks = not s.final and not (t.head_blocks_turn and has(s.head_reached, seat))
    cdef bint peeks = coral_lies(s)
    cdef int32_t n = add_number(moves, 0, BONUS, NO_BONUS)
    if total >= t.bonus_threshold[0] and loads:                     # PK-D6, PK-D10
        n = add_number(moves, n, BONUS, LOAD_FEW)
    if total >= t.bonus_threshold[1] and loads:
        n = add_number(moves, n, BONUS, LOAD_MORE)
    if total >= t.bonus_threshold[2] and tracks:                    # PK-D7, PK-E2
        n = add_number(moves, n, BONUS, TRACK_STEPS)
    if total >= t.bonus_threshold[2] and peeks:
        n = add_number(moves, n, BONUS, ONE_PEEK)
    if total >= t.bonus_threshold[3] and (peeks or bone_faces(s, seat)):
        n = add_number(moves, n, BONUS, CLEAR_REEF)                 # PK-D8
    if total >= t.bonus_threshold[4] and s.friends[seat]:
        n = add_number(moves, n, BONUS, FREE_FRIEND)                # PK-D9
    return n


cdef void take_bonus(State* s, const Tables* t, int32_t bonus) noexcept nogil:
    s.phase = NEXT_BONUS
    if bonus == LOAD_FEW or bonus == LOAD_MORE:
        load(s, t, s.decider, t.bonus_load[bonus - LOAD_FEW])
    elif bonus == TRACK_STEPS:
        if move_on_track(s, t, s.decider, t.bonus_track):
            begin_head(s, s.decider)
    elif bonus == ONE_PEEK:
        s.phase = CHOOSE_BONUS_PEEK
    elif bonus == CLEAR_REEF:
        clear_reef(s, s.decider)
        if coral_lies(s):
            s.phase = CHOOSE_BONUS_PEEK
    elif bonus == FREE_FRIEND:
        free_nearest(s, t, s.decider)
        s.freed_bonus[s.decider] += 1


cdef void clear_reef(State* s, int32_t seat) noexcept nogil:
    cdef int32_t i
    for i in range(s.faces[seat]):
        if s.held[seat][i] == BONES:
            s.held[seat][i] = NOTHING
            s.skeletons += 1
    refresh_strength(s, seat)
