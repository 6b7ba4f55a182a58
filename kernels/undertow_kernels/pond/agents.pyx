"""What a move means for the seat that decides, from what it knows: the features of greedy agents.

A card that names a piece is rated by the best move that it makes possible.
"""

from libc.stdint cimport uint8_t
from libc.stdlib cimport abs
from libc.string cimport memset

from ..core.rng cimport uint128_t
from .board cimport (
    first_square, frozen_squares, shielded_squares, square_bit, squares, squares_of, targets,
)
from .capture cimport put, reaches_shore, take_off, vacant
from .reach cimport Reach, Sight, friendly, look_round, reach_of, reached, relief, threat
from .scoring cimport VALUE_SHIFT, colours_left, dragonfly_left
from .state cimport (
    AGILE, AGILE_CARD, DISCARD, EACH, FREE, FROGS, FROG_LEGS, FROG_TONGUE, MAX_PLAYERS, MOVE,
    Move, NO_PIECE, POISONOUS_SNAKE, REACT_NONE, REACT_SHELL, REMOVE, RETURN, SIDE, SPIDERS,
    SPIDER_WEB, State, TONGUE, TURTLE_SHELL, Tables, WEB, colour_of, kind_of,
)
from .worth cimport lead

cdef enum:
    CENTRE = 4               # row and column of the middle of the table


cdef void rate(const void* view, const void* tables, const void* moves, int32_t n,
               int32_t* features) noexcept nogil:
    """Add what moves mean for the seat that decides."""
    cdef Sight o
    cdef int32_t i
    o.s = <const State*>view
    o.t = <const Tables*>tables
    o.seat = o.s.decider
    o.frozen = frozen_squares(o.s, o.t) if o.s.webs else 0
    look_round(&o)
    for i in range(n):
        rate_one(&o, <const Move*>moves + i, features + i * <int32_t>FEATURES)


cdef void rate_one(Sight* o, const Move* m, int32_t* features) noexcept nogil:
    if m.kind == MOVE:
        rate_move(o, m.piece, m.square, features)
    elif m.kind <= REMOVE:
        rate_setup(o, m, features)
    elif m.kind <= TONGUE:
        rate_card(o, m, features)
    elif REACT_NONE <= m.kind <= REACT_SHELL:
        rate_reaction(o, m.kind, features)
    elif m.kind == RETURN:
        rate_square(o, o.s.attacker, m.square, features)
    elif m.kind == FREE:
        features[<int32_t>RESCUED] = rescue(o, m.piece)
    elif m.kind == DISCARD:
        features[<int32_t>CARD] = use_of(m.card)


# --- set-up ---------------------------------------------------------------------------------------

cdef void rate_setup(const Sight* o, const Move* m, int32_t* features) noexcept nogil:
    cdef int32_t i, last
    if m.kind == REMOVE:                                            # KP-1.7
        features[<int32_t>SPOILED] = o.worth[m.piece]
        features[<int32_t>TAKEN] = 1
        return
    i = kind_of(o.s.placing)
    last = SPIDERS - 1
    if i >= SPIDERS:
        i -= SPIDERS
        last = FROGS - 1
    features[<int32_t>MIDDLE] = (<int32_t>m.value - VALUE_SHIFT) * min(i, last - i)


# --- moves ----------------------------------------------------------------------------------------

cdef void rate_move(Sight* o, int32_t piece, int32_t target,
                    int32_t* features) noexcept nogil:
    cdef int32_t origin = o.s.square[piece]
    cdef int32_t victim = <int32_t>o.s.at[target] - 1
    cdef int32_t won = is_table(o, target) - is_table(o, origin)
    if victim < 0:
        victim = NO_PIECE
    else:
        rate_capture(o, victim, features)
    features[<int32_t>SEATED] = won
    features[<int32_t>TABLE] += won * o.worth[piece]
    features[<int32_t>NEARER] = distance(origin) - distance(target)
    if o.t.far_shore_on and shore_reached(o, piece, target):        # KP-5.1
        features[<int32_t>RESCUED] = best_rescue(o, colour_of(piece))
    else:
        rate_reach(o, piece, target, victim, features)
    rate_ends(o, piece, target, victim, features)


cdef inline bint is_table(const Sight* o, int32_t square) noexcept nogil:
    return o.t.table[square >> 6] >> (square & 63) & 1


cdef void rate_capture(const Sight* o, int32_t victim, int32_t* features) noexcept nogil:
    cdef int32_t value = o.worth[victim]
    cdef bint sat = is_table(o, o.s.square[victim])
    if friendly(o, victim):
        features[<int32_t>FRIENDLY] = 1
        features[<int32_t>TABLE] = -value * sat
        return
    features[<int32_t>CAPTURED] = value
    features[<int32_t>UNSEATED] = value * sat
    features[<int32_t>TAKEN] = 1


cdef int32_t distance(int32_t square) noexcept nogil:
    """Return the steps from a square to the table, to its rim at least."""
    cdef int32_t rows = abs(square // <int32_t>SIDE - CENTRE)
    cdef int32_t columns = abs(square % <int32_t>SIDE - CENTRE)
    return max(1, max(rows, columns))


cdef void rate_reach(Sight* o, int32_t piece, int32_t target, int32_t victim,
                     int32_t* features) noexcept nogil:
    """Rate who reaches whom once a piece has come to a square."""
    cdef Reach there = reach_of(o, target, piece)
    cdef int32_t value = o.worth[piece]
    if o.piece != piece:                 # the moves of a piece follow one another
        o.piece = piece
        o.here = reach_of(o, o.s.square[piece], piece)
    features[<int32_t>EXPOSED] = exposed(&there, value) - exposed(&o.here, value)
    features[<int32_t>DANGER] = danger(&there, value) - danger(&o.here, value)
    features[<int32_t>GUARDED] = there.guards > 0
    features[<int32_t>THREAT] = threat(o, target, piece)
    if victim != NO_PIECE and not friendly(o, victim):
        features[<int32_t>RELIEF] = relief(o, target, piece, victim)


cdef bint exposed(const Reach* r, int32_t value) noexcept nogil:
    """Return whether rivals win by taking a piece: more of them reach it, or it is worth more."""
    return r.rivals > r.guards or (r.rivals > 0 and value > r.least)


cdef int32_t danger(const Reach* r, int32_t value) noexcept nogil:
    """Return the points that a rival can win: all, or more than it loses in an exchange."""
    if not exposed(r, value):
        return 0
    return max(0, value - r.least) if r.guards else value


# --- ends -----------------------------------------------------------------------------------------

cdef void rate_ends(const Sight* o, int32_t piece, int32_t target, int32_t victim,
                    int32_t* features) noexcept nogil:
    """Rate the lead where a capture ends the game, or somebody then holds the table."""
    cdef State after
    cdef bint held = (
        o.most_seated + is_table(o, target) >= o.t.table_hold
        and table_held(o, piece, target, victim)
    )
    if victim == NO_PIECE and not held:
        return
    after = o.s[0]
    if victim != NO_PIECE:                                          # KP-2.5
        take_off(&after, victim)
        after.dungeon[victim] = o.seat + 1
    put(&after, piece, target)
    if victim != NO_PIECE and not (dragonfly_left(&after, o.t) and colours_left(&after, o.t)):
        features[<int32_t>ENDS] = lead(&after, o.t, o.seat)
    elif held:
        features[<int32_t>LOOMING] = lead(&after, o.t, o.seat)


cdef bint table_held(const Sight* o, int32_t piece, int32_t target,
                     int32_t victim) noexcept nogil:
    """Return whether a seat then has enough table squares, own pieces within reach not counted."""
    cdef uint128_t left = squares(o.t.table)                        # KP-3.1
    cdef uint128_t gone = 0 if victim == NO_PIECE else square_bit(o.s.square[victim])
    cdef uint128_t vacated = (gone | square_bit(o.s.square[piece])) & ~square_bit(target)
    cdef uint8_t held[MAX_PLAYERS]
    cdef bint found = False
    cdef int32_t sitter, seat, square
    memset(held, 0, sizeof(held))
    left &= ~vacated
    while left:
        square = first_square(left)
        left &= left - 1
        sitter = piece if square == target else <int32_t>o.s.at[square] - 1
        if sitter >= 0 and not (friendly(o, sitter) and reached(o, square, gone)):
            seat = o.t.owner[colour_of(sitter)]
            held[seat] += 1
            found = found or held[seat] >= o.t.table_hold
    return found


# --- far shore ------------------------------------------------------------------------------------

cdef bint shore_reached(const Sight* o, int32_t piece, int32_t target) noexcept nogil:
    cdef State thought = o.s[0]
    thought.attacker = piece
    thought.target = target
    return reaches_shore(&thought, o.t)


cdef int32_t best_rescue(const Sight* o, int32_t colour) noexcept nogil:
    """Return the points of the best piece of a colour that can be freed."""    # KP-5.2
    cdef int32_t piece
    cdef int32_t best = 0
    for piece in range(EACH * colour, EACH * colour + EACH):
        if o.s.dungeon[piece] and vacant(o.s, o.t, piece) != 0:
            best = max(best, rescue(o, piece))
    return best


cdef int32_t rescue(const Sight* o, int32_t piece) noexcept nogil:
    """Return the points that a rival loses when a piece is freed."""
    cdef int32_t captor = <int32_t>o.s.dungeon[piece] - 1
    if o.t.side[captor] == o.t.side[o.seat]:
        return 0
    return o.worth[piece]


cdef void rate_square(const Sight* o, int32_t piece, int32_t square,
                      int32_t* features) noexcept nogil:
    """Rate where a spider returns to."""
    cdef Reach there = reach_of(o, square, piece)
    features[<int32_t>EXPOSED] = exposed(&there, o.worth[piece])
    features[<int32_t>DANGER] = danger(&there, o.worth[piece])


# --- cards ----------------------------------------------------------------------------------------

cdef int32_t use_of(int32_t card) noexcept nogil:
    """Return how useful a card is to keep, 1 the least."""
    if card == SPIDER_WEB:
        return 1
    if card == FROG_LEGS:
        return 2
    if card == AGILE_CARD:
        return 3
    if card == POISONOUS_SNAKE:
        return 4
    return 5 if card == FROG_TONGUE else 6


cdef void rate_card(Sight* o, const Move* m, int32_t* features) noexcept nogil:
    if m.kind == WEB:
        features[<int32_t>CARD] = use_of(SPIDER_WEB)
        rate_web(o, m.piece, features)
    elif m.kind == TONGUE:
        features[<int32_t>CARD] = use_of(FROG_TONGUE)
        rate_capture(o, m.other, features)
        rate_ends(o, m.piece, o.s.square[m.piece], m.other, features)
    else:
        rate_named(o, m, features)
        features[<int32_t>CARD] = use_of(AGILE_CARD if m.kind == AGILE else FROG_LEGS)


cdef void rate_web(const Sight* o, int32_t piece, int32_t* features) noexcept nogil:
    cdef int32_t square = o.s.square[piece]
    cdef uint128_t near = (squares(o.t.line[1][square]) | square_bit(square)) & ~o.frozen
    cdef int32_t other
    while near:
        other = <int32_t>o.s.at[first_square(near)] - 1
        near &= near - 1
        if other < 0:
            continue
        if not friendly(o, other):
            features[<int32_t>HELD] += 1
        elif o.t.owner[colour_of(other)] == o.seat:
            features[<int32_t>STUCK] += not o.s.moved


cdef void rate_named(Sight* o, const Move* m, int32_t* features) noexcept nogil:
    """Rate Agile or Frog Legs by the best square that the piece reaches only with it."""
    cdef uint128_t closed = squares_of(o.s, o.t, colour_of(m.piece)) | shielded_squares(o.s)
    cdef int32_t agile = o.s.agile
    cdef int32_t legs = o.s.legs
    cdef uint128_t found = ~targets(o.s, o.t, m.piece, agile, legs, closed)
    cdef int32_t best = -1
    cdef int32_t most = 0
    cdef int32_t square, value
    if m.kind == AGILE:
        agile = 1
    else:
        legs += 1
    found &= targets(o.s, o.t, m.piece, agile, legs, closed)
    while found:
        square = first_square(found)
        found &= found - 1
        value = promise(o, m.piece, square)
        if best < 0 or value > most:
            best = square
            most = value
    if best >= 0:
        rate_move(o, m.piece, best, features)


cdef int32_t promise(const Sight* o, int32_t piece, int32_t square) noexcept nogil:
    """Return at a glance what a square is worth to a piece, in hundredths."""
    cdef int32_t victim = <int32_t>o.s.at[square] - 1
    cdef int32_t total = 0
    if is_table(o, square):
        total += o.worth[piece]
    if victim >= 0 and friendly(o, victim):
        total -= o.worth[victim]
    elif victim >= 0:
        total += o.worth[victim]
    return total


# --- reactions ------------------------------------------------------------------------------------

cdef void rate_reaction(const Sight* o, int32_t kind, int32_t* features) noexcept nogil:
    cdef int32_t value = o.worth[o.s.victim]
    cdef bint by_rival = not friendly(o, o.s.attacker)
    if kind == REACT_SHELL:                                         # KP-6.11
        features[<int32_t>CARD] = use_of(TURTLE_SHELL)
        return
    features[<int32_t>FRIENDLY] = 1
    features[<int32_t>TABLE] = -value * is_table(o, o.s.square[o.s.victim])
    if kind == REACT_NONE:
        features[<int32_t>GIVEN] = value * by_rival
        return
    features[<int32_t>CARD] = use_of(POISONOUS_SNAKE)               # KP-6.10
    features[<int32_t>TAKEN] = by_rival
    features[<int32_t>FRIENDLY] += not by_rival
    features[<int32_t>SPOILED] = o.worth[o.s.attacker] * by_rival
