"""What a change was found to be worth: the result of ``value``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from undertow.inference.intervals import Bounds, Intervals
from undertow.inference.paired import by_place_in_turn, win_parts
from undertow.inference.prices import Left, Price
from undertow.inference.statistics import LEVEL
from undertow.rows.accounts import Account, together
from undertow.rows.faults import Fault
from undertow.rows.reproduction import command_line, seat_options
from undertow.rows.results import Result
from undertow.seeds import seed_text
from undertow.studies.comparison import PlaceDifference, paired
from undertow.studies.differences import (
    Difference,
    Values,
    mean_difference,
    scores,
    share_difference,
)
from undertow.studies.interventions import DECISION, Intervention
from undertow.wording import counted, html_table

if TYPE_CHECKING:
    from undertow.drawing.plots import ValuePlots


class Handed(NamedTuple):
    """An arm with a handicap: how its games came out, and the first failure of an agent."""

    account: Account
    fault: Fault | None


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
    handed : Mapping
        By handicap, but for 0, the arms in which a seat has it, by that seat.
    prices : tuple of Price
        One, of the changed seat; or one of each place in turn order. Empty where none was sought.
    whole : bool
        Whether the search for the price came to its end.
    seconds : float
        That all of it took.
    """

    change: Intervention
    base: Result
    changed: tuple[Result, ...]
    tried: Mapping[int, tuple[Left, ...]]
    handed: Mapping[int, tuple[Handed, ...]]
    prices: tuple[Price, ...]
    whole: bool
    seconds: float

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
        low, high = overall_gain(changed - base, base, self.base.intervals)
        # all places together win the same in every game, so that pairing saves nothing there
        return found._replace(low=low, high=high, factor=None)

    @cached_property
    def mean_score(self) -> Difference:
        """The mean score of the changed seat, over all places alike; of all where rules change."""
        base, changed = (points.mean(axis=1) for points in self._scores)
        return mean_difference(base, changed, self.base.intervals, 1)

    @property
    def plot(self) -> ValuePlots:
        """Its plots, each returning matplotlib Axes."""
        from undertow.drawing.plots import ValuePlots  # noqa: PLC0415  of no use without matplotlib

        return ValuePlots(self)

    @property
    def faults(self) -> int:
        """Games that ended in a fault, in all arms."""
        return sum(account.faults for _, account in self.accounts())

    @property
    def fault(self) -> tuple[str, Fault] | None:
        """The first failure of an agent, and in which games."""
        arms = [("of the base", self.base.fault)]
        changed = "of the changed games" if self.by_place else "with seat {} changed"
        arms += [(changed.format(i), r.fault) for i, r in enumerate(self.changed, 1)]
        for points in sorted(self.handed):
            where = f"with a handicap of {points:+d} in seat"
            arms += [(f"{where} {i}", arm.fault) for i, arm in enumerate(self.handed[points], 1)]
        return next(((where, fault) for where, fault in arms if fault is not None), None)

    def accounts(self) -> list[tuple[str, Account]]:
        """Return how the games came out: of the base, the changed arms, those of each handicap."""
        found = [("base", self.base.account), ("changed", together(self.changed_accounts(0)))]
        for points in sorted(self.handed):
            found.append((f"handicap {points:+d}", together(self.changed_accounts(points))))
        return found

    def changed_accounts(self, handicap: int) -> list[Account]:
        """Return how the games of each changed arm came out, with a handicap that was tried."""
        if not handicap:
            return [result.account for result in self.changed]
        return [arm.account for arm in self.handed[handicap]]

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


def overall_gain(gains: Values, base: Values, intervals: Intervals) -> Bounds:
    """Return the interval of the changed seat's mean gain over all places, as far as it can lie.

    Parameters
    ----------
    gains, base : float64 array, shape (n,)
        By game; ``base`` is the part of the win that a place has on average, the same in every
        game that is won, so that the changed seat can lose no more and gain no more than the rest.
    intervals : Intervals
    """
    low, high = intervals.share_gain(gains, 1)
    most = float(base.max()) or 1.0  # no game was won
    return max(low, -most), min(high, 1 - float(base.min()))


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
