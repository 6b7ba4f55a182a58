"""The games of a batch as rows, and what they say: shares by place and by seat, length, endings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import InitVar, dataclass, field
from functools import cached_property
from os import PathLike
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from undertow.errors import extra
from undertow.inference.intervals import FIXED, Intervals, part_interval
from undertow.inference.statistics import LEVEL, UNIT, Quantile, Tally, Totals
from undertow.rows.accounts import Account, account_of, checked
from undertow.rows.averages import Average, averages_of
from undertow.rows.faults import Fault
from undertow.rows.metrics import MetricFault
from undertow.rows.records import (
    FAULTS,
    SHARED_ENDINGS,
    ending_names,
    flat_columns,
    shown_endings,
    side_by_side,
)
from undertow.rows.reproduction import command_line, python_call, seat_options
from undertow.seeds import seed_text
from undertow.wording import counted, html_table
from undertow_kernels.core.game import Ending

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]
    import polars as pl
    import pyarrow as pa  # type: ignore[import-untyped]

    from undertow.drawing.plots import ResultPlots
    from undertow.storage.manifest import Shard


_Numbers = tuple[int, int, int, float, float, float, float, float | None, float | None]


class SeatShare(NamedTuple):
    """How one seat did; ``low`` and ``high`` hold for all seats together."""

    seat: int  # from 1
    wins: int  # of its side alone
    shared: int  # with other sides
    share: float  # a win shared by m sides counts 1/m, split evenly among partners
    low: float
    high: float
    mean_score: float
    mean_low: float | None  # None for less than 30 games
    mean_high: float | None


class PlaceShare(NamedTuple):
    """How one place in turn order did; place 1 is the start player."""

    place: int
    wins: int
    shared: int
    share: float
    low: float
    high: float
    mean_score: float
    mean_low: float | None
    mean_high: float | None


class EndingShare(NamedTuple):
    """How often games ended in one way."""

    name: str
    games: int
    share: float
    low: float
    high: float


class Length(NamedTuple):
    """The length of the games in turns."""

    median: Quantile
    p5: Quantile
    p95: Quantile


@dataclass(frozen=True, repr=False, eq=False)
class Result:
    """A finished batch. Two results are equal only if they are one object.

    Parameters
    ----------
    totals : Totals, optional
        The sums of ``results`` where they are known already.

    Attributes
    ----------
    game, title : str
    players : int
    games : int
        Games finished.
    seed : int or numpy.random.SeedSequence
    agents : tuple of str
        The agent of each seat.
    rules : Mapping
        The rule values that differ from the component file.
    results : RESULT_DTYPE array, shape (games,)
        One record per game, in game order; seats count from 0.
    columns : structured array, shape (games,)
        The game's own counters, then a float64 for each metric.
    own_endings : tuple of str
        Names of the game's own endings.
    seconds : float
    threads : int
    version : str
    fault : Fault or None
        The first failure of an agent.
    intervals : Intervals
        For a number of games fixed beforehand, or for games that were watched.
    metrics : tuple of str
        The user's metrics.
    metric_faults : Mapping
        By name the MetricFault of those that failed in some games.
    shard : Shard or None
        Which part of a larger run this is; None where the games begin with game 0.
    """

    game: str
    title: str
    players: int
    games: int
    seed: int | np.random.SeedSequence
    agents: tuple[str, ...]
    rules: Mapping[str, object]
    results: NDArray[np.void]
    columns: NDArray[np.void]
    own_endings: tuple[str, ...]
    seconds: float
    threads: int
    version: str
    fault: Fault | None = None
    intervals: Intervals = FIXED
    metrics: tuple[str, ...] = ()
    metric_faults: Mapping[str, MetricFault] = field(default_factory=dict)
    shard: Shard | None = None
    totals: InitVar[Totals | None] = None

    def __post_init__(self, totals: Totals | None) -> None:
        if totals is not None:
            self.__dict__["_totals"] = totals  # where the cached property looks first

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "rules": dict(self.rules)}  # a mapping proxy has no state

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self.__dict__["rules"] = MappingProxyType(state["rules"])  # type: ignore[arg-type]

    def shares(self) -> tuple[SeatShare, ...]:
        """Return one record per seat, with simultaneous 95 % intervals."""
        return tuple(SeatShare(*row) for row in self._share_rows(self._by_seat))

    def order(self) -> tuple[PlaceShare, ...]:
        """Return one record per place in turn order, with simultaneous 95 % intervals."""
        return tuple(PlaceShare(*row) for row in self._share_rows(self._by_place))

    @cached_property
    def length(self) -> Length:
        """Median, 5th and 95th percentile of the turns of a game."""
        return Length(*self.intervals.quantiles(self._totals.turns, (0.5, 0.05, 0.95)))

    @cached_property
    def endings(self) -> Mapping[str, int]:
        """Games by ending: the game's own, ``capped``, and faults if there were any."""
        counts = self._totals.endings
        return {name: int(counts[code]) for code, name in shown_endings(self.own_endings, counts)}

    def ending_shares(self) -> tuple[EndingShare, ...]:
        """Return one record per ending, with simultaneous 95 % intervals."""
        return tuple(
            EndingShare(
                name,
                count,
                count / self.games,
                *self.intervals.share(count / self.games, self.games, len(self.endings)),
            )
            for name, count in self.endings.items()
        )

    def ended(self, name: str) -> NDArray[np.bool_]:
        """Return which games ended in this way, shape (games,); none for a name that is unknown."""
        codes = [int(code) for code, ending in SHARED_ENDINGS.items() if ending == name]
        codes += [
            int(Ending.FIRST_OWN) + i for i, own in enumerate(self.own_endings) if own == name
        ]
        return np.isin(self.results["ending"], codes)

    @property
    def turn_counts(self) -> NDArray[np.int64]:
        """Games by their number of turns, shape (65536,)."""
        return self._totals.turns

    def groups(self) -> Iterator[NDArray[np.void]]:
        """Yield the results in game order, as many games at a time as are in memory together."""
        for results, _ in self.row_groups():
            yield results

    def row_groups(self) -> Iterator[tuple[NDArray[np.void], NDArray[np.void]]]:
        """Yield results and columns of the same games, likewise."""
        yield self.results, self.columns

    def averages(self) -> tuple[Average, ...]:
        """Return the average of each of the game's own columns, by place where they are of seats.

        The intervals hold together.
        """
        return averages_of(self)

    @property
    def plot(self) -> ResultPlots:
        """Its plots: ``plot.order()`` and others, each returning matplotlib Axes."""
        from undertow.drawing.plots import ResultPlots  # noqa: PLC0415  of no use without matplotlib

        return ResultPlots(self)

    @property
    def teams(self) -> bool:
        """Whether seats were partners, who win together."""
        return self._totals.teams

    @property
    def partners(self) -> int:
        """Seats of a side, who split its wins; 1 where everybody plays alone."""
        return self._totals.partners

    @property
    def faults(self) -> int:
        """Games ended by a fault rather than by the rules."""
        return sum(self.endings.get(name, 0) for name in FAULTS)

    @property
    def account(self) -> Account:
        """How the games came out: won alone, won together, capped, faulty."""
        return account_of(self._totals)

    @property
    def rows(self) -> NDArray[np.void]:
        """Results and columns side by side in one structured array, shape (games,)."""
        return side_by_side(self.results, self.columns)

    def to_pandas(self) -> pd.DataFrame:
        """Return one row per game, one column per number; seats and sides count from 1.

        Raises
        ------
        MissingExtraError
            pandas is not installed.
        """
        with extra("pandas"):
            import pandas as pd  # noqa: PLC0415  half a second to import
        flat = flat_columns(self.results, self.columns, self.players)
        return pd.DataFrame(
            flat | {"ending": ending_names(self.own_endings)[flat["ending"]]}, copy=False
        )

    def to_polars(self) -> pl.DataFrame:
        """Return the rows as ``to_pandas``, for polars.

        Raises
        ------
        MissingExtraError
            polars is not installed.
        """
        with extra("polars"):
            import polars as pl  # noqa: PLC0415
        return pl.DataFrame(self.to_arrow())

    def to_arrow(self) -> pa.Table:
        """Return the rows as ``to_pandas``, as an Arrow table."""
        from undertow.rows.arrow import arrow_table  # noqa: PLC0415  of no use without pyarrow

        flat = flat_columns(self.results, self.columns, self.players)
        return arrow_table(flat, self.own_endings)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the rows as an Arrow stream, which polars, duckdb and others read."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_parquet(self, path: str | PathLike[str], *, force: bool = False) -> None:
        """Write the rows to a Parquet file, and in it where they come from.

        Parameters
        ----------
        path : str or path
        force : bool
            Replace a file that is there already.

        Raises
        ------
        InputValueError
            The file exists, and no ``force``.
        ResultFileError
            It cannot be written.
        """
        self._write(path, ".parquet", force)

    def to_csv(self, path: str | PathLike[str], *, force: bool = False) -> None:
        """Write the rows to a CSV file under a line of names; otherwise as ``to_parquet``."""
        self._write(path, ".csv", force)

    def to_jsonl(self, path: str | PathLike[str], *, force: bool = False) -> None:
        """Write one JSON object a row to a file; otherwise as ``to_parquet``."""
        self._write(path, ".jsonl", force)

    def _write(self, path: object, suffix: str, force: bool) -> None:
        from undertow.storage.files import write_result  # noqa: PLC0415  a file knows results

        write_result(self, path, suffix, force=force)

    @property
    def reproduce(self) -> str:
        """The command (or, for a seed sequence, the Python call) that plays these games again."""
        if isinstance(self.seed, np.random.SeedSequence):
            given: dict[str, object] = {"players": self.players, "games": self.games}
            given["agents"] = list(self.agents)
            if self.shard is not None:
                given |= {"games": self.shard.games, "shard": str(self.shard)}
            return python_call("simulate", self.game, given, self.seed, self.rules)
        options = ["-p", self.players]
        options += self.shard.options if self.shard else self.intervals.options(self.games)
        options += seat_options(self.agents)
        return command_line("run", self.game, options, self.seed, self.rules)

    def __repr__(self) -> str:
        lines = [self.headline(), f"seat   share  {LEVEL:.0%} interval  mean score"]
        lines += [
            f"{s.seat:>4}  {s.share:6.1%}  {s.low:6.1%} - {s.high:6.1%}  {s.mean_score:10.2f}"
            for s in self.shares()
        ]
        lines += [
            f"metric {name} failed in {counted(fault.games, 'game')}, first in game {fault.first}: "
            f"{fault.error}"
            for name, fault in self.metric_faults.items()
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        heads = ("seat", "share", f"{LEVEL:.0%} interval", "wins", "shared", "mean score")
        rows = [
            (
                str(s.seat),
                f"{s.share:.1%}",
                f"{s.low:.1%} - {s.high:.1%}",
                f"{s.wins:,}",
                f"{s.shared:,}",
                f"{s.mean_score:.2f}",
            )
            for s in self.shares()
        ]
        return html_table(self.headline(), heads, rows)

    def headline(self) -> str:
        """Return what was played, on one line."""
        shard = "" if self.shard is None else f" (shard {self.shard} of {self.shard.games:,})"
        return (
            f"{self.title}: {counted(self.players, 'player')}, {counted(self.games, 'game')}"
            f"{shard}, seed {seed_text(self.seed)}"
        )

    @cached_property
    def _totals(self) -> Totals:
        totals = Totals(self.players)
        totals.add(self.results)
        return totals

    @cached_property
    def _by_seat(self) -> Tally:
        return checked(self._totals.by_seat(), self._totals)

    @cached_property
    def _by_place(self) -> Tally:
        return checked(self._totals.by_place(), self._totals)

    def _share_rows(self, sums: Tally) -> list[_Numbers]:
        n, k = self.games, self.players
        rows: list[_Numbers] = []
        for place in range(k):
            share = int(sums.units[place]) / (UNIT * n)
            points, squares = int(sums.points[place]), int(sums.squares[place])
            mean = self.intervals.mean(points, squares, n, k) or (None, None)
            won = (int(sums.sole[place]), int(sums.shared[place]))
            bounds = part_interval(self.intervals, share, n, k, self.partners)
            rows.append((place + 1, *won, share, *bounds, points / n, *mean))
        return rows
