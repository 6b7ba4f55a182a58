"""The ocean's geometry: where a creature gets to."""

from ..core.bits cimport bit, lowest


cdef uint32_t reach(const Tables* t, int32_t origin, int32_t shark, int32_t steps) noexcept nogil:
    """Return the spaces within 1 to ``steps`` links that avoid the shark, the origin left out."""
    cdef uint32_t seen = <uint32_t>bit(origin)
    cdef uint32_t closed = <uint32_t>bit(shark)                     # PK-C2.3
    cdef uint32_t front = seen
    cdef uint32_t following
    while front and steps > 0:
        following = 0
        while front:
            following |= t.links[lowest(front)]
            front &= front - 1
        front = following & ~closed & ~seen
        seen |= front
        steps -= 1
    return seen & ~<uint32_t>bit(origin)                            # PK-C2.2
