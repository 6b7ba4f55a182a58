/* Parts of Poseidon's Kingdom by hand: where creatures swim, what dice make, how reefs grow.

   Each takes the same words of the same streams as the kernels and finds the same moves, the n-th
   of the same order, but counts and selects instead of writing lists. */

#include <emmintrin.h>
#include <string.h>

#include "bits.h"
#include "philox.h"

enum { GROUND = 6, UPPER = 7, SWIM = 10, PASS = 11, STORE = 12, EAT = 13 };
enum { SPACES = 22, MOST_STEPS = 16, DIRECTIONS = 6, SYMBOLS = 5, TILE_KINDS = 5, LEVELS = 32 };

typedef struct {
    uint8_t kind, number, face, other, toward, origin, space, die;
} Move;

/* Nothing that a position tells may be kept from one choice of it to the next. */
#define FORGET __asm__ volatile("" ::: "memory")

/* --- the ocean --------------------------------------------------------------------------------- */

typedef struct {
    uint8_t low, high;       /* spaces of the creatures */
    uint8_t shark;           /* its space */
    uint8_t arrows;          /* links that a creature may swim */
} Swimmer;

static uint32_t reach[MOST_STEPS + 1][SPACES][SPACES];    /* [steps][shark][origin] */

void limit_fill_reach(const uint32_t *links) {
    for (int shark = 0; shark < SPACES; shark++)
        for (int origin = 0; origin < SPACES; origin++) {
            uint32_t seen = 1u << origin;
            for (int steps = 1; steps <= MOST_STEPS; steps++) {
                uint32_t found = seen;
                for (int space = 0; space < SPACES; space++)
                    if (seen >> space & 1)
                        found |= links[space] & ~(1u << shark);
                seen = found;
                reach[steps][shark][origin] = seen & ~(1u << origin);
            }
        }
}

static inline Move swim(const Swimmer *p, Stream *stream) {
    int steps = p->arrows < MOST_STEPS ? p->arrows : MOST_STEPS;
    uint64_t low = reach[steps][p->shark][p->low];
    uint64_t high = p->low == p->high ? 0 : reach[steps][p->shark][p->high];
    uint64_t found = low | high << 32;
    int bit = nth_bit(found, (int)below(stream, how_many(found)));
    return (Move){.kind = SWIM, .origin = bit < 32 ? p->low : p->high, .space = bit & 31};
}

void limit_ocean(const Swimmer *positions, int64_t n, int repeats, const u64 *key, Move *moves) {
    Stream stream;
    open_stream(&stream, key, AGENT, 0, 0, 0);
    for (int64_t i = 0; i < n; i++)
        for (int r = 0; r < repeats; r++) {
            *moves++ = swim(&positions[i], &stream);
            FORGET;
        }
}

/* --- dice -------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t sea, stored;    /* multisets: byte v - 1 counts the dice that show v */
    uint64_t open;           /* faces that can take a die */
    uint8_t picks;           /* dice that may be picked from the sea */
    uint8_t friends;         /* bit per arm that still holds one */
    uint8_t pad[6];
} Larder;

/* All that totals 7, in pairs. */
static const uint64_t SEVENS[14] __attribute__((aligned(16))) = {
    0x010000000001, 0x000100000100, 0x000001010000, 0x000100000002, 0x000001000101,
    0x000000020001, 0x000000010200, 0x000001000003, 0x000000010102, 0x000000000301,
    0x000000010004, 0x000000000203, 0x000000000105, 0x000000000007,
};

/* Whether some combination is at hand with no more dice of the sea than picks. */
static inline int makes_seven(uint64_t have, uint64_t stored, int picks) {
    __m128i all = _mm_set1_epi64x((long long)have), own = _mm_set1_epi64x((long long)stored);
    __m128i most = _mm_set1_epi64x(picks), met = _mm_setzero_si128(), zero = met;
    for (int i = 0; i < 14; i += 2) {
        __m128i need = _mm_load_si128((const __m128i *)&SEVENS[i]);
        __m128i picked = _mm_sad_epu8(_mm_subs_epu8(need, own), zero);
        __m128i short_of = _mm_sad_epu8(_mm_subs_epu8(need, all), zero);
        __m128i too_many = _mm_subs_epu8(picked, most);
        met = _mm_or_si128(met, _mm_cmpeq_epi32(_mm_or_si128(short_of, too_many), zero));
    }
    return (_mm_movemask_epi8(met) & 0x0101) != 0;    /* the low halves: the sums are small */
}

static inline int bytes_above(uint64_t counts, char least) {
    return _mm_movemask_epi8(
        _mm_cmpgt_epi8(_mm_cvtsi64_si128((long long)counts), _mm_set1_epi8(least)));
}

static inline uint64_t usable(uint64_t stored, uint64_t sea, int picks) {
    __m128i some = _mm_min_epu8(_mm_cvtsi64_si128((long long)sea), _mm_set1_epi8((char)picks));
    return stored + (uint64_t)_mm_cvtsi128_si64(some);
}

/* Three in a row, by how many of them are stored: 1 bit for the lowest of each row. */
static inline int makes_row(int have, int stored, int picks) {
    int one = stored | stored >> 1 | stored >> 2;
    int two = (stored & stored >> 1) | (stored & stored >> 2) | (stored >> 1 & stored >> 2);
    int enough[4] = {stored & stored >> 1 & stored >> 2, two, one, 15};
    return (have & have >> 1 & have >> 2 & enough[picks < 3 ? picks : 3]) != 0;
}

static inline int least(int a, int b) { return a < b ? a : b; }

/* The arms whose requirement can be met, a bit each, in the order of the box. */
static inline int arms_met(const Larder *p) {
    uint64_t counts = usable(p->stored, p->sea, p->picks);
    int have = bytes_above(p->stored + p->sea, 0), stored = bytes_above(p->stored, 0);
    int pairs = bytes_above(counts, 1);
    int different = least(how_many(have), how_many(stored) + p->picks);
    return makes_seven(p->stored + p->sea, p->stored, p->picks)
           | ((pairs & 7) != 0) << 1 | ((pairs & 56) != 0) << 2
           | makes_row(have, stored, p->picks) << 3
           | (bytes_above(counts, 2) != 0) << 4 | (different >= 4) << 5;
}

static inline Move choose_food(const Larder *p, Stream *stream) {
    int store = p->sea != 0 && p->picks > 0 && p->open != 0;
    uint64_t found = 1 | store << 1 | (p->friends & arms_met(p)) << 2;
    int bit = nth_bit(found, (int)below(stream, how_many(found)));
    return (Move){.kind = bit < 2 ? PASS + bit : EAT, .number = bit < 2 ? 0 : bit - 1};
}

void limit_dice(const Larder *positions, int64_t n, int repeats, const u64 *key, Move *moves) {
    Stream stream;
    open_stream(&stream, key, AGENT, 0, 0, 0);
    for (int64_t i = 0; i < n; i++)
        for (int r = 0; r < repeats; r++) {
            *moves++ = choose_food(&positions[i], &stream);
            FORGET;
        }
}

/* --- the reef ---------------------------------------------------------------------------------- */

enum { FACES = 64, START_FACES = 8, TORUS = 64 };

static const int8_t STEP_Q[6] = {1, 0, -1, -1, 0, 1};
static const int8_t STEP_R[6] = {0, 1, 1, 0, -1, -1};

typedef struct {             /* as the kernels have it, for comparing */
    int8_t q[60], r[60];
    uint8_t height[60], symbol[60], tile[60];
    uint8_t faces, tiles, strength[SYMBOLS];
    uint8_t pad;
} Picture;

typedef struct {
    int8_t q[START_FACES], r[START_FACES];
    uint8_t symbol[START_FACES];
} Start;

/* Hexes lie on a torus of 64 x 64: no reef of 60 hexes meets itself there. */
typedef struct {
    uint64_t taken[TORUS], touching[TORUS];    /* rows of hexes: in the reef, empty and beside it */
    uint64_t lost[TORUS];                      /* touching, but no second hex may follow */
    union {
        uint8_t own[FACES];                    /* directions of a face whose hex no lower one has */
        uint64_t owned[FACES / 8];
    };
    uint64_t beside[FACES];                    /* faces beside a face */
    uint64_t pairs[FACES];                     /* higher ones with which it takes an upper tile */
    uint64_t level[LEVELS], of_symbol[SYMBOLS];    /* faces, by height and by symbol on top */
    uint8_t mate[FACES];                       /* the other face of the top tile; itself if none */
    uint8_t grid[TORUS][TORUS];                /* face + 1, 0 = none */
    int lost_count, pair_count, left[TILE_KINDS];
    Picture p;
} Reef;

static inline uint64_t round_left(uint64_t row, int by) {
    return row << (by & 63) | row >> (-by & 63);
}

static inline int is_set(const uint64_t *rows, int q, int r) { return rows[r & 63] >> (q & 63) & 1; }

/* The hexes around one, a bit for each direction. */
static inline int around(const uint64_t *rows, int q, int r) {
    uint64_t here = round_left(rows[r & 63], 1 - q), next = round_left(rows[(r + 1) & 63], 1 - q);
    uint64_t last = round_left(rows[(r - 1) & 63], 1 - q);    /* bits 0..2: q - 1, q, q + 1 */
    return (here >> 2 & 1) | (next >> 1 & 1) << 1 | (next & 1) << 2 | (here & 1) << 3
           | (last >> 1 & 1) << 4 | (last >> 2 & 1) << 5;
}

static inline void pair_up(Reef *f, int a) {
    uint64_t found = f->beside[a] & f->level[f->p.height[a]] & ~(1ULL << f->mate[a]) & (~1ULL << a);
    f->pair_count += how_many(found) - how_many(f->pairs[a]);
    f->pairs[a] = found;
}

static inline void grow(Reef *f, int q, int r, int symbol, int mate) {
    int face = f->p.faces++, first = FACES, towards_first = 0;
    int taken = around(f->taken, q, r), touched = around(f->touching, q, r);
    for (int d = 0; d < DIRECTIONS; d++) {
        int row = (r + STEP_R[d]) & 63, column = (q + STEP_Q[d]) & 63;
        if (taken >> d & 1) {
            int other = f->grid[row][column] - 1;
            f->beside[face] |= 1ULL << other;
            f->beside[other] |= 1ULL << face;
            if (other < first) {
                first = other;
                towards_first = d;
            }
        } else
            f->touching[row] |= 1ULL << column;
    }
    if (first < FACES)                         /* its hex was reached from there */
        f->own[first] &= ~(1 << (towards_first + 3) % DIRECTIONS);
    f->own[face] = ~(taken | touched) & 63;
    f->touching[r & 63] &= ~(1ULL << (q & 63));
    f->taken[r & 63] |= 1ULL << (q & 63);
    f->grid[r & 63][q & 63] = face + 1;
    f->p.q[face] = q;
    f->p.r[face] = r;
    f->p.height[face] = 1;
    f->p.symbol[face] = symbol;
    f->p.tile[face] = f->p.tiles;
    f->mate[face] = mate;
    f->level[1] |= 1ULL << face;
    f->of_symbol[symbol] |= 1ULL << face;
}

/* A hex is lost if no hex around it is empty and clear of the reef, or touches it further on. */
static inline void find_lost(Reef *f, int row) {
    uint64_t t0 = f->touching[row & 63], t1 = f->touching[(row + 1) & 63];
    uint64_t c0 = ~(f->taken[row & 63] | t0), c1 = ~(f->taken[(row + 1) & 63] | t1);
    uint64_t c9 = ~(f->taken[(row - 1) & 63] | f->touching[(row - 1) & 63]);
    uint64_t partner = round_left(c0, 1) | round_left(c0, -1) | c1 | round_left(c1, 1) | c9
                       | round_left(c9, -1) | round_left(t0, -1) | t1 | round_left(t1, 1);
    uint64_t lost = t0 & ~partner;
    f->lost_count += how_many(lost) - how_many(f->lost[row & 63]);
    f->lost[row & 63] = lost;
}

static inline void weaken(Reef *f, int symbol) {
    int height = f->p.strength[symbol];
    while (height > 1 && !(f->of_symbol[symbol] & f->level[height]))
        height--;
    f->p.strength[symbol] = height;
}

static inline void lay_on_ground(Reef *f, int q, int r, int toward, int first, int second) {
    int face = f->p.faces, q2 = q + STEP_Q[toward], r2 = r + STEP_R[toward];
    f->p.tiles++;
    grow(f, q, r, first, face + 1);
    grow(f, q2, r2, second, face);
    int low = r < r2 ? r : r2, high = r < r2 ? r2 : r;
    for (int row = low - 2; row <= high + 2; row++)
        find_lost(f, row);
    uint64_t old = (f->beside[face] | f->beside[face + 1]) & f->level[1];
    for (; old; old &= old - 1)
        pair_up(f, __builtin_ctzll(old));
    pair_up(f, face);
    pair_up(f, face + 1);
}

static inline void cover(Reef *f, int face, int mate, int symbol) {
    int height = f->p.height[face]++, old = f->p.symbol[face];
    f->mate[f->mate[face]] = f->mate[face];
    f->mate[face] = mate;
    f->level[height] ^= 1ULL << face;
    f->level[height + 1] ^= 1ULL << face;
    f->of_symbol[old] ^= 1ULL << face;
    f->of_symbol[symbol] ^= 1ULL << face;
    f->p.symbol[face] = symbol;
    f->p.tile[face] = f->p.tiles;
    if (height == f->p.strength[old] && height > 1)
        weaken(f, old);
}

static inline void lay_on_top(Reef *f, int a, int b, int first, int second) {
    int mates[2] = {f->mate[a], f->mate[b]}, height = f->p.height[a] + 1;
    f->p.tiles++;
    cover(f, a, b, first);
    cover(f, b, a, second);
    if (height > f->p.strength[first])
        f->p.strength[first] = height;
    if (height > f->p.strength[second])
        f->p.strength[second] = height;
    uint64_t changed = f->beside[a] | f->beside[b] | 1ULL << mates[0] | 1ULL << mates[1];
    for (; changed; changed &= changed - 1)
        pair_up(f, __builtin_ctzll(changed));
}

static inline void begin(Reef *f, const Start *start, const uint8_t *supply) {
    memset(f, 0, sizeof *f);
    memset(f->p.strength, 1, SYMBOLS);
    for (int kind = 0; kind < TILE_KINDS; kind++)
        f->left[kind] = supply[kind];
    for (int i = 0; i < START_FACES; i++) {
        f->p.tiles += i % 2 == 0;
        grow(f, start->q[i], start->r[i], start->symbol[i], i ^ 1);
    }
    for (int row = 0; row < TORUS; row++)
        if (f->touching[row])
            find_lost(f, row);
    for (int i = 0; i < START_FACES; i++)
        pair_up(f, i);
}

/* The face and direction of the n-th ground hex. */
static inline void nth_ground(const Reef *f, int n, int *face, int *toward) {
    for (int word = 0;; word++) {
        uint64_t found = f->owned[word];
        if (f->lost_count) {
            uint64_t left = found;
            for (; left; left &= left - 1) {
                int bit = __builtin_ctzll(left), a = 8 * word + bit / 8, d = bit % 8;
                if (is_set(f->lost, f->p.q[a] + STEP_Q[d], f->p.r[a] + STEP_R[d]))
                    found &= ~(1ULL << bit);
            }
        }
        int count = how_many(found);
        if (n < count) {
            int bit = nth_bit(found, n);
            *face = 8 * word + bit / 8;
            *toward = bit % 8;
            return;
        }
        n -= count;
    }
}

/* Build one tile by what the stream takes; return the decisions. */
static inline int build(Reef *f, Stream *stream, const uint8_t *symbol) {
    int kinds = 0, ground = -f->lost_count, decisions;
    for (int kind = 0; kind < TILE_KINDS; kind++)
        kinds |= (f->left[kind] > 0) << kind;
    int options = how_many(kinds), kind = nth_bit(kinds, (int)below(stream, options));
    for (int word = 0; 8 * word < f->p.faces; word++)
        ground += how_many(f->owned[word]);
    int pick = (int)below(stream, ground + f->pair_count);
    decisions = (options > 1) + (ground + f->pair_count > 1);
    int face, toward, other = 0, q = 0, r = 0, upper = pick >= ground;
    if (upper) {
        pick -= ground;
        for (face = 0; pick >= how_many(f->pairs[face]); face++)
            pick -= how_many(f->pairs[face]);
        other = nth_bit(f->pairs[face], pick);
    } else {
        nth_ground(f, pick, &face, &toward);
        q = f->p.q[face] + STEP_Q[toward];
        r = f->p.r[face] + STEP_R[toward];
        int partners = 63 & ~(around(f->taken, q, r) | (around(f->touching, q, r) & 56));
        options = how_many(partners);
        toward = nth_bit(partners, (int)below(stream, options));
        decisions += options > 1;
    }
    int first = symbol[2 * kind], second = symbol[2 * kind + 1];
    if (first != second) {
        int turned = (int)below(stream, 2);
        decisions++;
        first = symbol[2 * kind + turned];
        second = symbol[2 * kind + 1 - turned];
    }
    f->left[kind]--;
    if (upper)
        lay_on_top(f, face, other, first, second);
    else
        lay_on_ground(f, q, r, toward, first, second);
    return decisions;
}

/* Build so many tiles on each reef; the i-th takes the words of game i. */
int64_t limit_reef(const Start *starts, int64_t n, int tiles, const uint8_t *supply,
                   const uint8_t *symbol, const u64 *key, Picture *pictures) {
    static Reef reef;
    int64_t decisions = 0;
    for (int64_t i = 0; i < n; i++) {
        Stream stream;
        open_stream(&stream, key, AGENT, 0, 0, i);
        begin(&reef, &starts[i], supply);
        for (int tile = 0; tile < tiles; tile++)
            decisions += build(&reef, &stream, symbol);
        pictures[i] = reef.p;
    }
    return decisions;
}
