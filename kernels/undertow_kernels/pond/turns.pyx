"""From set-up to the first turn, from turn to turn, and to the game's end."""

from libc.stdint cimport int32_t, uint8_t

from ..core.bits cimport bit
from ..core.game cimport CAPPED, FIRST_OWN, next_seat
from ..core.rng cimport Chance, chance_round
from .cards cimport deal_cards
from .scoring cimport colours_left, dragonfly_left, held_squares
from .start cimport next_value
from .state cimport (
    CHOOSE_ACT, CHOOSE_DISCARD, CHOOSE_REMOVAL, CHOOSE_VALUE, FINISHED, MIDDLE, NO_PIECE, PIECES,
    State, Tables, colour_of,
)

cdef enum:
    TABLE_HELD = FIRST_OWN
    NO_DRAGONFLY = FIRST_OWN + 1
    COLOUR_ELIMINATED = FIRST_OWN + 2


cdef void continue_setup(State* s, const Tables* t, Chance* chance) noexcept nogil:
    if next_value(s, t):
        s.phase = CHOOSE_VALUE
        return
    if t.pond_power and not s.dealt:
        deal_cards(s, t, chance)
    s.dealt = 1
    if t.removal and s.removing < s.players:
        s.active = MIDDLE
        s.decider = MIDDLE
        s.phase = CHOOSE_REMOVAL
    else:
        s.active = s.start
        begin_turn(s, t, chance)


cdef void check_end(State* s, const Tables* t) noexcept nogil:
    """End the game if a capture, fully settled, has left no dragonfly or taken a colour's last."""
    if s.phase != CHOOSE_ACT or s.victim == NO_PIECE:
        return
    if not dragonfly_left(s, t):                                    # KP-3.2
        finish(s, NO_DRAGONFLY)
    elif not colours_left(s, t):                                    # KP-3.3
        finish(s, COLOUR_ELIMINATED)


cdef void end_turn(State* s, const Tables* t, Chance* chance) noexcept nogil:
    if pass_turn(s, t):
        begin_turn(s, t, chance)


cdef void next_turn(State* s, const Tables* t, const int32_t* held, Chance* chance) noexcept nogil:
    """The same where it is known how many squares of the table each seat holds."""
    if pass_turn(s, t):
        begin_holding(s, t, held[s.active], chance)


cdef inline bint pass_turn(State* s, const Tables* t) noexcept nogil:
    """Make the next seat the active one, unless a card is discarded first or the game is over."""
    cdef int32_t following
    s.named = 0
    s.agile = 0
    s.legs = 0
    if s.hand_size[s.active] > t.hand_limit:                        # KP-6.3
        s.phase = CHOOSE_DISCARD
        return False
    following = next_seat(s.active, s.players)
    if s.round >= t.round_cap and following == s.start:             # KP-3.4
        finish(s, CAPPED)
        return False
    s.active = following
    return True


cdef void begin_turn(State* s, const Tables* t, Chance* chance) noexcept nogil:
    begin_holding(s, t, held_squares(s, t, s.active), chance)


cdef inline void begin_holding(State* s, const Tables* t, int32_t held,
                               Chance* chance) noexcept nogil:
    """Begin the turn of a seat that holds so many squares of the table."""
    s.decider = s.active
    s.moved = 0
    if s.active == s.start:
        s.round += 1
        chance_round(chance, s.round)
    remove_tokens(s, t)
    if held >= t.table_hold:                                        # KP-3.1
        finish(s, TABLE_HELD)
        return
    s.turn += 1
    s.phase = CHOOSE_ACT


cdef void remove_tokens(State* s, const Tables* t) noexcept nogil:
    cdef int32_t piece
    if s.webs == 0 and s.shells == 0:
        return
    for piece in range(PIECES):
        if t.owner[colour_of(piece)] == s.active:
            s.webs &= ~bit(piece)
            s.shells &= ~bit(piece)


cdef void finish(State* s, uint8_t ending) noexcept nogil:
    s.phase = FINISHED
    s.ending = ending
