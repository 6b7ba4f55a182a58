"""Who leads, and the rank of each seat, by sort keys that are compared one after another."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from .game cimport Game, Lead, MAX_SEATS, Result

cdef enum:
    MAX_KEYS = 5             # most sort keys of a game

cdef struct Standings:
    int64_t key[MAX_SEATS][MAX_KEYS]     # by seat, what counts first in front; more is better
    int32_t seats
    int32_t keys             # how many of them count

cdef uint8_t leaders(const Standings* standings) noexcept nogil
cdef void fill_ranks(const Standings* standings, Result* result) noexcept nogil
cdef void fill_places(const Standings* standings, Result* result) noexcept nogil
cdef void begin_lead(Lead* lead, const Game* game, const void* state, const void* tables,
                     int32_t seats, uint32_t round) noexcept nogil
cdef void end_round(Lead* lead, const Game* game, const void* state, const void* tables,
                    int32_t seats, uint32_t next_round) noexcept nogil
cdef void fill_lead(const Lead* lead, Result* result) noexcept nogil

cdef inline uint8_t most(const int32_t* points, int32_t seats) noexcept nogil:
    """Return the seats with most points, as bits."""
    cdef int32_t seat
    cdef int32_t best = points[0]
    cdef uint32_t found = 0
    for seat in range(1, seats):
        best = max(best, points[seat])
    for seat in range(seats):
        found |= <uint32_t>(points[seat] == best) << seat
    return <uint8_t>found


cdef inline void follow_lead(Lead* lead, const int32_t* points, int32_t seats) noexcept nogil:
    """Let the lead pass on when none of its holders leads any more; a tie does not end it."""
    cdef uint8_t found = most(points, seats)
    if found == lead.leaders:
        return
    lead.leaders = found
    lead.since = lead.round
    if found & lead.holders:
        lead.holders &= found
    else:
        lead.holders = found
        lead.changes += 1
