"""``value``: what a kind of decision, a card, a bonus or another component is worth.

By intervention: the same games are played with it and without it, game by game with the same luck.
A kind of decision is banned for one seat (or given to one seat alone), each seat in turn, so that
neither seats nor places favour it; a rule value changes for all. Then so many points are handed to
the changed seat, or to one place in turn order, by its ``handicap``, as bring its share back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from undertow.arms import Arm
from undertow.batch import Progress
from undertow.comparison import (
    Difference,
    PlaceDifference,
    first_games,
    mean_difference,
    paired,
    scores,
    share_difference,
)
from undertow.errors import Interrupted
from undertow.game import load
from undertow.interrupts import kept_interrupts
from undertow.interventions import DECISION, Intervention, intervention
from undertow.paired import by_place_in_turn, win_parts
from undertow.prices import Left, Price, Search
from undertow.reproduction import command_line, seat_options
from undertow.results import Result
from undertow.seeds import Seed, seed_or_drawn, seed_text
from undertow.simulation import Pace, checked_threads
from undertow.statistics import LEVEL
from undertow.watching import Course, course, play
from undertow.wording import counted, html_table

GAMES = 2_000  # by default: each is played once a seat and handicap
FIRST_PART = 10  # of a limit of time, one part is for the change, the others for the price

Values = NDArray[np.float64]


@dataclass(frozen=True, repr=False, eq=False)
class Value:
    """What a change does to whom it is done to, and the points that undo it.

    Attributes
    ----------
    change : Intervention
    base : Result
    changed : tuple of Result
        By the seat that is changed; one for all where the rules are.
    tried : Mapping
        By handicap the difference that it leaves: of the changed seat, or of each place.
    prices : tuple of Price
        One, of the changed seat; or one of each place in turn order. Empty where none was sought.
    whole : bool
        Whether the search for the price came to its end.
    """

    change: Intervention
    base: Result
    changed: tuple[Result, ...]
    tried: Mapping[int, tuple[Left, ...]]
    prices: tuple[Price, ...]
    whole: bool

    @property
    def games(self) -> int:
        """Games of each arm."""
        return self.base.games

    @property
    def by_place(self) -> bool:
        """Whether each place has a price, since the change is made for all seats."""
        return self.change.kind != DECISION

    @cached_property
    def other(self) -> int:
        """Games of changed arms with another winner, score, length or ending than in the base."""
        return sum(paired(self.base, result).changed for result in self.changed)

    def order(self) -> tuple[PlaceDifference, ...]:
        """Return one record per place: how the change bears on the changed seat there, or on all.

        The intervals of the shares hold together, as do those of the means.
        """
        k, how = self.base.players, self.base.intervals
        return tuple(
            PlaceDifference(
                i + 1,
                share_difference(self._parts[0][:, i], self._parts[1][:, i], how, k),
                mean_difference(self._scores[0][:, i], self._scores[1][:, i], how, k),
            )
            for i in range(k)
        )

    @cached_property
    def share(self) -> Difference:
        """The share of the changed seat, over all places alike."""
        base, changed = (parts.mean(axis=1) for parts in self._parts)
        found = share_difference(base, changed, self.base.intervals, 1)
        return found._replace(factor=None)  # all places together win the same in every game

    @cached_property
    def mean_score(self) -> Difference:
        """The mean score of the changed seat, over all places alike; of all where rules change."""
        base, changed = (points.mean(axis=1) for points in self._scores)
        return mean_difference(base, changed, self.base.intervals, 1)

    @property
    def faults(self) -> int:
        """Games that ended in a fault; those with handicaps apart."""
        return self.base.faults + sum(result.faults for result in self.changed)

    @property
    def reproduce(self) -> str:
        """The command (or, for a seed sequence, what to call) that plays these games again."""
        base, change = self.base, self.change
        if isinstance(base.seed, np.random.SeedSequence):
            return f"undertow.value({base.game!r}, ..., seed={seed_text(base.seed)})"
        given = ["--give"] if change.given else []
        options = ["-p", base.players, "--of", change.asked, *given]
        options += base.intervals.options(self.games)
        agents = change.agents if change.given else change.base_agents
        options += seat_options([agent_text(agent) for agent in agents])
        return command_line("value", base.game, options, base.seed, base.rules)

    def headline(self) -> str:
        """Return what was played, on one line."""
        base = self.base
        return (
            f"{base.title}: {counted(base.players, 'player')}, {counted(self.games, 'game')} "
            f"in each arm, seed {seed_text(base.seed)}"
        )

    def __repr__(self) -> str:
        heads = "place     base  changed  difference            interval"
        rows = (
            f"{place:<5}  {base:>7}  {changed:>7}  {gain:>10}  {bounds:>18}"
            for place, base, changed, gain, bounds in self._shown()
        )
        return "\n".join([self.headline(), self.change.told(), heads, *rows, *self.told_prices()])

    def _repr_html_(self) -> str:
        heads = ("place", "base", "changed", "difference", f"{LEVEL:.0%} interval")
        caption = "; ".join([self.headline(), self.change.told(), *self.told_prices()])
        return html_table(caption, heads, self._shown())

    def told_prices(self) -> list[str]:
        """Return a sentence on each price."""
        if not self.by_place:
            return [f"Price: {told_price(price)}." for price in self.prices]
        return [f"Price for place {i}: {told_price(p)}." for i, p in enumerate(self.prices, 1)]

    def _shown(self) -> list[tuple[str, ...]]:
        rows = [(str(row.place), row.share) for row in self.order()]
        return [
            (
                name,
                f"{share.base:.1%}",
                f"{share.variant:.1%}",
                f"{share.difference:+.2%}",
                f"{share.low:+.2%} to {share.high:+.2%}",
            )
            for name, share in (rows if self.by_place else [("any", self.share), *rows])
        ]

    @cached_property
    def _parts(self) -> tuple[Values, Values]:
        """Wins by place in turn order: in the base, and of the changed seat when it has it."""
        players = self.base.players
        base = win_parts(self.base.results, players, by_place=True)
        return base, own_by_place(self.base, self.changed, seat_parts)

    @cached_property
    def _scores(self) -> tuple[Values, Values]:
        base = by_place_in_turn(scores(self.base), self.base.results)
        return base, own_by_place(self.base, self.changed, scores)


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
        Games of each arm, 2,000 by default; each is played once for each seat and handicap.
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
    loose = (precision, max_games, time, until)
    chosen = course(
        loaded.players,
        games=GAMES if games is None and all(limit is None for limit in loose) else games,
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
        self._before: Values | None = None
        self._found: Value | None = None
        self._whole = False
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
            found = self._value(found.base, *found.changed, tried=tried, prices=prices)
        if came or found is None:
            games = found.games if found else 0
            most = counted(self._chosen.most, "game")
            price = f"; {counted(len(tried), 'handicap')} tried" if tried else "; no price yet"
            raise Interrupted(
                found, f"interrupted: {games:,} of {most} finished in all arms and kept{price}"
            )
        return found

    def _value(
        self,
        base: Result,
        *changed: Result,
        tried: Mapping[int, tuple[Left, ...]] | None = None,
        prices: tuple[Price, ...] = (),
    ) -> Value:
        games = min(result.games for result in (base, *changed))
        cut = [first_games(result, games) for result in (base, *changed)]
        return Value(self._change, cut[0], tuple(cut[1:]), tried or {}, prices, self._whole)

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
        if self._before is None:
            self._before = win_parts(found.base.results, found.base.players, by_place=True)
        gains = own_by_place(found.base, results, seat_parts) - self._before
        curves = gains.T if found.by_place else [gains.mean(axis=1)]
        how = self._chosen.intervals
        return tuple(
            Left(float(gain.mean()), *how.share_gain(gain, len(curves))) for gain in curves
        )

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


def precise(found: Value, width: float | None) -> bool:
    """Return whether every difference of shares has an interval at most so wide."""
    rows = [row.share for row in found.order()]
    rows += [] if found.by_place else [found.share]
    return width is None or all((row.high or 0) - (row.low or 0) <= width for row in rows)


def seat_parts(result: Result) -> Values:
    """Return each game's win as parts of 1 by seat, shape (n, players)."""
    return win_parts(result.results, result.players, by_place=False)


def own_by_place(
    base: Result, changed: tuple[Result, ...], numbers: Callable[[Result], Values]
) -> Values:
    """Return what the changed seat has when it has each place, shape (n, players).

    Places are those of the base: in game i seat (first + p) mod k has place p, and its number is
    taken out of the arm in which that seat is the changed one; with one arm, out of that.
    """
    each = [numbers(result) for result in changed]
    if len(each) == 1:
        return by_place_in_turn(each[0], base.results)
    own = np.stack([found[:, seat] for seat, found in enumerate(each)], axis=1)
    return by_place_in_turn(own, base.results)


def told_price(price: Price) -> str:
    """Return a price in words."""
    if price.points is None:
        within = f", the interval begins at {price.low:.2f}" if price.low is not None else ""
        return f"no handicap tried undoes the change{within}"
    low, high = ("open" if end is None else f"{end:.2f}" for end in price[1:])
    return f"{price.points:.2f} points, interval {low} to {high}"


def agent_text(agent: object) -> str:
    """Return how a result calls an agent that was given."""
    return agent if isinstance(agent, str) else getattr(agent, "__name__", type(agent).__name__)
