"""How far a batch is played: a fixed number of games, or until what was asked is settled.

A watched batch is looked at after fixed numbers of games (``sequences.looks``), so that where it
stops depends on its games alone; only a limit of time makes that depend on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import isfinite
from time import perf_counter

from undertow.errors import InputTypeError, InputValueError, shown, whole
from undertow.game import MAX_GAMES
from undertow.inference.intervals import FIXED, Intervals
from undertow.inference.sequences import Watched, looks, needed
from undertow.playing.interrupts import kept_interrupts
from undertow.playing.threads import Progress, shifted
from undertow.studies.arms import Arm

DEFAULT_GAMES = 10_000
MOST_GAMES = 1_000_000  # of a watched batch that no other limit is given for
LONGEST = 30 * 86_400.0  # seconds
FIRST_TIMED = 16  # games that tell how many more fit into the time
WIDER = 2  # games that watching costs at its best, over a number fixed beforehand


@dataclass(frozen=True)
class Course:
    """How far to play.

    Attributes
    ----------
    most : int
        Games that are not exceeded.
    seconds : float or None
        Wall time that is not exceeded by much.
    precision : float or None
        Width that every interval asked for shall have.
    watched : bool
        Whether what is seen decides where to stop.
    intervals : Intervals
        Those that stay true then.
    """

    most: int
    seconds: float | None
    precision: float | None
    watched: bool
    intervals: Intervals

    def stops(self, arms: int) -> Iterator[int]:
        """Yield the numbers of games to stop at, the last one ``most``.

        Arms take turns, so that after Ctrl-C both have about as many games.
        """
        if self.watched or self.seconds is not None or arms > 1:
            yield from takewhile(lambda games: games < self.most, looks())
        yield self.most


def course(
    players: int,
    *,
    games: int | None,
    precision: float | None,
    max_games: int | None,
    time: float | None,
    until: object = None,
) -> Course:
    """Return the course that these arguments ask for.

    Parameters
    ----------
    players : int
    games : int, optional
        A fixed number; then none of the others may be given.
    precision : float, optional
        Width of the intervals to reach.
    max_games, time : int, float, optional
        Limits in games and in seconds.
    until : callable, optional
        Another reason to stop; its ``options``, if it has any, are the command's that name it.

    Raises
    ------
    InputValueError, InputTypeError
        An argument is not allowed.
    """
    loose = {"precision": precision, "max_games": max_games, "time": time, "until": until}
    given = [name for name, value in loose.items() if value is not None]
    if games is not None and given:
        raise InputValueError(f"give games, a fixed number, or {given[0]}; not both")
    if not given:
        most = whole("games", DEFAULT_GAMES if games is None else games, 1, MAX_GAMES)
        return Course(most, None, None, watched=False, intervals=FIXED)
    width = None if precision is None else checked_width("precision", precision)
    seconds = None if time is None else _between("time", time, 0, LONGEST)
    if until is not None and not callable(until):
        raise InputTypeError(f"until must be callable, not {shown(until)}")
    watched = width is not None or until is not None
    untold = MOST_GAMES if watched or time is None else MAX_GAMES
    most = whole("max_games", untold if max_games is None else max_games, 1, MAX_GAMES)
    if not watched:
        return Course(most, seconds, None, watched=False, intervals=FIXED)
    intervals = watching(width, players, getattr(until, "options", ()))
    return Course(most, seconds, width, watched=True, intervals=intervals)


def watching(width: float | None, players: int, options: Sequence[str] = ()) -> Watched:
    """Return the intervals of a batch that is watched until they have a width, or for something.

    ``options`` are the command's that name that.
    """
    if width is None:
        return Watched(DEFAULT_GAMES, tuple(options))
    return Watched(WIDER * needed(width, players), ("--precision", f"{width:g}", *options))


def checked_width(name: str, width: object) -> float:
    """Return the width of an interval of a share once it is known to be one."""
    return _between(name, width, 0, 1)


def play(
    arms: Sequence[Arm],
    chosen: Course,
    settled: Callable[[], bool],
    progress: Progress | None = None,
) -> bool:
    """Play the arms on, game by game alike, until ``settled`` or a limit; return if Ctrl-C came.

    Parameters
    ----------
    arms : sequence of Arm
    chosen : Course
    settled : callable
        Called at the looks of a watched batch.
    progress : callable, optional
        ``progress(finished, games)``; the games of all arms.
    """
    began = perf_counter()
    with kept_interrupts() as interrupts:
        for planned in _timed(chosen, len(arms), began, lambda: min(a.games for a in arms)):
            for arm in arms:
                done = sum(other.games for other in arms)
                arm.play_to(planned, shifted(progress, done, chosen.most * len(arms)))
                if interrupts.came:
                    return True
            if chosen.watched and settled():
                return False
    return False


def _timed(chosen: Course, arms: int, began: float, played: Callable[[], int]) -> Iterator[int]:
    """Yield the stops that fit into the time, and a last one that fills it."""
    if chosen.seconds is None:
        yield from chosen.stops(arms)
        return
    before = played()
    if chosen.most > before + FIRST_TIMED:
        yield before + FIRST_TIMED
    for stop in chosen.stops(arms):
        while played() < stop:
            passed, done = perf_counter() - began, played() - before
            fits = int(done * (chosen.seconds - passed) / passed) if done else FIRST_TIMED
            if fits < 1:
                return
            yield min(stop, played() + fits)


def _between(name: str, value: object, low: float, high: float) -> float:
    message = f"{name} must be a number above {low:g} and up to {high:g}, not {shown(value)}"
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputTypeError(message)
    if not (isfinite(value) and low < value <= high):
        raise InputValueError(message)
    return float(value)
