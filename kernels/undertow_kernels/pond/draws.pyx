"""Random seats without lists: all moves of a seat are counted, one is drawn and found by number.

Turns without cards are played in one loop that keeps count of squares and points instead of looking
for them again. It and the drawing of a move are compiled twice: for any processor, and for one that
counts and moves bits by instructions.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from ..core.bits cimport EVERY_BYTE, EVERY_HIGH, how_many, nth
from ..core.game cimport Lead
from ..core.ranking cimport follow_lead
from ..core.rng cimport AGENT, Chance, Stream, open_streams, stream_below, uint128_t
from .board cimport squares, squares_of
from .capture cimport begin_move, put, start_move
from .scoring cimport VALUE_SHIFT, held_squares, join_sides, own_points
from .start cimport list_values, place_value
from .state cimport (
    CHOOSE_ACT, CHOOSE_VALUE, CODES, COLOURS, DRAGONFLY, EACH, MAX_PLAYERS, MOVE, Move, NO_PIECE,
    SIDE, SPIDERS, State, Tables, add_piece, colour_of,
)
from .turns cimport check_end, continue_setup, next_turn

cdef extern from *:
    """
    static unsigned int undertow_pond_draw(void*, const void*, void*, void*, void*)
        __attribute__((flatten));
    static int undertow_pond_sample(const void*, const void*, void*, void*, const void*)
        __attribute__((flatten));

    #ifdef __x86_64__                    /* wheels are for any x86-64: choose as the program runs */
    #define UNDERTOW_BITS __attribute__((target("popcnt,bmi,bmi2")))
    static inline int UNDERTOW_BITS undertow_nth_by_bits(unsigned long long word, int k)
    {
        return __builtin_ctzll(__builtin_ia32_pdep_di(1ull << k, word));
    }
    static int undertow_has_bits(void)   /* the first Zens do have pdep, some hundred cycles slow */
    {
        return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi")
            && __builtin_cpu_supports("bmi2")
            && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
    }
    static unsigned int undertow_pond_draw_by_bits(void*, const void*, void*, void*, void*)
        __attribute__((flatten)) UNDERTOW_BITS;
    static int undertow_pond_sample_by_bits(const void*, const void*, void*, void*, const void*)
        __attribute__((flatten)) UNDERTOW_BITS;
    #else
    #define undertow_nth_by_bits undertow_nth
    #define undertow_has_bits() 0
    #endif
    """
    bint has_bits "undertow_has_bits"() nogil
    int32_t popcount "__builtin_popcountll"(uint64_t word) noexcept nogil
    int32_t nth_by_bits "undertow_nth_by_bits"(uint64_t word, int32_t k) noexcept nogil

cdef enum:
    BYTES = 8                # of a word

cdef struct Counts:          # what follows from a state, kept up with the pieces as they move
    uint64_t own[COLOURS][2]     # squares of a colour's pieces
    int32_t points[MAX_PLAYERS]  # of a seat without its partner
    int32_t held[MAX_PLAYERS]    # squares of the table

cdef struct Step:            # a move: a piece, the square that it goes to
    int32_t piece
    int32_t square

cdef struct Ways:            # where a colour's pieces may go
    uint64_t found[EACH]     # as the window of each shows it
    uint64_t upto[3]         # of pieces 0..k together, at most 96: byte 8 + k; those before are 0
    int32_t total


cdef bint _bits = has_bits()


def by_bits(wanted=True):
    """Let random turns be compiled code of bit instructions, or code for any processor.

    Parameters
    ----------
    wanted : bool

    Returns
    -------
    bool
        Whether it is bit instructions from now on: never on a processor that lacks them.
    """
    global _bits
    _bits = wanted and has_bits()
    return _bits


cdef uint32_t draw_on(void* state, const void* tables, Stream* agents, Chance* chance,
                      Lead* lead) noexcept nogil:
    """Let random seats place values and move, up to another choice; return their decisions."""
    cdef State* s = <State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef uint32_t decisions
    decisions = draw_values(s, t, agents, chance)
    if s.phase != CHOOSE_ACT or t.pond_power:
        return decisions
    if _bits:
        return decisions + draw_by_bits(s, t, agents, chance, lead)
    return decisions + draw_anywhere(s, t, agents, chance, lead)


cdef uint32_t draw_values(State* s, const Tables* t, Stream* agents,
                          Chance* chance) noexcept nogil:
    cdef Move moves[CODES]
    cdef uint32_t decisions = 0
    cdef int32_t n
    while s.phase == CHOOSE_VALUE:       # in round 0, with which all streams begin
        n = list_values(s, t, moves)
        decisions += n > 1
        place_value(s, t, moves[stream_below(&agents[s.decider], chance, n)].value)
        continue_setup(s, t, chance)
    return decisions


cdef uint32_t draw_anywhere "undertow_pond_draw"(
        void* state, const void* tables, void* agents, void* chance, void* lead) noexcept nogil:
    return draw_turns(<State*>state, <const Tables*>tables, <Stream*>agents, <Chance*>chance,
                      <Lead*>lead, False)


cdef uint32_t draw_by_bits "undertow_pond_draw_by_bits"(
        void* state, const void* tables, void* agents, void* chance, void* lead) noexcept nogil:
    return draw_turns(<State*>state, <const Tables*>tables, <Stream*>agents, <Chance*>chance,
                      <Lead*>lead, True)


cdef inline uint32_t draw_turns(State* s, const Tables* t, Stream* agents, Chance* chance,
                                Lead* lead, bint bits) noexcept nogil:
    cdef Counts c
    cdef uint32_t decisions = 0
    count(s, t, &c)
    while s.phase == CHOOSE_ACT:
        if agents[s.active].round != s.round:
            begin_round(s, t, &c, agents, chance, lead)
        if not s.moved:
            decisions += draw_move(s, t, &c, &agents[s.active], chance, bits)
        if s.phase == CHOOSE_ACT:
            next_turn(s, t, c.held, chance)
    return decisions


cdef inline void count(const State* s, const Tables* t, Counts* c) noexcept nogil:
    cdef int32_t seat
    count_squares(s, t, c)
    own_points(s, t, c.points)
    for seat in range(s.players):
        c.held[seat] = held_squares(s, t, seat)


cdef inline void count_squares(const State* s, const Tables* t, Counts* c) noexcept nogil:
    cdef int32_t colour
    cdef uint128_t own
    for colour in range(COLOURS):
        own = squares_of(s, t, colour)
        c.own[colour][0] = <uint64_t>own
        c.own[colour][1] = <uint64_t>(own >> 64)


cdef inline void begin_round(const State* s, const Tables* t, const Counts* c, Stream* agents,
                             const Chance* chance, Lead* lead) noexcept nogil:
    """Draw for all seats at once, and look who leads."""
    cdef int32_t points[MAX_PLAYERS]
    cdef int32_t seat
    open_streams(agents, s.players, chance, AGENT, s.round)
    if lead.round == s.round:
        return
    for seat in range(MAX_PLAYERS):
        points[seat] = c.points[seat]
    if t.teams:
        join_sides(s, t, points)
    follow_lead(lead, points, s.players)
    lead.round = s.round


cdef inline bint draw_move(State* s, const Tables* t, Counts* c, Stream* stream, Chance* chance,
                           bint bits) noexcept nogil:
    """Play a move, if there is one; return whether it was one of several."""
    cdef Step step
    cdef int32_t n = choose(s, t, c.own, &step, stream, chance, bits)
    if n == 0:
        return False
    follow(s, t, c, step.piece, step.square)
    if s.at[step.square] or t.far_shore_on:
        make_move(s, t, &step, chance)
    else:
        begin_move(s, step.piece, step.square)
        s.victim = NO_PIECE
        put(s, step.piece, step.square)
    return n > 1


cdef void make_move(State* s, const Tables* t, const Step* step, Chance* chance) noexcept nogil:
    """Move by all the rules: something is captured, or the far shore is reached perhaps."""
    cdef Move move
    add_piece(&move, 0, MOVE, step.piece, step.square)
    start_move(s, t, &move, chance)
    check_end(s, t)


cdef inline void follow(const State* s, const Tables* t, Counts* c, int32_t piece,
                        int32_t square) noexcept nogil:
    """Count what a move changes that is about to be made."""
    cdef int32_t origin = s.square[piece]
    cdef int32_t victim = <int32_t>s.at[square] - 1
    cdef int32_t won = <int32_t>t.seated[square] - <int32_t>t.seated[origin]
    cdef uint64_t* own = c.own[colour_of(piece)]
    own[0] ^= t.spot[origin][0] ^ t.spot[square][0]
    own[1] ^= t.spot[origin][1] ^ t.spot[square][1]
    c.held[s.active] += won
    c.points[s.active] += won * (<int32_t>s.value[piece] - VALUE_SHIFT)    # KP-4.1
    if victim >= 0:
        follow_capture(s, t, c, victim)


cdef inline void follow_capture(const State* s, const Tables* t, Counts* c,
                                int32_t victim) noexcept nogil:
    cdef int32_t square = s.square[victim]
    cdef int32_t seat = t.owner[colour_of(victim)]
    cdef int32_t value = <int32_t>s.value[victim] - VALUE_SHIFT
    cdef uint64_t* own = c.own[colour_of(victim)]
    own[0] ^= t.spot[square][0]
    own[1] ^= t.spot[square][1]
    c.held[seat] -= t.seated[square]
    c.points[seat] -= t.seated[square] * value                      # KP-4.1
    if t.side[seat] != t.side[s.active]:                            # KP-4.2
        c.points[s.active] += value


# --- one move among many --------------------------------------------------------------------------

cdef int32_t sample_move(const State* s, const Tables* t, Move* out, Stream* stream,
                         const Chance* chance) noexcept nogil:
    """Put the move that a draw chooses from ``list_moves`` into out[0]; return their number.

    For a game without cards: no piece is frozen, shielded or named.
    """
    if _bits:
        return sample_by_bits(s, t, out, stream, chance)
    return sample_anywhere(s, t, out, stream, chance)


cdef int32_t sample_anywhere "undertow_pond_sample"(
        const void* state, const void* tables, void* out, void* stream,
        const void* chance) noexcept nogil:
    return sample_way(<const State*>state, <const Tables*>tables, <Move*>out, <Stream*>stream,
                      <const Chance*>chance, False)


cdef int32_t sample_by_bits "undertow_pond_sample_by_bits"(
        const void* state, const void* tables, void* out, void* stream,
        const void* chance) noexcept nogil:
    return sample_way(<const State*>state, <const Tables*>tables, <Move*>out, <Stream*>stream,
                      <const Chance*>chance, True)


cdef inline int32_t sample_way(const State* s, const Tables* t, Move* out, Stream* stream,
                               const Chance* chance, bint bits) noexcept nogil:
    cdef Counts c
    cdef Step step
    cdef int32_t n
    count_squares(s, t, &c)
    n = choose(s, t, c.own, &step, stream, chance, bits)
    if n:
        add_piece(out, 0, MOVE, step.piece, step.square)
    return n


cdef inline int32_t choose(const State* s, const Tables* t, const uint64_t (*own)[2], Step* step,
                           Stream* stream, const Chance* chance, bint bits) noexcept nogil:
    """Write the move that a draw takes of all that a seat has; return how many those are."""
    cdef Ways first, second  # by colour of the seat
    cdef const uint8_t* colours = t.colours[s.active]
    cdef int32_t total, pick
    count_ways(s, t, colours[0], own[colours[0]], &first, bits)
    total = first.total
    if t.colours_each > 1:                                          # KP-1.5
        count_ways(s, t, colours[1], own[colours[1]], &second, bits)
        total += second.total
    if total == 0:
        return 0
    pick = stream_below(stream, chance, total)
    if pick < first.total:
        find_way(s, t, colours[0], &first, pick, step, bits)
    else:
        find_way(s, t, colours[1], &second, pick - first.total, step, bits)
    return total


cdef inline void count_ways(const State* s, const Tables* t, int32_t colour, const uint64_t* own,
                            Ways* ways, bint bits) noexcept nogil:
    """Count where a colour's pieces may go; one off the board has an empty row."""
    cdef const uint8_t* square = &s.square[EACH * colour]
    cdef uint128_t closed = squares(own)
    cdef uint64_t shown[3]               # the own pieces as each window shows them
    cdef int32_t k
    cdef uint64_t found, total
    shown[0] = <uint64_t>closed
    shown[1] = <uint64_t>(closed >> <int32_t>SIDE)
    shown[2] = <uint64_t>(closed >> 2 * <int32_t>SIDE)
    total = ways.upto[0] = ways.upto[1] = ways.upto[2] = 0
    for k in range(EACH):
        found = t.near[(k >= SPIDERS) + (k == DRAGONFLY)][square[k]] & ~shown[t.window[square[k]]]
        ways.found[k] = found
        total += <uint64_t>size_of(found, bits)
        ways.upto[1 + k // BYTES] |= total << BYTES * (k % BYTES)
    ways.total = <int32_t>total


cdef inline void find_way(const State* s, const Tables* t, int32_t colour, const Ways* ways,
                          int32_t pick, Step* step, bint bits) noexcept nogil:
    """Write the move that ``pick`` others of a colour precede, without a branch.

    It takes the first byte of a word for the lowest, as on a little-endian machine.
    """
    cdef uint64_t wanted = <uint64_t>pick * EVERY_BYTE | EVERY_HIGH
    cdef int32_t k = size_of((wanted - ways.upto[1]) & EVERY_HIGH
                             | ((wanted - ways.upto[2]) & 0x8080) >> 1, bits)
    pick -= (<const uint8_t*>ways.upto)[BYTES - 1 + k]
    step.piece = EACH * colour + k
    step.square = SIDE * <int32_t>t.window[s.square[step.piece]]
    step.square += nth_by_bits(ways.found[k], pick) if bits else nth(ways.found[k], pick)


cdef inline int32_t size_of(uint64_t set, bint bits) noexcept nogil:
    return popcount(set) if bits else how_many(set)
