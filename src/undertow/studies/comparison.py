"""``compare``: the same games under two sets of rules, and the interval of every difference.

Game i of both arms has the same random streams, one for each purpose and round, so that the same
luck meets both; what differs is what the rules change. All differences are those of pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from undertow.errors import InputTypeError, InputValueError, Interrupted, shown, whole
from undertow.game import load
from undertow.inference.paired import by_place_in_turn, pairing_factor, win_parts
from undertow.inference.statistics import LEVEL
from undertow.playing.threads import Progress
from undertow.rows.reproduction import command_line, python_call, rule_options, seat_options
from undertow.rows.results import Result
from undertow.seeds import Seed, seed_or_drawn, seed_text
from undertow.studies.arms import Arm
from undertow.studies.differences import (
    Difference,
    Values,
    mean_difference,
    scores,
    share_difference,
)
from undertow.studies.simulation import checked_threads
from undertow.studies.watching import course, play
from undertow.wording import counted, html_table

if TYPE_CHECKING:
    from undertow.drawing.plots import ComparisonPlots

OUTCOME = ("winners", "side", "score", "turns", "ending")  # fields of a result


class SeatDifference(NamedTuple):
    """How the variant changes what one seat gets."""

    seat: int  # from 1
    share: Difference
    mean_score: Difference


class PlaceDifference(NamedTuple):
    """How the variant changes what one place in turn order gets."""

    place: int  # 1 is the start player
    share: Difference
    mean_score: Difference


@dataclass(frozen=True, repr=False, eq=False)
class Comparison:
    """The same games in two arms.

    Attributes
    ----------
    base, variant : Result
        As many games each, of the same seed.
    together : int
        Comparisons whose intervals hold together with those of this one; itself counts.
    """

    base: Result
    variant: Result
    together: int = 1

    @property
    def games(self) -> int:
        """Games of each arm."""
        return self.base.games

    @cached_property
    def changed(self) -> int:
        """Games with another winner, score, length or ending under the variant."""
        differs = np.zeros(self.games, bool)
        for name in OUTCOME:
            one, other = self.base.results[name], self.variant.results[name]
            differs |= (one != other).reshape(self.games, -1).any(axis=1)
        return int(differs.sum())

    def shares(self) -> tuple[SeatDifference, ...]:
        """Return one record per seat; the intervals of shares hold together, as do the means'."""
        return tuple(SeatDifference(*row) for row in self._rows(by_place=False))

    def order(self) -> tuple[PlaceDifference, ...]:
        """Return one record per place in turn order."""
        return tuple(PlaceDifference(*row) for row in self._rows(by_place=True))

    def difference(
        self, *, seat: int | None = None, place: int | None = None
    ) -> SeatDifference | PlaceDifference:
        """Return the record of one seat or of one place in turn order, counted from 1.

        Raises
        ------
        InputValueError, InputTypeError
            Neither or both are given, or there is no such seat or place.
        """
        if (seat is None) == (place is None):
            raise InputValueError("difference takes a seat or a place")
        if seat is not None:
            return self.shares()[whole("seat", seat, 1, self.base.players) - 1]
        return self.order()[whole("place", place, 1, self.base.players) - 1]

    @cached_property
    def length(self) -> Difference:
        """The mean number of turns."""
        base, variant = (r.results["turns"].astype(np.float64) for r in (self.base, self.variant))
        return self._mean(base, variant, 1)

    @cached_property
    def endings(self) -> Mapping[str, Difference]:
        """The share of each ending, by name."""
        names = list(dict.fromkeys([*self.base.endings, *self.variant.endings]))
        return {
            name: self._share(
                self.base.ended(name).astype(np.float64),
                self.variant.ended(name).astype(np.float64),
                len(names),
            )
            for name in names
        }

    @cached_property
    def factor(self) -> float | None:
        """What pairing saved: how many times as many games independent arms would need.

        The variance of the shares by place without pairing over that with it.
        """
        arms = [win_parts(r.results, r.players, by_place=True) for r in (self.base, self.variant)]
        return pairing_factor(*arms)

    @property
    def plot(self) -> ComparisonPlots:
        """Its plots, each returning matplotlib Axes."""
        from undertow.drawing.plots import ComparisonPlots  # noqa: PLC0415  of no use without matplotlib

        return ComparisonPlots(self)

    @property
    def faults(self) -> int:
        """Games of either arm that ended in a fault."""
        return self.base.faults + self.variant.faults

    @property
    def reproduce(self) -> str:
        """The command (or, for a seed sequence, the Python call) that plays these games again."""
        base, variant = self.base, self.variant
        own = {k: v for k, v in variant.rules.items() if base.rules.get(k, _NONE) != v}
        own |= {k: _default(base, k) for k in base.rules if k not in variant.rules}
        if isinstance(base.seed, np.random.SeedSequence):
            given = {
                "players": base.players,
                "games": self.games,
                "base": dict(base.rules),
                "variant": own,
                "agents": list(base.agents),
                "variant_agents": list(variant.agents),
            }
            return python_call("compare", base.game, given, base.seed, {})
        options = ["-p", base.players, *base.intervals.options(self.games)]
        options += seat_options(base.agents)
        if variant.agents != base.agents or not own:  # which nothing else would tell apart
            options += seat_options(variant.agents, "--variant-agent")
        options += rule_options("--base", base.rules)
        return command_line("compare", base.game, options, base.seed, own)

    def headline(self) -> str:
        """Return what was played, on one line."""
        base = self.base
        return (
            f"{base.title}: {counted(base.players, 'player')}, {counted(self.games, 'game')} "
            f"in each arm, seed {seed_text(base.seed)}"
        )

    def __repr__(self) -> str:
        heads = "seat    base  variant  difference            interval  factor"
        rows = (
            f"{seat:>4}  {base:>6}  {variant:>7}  {gain:>10}  {bounds:>18}  {factor:>6}"
            for seat, base, variant, gain, bounds, factor in self._shown()
        )
        return "\n".join([self.headline(), heads, *rows])

    def _repr_html_(self) -> str:
        heads = ("seat", "base", "variant", "difference", f"{LEVEL:.0%} interval", "factor")
        return html_table(self.headline(), heads, self._shown())

    def _shown(self) -> list[tuple[str, ...]]:
        """Return the cells of the table by seat."""
        return [
            (
                str(row.seat),
                f"{row.share.base:.1%}",
                f"{row.share.variant:.1%}",
                f"{row.share.difference:+.2%}",
                f"{row.share.low:+.2%} to {row.share.high:+.2%}",
                "-" if row.share.factor is None else f"{row.share.factor:.1f}",
            )
            for row in self.shares()
        ]

    def _rows(self, *, by_place: bool) -> list[tuple[int, Difference, Difference]]:
        k = self.base.players
        arms = (self.base, self.variant)
        parts = [win_parts(r.results, k, by_place=by_place) for r in arms]
        points = [_scores(r, by_place=by_place) for r in arms]
        return [
            (
                i + 1,
                self._share(parts[0][:, i], parts[1][:, i], k),
                self._mean(points[0][:, i], points[1][:, i], k),
            )
            for i in range(k)
        ]

    def _share(self, base: Values, variant: Values, intervals: int) -> Difference:
        return share_difference(base, variant, self.base.intervals, intervals * self.together)

    def _mean(self, base: Values, variant: Values, intervals: int) -> Difference:
        return mean_difference(base, variant, self.base.intervals, intervals * self.together)


def compare(
    game: str,
    *,
    players: int | None = None,
    variant: Mapping[str, object] | None = None,
    base: Mapping[str, object] | None = None,
    agents: object = None,
    variant_agents: object = None,
    games: int | None = None,
    seed: Seed = None,
    precision: float | None = None,
    max_games: int | None = None,
    time: float | None = None,
    until: Callable[[Comparison], bool] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play the same games under base rules and under a variant.

    Parameters
    ----------
    game : str
        A name out of ``undertow.games.names()``.
    players : int, optional
        The game's greatest number by default.
    variant : Mapping, optional
        Rule values of the variant, on top of those of ``base``.
    base : Mapping, optional
        Rule values of both arms that differ from the component file.
    agents : str, agent, or list of these, optional
        Who plays, as in ``simulate``.
    variant_agents : str, agent, or list of these, optional
        Who plays the variant; ``agents`` by default.
    games : int, optional
        Games of each arm, 10,000 by default.
    seed : int or numpy.random.SeedSequence, optional
        Drawn from the system's entropy by default, and recorded.
    precision : float, optional
        Play until the interval of each difference of shares is at most so wide.
    max_games, time, until, threads, progress
        As in ``simulate``; ``progress`` counts the games of both arms.

    Returns
    -------
    Comparison

    Raises
    ------
    InputValueError, InputTypeError
        An argument is not allowed; the message says what is.
    Interrupted
        Ctrl-C; its ``result`` is a Comparison of the games that both arms have finished.
    """
    arms = compared_arms(
        game,
        players=players,
        base=base,
        variant=variant,
        agents=agents,
        variant_agents=variant_agents,
        seed=seed,
        threads=threads,
        progress=progress,
    )
    chosen = course(
        arms[0].loaded.players,
        games=games,
        precision=precision,
        max_games=max_games,
        time=time,
        until=until,
    )

    def found() -> Comparison:
        return paired(arms[0].result(chosen.intervals), arms[1].result(chosen.intervals))

    def settled() -> bool:
        seen = paired(arms[0].glance(chosen.intervals), arms[1].glance(chosen.intervals))
        return precise(seen, precision) and (until is None or until(seen))

    came = play(arms, chosen, settled, progress)
    both = min(arm.games for arm in arms)
    if came:
        raise Interrupted(
            found() if both else None,
            f"interrupted: {both:,} of {counted(chosen.most, 'game')} finished in both arms "
            "and kept",
        )
    return found()


def compared_arms(
    game: str,
    *,
    players: int | None,
    base: Mapping[str, object] | None,
    variant: Mapping[str, object] | None,
    agents: object,
    variant_agents: object,
    seed: Seed,
    threads: int | None,
    progress: Progress | None,
) -> tuple[Arm, Arm]:
    """Return both arms before their first game; see ``compare``."""
    if not variant and variant_agents is None:
        raise InputValueError(
            "compare needs what differs: a rule of the variant (--set KEY=VALUE), or its agents "
            "(--variant-agent)"
        )
    for name, rules in (("variant", variant), ("base", base)):
        if rules is not None and not isinstance(rules, Mapping):
            raise InputTypeError(f"{name} must be a mapping of keys to values, not {shown(rules)}")
    own = dict(base or {})
    how = checked_threads(threads, None, progress)
    seed = seed_or_drawn(seed)
    first = Arm(load(game, players=players, rules=own), agents, seed, **how)
    second = Arm(
        load(game, players=players, rules={**own, **(variant or {})}),
        agents if variant_agents is None else variant_agents,
        seed,
        **how,
    )
    return first, second


def paired(base: Result, variant: Result, together: int = 1) -> Comparison:
    """Return the comparison of the games that both results have, each counted exactly once."""
    games = min(base.games, variant.games)
    found = Comparison(first_games(base, games), first_games(variant, games), together)
    for result in (found.base, found.variant):
        result.shares()  # raises if its wins, capped games and faults are not all its games
    return found


def precise(found: Comparison, width: float | None) -> bool:
    """Return whether every difference of shares has an interval at most so wide."""
    rows = [r.share for r in found.order()] + [r.share for r in found.shares()]
    return width is None or all((row.high or 0) - (row.low or 0) <= width for row in rows)


def first_games(result: Result, games: int) -> Result:
    """Return a result of its first games alone."""
    if result.games == games:
        return result
    return replace(
        result, games=games, results=result.results[:games], columns=result.columns[:games]
    )


_NONE = object()


def _scores(result: Result, *, by_place: bool) -> Values:
    found = scores(result)
    return by_place_in_turn(found, result.results) if by_place else found


def _default(result: Result, key: str) -> object:
    """Return the component file's own value of a rule that the variant sets back to it."""
    return load(result.game, players=result.players).rules.values[key]
