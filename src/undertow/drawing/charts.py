"""Charts of plain rows: intervals, distributions, who beats whom, boards.

Each says how high it is and draws itself on matplotlib Axes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from undertow.drawing.canvas import (
    BLUE,
    GREY,
    NORMAL,
    PALE,
    VERMILION,
    WIDTH,
    dress,
    label,
    note,
    number,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch

    from undertow.drawing.boards import Use

ROW = 0.21  # inches: of a line of text beside an axis
FRAME = 0.95  # inches: title and lower axis
MOST_BARS = 60
MOST_MATRIX = 12  # agents whose cells have room for a number


class Row(NamedTuple):
    """A number with its interval; bounds are None where they are unknown.

    ``mark`` is drawn as a bar across: what the number is to be compared with, on this line alone.
    """

    label: str
    value: float
    low: float | None
    high: float | None
    mark: float | None = None


class Spread(NamedTuple):
    """How often each of some whole numbers came.

    Attributes
    ----------
    label : str
    values, counts : int64 arrays, shape (n,)
        The numbers, rising, and how often each came.
    """

    label: str
    values: NDArray[np.int64]
    counts: NDArray[np.int64]

    def quantile(self, part: float) -> int:
        """Return the least number that at least this part of all do not exceed."""
        below = np.cumsum(self.counts)
        return int(self.values[np.searchsorted(below, part * below[-1])])


@dataclass(frozen=True)
class Dots:
    """Numbers with their intervals, one a line, from the top.

    Attributes
    ----------
    title, axis : str
    rows : sequence of Row
    line, line_label : float or None, str
        What the numbers are to be compared with.
    scale : float
        100 for percentages of what rows have as shares.
    """

    title: str
    axis: str
    rows: Sequence[Row]
    line: float | None = None
    line_label: str = ""
    scale: float = 1

    @property
    def height(self) -> float:
        """In inches."""
        lines = sum(max(1, label(row.label).count("\n") + 1) for row in self.rows)
        return FRAME + ROW * (lines + 0.4 * len(self.rows) + 0.5)

    def draw(self, ax: Axes) -> None:
        """Draw on Axes."""
        places = np.arange(len(self.rows))
        if self.line is not None:
            ax.axvline(self.scale * self.line, color=GREY, linewidth=1, linestyle=(0, (4, 3)))
            note(ax, self.scale * self.line, self.line_label)
        for place, row in zip(places, self.rows, strict=True):
            if row.low is not None and row.high is not None:
                bounds = [self.scale * row.low, self.scale * row.high]
                ax.plot(bounds, [place] * 2, color=BLUE, linewidth=2, solid_capstyle="butt")
            if row.mark is not None:
                ends = [place - 0.3, place + 0.3]
                ax.plot([self.scale * row.mark] * 2, ends, color=VERMILION, linewidth=2)
        values = [self.scale * row.value for row in self.rows]
        ax.plot(values, places, "o", color=BLUE, markersize=5, zorder=3)
        ax.set_yticks(places, [label(row.label) for row in self.rows])
        ax.set_ylim(len(self.rows) - 0.4, -0.6)
        dress(ax, self.title, self.axis, "x")
        ax.tick_params(axis="y", length=0)


@dataclass(frozen=True)
class Bars:
    """How whole numbers are distributed."""

    title: str
    axis: str
    spread: Spread

    height = 2.5

    def draw(self, ax: Axes) -> None:
        """Draw on Axes."""
        edges, beyond = _bins([self.spread])
        parts = _parts(self.spread, edges)
        ax.bar(edges[:-1], 100 * parts, np.diff(edges), align="edge", color=BLUE, linewidth=0)
        middle = self.spread.quantile(0.5)
        line = middle + 0.5 * (edges[1] - edges[0] == 1)
        ax.axvline(line, color=VERMILION, linewidth=1.5)
        note(ax, line, f"median {middle:,}")
        dress(ax, self.title, self.axis + beyond, "y")
        ax.set_ylabel("% of games", fontsize=NORMAL)
        ax.set_xlim(edges[0], edges[-1])
        _shift_ticks(ax, edges)


@dataclass(frozen=True)
class Ridges:
    """Several distributions on one axis, one above the other, each as high as the others."""

    title: str
    axis: str
    spreads: Sequence[Spread]

    @property
    def height(self) -> float:
        """In inches."""
        return FRAME + 0.5 * len(self.spreads)

    def draw(self, ax: Axes) -> None:
        """Draw on Axes."""
        edges, beyond = _bins(self.spreads)
        highest = max(_parts(spread, edges).max() for spread in self.spreads)
        for place, spread in enumerate(self.spreads):
            tops = 0.85 * _parts(spread, edges) / highest
            foot = -place
            ax.stairs(foot + tops, edges, baseline=foot, fill=True, color=BLUE, alpha=0.75)
            ax.axhline(foot, color=PALE, linewidth=0.8)
            middle = spread.quantile(0.5) + 0.5 * (edges[1] - edges[0] == 1)
            ax.plot([middle] * 2, [foot, foot + 0.85], color=VERMILION, linewidth=1.5)
        feet = [-place for place in range(len(self.spreads))]
        ax.set_yticks(feet, [label(spread.label) for spread in self.spreads], va="bottom")
        ax.set_ylim(feet[-1] - 0.1, 1)
        dress(ax, self.title, f"{self.axis}{beyond}; line: median", "x")
        ax.tick_params(axis="y", length=0)
        ax.set_xlim(edges[0], edges[-1])
        _shift_ticks(ax, edges)


@dataclass(frozen=True)
class Matrix:
    """Shares of rows against columns; None where there is none."""

    title: str
    names: Sequence[str]
    shares: Sequence[Sequence[float | None]]

    @property
    def height(self) -> float:
        """In inches."""
        return FRAME + 0.46 * len(self.names)

    def draw(self, ax: Axes) -> None:
        """Draw on Axes."""
        cells = np.array([[np.nan if s is None else 100 * s for s in row] for row in self.shares])
        # Purple and orange part at an even share, and lightness does too.
        edges = np.arange(len(cells) + 1) - 0.5
        # An image would not be plain SVG.
        mesh = ax.pcolormesh(edges, edges, cells, cmap="PuOr", vmin=0, vmax=100, edgecolors="white")
        ax.invert_yaxis()
        if len(self.names) <= MOST_MATRIX:
            for (row, column), share in np.ndenumerate(cells):
                if not np.isnan(share):
                    number(ax, (column, row), share, mesh.to_rgba(share))
        places = range(len(self.names))
        ax.set_yticks(places, [label(f"{i + 1} {self.names[i]}") for i in places])
        ax.set_xticks(places, [str(i + 1) for i in places])
        dress(ax, self.title, "better than, by number", "")
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)


@dataclass(frozen=True)
class Heat:
    """How often the spaces of a board are used, in % of all uses."""

    title: str
    use: Use

    @property
    def height(self) -> float:
        """In inches: as wide as it is high, or less."""
        x, y = self._places()
        wide, high = np.ptp(x) + 1, np.ptp(y) + 1
        return float(min(WIDTH, (WIDTH - 0.2) * high / wide) + FRAME)

    def draw(self, ax: Axes) -> None:
        """Draw on Axes."""
        from matplotlib import colormaps  # noqa: PLC0415
        from matplotlib.collections import PatchCollection  # noqa: PLC0415

        x, y = self._places()
        parts = 100 * self.use.counts / max(1, self.use.counts.sum())
        most = max(parts.max(), 1e-9)
        patches = [_patch(self.use.board.shape, place) for place in zip(x, y, strict=True)]
        colours = colormaps["cividis_r"](parts / most)
        ax.add_collection(
            PatchCollection(patches, facecolors=colours, edgecolors="white", linewidths=1)
        )
        for place, part, colour in zip(zip(x, y, strict=True), parts, colours, strict=True):
            number(ax, place, part, colour)
        ax.set_xlim(x.min() - 0.55, x.max() + 0.55)
        ax.set_ylim(y.min() - 0.6, y.max() + 0.6)
        ax.set_aspect("equal", anchor="W")
        ax.set_axis_off()
        ax.set_title(self.title, fontsize=NORMAL, loc="left", color="black")

    def _places(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        x, y = (np.array([getattr(s, axis) for s in self.use.spaces], float) for axis in "xy")
        return x, y


def spread(name: str, numbers: Iterable[NDArray[np.integer]]) -> Spread:
    """Return how often each number came, given some at a time."""
    found: dict[int, int] = {}
    for part in numbers:
        values, counts = np.unique(part, return_counts=True)
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            found[value] = found.get(value, 0) + count
    order = sorted(found)
    return Spread(name, np.array(order, np.int64), np.array([found[v] for v in order], np.int64))


def _bins(spreads: Sequence[Spread]) -> tuple[NDArray[np.int64], str]:
    """Return edges of bars, of whole numbers each, and what the axis says of those beyond.

    A few games that are very long would leave no room for all others.
    """
    low = min(int(s.values[0]) for s in spreads)
    high = max(int(s.values[-1]) for s in spreads)
    usual = max(s.quantile(0.99) for s in spreads)
    beyond = 0
    if high - low > 3 * (usual - low) + MOST_BARS:
        beyond = sum(int(s.counts[s.values > usual].sum()) for s in spreads)
        high = usual
    width = -(-(high - low + 1) // MOST_BARS)
    edges = np.arange(low, high + width + 1, width, dtype=np.int64)
    return edges, f" ({beyond:,} beyond {high:,} not drawn)" if beyond else ""


def _parts(spread: Spread, edges: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the part of all that falls into each bar."""
    counts, _ = np.histogram(
        spread.values, np.append(edges[:-1], edges[-1] - 0.5), weights=spread.counts
    )
    return np.asarray(counts / spread.counts.sum(), np.float64)


def _shift_ticks(ax: Axes, edges: NDArray[np.int64]) -> None:
    """Put the ticks under the middle of bars of one number each."""
    if edges[1] - edges[0] > 1:
        return
    step = max(1, -(-(len(edges) - 1) // 10))
    numbers = [int(n) for n in edges[:-1] if n % step == 0]
    ax.set_xticks([n + 0.5 for n in numbers], [f"{n}" for n in numbers])


def _patch(shape: str, place: tuple[float, float]) -> Patch:
    from matplotlib.patches import Circle, Rectangle, RegularPolygon  # noqa: PLC0415

    if shape == "square":
        return Rectangle((place[0] - 0.5, place[1] - 0.5), 1, 1)
    if shape == "hexagon":
        return RegularPolygon(place, 6, radius=1 / 3**0.5)
    return Circle(place, 0.46)
