/* Knights of the Pond Table by hand: base rules, free mode, two to four random players.

   The same words of the same streams and the same order of moves as the kernels, so that each row
   (result and columns) is theirs, byte for byte. Nothing here serves another game, a variant, an
   agent or a test.

   Squares are the 45 (two players) or 65 in bounds, in the order of the board. As 65 is one too
   many for a word and no move leads from the first to the last, a piece in the lower rows sees
   squares 1..64, one in the upper rows squares 0..63: a place is the bit within that word, and 64
   more in the lower rows. */

#include <string.h>

#include "bits.h"
#include "philox.h"

enum {
    SEATS = 4, EACH = 10, SPIDERS = 5, FLY = 9, KINDS = 3, OFF = 63, PLACES = 128,
    MAX_SEATS = 6, CAP = 300, HOLD = 3,
    CAPPED = 1, TABLE_HELD = 8, NO_DRAGONFLY = 9, COLOUR_ELIMINATED = 10,
};

typedef struct {     /* the kernels' result row */
    u64 index;
    int32_t score[MAX_SEATS];
    uint8_t rank[MAX_SEATS], side[MAX_SEATS];
    uint32_t decisions;
    uint16_t rounds, turns, lead_changes, decided;
    uint8_t winners, seats, first, ending, broken, pad[3];
} Result;

typedef struct {     /* the kernels' columns row */
    uint32_t captures[SEATS][KINDS];
    uint32_t cards[SEATS][6];
    uint32_t shores[SEATS], freed[SEATS];
    uint8_t pieces_left[SEATS], on_table[SEATS];
} Columns;

typedef struct {
    u64 reach[KINDS][PLACES];     /* targets of a spider, frog, dragonfly, in the place's own word */
    u64 bit[PLACES][2];           /* the square within the upper and the lower word */
    uint8_t place[PLACES];        /* of a target: 64 * (seen from the lower rows) + bit */
    uint8_t table[PLACES];        /* 1: on the pond table */
    uint8_t start[SEATS][EACH];   /* by seat */
} Board;

typedef struct {
    u64 occupied[SEATS][2];       /* by seat, as the upper and the lower word */
    u64 word[SEATS];              /* what each seat draws in this round */
    uint8_t at[PLACES];           /* 1 + 16 * seat + k */
    uint8_t place[SEATS][EACH];
    int8_t value[SEATS][EACH];
    int32_t points[SEATS], held[SEATS], left[SEATS];
    int32_t flies;
    uint32_t decisions, turns, round;
    uint32_t since, lead_changes;
    uint32_t leaders, holders;    /* bit per seat */
} Pond;

static const uint8_t KIND[EACH] = {0, 0, 0, 0, 0, 1, 1, 1, 1, 2};
static Board boards[2];           /* for two players, for more */

/* --- the board, once --------------------------------------------------------------------------- */

static int square_of[9][9];       /* of the board being made; -1 = out of bounds */

static int home_of(int row, int column) {
    return row < 2 ? 1 : row > 6 ? 2 : column < 2 ? 3 : column > 6 ? 4 : 0;
}

static int in_bounds(int row, int column, int two) {
    int middle_row = row >= 2 && row <= 6, middle_column = column >= 2 && column <= 6;
    return (middle_row || middle_column) && !(two && (column < 2 || column > 6));
}

static int place_of(int row, int column, int two) {
    int lower = !two && row > 4;
    return square_of[row][column] + (lower ? 63 : 0);
}

static void fill_reach(Board *b, int kind, int row, int column, int two) {
    int from = place_of(row, column, two), lower = from >> 6;
    for (int a = -1; a < 2; a++)
        for (int c = -1; c < 2; c++)
            for (int length = 1; length < 4; length++) {
                int r = row + a * length, k = column + c * length;
                int wanted = kind == 2 || length == kind + 1;
                if (!wanted || (!a && !c) || r < 0 || r > 8 || k < 0 || k > 8 || square_of[r][k] < 0)
                    continue;
                int own = home_of(row, column), other = home_of(r, k);
                if (!own || !other || own == other)
                    b->reach[kind][from] |= 1ULL << (square_of[r][k] - lower);
            }
}

static void fill_starts(Board *b, int players) {
    /* front and back rank of the north, east, south, west */
    static const int rank[4][2] = {{1, 0}, {7, 8}, {7, 8}, {1, 0}};
    static const int colour[5][4] = {{0}, {0}, {0, 2}, {3, 0, 1}, {0, 1, 2, 3}};
    static const int back[5] = {2, 3, 5, 6, 4};
    for (int seat = 0; seat < players; seat++)
        for (int k = 0; k < EACH; k++) {
            int home = colour[players][seat];
            int along = k < SPIDERS ? 2 + k : back[k - SPIDERS];
            int across = rank[home][k >= SPIDERS];
            b->start[seat][k] = home % 2 ? place_of(along, across, 0)
                                         : place_of(across, along, players == 2);
        }
}

static void fill_board(Board *b, int players) {
    int two = players == 2, squares = 0;
    memset(b, 0, sizeof *b);
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++)
            square_of[row][column] = in_bounds(row, column, two) ? squares++ : -1;
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++) {
            int square = square_of[row][column], place = place_of(row, column, two);
            if (square < 0)
                continue;
            if (square < 64)
                b->bit[place][0] = 1ULL << square, b->place[square] = place;
            if (square > 0)
                b->bit[place][1] = 1ULL << (square - 1), b->place[63 + square] = place;
            b->table[place] = (row == 4 && column > 2 && column < 6)
                              || (column == 4 && row > 2 && row < 6);
            for (int kind = 0; kind < KINDS; kind++)
                fill_reach(b, kind, row, column, two);
        }
    fill_starts(b, players);
}

/* --- set-up ------------------------------------------------------------------------------------ */

static inline void lay_out(Pond *p, const Board *b, int players) {
    memset(p, 0, sizeof *p);
    for (int seat = 0; seat < players; seat++)
        for (int k = 0; k < EACH; k++) {
            int place = b->start[seat][k];
            p->place[seat][k] = place;
            p->at[place] = 1 + 16 * seat + k;
            p->occupied[seat][0] |= b->bit[place][0];
            p->occupied[seat][1] |= b->bit[place][1];
        }
    for (int seat = 0; seat < players; seat++) {
        p->value[seat][FLY] = 3;
        p->left[seat] = EACH;
    }
    p->flies = players;
    p->leaders = p->holders = (1u << players) - 1;
}

/* Values left: four bits for each value + 1, how many. */
static inline void place_values(Pond *p, Stream *stream, int seat) {
    u64 left[2] = {0x01310, 0x10201};    /* spiders 0 1 1 1 2, frogs -1 1 1 3 */
    for (int k = 0; k < FLY; k++) {
        u64 *codes = &left[k >= SPIDERS];
        u64 some = (*codes | *codes >> 1) & 0x11111;
        int options = how_many(some);
        int value = nth_bit(some, (int)below(stream, options)) / 4;
        p->decisions += options > 1;
        *codes -= 1ULL << 4 * value;
        p->value[seat][k] = value - 1;
    }
}

static inline void take_off(Pond *p, const Board *b, int seat, int k) {
    int place = p->place[seat][k];
    p->occupied[seat][0] ^= b->bit[place][0];
    p->occupied[seat][1] ^= b->bit[place][1];
    p->place[seat][k] = OFF;
    p->left[seat]--;
}

static inline int set_up(Pond *p, const Board *b, const u64 *key, u64 game, int players) {
    Stream stream;
    open_stream(&stream, key, SETUP, 0, 0, game);
    int start = (int)below(&stream, players);
    lay_out(p, b, players);
    for (int seat = 0; seat < players; seat++)
        if (seat != 1 || players != 3) {
            open_stream(&stream, key, AGENT, seat, 0, game);
            place_values(p, &stream, seat);
        }
    if (players == 3) {    /* the middle one, who also removes a piece of each other */
        open_stream(&stream, key, AGENT, 1, 0, game);
        place_values(p, &stream, 1);
        for (int seat = 0; seat < 3; seat += 2) {
            int k = (int)below(&stream, FLY);
            p->at[p->place[seat][k]] = 0;
            take_off(p, b, seat, k);
            p->decisions++;
        }
    }
    return start;
}

/* --- a turn ------------------------------------------------------------------------------------ */

#define ONES 0x0101010101010101ULL

/* A seat decides once a round: its word is known before the turns that come first are played. */
static inline void draw_round(Pond *p, const u64 *key, u64 game, int players) {
    u64 made[SEATS][BLOCK];
    for (int seat = 0; seat < players; seat++) {
        philox(1, address_of(AGENT, seat), p->round, game, key[0], key[1], made[seat]);
        p->word[seat] = made[seat][0];
    }
}

static __attribute__((noinline)) uint32_t draw_slowly(const Pond *p, const u64 *key, u64 game,
                                                      int seat, uint32_t bound) {
    Stream stream;
    open_stream(&stream, key, AGENT, seat, p->round, game);
    return below(&stream, bound);
}

/* Settle a capture; return the ending, or 0. */
static inline int capture(Pond *p, const Board *b, Columns *row, int seat, int victim) {
    int owner = victim >> 4, k = victim & 15;
    int on_table = b->table[p->place[owner][k]];
    p->held[owner] -= on_table;
    p->points[owner] -= on_table * p->value[owner][k];
    p->points[seat] += p->value[owner][k];
    row->captures[seat][KIND[k]]++;
    take_off(p, b, owner, k);
    p->flies -= k == FLY;
    return !p->flies ? NO_DRAGONFLY : !p->left[owner] ? COLOUR_ELIMINATED : 0;
}

/* Move the piece and target that the seat's word takes; return the ending, or 0. */
static inline __attribute__((always_inline)) int
play_turn(Pond *p, const Board *b, const u64 *key, u64 game, Columns *row, int seat, int two) {
    u64 found[EACH], free[2] = {~p->occupied[seat][0], ~p->occupied[seat][1]};
    u64 low = 0, high = 0;        /* moves of pieces 0..k, a byte for each k: at most 96 */
    u64 total = 0;
#pragma GCC unroll 10
    for (int k = 0; k < EACH; k++) {
        int place = p->place[seat][k];
        found[k] = b->reach[KIND[k]][place] & free[two ? 0 : place >> 6];
        total += how_many(found[k]);
        if (k < 8)
            low |= total << 8 * k;
        else
            high |= total << 8 * (k - 8);
    }
    if (__builtin_expect(total < 2, 0)) {
        if (total == 0)
            return 0;
    } else
        p->decisions++;
    u128 product = (u128)p->word[seat] * total;
    u64 pick = (u64)(product >> 64);
    if (__builtin_expect((u64)product < total, 0))
        pick = draw_slowly(p, key, game, seat, (uint32_t)total);
    u64 wanted = pick * ONES | 128 * ONES;
    int k = how_many((wanted - low) & 128 * ONES) + how_many((wanted - high) & 0x8080);
    u64 before = k < 8 ? low << 8 >> 8 * k : (high << 8 | low >> 56) >> 8 * (k - 8);
    int from = p->place[seat][k];
    int lower = two ? 0 : from & 64;
    int to = b->place[lower + nth_bit(found[k], (int)(pick - (before & 255)))];
    int victim = p->at[to], change = b->table[to] - b->table[from], ending = 0;
    if (victim)
        ending = capture(p, b, row, seat, victim - 1);
    p->at[from] = 0;
    p->at[to] = 1 + 16 * seat + k;
    p->place[seat][k] = to;
    p->occupied[seat][0] ^= b->bit[from][0] ^ b->bit[to][0];
    if (!two)
        p->occupied[seat][1] ^= b->bit[from][1] ^ b->bit[to][1];
    p->held[seat] += change;
    p->points[seat] += change * p->value[seat][k];
    return ending;
}

/* --- the lead, the end ------------------------------------------------------------------------- */

static inline void follow_lead(Pond *p, uint32_t round, int players) {
    int32_t best = p->points[0];
    uint32_t found = 0;
    for (int seat = 1; seat < players; seat++)
        best = p->points[seat] > best ? p->points[seat] : best;
    for (int seat = 0; seat < players; seat++)
        found |= (uint32_t)(p->points[seat] == best) << seat;
    if (found == p->leaders)
        return;
    p->leaders = found;
    p->since = round;
    p->lead_changes += !(found & p->holders);
    p->holders = found & p->holders ? found & p->holders : found;
}

static inline void rank_seats(const Pond *p, Result *out, int players) {
    int32_t key[SEATS], best = INT32_MIN;    /* points, then pieces on the table, then in all */
    for (int seat = 0; seat < players; seat++) {
        key[seat] = p->points[seat] * 256 + p->held[seat] * 16 + p->left[seat];
        best = key[seat] > best ? key[seat] : best;
    }
    for (int seat = 0; seat < players; seat++) {
        out->rank[seat] = 1;
        for (int other = 0; other < players; other++)
            out->rank[seat] += key[other] > key[seat];
        if (key[seat] == best && out->ending != CAPPED)
            out->winners |= 1 << seat;
    }
}

static inline void conclude(Pond *p, Result *out, Columns *row, int players) {
    follow_lead(p, p->round, players);
    for (int seat = 0; seat < MAX_SEATS; seat++)
        out->side[seat] = seat;
    for (int seat = 0; seat < players; seat++) {
        out->score[seat] = p->points[seat];
        row->pieces_left[seat] = p->left[seat];
        row->on_table[seat] = p->held[seat];
    }
    rank_seats(p, out, players);
    out->seats = players;
    out->decisions = p->decisions;
    out->rounds = p->round;
    out->turns = p->turns;
    out->lead_changes = p->lead_changes;
    if (out->winners)
        out->decided = p->leaders == out->winners ? p->since : p->round;
}

static inline __attribute__((always_inline)) int
play_rounds(Pond *p, const Board *b, const u64 *key, u64 game, Columns *row, int start,
            int players) {
    for (;;) {
        if (p->round)
            follow_lead(p, p->round, players);
        p->round++;
        draw_round(p, key, game, players);
        int seat = start;
        do {
            if (p->held[seat] >= HOLD)
                return TABLE_HELD;
            p->turns++;
            int ending = play_turn(p, b, key, game, row, seat, players == 2);
            if (ending)
                return ending;
            seat = seat + 1 == players ? 0 : seat + 1;
        } while (seat != start);
        if (p->round >= CAP)
            return CAPPED;
    }
}

static inline __attribute__((always_inline)) void
play_games(const u64 *key, u64 first, int64_t games, int players, Result *results,
           Columns *columns) {
    const Board *b = &boards[players != 2];
    Pond p;
    memset(results, 0, games * sizeof *results);
    memset(columns, 0, games * sizeof *columns);
    for (int64_t i = 0; i < games; i++) {
        int start = set_up(&p, b, key, first + i, players);
        results[i].index = first + i;
        results[i].first = start;
        results[i].ending = play_rounds(&p, b, key, first + i, &columns[i], start, players);
        conclude(&p, &results[i], &columns[i], players);
    }
}

/* Play games first, first + 1, … and write their rows. */
void limit_pond(const u64 *key, u64 first, int64_t games, int players, void *results,
                void *columns) {
    fill_board(&boards[players != 2], players);
    if (players == 2)
        play_games(key, first, games, 2, results, columns);
    else if (players == 3)
        play_games(key, first, games, 3, results, columns);
    else
        play_games(key, first, games, 4, results, columns);
}
