"""``sweep``: many variants against one base, with intervals that hold over all of them together.

Every cell plays the games of the base, paired as ``compare`` does. With c cells and k places each
interval is made at 1 - 0.05 / (c k) (Bonferroni), so that all hold together in 95 % of sweeps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from undertow import games as all_games
from undertow.arms import Arm
from undertow.batch import Progress
from undertow.built_in import default_agent
from undertow.comparison import Comparison, paired
from undertow.components import RECONSTRUCTED, Component
from undertow.errors import InputTypeError, InputValueError, Interrupted, shown, whole
from undertow.game import load
from undertow.interrupts import kept_interrupts
from undertow.reproduction import command_line, seat_options
from undertow.results import Result
from undertow.rulefile import toml_value
from undertow.seeds import Seed, seed_or_drawn, seed_text
from undertow.simulation import Pace, checked_threads
from undertow.watching import Course, course, play
from undertow.wording import counted, html_table

MOST_CELLS = 1000
AGENT = "agent"  # a key that is no rule: who plays every seat; agent.2 is who plays seat 2
MORE, LESS, OPEN = "more", "less", "open"

Settings = Mapping[str, object]


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
        Labels of cells whose values the game does not take together, and why.
    asked : tuple of str
        The command's options that vary the same.
    """

    base: Result
    cells: tuple[Cell, ...]
    refused: Mapping[str, str]
    asked: tuple[str, ...]

    @cached_property
    def conclusions(self) -> tuple[Conclusion, ...]:
        """Whether places win more or less than evenly, and in which cells that is otherwise."""
        base, *others = (self._standings(r) for r in self.results)
        cells = list(zip((cell.label for cell in self.cells), others, strict=True))
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
    def faults(self) -> int:
        """Games that ended in a fault, in all cells."""
        return sum(result.faults for result in self.results)

    @property
    def reproduce(self) -> str:
        """The command (or, for a seed sequence, what to call) that plays these games again."""
        base = self.base
        if isinstance(base.seed, np.random.SeedSequence):
            return f"undertow.sweep({base.game!r}, ..., seed={seed_text(base.seed)})"
        options = ["-p", base.players, "-n", base.games, *seat_options(base.agents)]
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
        decided = result.games - result.endings["capped"] - result.faults
        if not decided:
            return [(0.0, OPEN)] * k
        rows = result.order() if self.by_place else result.shares()
        found = []
        for share in (row.share * result.games / decided for row in rows):
            low, high = result.intervals.share(share, decided, k * (len(self.cells) + 1))
            found.append((share, MORE if low > 1 / k else LESS if high < 1 / k else OPEN))
        return found


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
        Values to try by rule key; ``agent`` varies who plays every seat, ``agent.2`` seat 2.
    oat : bool
        One at a time; otherwise every combination.
    reconstructed : bool
        Instead of ``vary``: the values worth trying of each rule value that no source gives
        (tags D and P), one at a time.
    base : Mapping, optional
        Rule values of all cells that differ from the component file.
    agents, seed, threads, progress
        As in ``simulate``.
    games : int, optional
        Games of each cell, 10,000 by default.

    Returns
    -------
    Sweep

    Raises
    ------
    InputValueError, InputTypeError
        An argument is not allowed; the message says what is.
    Interrupted
        Ctrl-C; its ``result`` holds the cells finished by then.
    """
    components = all_games.find(game).components
    chosen = _chosen(components, vary, reconstructed=reconstructed)
    own = dict(base or {})
    how = checked_threads(threads, None, progress)
    seed = seed_or_drawn(seed)
    first = Arm(load(game, players=players, rules=own), agents, seed, **how)
    fixed = course(first.loaded.players, games=games, precision=None, max_games=None, time=None)
    arms: list[tuple[Settings, Arm]] = []
    refused: dict[str, str] = {}
    for settings in _grid(chosen, one_at_a_time=oat or reconstructed):
        try:
            arm = _arm(first, settings, own, agents, how)
        except InputValueError as error:
            if not reconstructed:
                raise
            refused[label(settings)] = str(error)
        else:
            if not _same(arm, first):
                arms.append((settings, arm))
    if not arms:
        raise InputValueError("sweep needs values that differ from the base's")
    _play_all([first, *(arm for _, arm in arms)], fixed, progress)
    kept = [(settings, arm) for settings, arm in arms if arm.games == fixed.most]
    asked = ("--reconstructed",) if reconstructed else _asked(chosen, oat=oat)
    found = _found(first, kept, len(arms), refused, asked) if kept else None
    if found is None or len(kept) < len(arms):
        cells = counted(len(arms), "cell")
        raise Interrupted(found, f"interrupted: {len(kept)} of {cells} finished and kept")
    return found


def label(settings: Settings) -> str:
    """Return what settings vary, in short."""
    return ", ".join(f"{key} = {_short(value)}" for key, value in settings.items())


def _chosen(
    components: Mapping[str, Component],
    vary: Mapping[str, Sequence[object]] | None,
    *,
    reconstructed: bool,
) -> dict[str, list[object]]:
    """Return the values to try by key."""
    if bool(vary) == reconstructed:
        raise InputValueError("sweep takes vary, values by key, or reconstructed; one of them")
    if reconstructed:
        tried = {k: c.tries for k, c in components.items() if c.tag in RECONSTRUCTED}
        return {key: list(values) for key, values in tried.items() if values}
    if not isinstance(vary, Mapping):
        raise InputTypeError(f"vary must be a mapping of keys to values, not {shown(vary)}")
    for key, values in vary.items():
        if not isinstance(values, list | tuple) or not values:
            raise InputTypeError(f"vary takes a list of values for {key}, not {shown(values)}")
    return {key: list(values) for key, values in vary.items()}


def _grid(chosen: Mapping[str, list[object]], *, one_at_a_time: bool) -> list[Settings]:
    """Return the settings of each cell."""
    if one_at_a_time:
        found: list[Settings] = [{k: value} for k, values in chosen.items() for value in values]
    else:
        combinations = 1
        for values in chosen.values():
            combinations *= len(values)
        whole("the number of cells", combinations, 1, MOST_CELLS)
        found = [dict(zip(chosen, cell, strict=True)) for cell in product(*chosen.values())]
    whole("the number of cells", len(found), 1, MOST_CELLS)
    return found


def _arm(first: Arm, settings: Settings, base: Settings, agents: object, how: Pace) -> Arm:
    """Return the arm of a cell before its first game."""
    loaded = first.loaded
    rules = {k: v for k, v in settings.items() if not _is_agent(k)}
    varied = load(loaded.game.name, players=loaded.players, rules={**base, **rules})
    seats: object = settings.get(AGENT, agents)
    own = {k: v for k, v in settings.items() if _is_agent(k) and k != AGENT}
    if own:
        seats = default_agent(varied) if seats is None else seats
        seats = list(seats) if isinstance(seats, list | tuple) else [seats] * loaded.players
        for key, agent in own.items():
            number = key.partition(".")[2]
            seat = whole(key, int(number) if number.isdecimal() else number, 1, loaded.players)
            seats[seat - 1] = agent
    return Arm(varied, seats, first.seed, threads=how["threads"], block=how["block"])


def _is_agent(key: str) -> bool:
    return key == AGENT or key.startswith(f"{AGENT}.")


def _same(arm: Arm, first: Arm) -> bool:
    """Return whether an arm would play the games of the base."""
    rules = arm.loaded.rules.values == first.loaded.rules.values
    return rules and [a.text for a in arm.seated] == [a.text for a in first.seated]


def _play_all(arms: Sequence[Arm], fixed: Course, progress: Progress | None) -> None:
    """Play the arms one after another, until Ctrl-C comes."""
    total = fixed.most * len(arms)
    with kept_interrupts():
        for place, arm in enumerate(arms):
            if play([arm], fixed, lambda: False, _from(progress, place * fixed.most, total)):
                return


def _found(
    first: Arm,
    arms: Sequence[tuple[Settings, Arm]],
    together: int,
    refused: Mapping[str, str],
    asked: tuple[str, ...],
) -> Sweep:
    base = first.result()
    cells = tuple(
        Cell(MappingProxyType(dict(settings)), paired(base, arm.result(), together))
        for settings, arm in arms
    )
    return Sweep(base, cells, MappingProxyType(dict(refused)), asked)


def _from(progress: Progress | None, before: int, total: int) -> Progress | None:
    if progress is None:
        return None
    return lambda finished, _: progress(before + finished, total)


def _asked(chosen: Mapping[str, list[object]], *, oat: bool) -> tuple[str, ...]:
    words = [w for k, values in chosen.items() for w in ("--vary", f"{k}={toml_value(values)}")]
    return (*words, "--oat") if oat else tuple(words)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else toml_value(value)
    return text if len(text) <= 30 else f"{text[:29]}…"
