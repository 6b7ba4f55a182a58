"""Moving, capturing, reacting, the far shore; what is left to be checked is left to rules."""

from libc.stdint cimport uint8_t, uint64_t

from ..core.bits cimport bit, lowest
from ..core.rng cimport uint128_t
from .board cimport (
    first_square, frozen_squares, shielded_squares, square_bit, squares, squares_of, targets,
)
from .cards cimport draw_card, shell_ready, spend
from .state cimport (
    CHOOSE_ACT, CHOOSE_FREED, CHOOSE_REACTION, CHOOSE_RETURN, COLOURS, DRAGONFLY, EACH, FREE,
    FROG_TONGUE, MOVE, NO_PIECE, OFF, POISONOUS_SNAKE, REACT_NONE, REACT_SHELL, REACT_SNAKE, RETURN,
    SPIDERS, TURTLE_SHELL, add, add_piece, colour_of, kind_of, rank_of,
)

cdef void take_off(State* s, int32_t piece) noexcept nogil:
    """Take a piece off the board, its tokens with it."""           # KP-6.13
    if s.square[piece] != OFF:
        s.at[s.square[piece]] = 0
    s.square[piece] = OFF
    s.webs &= ~bit(piece)
    s.shells &= ~bit(piece)


cdef int32_t list_moves(const State* s, const Tables* t, Move* moves) noexcept nogil:
    cdef uint128_t frozen = frozen_squares(s, t)
    cdef uint128_t shielded = shielded_squares(s)
    cdef int32_t colour, piece
    cdef uint128_t closed
    cdef int32_t n = 0
    for colour in range(COLOURS):
        if t.owner[colour] != s.active:                             # KP-2.1
            continue
        closed = squares_of(s, t, colour) | shielded
        for piece in range(EACH * colour, EACH * colour + EACH):
            if s.square[piece] == OFF or (s.named and s.named != piece + 1):
                continue
            if not frozen & square_bit(s.square[piece]):
                n = list_targets(s, t, piece, closed, moves, n)
    return n


cdef int32_t list_targets(const State* s, const Tables* t, int32_t piece, uint128_t closed,
                          Move* moves, int32_t n) noexcept nogil:
    cdef uint128_t found = targets(s, t, piece, s.agile, s.legs, closed)
    cdef uint64_t half = <uint64_t>found
    while half:
        n = add_piece(moves, n, MOVE, piece, lowest(half))
        half &= half - 1
    half = <uint64_t>(found >> 64)
    while half:
        n = add_piece(moves, n, MOVE, piece, 64 + lowest(half))
        half &= half - 1
    return n


cdef void start_move(State* s, const Tables* t, const Move* move, Chance* chance) noexcept nogil:
    begin_move(s, move.piece, move.square)
    if s.at[move.square]:
        start_capture(s, t, s.at[move.square] - 1, chance)          # KP-2.5
    else:
        s.victim = NO_PIECE
        arrive(s, t)


cdef void start_tongue(State* s, const Tables* t, const Move* move, Chance* chance) noexcept nogil:
    spend(s, s.active, FROG_TONGUE)
    s.attacker = move.piece
    s.by_tongue = 1
    start_capture(s, t, move.other, chance)


cdef void start_capture(State* s, const Tables* t, int32_t victim, Chance* chance) noexcept nogil:
    cdef int32_t owner = t.owner[colour_of(victim)]
    s.victim = victim
    if owner != s.active and (s.hand[owner][<int32_t>POISONOUS_SNAKE] > 0
                              or shell_ready(s, t, owner)):         # KP-6.12
        s.decider = owner
        s.phase = CHOOSE_REACTION
    else:
        react(s, t, REACT_NONE, chance)


cdef int32_t list_reactions(const State* s, const Tables* t, Move* moves) noexcept nogil:
    cdef int32_t n = add(moves, 0, REACT_NONE)
    if s.hand[s.decider][<int32_t>POISONOUS_SNAKE]:
        n = add(moves, n, REACT_SNAKE)
    if shell_ready(s, t, s.decider):
        n = add(moves, n, REACT_SHELL)
    return n


cdef void react(State* s, const Tables* t, int32_t reaction, Chance* chance) noexcept nogil:
    """Settle a capture by the reaction to it."""                   # KP-6.14
    cdef int32_t owner = t.owner[colour_of(s.victim)]
    s.decider = s.active
    if reaction == REACT_SHELL:                                     # KP-6.11
        spend(s, owner, TURTLE_SHELL)
        s.shells |= bit(s.victim)
        s.phase = CHOOSE_ACT
        return
    lose_victim(s, t, owner, reaction, chance)
    if not s.by_tongue:
        arrive_after(s, t, reaction)
        return
    if reaction == REACT_SNAKE:
        take_off(s, s.attacker)
    s.phase = CHOOSE_ACT


cdef void lose_victim(State* s, const Tables* t, int32_t owner, int32_t reaction,
                      Chance* chance) noexcept nogil:
    """Take the piece off the board, out of the game with a snake; its owner may draw a card."""
    cdef bint draws = t.pond_power
    take_off(s, s.victim)
    if reaction == REACT_SNAKE:                                     # KP-6.10
        spend(s, owner, POISONOUS_SNAKE)
        draws = draws and t.snake_draws
    else:
        s.captures[s.active][rank_of(s.victim)] += 1
        s.dungeon[s.victim] = s.active + 1
        s.knower[s.victim] |= <uint8_t>bit(s.active)                # KP-7.1
    if draws:
        draw_card(s, owner, chance)


cdef void arrive_after(State* s, const Tables* t, int32_t reaction) noexcept nogil:
    """End a move that captured: on its square, or out of the game with a snake."""    # KP-5.3
    cdef bint shore = reaches_shore(s, t)
    if reaction == REACT_SNAKE:
        take_off(s, s.attacker)
    else:
        put(s, s.attacker, s.target)
    begin_shore(s, t, shore)


cdef void arrive(State* s, const Tables* t) noexcept nogil:
    cdef bint shore = reaches_shore(s, t)
    put(s, s.attacker, s.target)
    begin_shore(s, t, shore)


cdef bint reaches_shore(const State* s, const Tables* t) noexcept nogil:
    """Return whether the move at hand leads a spider to its far shore."""    # KP-5.1
    cdef uint128_t area
    if not t.far_shore_on or kind_of(s.attacker) >= SPIDERS:
        return False
    area = squares(t.far_shore[colour_of(s.attacker)])
    return area & square_bit(s.target) and not area & square_bit(s.square[s.attacker])


cdef void begin_shore(State* s, const Tables* t, bint shore) noexcept nogil:
    s.phase = CHOOSE_ACT
    if not shore:
        return
    s.shores[s.active] += 1
    if s.square[s.attacker] != OFF and vacant(s, t, s.attacker) != 0:
        s.phase = CHOOSE_RETURN
    else:
        begin_freeing(s, t)


cdef uint128_t vacant(const State* s, const Tables* t, int32_t piece) noexcept nogil:
    """Return the empty start squares of a piece's kind in its home."""
    cdef int32_t first = EACH * colour_of(piece)
    cdef int32_t last = first + SPIDERS
    cdef uint128_t found = 0
    cdef int32_t i
    if kind_of(piece) == DRAGONFLY:
        first += DRAGONFLY
        last = first + 1
    elif kind_of(piece) >= SPIDERS:
        last = first + DRAGONFLY
        first += SPIDERS
    for i in range(first, last):
        if s.at[t.start_square[i]] == 0:
            found |= square_bit(t.start_square[i])
    return found


cdef int32_t list_returns(const State* s, const Tables* t, Move* moves) noexcept nogil:
    cdef uint128_t found = vacant(s, t, s.attacker)
    cdef int32_t n = 0
    while found:
        n = add_piece(moves, n, RETURN, 0, first_square(found))
        found &= found - 1
    return n


cdef void return_spider(State* s, const Tables* t, int32_t square) noexcept nogil:
    put(s, s.attacker, square)
    begin_freeing(s, t)


cdef void begin_freeing(State* s, const Tables* t) noexcept nogil:
    cdef int32_t piece
    cdef int32_t first = EACH * colour_of(s.attacker)
    s.phase = CHOOSE_ACT
    for piece in range(first, first + EACH):                        # KP-5.2
        if s.dungeon[piece] and vacant(s, t, piece) != 0:
            s.phase = CHOOSE_FREED


cdef int32_t list_freed(const State* s, const Tables* t, Move* moves) noexcept nogil:
    cdef int32_t first = EACH * colour_of(s.attacker)
    cdef uint128_t found
    cdef int32_t piece
    cdef int32_t n = 0
    for piece in range(first, first + EACH):
        if s.dungeon[piece]:
            found = vacant(s, t, piece)
            while found:
                n = add_piece(moves, n, FREE, piece, first_square(found))
                found &= found - 1
    return n


cdef void free_piece(State* s, int32_t piece, int32_t square) noexcept nogil:
    s.dungeon[piece] = 0
    s.freed_round[piece] = s.round
    s.freed[s.active] += 1
    put(s, piece, square)
    s.phase = CHOOSE_ACT
