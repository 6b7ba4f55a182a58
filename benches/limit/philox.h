/* Philox4x64-10 (Salmon et al. 2011) at the addresses that the kernels' streams have. */
#ifndef LIMIT_PHILOX_H
#define LIMIT_PHILOX_H

#include <stdint.h>

typedef unsigned __int128 u128;
typedef uint64_t u64;

enum { BLOCK = 4, SETUP = 0, AGENT = 3 };

typedef struct {
    u64 words[BLOCK];
    u64 key[2];
    u64 address, round, game;
    u64 block;    /* made so far */
    int used;     /* words of the block given out */
} Stream;

static inline u64 address_of(int purpose, int seat) {
    return 1 | (u64)purpose << 8 | (u64)seat << 16;
}

static inline __attribute__((always_inline)) void philox(u64 c0, u64 c1, u64 c2, u64 c3, u64 k0,
                                                         u64 k1, u64 *out) {
    for (int i = 0; i < 10; i++) {
        u128 p0 = (u128)0xD2E7470EE14C6C93ULL * c0;
        u128 p1 = (u128)0xCA5A826395121157ULL * c2;
        c0 = (u64)(p1 >> 64) ^ c1 ^ k0;
        c1 = (u64)p1;
        c2 = (u64)(p0 >> 64) ^ c3 ^ k1;
        c3 = (u64)p0;
        k0 += 0x9E3779B97F4A7C15ULL;
        k1 += 0xBB67AE8584CAA73BULL;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

static inline void open_stream(Stream *s, const u64 *key, int purpose, int seat, u64 round,
                               u64 game) {
    s->key[0] = key[0];
    s->key[1] = key[1];
    s->address = address_of(purpose, seat);
    s->round = round;
    s->game = game;
    s->block = 0;
    s->used = BLOCK;
}

static inline u64 next_word(Stream *s) {
    if (s->used == BLOCK) {
        s->used = 0;
        s->block++;
        philox(s->block, s->address, s->round, s->game, s->key[0], s->key[1], s->words);
    }
    return s->words[s->used++];
}

/* Lemire 2019, exact; a bound of 1 takes no word. */
static inline uint32_t below(Stream *s, uint32_t bound) {
    if (bound == 1)
        return 0;
    u128 product = (u128)next_word(s) * bound;
    if (__builtin_expect((u64)product < bound, 0)) {
        u64 threshold = (0 - (u64)bound) % bound;
        while ((u64)product < threshold)
            product = (u128)next_word(s) * bound;
    }
    return (uint32_t)(product >> 64);
}

#endif
