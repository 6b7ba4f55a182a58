"""``sensitivity``: which of several rules and agent parameters an answer hangs on, over ranges.

SALib chooses the points and analyses them; every point is a batch of the same games, with the same
luck, so that a factor that changes no game has an effect of exactly 0.

* Morris [1]_: trajectories that change one factor after another. mu* is the mean size of the change
  that a factor's whole range makes, sigma how much that change depends on the other factors.
* Sobol [2]_: the part of a quantity's variance over the ranges that a factor makes alone (S1), and
  with all others together (ST).

Between 0 and 1 a factor runs through its range or its list of values; whole numbers are rounded.

References
----------
.. [1] M. D. Morris, "Factorial sampling plans for preliminary computational experiments",
   Technometrics 33 (1991), 161-174; mu*: F. Campolongo, J. Cariboni, A. Saltelli, "An effective
   screening design for sensitivity analysis of large models", Environmental Modelling & Software
   22 (2007), 1509-1518.
.. [2] A. Saltelli and others, "Variance based sensitivity analysis of model output", Computer
   Physics Communications 181 (2010), 259-270.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from undertow.errors import InputValueError, Interrupted, one_of, whole
from undertow.game import load
from undertow.inference.indices import MORRIS, SOBOL, Effect, Index, design, effects, indices
from undertow.inference.paired import win_parts
from undertow.playing.interrupts import Interrupts, kept_interrupts
from undertow.playing.threads import Progress, shifted
from undertow.rows.accounts import Account, together
from undertow.rows.faults import Fault
from undertow.rows.reproduction import command_line, seat_options
from undertow.rules.rulefile import toml_value
from undertow.seeds import Seed, generator_of, seed_or_drawn, seed_text
from undertow.studies.arms import Arm
from undertow.studies.factors import Factor, factors_of
from undertow.studies.simulation import Pace, checked_threads
from undertow.studies.varying import Settings, label, varied_arm
from undertow.studies.watching import Course, course, play
from undertow.wording import counted

if TYPE_CHECKING:
    from undertow.drawing.plots import SensitivityPlots

METHODS = (MORRIS, SOBOL)
GAMES = 1_000  # by default, at each point
SAMPLES = {MORRIS: 10, SOBOL: 64}  # by default
MOST_SAMPLES = 4096
LEAST_SAMPLES = 4  # finished, for intervals

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Output:
    """What one quantity hangs on.

    Attributes
    ----------
    name : str
        ``place 1``, …: the share of the place in turn order (or ``seat 1``, …); ``turns``: the
        mean length.
    low, high : float
        Least and greatest value over all points.
    luck : float
        Part of the variance over points that chance makes where points have different luck; they
        have the same, so it is less. From 0 to 1.
    factors : tuple of Effect or of Index
        In the order of ``Sensitivity.factors``.
    """

    name: str
    low: float
    high: float
    luck: float
    factors: tuple[Effect | Index, ...]


@dataclass(frozen=True, repr=False, eq=False)
class Sensitivity:
    """What hangs on what.

    Attributes
    ----------
    method : str
    factors : tuple of Factor
    outputs : tuple of Output
    samples, size : int
        Trajectories (Morris) or base points (Sobol) finished, and how many the design has.
    points, games : int
        Points finished, and games at each.
    seconds : float
        That they took, with what the design has beyond them.
    account : Account
        How the games of all these points came out.
    fault : str and Fault, or None
        The first failure of an agent, and at what point.
    base : Arm
        Of the values that do not vary; it was not played.
    asked : tuple of str
        The command's options that vary the same.
    """

    method: str
    factors: tuple[Factor, ...]
    outputs: tuple[Output, ...]
    samples: int
    size: int
    points: int
    games: int
    seconds: float
    account: Account
    fault: tuple[str, Fault] | None
    base: Arm
    asked: tuple[str, ...]

    @property
    def faults(self) -> int:
        """Games that ended in a fault, at all points."""
        return self.account.faults

    @property
    def by_place(self) -> bool:
        """Whether shares are those of places; of seats where agents differ."""
        return len(set(self.base.agents)) == 1

    @property
    def plot(self) -> SensitivityPlots:
        """Its plots, each returning matplotlib Axes."""
        from undertow.drawing.plots import SensitivityPlots  # noqa: PLC0415  needs matplotlib

        return SensitivityPlots(self)

    @property
    def reproduce(self) -> str:
        """The command (or, for a seed sequence, what to call) that plays these games again."""
        base, loaded = self.base, self.base.loaded
        if isinstance(base.seed, np.random.SeedSequence):
            return f"undertow.sensitivity({loaded.game.name!r}, ..., seed={seed_text(base.seed)})"
        options: list[object] = ["-p", loaded.players, "-n", self.games]
        options += ["--sensitivity", self.method, "--samples", self.samples]
        options += seat_options(base.agents)
        return command_line(
            "sweep", loaded.game.name, [*options, *self.asked], base.seed, loaded.rules.changed
        )

    def headline(self) -> str:
        """Return what was played, on one line."""
        loaded = self.base.loaded
        return (
            f"{loaded.game.title}: {counted(loaded.players, 'player')}, "
            f"{counted(self.points, 'point')} of {counted(self.games, 'game')}, "
            f"seed {seed_text(self.base.seed)}"
        )

    def __repr__(self) -> str:
        rows = [self.headline()]
        for output in self.outputs:
            rows += [f"{output.name}: {output.low:.4g} to {output.high:.4g}"]
            rows += [
                f"    {factor.key}: "
                + ", ".join(f"{name} {found:.3g}" for name, found in row._asdict().items())
                for factor, row in zip(self.factors, output.factors, strict=True)
            ]
        return "\n".join(rows)


def sensitivity(
    game: str,
    *,
    method: str = MORRIS,
    players: int | None = None,
    vary: Mapping[str, Sequence[object]] | None = None,
    reconstructed: bool = False,
    samples: int | None = None,
    base: Mapping[str, object] | None = None,
    agents: object = None,
    games: int | None = None,
    seed: Seed = None,
    time: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Sensitivity:
    """Say which rules and agent parameters the shares and the length hang on.

    Parameters
    ----------
    game : str
        A name out of ``undertow.games.names()``.
    method : str
        ``morris`` or ``sobol``.
    players : int, optional
        The game's greatest number by default.
    vary : Mapping
        By key as for ``sweep``: two numbers are the ends of a range, anything else values to
        choose from.
    reconstructed : bool
        Instead of ``vary``: each rule value that no source gives (tags D and P), over the range
        that it and the values worth trying span.
    samples : int, optional
        Morris: trajectories, 10 by default; Sobol: base points, a power of 2, 64 by default.
        With f factors each takes f + 1 or f + 2 points.
    base : Mapping, optional
        Rule values of all points that differ from the component file.
    games : int, optional
        Games at each point, 1,000 by default.
    time : float, optional
        Seconds after which no other sample is begun.
    agents, seed, threads, progress
        As in ``simulate``.

    Returns
    -------
    Sensitivity

    Raises
    ------
    InputValueError, InputTypeError
        An argument is not allowed, or the game does not take some values together.
    MissingExtraError
        SALib is not installed.
    Interrupted
        Ctrl-C; its ``result`` is of the samples finished by then.
    """
    one_of("sensitivity", method, METHODS)
    size = _checked_samples(method, samples)
    how = checked_threads(threads, None, progress)
    seed = seed_or_drawn(seed)
    loaded = load(game, players=players, rules=base)
    factors = factors_of(loaded, vary, reconstructed=reconstructed)
    games = GAMES if games is None else games
    fixed = course(loaded.players, games=games, precision=None, max_games=None, time=None)
    limit = course(loaded.players, games=None, precision=None, max_games=None, time=time)
    first = Arm(loaded, agents, seed, **how)
    unit = design(method, [factor.key for factor in factors], size, generator_of(seed))
    points = _Points(first, factors, unit, samples=size, how=how, agents=agents)
    with kept_interrupts() as interrupts:
        points.play(fixed, limit.seconds, interrupts, progress)
    asked = ("--reconstructed",) if reconstructed else _asked(vary or {})
    found = points.analysed(method, asked) if points.samples >= LEAST_SAMPLES else None
    if found is None or interrupts.came:
        kept = f"{points.samples} of {counted(size, 'sample')}"
        raise Interrupted(found, f"interrupted: {kept} finished{' and kept' if found else ''}")
    return found


class _Points:
    """The points of a design while they are played.

    Attributes
    ----------
    samples : int
        Finished: each is as many points as change every factor once.
    """

    def __init__(
        self,
        first: Arm,
        factors: tuple[Factor, ...],
        unit: Values,
        *,
        samples: int,
        how: Pace,
        agents: object,
    ) -> None:
        self.samples, self._size = 0, samples
        self._first, self._factors, self._unit = first, factors, unit
        self._how, self._agents = how, agents
        self._by_place = len(set(first.agents)) == 1
        self._block = len(unit) // samples
        self._means: list[Values] = []
        self._spreads: list[Values] = []  # standard errors of the means
        self._errors: list[Values] = []  # of their differences from the point before
        self._accounts: list[Account] = []
        self._fault: tuple[int, str, Fault] | None = None  # at which point
        self._games = 0
        self._began = perf_counter()
        self._last: tuple[Settings, Values, Account] | None = None
        self._settings: list[Settings] = [
            {f.key: f.at(float(u)) for f, u in zip(factors, row, strict=True)} for row in unit
        ]
        for settings in self._settings:
            self._arm(settings)  # what the game refuses fails before anything is played

    def play(
        self,
        fixed: Course,
        seconds: float | None,
        interrupts: Interrupts,
        progress: Progress | None,
    ) -> None:
        """Play point after point, until Ctrl-C comes or time is out."""
        began = perf_counter()
        self._games = fixed.most
        total = fixed.most * len(self._settings)
        for place, settings in enumerate(self._settings):
            late = seconds is not None and perf_counter() - began >= seconds
            if late and place % self._block == 0 and self.samples >= LEAST_SAMPLES:
                return
            numbers, account = self._played(
                settings, fixed, shifted(progress, place * fixed.most, total)
            )
            if interrupts.came or account is None:
                return
            self._note(settings, numbers, account)
            self.samples = (place + 1) // self._block

    def analysed(self, method: str, asked: tuple[str, ...]) -> Sensitivity:
        """Return what the samples finished say.

        A design of fewer samples is the beginning of one of more, but Sobol's is balanced only
        where their number is a power of 2: the samples beyond are left out.
        """
        samples = self.samples
        if method == SOBOL:
            samples = 1 << samples.bit_length() - 1
        points = samples * self._block
        means, spreads, errors = (
            np.array(rows[:points]) for rows in (self._means, self._spreads, self._errors)
        )
        rng = generator_of(self._first.seed)
        what = "place" if self._by_place else "seat"
        names = [f"{what} {i + 1}" for i in range(self._first.loaded.players)]
        outputs = []
        for i, name in enumerate([*names, "turns"]):
            column = means[:, i]
            found: list[Effect] | list[Index] = (
                effects(self._unit[:points], column, errors[:, i], rng)
                if method == MORRIS
                else indices(column, len(self._factors), rng)
            )
            ends = float(column.min()), float(column.max())
            luck = _part(float(np.square(spreads[:, i]).mean()), float(column.var()))
            outputs.append(Output(name, *ends, luck, tuple(found)))
        return Sensitivity(
            method,
            self._factors,
            tuple(outputs),
            samples,
            self._size,
            points,
            self._games,
            perf_counter() - self._began,
            together(self._accounts[:points]),
            self._fault[1:] if self._fault and self._fault[0] < points else None,
            self._first,
            asked,
        )

    def _arm(self, settings: Settings) -> Arm:
        base = self._first.loaded.rules.changed
        try:
            return varied_arm(self._first, settings, base, self._agents, self._how)
        except InputValueError as error:
            raise InputValueError(f"{label(settings)}: {error}; narrow what varies") from None

    def _played(
        self, settings: Settings, fixed: Course, progress: Progress | None
    ) -> tuple[Values, Account | None]:
        """Return each game's numbers, shape (games, outputs): parts of the win, and turns.

        Then how the games came out; None where none was finished.
        """
        if self._last is not None and self._last[0] == settings:
            return self._last[1:]
        arm = self._arm(settings)
        play([arm], fixed, lambda: False, progress)
        if not arm.games:
            return np.empty((0, 0)), None
        result = arm.result()
        if self._fault is None and result.fault is not None:
            self._fault = len(self._means), label(settings), result.fault
        parts = win_parts(result.results, result.players, by_place=self._by_place)
        return np.column_stack([parts, result.results["turns"]]), result.account

    def _note(self, settings: Settings, numbers: Values, account: Account) -> None:
        """Keep the means of a point, and how sure their differences from the last point are."""
        before = numbers if self._last is None else self._last[1]
        self._means.append(numbers.mean(axis=0))
        self._spreads.append(numbers.std(axis=0) / sqrt(len(numbers)))
        self._errors.append((numbers - before).std(axis=0) / sqrt(len(numbers)))
        self._accounts.append(account)
        self._last = settings, numbers, account


def _part(luck: float, variance: float) -> float:
    return min(1.0, luck / variance) if variance > 0 else 0.0


def _checked_samples(method: str, samples: int | None) -> int:
    """Return how many samples to take, once it is known to be allowed."""
    least = LEAST_SAMPLES
    size = whole("samples", SAMPLES[method] if samples is None else samples, least, MOST_SAMPLES)
    if method == SOBOL and size & (size - 1):
        raise InputValueError(f"samples must be a power of 2 for sobol, as 64, not {size}")
    return size


def _asked(vary: Mapping[str, Sequence[object]]) -> tuple[str, ...]:
    return tuple(w for k, vs in vary.items() for w in ("--vary", f"{k}={toml_value(list(vs))}"))
