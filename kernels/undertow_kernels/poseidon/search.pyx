"""What search needs: corals that fit a view, the worth of a position, and forgetting."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from ..core.bits cimport bit, has, how_many
from ..core.memory cimport remembers
from ..core.rng cimport SETUP, chance_shuffle
from .reef cimport bone_faces, die_faces
from .scoring cimport coral_points
from .state cimport ARMS, CORALS, CORAL_KINDS, EAT_SYMBOL, UNKNOWN_CORAL

cdef enum:                   # fitted to who wins among greedy players, in hundredths of a lead
    POINT = 20               # of a counter
    CORAL_POINT = 15
    TAKEN = 18               # a coral, whatever it scores
    FRIEND = 40              # freed, beside the points of its counter
    DIE = 50                 # stored
    SKELETON = 18
    EAT_LEVEL = 8            # of strength in eat symbols
    MOST_USEFUL = 4          # no meal has more dice: further levels are not counted


# --- a fresh deal of what the view leaves open ----------------------------------------------------

cdef void redeal(const void* view, const void* tables, int32_t seat, void* state,
                 Chance* chance) noexcept nogil:
    """Shuffle the corals that the view does not show."""          # PK-B5
    cdef State* s = <State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef int32_t left[CORAL_KINDS + 1]
    cdef uint8_t hidden[CORALS]
    cdef int32_t kind, i, _copy
    cdef int32_t n = 0
    memcpy(s, view, sizeof(State))
    left[<int32_t>UNKNOWN_CORAL] = 0
    for kind in range(1, CORAL_KINDS + 1):
        left[kind] = t.coral_count[kind - 1]
    for i in range(CORALS):
        left[s.coral_kind[i]] -= 1
    for kind in range(1, CORAL_KINDS + 1):
        for _copy in range(left[kind]):
            hidden[n] = kind
            n += 1
    chance_shuffle(chance, SETUP, hidden, n)
    for i in range(CORALS):
        if s.coral_kind[i] == UNKNOWN_CORAL and n:
            n -= 1
            s.coral_kind[i] = hidden[n]


# --- what a position is worth ---------------------------------------------------------------------

cdef void value(const void* state, const void* tables, int32_t* worth) noexcept nogil:
    cdef const State* s = <const State*>state
    cdef const Tables* t = <const Tables*>tables
    cdef int32_t seat, i
    for seat in range(s.players):
        worth[seat] = (
            POINT * t.handicap[seat]                                # PK-S8
            + FRIEND * (ARMS - how_many(s.friends[seat]))
            + DIE * how_many(die_faces(s, seat))
            - SKELETON * how_many(bone_faces(s, seat))
            + EAT_LEVEL * min(<int32_t>s.strength[seat][<int32_t>EAT_SYMBOL], MOST_USEFUL)
        )
        for i in range(ARMS):
            worth[seat] += POINT * s.counter[seat][i]
    for i in range(CORALS):
        if s.coral_owner[i]:
            seat = s.coral_owner[i] - 1
            worth[seat] += TAKEN + CORAL_POINT * coral_points(s, t, seat, s.coral_kind[i])


# --- forgetting -----------------------------------------------------------------------------------

cdef void forget(void* view, const void* tables, const Recall* recall) noexcept nogil:
    """Blank the corals that the seat peeked at and does not own, as far as forgotten."""
    cdef State* v = <State*>view
    cdef int32_t i
    for i in range(CORALS):
        if has(v.coral_known[i], recall.seat) and v.coral_owner[i] != recall.seat + 1:
            if not remembers(recall, i, v.peek_round[recall.seat][i]):
                v.coral_kind[i] = UNKNOWN_CORAL
                v.coral_known[i] &= <uint8_t>~bit(recall.seat)
