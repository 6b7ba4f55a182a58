"""Who leads, and the rank of each seat, by sort keys that are compared one after another."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t

from .game cimport Game, MAX_SEATS, Result

cdef enum:
    MAX_KEYS = 5             # most sort keys of a game

cdef struct Standings:
    int64_t key[MAX_SEATS][MAX_KEYS]     # by seat, what counts first in front; more is better
    int32_t seats
    int32_t keys             # how many of them count

cdef struct Lead:            # who has had most points at the ends of rounds
    uint32_t round           # the one that is under way
    uint32_t since           # the one at whose end the present leaders came to lead, 0 = set-up
    uint16_t changes         # ends of rounds at which the lead passed on
    uint8_t  leaders         # bit per seat with most points
    uint8_t  holders         # those of them who have led longest

cdef uint8_t leaders(const Standings* standings) noexcept nogil
cdef void fill_ranks(const Standings* standings, Result* result) noexcept nogil
cdef void fill_places(const Standings* standings, Result* result) noexcept nogil
cdef void begin_lead(Lead* lead, const Game* game, const void* state, const void* tables,
                     int32_t seats, uint32_t round) noexcept nogil
cdef void end_round(Lead* lead, const Game* game, const void* state, const void* tables,
                    int32_t seats, uint32_t next_round) noexcept nogil
cdef void fill_lead(const Lead* lead, Result* result) noexcept nogil
