"""The pendulum, a stated model in integer thresholds: does the ship lie when the ball stops?"""

from libc.stdint cimport int32_t, uint64_t

from ..core.rng cimport PHYSICS, chance_below, chance_word


cdef inline bint met(Chance* chance, uint64_t threshold) noexcept nogil:
    return (chance_word(chance, PHYSICS) >> 32) < threshold


cdef bint capsizes(State* s, const Tables* t, Chance* chance) noexcept nogil:
    """Swing the pendulum at an upright ship; return whether it lies afterwards."""    # KA-4.2
    cdef bint lies = False
    cdef int32_t _pass, passes
    if not t.pendulum:
        return met(chance, t.capsize_direct)
    passes = 1 + chance_below(chance, PHYSICS, t.passes)
    for _pass in range(passes):
        if not met(chance, t.hit):
            continue
        if met(chance, t.righting if lies else t.capsize):
            lies = not lies
        if met(chance, t.knock_out):
            s.knocked_out += 1
    return lies


cdef int32_t capsize_chance(const Tables* t, int32_t scale) noexcept nogil:
    """Return the chance that an alarm costs a provision, of a scale."""
    cdef double full = 4294967296.0                                 # of a 32-bit draw
    cdef double hit = t.hit / full
    cdef double capsize = t.capsize / full
    cdef double righting = t.righting / full
    cdef double lies = 0.0
    cdef double total = 0.0
    cdef int32_t _pass
    if not t.pendulum:
        return <int32_t>(scale * (t.capsize_direct / full) + 0.5)
    for _pass in range(t.passes):
        lies += hit * ((1.0 - lies) * capsize - lies * righting)
        total += lies                                               # each number of passes alike
    return <int32_t>(scale * total / t.passes + 0.5)
