"""One game being played: the resumable match that every driver shares."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from .agents cimport Policy
from .game cimport Clock, Game, Lead, MAX_SEATS, Result
from .rng cimport Chance, Stream

cpdef enum Faults:           # Result.broken where the driver, not the game's check, objects
    TWICE = 253              # the same move listed twice (checked build only)
    TOO_MANY = 254           # more than max_moves (checked build only)
    NO_MOVE = 255            # a seat must decide and has nothing to choose from

cdef struct Play:
    const Game* game
    const void* tables
    uint8_t* state
    uint8_t* moves           # room for max_moves
    uint8_t* view            # room for one state
    int64_t* ratings         # room for max_moves
    uint8_t* desk            # room for what any seat's policy asks for
    const int32_t* stop      # set = stop before the next decision of an agent that thinks long
    Policy policy[MAX_SEATS]
    bint uniform             # no seat has an agent of its own
    uint64_t index           # the game's number within the run
    Chance chance
    Stream agent[MAX_SEATS]  # what the agent of a seat draws
    uint32_t asked[MAX_SEATS]    # decisions of a seat's agent in its stream's round
    Clock clock              # as last read off the state
    Lead lead
    int32_t seats
    int32_t actor            # seat that decides, or NOBODY
    int32_t options          # legal moves in ``moves``; after an edit or a step it may be 1
    uint32_t decisions
    int32_t broken           # Result.broken
    int32_t faulty           # seat + 1 whose agent failed, 0 = none

cdef void begin(Play* play, const uint64_t* key, uint64_t index) noexcept nogil
cdef int32_t advance(Play* play) noexcept nogil
cdef Stream* agent_stream(Play* play) noexcept nogil
cdef int32_t choose(Play* play) noexcept nogil
cdef void watch_lead(Play* play) noexcept nogil
cdef void take(Play* play, int32_t pick) noexcept nogil
cdef void fail(Play* play) noexcept nogil
cdef int32_t play_on(Play* play) noexcept nogil
cdef void conclude(Play* play, Result* result) noexcept nogil
