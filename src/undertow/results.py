"""The games of a batch as rows, and what they say: shares by place and by seat, length, endings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from undertow.errors import MissingExtraError
from undertow.faults import Fault
from undertow.reproduction import agent_options, command_line, python_call
from undertow.seeds import seed_text
from undertow.statistics import (
    LEVEL,
    UNIT,
    Quantile,
    Tally,
    Totals,
    mean_interval,
    quantiles,
    share_interval,
)
from undertow.wording import counted, html_table
from undertow_kernels.core.game import Ending

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]

SHARED_ENDINGS = {
    Ending.CAPPED: "capped",
    Ending.AGENT_FAULT: "agent_fault",
    Ending.BROKEN: "broken",
}
FAULTS = ("agent_fault", "broken")

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
        The game's own counters.
    own_endings : tuple of str
        Names of the game's own endings.
    seconds : float
    threads : int
    version : str
    fault : Fault or None
        The first failure of an agent.
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
        return Length(*quantiles(self._totals.turns, (0.5, 0.05, 0.95)))

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
                *share_interval(count / self.games, self.games, len(self.endings)),
            )
            for name, count in self.endings.items()
        )

    @property
    def teams(self) -> bool:
        """Whether seats were partners, who win together."""
        return self._totals.teams

    @property
    def faults(self) -> int:
        """Games ended by a fault rather than by the rules."""
        return sum(self.endings.get(name, 0) for name in FAULTS)

    @property
    def rows(self) -> NDArray[np.void]:
        """Results and columns side by side in one structured array, shape (games,)."""
        fields = [(a, n) for a in (self.results, self.columns) for n in _names(a)]
        rows = np.empty(self.games, [(n, a.dtype[n]) for a, n in fields])
        for array, name in fields:
            rows[name] = array[name]
        return rows

    def to_pandas(self) -> pd.DataFrame:
        """Return one row per game, one column per number; seats and sides count from 1.

        Raises
        ------
        MissingExtraError
            pandas is not installed.
        """
        try:
            import pandas as pd  # noqa: PLC0415  half a second to import
        except ImportError:
            raise MissingExtraError('pandas is missing: pip install "undertow[pandas]"') from None
        return pd.DataFrame(self._flat_columns(), copy=False)

    @property
    def reproduce(self) -> str:
        """The command (or, for a seed sequence, the Python call) that plays these games again."""
        if isinstance(self.seed, np.random.SeedSequence):
            given = {"players": self.players, "games": self.games, "agents": list(self.agents)}
            return python_call("simulate", self.game, given, self.seed, self.rules)
        agents = self.agents[:1] if len(set(self.agents)) == 1 else self.agents
        options = ["-p", self.players, "-n", self.games, *agent_options(agents)]
        return command_line("run", self.game, options, self.seed, self.rules)

    def __repr__(self) -> str:
        lines = [self.headline(), f"seat   share  {LEVEL:.0%} interval  mean score"]
        lines += [
            f"{s.seat:>4}  {s.share:6.1%}  {s.low:6.1%} - {s.high:6.1%}  {s.mean_score:10.2f}"
            for s in self.shares()
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
        return (
            f"{self.title}: {counted(self.players, 'player')}, {counted(self.games, 'game')}, "
            f"seed {seed_text(self.seed)}"
        )

    @cached_property
    def _totals(self) -> Totals:
        totals = Totals(self.players)
        totals.add(self.results)
        return totals

    @cached_property
    def _by_seat(self) -> Tally:
        return self._checked(self._totals.by_seat())

    @cached_property
    def _by_place(self) -> Tally:
        return self._checked(self._totals.by_place())

    def _checked(self, sums: Tally) -> Tally:
        """Return the sums once every game is known to be counted exactly once."""
        decided = self.games - self.endings["capped"] - self.faults
        if sums.sole_games + sums.shared_games != decided or sums.units.sum() != decided * UNIT:
            raise RuntimeError(
                f"{self.game}: sole wins {sums.sole_games} + shared wins {sums.shared_games} + "
                f"capped {self.endings['capped']} + faults {self.faults} are not {self.games} games"
            )
        return sums

    def _share_rows(self, sums: Tally) -> list[_Numbers]:
        n, k = self.games, self.players
        rows: list[_Numbers] = []
        for place in range(k):
            share = int(sums.units[place]) / (UNIT * n)
            points, squares = int(sums.points[place]), int(sums.squares[place])
            mean = mean_interval(points, squares, n, k) or (None, None)
            won = (int(sums.sole[place]), int(sums.shared[place]))
            rows.append((place + 1, *won, share, *share_interval(share, n, k), points / n, *mean))
        return rows

    def _flat_columns(self) -> dict[str, NDArray[np.generic]]:
        """Return the rows as plain columns: one for each seat, endings by name."""
        flat: dict[str, NDArray[np.generic]] = {}
        for array in (self.results, self.columns):
            for name in _names(array):
                flat |= self._columns_of(name, array[name])
        names = np.full(256, "unknown", dtype=object)
        for code, ending in SHARED_ENDINGS.items():
            names[code] = ending
        names[Ending.FIRST_OWN : Ending.FIRST_OWN + len(self.own_endings)] = self.own_endings
        flat["ending"] = names[self.results["ending"]]
        flat["first"] = self.results["first"] + np.uint8(1)
        return flat

    def _columns_of(self, name: str, values: NDArray[np.generic]) -> dict[str, NDArray[np.generic]]:
        if name == "winners":
            return {
                f"won_{seat + 1}": (self.results["winners"] >> seat & 1).astype(bool)
                for seat in range(self.players)
            }
        if name == "side":
            values = self.results["side"] + np.uint8(1)
        if values.ndim == 1:
            return {name: values}
        return _spread(name, values[:, : self.players])  # an array's first index is the seat


def shown_endings(
    own_endings: Sequence[str], counts: NDArray[np.int64]
) -> Iterator[tuple[int, str]]:
    """Yield code and name of the endings: the game's own, ``capped``, faults that there were."""
    yield from enumerate(own_endings, Ending.FIRST_OWN)
    for code, name in SHARED_ENDINGS.items():
        if counts[code] or name not in FAULTS:
            yield code, name


def _spread(name: str, values: NDArray[np.generic]) -> dict[str, NDArray[np.generic]]:
    """Return one column for each item of an array, numbered from 1."""
    if values.ndim == 1:
        return {name: values}
    found: dict[str, NDArray[np.generic]] = {}
    for item in range(values.shape[1]):
        found |= _spread(f"{name}_{item + 1}", values[:, item])
    return found


def _names(array: NDArray[np.void]) -> list[str]:
    """Return an array's fields without padding."""
    return [name for name in array.dtype.names or () if not name.startswith("_")]
