"""``ladder``: does thinking more win more? The same agent at rising budgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from undertow.errors import InputTypeError, InputValueError, Interrupted, shown, whole
from undertow.game import load
from undertow.inference.statistics import LEVEL, UNIT, clustered_share
from undertow.players.agents import seated, with_parameter
from undertow.playing.interrupts import kept_interrupts
from undertow.playing.threads import Progress
from undertow.rows.faults import Fault
from undertow.rows.reproduction import command_line, python_call
from undertow.seeds import Seed, seed_or_drawn, seed_text
from undertow.studies.tournaments import Tournament, tournament
from undertow.wording import counted, html_table

if TYPE_CHECKING:
    from undertow.drawing.plots import LadderPlots

AGENT = "mcts"
PARAMETER = "iterations"
BUDGETS = (50, 200, 800)
GAMES = 1_000  # of a step
MAX_BUDGET = 1_000_000_000
EVEN = 0.5


class Step(NamedTuple):
    """How two neighbouring rungs did; ``low`` and ``high`` hold for all steps together."""

    lower: int  # budget
    higher: int
    games: int
    unwon: int  # of the games: by nobody
    share: float  # of the wins that the higher budget has; unwon games count half
    low: float
    high: float

    @property
    def pays(self) -> bool:
        """Whether the higher budget clearly wins more."""
        return self.low > EVEN


@dataclass(frozen=True, repr=False, eq=False)
class Ladder:
    """A finished ladder. Two are equal only if they are one object.

    Attributes
    ----------
    agent, parameter : str
        Who climbs, and which parameter is the budget.
    budgets : tuple of int
    tournaments : tuple of Tournament
        One for each step: the lower rung against the higher.
    """

    agent: str
    parameter: str
    budgets: tuple[int, ...]
    tournaments: tuple[Tournament, ...]

    def steps(self) -> tuple[Step, ...]:
        """Return one record per step, with simultaneous 95 % intervals."""
        intervals = len(self.budgets) - 1
        return tuple(
            _step(lower, higher, played, intervals)
            for (lower, higher), played in zip(
                pairwise(self.budgets), self.tournaments, strict=False
            )
        )

    @property
    def pays(self) -> bool:
        """Whether at some step the higher budget clearly wins more."""
        return any(step.pays for step in self.steps())

    @property
    def saturates(self) -> Step | None:
        """The first step at which it does not clearly win more; None if it always does."""
        return next((step for step in self.steps() if not step.pays), None)

    @property
    def games(self) -> int:
        """Games played, of all steps."""
        return sum(played.games for played in self.tournaments)

    @property
    def plot(self) -> LadderPlots:
        """Its plots, each returning matplotlib Axes."""
        from undertow.drawing.plots import LadderPlots  # noqa: PLC0415  of no use without matplotlib

        return LadderPlots(self)

    @property
    def faults(self) -> int:
        """Games ended by a fault rather than by the rules."""
        return sum(played.faults for played in self.tournaments)

    @property
    def faulty(self) -> Tournament | None:
        """The first step in which an agent failed."""
        return next((played for played in self.tournaments if played.fault is not None), None)

    @property
    def fault(self) -> Fault | None:
        """The first failure of an agent."""
        return None if self.faulty is None else self.faulty.fault

    @property
    def reproduce(self) -> str:
        """The command (or, for a seed sequence, the Python call) that plays these games again."""
        first = self.tournaments[0]
        if isinstance(first.seed, np.random.SeedSequence):
            given = {
                "agent": self.agent,
                "budgets": list(self.budgets),
                "parameter": self.parameter,
                "players": first.players,
                "games": first.games,
            }
            return python_call("ladder", first.game, given, first.seed, first.rules)
        options = ["-p", first.players, "-n", first.games, "-a", self.agent]
        options += ["--budgets", ",".join(map(str, self.budgets)), "--parameter", self.parameter]
        return command_line("ladder", first.game, options, first.seed, first.rules)

    def headline(self) -> str:
        """Return what was played, on one line."""
        first = self.tournaments[0]
        return (
            f"{first.title}: {counted(first.players, 'player')}, {counted(self.games, 'game')}, "
            f"{self.agent} by {self.parameter}, seed {seed_text(first.seed)}"
        )

    def __repr__(self) -> str:
        lines = [self.headline(), f" share  {LEVEL:.0%} interval  step"]
        lines += [
            f"{s.share:6.1%}  {s.low:6.1%} - {s.high:6.1%}  {s.lower} -> {s.higher}"
            for s in self.steps()
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [
            (f"{s.lower} -> {s.higher}", f"{s.share:.1%}", f"{s.low:.1%} - {s.high:.1%}")
            for s in self.steps()
        ]
        return html_table(self.headline(), ("step", "share", f"{LEVEL:.0%} interval"), rows)


def ladder(
    game: str,
    *,
    agent: str = AGENT,
    budgets: Sequence[int] = BUDGETS,
    parameter: str = PARAMETER,
    players: int | None = None,
    games: int = GAMES,
    seed: Seed = None,
    rules: Mapping[str, object] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Ladder:
    """Play an agent against itself at the next higher budget, step by step.

    Parameters
    ----------
    game : str
        A name out of ``undertow.games.names()``.
    agent : str
        A name or ``"file.py:Name"``, with parameters but for the budget.
    budgets : list of int
        Two or more, rising.
    parameter : str
        The agent's parameter that takes the budget.
    games : int
        At most this many at each step, in whole deals. The steps play the same deals.
    players, seed, rules, threads, progress
        As in ``tournament``.

    Returns
    -------
    Ladder
        The same games for the same version, seed, rules and agent, whatever the threads.

    Raises
    ------
    InputValueError, InputTypeError
        An argument is not allowed; the message says what is.
    Interrupted
        Ctrl-C; its ``result`` holds the steps finished by then, and the deals of the next.
    """
    rungs = _budgets(budgets)
    for name, text in (("agent", agent), ("parameter", parameter)):
        if not isinstance(text, str):
            raise InputTypeError(f"{name} must be a string, not {shown(text)}")
    texts = [with_parameter(agent, parameter, rung) for rung in rungs]
    loaded = load(game, players=players, rules=rules)
    for text in texts:
        seated(text, loaded)  # a wrong one is refused before the first step is played
    recorded = seed_or_drawn(seed)
    done: list[Tournament] = []
    with kept_interrupts():  # one between two steps stops the next before its first game
        for pair in pairwise(texts):
            try:
                played = tournament(
                    game,
                    agents=pair,
                    players=players,
                    games=games,
                    seed=recorded,
                    rules=rules,
                    threads=threads,
                    progress=_beyond(progress, len(done), len(rungs) - 1),
                )
            except Interrupted as stopped:
                raise _interrupted(stopped, agent, parameter, rungs, done) from None
            done.append(played)
    return Ladder(agent, parameter, rungs, tuple(done))


def _budgets(budgets: Sequence[int]) -> tuple[int, ...]:
    """Return the budgets once they are known to rise."""
    if isinstance(budgets, str) or not isinstance(budgets, Sequence):
        raise InputTypeError(f"budgets must be a list of whole numbers, not {shown(budgets)}")
    found = tuple(whole("each of budgets", budget, 1, MAX_BUDGET) for budget in budgets)
    if len(found) < 2:
        raise InputValueError(f"budgets must be two or more, not {len(found)}")
    for lower, higher in pairwise(found):
        if lower >= higher:
            raise InputValueError(f"budgets must rise; {higher} comes after {lower}")
    return found


def _beyond(progress: Progress | None, done: int, steps: int) -> Progress | None:
    """Return a progress callback for one step that reports the games of all steps."""
    if not callable(progress):
        return progress  # None, or for the tournament to refuse
    return lambda finished, games: progress(done * games + finished, steps * games)


def _interrupted(
    stopped: Interrupted,
    agent: str,
    parameter: str,
    budgets: tuple[int, ...],
    done: Sequence[Tournament],
) -> Interrupted:
    """Return the interrupt of a whole ladder for that of one of its steps."""
    found = [*done, *([stopped.result] if isinstance(stopped.result, Tournament) else [])]
    result = Ladder(agent, parameter, budgets, tuple(found)) if found else None
    return Interrupted(result, f"{stopped} in step {len(done) + 1} of {len(budgets) - 1}")


def _step(lower: int, higher: int, played: Tournament, intervals: int) -> Step:
    """Return what a step says: per deal, how far the higher rung's wins are ahead."""
    won = played.wins.units.sum(1)
    games = len(played.results)
    ahead = UNIT * games + won[:, 1] - won[:, 0]
    found = clustered_share(ahead, np.full(played.deals, 2 * UNIT * games), played.games, intervals)
    if found is None:
        raise RuntimeError("a step ended without a game")
    return Step(lower, higher, played.games, played.games - played.decided, *found)
