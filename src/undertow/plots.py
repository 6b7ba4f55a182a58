"""``.plot`` of results: which chart shows what. Rows may also be those of a JSON object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from undertow.boards import spaces_used
from undertow.canvas import on_axes
from undertow.charts import Bars, Dots, Heat, Matrix, Ridges, Row, Spread, spread
from undertow.errors import whole
from undertow.paired import by_place_in_turn
from undertow.wording import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from undertow.boards import Use
    from undertow.comparison import Comparison
    from undertow.ladders import Ladder
    from undertow.results import Result
    from undertow.sweeping import Sweep
    from undertow.tournaments import Tournament

WINS = "% of games won"
TURNS = "turns"
MOST_CELLS = 60  # drawn of a sweep: those that change most


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


class ResultPlots:
    """Plots of a batch; each takes the Axes to draw on, or makes new ones, and returns them.

    Parameters
    ----------
    result : Result

    Raises
    ------
    MissingExtraError
        By each plot: matplotlib is not installed.
    """

    def __init__(self, result: Result) -> None:
        self._result = result

    def order(self, ax: Axes | None = None) -> Axes:
        """Draw the shares by place in turn order."""
        return on_axes(win_chart(self._result.order(), "place"), ax)

    def shares(self, ax: Axes | None = None) -> Axes:
        """Draw the shares by seat."""
        return on_axes(win_chart(self._result.shares(), "seat"), ax)

    def length(self, ax: Axes | None = None) -> Axes:
        """Draw the distribution of turns."""
        return on_axes(length_chart(self._result), ax)

    def scores(self, ax: Axes | None = None) -> Axes:
        """Draw the distribution of points by place in turn order."""
        return on_axes(score_chart(self._result), ax)

    def endings(self, ax: Axes | None = None) -> Axes:
        """Draw the shares of endings."""
        rows = self._result.ending_shares()
        return on_axes(ending_chart([row.name for row in rows], rows), ax)

    def spaces(self, ax: Axes | None = None) -> Axes:
        """Draw the use of the board's spaces, counted by playing the first games again.

        Raises
        ------
        InputValueError
            They cannot be counted; see ``undertow.boards.spaces_used``.
        """
        return on_axes(space_chart(spaces_used(self._result)), ax)


class ComparisonPlots:
    """Plots of a comparison: differences, variant less base."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison

    def order(self, ax: Axes | None = None) -> Axes:
        """Draw the differences of the shares by place in turn order."""
        rows = self._comparison.order()
        return on_axes(won_gains("place", [row.share for row in rows]), ax)

    def shares(self, ax: Axes | None = None) -> Axes:
        """Draw the differences of the shares by seat."""
        rows = self._comparison.shares()
        return on_axes(won_gains("seat", [row.share for row in rows]), ax)

    def scores(self, ax: Axes | None = None) -> Axes:
        """Draw the differences of the mean scores by place in turn order."""
        rows = self._comparison.order()
        return on_axes(scored_gains("place", [row.mean_score for row in rows]), ax)

    def endings(self, ax: Axes | None = None) -> Axes:
        """Draw the differences of the shares of endings."""
        return on_axes(ending_gains(self._comparison.endings), ax)


class SweepPlots:
    """Plots of a sweep."""

    def __init__(self, sweep: Sweep) -> None:
        self._sweep = sweep

    def order(self, ax: Axes | None = None, *, place: int = 1) -> Axes:
        """Draw what each cell changes for one place in turn order."""
        cells = self._sweep.cells
        whole("place", place, 1, self._sweep.base.players)
        rows = [cell.comparison.order()[place - 1].share for cell in cells]
        return on_axes(cell_gains("place", place, [c.label for c in cells], rows), ax)

    def shares(self, ax: Axes | None = None, *, seat: int = 1) -> Axes:
        """Draw what each cell changes for one seat."""
        cells = self._sweep.cells
        whole("seat", seat, 1, self._sweep.base.players)
        rows = [cell.comparison.shares()[seat - 1].share for cell in cells]
        return on_axes(cell_gains("seat", seat, [c.label for c in cells], rows), ax)


class TournamentPlots:
    """Plots of a tournament."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament

    def shares(self, ax: Axes | None = None) -> Axes:
        """Draw the shares of the agents."""
        found = self._tournament
        return on_axes(agent_chart(found.shares(), found.agents, found.even), ax)

    def ratings(self, ax: Axes | None = None) -> Axes:
        """Draw the ratings, the best agent first."""
        return on_axes(rating_chart(self._tournament.ratings()), ax)

    def beats(self, ax: Axes | None = None) -> Axes:
        """Draw who beats whom."""
        return on_axes(beats_chart(self._tournament.agents, self._tournament.beats()), ax)


class LadderPlots:
    """Plots of a ladder."""

    def __init__(self, ladder: Ladder) -> None:
        self._ladder = ladder

    def steps(self, ax: Axes | None = None) -> Axes:
        """Draw the share of the higher budget at each step."""
        steps = self._ladder.steps()
        names = [f"{step.lower} → {step.higher}" for step in steps]
        return on_axes(step_chart(steps, names, self._ladder.parameter), ax)
