"""What all charts have in common: where they are drawn, their colours, text and axes.

Colours are those of Okabe and Ito (2008), which colour-blind people tell apart; nothing is told by
hue alone.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from io import StringIO
from textwrap import wrap
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from undertow.errors import InputTypeError, extra, shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes

EXTRA = "plot"
WIDTH = 5.2  # inches, as all heights
BLUE, VERMILION, GREY, PALE = "#0072B2", "#D55E00", "#5a5a5a", "#d9d9d9"
SMALL, NORMAL = 8, 9  # points
LABEL_WIDTH, LABEL_LINES = 26, 3  # characters
_INSIDE = re.compile(r"<svg.*</svg>", re.DOTALL)
_NEEDLESS = re.compile(r"<metadata>.*?</metadata>|<!--.*?-->| xmlns(?::\w+)?=\"[^\"]*\"", re.DOTALL)
_ID = re.compile(r'((?<=\s)id="|url\(#|xlink:href="#)')


class Chart(Protocol):
    """Something to draw."""

    @property
    def height(self) -> float:
        """In inches, at a width of ``WIDTH``."""

    def draw(self, ax: Axes) -> None:
        """Draw on Axes."""


def on_axes(chart: Chart, ax: Axes | None) -> Axes:
    """Draw a chart on the Axes given, or on those of a new figure, and return them.

    Raises
    ------
    MissingExtraError
        matplotlib is not installed.
    InputTypeError
        ``ax`` are no Axes.
    """
    with extra("matplotlib", EXTRA):
        from matplotlib.axes import Axes as Known  # noqa: PLC0415  takes a second
        from matplotlib.pyplot import subplots  # noqa: PLC0415
    if ax is None:
        _, ax = subplots(figsize=(WIDTH, chart.height), layout="constrained")
    if not isinstance(ax, Known):
        raise InputTypeError(f"ax must be matplotlib Axes, not {shown(ax)}")
    chart.draw(ax)
    return ax


def svg(chart: Chart, name: str) -> str:
    """Return a chart as an SVG element that needs nothing from elsewhere.

    Parameters
    ----------
    chart : Chart
    name : str
        A word that sets its ids apart from those of other charts in one page.

    Raises
    ------
    MissingExtraError
        matplotlib is not installed.
    """
    with extra("matplotlib", EXTRA):
        from matplotlib import rc_context  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415  without pyplot: it asks for a screen
    text = StringIO()
    with rc_context({"svg.hashsalt": name, "svg.fonttype": "path"}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # a name in letters that the font has not
        figure = Figure(figsize=(WIDTH, chart.height), layout="constrained")
        chart.draw(figure.subplots())
        figure.savefig(text, format="svg", metadata={"Date": None}, transparent=True)
    found = _INSIDE.search(text.getvalue())
    if found is None:
        raise RuntimeError("matplotlib wrote no SVG")
    return _ID.sub(rf"\1{name}-", _NEEDLESS.sub("", found[0]))


def label(text: str) -> str:
    """Return a text as it stands beside an axis: on few short lines, without formulas."""
    printable = "".join(c if c.isprintable() else "?" for c in text)
    lines = wrap(printable, LABEL_WIDTH) or [""]
    if len(lines) > LABEL_LINES:
        lines = [
            *lines[:LABEL_LINES],
        ]
        lines[-1] = f"{lines[-1][: LABEL_WIDTH - 1]}…"
    return "\n".join(lines).replace("$", r"\$")


def note(ax: Axes, x: float, text: str) -> None:
    """Write a text above the frame, at a place of the lower axis."""
    ax.annotate(
        text,
        (x, 1),
        xycoords=("data", "axes fraction"),
        xytext=(0, 2),
        textcoords="offset points",
        ha="center",
        va="bottom",
        fontsize=SMALL,
        color=GREY,
    )


def number(
    ax: Axes,
    place: tuple[float, float],
    percent: float,
    ground: Sequence[float] | NDArray[np.float64],
) -> None:
    """Write a percentage in a cell, black or white as its colour asks for."""
    red, green, blue = ground[:3]
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    colour = "black" if light > 0.45 else "white"
    ax.text(*place, f"{percent:.1f}", ha="center", va="center", fontsize=SMALL, color=colour)


def dress(ax: Axes, title: str, axis: str, grid: str) -> None:
    """Write title and axis, and leave out what says nothing."""
    ax.set_title(title, fontsize=NORMAL, loc="left", pad=16, color="black")
    ax.set_xlabel(axis, fontsize=NORMAL)
    ax.tick_params(labelsize=SMALL)
    ax.spines[["top", "right"]].set_visible(False)
    if grid:
        ax.grid(axis="x" if grid == "x" else "y", color=PALE, linewidth=0.6)
        ax.set_axisbelow(True)
