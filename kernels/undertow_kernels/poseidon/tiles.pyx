"""What a tile changes on the reef, where it lies and by the best place that it can get."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from .agents cimport ARROWS, EATS, FEATURES, MATCHED, ROOM, SHOWN, SITES, WAVES
from .reef cimport Hex, beside, list_upper
from .state cimport (
    ARROW, BIGMOUTH, BLANK, BONES, BUILD, CORALS, EAT_SYMBOL, GROUND, KINDS, MAX_FACES, MAX_MOVES,
    NOTHING, PARTNER, SPEEDYFINS, STORAGE, SYMBOLS, TILE, UPPER, WAVE, WAVERIDER,
)
from .turn cimport tile_symbol

cdef enum:
    DIRECTIONS = 6
    LEVELS = MAX_FACES       # more than any tower has
    LEAST = -1000            # below the worth of any place
    MOST_USEFUL = 4          # no meal has more dice: further levels are not counted

cdef struct Reef:
    const State* s
    int32_t seat
    int32_t matched[SYMBOLS]             # points that corals known give a visible symbol
    uint8_t live[SYMBOLS][LEVELS]        # faces by symbol and level, without skeletons

cdef struct Tile:
    int32_t first            # Symbol
    int32_t second

cdef struct Site:
    int32_t level            # that the tile covers; 0 = the ground
    int32_t one              # Symbol covered by its first hex
    int32_t other

cdef struct Best:
    int32_t worth
    int32_t feature[FEATURES]


cdef int32_t useful(int32_t level) noexcept nogil:
    return min(level, <int32_t>MOST_USEFUL)


cdef int32_t matched(const State* s, int32_t seat, int32_t symbol) noexcept nogil:
    """Return how many corals that the seat knows and may have score a symbol."""
    cdef int32_t i
    cdef int32_t count = 0
    for i in range(CORALS):
        if s.coral_owner[i] == 0 or s.coral_owner[i] == seat + 1:
            count += (
                (s.coral_kind[i] == SPEEDYFINS and symbol == ARROW)
                or (s.coral_kind[i] == BIGMOUTH and symbol == EAT_SYMBOL)
                or (s.coral_kind[i] == WAVERIDER and symbol == WAVE)
            )
    return count


cdef void survey_reef(Reef* reef, const State* s) noexcept nogil:
    cdef int32_t i
    reef.s = s
    reef.seat = s.decider
    memset(reef.live, 0, sizeof(reef.live))
    for i in range(SYMBOLS):
        reef.matched[i] = matched(s, reef.seat, i)
    for i in range(s.faces[reef.seat]):
        if s.held[reef.seat][i] != BONES:
            reef.live[s.symbol[reef.seat][i]][s.height[reef.seat][i]] += 1


# --- one tile in one place ------------------------------------------------------------------------

cdef int32_t strength_after(const Reef* reef, const Tile* tile, const Site* site,
                            int32_t symbol) noexcept nogil:
    """Return the strength in a symbol once the tile lies."""
    cdef int32_t level = reef.s.strength[reef.seat][symbol]
    cdef int32_t covered = (site.one == symbol) + (site.other == symbol)
    if tile.first == symbol or tile.second == symbol:
        return max(level, site.level + 1)
    if covered == 0 or level > site.level or reef.live[symbol][level] > covered:
        return level
    level -= 1
    while level > 1 and reef.live[symbol][level] == 0:
        level -= 1
    return max(level, 1)


cdef inline int32_t is_scored(int32_t symbol) noexcept nogil:
    return ARROW <= symbol <= WAVE


cdef void lay(const Reef* reef, const Tile* tile, const Site* site, int32_t* f) noexcept nogil:
    """Add what the tile changes there."""
    cdef int32_t symbol
    for symbol in range(ARROW, WAVE + 1):
        f[<int32_t>ARROWS + symbol - ARROW] += (
            useful(strength_after(reef, tile, site, symbol))
            - useful(reef.s.strength[reef.seat][symbol])
        )
    f[<int32_t>ROOM] += (
        (tile.first == STORAGE) + (tile.second == STORAGE)
        - (site.one == STORAGE) - (site.other == STORAGE)
    )
    f[<int32_t>SHOWN] += (
        is_scored(tile.first) + is_scored(tile.second)
        - is_scored(site.one) - is_scored(site.other)
    )
    f[<int32_t>MATCHED] += (
        reef.matched[tile.first] + reef.matched[tile.second]
        - reef.matched[site.one] - reef.matched[site.other]
    )


cdef int32_t edges(const Reef* reef, Hex hex, int32_t level) noexcept nogil:
    """Return how many empty faces of a level lie beside a hex; -1 if the hex is covered by one."""
    cdef const State* s = reef.s
    cdef int32_t count = 0
    cdef int32_t i, q, r
    for i in range(s.faces[reef.seat]):
        q = s.q[reef.seat][i] - hex.q
        r = s.r[reef.seat][i] - hex.r
        if q == 0 and r == 0 and s.height[reef.seat][i] >= level:
            return -1
        if q * q + q * r + r * r == 1:
            count += s.height[reef.seat][i] == level and s.held[reef.seat][i] == NOTHING
    return count


cdef inline Hex hex_of(const Reef* reef, int32_t face) noexcept nogil:
    return Hex(reef.s.q[reef.seat][face], reef.s.r[reef.seat][face])


# --- the best of several --------------------------------------------------------------------------

cdef int32_t worth(const int32_t* f) noexcept nogil:
    """Return what places of a tile are compared by, whatever is weighed later."""
    return (
        4 * (f[<int32_t>ARROWS] + f[<int32_t>EATS] + f[<int32_t>WAVES])
        + 3 * f[<int32_t>ROOM] + f[<int32_t>SHOWN] + 2 * f[<int32_t>MATCHED]
    )


cdef void consider(const Reef* reef, const Tile* tile, const Site* site,
                   Best* best) noexcept nogil:
    """Keep the better of the best so far and the tile in this place."""
    cdef Best found
    memset(found.feature, 0, sizeof(found.feature))
    lay(reef, tile, site, found.feature)
    found.worth = worth(found.feature)
    if found.worth > best.worth:
        memcpy(best, &found, sizeof(Best))


cdef Site site_of(const Reef* reef, int32_t face, int32_t other) noexcept nogil:
    return Site(
        reef.s.height[reef.seat][face],
        reef.s.symbol[reef.seat][face],
        reef.s.symbol[reef.seat][other],
    )


cdef void rate_kinds(const Reef* reef, const Tables* t, int32_t first, int32_t last,
                     int32_t* features) noexcept nogil:
    """Rate the kinds of tile from first to last by the best place of the best."""
    cdef Move moves[MAX_MOVES]
    cdef int32_t n = list_upper(reef.s, reef.seat, moves, 0)
    cdef Site site
    cdef Best best
    cdef Tile tile
    cdef int32_t kind, i
    best.worth = LEAST
    for kind in range(first, last + 1):
        if reef.s.tiles[kind] == 0:
            continue
        tile = Tile(t.tile_first[kind], t.tile_second[kind])
        site = Site(0, BLANK, BLANK)
        consider(reef, &tile, &site, &best)
        for i in range(n):
            site = site_of(reef, moves[i].face, moves[i].other)
            consider(reef, &tile, &site, &best)
    for i in range(FEATURES):
        features[i] += best.feature[i]


# --- the steps of laying a tile -------------------------------------------------------------------

cdef Tile tile_at_hand(const State* s, const Tables* t) noexcept nogil:
    return Tile(tile_symbol(s, t, 0), tile_symbol(s, t, 1))


cdef void rate_upper(const Reef* reef, const Tables* t, const Move* m, int32_t* f) noexcept nogil:
    cdef Tile tile = tile_at_hand(reef.s, t)
    cdef Site site = site_of(reef, m.face, m.other)
    lay(reef, &tile, &site, f)
    f[<int32_t>SITES] += (
        edges(reef, hex_of(reef, m.face), site.level + 1)
        + edges(reef, hex_of(reef, m.other), site.level + 1)
    )


cdef void rate_ground(const Reef* reef, const Tables* t, const Move* m, int32_t* f) noexcept nogil:
    """Rate an anchor by the best partner."""
    cdef Tile tile = tile_at_hand(reef.s, t)
    cdef Site site = Site(0, BLANK, BLANK)
    cdef Hex anchor = beside(hex_of(reef, m.face), m.toward)
    cdef int32_t best = 0
    cdef int32_t toward
    for toward in range(DIRECTIONS):
        best = max(best, edges(reef, beside(anchor, toward), 1))
    lay(reef, &tile, &site, f)
    f[<int32_t>SITES] += edges(reef, anchor, 1) + best


cdef void rate_partner(const Reef* reef, const Tables* t, const Move* m, int32_t* f) noexcept nogil:
    cdef Tile tile = tile_at_hand(reef.s, t)
    cdef Site site = Site(0, BLANK, BLANK)
    cdef Hex anchor = Hex(reef.s.anchor_q, reef.s.anchor_r)
    lay(reef, &tile, &site, f)
    f[<int32_t>SITES] += edges(reef, anchor, 1) + edges(reef, beside(anchor, m.toward), 1)


cdef void rate_tile(const State* s, const Tables* t, const Move* m,
                    int32_t* features) noexcept nogil:
    """Add what a step of building, or of joining a start tile, means."""
    cdef Reef reef
    survey_reef(&reef, s)
    if m.kind == BUILD:
        rate_kinds(&reef, t, 0, KINDS - 1, features)
    elif m.kind == TILE:
        rate_kinds(&reef, t, m.number, m.number, features)
    elif m.kind == UPPER:
        rate_upper(&reef, t, m, features)
    elif m.kind == GROUND:
        rate_ground(&reef, t, m, features)
    elif m.kind == PARTNER:
        rate_partner(&reef, t, m, features)
