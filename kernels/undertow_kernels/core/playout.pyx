"""The drivers of ``match``: a batch of games, and one match in Python's hands."""

import operator

import numpy as np

from libc.stdint cimport int32_t, uint8_t, uint64_t, uintptr_t
from libc.string cimport memcmp

from .agents cimport ASK_PYTHON, Choice, FAULT
from .agents import Served
from .game cimport Clock, Result
from .game import RESULT_DTYPE as _result_dtype
from .match cimport agent_stream, begin, choose, conclude, fail, Play, play_on, take, watch_lead
from .metrics cimport Metrics, gather, take_measures
from .rng cimport Stream
from .seating cimport ask, bytes_at, fitting_game, index_of, make_rooms, seat_agents

cdef extern from *:
    """
    #define undertow_flag_get(flag) __atomic_load_n(flag, __ATOMIC_RELAXED)
    #define undertow_flag_set(flag) __atomic_store_n(flag, 1, __ATOMIC_RELAXED)
    """
    int32_t flag_get "undertow_flag_get"(const int32_t* flag) noexcept nogil
    void flag_set "undertow_flag_set"(int32_t* flag) noexcept nogil


cdef class Stop:
    """A flag that a running batch reads between two games, a search between two playouts."""

    cdef int32_t flag

    def set(self):
        """Ask every batch that holds this flag to stop after its current game."""
        flag_set(&self.flag)

    @property
    def is_set(self):
        """Whether ``set`` was called."""
        return bool(flag_get(&self.flag))


cdef Py_ssize_t play_block(Play* play, const uint64_t* key, uint64_t first, Result* results,
                           uint8_t* columns, const Metrics* metrics, Py_ssize_t n,
                           const int32_t* stop) noexcept nogil:
    """Play ``n`` games; return how many were finished when told to stop."""
    cdef Py_ssize_t i
    for i in range(n):
        if flag_get(stop):
            return i
        begin(play, key, first + <uint64_t>i)
        if play_on(play) >= 0:           # told to stop in the middle of a game
            return i
        write_row(play, &results[i], columns, metrics, i)
    return n


cdef inline void write_row(Play* play, Result* result, uint8_t* columns, const Metrics* metrics,
                           Py_ssize_t i) noexcept nogil:
    conclude(play, result)
    play.game.columns(play.state, play.tables, columns + <size_t>i * play.game.columns_size)
    take_measures(metrics, play.state, i)


cdef Py_ssize_t play_served(Play* play, list agents, const uint64_t* key, uint64_t first,
                            Result* results, uint8_t* columns, const Metrics* metrics,
                            Py_ssize_t n, const int32_t* stop) except -1:
    """The same where Python decides for some seat; the GIL is held while it does."""
    cdef Py_ssize_t i
    cdef int32_t seat
    for i in range(n):
        if flag_get(stop):
            return i
        with nogil:
            begin(play, key, first + <uint64_t>i)
        acts = {}
        while True:
            with nogil:
                seat = play_on(play)
            if seat < 0:
                break
            if flag_get(stop):
                return i
            try:
                take(play, ask(play, agents, acts))
            except (Exception, SystemExit):     # what a user's code raises ends this game alone
                fail(play)
        write_row(play, &results[i], columns, metrics, i)
    return n


def play(uintptr_t game, const uint8_t[::1] tables, int32_t seats, const uint64_t[::1] key,
         uint64_t first, Result[::1] results, uint8_t[:, ::1] columns, Stop stop not None,
         agents=None, metrics=(), double[:, ::1] values=None, uint8_t[:, ::1] failed=None):
    """Play games ``first``, ``first + 1``, …; the GIL is released but for agents in Python.

    Parameters
    ----------
    game : int
        Address of the game's ``Game`` struct.
    tables : uint8 array, shape (tables_size,)
        The component numbers, one ``Tables`` record as bytes.
    seats : int
    key : uint64 array, shape (2,)
        The seed's two words.
    first : int
        Number of the first game within the run.
    results : RESULT_DTYPE array, shape (n,)
        Written, one record a game.
    columns : uint8 array, shape (n, columns_size)
        Written, one ``Columns`` record as bytes a game.
    stop : Stop
        Read between two games.
    agents : sequence of Agent, optional
        One for each seat; random ones by default.
    metrics : sequence of Metric
    values : float64 array, shape (n, metrics), optional
        Written: what each metric says of the state in which a game ended; NaN where it failed.
    failed : uint8 array, shape (n, metrics), optional
        Written: 1 where a metric failed.

    Returns
    -------
    int
        Games finished: fewer than ``n`` only after ``stop.set()``.

    Raises
    ------
    ValueError
        Shapes do not fit the game or each other, or the seat count is not allowed.
    TypeError
        An agent or a metric is none.
    """
    cdef Play match
    cdef Metrics measures
    cdef Py_ssize_t n = results.shape[0]
    cdef Py_ssize_t done
    match.game = fitting_game(game, tables.shape[0], seats, key.shape[0])
    if columns.shape[0] != n or <size_t>columns.shape[1] != match.game.columns_size:
        raise ValueError(f"columns must have shape ({n}, {match.game.columns_size}), "
                         f"got ({columns.shape[0]}, {columns.shape[1]})")
    measures = gather(metrics, values, failed, n)
    if n == 0:
        return 0
    match.tables = &tables[0]
    match.seats = seats
    held = seat_agents(&match, agents)
    rooms = make_rooms(&match)           # kept to the end of the call
    match.stop = &stop.flag
    if any(isinstance(agent, Served) for agent in held):
        done = play_served(&match, held, &key[0], first, &results[0], &columns[0, 0], &measures, n,
                           &stop.flag)
    else:
        with nogil:
            done = play_block(&match, &key[0], first, &results[0], &columns[0, 0], &measures, n,
                              &stop.flag)
    del rooms
    return done


cdef class Match:
    """One resumable game, played by the same C functions as a batch.

    Parameters
    ----------
    game : int
        Address of the game's ``Game`` struct.
    tables : uint8 array, shape (tables_size,)
        Copied.
    seats : int
    key : uint64 array, shape (2,)
        The seed's two words.
    index : int
        Number of the game within the run.
    agents : sequence of Agent, optional
        One for each seat, for ``choose`` and ``play_on``; random ones by default.

    Raises
    ------
    ValueError
        Shapes do not fit the game, or the seat count is not allowed.
    TypeError
        An agent is none.

    Notes
    -----
    A new match stands at its first choice. ``state`` may be written: everything else is read from
    it afresh, except ``decisions``.
    """

    cdef Play play
    cdef object _tables
    cdef object _moves
    cdef object _rooms
    cdef object _script
    cdef list _agents
    cdef dict _acts
    cdef readonly object state

    def __cinit__(self, uintptr_t game, const uint8_t[::1] tables, int32_t seats,
                  const uint64_t[::1] key, uint64_t index, agents=None):
        self.play.game = fitting_game(game, tables.shape[0], seats, key.shape[0])
        self.play.seats = seats
        self._tables = np.array(tables, dtype=np.uint8)
        self.play.tables = bytes_at(self._tables)
        self._agents = seat_agents(&self.play, agents)
        self._acts = {}
        self._rooms = make_rooms(&self.play)
        self.state, self._moves = (np.frombuffer(room, np.uint8) for room in self._rooms[:2])
        self._moves = self._moves.reshape(-1, self.play.game.move_size)
        begin(&self.play, &key[0], index)

    @property
    def index(self):
        """Number of the game within the run."""
        return self.play.index

    @property
    def seats(self):
        """How many seats play."""
        return self.play.seats

    @property
    def actor(self):
        """The seat that decides, or -1 when the game is over."""
        return self.look()

    @property
    def decisions(self):
        """Choices made so far among two or more options."""
        return self.play.decisions

    @property
    def round(self):
        """The current round, from 1; 0 during set-up."""
        return self.clock().round

    @property
    def turn(self):
        """Turns begun since the game's start."""
        return self.clock().turn

    def legal(self):
        """Return the legal moves: a uint8 array, shape (n, move_size); none when over."""
        return self._moves[:self.list_moves()].copy()

    def apply(self, const uint8_t[::1] move):
        """Play one legal move and what is forced after it.

        Parameters
        ----------
        move : uint8 array, shape (move_size,)

        Raises
        ------
        ValueError
            The move is not among the legal ones, or the game is over.
        """
        take(&self.play, self.find(move))

    def step(self, const uint8_t[::1] move):
        """Play one legal move alone: ``legal()`` may then list a single, forced one.

        Parameters and errors are those of ``apply``.
        """
        cdef int32_t pick = self.find(move)
        self.play.decisions += self.play.options > 1
        self.play.game.apply(self.play.state, self.play.tables,
                             self.play.moves + pick * self.play.game.move_size, &self.play.chance)

    def choose(self):
        """Return the index into ``legal()`` that the deciding seat's agent takes: it draws.

        Raises
        ------
        ValueError
            The game is over, or a compiled agent failed.
        Exception
            Whatever an agent in Python raises; ValueError or TypeError for a wrong answer.
        """
        if self.list_moves() == 0:
            raise ValueError("the game is over")
        cdef int32_t pick
        with nogil:
            pick = choose(&self.play)
        if pick == ASK_PYTHON:
            return ask(&self.play, self._agents, self._acts)
        if pick == FAULT:
            raise ValueError(f"the agent of seat {self.play.actor} failed")
        return pick

    def ask_source(self, function):
        """Return the index that ``function(rng)`` answers, ``rng`` as a compiled agent has it here.

        Raises
        ------
        ValueError
            The game is over.
        Exception
            Whatever the function raises; ValueError or TypeError for a wrong answer.
        """
        if self.list_moves() == 0:
            raise ValueError("the game is over")
        cdef Choice choice
        cdef Stream stream = agent_stream(&self.play)[0]
        choice.stream = &stream
        choice.chance = &self.play.chance
        return index_of(&self.play, function(<uintptr_t>&choice))

    def play_on(self):
        """Let the agents play the match to its end; what one in Python raises is passed on."""
        if self.list_moves() > 0:
            while self.plays_on():
                take(&self.play, ask(&self.play, self._agents, self._acts))

    def view(self, int32_t seat):
        """Return the state as ``seat`` may know it: a uint8 array, shape (state_size,).

        Raises
        ------
        ValueError
            There is no such seat.
        """
        if not 0 <= seat < self.play.seats:
            raise ValueError(f"seat must be 0 to {self.play.seats - 1}, got {seat}")
        seen = np.zeros(self.play.game.state_size, np.uint8)
        self.play.game.observe(self.play.state, self.play.tables, seat, bytes_at(seen))
        return seen

    def result(self):
        """Return the RESULT_DTYPE record, shape (1,); its ending is RUNNING before the end."""
        out = np.zeros(1, _result_dtype)
        cdef Result[::1] record = out
        self.look()
        conclude(&self.play, &record[0])
        return out

    def columns(self):
        """Return the game's own counters: a uint8 array, shape (columns_size,)."""
        row = np.zeros(self.play.game.columns_size, np.uint8)
        self.play.game.columns(self.play.state, self.play.tables, bytes_at(row))
        return row

    def inject(self, values):
        """Set the next results of the game's chance, in place of any injected before.

        Parameters
        ----------
        values : sequence of int
            One for each bounded draw with more than one outcome (taken modulo the bound) and one
            for each raw word, in the order of the draws.

        Raises
        ------
        TypeError, OverflowError
            A value is not a whole number from 0.
        """
        self._script = np.array([operator.index(value) for value in values], dtype=np.uint64)
        self.play.chance.script_left = self._script.size
        self.play.chance.script = <const uint64_t*>bytes_at(self._script.view(np.uint8))

    @property
    def injected_left(self):
        """Injected results that chance has not yet taken."""
        return self.play.chance.script_left

    def copy(self):
        """Return an independent match in the same position, with the same draws ahead."""
        cdef const uint64_t[::1] key = np.zeros(2, np.uint64)
        cdef Match twin = Match(<uintptr_t>self.play.game, self._tables, self.play.seats, key, 0,
                                self._agents)
        cdef Play own = twin.play
        twin.play = self.play
        twin.play.tables = own.tables
        twin.play.moves = own.moves
        twin.play.state = own.state
        twin.play.view = own.view
        twin.play.ratings = own.ratings
        twin.play.desk = own.desk
        twin._script = self._script
        twin.state[:] = self.state
        return twin

    cdef bint plays_on(self):
        """Let the agents play; return whether one in Python must decide."""
        with nogil:
            play_on(&self.play)
        return self.play.actor >= 0

    cdef int32_t look(self):
        """Read the deciding seat off the state, which Python may have written."""
        if not self.play.broken:
            self.play.actor = self.play.game.actor(self.play.state)
        return self.play.actor

    cdef int32_t find(self, const uint8_t[::1] move) except -1:
        """Return the index of a move among the legal ones."""
        cdef size_t size = self.play.game.move_size
        cdef int32_t n = self.list_moves()
        cdef int32_t i
        if <size_t>move.shape[0] != size:
            raise ValueError(f"a move has {size} bytes, got {move.shape[0]}")
        for i in range(n):
            if memcmp(&move[0], self.play.moves + i * size, size) == 0:
                return i
        raise ValueError(f"not one of the {n} legal moves" if n else "the game is over")

    cdef int32_t list_moves(self):
        """Write the legal moves of the state as it is now; return how many."""
        self.play.options = 0
        if self.look() >= 0:
            watch_lead(&self.play)
            self.play.options = self.play.game.legal(self.play.state, self.play.tables,
                                                     self.play.moves)
        return self.play.options

    cdef Clock clock(self):
        self.play.game.clock(self.play.state, &self.play.clock)
        return self.play.clock
