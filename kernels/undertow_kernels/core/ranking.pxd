"""Who leads, and the rank of each seat, by sort keys that are compared one after another."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from .game cimport MAX_SEATS, Result

cdef enum:
    MAX_KEYS = 5             # most sort keys of a game

cdef struct Standings:
    int64_t key[MAX_SEATS][MAX_KEYS]     # by seat, what counts first in front; more is better
    int32_t seats
    int32_t keys             # how many of them count

cdef uint8_t leaders(const Standings* standings) noexcept nogil
cdef void fill_ranks(const Standings* standings, Result* result) noexcept nogil
cdef void fill_places(const Standings* standings, Result* result) noexcept nogil
