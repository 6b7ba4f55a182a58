"""What an agent still knows of things that it saw and that were covered again."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from .rng cimport Chance

cpdef enum Memories:
    PERFECT = 0              # nothing is forgotten
    FADING = 1               # each thing by a lifetime drawn when it was last seen
    BLANK = 2                # a covered thing is forgotten at once

cdef struct Memory:
    uint64_t kept            # FADING: of 2^32 things seen, how many outlive a round
    uint8_t  kind            # Memories

cdef struct Recall:          # a seat tries to remember, in a round
    const Memory* memory
    const Chance* chance     # of the game, for drawing lifetimes
    int32_t seat
    uint32_t round

cdef Memory memory_of(int32_t kind, uint64_t kept) except *
cdef bint remembers(const Recall* recall, uint32_t thing, uint32_t seen) noexcept nogil
