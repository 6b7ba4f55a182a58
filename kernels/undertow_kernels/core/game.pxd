"""The contract between a game and everything that is not a game."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from .memory cimport Recall
from .rng cimport Chance, Stream

cdef extern from *:
    """
    #ifndef UNDERTOW_CHECKED
    #define UNDERTOW_CHECKED 0
    #endif
    """
    const bint UNDERTOW_CHECKED    # 1 in a checked build: invariants hold at every decision

cpdef enum Seats:
    NOBODY = -1              # the actor of a finished game
    MAX_SEATS = 6            # upper bound over all games; sizes Result

cpdef enum Ending:
    RUNNING = 0
    CAPPED = 1               # stopped at the round cap: points stand, nobody wins
    AGENT_FAULT = 2          # an agent raised or chose what was not offered
    BROKEN = 3               # an invariant failed (checked build), or a seat had no move
    FIRST_OWN = 8            # a game's own endings count from here

cdef struct Result:
    uint64_t index           # the game's number within the run; also its random address
    int32_t  score[MAX_SEATS]    # points
    uint8_t  rank[MAX_SEATS]     # 1 = best; seats level in every respect share a rank
    uint8_t  side[MAX_SEATS]     # seats with the same side win together
    uint32_t decisions       # choices made among two or more options
    uint16_t rounds          # rounds begun
    uint16_t turns           # turns begun
    uint16_t lead_changes    # ends of rounds at which none of those who held the lead leads on
    uint16_t decided         # round after which the winners, and they alone, have always led
    uint8_t  winners         # bit per seat; 0 = nobody
    uint8_t  seats
    uint8_t  first           # seat of the start player
    uint8_t  ending          # Ending, or the game's own
    uint8_t  broken          # the invariant, or seat + 1 whose agent, that failed; 0 = none
    uint8_t  _pad[3]

cdef struct Clock:
    uint32_t round           # 0 during set-up, then from 1
    uint32_t turn            # turns begun since the game's start

cdef struct Lead:            # who has had most points at the ends of rounds
    uint32_t round           # the one that is under way
    uint32_t since           # the one at whose end the present leaders came to lead, 0 = set-up
    uint16_t changes         # ends of rounds at which the lead passed on
    uint8_t  leaders         # bit per seat with most points
    uint8_t  holders         # those of them who have led longest

# state, tables, moves, move, view and row point at the game's own structs. C reads no field of a
# struct that it does not know: each game has its own actor, clock and check, short as they are.
ctypedef void (*setup_t)(void* state, const void* tables, int32_t seats,
                         Chance* chance) noexcept nogil
ctypedef int32_t (*actor_t)(const void* state) noexcept nogil
ctypedef void (*clock_t)(const void* state, Clock* clock) noexcept nogil
ctypedef int32_t (*legal_t)(const void* state, const void* tables, void* moves) noexcept nogil
ctypedef void (*apply_t)(void* state, const void* tables, const void* move,
                         Chance* chance) noexcept nogil
ctypedef void (*observe_t)(const void* state, const void* tables, int32_t seat,
                           void* view) noexcept nogil
ctypedef void (*points_t)(const void* state, const void* tables, int32_t* points) noexcept nogil
ctypedef void (*score_t)(const void* state, const void* tables, Result* result) noexcept nogil
ctypedef void (*columns_t)(const void* state, const void* tables, void* row) noexcept nogil
ctypedef int32_t (*check_t)(const void* state, const void* tables) noexcept nogil
ctypedef void (*rate_t)(const void* view, const void* tables, const void* moves, int32_t n,
                        int32_t* features) noexcept nogil
ctypedef uint32_t (*draw_on_t)(void* state, const void* tables, Stream* agents, Chance* chance,
                               Lead* lead) noexcept nogil
ctypedef void (*redeal_t)(const void* view, const void* tables, int32_t seat, void* state,
                          Chance* chance) noexcept nogil
ctypedef void (*value_t)(const void* state, const void* tables, int32_t* worth) noexcept nogil
ctypedef void (*forget_t)(void* view, const void* tables, const Recall* recall) noexcept nogil
ctypedef int32_t (*sample_t)(const void* state, const void* tables, void* moves, Stream* stream,
                             const Chance* chance) noexcept nogil

cdef struct Game:
    size_t    state_size
    size_t    tables_size
    size_t    move_size
    size_t    columns_size
    int32_t   max_moves      # no position offers more
    int32_t   min_seats
    int32_t   max_seats
    setup_t   setup          # zeroed state -> a new game up to its first decision
    actor_t   actor          # the seat that decides next, or NOBODY when the game is over
    clock_t   clock
    legal_t   legal          # 1..max_moves distinct moves in a documented order; 0 when over
    apply_t   apply          # plays one legal move and all that follows without a choice
    observe_t observe        # copies to view what the seat may know, the rest blanked to 0
    points_t  points         # each seat's points as the position stands, those of its side
    score_t   score          # fills score, rank, winners, first, ending; side if seats share it
    columns_t columns        # the game's own counters, one row a game
    check_t   check          # 0, or the number of the invariant that fails
    int32_t   features       # how many rate writes, at most MAX_FEATURES of core.agents
    rate_t    rate           # optional (NULL): a row of features for each of n moves, from 0 on
    sample_t  sample         # optional (NULL): moves[0] = the legal move a draw takes; their number
    draw_on_t draw_on        # optional (NULL): random seats play on, as far as it can; decisions
    redeal_t  redeal         # optional (NULL): a state that fits the view, as a fresh deal would be
    value_t   value          # with redeal: each seat's worth; a lead of 100 wins 3 games in 4
    forget_t  forget         # optional (NULL): blanks what was seen, is covered again and forgotten


cdef inline int32_t next_seat(int32_t seat, int32_t seats) noexcept nogil:
    """Return the next seat in turn order; a division would take longer than all the rest."""
    return seat + 1 if seat + 1 < seats else 0
