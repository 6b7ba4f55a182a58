"""Food: picking dice from the sea, storing them, eating them for friends and corals."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from ..core.bits cimport EVERY_BYTE, bit, eight_bytes, has, how_many, lowest
from ..core.dice cimport TOTAL_3, can_meet, die, is_met, targets_met
from ..core.rng cimport draw_bit
from .kraken cimport free_friend
from .reef cimport die_faces, open_faces
from .state cimport (
    ARMS, BONES, CHOOSE_CLAIM, CHOOSE_EAT_DIE, CHOOSE_STORE_AT, CHOOSE_STORE_DIE, CLAIM, CLAIM_STOP,
    CODES, COLOURS, CORALS, EAT, EAT_BOARD, EAT_STORED, FIRST_BLACK, FIRST_CORAL, NEUTRAL,
    NEXT_RIVAL, NOTHING, PASS, STORE, STORE_DIE, STORE_STOP, VALUES, add, add_number, colour_of,
    value_of,
)

cdef enum:                   # bits of what a seat may do with food, in the order of the list
    OPTION_PASS = 0
    OPTION_STORE = 1
    OPTION_EAT = 2              # and each arm after it
    OPTION_CLAIM = 8            # and each coral after it

cdef enum:
    VALUE_STEP = 128         # places in the eating order for one value
    STORED_STEP = 8          # the sea's colours come first, then the reef's faces


cdef uint64_t[CODES + 1] _dice      # the multiset of one die, by its code

for _code in range(1, CODES + 1):
    _dice[_code] = die(value_of(_code))


cdef inline bint is_die(uint8_t code) noexcept nogil:
    return code != NOTHING and code != BONES


cdef uint64_t sea_dice(const State* s) noexcept nogil:
    cdef uint64_t dice = 0
    cdef uint64_t five
    cdef int32_t i
    if s.food_wave == 0:                                            # PK-C3.1
        return 0
    for i in range(VALUES):              # five colours, and three bytes that are not counted
        five = eight_bytes(&s.sea[s.food_wave - 1][COLOURS * i])
        dice += (five * EVERY_BYTE >> 8 * (COLOURS - 1) & 0xFF) << 8 * i
    return dice


cdef void look(const State* s, Larder* larder) noexcept nogil:
    cdef uint64_t faces = die_faces(s, s.active)
    larder.sea = sea_dice(s)
    larder.stored = 0
    while faces:
        larder.stored += _dice[s.held[s.active][lowest(faces)]]
        faces &= faces - 1


cdef inline bint can_store(const State* s, uint64_t sea) noexcept nogil:
    return sea != 0 and s.picks_left > 0 and open_faces(s, s.active) != 0


cdef uint32_t food_options(const State* s, const Tables* t) noexcept nogil:
    """Return what the active seat may do with food, a bit each: OPTION_PASS and so on."""
    cdef Larder larder
    cdef int32_t arm, met
    cdef int32_t made = 0
    look(s, &larder)
    if larder.sea == 0 and larder.stored == 0:
        return <uint32_t>bit(OPTION_PASS)
    met = targets_met(larder.stored, larder.sea, s.picks_left)
    for arm in range(ARMS):
        made |= has(met, t.arm_target[arm]) << arm
    return <uint32_t>(
        bit(OPTION_PASS) | can_store(s, larder.sea) << OPTION_STORE
        | (made & s.friends[s.active]) << OPTION_EAT                # PK-C3.4, PK-C3.6
        | (claims(s, &larder) << OPTION_CLAIM if s.final else 0)    # PK-E3
    )


cdef void add_food(Move* moves, int32_t n, int32_t what) noexcept nogil:
    if what < OPTION_EAT:
        add(moves, n, PASS if what == OPTION_PASS else STORE)
    elif what < OPTION_CLAIM:
        add_number(moves, n, EAT, what - OPTION_EAT + 1)
    else:
        add_number(moves, n, CLAIM, what - OPTION_CLAIM + FIRST_CORAL)


cdef int32_t list_food(const State* s, const Tables* t, Move* moves) noexcept nogil:
    cdef uint32_t options = food_options(s, t)
    cdef int32_t n = 0
    while options:
        add_food(moves, n, lowest(options))
        options &= options - 1
        n += 1
    return n


cdef int32_t draw_food(const State* s, const Tables* t, Move* moves, Stream* stream,
                       const Chance* chance) noexcept nogil:
    """Write the move that a draw takes; return how many there are."""
    cdef uint32_t options = food_options(s, t)
    cdef int32_t n
    if options == bit(OPTION_PASS):      # nearly always once the reef is full of skeletons
        return add(moves, 0, PASS)
    n = how_many(options)
    add_food(moves, 0, draw_bit(options, n, stream, chance))
    return n


cdef uint32_t claims(const State* s, const Larder* larder) noexcept nogil:
    """Return the corals that the dice pay for, a bit each from the lowest number on."""
    cdef uint32_t found = 0
    cdef int32_t i
    for i in range(CORALS):
        if s.coral_owner[i] == 0 and can_meet(                      # PK-E4
            TOTAL_3 + i, 0, larder.stored, larder.sea, s.picks_left
        ):
            found |= <uint32_t>bit(i)
    return found


cdef int32_t list_claims(const State* s, Move* moves) noexcept nogil:
    cdef Larder larder
    cdef uint32_t found
    cdef int32_t n = add(moves, 0, CLAIM_STOP)
    look(s, &larder)
    found = claims(s, &larder)
    if s.claim:
        found &= ~(<uint32_t>bit(FIRST_BLACK - FIRST_CORAL) - 1)
    while found:
        n = add_number(moves, n, CLAIM, FIRST_CORAL + lowest(found))
        found &= found - 1
    return n


cdef void begin_storing(State* s) noexcept nogil:
    s.phase = CHOOSE_STORE_DIE
    s.stored = 0
    s.store_code = 0


cdef int32_t list_store_dice(const State* s, Move* moves) noexcept nogil:
    cdef const uint8_t* sea
    cdef uint64_t faces, open_to_it
    cdef int32_t code
    cdef int32_t n = 0
    if s.stored or s.ate:
        n = add(moves, n, STORE_STOP)
    if s.picks_left == 0 or s.food_wave == 0:
        return n
    sea = s.sea[s.food_wave - 1]
    faces = open_faces(s, s.active)
    for code in range(max(<int32_t>s.store_code, 1), CODES + 1):
        if sea[code - 1] == 0:
            continue
        if s.stored and code == s.store_code:      # equal dice go to ascending faces: one way
            open_to_it = faces >> s.store_face >> 1
        else:
            open_to_it = faces
        if open_to_it:
            n = add(moves, n, STORE_DIE)
            moves[n - 1].die = code
    return n


cdef uint64_t store_faces(const State* s) noexcept nogil:
    """Return the faces that may take the die at hand, a bit each."""
    return open_faces(s, s.active) & ~(bit(s.store_from) - 1)


cdef void take_from_sea(State* s, uint8_t code) noexcept nogil:
    cdef uint8_t colour = colour_of(code)
    s.sea[s.food_wave - 1][code - 1] -= 1
    s.picks_left -= 1
    if colour != NEUTRAL and colour != s.active and not s.final:    # PK-K1, PK-E2
        s.steps_due[colour] += 1


cdef void pick_to_store(State* s, const Move* move) noexcept nogil:
    s.store_from = s.store_face + 1 if s.stored and move.die == s.store_code else 0
    s.store_code = move.die
    s.phase = CHOOSE_STORE_AT


cdef void store_at(State* s, int32_t face) noexcept nogil:
    cdef uint8_t old = s.held[s.active][face]
    take_from_sea(s, s.store_code)
    if old != NOTHING:                                              # PK-C3.3: it makes way
        s.supply[colour_of(old)] += 1
    s.held[s.active][face] = s.store_code
    s.stored_now |= bit(face)
    s.store_face = face
    s.stored += 1
    s.phase = CHOOSE_STORE_DIE


cdef void begin_arm(State* s, const Tables* t, int32_t arm) noexcept nogil:
    s.claim = 0
    s.arm = arm
    begin_eating(s, t.arm_target[arm - 1])


cdef void begin_claim(State* s, int32_t number) noexcept nogil:
    s.claim = number
    begin_eating(s, TOTAL_3 + number - 3)


cdef void begin_eating(State* s, int32_t target) noexcept nogil:
    s.target = target
    s.eaten_dice = 0
    s.eat_from = 0
    s.ate = 1
    s.phase = CHOOSE_EAT_DIE


cdef inline uint64_t above(uint64_t dice, int32_t value) noexcept nogil:
    """Return the dice of a multiset that show more than ``value``."""
    return dice & ~(bit(8 * value) - 1)


cdef inline bint goes_on(const State* s, int32_t value, uint64_t stored, uint64_t sea,
                         int32_t picks) noexcept nogil:
    return can_meet(s.target, s.eaten_dice + die(value), stored, sea, picks)


cdef int32_t list_eat_dice(const State* s, Move* moves) noexcept nogil:
    cdef Larder larder
    cdef int32_t value
    cdef int32_t n = 0
    look(s, &larder)
    for value in range(max(s.eat_from // VALUE_STEP, 1), VALUES + 1):
        if s.picks_left > 0 and s.food_wave > 0:
            n = list_sea_dice(s, &larder, value, moves, n)
        n = list_stored_dice(s, &larder, value, moves, n)
    return n


cdef int32_t list_sea_dice(const State* s, const Larder* larder, int32_t value, Move* moves,
                           int32_t n) noexcept nogil:
    cdef const uint8_t* sea = &s.sea[s.food_wave - 1][COLOURS * (value - 1)]
    cdef int32_t least = s.eat_from - VALUE_STEP * value
    cdef uint64_t stored = above(larder.stored, value - 1)
    cdef int32_t colour
    cdef int32_t left = 0                # dice of this value from the colour on
    for colour in range(max(least, 0), COLOURS):
        left += sea[colour]
    for colour in range(max(least, 0), COLOURS):
        if sea[colour] and goes_on(
            s, value, stored, above(larder.sea, value) + (left - 1) * die(value), s.picks_left - 1
        ):
            n = add(moves, n, EAT_BOARD)
            moves[n - 1].die = COLOURS * (value - 1) + colour + 1
        left -= sea[colour]
    return n


cdef int32_t list_stored_dice(const State* s, const Larder* larder, int32_t value, Move* moves,
                              int32_t n) noexcept nogil:
    cdef int32_t least = max(s.eat_from - VALUE_STEP * value - STORED_STEP, 0)
    cdef int32_t face
    cdef int32_t left = 0                # dice of this value after the face
    for face in range(least, s.faces[s.active]):
        left += is_die(s.held[s.active][face]) and value_of(s.held[s.active][face]) == value
    if left == 0:
        return n
    for face in range(least, s.faces[s.active]):
        if not is_die(s.held[s.active][face]) or value_of(s.held[s.active][face]) != value:
            continue
        left -= 1
        if goes_on(s, value, above(larder.stored, value) + left * die(value),
                   above(larder.sea, value), s.picks_left):
            n = add(moves, n, EAT_STORED)
            moves[n - 1].face = face
            moves[n - 1].die = s.held[s.active][face]
    return n


cdef void eat_die(State* s, const Tables* t, const Move* move) noexcept nogil:
    cdef int32_t value = value_of(move.die)
    s.supply[colour_of(move.die)] += 1                              # PK-C3.5
    s.eaten_dice += die(value)
    if move.kind == EAT_BOARD:
        take_from_sea(s, move.die)
        s.eat_from = VALUE_STEP * value + colour_of(move.die)
    else:
        s.held[s.active][move.face] = NOTHING                       # PK-C3.7: only this one
        s.eat_from = VALUE_STEP * value + STORED_STEP + move.face + 1
    if is_met(s.target, s.eaten_dice):
        pay_out(s, t)


cdef void pay_out(State* s, const Tables* t) noexcept nogil:
    if s.claim == 0:
        free_friend(s, t, s.active, s.arm)
        s.freed_eating[s.active] += 1
        if s.final and t.coral_and_friend:
            s.phase = CHOOSE_CLAIM
            return
    else:
        s.coral_owner[s.claim - FIRST_CORAL] = s.active + 1
        s.coral_known[s.claim - FIRST_CORAL] |= <uint8_t>bit(s.active)    # PK-E4
        if s.claim < FIRST_BLACK:
            s.phase = CHOOSE_CLAIM
            return
    end_eating(s, t)


cdef void end_eating(State* s, const Tables* t) noexcept nogil:
    if t.mixed_store_eat and can_store(s, sea_dice(s)):             # PK-C3.2
        begin_storing(s)
    else:
        s.phase = NEXT_RIVAL
