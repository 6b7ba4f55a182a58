"""An arm: one game with its rules, agents and seed, whose games are played on as far as asked."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Protocol

from numpy.random import SeedSequence

from undertow import __version__
from undertow.game import LoadedGame
from undertow.inference.intervals import FIXED, Intervals
from undertow.inference.statistics import Totals
from undertow.players.agents import Seated, seat_agents
from undertow.playing.batch import BLOCK, Memory, Rows, Sink, play_into
from undertow.playing.executors import Farm
from undertow.playing.interrupts import kept_interrupts
from undertow.playing.tasks import Table
from undertow.playing.threads import Progress, shifted
from undertow.rows.faults import first_fault
from undertow.rows.metrics import Failures, UserMetric, metric_faults
from undertow.rows.provenance import Provenance, provenance
from undertow.rows.records import with_metrics
from undertow.rows.results import Result
from undertow.seeds import key_of
from undertow.storage.manifest import Shard

SMALL_BLOCK = 16  # games; all threads play where few games are left to the next look


class Past(Protocol):
    """Games of the same seed that were played before."""

    def known(self, first: int, most: int, /) -> Rows | None:
        """Return the rows of games from ``first`` on; None if that one was not played."""

    def missing(self, first: int, most: int, /) -> int:
        """Return how many games from ``first`` on were not played."""


class Arm:
    """The games of one seed, from game 0 on.

    Parameters
    ----------
    loaded : LoadedGame
    agents : str, agent, or list of these
    seed : int or numpy.random.SeedSequence
    metrics : sequence of UserMetric
    threads, block : int
        ``block`` games are handed to a thread at a time.

    Attributes
    ----------
    sink : Sink or None
        Where the rows go; they are kept in memory if it is None.
    farm : Farm or None
        Whose workers play, in place of threads.
    past : Past or None
        Games that were played before, whose rows do not go to the sink again.
    shard : Shard or None
        Which games are played; from game 0 on if it is None.
    totals : Totals
        The sums over the games finished.
    """

    def __init__(
        self,
        loaded: LoadedGame,
        agents: object,
        seed: int | SeedSequence,
        *,
        metrics: Sequence[UserMetric] = (),
        threads: int,
        block: int = BLOCK,
    ) -> None:
        self.loaded = loaded
        self.seated: tuple[Seated, ...] = seat_agents(agents, loaded)
        self.seed = seed
        self.sink: Sink | None = None
        self.farm: Farm | None = None
        self.past: Past | None = None
        self.shard: Shard | None = None
        self.totals = Totals(loaded.players)
        self._metrics = tuple(metrics)
        self._failures = Failures(len(self._metrics))
        self._key = key_of(seed)
        self._threads = threads
        self._block = block
        self._kept = Memory(0, with_metrics(loaded.game.columns, self.metric_names))
        self._seconds = 0.0

    @property
    def games(self) -> int:
        """How many games are finished."""
        return self.totals.games

    @property
    def agents(self) -> tuple[str, ...]:
        """The agent of each seat."""
        return tuple(agent.text for agent in self.seated)

    @property
    def threads(self) -> int:
        """How many games are played at a time."""
        return self.farm.workers if self.farm else self._threads

    @property
    def metric_names(self) -> tuple[str, ...]:
        """The user's metrics."""
        return tuple(metric.name for metric in self._metrics)

    @property
    def table(self) -> Table:
        """What is played."""
        return Table(self.loaded, self._key, self.seated)

    @property
    def specification(self) -> Provenance:
        """Where the games come from, without range and rows."""
        return provenance(
            game=self.loaded.game.name,
            players=self.loaded.players,
            rules=self.loaded.rules.changed,
            agents=self.agents,
            seed=self.seed,
            metrics=self.metric_names,
        )

    def play_to(self, games: int, progress: Progress | None = None) -> None:
        """Play on until ``games`` games are finished, or Ctrl-C stops it."""
        if self.sink is None:
            self._kept.make_room(games)
        before = self.games
        with kept_interrupts() as interrupts:
            while self.games < games and not interrupts.came:
                if not self._recall(games - self.games):
                    done = self.games - before
                    self._play(games - self.games, shifted(progress, done, games - before))

    def _recall(self, most: int) -> bool:
        """Add the next games, if they were played before; return whether they were."""
        rows = self.past.known(self._next, most) if self.past else None
        if rows is None:
            return False
        self.totals.add(rows[0])
        return True

    def _play(self, most: int, progress: Progress | None) -> None:
        """Play the next games, up to those that were played before."""
        more = self.past.missing(self._next, most) if self.past else most
        sink = self._kept if self.sink is None else self.sink
        if self.farm is None:
            played = play_into(
                sink,
                self.loaded,
                self._key,
                more,
                agents=self.seated,
                metrics=self._metrics,
                threads=self._threads,
                block=min(self._block, max(SMALL_BLOCK, more // (4 * self._threads))),
                progress=progress,
                first=self._next,
                before=self.totals,
                failures=self._failures,
            )
        else:
            played = self.farm.play(
                sink, more, first=self._next, totals=self.totals, progress=progress
            )
        self._seconds += played.seconds

    @property
    def _next(self) -> int:
        """Number of the next game."""
        return self.games + (self.shard.range.start if self.shard else 0)

    def result(self, intervals: Intervals = FIXED) -> Result:
        """Return the games finished; without rows where those go elsewhere."""
        return self._result(self.totals, intervals)

    def glance(self, intervals: Intervals) -> Result:
        """Return the same while more games are to come, which do not change what is returned."""
        return self._result(deepcopy(self.totals), intervals)

    def _result(self, totals: Totals, intervals: Intervals) -> Result:
        return Result(
            results=self._kept.results,
            columns=self._kept.columns,
            totals=totals,
            **self.facts(intervals),  # type: ignore[arg-type]
        )

    def facts(self, intervals: Intervals) -> dict[str, object]:
        """Return what a result says beside its rows and their sums."""
        return {
            "game": self.loaded.game.name,
            "title": self.loaded.game.title,
            "players": self.loaded.players,
            "games": self.games,
            "seed": self.seed,
            "agents": self.agents,
            "rules": self.loaded.rules.changed,
            "own_endings": self.loaded.game.endings,
            "seconds": self._seconds,
            "threads": self.threads,
            "version": __version__,
            "fault": first_fault(self.loaded, self.seed, self.seated, self.totals),
            "metrics": self.metric_names,
            "metric_faults": metric_faults(
                self.loaded, self.seed, self.seated, self._metrics, self._failures
            ),
            "intervals": intervals,
            "shard": self.shard,
        }
