from libc.stdint cimport int32_t

from .state cimport State, Tables

cpdef enum Invariant:
    SOUND = 0
    SEA_CONSERVED = 1        # one wave a section, the Kunos and animals of the deal
    REEF_CONSERVED = 2       # tokens taken are the players', the rest lies in the stacks
    PROVISIONS_SOUND = 3     # one lost for each ship that lay
    PLACES_SOUND = 4         # sections, open tokens and Kuno as a choice allows
    KNOWLEDGE_SOUND = 5      # never more known than there is

cdef int32_t broken(const State* s, const Tables* t) noexcept nogil
