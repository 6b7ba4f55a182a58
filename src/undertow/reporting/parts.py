"""What a page is put together from: numbers, tables, figures, sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isinf
from typing import NamedTuple

from undertow.cli.notes import UNKNOWN
from undertow.drawing.canvas import Chart, svg


class Number(NamedTuple):
    """A number as it is shown, and as the JSON object has it."""

    text: str
    value: float


Cell = Sequence[str | Number]  # what stands in it, one after the other


class Table(NamedTuple):
    """A table; the first column is text. One that is folded shows its title alone at first."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    folded: bool = False


class Figure(NamedTuple):
    """A chart as an SVG element; ``about`` says what is drawn."""

    svg: str
    title: str
    about: str = ""


@dataclass
class Section:
    """What a page says of one answer."""

    title: str
    about: list[str]
    source: str
    command: str
    tables: list[Table] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    points: list[Cell] = field(default_factory=list)  # which conclusions hold, one a line
    notes: list[str] = field(default_factory=list)
    anchor: str = ""

    def draw(self, chart: Chart, title: str, about: str = "") -> None:
        """Add a figure."""
        name = f"{self.anchor}f{len(self.figures) + 1}"
        self.figures.append(Figure(svg(chart, name), title, about))


def told(text: object) -> Cell:
    """Return a cell of text."""
    return [str(text)]


def count(value: int) -> Cell:
    """Return a cell with a whole number."""
    return [Number(f"{value:,}", value)]


def number(value: float, form: str = ".2f", scale: float = 1) -> Number:
    """Return a number in a form, times a scale."""
    return Number(f"{scale * value:{form}}", value)


def percent(share: float) -> Cell:
    """Return a cell with a share in percent."""
    return [number(share, ".2f", 100)]


def between(
    low: float | None, high: float | None, form: str = ".2f", scale: float = 1, word: str = "-"
) -> Cell:
    """Return a cell with an interval, of which one bound or both may be unknown."""
    if low is None and high is None:
        return [UNKNOWN]
    bounds = [UNKNOWN if b is None else number(b, form, scale) for b in (low, high)]
    return [bounds[0], f" {word} ", bounds[1]]


def factor(value: float | None) -> Cell:
    """Return a cell with what pairing saved; JSON has neither infinite nor undefined factors."""
    return ["-"] if value is None or isinf(value) else [number(value, ",.1f")]
