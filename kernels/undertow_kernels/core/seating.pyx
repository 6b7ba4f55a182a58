"""What a match is made of: a fitting game, its seats' agents, room; and what Python answers."""

import operator

import numpy as np

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDES
from cpython.pyport cimport PY_SSIZE_T_MAX
from libc.stdint cimport int64_t
from libc.stdlib cimport free
from libc.string cimport memset
from posix.stdlib cimport posix_memalign

from .agents cimport Agent


cdef extern from *:
    """
    #ifdef __SANITIZE_ADDRESS__          /* which sees what lies right behind alone */
    #define UNDERTOW_WHOLE_LINES 0
    #else
    #define UNDERTOW_WHOLE_LINES 1
    #endif
    """
    const bint WHOLE_LINES "UNDERTOW_WHOLE_LINES"

cdef enum:
    CACHE_LINE = 64          # bytes

cdef char* _byte = b"B"      # what a buffer says of its items
cdef int32_t _never = 0      # the stop flag of a match that nobody stops


cdef const Game* fitting_game(uintptr_t address, Py_ssize_t tables_size, int32_t seats,
                              Py_ssize_t key_words) except NULL:
    cdef const Game* game = <const Game*>address
    if not game.min_seats <= seats <= game.max_seats:
        raise ValueError(f"seats must be {game.min_seats} to {game.max_seats}, got {seats}")
    if <size_t>tables_size != game.tables_size:
        raise ValueError(f"tables must have {game.tables_size} bytes, got {tables_size}")
    if key_words != 2:
        raise ValueError(f"a key has 2 words, got {key_words}")
    return game


cdef int32_t ask(Play* play, list agents, dict acts) except -1:
    """Return the index that the deciding seat's agent in Python takes.

    Whatever it raises is passed on; a wrong answer raises TypeError or ValueError.
    """
    cdef Py_ssize_t size = play.game.state_size
    cdef Py_ssize_t width = play.game.move_size
    seat = play.actor
    if seat not in acts:
        key = (play.chance.key[0], play.chance.key[1])
        acts[seat] = agents[seat].begin(key, play.index, seat)
    view = np.zeros(size, np.uint8)
    play.game.observe(play.state, play.tables, seat, bytes_at(view))
    moves = np.array(<uint8_t[:play.options, :width]>play.moves)
    view.flags.writeable = False
    moves.flags.writeable = False
    return index_of(play, acts[seat](view, moves, play.clock.round, play.asked[seat] - 1))


cdef int32_t index_of(const Play* play, answer) except -1:
    """Return an agent's answer as an index of a legal move, or raise TypeError or ValueError."""
    if isinstance(answer, (bool, np.bool_)):
        raise TypeError(f"an agent answers with an index, not {answer!r}")
    try:
        pick = operator.index(answer)
    except TypeError:
        raise TypeError(f"an agent answers with an index, not {answer!r:.60}") from None
    if not 0 <= pick < play.options:
        raise ValueError(f"an agent answers with an index from 0 to {play.options - 1}, "
                         f"not {answer!r:.60}")
    return pick


cdef list seat_agents(Play* play, agents):
    """Give the match its seats' agents; return them as a list that keeps them alive."""
    cdef Agent agent
    cdef int32_t seat
    held = [Agent()] * play.seats if agents is None else list(agents)
    if len(held) != play.seats:
        raise ValueError(f"{play.seats} seats need as many agents, got {len(held)}")
    play.uniform = True
    for seat in range(play.seats):
        agent = held[seat]
        if agent is None:
            raise TypeError("an Agent decides for each seat, not None")
        play.policy[seat] = agent.policy
        if agent.policy.decide != NULL:
            play.uniform = False
    return held


cdef tuple make_rooms(Play* play):
    """Give the match room for state, moves, view, ratings and thinking; return what holds it."""
    cdef size_t desk = 0
    cdef int32_t seat
    for seat in range(play.seats):
        desk = max(desk, play.policy[seat].desk)
    cdef Room state = Room(play.game.state_size)
    cdef Room moves = Room(<size_t>play.game.max_moves * play.game.move_size)
    cdef Room view = Room(play.game.state_size)
    cdef Room ratings = Room(<size_t>play.game.max_moves * sizeof(int64_t))
    cdef Room thoughts = Room(desk)
    play.state = state.start
    play.moves = moves.start
    play.view = view.start
    play.ratings = <int64_t*>ratings.start
    play.desk = thoughts.start
    play.stop = &_never
    return state, moves, view, ratings, thoughts


cdef class Room:
    """Zeroed bytes, a buffer, in cache lines of their own: two threads share none.

    A numpy array would take five times as long to make, which a call for one game would feel.
    ``make_rooms`` alone makes them.
    """

    cdef uint8_t* start
    cdef Py_ssize_t size

    def __cinit__(self, size_t size):
        cdef void* start = NULL
        cdef size_t whole = CACHE_LINE * (size // CACHE_LINE + 1)
        if not WHOLE_LINES:
            whole = size + (size == 0)
        if size > PY_SSIZE_T_MAX or posix_memalign(&start, CACHE_LINE, whole):
            raise MemoryError
        self.start = <uint8_t*>memset(start, 0, size)
        self.size = <Py_ssize_t>size

    def __dealloc__(self):
        free(self.start)

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        buffer.obj = self
        buffer.buf = self.start
        buffer.len = self.size
        buffer.itemsize = 1
        buffer.readonly = 0
        buffer.ndim = 1
        buffer.format = _byte if flags & PyBUF_FORMAT else NULL
        buffer.shape = &self.size if flags & PyBUF_ND else NULL
        buffer.strides = &buffer.itemsize if flags & PyBUF_STRIDES == PyBUF_STRIDES else NULL
        buffer.suboffsets = NULL
        buffer.internal = NULL


cdef uint8_t* bytes_at(array) except? NULL:
    """Return where the bytes of a contiguous uint8 array lie; NULL when it holds none."""
    cdef uint8_t[::1] view = array.reshape(-1)
    return &view[0] if view.shape[0] else NULL
