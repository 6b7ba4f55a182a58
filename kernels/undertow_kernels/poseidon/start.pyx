"""Set-up: the pieces' places, the start reefs, the opening wave, the start player."""

from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memcpy

from ..core.bits cimport bit, has, how_many, lowest
from ..core.ranking cimport Standings, leaders
from ..core.rng cimport SETUP, chance_below, chance_shuffle
from .reef cimport add_face, refresh_strength
from .state cimport (
    ARMS, BEGIN_TURN, CHOOSE_START_TILE, COLOURS, CORALS, CORAL_KINDS, VALUES, KINDS, NEUTRAL,
    OPENING_WAVE, START_TILE, START_TILES, add_number,
)
from .wave cimport load, opening_wave, sea_total


cdef void lay_out(State* s, const Tables* t, int32_t seats, Chance* chance) noexcept nogil:
    """Put all pieces in their places and begin the first start reef."""    # PK-A3
    cdef int32_t seat
    s.players = seats
    for seat in range(seats):
        s.supply[seat] = t.dice_per_player
        s.friends[seat] = bit(ARMS) - 1                             # PK-B4
        s.creature[seat][1] = t.spaces - 1                          # PK-B6
        s.start_left[seat] = t.start_tiles                          # PK-B10
    s.supply[<int32_t>NEUTRAL] = t.neutral_dice
    s.skeletons = t.skeletons
    s.shark = t.shark_start                                         # PK-B8
    s.shark_way = t.shark_way
    memcpy(s.tiles, t.tile_count, KINDS)                            # PK-B11
    deal_corals(s, t, chance)
    begin_reef(s, t)


cdef void deal_corals(State* s, const Tables* t, Chance* chance) noexcept nogil:
    cdef int32_t kind, _copy
    cdef int32_t n = 0
    for kind in range(CORAL_KINDS):
        for _copy in range(t.coral_count[kind]):
            s.coral_kind[n] = kind + 1
            n += 1
    chance_shuffle(chance, SETUP, s.coral_kind, CORALS)             # PK-B5


cdef void begin_reef(State* s, const Tables* t) noexcept nogil:
    """Lay the decider's first start tile."""
    cdef int32_t seat = s.decider
    cdef int32_t tile = lowest(s.start_left[seat])
    s.start_left[seat] &= s.start_left[seat] - 1
    s.tiles_laid[seat] = 1
    add_face(s, seat, 0, 0, t.start_first[tile])
    add_face(s, seat, 1, 0, t.start_second[tile])
    refresh_strength(s, seat)
    next_start_tile(s, t)


cdef void next_start_tile(State* s, const Tables* t) noexcept nogil:
    if s.start_left[s.decider]:
        s.phase = CHOOSE_START_TILE
    elif s.decider + 1 < s.players:
        s.decider += 1
        s.active = s.decider
        begin_reef(s, t)
    else:
        s.phase = OPENING_WAVE


cdef bint alike(const Tables* t, int32_t a, int32_t b) noexcept nogil:
    return ((t.start_first[a] == t.start_first[b] and t.start_second[a] == t.start_second[b])
            or (t.start_first[a] == t.start_second[b] and t.start_second[a] == t.start_first[b]))


cdef int32_t list_start_tiles(const State* s, const Tables* t, Move* moves) noexcept nogil:
    cdef int32_t tile, lower
    cdef bint new
    cdef int32_t n = 0
    for tile in range(START_TILES):
        new = has(s.start_left[s.decider], tile)
        for lower in range(tile):
            if has(s.start_left[s.decider], lower) and alike(t, lower, tile):
                new = False
        if new:
            n = add_number(moves, n, START_TILE, tile)
    return n


cdef void open_play(State* s, const Tables* t, Chance* chance) noexcept nogil:
    """Break the opening wave, find the start player, load, line up on the track."""
    cdef int32_t i, seat
    opening_wave(s, t, chance)
    s.start = find_start(s, t, chance)
    for i in range(s.players):
        seat = (s.start + i) % s.players
        load(s, t, seat, t.setup_load)                              # PK-B15
        s.track[seat] = t.track_start[i]                            # PK-B16
    s.active = s.start
    s.phase = BEGIN_TURN


cdef int32_t find_start(State* s, const Tables* t, Chance* chance) noexcept nogil:
    """Return the start player: total, nearest die, highest die, lot."""    # PK-B14
    cdef Standings standings
    cdef int32_t seat, _lower
    cdef uint8_t tied
    standings.seats = s.players
    standings.keys = 3
    for seat in range(s.players):
        rate(s, t, seat, standings.key[seat])
    tied = leaders(&standings)
    for _lower in range(chance_below(chance, SETUP, how_many(tied))):
        tied &= tied - 1
    return lowest(tied)


cdef void rate(const State* s, const Tables* t, int32_t seat, int64_t* key) noexcept nogil:
    """Write a seat's total, the wave of its die nearest the beach, and its highest die."""
    cdef int32_t wave, value
    key[0] = sea_total(s, seat)
    key[1] = 0
    key[2] = 0
    for wave in range(t.waves):
        for value in range(VALUES):
            if s.sea[wave][COLOURS * value + seat]:
                key[1] = wave + 1
                key[2] = max(key[2], <int64_t>(value + 1))
