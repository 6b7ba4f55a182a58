"""What holds at every decision. Compiled to nothing unless the build is checked."""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memset

from ..core.bits cimport has
from ..core.game cimport UNDERTOW_CHECKED
from .sea cimport dealt
from .state cimport (
    CHOOSE_SAIL, FINISHED, KINDS, PLACES, REEF, SECTIONS, STACK_SIZE, TOKENS, UNKNOWN, WAVE,
)


cdef int32_t broken(const State* s, const Tables* t) noexcept nogil:
    """Return the first invariant that fails, or SOUND."""
    if not UNDERTOW_CHECKED:
        return SOUND
    if not sea_conserved(s, t):
        return SEA_CONSERVED
    if not reef_conserved(s):
        return REEF_CONSERVED
    if not provisions_sound(s, t):
        return PROVISIONS_SOUND
    if not places_sound(s):
        return PLACES_SOUND
    if not knowledge_sound(s):
        return KNOWLEDGE_SOUND
    return SOUND


cdef bint sea_conserved(const State* s, const Tables* t) noexcept nogil:
    cdef uint8_t count[KINDS]
    cdef int32_t i, place, waves
    memset(count, 0, sizeof(count))
    for i in range(TOKENS):
        if not 1 <= s.sea[i] < KINDS:
            return False
        count[s.sea[i]] += 1
    for i in range(1, KINDS):
        if count[i] != dealt(t, i):
            return False
    for i in range(SECTIONS):
        waves = 0
        for place in range(PLACES):
            waves += s.sea[PLACES * i + place] == WAVE
        if waves != 1:
            return False
    return True


cdef bint reef_conserved(const State* s) noexcept nogil:
    cdef int32_t i, seat
    cdef int32_t gone = 0
    cdef int32_t taken = 0
    for i in range(REEF):
        if (s.reef[i] == UNKNOWN) != (i % STACK_SIZE < STACK_SIZE - s.left[i // STACK_SIZE]):
            return False
        gone += s.reef[i] == UNKNOWN
    for seat in range(s.players):
        taken += s.animals[seat]
    return gone == taken


cdef bint provisions_sound(const State* s, const Tables* t) noexcept nogil:
    cdef int32_t seat
    cdef int32_t lost = 0
    for seat in range(s.players):
        lost += t.provisions - s.provisions[seat]
    return <uint32_t>lost == s.capsized and s.capsized <= s.alarms


cdef bint places_sound(const State* s) noexcept nogil:
    if s.ship >= SECTIONS or s.kuno >= SECTIONS:
        return False
    if s.phase == CHOOSE_SAIL:
        return s.open_tokens == 0 and s.turned == 0
    return s.phase == FINISHED or s.ship != s.kuno


cdef bint knowledge_sound(const State* s) noexcept nogil:
    cdef int32_t section, kind, place, there, placed
    if s.open_tokens & ~s.seen:
        return False
    for section in range(SECTIONS):
        for kind in range(1, KINDS):
            there = 0
            placed = 0
            for place in range(PLACES):
                if s.sea[PLACES * section + place] == kind:
                    there += 1
                    placed += has(s.seen, PLACES * section + place)
            if not placed <= s.known[section][kind] <= there:
                return False
    return True
