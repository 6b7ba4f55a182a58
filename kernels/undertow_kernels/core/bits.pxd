"""Sets of small numbers as bits of a word."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy

cdef extern from *:
    """
    #if defined(__x86_64__) && !defined(__POPCNT__)
    /* A plain x86-64 has no such instruction: gcc would call libgcc, whose call costs as much. */
    static inline int undertow_how_many(unsigned long long word)
    {
        word -= word >> 1 & 0x5555555555555555ull;
        word = (word & 0x3333333333333333ull) + (word >> 2 & 0x3333333333333333ull);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Full;
        return (int)(word * 0x0101010101010101ull >> 56);
    }
    #else
    #define undertow_how_many __builtin_popcountll
    #endif

    /* Of counts in eight bytes, at most 64 each, the sums of each byte and those below it that are
       at most k: how many. */
    static inline int undertow_sums_upto(unsigned long long counts, int k)
    {
        unsigned long long sums = counts * 0x0101010101010101ull;
        unsigned long long most = (unsigned)k * 0x0101010101010101ull | 0x8080808080808080ull;
        return (int)((((most - sums) & 0x8080808080808080ull) >> 7) * 0x0101010101010101ull >> 56);
    }

    /* The k-th lowest bit of a word that has more than k, without a branch: its byte, its place. */
    static inline int undertow_nth(unsigned long long word, int k)
    {
        unsigned long long each = word - (word >> 1 & 0x5555555555555555ull), bits;
        int byte;
        each = (each & 0x3333333333333333ull) + (each >> 2 & 0x3333333333333333ull);
        each = (each + (each >> 4)) & 0x0F0F0F0F0F0F0F0Full;
        byte = undertow_sums_upto(each, k);
        k -= (int)((each * 0x0101010101010101ull << 8) >> 8 * byte & 0xFF);
        bits = (word >> 8 * byte & 0xFF) * 0x0101010101010101ull & 0x8040201008040201ull;
        bits = (((bits & 0x7F7F7F7F7F7F7F7Full) + 0x7F7F7F7F7F7F7F7Full) | bits) >> 7
               & 0x0101010101010101ull;
        return 8 * byte + undertow_sums_upto(bits, k);
    }

    /* A bit for each of eight bytes that is 0. */
    static inline int undertow_zero_bytes(unsigned long long word)
    {
        word = ~(((word & 0x7F7F7F7F7F7F7F7Full) + 0x7F7F7F7F7F7F7F7Full) | word);
        return (int)(((word & 0x8080808080808080ull) >> 7) * 0x0102040810204080ull >> 56);
    }
    #define UNDERTOW_EVERY_BYTE 0x0101010101010101ull
    #define UNDERTOW_EVERY_HIGH 0x8080808080808080ull
    """
    const uint64_t EVERY_BYTE "UNDERTOW_EVERY_BYTE"    # 1 in each byte
    const uint64_t EVERY_HIGH "UNDERTOW_EVERY_HIGH"    # 128 in each byte
    int32_t lowest "__builtin_ctzll"(uint64_t word) noexcept nogil     # of a word other than 0
    int32_t how_many "undertow_how_many"(uint64_t word) noexcept nogil
    int32_t nth "undertow_nth"(uint64_t word, int32_t k) noexcept nogil    # the bit that k precede
    int32_t zero_bytes "undertow_zero_bytes"(uint64_t word) noexcept nogil     # a bit for each of 8


cdef inline uint64_t bit(int32_t i) noexcept nogil:
    return <uint64_t>1 << i


cdef inline uint64_t eight_bytes(const uint8_t* first) noexcept nogil:
    """Return eight bytes as a word, the first the lowest: processors are little-endian."""
    cdef uint64_t word
    memcpy(&word, first, 8)
    return word


cdef inline bint has(uint64_t word, int32_t i) noexcept nogil:
    return (word >> i) & 1
