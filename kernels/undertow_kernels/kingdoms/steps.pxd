from libc.stdint cimport int32_t

from .gains cimport Look
from .state cimport A_SHARK, CASTLE, Move, SPACES, State, Tables, UNIT

cdef enum:
    SUPPLY_SPACE = SPACES    # beside the board

cdef struct Step:            # a creature moved, a unit set, sent or removed; or other moves, all 0
    Move move
    Move second              # its second half, if it has one
    int32_t creature
    int32_t origin           # a space, or SUPPLY_SPACE
    int32_t space            # likewise

cdef void set_step(Step* step, const State* s, const Move* m) noexcept nogil
cdef void land(Step* step, int32_t space) noexcept nogil
cdef void carry_out(State* s, const Tables* t, const Step* step) noexcept nogil
cdef void follow(Look* look, const State* s, const Step* step, const State* ahead,
                 int32_t* features) noexcept nogil
cdef void foresee(Look* look, const State* s, const Step* step, int32_t* features) noexcept nogil


cdef inline bint enters_castle(const Step* step) noexcept nogil:
    """Return whether a unit comes into the castle."""
    return step.space == CASTLE and UNIT <= step.creature < A_SHARK
