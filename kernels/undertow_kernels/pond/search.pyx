"""What search needs: values and cards that fit a view, the worth of a position, and forgetting."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from ..core.bits cimport bit, has
from ..core.memory cimport remembers
from ..core.rng cimport SETUP, chance_shuffle
from .agents cimport distance
from .scoring cimport VALUE_SHIFT, counts_for
from .state cimport (
    CARDS, CHOOSE_VALUE, CODES, COLOURS, DRAGONFLY, EACH, FROGS, MAX_PLAYERS, NO_SEAT, OFF, PIECES,
    PILE, SPIDERS, colour_of, kind_of,
)

cdef enum:                   # fitted to who wins among greedy players, in hundredths of a lead
    POINT = 28               # in a dungeon; of a piece on the board, shared by the other sides
    SPIDER = 35              # on the board, whatever its value
    OTHER = 60               # frog or dragonfly
    SEVERAL_FLY = 120        # dragonfly, with more than two sides
    STEP = 9                 # away from the table


# --- a fresh deal of what the view leaves open ----------------------------------------------------

cdef void redeal(const void* view, const void* tables, int32_t seat, void* state,
                 Chance* chance) noexcept nogil:
    cdef State* s = <State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef int32_t colour, owner
    memcpy(s, view, sizeof(State))
    for colour in range(COLOURS):
        owner = t.owner[colour]
        if owner == NO_SEAT:
            continue
        s.value[EACH * colour + DRAGONFLY] = t.dragonfly_code       # KP-1.3
        if owner < s.active or s.phase != CHOOSE_VALUE or t.values_dealt:
            redeal_values(&s.value[EACH * colour], t.spider_code, SPIDERS, chance)
            redeal_values(&s.value[EACH * colour + SPIDERS], t.frog_code, FROGS, chance)
    if t.pond_power and s.dealt:
        redeal_cards(s, t, seat, chance)


cdef void redeal_values(uint8_t* value, const uint8_t* codes, int32_t n,
                        Chance* chance) noexcept nogil:
    """Put the codes that are not seen under the pieces of a kind whose value is unknown."""
    cdef uint8_t hidden[SPIDERS]
    cdef int32_t left[CODES]
    cdef int32_t i, code, _copy
    cdef int32_t count = 0
    memset(left, 0, sizeof(left))
    for i in range(n):
        left[codes[i]] += 1
        left[value[i]] -= 1
    for code in range(1, CODES):
        for _copy in range(left[code]):
            hidden[count] = code
            count += 1
    chance_shuffle(chance, SETUP, hidden, count)
    for i in range(n):
        if value[i] == 0 and count:
            count -= 1
            value[i] = hidden[count]


cdef void redeal_cards(State* s, const Tables* t, int32_t seat, Chance* chance) noexcept nogil:
    """Deal what is neither in the own hand nor discarded to the others' hands and the pile."""
    cdef uint8_t hidden[PILE]
    cdef int32_t kind, other, i, _copy
    cdef int32_t n = 0
    for kind in range(1, CARDS):
        for _copy in range(t.card_count[kind] - s.discards[kind] - s.hand[seat][kind]):
            hidden[n] = kind
            n += 1
    chance_shuffle(chance, SETUP, hidden, n)
    for other in range(s.players):
        if other == seat:
            continue
        for _copy in range(min(<int32_t>s.hand_size[other], n)):
            n -= 1
            s.hand[other][hidden[n]] += 1
    for i in range(min(<int32_t>s.pile_size, n)):
        n -= 1
        s.pile[i] = hidden[n]


# --- what a position is worth ---------------------------------------------------------------------

cdef void value(const void* state, const void* tables, int32_t* worth) noexcept nogil:
    """Value what lies in a side's dungeons, and its pieces that are left, the nearer the better."""
    cdef const State* s = <const State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef int32_t of_side[MAX_PLAYERS]
    cdef int32_t rivals = other_sides(s, t)
    cdef int32_t piece, scorer, seat
    memset(of_side, 0, sizeof(of_side))
    for seat in range(s.players):
        of_side[t.side[seat]] += POINT * t.handicap[seat]           # KP-4.4
    for piece in range(PIECES):
        seat = t.owner[colour_of(piece)]
        if seat == NO_SEAT:
            continue
        if s.square[piece] != OFF:
            of_side[t.side[seat]] += (
                POINT * (<int32_t>s.value[piece] - VALUE_SHIFT) // rivals
                + of_piece(kind_of(piece), rivals) - STEP * distance(s.square[piece])
            )
            continue
        scorer = counts_for(s, t, piece)
        if scorer != NO_SEAT:
            of_side[t.side[scorer]] += POINT * (<int32_t>s.value[piece] - VALUE_SHIFT)
    for seat in range(s.players):
        worth[seat] = of_side[t.side[seat]]


cdef int32_t other_sides(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t most = 0
    cdef int32_t seat
    for seat in range(s.players):
        most = max(most, <int32_t>t.side[seat])
    return max(1, most)


cdef inline int32_t of_piece(int32_t kind, int32_t rivals) noexcept nogil:
    if kind < SPIDERS:
        return SPIDER
    return SEVERAL_FLY if kind == DRAGONFLY and rivals > 1 else OTHER


# --- forgetting -----------------------------------------------------------------------------------

cdef void forget(void* view, const void* tables, const Recall* recall) noexcept nogil:
    """Blank the values of pieces that left the seat's dungeon, as far as forgotten."""
    cdef State* v = <State*>view
    cdef const Tables* t = <const Tables*>tables
    cdef int32_t piece
    for piece in range(PIECES):
        if (has(v.knower[piece], recall.seat) and v.dungeon[piece] != recall.seat + 1
                and t.owner[colour_of(piece)] != recall.seat):
            if not remembers(recall, piece, v.freed_round[piece]):
                v.value[piece] = 0
                v.knower[piece] &= <uint8_t>~bit(recall.seat)
