"""The one declaration of Kraken-Alarm's records; state.pyx derives their numpy dtypes."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

cpdef enum Limits:
    MAX_PLAYERS = 4
    SECTIONS = 4             # of the sea, a ring
    PLACES = 4               # sea tokens of a section
    TOKENS = 16
    OTHERS = 12              # sea tokens that are no wave, three a section
    ANIMALS = 8              # kinds of animal
    KINDS = 11               # token kinds and 0 = unknown
    STACKS = 4               # of the reef
    STACK_SIZE = 6
    REEF = 24                # animal tokens, three of each kind
    COPIES = 3
    MAX_MOVES = 5            # STOP and the four tokens of a section

cpdef enum Token:
    UNKNOWN = 0              # in a view that does not know it; 1..8 animals
    KUNO = 9
    WAVE = 10

cpdef enum Kind:             # what a move does; the use of its number
    SAIL = 1                 # sections, 1 or 2
    STOP = 2
    TURN = 3                 # place 0..3 of the ship's section
    TAKE = 4                 # stack 0..3

cpdef enum Phase:
    FINISHED = 0
    CHOOSE_SAIL = 1
    CHOOSE_TURN = 2
    CHOOSE_STACK = 3

cdef enum:
    FARTHEST = 2             # sections a captain may sail

cdef struct State:
    uint32_t turn            # turns begun
    uint32_t alarms
    uint32_t capsized        # alarms that cost a provision
    uint32_t knocked_out     # times the ship left its zone
    uint32_t turned_in_all   # sea tokens turned
    uint32_t waves           # of them
    uint32_t kunos
    uint16_t round           # 0 in set-up, then from 1
    uint16_t open_tokens     # bit per sea token that lies face up
    uint16_t seen            # bit per sea token whose place is known
    uint16_t seen_round[TOKENS]              # in which a sea token was last turned
    uint16_t raised[MAX_PLAYERS]             # alarms in each captain's turns
    uint8_t  sea[TOKENS]                     # token kinds, section by section; 0 in a view
    uint8_t  known[SECTIONS][KINDS]          # tokens of a kind known to be in a section
    uint8_t  reef[REEF]                      # animals, stacks from the top; 0 = taken, or hidden
    uint8_t  left[STACKS]                    # tokens left in each stack
    uint8_t  taken[ANIMALS + 1]              # animals taken from the reef, by kind
    uint8_t  animals[MAX_PLAYERS]            # tokens taken
    uint8_t  provisions[MAX_PLAYERS]
    uint8_t  ship                            # section
    uint8_t  kuno                            # section
    uint8_t  turned                          # tokens turned this turn
    uint8_t  animal                          # kind just turned, for CHOOSE_STACK
    uint8_t  players
    uint8_t  start                           # seat of the start player
    uint8_t  captain                         # seat whose turn it is
    uint8_t  phase                           # Phase
    uint8_t  ending                          # of core.game
    uint8_t  _pad[4]

cdef struct Tables:
    uint64_t capsize_direct                  # a 32-bit draw below it capsizes the ship
    uint64_t hit                             # the same for the pendulum's chances
    uint64_t capsize
    uint64_t righting
    uint64_t knock_out
    uint16_t round_cap
    uint8_t  passes                          # greatest number of passes
    uint8_t  pendulum                        # 1: the pendulum decides, 0: one draw
    uint8_t  target                          # animals that win
    uint8_t  provisions
    uint8_t  kuno_tokens
    uint8_t  token_limit
    uint8_t  limit_by_turn                   # 1: tokens of the turn count, 0: of the section
    uint8_t  forbid_kuno_landing
    uint8_t  whirlpool
    int8_t   handicap[MAX_PLAYERS]           # animals that a seat has beside those it takes
    uint8_t  _pad[1]

cdef struct Move:
    uint8_t kind             # Kind
    uint8_t number           # as the kind says
    uint8_t _pad[6]

cdef struct Columns:
    uint32_t alarms
    uint32_t capsized        # alarms that cost a provision
    uint32_t knocked_out     # times the ship left its zone and was put back
    uint32_t turned          # sea tokens turned
    uint32_t waves           # of them
    uint32_t kunos           # and these
    uint16_t raised[MAX_PLAYERS]             # alarms in the seat's own turns
    uint8_t  lost[MAX_PLAYERS]               # provisions
    uint8_t  provisions[MAX_PLAYERS]         # left at the end


cdef inline int32_t add(Move* moves, int32_t n, uint8_t kind, uint8_t number) noexcept nogil:
    """Write move ``n``; return n + 1."""
    memset(&moves[n], 0, sizeof(Move))
    moves[n].kind = kind
    moves[n].number = number
    return n + 1


cdef inline int32_t animals_missing(const State* s, const Tables* t) noexcept nogil:
    """Return how many animals the captain is short of the target."""    # KA-5.1 KA-5.5
    return t.target - t.handicap[s.captain] - s.animals[s.captain]
