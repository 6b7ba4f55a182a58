"""Who decides in a seat: C functions that see its view, its legal moves and its own stream."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from .game cimport Game
from .memory cimport Memory
from .rng cimport Chance, Stream

cpdef enum Bounds:
    MAX_FEATURES = 32        # of a game's rate
    MAX_KINDS = 64           # kinds of move that forbid can name: one bit each

cpdef enum Answers:          # of an agent, where it is no index into the legal moves
    FAULT = -1               # it failed
    ASK_PYTHON = -2          # only Python can answer
    STOPPED = -3             # it was told to stop before it had decided

cdef struct Choice:
    const Game* game
    const void* tables
    const uint8_t* view      # what the seat may know; unset for an agent that sees nothing
    const uint8_t* moves
    int64_t* ratings         # room for one number a move
    int32_t options          # moves, two or more
    int32_t seat
    int32_t seats
    Stream* stream           # the seat's own
    const Chance* chance     # for drawing from it
    uint32_t round
    uint32_t number          # decisions of the seat in this round before this one
    uint8_t* desk            # the bytes that the policy asked for, not kept between decisions
    const int32_t* stop      # an agent that thinks long looks whether it is set

ctypedef int32_t (*decide_t)(const void* own, const Choice* choice) noexcept nogil

cdef struct Policy:
    decide_t decide          # NULL: each legal move with the same chance
    const void* own          # the agent's parameters
    bint sees                # whether it is shown a view
    Memory memory            # what its view still shows of things covered again
    size_t desk              # bytes that it needs to think

cdef class Agent:
    cdef Policy policy

cdef struct Weights:
    int64_t feature[MAX_FEATURES]
    uint64_t forbidden       # bit per kind of move

cdef class Weighted(Agent):
    cdef Weights weights

    cdef void weigh(self, const Game* rules, weights) except *
    cdef void forbid(self, kinds) except *

cdef bint is_forbidden(const Weights* w, const Choice* choice, int32_t i) noexcept nogil
cdef int32_t count_allowed(const Weights* w, const Choice* choice) noexcept nogil
cdef void rate_all(const Weights* w, const Choice* choice, bint free) noexcept nogil
