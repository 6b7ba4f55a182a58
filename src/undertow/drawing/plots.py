"""``.plot`` of results; the charts are those of ``charting``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undertow.drawing.boards import spaces_used
from undertow.drawing.canvas import on_axes
from undertow.drawing.charting import (
    agent_chart,
    beats_chart,
    cell_gains,
    ending_chart,
    ending_gains,
    left_chart,
    length_chart,
    morris_chart,
    price_chart,
    rating_chart,
    score_chart,
    scored_gains,
    sobol_chart,
    space_chart,
    step_chart,
    win_chart,
    won_gains,
)
from undertow.errors import InputValueError, one_of, whole
from undertow.inference.indices import MORRIS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from undertow.rows.results import Result
    from undertow.studies.comparison import Comparison
    from undertow.studies.ladders import Ladder
    from undertow.studies.sensitivities import Sensitivity
    from undertow.studies.sweeping import Sweep
    from undertow.studies.tournaments import Tournament
    from undertow.studies.worth import Value


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
            They cannot be counted; see ``undertow.drawing.boards.spaces_used``.
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


class ValuePlots:
    """Plots of what a change is worth: differences, changed less base, and prices."""

    def __init__(self, found: Value) -> None:
        self._value = found

    def order(self, ax: Axes | None = None) -> Axes:
        """Draw the differences of the shares by place in turn order."""
        return on_axes(won_gains("place", [row.share for row in self._value.order()]), ax)

    def scores(self, ax: Axes | None = None) -> Axes:
        """Draw the differences of the mean scores by place in turn order."""
        return on_axes(scored_gains("place", [row.mean_score for row in self._value.order()]), ax)

    def price(self, ax: Axes | None = None) -> Axes:
        """Draw the price, or that of each place."""
        self._check_price()
        return on_axes(price_chart(self._value.prices), ax)

    def left(self, ax: Axes | None = None, *, place: int = 1) -> Axes:
        """Draw the difference that each handicap leaves; of a place, where each has a price."""
        self._check_price()
        curves = len(self._value.prices)
        return on_axes(left_chart(self._value.tried, whole("place", place, 1, curves) - 1), ax)

    def _check_price(self) -> None:
        if not self._value.prices:
            raise InputValueError("there is no price to draw: no handicap was tried")


class SensitivityPlots:
    """Plots of a sensitivity."""

    def __init__(self, found: Sensitivity) -> None:
        self._sensitivity = found

    def factors(self, ax: Axes | None = None, *, output: str | None = None) -> Axes:
        """Draw what a quantity hangs on, the first one if ``output`` names none."""
        found = self._sensitivity
        outputs = {one.name: one for one in found.outputs}
        name = next(iter(outputs)) if output is None else output
        one_of("output", name, tuple(outputs))
        chart = morris_chart if found.method == MORRIS else sobol_chart
        return on_axes(chart(outputs[name], [factor.key for factor in found.factors]), ax)


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
