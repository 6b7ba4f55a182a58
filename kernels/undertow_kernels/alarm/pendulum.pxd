from ..core.rng cimport Chance
from .state cimport State, Tables

cdef bint capsizes(State* s, const Tables* t, Chance* chance) noexcept nogil
