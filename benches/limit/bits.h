/* The bit of a set that k others precede. */
#ifndef LIMIT_BITS_H
#define LIMIT_BITS_H

#include <stdint.h>

#ifdef __BMI2__
#include <immintrin.h>
static inline int nth_bit(uint64_t set, int k) {
    return (int)_tzcnt_u64(_pdep_u64(1ULL << k, set));
}
#else
static inline int nth_bit(uint64_t set, int k) {
    while (k-- > 0)
        set &= set - 1;
    return __builtin_ctzll(set);
}
#endif

#ifdef __POPCNT__
static inline int how_many(uint64_t set) { return __builtin_popcountll(set); }
#else
/* Without the instruction GCC calls a function that looks up bytes. */
static inline int how_many(uint64_t set) {
    set -= set >> 1 & 0x5555555555555555ULL;
    set = (set & 0x3333333333333333ULL) + (set >> 2 & 0x3333333333333333ULL);
    return (int)(((set + (set >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56);
}
#endif

#endif
