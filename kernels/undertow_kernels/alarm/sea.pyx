"""Sea tokens and reef: the deal, what is turned and taken, what is known of them."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from ..core.bits cimport bit, has, how_many, lowest
from ..core.rng cimport SETUP, chance_below, chance_shuffle
from .state cimport (
    ANIMALS, COPIES, KUNO, OTHERS, PLACES, REEF, SECTIONS, STACKS, STACK_SIZE, TAKE, TOKENS, TURN,
    UNKNOWN, WAVE, add,
)


cdef void lay_out(State* s, const Tables* t, int32_t seats, Chance* chance) noexcept nogil:
    """Deal sea and reef, place ship and Kuno, draw the start player."""
    cdef int32_t seat
    s.players = seats
    s.start = chance_below(chance, SETUP, seats)                    # KA-1.6
    s.captain = s.start
    for seat in range(seats):
        s.provisions[seat] = t.provisions                           # KA-1.4
    deal_sea(s, t, chance)
    deal_reef(s, chance)
    s.ship = 0
    s.kuno = SECTIONS - 1                                           # KA-1.5


cdef void deal_sea(State* s, const Tables* t, Chance* chance) noexcept nogil:
    cdef uint8_t others[OTHERS]
    cdef int32_t i, section
    for i in range(OTHERS):                                         # KA-1.2
        others[i] = KUNO if i >= OTHERS - t.kuno_tokens else 1 + i % ANIMALS
    chance_shuffle(chance, SETUP, others, OTHERS)
    for section in range(SECTIONS):                                 # KA-1.1
        for i in range(PLACES - 1):
            s.sea[PLACES * section + i] = others[(PLACES - 1) * section + i]
        s.sea[PLACES * section + PLACES - 1] = WAVE
        chance_shuffle(chance, SETUP, &s.sea[PLACES * section], PLACES)
        s.known[section][<int32_t>WAVE] = 1                         # KA-7.2


cdef void deal_reef(State* s, Chance* chance) noexcept nogil:
    cdef int32_t i
    for i in range(REEF):
        s.reef[i] = 1 + i // COPIES                                 # KA-1.3
    chance_shuffle(chance, SETUP, s.reef, REEF)
    for i in range(STACKS):
        s.left[i] = STACK_SIZE


cdef int32_t list_tokens(const State* s, Move* moves, int32_t n) noexcept nogil:
    cdef uint32_t free = covered(s)
    while free:
        n = add(moves, n, TURN, lowest(free))
        free &= free - 1
    return n


cdef int32_t list_stacks(const State* s, Move* moves) noexcept nogil:
    cdef int32_t stack
    cdef int32_t n = 0
    for stack in range(STACKS):
        if s.left[stack] and s.reef[top(s, stack)] == s.animal:     # KA-3.2
            n = add(moves, n, TAKE, stack)
    return n


cdef int32_t turn_token(State* s, int32_t place) noexcept nogil:
    """Turn a token of the ship's section face up for all to see; return its kind."""
    cdef int32_t token = PLACES * s.ship + place
    cdef int32_t kind = s.sea[token]
    cdef int32_t i
    cdef uint8_t there = 0
    s.open_tokens |= <uint16_t>bit(token)
    s.seen |= <uint16_t>bit(token)                                  # KA-7.1
    s.seen_round[token] = s.round
    for i in range(PLACES):
        there += has(s.seen, PLACES * s.ship + i) & (s.sea[PLACES * s.ship + i] == kind)
    s.known[s.ship][kind] = max(s.known[s.ship][kind], there)
    s.turned += 1
    s.turned_in_all += 1
    return kind


cdef bint limit_reached(const Tables* t, uint32_t open_tokens, int32_t ship,
                        int32_t turned) noexcept nogil:
    """Return whether the tokens turned in a turn, or open on the ship's section, end it."""
    if t.limit_by_turn:                                             # KA-3.6
        return turned >= t.token_limit
    return how_many(open_tokens >> (PLACES * ship) & (bit(PLACES) - 1)) >= t.token_limit


cdef uint32_t tops(const State* s) noexcept nogil:
    """Return the animals on top of the reef, a bit each."""
    cdef uint32_t found = 0
    cdef int32_t stack
    for stack in range(STACKS):
        if s.left[stack]:
            found |= <uint32_t>bit(s.reef[top(s, stack)])
    return found


cdef bint on_reef(const State* s, int32_t animal) noexcept nogil:
    return tops(s) >> animal & 1


cdef void take_animal(State* s, int32_t stack) noexcept nogil:
    s.taken[s.reef[top(s, stack)]] += 1
    s.reef[top(s, stack)] = UNKNOWN
    s.left[stack] -= 1
    s.animals[s.captain] += 1


cdef void stir(State* s, Chance* chance) noexcept nogil:
    """Shuffle the ship's section: its places are forgotten, not what is in it."""
    chance_shuffle(chance, SETUP, &s.sea[PLACES * s.ship], PLACES)  # KA-6.2
    s.seen &= <uint16_t>~((bit(PLACES) - 1) << (PLACES * s.ship))


cdef void hide_unknown(State* view) noexcept nogil:
    cdef uint8_t shown[STACKS]
    cdef int32_t i, stack
    for i in range(TOKENS):                                         # 0 is UNKNOWN
        view.sea[i] &= <uint8_t>(0 - (<uint32_t>view.seen >> i & 1))
    for stack in range(STACKS):                                     # KA-7.3
        shown[stack] = view.reef[top(view, stack)] if view.left[stack] else 0
    memset(view.reef, UNKNOWN, REEF)
    for stack in range(STACKS):
        if view.left[stack]:
            view.reef[top(view, stack)] = shown[stack]
