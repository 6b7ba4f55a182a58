"""The shark: its figure of eight, what it eats, skeletons, and the way back of the eaten."""

from libc.stdint cimport int32_t, uint64_t

from ..core.bits cimport bit, has
from ..core.game cimport next_seat
from .reef cimport faces_holding, refresh_strength
from .state cimport (
    BONES, CHOOSE_REAPPEAR, CHOOSE_SKELETON, CODES, CRASH, MAX_PLAYERS, NEUTRAL, NEXT_BITE,
    NEXT_SKELETON, NOTHING, REAPPEAR, SHARK_SWIMS, SKELETON, add, add_faces, colour_of,
    count,
)


cdef void swim(State* s, const Tables* t) noexcept nogil:
    """Move the shark until its way is done or somebody has to choose."""
    cdef bint bitten = False
    cdef uint64_t swimming = occupied(s)
    while s.shark_steps > 0 and not (bitten and not t.respawn_after_move):    # PK-C4.7
        s.shark_steps -= 1
        swim_one(s, t)
        if has(swimming, t.loop[s.shark]):                          # PK-C4.2: the whole way
            bite(s, t.loop[s.shark], t.spaces)
            bitten = True
    if anybody_eaten(s):
        s.biting = s.active
        s.bites_left = s.players
        s.phase = NEXT_BITE
    else:
        s.phase = CRASH


cdef inline uint64_t occupied(const State* s) noexcept nogil:
    """Return the spaces with a creature, a bit each, and the bit behind them for eaten ones.

    Looked at once for a way: a space that comes twice has been emptied by then.
    """
    cdef uint64_t found = 0
    cdef int32_t seat, i
    for seat in range(s.players):
        for i in range(2):
            found |= bit(s.creature[seat][i])
    return found


cdef inline void swim_one(State* s, const Tables* t) noexcept nogil:
    """Enter the next space."""
    cdef int32_t before = s.shark
    cdef int32_t after = before + s.shark_way
    if after < 0:                        # no division: this is done for each space of the way
        after = t.spaces - 1
    elif after == t.spaces:
        after = 0
    s.shark = after
    if t.dice_on_link[before if s.shark_way > 0 else after] or t.dice_on_space[t.loop[after]]:
        feed_wave(s, t)


cdef void feed_wave(State* s, const Tables* t) noexcept nogil:
    cdef int32_t colour = NEUTRAL
    if s.on_wave >= t.capacity:                                     # PK-C4.8
        return
    if s.supply[<int32_t>NEUTRAL] == 0:
        colour = s.active                                           # PK-C4.9
    if s.supply[colour]:
        s.supply[colour] -= 1
        s.wave[colour] += 1
        s.on_wave += 1


cdef void bite(State* s, int32_t space, int32_t eaten) noexcept nogil:
    """Eat the creatures on a space."""
    cdef int32_t seat, i
    for seat in range(s.players):
        for i in range(2):
            if s.creature[seat][i] == space:                        # PK-C4.3
                s.creature[seat][i] = eaten
                s.eaten[seat] += 1
                count(&s.bites[seat])


cdef bint anybody_eaten(const State* s) noexcept nogil:
    cdef int32_t seat
    for seat in range(MAX_PLAYERS):
        if s.eaten[seat]:
            return True
    return False


cdef void next_bite(State* s) noexcept nogil:
    """Turn to the next owner of an eaten creature, in player order from the active seat."""
    while s.bites_left > 0 and s.eaten[s.biting] == 0:
        s.biting = next_seat(s.biting, s.players)
        s.bites_left -= 1
    s.decider = s.active
    if s.bites_left == 0:
        s.phase = SHARK_SWIMS
        return
    s.decider = s.biting
    s.skeletons_due = min(s.eaten[s.biting], s.skeletons)           # PK-C4.6
    s.skeleton_from = 0
    s.back_from = 0
    s.phase = NEXT_SKELETON


cdef uint64_t skeleton_faces(const State* s) noexcept nogil:
    """Return the faces that may take the skeleton at hand, a bit each."""
    cdef uint64_t faces = faces_holding(s, s.biting, NOTHING, NOTHING)
    if faces == 0:
        faces = faces_holding(s, s.biting, 1, CODES)                # PK-C4.4
    if s.skeletons_due > 1 and faces & (faces - 1):
        return faces ^ last(faces)           # two are chosen in ascending order
    return faces & ~(bit(s.skeleton_from) - 1)


cdef inline uint64_t last(uint64_t faces) noexcept nogil:
    """Return the highest bit of a word other than 0."""
    while faces & (faces - 1):
        faces &= faces - 1
    return faces


cdef void next_skeleton(State* s) noexcept nogil:
    if s.skeletons_due > 0 and skeleton_faces(s) == 0:
        s.skeletons_due = 0
    s.phase = CHOOSE_SKELETON if s.skeletons_due > 0 else CHOOSE_REAPPEAR


cdef int32_t list_skeletons(const State* s, Move* moves) noexcept nogil:
    return add_faces(moves, 0, SKELETON, skeleton_faces(s))


cdef void place_skeleton(State* s, int32_t face) noexcept nogil:
    cdef uint64_t empty = faces_holding(s, s.biting, NOTHING, NOTHING)
    cdef uint64_t alike = empty
    if empty == 0:
        alike = faces_holding(s, s.biting, 1, CODES)
        s.supply[colour_of(s.held[s.biting][face])] += 1
    if s.skeletons_due > 1 and alike & (alike - 1):
        s.skeleton_from = face + 1
    s.held[s.biting][face] = BONES                                  # PK-C4.5
    s.skeletons -= 1
    s.skeletons_due -= 1
    count(&s.skeletons_placed[s.biting])
    refresh_strength(s, s.biting)
    s.phase = NEXT_SKELETON


cdef int32_t list_returns(const State* s, const Tables* t, Move* moves) noexcept nogil:
    cdef int32_t n = 0
    if not s.back_from:
        n = add(moves, n, REAPPEAR)
    n = add(moves, n, REAPPEAR)
    moves[n - 1].space = t.spaces - 1
    return n


cdef void return_creature(State* s, const Tables* t, int32_t space) noexcept nogil:
    cdef int32_t i = 0 if s.creature[s.biting][0] == t.spaces else 1
    s.creature[s.biting][i] = space
    s.back_from = space != 0
    s.eaten[s.biting] -= 1
    if s.eaten[s.biting] == 0:
        s.phase = NEXT_BITE
