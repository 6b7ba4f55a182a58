"""The shark: its figure of eight, what it eats, skeletons, and the way back of the eaten."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from ..core.bits cimport bit, has, lowest
from ..core.rng cimport stream_below
from .reef cimport die_faces, empty_faces, refresh_strength
from .state cimport (
    BONES, CHOOSE_REAPPEAR, CHOOSE_SKELETON, CRASH, MAX_PLAYERS, NEUTRAL, NEXT_BITE,
    NEXT_SKELETON, REAPPEAR, SHARK_SWIMS, add, colour_of, count, count_if,
)
from .wave cimport put_on_wave, room


cdef void swim(State* s, const Tables* t) noexcept nogil:
    """Move the shark until its way is done or somebody has to choose."""
    cdef uint32_t stops = 0 if t.respawn_after_move else occupied(s)    # PK-C4.7
    cdef uint32_t entered = 0            # spaces of its way, a bit each
    cdef int32_t dice = 0
    cdef int32_t steps = s.shark_steps
    cdef int32_t before
    cdef int32_t at = s.shark
    while steps > 0 and not entered & stops:
        steps -= 1
        before = at
        at = beyond(at, s.shark_way, t.spaces)
        entered |= <uint32_t>bit(t.loop[at])
        dice += t.dice_on_link[before if s.shark_way > 0 else at] | t.dice_on_space[t.loop[at]]
    s.shark = at
    s.shark_steps = steps
    if entered:
        feed_wave(s, t, dice)
        bite(s, entered, t.spaces)                                  # PK-C4.2: the whole way
    if bitten_seats(s):
        s.biting = s.active
        s.phase = NEXT_BITE
    else:
        s.phase = CRASH


cdef inline uint32_t occupied(const State* s) noexcept nogil:
    """Return the spaces with a creature, a bit each, and the bit behind them for eaten ones."""
    cdef uint32_t found = 0
    cdef int32_t seat, i
    for seat in range(s.players):
        for i in range(2):
            found |= <uint32_t>bit(s.creature[seat][i])
    return found


cdef void feed_wave(State* s, const Tables* t, int32_t dice) noexcept nogil:
    """Put dice on the big wave: neutral ones, and the active seat's when none is left."""
    cdef int32_t neutral
    dice = min(dice, room(s, t))                                    # PK-C4.8
    neutral = min(dice, <int32_t>s.supply[<int32_t>NEUTRAL])
    put_on_wave(s, NEUTRAL, neutral)
    put_on_wave(s, s.active, min(dice - neutral, <int32_t>s.supply[s.active]))    # PK-C4.9


cdef void bite(State* s, uint32_t spaces, int32_t eaten) noexcept nogil:
    """Eat the creatures on some spaces."""
    cdef int32_t seat, i
    cdef bint bitten
    for seat in range(s.players):
        for i in range(2):
            bitten = has(spaces, s.creature[seat][i])               # PK-C4.3
            s.creature[seat][i] = eaten if bitten else s.creature[seat][i]
            s.eaten[seat] += bitten
            count_if(&s.bites[seat], bitten)


cdef inline uint32_t bitten_seats(const State* s) noexcept nogil:
    """Return the seats with an eaten creature, a bit each."""
    cdef uint32_t found = 0
    cdef int32_t seat
    for seat in range(MAX_PLAYERS):
        found |= <uint32_t>(s.eaten[seat] != 0) << seat
    return found


cdef void next_bite(State* s) noexcept nogil:
    """Turn to the next owner of an eaten creature, in player order from the active seat."""
    cdef uint32_t owners = bitten_seats(s)
    if owners == 0:
        s.decider = s.active
        s.phase = SHARK_SWIMS
        return
    s.biting += lowest((owners | owners << s.players) >> s.biting)
    if s.biting >= s.players:
        s.biting -= s.players
    s.decider = s.biting
    s.skeletons_due = min(s.eaten[s.biting], s.skeletons)           # PK-C4.6
    s.skeleton_from = 0
    s.back_from = 0
    s.phase = NEXT_SKELETON


cdef uint64_t skeleton_faces(const State* s) noexcept nogil:
    """Return the faces that may take the skeleton at hand, a bit each."""
    cdef uint64_t faces = empty_faces(s, s.biting)
    if faces == 0:
        faces = die_faces(s, s.biting)                              # PK-C4.4
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


cdef void place_skeleton(State* s, int32_t face) noexcept nogil:
    cdef uint64_t empty = empty_faces(s, s.biting)
    cdef uint64_t alike = empty
    if empty == 0:
        alike = die_faces(s, s.biting)
        s.supply[colour_of(s.held[s.biting][face])] += 1
    if s.skeletons_due > 1 and alike & (alike - 1):
        s.skeleton_from = face + 1
    s.held[s.biting][face] = BONES                                  # PK-C4.5
    s.skeletons -= 1
    s.skeletons_due -= 1
    count(&s.skeletons_placed[s.biting])
    refresh_strength(s, s.biting)
    s.phase = NEXT_SKELETON


cdef inline void add_return(const Tables* t, Move* moves, int32_t n, bint at_beach) noexcept nogil:
    add(moves, n, REAPPEAR)
    moves[n].space = t.spaces - 1 if at_beach else 0


cdef int32_t list_returns(const State* s, const Tables* t, Move* moves) noexcept nogil:
    cdef int32_t at_beach
    for at_beach in range(s.back_from, 2):
        add_return(t, moves, at_beach - s.back_from, at_beach)
    return 2 - s.back_from


cdef int32_t draw_return(const State* s, const Tables* t, Move* moves, Stream* stream,
                         const Chance* chance) noexcept nogil:
    """Write the move that a draw takes; return how many there are."""
    cdef int32_t n = 2 - s.back_from
    add_return(t, moves, 0, s.back_from + stream_below(stream, chance, n))
    return n


cdef void return_creature(State* s, const Tables* t, int32_t space) noexcept nogil:
    cdef int32_t i = 0 if s.creature[s.biting][0] == t.spaces else 1
    s.creature[s.biting][i] = space
    s.back_from = space != 0
    s.eaten[s.biting] -= 1
    if s.eaten[s.biting] == 0:
        s.phase = NEXT_BITE
