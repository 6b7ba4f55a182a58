"""Which chart shows what: rows of results, or of the JSON objects that commands write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import nan
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from undertow.drawing.charts import Bars, Dots, Heat, Matrix, Ridges, Row, Spread, spread
from undertow.inference.paired import by_place_in_turn
from undertow.wording import counted

if TYPE_CHECKING:
    from undertow.drawing.boards import Use
    from undertow.rows.results import Result

WINS = "% of games won"
TURNS = "turns"
MOST_CELLS = 60  # drawn of a sweep: those that change most
MOST_FACTORS = 30  # drawn of a sensitivity: those that weigh most


class Shared(Protocol):
    """A share with its interval."""

    @property
    def share(self) -> float:
        """From 0 to 1."""

    @property
    def low(self) -> float:
        """Lower bound."""

    @property
    def high(self) -> float:
        """Upper bound."""


class Gained(Protocol):
    """A number of two arms, and its difference."""

    @property
    def base(self) -> float:
        """In the base."""

    @property
    def difference(self) -> float:
        """Variant less base."""

    @property
    def low(self) -> float | None:
        """Lower bound of the difference."""

    @property
    def high(self) -> float | None:
        """Upper bound of the difference."""


class Priced(Protocol):
    """A price with its interval, in points."""

    @property
    def points(self) -> float | None:
        """The handicap that undoes a change; None where none that was tried does."""

    @property
    def low(self) -> float | None:
        """Lower bound."""

    @property
    def high(self) -> float | None:
        """Upper bound."""


class Remaining(Protocol):
    """A difference of shares that a handicap leaves."""

    @property
    def difference(self) -> float:
        """From -1 to 1."""

    @property
    def low(self) -> float:
        """Lower bound."""

    @property
    def high(self) -> float:
        """Upper bound."""


class Hung(Protocol):
    """A quantity, and what Morris or Sobol says of each factor."""

    @property
    def name(self) -> str:
        """A place or seat whose wins they are, or ``turns``."""

    @property
    def luck(self) -> float:
        """Part of its variance, by Sobol."""

    @property
    def factors(self) -> Sequence[Any]:
        """An Effect or an Index of each."""


def win_chart(rows: Sequence[Shared], by: str) -> Dots:
    """Return the shares of places in turn order, or of seats; ``by`` says which."""
    named = [Row(f"{by} {i}", r.share, r.low, r.high) for i, r in enumerate(rows, 1)]
    even = sum(row.share for row in rows) / len(rows)  # of the games that somebody won
    return Dots(f"Wins by {by}", WINS, named, even, "even", 100)


def ending_chart(names: Sequence[str], rows: Sequence[Shared]) -> Dots:
    """Return the shares of endings."""
    named = [
        Row(name.replace("_", " "), r.share, r.low, r.high)
        for name, r in zip(names, rows, strict=True)
    ]
    return Dots("Endings", "% of games", named, scale=100)


def gain_chart(
    title: str, axis: str, names: Sequence[str], rows: Sequence[Gained], scale: float
) -> Dots:
    """Return differences with their intervals about 0."""
    named = [Row(name, d.difference, d.low, d.high) for name, d in zip(names, rows, strict=True)]
    return Dots(title, axis, named, 0, "base", scale)


def won_gains(by: str, rows: Sequence[Gained]) -> Dots:
    """Return the differences of shares of places or seats."""
    names = [f"{by} {i}" for i in range(1, len(rows) + 1)]
    return gain_chart(f"Wins by {by}, against the base", "percentage points", names, rows, 100)


def scored_gains(by: str, rows: Sequence[Gained]) -> Dots:
    """Return the differences of mean scores of places or seats."""
    names = [f"{by} {i}" for i in range(1, len(rows) + 1)]
    return gain_chart(f"Mean score by {by}, against the base", "points", names, rows, 1)


def ending_gains(rows: Mapping[str, Gained]) -> Dots:
    """Return the differences of the shares of endings, by name."""
    names = [name.replace("_", " ") for name in rows]
    title = "Endings, against the base"
    return gain_chart(title, "percentage points", names, list(rows.values()), 100)


def cell_gains(by: str, number: int, names: Sequence[str], rows: Sequence[Gained]) -> Dots:
    """Return what each cell of a sweep changes for one place or seat; of many the greatest."""
    title = f"Wins of {by} {number}, against the base ({100 * rows[0].base:.2f} %)"
    if len(rows) > MOST_CELLS:
        title += f"; of {len(rows)} cells"
        by_size = sorted(range(len(rows)), key=lambda i: -abs(rows[i].difference))
        drawn = sorted(by_size[:MOST_CELLS])
        names, rows = [names[i] for i in drawn], [rows[i] for i in drawn]
    return gain_chart(title, "percentage points", names, rows, 100)


def agent_chart(rows: Sequence[Shared], names: Sequence[str], even: float) -> Dots:
    """Return the shares of a tournament's agents."""
    named = [Row(name, r.share, r.low, r.high) for name, r in zip(names, rows, strict=True)]
    return Dots("Wins by agent", "% of a win a side", named, even, "even", 100)


def rating_chart(rows: Sequence[tuple[str, float, float | None, float | None]]) -> Dots:
    """Return the ratings of agents, the best first."""
    named = [Row(*row) for row in sorted(rows, key=lambda row: -row[1])]
    return Dots("Ratings", "rating (1 more wins 2.7 times as often)", named, 0, "mean")


def beats_chart(names: Sequence[str], cells: Sequence[Sequence[Shared | None]]) -> Matrix:
    """Return in what share of their games agents were better than each other."""
    shares = [[None if cell is None else cell.share for cell in row] for row in cells]
    return Matrix("Who beats whom, in %", names, shares)


def step_chart(steps: Sequence[Shared], names: Sequence[str], parameter: str) -> Dots:
    """Return the steps of a ladder."""
    named = [Row(name, s.share, s.low, s.high) for name, s in zip(names, steps, strict=True)]
    return Dots(
        f"The higher {parameter} against the lower", "% of the wins", named, 0.5, "even", 100
    )


def price_chart(rows: Sequence[Priced]) -> Dots:
    """Return prices, of places in turn order or of the changed seat alone."""
    names = [f"place {i}" for i in range(1, len(rows) + 1)] if len(rows) > 1 else ["price"]
    named = [
        Row(name, nan if row.points is None else row.points, row.low, row.high)
        for name, row in zip(names, rows, strict=True)
    ]
    return Dots("The handicap that undoes the change", "points", named, 0, "base")


def left_chart(rows: Mapping[int, Sequence[Remaining]], curve: int) -> Dots:
    """Return the difference that each handicap leaves, of one of the curves, from 0."""
    points = sorted(rows)
    named = [(f"{p:+d}" if p else "0", rows[p][curve]) for p in points]
    of = f", place {curve + 1}" if len(rows[points[0]]) > 1 else ""
    return Dots(
        f"Difference left by each handicap{of}",
        "percentage points of games won",
        [Row(name, row.difference, row.low, row.high) for name, row in named],
        0,
        "base",
        100,
    )


def morris_chart(output: Hung, keys: Sequence[str]) -> Dots:
    """Return mu* and sigma of the factors of a quantity; a bar is the mu* that luck would show."""
    shares = output.name != TURNS
    heaviest = sorted(zip(keys, output.factors, strict=True), key=lambda row: -row[1].mu_star)
    rows = []
    for key, found in heaviest[:MOST_FACTORS]:
        mu_star = found.mu_star, found.mu_star_low, found.mu_star_high
        rows.append(Row(f"{key}: mu*", *mu_star, found.luck))
        rows.append(Row("sigma", found.sigma, found.sigma_low, found.sigma_high))
    unit = "percentage points" if shares else TURNS
    title = _hung_title(output.name, len(keys))
    return Dots(title, f"{unit}; bar: luck alone", rows, scale=100 if shares else 1)


def sobol_chart(output: Hung, keys: Sequence[str]) -> Dots:
    """Return S1 and ST of the factors of a quantity, against the part that luck would make."""
    heaviest = sorted(zip(keys, output.factors, strict=True), key=lambda row: -row[1].st)
    rows = []
    for key, found in heaviest[:MOST_FACTORS]:
        rows.append(Row(f"{key}: S1", found.s1, found.s1_low, found.s1_high))
        rows.append(Row("ST", found.st, found.st_low, found.st_high))
    title = _hung_title(output.name, len(keys))
    return Dots(title, "part of the variance", rows, output.luck, "luck")


def _hung_title(name: str, factors: int) -> str:
    of = f"; the {MOST_FACTORS} weightiest of {factors}" if factors > MOST_FACTORS else ""
    what = "The mean length" if name == TURNS else f"Wins of {name}"
    return f"{what}: what it hangs on{of}"


def length_chart(result: Result) -> Bars:
    """Return the distribution of the turns of a game."""
    counts = result.turn_counts
    turns = np.flatnonzero(counts)
    return Bars("Length", TURNS, Spread(TURNS, turns, counts[turns]))


def score_chart(result: Result) -> Ridges:
    """Return the distribution of the points by place in turn order."""
    places = range(result.players)
    found = [spread(f"place {place + 1}", _scores(result, place)) for place in places]
    return Ridges("Scores by place", "points", found)


def space_chart(use: Use) -> Heat:
    """Return the board with the use of its spaces."""
    uses = counted(int(use.counts.sum()), "use")
    return Heat(f"Spaces used, in % of {uses} in {counted(use.games, 'game')}", use)


def _scores(result: Result, place: int) -> Iterator[np.ndarray[tuple[int], np.dtype[np.int64]]]:
    for results in result.groups():
        scores = results["score"][:, : result.players]
        yield by_place_in_turn(scores, results)[:, place].astype(np.int64)
