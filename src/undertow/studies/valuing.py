"""``value``: what a kind of decision, a card, a bonus or another component is worth.

By intervention: the same games are played with it and without it, game by game with the same luck.
A kind of decision is banned for one seat (or given to one seat alone), each seat in turn, so that
neither seats nor places favour it; a rule value changes for all. Then so many points are handed to
the changed seat, or to one place in turn order, by its ``handicap``, as bring its share back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from time import perf_counter

import numpy as np

from undertow.errors import Interrupted
from undertow.game import load
from undertow.inference.paired import win_parts
from undertow.inference.prices import Left, Search
from undertow.playing.interrupts import kept_interrupts
from undertow.playing.threads import Progress
from undertow.rows.results import Result
from undertow.seeds import Seed, seed_or_drawn
from undertow.studies.arms import Arm
from undertow.studies.comparison import first_games
from undertow.studies.differences import Values
from undertow.studies.interventions import DECISION, Intervention, intervention
from undertow.studies.simulation import Pace, checked_threads
from undertow.studies.watching import Course, course, play
from undertow.studies.worth import Handed, Value, overall_gain, own_by_place, precise, seat_parts
from undertow.wording import counted

SHARED_GAMES = 3_000  # by default, evenly among the seats: each is played once a seat and handicap
FIRST_PART = 10  # of a limit of time, one part is for the change, the others for the price


def value(
    game: str,
    *,
    of: str | Mapping[str, object],
    give: bool = False,
    players: int | None = None,
    agents: object = None,
    games: int | None = None,
    seed: Seed = None,
    rules: Mapping[str, object] | None = None,
    precision: float | None = None,
    max_games: int | None = None,
    time: float | None = None,
    until: Callable[[Value], bool] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Value:
    """Say what a decision or component is worth: the change without it, and the price in points.

    Parameters
    ----------
    game : str
        A name out of ``undertow.games.names()``.
    of : str or Mapping
        A kind of decision out of ``undertow agents GAME``: one seat may not take it, each seat in
        turn. A rule key, or ``key.N`` for an item of a list: for all seats it gets the value that
        stands for none of it, or the value of a mapping, ``{key: value}``.
    give : bool
        A kind of decision is banned for all, and one seat may take it.
    players : int, optional
        The game's greatest number by default.
    agents : str, agent, or list of these, optional
        Who plays, as in ``simulate``; for a kind of decision as text that takes ``forbid``.
    games : int, optional
        Games of each arm, 3,000 / players by default; each is played once for each seat and
        handicap.
    rules : Mapping, optional
        Rule values of all arms that differ from the component file.
    precision : float, optional
        Play until the interval of each difference of shares is at most so wide.
    seed, max_games, until, threads, progress
        As in ``simulate``; ``until`` sees the change before a price is sought.
    time : float, optional
        Seconds: a tenth for the change, and the others for the price, as far as they suffice.

    Returns
    -------
    Value

    Raises
    ------
    InputValueError, InputTypeError
        An argument is not allowed; the message says what is.
    Interrupted
        Ctrl-C; its ``result`` is a Value of the games and handicaps finished, without a price
        where it came too early.
    """
    loaded = load(game, players=players, rules=rules)
    change = intervention(of, loaded, agents, give=give)
    how = checked_threads(threads, None, progress)
    default = SHARED_GAMES // loaded.players
    loose = (precision, max_games, time, until)
    chosen = course(
        loaded.players,
        games=default if games is None and all(limit is None for limit in loose) else games,
        precision=precision,
        max_games=max_games,
        time=time,
        until=until,
    )
    ends = None
    if chosen.seconds is not None:
        ends = perf_counter() + chosen.seconds
        chosen = replace(chosen, seconds=chosen.seconds / FIRST_PART)
    with kept_interrupts():
        study = _Study(change, seed_or_drawn(seed), how, chosen, progress)
        came = study.play_change(precision, until)
        if not came:
            came = study.seek_price(ends)
        return study.ended(came=came)


class _Study:
    """The arms of a value: without handicaps, then with one after another."""

    def __init__(
        self,
        change: Intervention,
        seed: int | np.random.SeedSequence,
        how: Pace,
        chosen: Course,
        progress: Progress | None,
    ) -> None:
        self._change, self._seed, self._how = change, seed, how
        self._chosen, self._progress = chosen, progress
        self._base = Arm(change.loaded, list(change.base_agents), seed, **how)
        self._changed = self._arms(0)
        self._search = Search(self._left, change.takes)
        self._handed: dict[int, tuple[Handed, ...]] = {}
        self._before: Values | None = None
        self._found: Value | None = None
        self._whole = False
        self._began = perf_counter()
        self._ends: float | None = None

    def play_change(self, precision: float | None, until: Callable[[Value], bool] | None) -> bool:
        """Play base and change, side by side; return if Ctrl-C came."""

        def settled() -> bool:
            how = self._chosen.intervals
            seen = self._value(*(arm.glance(how) for arm in (self._base, *self._changed)))
            return precise(seen, precision) and (until is None or until(seen))

        arms = [self._base, *self._changed]
        came = play(arms, self._chosen, settled, self._progress)
        if min(arm.games for arm in arms):
            self._found = self._value(*(arm.result(self._chosen.intervals) for arm in arms))
        return came

    def seek_price(self, ends: float | None) -> bool:
        """Try handicaps until the price is known or time is out; return if Ctrl-C came."""
        self._ends = ends
        try:
            self._search.look()
        except _Stopped as stopped:
            return stopped.came
        self._whole = True
        return False

    def ended(self, *, came: bool) -> Value:
        """Return what was found, or raise Interrupted with it."""
        found, tried = self._found, self._search.tried
        if found is not None and tried:
            prices = tuple(self._search.price(curve) for curve in range(len(tried[0])))
            found = replace(
                found,
                tried=tried,
                handed=self._handed,
                prices=prices,
                whole=self._whole,
                seconds=perf_counter() - self._began,
            )
        if came or found is None:
            games = found.games if found else 0
            most = counted(self._chosen.most, "game")
            price = f"; {counted(len(tried), 'handicap')} tried" if tried else "; no price yet"
            raise Interrupted(
                found, f"interrupted: {games:,} of {most} finished in all arms and kept{price}"
            )
        return found

    def _value(self, base: Result, *changed: Result) -> Value:
        """Return what is known before a price is sought."""
        games = min(result.games for result in (base, *changed))
        cut = [first_games(result, games) for result in (base, *changed)]
        seconds = perf_counter() - self._began
        return Value(self._change, cut[0], tuple(cut[1:]), {}, {}, (), whole=False, seconds=seconds)

    def _arms(self, handicap: int) -> list[Arm]:
        """Return the arms of a handicap by the seat that has it; one where all are alike."""
        change = self._change
        alike = change.kind != DECISION and not handicap
        return [
            Arm(
                load(
                    change.loaded.game.name,
                    players=change.loaded.players,
                    rules=change.handed(seat, handicap),
                ),
                change.seats(seat),
                self._seed,
                **self._how,
            )
            for seat in range(1 if alike else change.loaded.players)
        ]

    def _left(self, handicap: int) -> tuple[Left, ...]:
        """Return the difference that a handicap leaves, of the changed seat or of each place."""
        found = self._found
        if found is None:
            raise RuntimeError("a price is sought before the change is known")
        results = found.changed if not handicap else self._played(handicap, found.games)
        if handicap:
            self._handed[handicap] = tuple(Handed(r.account, r.fault) for r in results)
        if self._before is None:
            self._before = win_parts(found.base.results, found.base.players, by_place=True)
        gains = own_by_place(found.base, results, seat_parts) - self._before
        how = self._chosen.intervals
        if found.by_place:
            return tuple(Left(float(g.mean()), *how.share_gain(g, len(gains.T))) for g in gains.T)
        gain, before = gains.mean(axis=1), self._before.mean(axis=1)
        return (Left(float(gain.mean()), *overall_gain(gain, before, how)),)

    def _played(self, handicap: int, games: int) -> tuple[Result, ...]:
        """Return the games of a handicap; raise _Stopped if time is out or Ctrl-C comes."""
        arms = self._arms(handicap)
        fixed = course(
            self._change.loaded.players, games=games, precision=None, max_games=None, time=None
        )
        began = perf_counter()
        if self._ends is not None and began >= self._ends:
            raise _Stopped(came=False)
        if play(arms, fixed, lambda: False, self._progress):
            raise _Stopped(came=True)
        return tuple(arm.result(self._chosen.intervals) for arm in arms)


class _Stopped(Exception):
    """The search for a price ends early."""

    def __init__(self, *, came: bool) -> None:
        super().__init__()
        self.came = came
