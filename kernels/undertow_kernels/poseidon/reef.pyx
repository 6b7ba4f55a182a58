"""The reef: where tiles may lie, what is visible, what a face can take.

Hexes are axial; the hexes that exist are a list of faces. For one decision the ground is laid out
as rows of bits, so that "touches the reef" is a handful of shifts for a whole row.
"""

from libc.stdint cimport int8_t

from ..core.bits cimport EVERY_BYTE, bit, eight_bytes, how_many, zero_bytes
from ..core.rng cimport uint128_t
from .state cimport BONES, GROUND, NOTHING, PARTNER, STORAGE, SYMBOLS, UPPER, add

cdef enum:
    MIDDLE = 62              # row and bit of hex 0, 0; a reef of 60 hexes spans -59..59
    ROWS = 126
    DIRECTIONS = 6
    FORWARD = 3              # directions 0..2; d + 3 leads back

cdef extern from *:
    """
    static const int8_t undertow_step_q[6] = {1, 0, -1, -1, 0, 1};
    static const int8_t undertow_step_r[6] = {0, 1, 1, 0, -1, -1};
    """
    const int8_t STEP_Q "undertow_step_q" []
    const int8_t STEP_R "undertow_step_r" []

cdef struct Ground:
    uint128_t taken[ROWS]    # bit per hex of the reef; only rows low - 1 .. high + 1 are filled
    uint128_t touching[ROWS]     # bit per empty hex that shares an edge with the reef
    int32_t low
    int32_t high


cdef Hex beside(Hex origin, int32_t toward) noexcept nogil:
    """Return the neighbour of a hex in a direction."""
    return Hex(origin.q + STEP_Q[toward], origin.r + STEP_R[toward])


cdef inline uint128_t spot(int32_t q) noexcept nogil:
    return <uint128_t>1 << (q + MIDDLE)


cdef void survey(const State* s, int32_t seat, Ground* g) noexcept nogil:
    cdef int32_t i, row
    cdef int32_t least = 0
    cdef int32_t most = 0
    for i in range(s.faces[seat]):
        least = min(least, <int32_t>s.r[seat][i])
        most = max(most, <int32_t>s.r[seat][i])
    g.low = MIDDLE + least - 1
    g.high = MIDDLE + most + 1
    for row in range(g.low - 2, g.high + 3):
        g.taken[row] = 0
        g.touching[row] = 0
    for i in range(s.faces[seat]):
        g.taken[MIDDLE + s.r[seat][i]] |= spot(s.q[seat][i])
    for row in range(g.low, g.high + 1):
        g.touching[row] = ~g.taken[row] & (
            g.taken[row] << 1 | g.taken[row] >> 1
            | g.taken[row - 1] | g.taken[row - 1] >> 1
            | g.taken[row + 1] | g.taken[row + 1] << 1
        )


cdef inline uint128_t clear(const Ground* g, int32_t row) noexcept nogil:
    """Return the empty hexes of a row that do not touch the reef."""
    return ~(g.taken[row] | g.touching[row])


cdef inline uint128_t anchors(const Ground* g, int32_t row) noexcept nogil:
    """Return the hexes of a row that touch the reef and have a partner."""
    return g.touching[row] & (
        clear(g, row) >> 1 | clear(g, row) << 1
        | clear(g, row + 1) | clear(g, row + 1) << 1
        | clear(g, row - 1) | clear(g, row - 1) >> 1
        | g.touching[row] >> 1 | g.touching[row + 1] | g.touching[row + 1] << 1
    )


cdef int32_t list_ground(const State* s, int32_t seat, Move* moves, int32_t n) noexcept nogil:
    cdef Ground g
    cdef uint128_t left[ROWS]
    cdef uint128_t hex
    cdef int32_t row, face, toward
    survey(s, seat, &g)
    for row in range(g.low, g.high + 1):
        left[row] = anchors(&g, row)
    for face in range(s.faces[seat]):
        for toward in range(DIRECTIONS):
            row = MIDDLE + s.r[seat][face] + STEP_R[toward]
            hex = spot(s.q[seat][face] + STEP_Q[toward])
            if left[row] & hex:                                     # PK-C1.3
                left[row] ^= hex
                n = add(moves, n, GROUND)
                moves[n - 1].face = face
                moves[n - 1].toward = toward
    return n


cdef int32_t list_partners(const State* s, int32_t seat, Move* moves) noexcept nogil:
    cdef Ground g
    cdef uint128_t hex
    cdef int32_t row, toward
    cdef int32_t n = 0
    survey(s, seat, &g)
    for toward in range(DIRECTIONS):
        row = MIDDLE + s.anchor_r + STEP_R[toward]
        hex = spot(s.anchor_q + STEP_Q[toward])
        if g.taken[row] & hex:
            continue
        if g.touching[row] & hex and toward >= FORWARD:    # this pair is reached from its other end
            continue
        n = add(moves, n, PARTNER)
        moves[n - 1].toward = toward
    return n


cdef inline bint neighbours(const State* s, int32_t seat, int32_t a, int32_t b) noexcept nogil:
    cdef int32_t q = s.q[seat][a] - s.q[seat][b]
    cdef int32_t r = s.r[seat][a] - s.r[seat][b]
    return q * q + q * r + r * r == 1


cdef int32_t list_upper(const State* s, int32_t seat, Move* moves, int32_t n) noexcept nogil:
    cdef int32_t a, b
    for a in range(s.faces[seat]):
        if s.held[seat][a] != NOTHING:                              # PK-C1.5
            continue
        for b in range(a + 1, s.faces[seat]):
            if (s.height[seat][a] == s.height[seat][b] and s.tile[seat][a] != s.tile[seat][b]
                    and s.held[seat][b] == NOTHING and neighbours(s, seat, a, b)):    # PK-C1.4
                n = add(moves, n, UPPER)
                moves[n - 1].face = a
                moves[n - 1].other = b
    return n


cdef void choose_ground(State* s, int32_t seat, const Move* move) noexcept nogil:
    s.upper = 0
    s.anchor_q = s.q[seat][move.face] + STEP_Q[move.toward]
    s.anchor_r = s.r[seat][move.face] + STEP_R[move.toward]


cdef void choose_upper(State* s, const Move* move) noexcept nogil:
    s.upper = 1
    s.anchor = move.face
    s.partner = move.other


cdef void add_face(State* s, int32_t seat, int32_t q, int32_t r, uint8_t symbol) noexcept nogil:
    cdef int32_t face = s.faces[seat]
    s.q[seat][face] = q
    s.r[seat][face] = r
    s.height[seat][face] = 1
    s.symbol[seat][face] = symbol
    s.tile[seat][face] = s.tiles_laid[seat]
    s.faces[seat] += 1


cdef void cover(State* s, int32_t seat, int32_t face, uint8_t symbol) noexcept nogil:
    s.height[seat][face] += 1
    s.symbol[seat][face] = symbol
    s.tile[seat][face] = s.tiles_laid[seat]


cdef void lay_tile(State* s, int32_t seat, uint8_t on_anchor, uint8_t on_partner) noexcept nogil:
    """Lay a tile on the place chosen."""
    s.tiles_laid[seat] += 1
    if s.upper:
        cover(s, seat, s.anchor, on_anchor)
        cover(s, seat, s.partner, on_partner)
    else:
        add_face(s, seat, s.anchor_q, s.anchor_r, on_anchor)
        add_face(s, seat, s.anchor_q + STEP_Q[s.toward], s.anchor_r + STEP_R[s.toward], on_partner)
    refresh_strength(s, seat)


cdef void refresh_strength(State* s, int32_t seat) noexcept nogil:
    cdef uint8_t* strength = s.strength[seat]
    cdef int32_t i, symbol, height
    for i in range(SYMBOLS):
        strength[i] = 1                                             # PK-C1.8
    for i in range(s.faces[seat]):
        symbol = s.symbol[seat][i]
        height = 0 if s.held[seat][i] == BONES else s.height[seat][i]
        strength[symbol] = max(<int32_t>strength[symbol], height)


# --- faces as sets: eight are looked at at once, and those behind the last are not counted --------

cdef inline uint64_t equal(const uint8_t* of_faces, int32_t faces, uint8_t value) noexcept nogil:
    """Return the faces of which a value is kept, a bit each."""
    cdef uint64_t found = 0
    cdef int32_t i
    for i in range(0, faces, 8):
        found |= <uint64_t>zero_bytes(eight_bytes(of_faces + i) ^ value * EVERY_BYTE) << i
    return found & (bit(faces) - 1)


cdef uint64_t open_faces(const State* s, int32_t seat) noexcept nogil:
    """Return the faces that can take a die now, a bit each."""
    cdef uint64_t found = 0
    cdef int32_t i
    for i in range(0, s.faces[seat], 8):                            # PK-C3.3
        found |= <uint64_t>zero_bytes(
            eight_bytes(&s.symbol[seat][i]) ^ STORAGE * EVERY_BYTE
            | eight_bytes(&s.held[seat][i]) + EVERY_BYTE & (BONES + 1) * EVERY_BYTE
        ) << i
    return found & (bit(s.faces[seat]) - 1) & ~s.stored_now


cdef uint64_t die_faces(const State* s, int32_t seat) noexcept nogil:
    """Return the faces with a die, a bit each."""
    cdef uint64_t found = 0
    cdef uint64_t dice
    cdef int32_t i
    for i in range(0, s.faces[seat], 8):         # NOTHING + 1 is 1, BONES + 1 is 32
        dice = eight_bytes(&s.held[seat][i]) + EVERY_BYTE & (BONES - 1) * EVERY_BYTE
        found |= <uint64_t>(zero_bytes(dice) ^ 0xFF) << i
    return found & (bit(s.faces[seat]) - 1)


cdef uint64_t empty_faces(const State* s, int32_t seat) noexcept nogil:
    """Return the faces that hold neither a die nor a skeleton, a bit each."""
    return equal(s.held[seat], s.faces[seat], NOTHING)


cdef uint64_t bone_faces(const State* s, int32_t seat) noexcept nogil:
    """Return the faces with a skeleton, a bit each."""
    return equal(s.held[seat], s.faces[seat], BONES)


cdef int32_t visible(const State* s, int32_t seat, int32_t symbol) noexcept nogil:
    """Return how many faces show a symbol."""
    return how_many(equal(s.symbol[seat], s.faces[seat], symbol) & ~bone_faces(s, seat))
