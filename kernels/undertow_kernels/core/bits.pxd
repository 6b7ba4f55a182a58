"""Sets of small numbers as bits of a word."""

from libc.stdint cimport int32_t, uint64_t

cdef extern from *:
    int32_t lowest "__builtin_ctzll"(uint64_t word) noexcept nogil     # of a word other than 0
    int32_t how_many "__builtin_popcountll"(uint64_t word) noexcept nogil


cdef inline uint64_t bit(int32_t i) noexcept nogil:
    return <uint64_t>1 << i


cdef inline bint has(uint64_t word, int32_t i) noexcept nogil:
    return (word >> i) & 1
