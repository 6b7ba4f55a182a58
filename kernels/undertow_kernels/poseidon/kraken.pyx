"""The kraken: friends under its arms, the track round its head, peeks at its corals."""

from libc.stdint cimport uint8_t

from ..core.bits cimport bit, has, lowest
from .state cimport (
    CHOOSE_HEAD, CHOOSE_HEAD_PEEK, CHOOSE_RIVAL, CORALS, FIRST_CORAL, NEXT_BONUS, NEXT_RIVAL, PEEK,
    RIVAL, SHARK_SWIMS, add_number, count,
)


cdef void free_friend(State* s, const Tables* t, int32_t seat, int32_t arm) noexcept nogil:
    """Free a seat's friend from arm 1..6 and hand over the arm's top counter."""
    cdef int32_t a = arm - 1
    s.friends[seat] &= <uint8_t>~bit(a)
    s.counter[seat][a] = t.arm_counter[a][s.counters_taken[a]]      # PK-B7
    s.counters_taken[a] += 1


cdef void free_nearest(State* s, const Tables* t, int32_t seat) noexcept nogil:
    free_friend(s, t, seat, lowest(s.friends[seat]) + 1)            # PK-K5, PK-D9


cdef bint occupied(const State* s, const Tables* t, int32_t space) noexcept nogil:
    cdef int32_t seat
    for seat in range(s.players):
        if s.track[seat] == space:
            return True
    return has(t.dummies, space)                                    # PK-B16


cdef bint move_on_track(State* s, const Tables* t, int32_t seat, int32_t steps) noexcept nogil:
    """Move a creature up to ``steps`` spaces; return whether it reached the head."""
    cdef int32_t _step
    cdef int32_t space = s.track[seat]
    for _step in range(steps):
        space = (space + 1) % (t.track_spaces + 1)
        while space and occupied(s, t, space):                      # PK-K3
            space = (space + 1) % (t.track_spaces + 1)
        if space == 0:                                              # PK-K4
            break
    s.track[seat] = space
    if space:
        return False
    s.head_reached |= <uint8_t>bit(seat)
    return True


cdef void begin_head(State* s, int32_t seat) noexcept nogil:
    s.decider = seat
    if s.friends[seat]:
        s.phase = CHOOSE_HEAD
    else:
        begin_head_peek(s)


cdef void begin_head_peek(State* s) noexcept nogil:
    if coral_lies(s):
        s.phase = CHOOSE_HEAD_PEEK
    else:
        end_head(s)


cdef void end_head(State* s) noexcept nogil:
    s.phase = NEXT_BONUS if s.crashing else NEXT_RIVAL


cdef void next_rival(State* s) noexcept nogil:
    cdef int32_t seat
    s.decider = s.active
    s.phase = SHARK_SWIMS
    for seat in range(s.players):
        if s.steps_due[seat]:
            s.phase = CHOOSE_RIVAL


cdef int32_t list_rivals(const State* s, Move* moves) noexcept nogil:
    cdef int32_t i, seat
    cdef int32_t n = 0
    for i in range(1, s.players):
        seat = (s.active + i) % s.players
        if s.steps_due[seat]:
            n = add_number(moves, n, RIVAL, seat)
    return n


cdef bint coral_lies(const State* s) noexcept nogil:
    cdef int32_t i
    for i in range(CORALS):
        if s.coral_owner[i] == 0:
            return True
    return False


cdef int32_t list_peeks(const State* s, Move* moves, int32_t n) noexcept nogil:
    cdef int32_t i
    for i in range(CORALS):
        if s.coral_owner[i] == 0:
            n = add_number(moves, n, PEEK, FIRST_CORAL + i)
    return n


cdef void peek(State* s, int32_t number) noexcept nogil:
    s.coral_known[number - FIRST_CORAL] |= <uint8_t>bit(s.decider)    # PK-S7
    s.peek_round[s.decider][number - FIRST_CORAL] = <uint8_t>min(<int32_t>s.round, 255)
    count(&s.peeks[s.decider])
