"""Steps 1 and 2 of a turn: building or loading, then a creature's move."""

from libc.stdint cimport uint8_t, uint64_t

from ..core.bits cimport bit, how_many, lowest
from ..core.rng cimport draw_bit
from .ocean cimport reach
from .reef cimport choose_ground, choose_upper, lay_tile, list_ground, list_upper
from .start cimport next_start_tile
from .state cimport (
    ARROW, BUILD, CHOOSE_FOOD, CHOOSE_LOAD, CHOOSE_ORIENT, CHOOSE_PARTNER, CHOOSE_PLACE,
    CHOOSE_SWIM, CHOOSE_TILE, EAT_SYMBOL, GROUND, KINDS, LOAD, LOAD_COUNT, ORIENT, PARTNER, SWIM,
    TILE, UPPER, WAVE, add, add_number,
)
from .wave cimport load, room

cdef enum:
    SECOND = 32              # bit of ``swims`` where the other creature's spaces begin


cdef bint can_choose_step(const State* s, const Tables* t) noexcept nogil:
    return can_build(s) or can_load(s, t)                           # PK-C1.1


cdef bint can_build(const State* s) noexcept nogil:
    cdef int32_t kind
    for kind in range(KINDS):
        if s.tiles[kind]:
            return True                                             # the ground has always room
    return False


cdef bint can_load(const State* s, const Tables* t) noexcept nogil:
    return s.supply[s.active] > 0 and room(s, t) > 0


cdef int32_t list_steps(const State* s, const Tables* t, Move* out) noexcept nogil:
    cdef int32_t n = 0
    if can_build(s):
        n = add(out, n, BUILD)
    if can_load(s, t):
        n = add(out, n, LOAD)
    return n


cdef int32_t list_tiles(const State* s, Move* out) noexcept nogil:
    cdef int32_t kind
    cdef int32_t n = 0
    for kind in range(KINDS):
        if s.tiles[kind]:                                           # PK-C1.2
            n = add_number(out, n, TILE, kind)
    return n


cdef int32_t list_places(const State* s, Move* out) noexcept nogil:
    cdef int32_t n = list_ground(s, s.decider, out, 0)
    if s.round > 0:                                                 # PK-B10: not on top in set-up
        n = list_upper(s, s.decider, out, n)
    return n


cdef int32_t list_loads(const State* s, const Tables* t, Move* out) noexcept nogil:
    cdef int32_t most = min(<int32_t>s.strength[s.active][<int32_t>WAVE], room(s, t))    # PK-C1.7
    cdef int32_t count
    cdef int32_t n = 0
    for count in range(1, min(most, <int32_t>s.supply[s.active]) + 1):
        n = add_number(out, n, LOAD_COUNT, count)
    return n


cdef uint64_t swims(const State* s, const Tables* t) noexcept nogil:
    """Return where the creatures get to: the one on the lower space in the low half of the word."""
    cdef int32_t low = lower(s)
    cdef int32_t high = higher(s)
    cdef int32_t shark = t.loop[s.shark]
    cdef int32_t steps = s.strength[s.active][<int32_t>ARROW]       # PK-C2.1
    cdef uint64_t found = reach(t, low, shark, steps)
    if high != low:
        found |= <uint64_t>reach(t, high, shark, steps) << SECOND
    return found


cdef inline int32_t lower(const State* s) noexcept nogil:
    return min(s.creature[s.active][0], s.creature[s.active][1])


cdef inline int32_t higher(const State* s) noexcept nogil:
    return max(s.creature[s.active][0], s.creature[s.active][1])


cdef inline int32_t add_swim(const State* s, Move* out, int32_t n, int32_t place) noexcept nogil:
    """Write the move of a bit of ``swims``; return n + 1."""
    add(out, n, SWIM)
    out[n].origin = lower(s) if place < SECOND else higher(s)
    out[n].space = place & (SECOND - 1)
    return n + 1


cdef int32_t list_swims(const State* s, const Tables* t, Move* out) noexcept nogil:
    cdef uint64_t places = swims(s, t)
    cdef int32_t n = 0
    while places:
        n = add_swim(s, out, n, lowest(places))
        places &= places - 1
    return n


cdef int32_t draw_swim(const State* s, const Tables* t, Move* out, Stream* stream,
                       const Chance* chance) noexcept nogil:
    """Write the move that a draw takes; return how many there are."""
    cdef uint64_t places = swims(s, t)
    cdef int32_t n = how_many(places)
    add_swim(s, out, 0, draw_bit(places, n, stream, chance))
    return n


cdef void apply_step(State* s, const Tables* t, const Move* m) noexcept nogil:
    if m.kind == SWIM:
        swim_to(s, t, m)
    elif m.kind == BUILD:
        s.phase = CHOOSE_TILE
    elif m.kind == LOAD:
        s.phase = CHOOSE_LOAD
    elif m.kind == LOAD_COUNT:
        load(s, t, s.active, m.number)
        s.phase = CHOOSE_SWIM
    elif m.kind == GROUND:
        choose_ground(s, s.decider, m)
        s.phase = CHOOSE_PARTNER
    elif m.kind == UPPER:
        choose_upper(s, m)
        begin_orient(s, t)
    elif m.kind == PARTNER:
        s.toward = m.toward
        begin_orient(s, t)
    elif m.kind == ORIENT:
        orient(s, t, m.number)
    else:                                # START_TILE or TILE; it leaves its stack when it lies
        s.building = m.number
        s.phase = CHOOSE_PLACE


cdef void begin_orient(State* s, const Tables* t) noexcept nogil:
    """Ask which symbol lies where, unless both are the same."""
    s.phase = CHOOSE_ORIENT
    if tile_symbol(s, t, 0) == tile_symbol(s, t, 1):
        orient(s, t, 0)


cdef uint8_t tile_symbol(const State* s, const Tables* t, int32_t second) noexcept nogil:
    """Return the first or the second symbol of the tile that is being laid."""
    if s.round == 0:
        return t.start_second[s.building] if second else t.start_first[s.building]
    return t.tile_second[s.building] if second else t.tile_first[s.building]


cdef void orient(State* s, const Tables* t, int32_t turned) noexcept nogil:
    lay_tile(s, s.decider, tile_symbol(s, t, turned), tile_symbol(s, t, 1 - turned))
    if s.round == 0:
        s.start_left[s.decider] &= <uint8_t>~bit(s.building)
        next_start_tile(s, t)
    else:
        s.tiles[s.building] -= 1
        s.tiles_built[s.decider][s.building] += 1
        s.phase = CHOOSE_SWIM


cdef void swim_to(State* s, const Tables* t, const Move* m) noexcept nogil:
    cdef int32_t i = 0 if s.creature[s.active][0] == m.origin else 1
    s.creature[s.active][i] = m.space                               # PK-C2.5
    s.swum_to = m.space
    s.food_wave = t.wave_of[m.space]                                # PK-C3.1
    s.picks_left = s.strength[s.active][<int32_t>EAT_SYMBOL]
    s.shark_steps = t.shark_number[m.space]                         # PK-C4.1
    s.phase = CHOOSE_FOOD
