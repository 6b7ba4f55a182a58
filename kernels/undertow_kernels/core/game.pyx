"""Numpy dtype of the shared result record, and what a game's address says of it."""

import numpy as np

from libc.stdint cimport uintptr_t

cdef Result _result
cdef Result[::1] _result_view = <Result[:1]>&_result
RESULT_DTYPE = np.asarray(_result_view).dtype
CHECKED = bool(UNDERTOW_CHECKED)


def seat_range(uintptr_t game):
    """Return the least and the greatest number of seats of the game at an address."""
    cdef const Game* g = <const Game*>game
    return g.min_seats, g.max_seats


def has_memories(uintptr_t game):
    """Return whether things are covered again in the game at an address once they were seen."""
    return (<const Game*>game).forget != NULL


cdef class Plain:
    """A game without what only saves time, ``sample`` and ``draw_on``: what tests compare with.

    Parameters
    ----------
    game : int
        Address of a game's ``Game`` struct.
    """

    cdef Game game

    def __cinit__(self, uintptr_t game):
        self.game = (<const Game*>game)[0]
        self.game.sample = NULL
        self.game.draw_on = NULL

    @property
    def address(self):
        """Where its struct lies, as long as this object lives."""
        return <uintptr_t>&self.game
