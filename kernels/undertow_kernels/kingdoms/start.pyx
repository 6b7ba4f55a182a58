"""Set-up: the map, the goal cards, each player's focus and first Reset disc."""

from libc.stdint cimport uint8_t, uint32_t

from ..core.bits cimport bit, lowest
from ..core.game cimport next_seat
from ..core.rng cimport SETUP, chance_below, chance_shuffle
from .board cimport put_unit, space_bit
from .state cimport (
    AGES, CARDS, CASTLE, CHOOSE_CARD, CHOOSE_COVER, CHOOSE_FOCUS, FOCUS, GOALS, OUTER, TERRAINS,
    TRACKS, add,
)

cdef enum:
    OUTER_TILES_LAID = 12


cdef void lay_out(State* s, const Tables* t, int32_t seats, Chance* chance) noexcept nogil:
    """Lay out map and boards; cubes and marker start on space 0, as the state does."""    # KD-1.7
    cdef int32_t seat, track
    s.players = seats
    s.start = chance_below(chance, SETUP, seats)                    # KD-1.4
    s.first = s.start
    s.seat = s.start
    lay_tiles(s, chance)
    draw_goals(s, t, chance)
    s.sharks[<int32_t>CASTLE] = 1
    s.sharks_at = space_bit(CASTLE)
    s.stock = t.stock
    for seat in range(seats):
        s.supply[seat] = t.units
        s.hand[seat] = <uint8_t>(bit(CARDS - 1) - 1)
        for track in range(1, TRACKS):                              # KD-1.6
            s.level[seat][track] = 1
    s.phase = CHOOSE_FOCUS


cdef void lay_tiles(State* s, Chance* chance) noexcept nogil:
    cdef uint8_t inner[TERRAINS - 1]
    cdef uint8_t outer[OUTER_TILES_LAID]
    cdef int32_t i
    for i in range(TERRAINS - 1):                                   # KD-1.2
        inner[i] = 1 + i
    for i in range(OUTER_TILES_LAID):
        outer[i] = 1 + i                                            # 1..6: the capitals
    chance_shuffle(chance, SETUP, inner, TERRAINS - 1)
    chance_shuffle(chance, SETUP, outer, OUTER_TILES_LAID)
    for i in range(TERRAINS - 1):
        lay_tile(s, 1 + i, inner[i])
    for i in range(OUTER_TILES_LAID):
        lay_tile(s, OUTER + i, 1 + (outer[i] - 1) % (TERRAINS - 1))
        if outer[i] < TERRAINS:                                     # KD-1.1
            s.capitals |= space_bit(OUTER + i)


cdef void lay_tile(State* s, int32_t space, int32_t terrain) noexcept nogil:
    s.terrain[space] = terrain
    s.tiles_of[terrain] |= space_bit(space)


cdef void draw_goals(State* s, const Tables* t, Chance* chance) noexcept nogil:
    cdef uint8_t deck[GOALS]
    cdef int32_t i
    for i in range(t.deck_size):
        deck[i] = t.deck[i]
    if t.deck_shuffled:
        chance_shuffle(chance, SETUP, deck, t.deck_size)
    for i in range(AGES):                                           # KD-1.3
        s.goal[i] = deck[i]


cdef int32_t list_first_foci(const State* s, Move* moves) noexcept nogil:
    cdef uint8_t taken = 0
    cdef int32_t seat, terrain
    cdef int32_t n = 0
    for seat in range(s.players):
        taken |= s.foci[seat]
    for terrain in range(1, TERRAINS):                              # KD-1.5
        if not taken >> (terrain - 1) & 1:
            n = add(moves, n, FOCUS, terrain, 0)
    return n


cdef void take_focus(State* s, int32_t terrain) noexcept nogil:
    """Give a seat its focus and a unit on each tile of it; the next seat chooses."""
    cdef uint32_t tiles = s.tiles_of[terrain]
    s.foci[s.seat] = <uint8_t>bit(terrain - 1)
    while tiles:
        put_unit(s, s.seat, lowest(tiles))
        s.supply[s.seat] -= 1
        tiles &= tiles - 1
    s.seat = next_seat(s.seat, s.players)
    if s.seat == s.first:
        s.phase = CHOOSE_COVER


cdef void set_first_disc(State* s, int32_t bonus) noexcept nogil:
    s.covered[s.seat] = <uint8_t>bit(bonus - 1)                     # KD-1.6
    s.seat = next_seat(s.seat, s.players)
    if s.seat == s.first:
        s.phase = CHOOSE_CARD
