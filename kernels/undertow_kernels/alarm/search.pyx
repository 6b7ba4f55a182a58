"""What search needs: a sea and reef that fit a view, the worth of a position, and forgetting."""

from libc.stdint cimport int8_t, uint8_t, uint16_t
from libc.string cimport memcpy, memset

from ..core.bits cimport bit, has
from ..core.memory cimport remembers
from ..core.rng cimport SETUP, chance_shuffle
from .sea cimport dealt, top
from .state cimport (
    ANIMALS, COPIES, KINDS, PLACES, REEF, SECTIONS, STACKS, STACK_SIZE, TOKENS,
    UNKNOWN, WAVE,
)

cdef enum:
    # Fitted to who wins among greedy captains, in hundredths of a lead.
    ANIMAL = 65
    LAST_PROVISION = 25      # less, with one left


# --- a fresh deal of what the view leaves open ----------------------------------------------------

cdef void redeal(const void* view, const void* tables, int32_t seat, void* state,
                 Chance* chance) noexcept nogil:
    cdef State* s = <State*>state
    memcpy(s, view, sizeof(State))
    redeal_sea(s, <const Tables*>tables, chance)
    redeal_reef(s, chance)


cdef void redeal_sea(State* s, const Tables* t, Chance* chance) noexcept nogil:
    """Give each section what is known to be in it, then strangers drawn from all the rest."""
    cdef uint8_t strangers[TOKENS]
    cdef uint8_t there[SECTIONS][PLACES]
    cdef int32_t have[SECTIONS]
    cdef int32_t section
    cdef int32_t given = 0
    chance_shuffle(chance, SETUP, strangers, list_strangers(s, t, strangers))
    for section in range(SECTIONS):
        have[section] = strays(s, section, there[section])
        while have[section] < hidden_places(s, section):
            there[section][have[section]] = strangers[given]
            have[section] += 1
            given += 1
        chance_shuffle(chance, SETUP, there[section], have[section])
        lay_in_places(s, section, there[section])


cdef int32_t list_strangers(const State* s, const Tables* t, uint8_t* strangers) noexcept nogil:
    """Write the tokens that are not known to be in any section; return their number."""
    cdef int8_t left[KINDS]
    cdef int32_t kind, section
    for kind in range(1, KINDS):
        left[kind] = <int8_t>dealt(t, kind)
    for section in range(SECTIONS):
        for kind in range(1, KINDS):
            left[kind] -= <int8_t>s.known[section][kind]
    return list_kinds(left, strangers, TOKENS)


cdef int32_t strays(const State* s, int32_t section, uint8_t* there) noexcept nogil:
    """Write the tokens known to be in a section, but not where; return their number."""
    cdef int8_t left[KINDS]
    cdef int32_t i
    memcpy(left, s.known[section], KINDS)
    for i in range(PLACES * section, PLACES * (section + 1)):
        left[s.sea[i]] -= 1
    return list_kinds(left, there, PLACES)


cdef inline int32_t list_kinds(const int8_t* left, uint8_t* tokens, int32_t most) noexcept nogil:
    """Write as many tokens of each kind as are left, ``most`` in all; return their number."""
    cdef int32_t n = 0
    cdef int32_t kind
    cdef int8_t _i
    for kind in range(1, KINDS):
        for _i in range(left[kind]):
            if n < most:
                tokens[n] = kind
                n += 1
    return n


cdef int32_t hidden_places(const State* s, int32_t section) noexcept nogil:
    cdef int32_t i
    cdef int32_t n = 0
    for i in range(PLACES):
        n += s.sea[PLACES * section + i] == UNKNOWN
    return n


cdef void lay_in_places(State* s, int32_t section, const uint8_t* there) noexcept nogil:
    cdef int32_t i
    cdef int32_t n = 0
    for i in range(PLACES * section, PLACES * (section + 1)):
        if s.sea[i] == UNKNOWN:
            s.sea[i] = there[n]
            n += 1


cdef void redeal_reef(State* s, Chance* chance) noexcept nogil:
    """Shuffle the animals that are neither taken nor on top."""    # KA-7.3
    cdef uint8_t hidden[REEF]
    cdef int32_t left[ANIMALS + 1]
    cdef int32_t i, _copy, stack, kind
    cdef int32_t n = 0
    for kind in range(1, ANIMALS + 1):
        left[kind] = COPIES - s.taken[kind]
    for stack in range(STACKS):
        if s.left[stack]:
            left[s.reef[top(s, stack)]] -= 1
    for kind in range(1, ANIMALS + 1):
        for _copy in range(left[kind]):
            hidden[n] = kind
            n += 1
    chance_shuffle(chance, SETUP, hidden, n)
    for stack in range(STACKS):
        for i in range(STACK_SIZE * (stack + 1) - s.left[stack] + 1, STACK_SIZE * (stack + 1)):
            if n:                        # as ever but in a position that no game reaches
                n -= 1
                s.reef[i] = hidden[n]


# --- what a position is worth ---------------------------------------------------------------------

cdef void value(const void* state, const void* tables, int32_t* worth) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef int32_t seat
    for seat in range(s.players):
        worth[seat] = ANIMAL * (s.animals[seat] + t.handicap[seat])    # KA-5.5
        worth[seat] -= LAST_PROVISION * (s.provisions[seat] == 1)


# --- forgetting -----------------------------------------------------------------------------------

cdef void forget(void* view, const void* tables, const Recall* recall) noexcept nogil:
    """Blank the sea tokens that were turned and lie covered again, as far as forgotten."""
    cdef State* v = <State*>view
    cdef int32_t i
    for i in range(TOKENS):
        if has(v.seen, i) and not has(v.open_tokens, i):
            if not remembers(recall, i, v.seen_round[i]):
                v.sea[i] = UNKNOWN
                v.seen &= <uint16_t>~bit(i)
    for i in range(SECTIONS):
        forget_section(v, i)


cdef void forget_section(State* v, int32_t section) noexcept nogil:
    """Know of a section what its tokens still tell, and its wave."""    # KA-7.2
    cdef int32_t i
    memset(v.known[section], 0, KINDS)
    for i in range(PLACES * section, PLACES * (section + 1)):
        if v.sea[i] != UNKNOWN:
            v.known[section][v.sea[i]] += 1
    v.known[section][<int32_t>WAVE] = 1
