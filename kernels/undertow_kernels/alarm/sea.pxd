from libc.stdint cimport int32_t, uint32_t

from ..core.rng cimport Chance
from .state cimport (
    ANIMALS, KUNO, Move, OTHERS, PLACES, SECTIONS, STACK_SIZE, State, Tables, WAVE,
)

cdef void lay_out(State* s, const Tables* t, int32_t seats, Chance* chance) noexcept nogil
cdef int32_t list_tokens(const State* s, Move* moves, int32_t n) noexcept nogil
cdef int32_t list_stacks(const State* s, Move* moves) noexcept nogil
cdef int32_t turn_token(State* s, int32_t place) noexcept nogil
cdef bint limit_reached(const Tables* t, uint32_t open_tokens, int32_t ship,
                        int32_t turned) noexcept nogil
cdef uint32_t tops(const State* s) noexcept nogil
cdef bint on_reef(const State* s, int32_t animal) noexcept nogil
cdef void take_animal(State* s, int32_t stack) noexcept nogil
cdef void stir(State* s, Chance* chance) noexcept nogil
cdef void hide_unknown(State* view) noexcept nogil


cdef inline uint32_t covered(const State* s) noexcept nogil:
    """Return which tokens of the ship's section lie face down, a bit per place."""    # KA-3.7
    return ~(<uint32_t>s.open_tokens >> (PLACES * s.ship)) & ((1 << PLACES) - 1)


cdef inline int32_t dealt(const Tables* t, int32_t kind) noexcept nogil:
    """Return how many sea tokens of a kind there are."""           # KA-1.2
    if kind == WAVE:
        return SECTIONS
    if kind == KUNO:
        return t.kuno_tokens
    return 1 + (kind - 1 < OTHERS - ANIMALS - t.kuno_tokens)


cdef inline int32_t top(const State* s, int32_t stack) noexcept nogil:
    """Return the index of the top token in the reef of a stack that is not empty."""
    return STACK_SIZE * (stack + 1) - s.left[stack]
