"""``sweep``: many variants against one base, with intervals that hold over all of them together.

Every cell plays the games of the base, paired as ``compare`` does. With c cells and k places each
interval is made at 1 - 0.05 / (c k) (Bonferroni), so that all hold together in 95 % of sweeps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from undertow import games as all_games
from undertow.errors import InputValueError, Interrupted
from undertow.game import load
from undertow.inference.intervals import Intervals
from undertow.playing.interrupts import kept_interrupts
from undertow.playing.threads import Progress, shifted
from undertow.rows.reproduction import command_line, seat_options
from undertow.rows.results import Result
from undertow.rows.won import shares_won
from undertow.rules.rulefile import toml_value
from undertow.seeds import Seed, seed_or_drawn, seed_text
from undertow.studies import comparison
from undertow.studies.arms import Arm
from undertow.studies.comparison import Comparison, first_games, paired
from undertow.studies.simulation import checked_threads
from undertow.studies.varying import Settings, chosen_values, grid, label, same, varied_arm
from undertow.studies.watching import Course, course, play
from undertow.wording import counted, html_table

if TYPE_CHECKING:
    from undertow.drawing.plots import SweepPlots

MORE, LESS, OPEN = "more", "less", "open"
AS_BASE = "it is the base"


@dataclass(frozen=True)
class Cell:
    """One variant of a sweep.

    Attributes
    ----------
    settings : Mapping
        What it varies.
    comparison : Comparison
        With the base; its intervals hold together with those of all other cells.
    """

    settings: Settings
    comparison: Comparison

    @property
    def label(self) -> str:
        """What it varies, in short."""
        return label(self.settings)

    @property
    def silence(self) -> str:
        """Why it neither confirms nor turns round what the base says; empty if it does."""
        variant = self.comparison.variant
        if not self.comparison.changed:
            return "alters no game"
        if variant.endings["capped"] + variant.faults == variant.games:
            return "nobody wins"
        return ""


class Conclusion(NamedTuple):
    """Whether a place, or a seat where agents differ, wins more or less than evenly.

    Of the games won; open where the interval of the share holds the even one.
    """

    place: int
    share: float  # in the base
    standing: str  # in the base: more, less or open
    more: tuple[str, ...]  # cells by their labels
    less: tuple[str, ...]
    open: tuple[str, ...]

    @property
    def turned(self) -> tuple[str, ...]:
        """The cells that say the opposite of the base."""
        return {MORE: self.less, LESS: self.more, OPEN: ()}[self.standing]


@dataclass(frozen=True, repr=False, eq=False)
class Sweep:
    """A base and its variants.

    Attributes
    ----------
    base : Result
    cells : tuple of Cell
    refused : Mapping
        Labels of cells left out, and why: the game does not take their values together, or they
        are the base's.
    asked : tuple of str
        The command's options that vary the same.
    """

    base: Result
    cells: tuple[Cell, ...]
    refused: Mapping[str, str]
    asked: tuple[str, ...]

    @cached_property
    def silent(self) -> Mapping[str, str]:
        """The cells that confirm nothing, by label, and why."""
        return {cell.label: cell.silence for cell in self.cells if cell.silence}

    @cached_property
    def conclusions(self) -> tuple[Conclusion, ...]:
        """Whether places win more or less than evenly, and in which cells that is otherwise.

        Cells that are ``silent`` do not count.
        """
        base, *others = (self._standings(r) for r in self.results)
        pairs = zip(self.cells, others, strict=True)
        cells = [(cell.label, rows) for cell, rows in pairs if not cell.silence]
        found = []
        for i, (share, standing) in enumerate(base):
            groups = [
                tuple(name for name, other in cells if other[i][1] == kind)
                for kind in (MORE, LESS, OPEN)
            ]
            found.append(Conclusion(i + 1, share, standing, *groups))
        return tuple(found)

    @property
    def by_place(self) -> bool:
        """Whether conclusions are about places; about seats where in any cell agents differ."""
        return all(len(set(result.agents)) == 1 for result in self.results)

    @property
    def plot(self) -> SweepPlots:
        """Its plots, each returning matplotlib Axes."""
        from undertow.drawing.plots import SweepPlots  # noqa: PLC0415  of no use without matplotlib

        return SweepPlots(self)

    @property
    def faults(self) -> int:
        """Games that ended in a fault, in all cells."""
        return sum(result.faults for result in self.results)

    @property
    def reproduce(self) -> str:
        """The command (or, for a seed sequence, what to call) that plays these games again."""
        base = self.base
        if isinstance(base.seed, np.random.SeedSequence):
            return f"undertow.sweep({base.game!r}, ..., seed={seed_text(base.seed)})"
        options = ["-p", base.players, *base.intervals.options(base.games)]
        options += seat_options(base.agents)
        return command_line("sweep", base.game, [*options, *self.asked], base.seed, base.rules)

    def headline(self) -> str:
        """Return what was played, on one line."""
        base = self.base
        return (
            f"{base.title}: {counted(base.players, 'player')}, base and "
            f"{counted(len(self.cells), 'cell')} of {counted(base.games, 'game')}, "
            f"seed {seed_text(base.seed)}"
        )

    def __repr__(self) -> str:
        rows = ("  ".join(cells) for cells in self._shown())
        return "\n".join([self.headline(), *rows])

    def _repr_html_(self) -> str:
        places = (str(i) for i in range(1, self.base.players + 1))
        heads = ("place" if self.by_place else "seat", *places)
        return html_table(self.headline(), heads, self._shown())

    def _shown(self) -> list[tuple[str, ...]]:
        """Return the share of each place, or seat, in the base and in every cell."""
        names = ["base", *(cell.label for cell in self.cells)]
        width = max(map(len, names))
        found = []
        for name, result in zip(names, self.results, strict=True):
            rows = result.order() if self.by_place else result.shares()
            found.append((f"{name:<{width}}", *(f"{row.share:6.1%}" for row in rows)))
        return found

    @property
    def results(self) -> list[Result]:
        """The base, then every cell."""
        return [self.base, *(cell.comparison.variant for cell in self.cells)]

    def _standings(self, result: Result) -> list[tuple[float, str]]:
        """Return for each place its share of the games won, and whether it is more than even."""
        k = result.players
        rows = result.order() if self.by_place else result.shares()
        found = [
            (won.share, MORE if won.low > 1 / k else LESS if won.high < 1 / k else OPEN)
            for won in shares_won(result, rows, k * (len(self.cells) + 1))
        ]
        return found or [(0.0, OPEN)] * k


def sweep(
    game: str,
    *,
    players: int | None = None,
    vary: Mapping[str, Sequence[object]] | None = None,
    oat: bool = False,
    reconstructed: bool = False,
    base: Mapping[str, object] | None = None,
    agents: object = None,
    games: int | None = None,
    seed: Seed = None,
    precision: float | None = None,
    max_games: int | None = None,
    time: float | None = None,
    until: Callable[[Sweep], bool] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Play the same games under many variants.

    Parameters
    ----------
    game : str
        A name out of ``undertow.games.names()``.
    players : int, optional
        The game's greatest number by default.
    vary : Mapping
        Values to try by rule key; ``agent`` varies who plays every seat, ``agent.2`` seat 2, and
        ``agent.NAME`` a parameter of the agent of every seat.
    oat : bool
        One at a time; otherwise every combination.
    reconstructed : bool
        Instead of ``vary``: the values worth trying of each rule value that no source gives
        (tags D and P) and the ends of its range, one at a time.
    base : Mapping, optional
        Rule values of all cells that differ from the component file.
    games : int, optional
        Games of each cell, 10,000 by default.
    precision : float, optional
        Play until the interval of each difference of shares is at most so wide, in all cells.
    agents, seed, max_games, time, until, threads, progress
        As in ``simulate``; with a limit all cells are played on side by side.

    Returns
    -------
    Sweep

    Raises
    ------
    InputValueError, InputTypeError
        An argument is not allowed; the message says what is.
    Interrupted
        Ctrl-C; its ``result`` holds the cells finished by then, the games so far of the first, or
        with a limit the games of all cells.
    """
    components = all_games.find(game).components
    values = chosen_values(components, vary, reconstructed=reconstructed)
    own = dict(base or {})
    how = checked_threads(threads, None, progress)
    seed = seed_or_drawn(seed)
    first = Arm(load(game, players=players, rules=own), agents, seed, **how)
    chosen = course(
        first.loaded.players,
        games=games,
        precision=precision,
        max_games=max_games,
        time=time,
        until=until,
    )
    arms: list[tuple[Settings, Arm]] = []
    refused: dict[str, str] = {}
    for settings in grid(values, one_at_a_time=oat or reconstructed):
        try:
            arm = varied_arm(first, settings, own, agents, how)
        except InputValueError as error:
            if not reconstructed:
                raise
            refused[label(settings)] = str(error)
        else:
            if not same(arm, first):
                arms.append((settings, arm))
            elif not reconstructed:  # those are values that nobody named
                refused[label(settings)] = AS_BASE
    if not arms:
        raise InputValueError("sweep needs values that differ from the base's")
    asked = ("--reconstructed",) if reconstructed else _asked(values, oat=oat)
    cells = _Cells(first, arms, MappingProxyType(refused), asked, chosen.intervals)

    def settled() -> bool:
        seen = cells.glance()
        return precise(seen, precision) and (until is None or until(seen))

    if chosen.watched or chosen.seconds is not None:
        came = play([first, *(arm for _, arm in arms)], chosen, settled, progress)
        return cells.finished(came=came, most=chosen.most)
    _play_all([first, *(arm for _, arm in arms)], chosen, progress)
    return cells.whole(chosen.most)


class _Cells:
    """The arms of a sweep while they are played."""

    def __init__(
        self,
        first: Arm,
        arms: list[tuple[Settings, Arm]],
        refused: Mapping[str, str],
        asked: tuple[str, ...],
        intervals: Intervals,
    ) -> None:
        self._first, self._arms = first, arms
        self._refused, self._asked, self._intervals = refused, asked, intervals

    def glance(self) -> Sweep:
        """Return the sweep of the games so far."""
        return self._sweep(
            self._first.glance(self._intervals),
            [(settings, arm.glance(self._intervals)) for settings, arm in self._arms],
        )

    def finished(self, *, came: bool, most: int) -> Sweep:
        """Return the sweep of the games that all cells have, or raise Interrupted with it."""
        games = min(arm.games for arm in (self._first, *(arm for _, arm in self._arms)))
        found = self._result(self._arms) if games else None
        if found is None or came:
            whole_number = counted(most, "game")
            raise Interrupted(
                found, f"interrupted: {games:,} of {whole_number} finished in all cells and kept"
            )
        return found

    def whole(self, most: int) -> Sweep:
        """Return the sweep if all cells have so many games.

        Otherwise raise Interrupted with those that have; all cells of a sweep have as many games,
        so that the one under way is kept only where it is the first.
        """
        kept = [(settings, arm) for settings, arm in self._arms if arm.games == most]
        if kept and len(kept) == len(self._arms):
            return self._result(kept)
        told = f"{len(kept)} of {counted(len(self._arms), 'cell')} finished and kept"
        settings, arm = self._arms[len(kept)]
        if kept and arm.games:
            told += f"; not the next, which has {arm.games:,} of {counted(most, 'game')}"
        elif arm.games:
            kept = [(settings, arm)]
            cells = counted(len(self._arms), "cell")
            told = f"{arm.games:,} of {counted(most, 'game')} of the first of {cells} kept"
        raise Interrupted(self._result(kept) if kept else None, f"interrupted: {told}")

    def _result(self, arms: list[tuple[Settings, Arm]]) -> Sweep:
        return self._sweep(
            self._first.result(self._intervals),
            [(settings, arm.result(self._intervals)) for settings, arm in arms],
        )

    def _sweep(self, base: Result, results: list[tuple[Settings, Result]]) -> Sweep:
        games = min(result.games for result in (base, *(result for _, result in results)))
        base = first_games(base, games)
        cells = tuple(
            Cell(
                MappingProxyType(dict(settings)),
                paired(base, first_games(result, games), len(self._arms)),
            )
            for settings, result in results
        )
        return Sweep(base, cells, self._refused, self._asked)


def precise(found: Sweep, width: float | None) -> bool:
    """Return whether every difference of shares, in all cells, has an interval so narrow."""
    return all(comparison.precise(cell.comparison, width) for cell in found.cells)


def _play_all(arms: Sequence[Arm], fixed: Course, progress: Progress | None) -> None:
    """Play the arms one after another, until Ctrl-C comes."""
    total = fixed.most * len(arms)
    with kept_interrupts():
        for place, arm in enumerate(arms):
            if play([arm], fixed, lambda: False, shifted(progress, place * fixed.most, total)):
                return


def _asked(chosen: Mapping[str, list[object]], *, oat: bool) -> tuple[str, ...]:
    words = [w for k, values in chosen.items() for w in ("--vary", f"{k}={toml_value(values)}")]
    return (*words, "--oat") if oat else tuple(words)
