"""Tables that sections of several kinds are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from undertow.cli.notes import INTERVAL, UNKNOWN
from undertow.drawing.charting import TURNS
from undertow.reporting.answers import (
    Account,
    MeanGain,
    Place,
    PlaceGain,
    Portion,
    Price,
    Run,
    Screened,
    ShareGain,
    Split,
    Tried,
)
from undertow.reporting.parts import (
    Cell,
    Number,
    Table,
    between,
    count,
    factor,
    number,
    percent,
    told,
)

if TYPE_CHECKING:
    from undertow.rows.averages import Mean
    from undertow.rows.results import Result

Gain = ShareGain | MeanGain


def places(title: str, head: str, rows: Sequence[Place]) -> Table:
    """Return how places in turn order, or seats, did."""
    heads = (head, "share %", INTERVAL, "wins", "shared", "mean score", INTERVAL)
    cells = [
        [
            told(i),
            percent(row.share),
            between(row.low, row.high, scale=100),
            count(row.wins),
            count(row.shared),
            [number(row.mean_score)],
            between(row.mean_low, row.mean_high),
        ]
        for i, row in enumerate(rows, 1)
    ]
    return Table(title, heads, cells)


def lengths(answer: Run) -> Table:
    """Return the quantiles of the length."""
    found = answer.length
    quantiles = (
        ("median", found.median, found.median_low, found.median_high),
        ("5 %", found.p5, found.p5_low, found.p5_high),
        ("95 %", found.p95, found.p95_low, found.p95_high),
    )
    rows = [
        [told(name), count(value), between(low, high, ",")] for name, value, low, high in quantiles
    ]
    return Table("Length", ("", "turns", INTERVAL), rows)


def ending_table(endings: Mapping[str, int], shares: Mapping[str, Portion]) -> Table:
    """Return how games ended."""
    rows = [
        [
            told(name.replace("_", " ")),
            count(endings.get(name, 0)),
            percent(row.share),
            between(row.low, row.high, scale=100),
        ]
        for name, row in shares.items()
    ]
    return Table("Endings", ("", "games", "share %", INTERVAL), rows)


def numbered(rows: Sequence[PlaceGain], name: str) -> list[tuple[str, Gain]]:
    """Return a field of each row, by the row's number."""
    return [(str(i), getattr(row, name)) for i, row in enumerate(rows, 1)]


def spelled(endings: Mapping[str, ShareGain]) -> list[tuple[str, Gain]]:
    """Return the differences of endings, by their names in words."""
    return [(name.replace("_", " "), gain) for name, gain in endings.items()]


def gains(
    title: str,
    head: str,
    rows: Iterable[tuple[str, Gain]],
    scale: float,
    other: str = "variant",
) -> Table:
    """Return what two arms have, by name of the row; ``other`` is the one that is not the base."""
    cells: list[list[Cell]] = [
        [
            told(name),
            [number(row.base, scale=scale)],
            [number(row.variant, scale=scale)],
            [number(row.difference, "+.2f", scale)],
            between(row.low, row.high, "+.2f", scale, "to"),
            factor(row.factor),
        ]
        for name, row in rows
    ]
    return Table(title, (head, "base", other, "difference", INTERVAL, "factor"), cells)


def accounts(rows: Iterable[tuple[str, Sequence[Account]]]) -> Table:
    """Return how the games came out of several arms each."""
    kinds = ("games", "sole", "shared", "capped", "faults")
    cells = [
        [told(name), *(count(sum(getattr(arm, kind) for arm in arms)) for kind in kinds)]
        for name, arms in rows
    ]
    return Table("Games by how they came out", ("", *kinds), cells)


def meetings(names: Sequence[str], beats: Sequence[Sequence[Portion | None]]) -> Table:
    """Return in what share of their games agents were better than each other."""
    cells: list[list[Cell]] = [
        [
            told(f"{i} {name}"),
            *(
                ["-"]
                if cell is None
                else [*percent(cell.share), " (", *between(cell.low, cell.high, scale=100), ")"]
                for cell in row
            ),
        ]
        for i, (name, row) in enumerate(zip(names, beats, strict=True), 1)
    ]
    heads = ("% better than", *(str(i) for i in range(1, len(names) + 1)))
    return Table(f"Who beats whom ({INTERVAL})", heads, cells)


def prices(rows: Sequence[Price]) -> Table:
    """Return the price of each place in turn order, or that of the changed seat."""
    names = [f"place {i}" for i in range(1, len(rows) + 1)] if len(rows) > 1 else ["price"]
    cells = [
        [
            told(name),
            [UNKNOWN if row.points is None else number(row.points)],
            between(row.low, row.high, word="to"),
        ]
        for name, row in zip(names, rows, strict=True)
    ]
    return Table("Price: the handicap that undoes the change", ("", "points", INTERVAL), cells)


def remaining(rows: Sequence[Tried]) -> Table:
    """Return the difference that each handicap leaves, by place where each has its own."""
    curves = len(rows[0].left)
    places = [f"place {i}" for i in range(1, curves + 1)] if curves > 1 else ["left"]
    cells = [
        [
            [Number(f"{row.handicap:+d}" if row.handicap else "0", row.handicap)],
            *(
                cell
                for left in row.left
                for cell in (
                    [number(left.difference, "+.2f", 100)],
                    between(left.low, left.high, "+.2f", 100, "to"),
                )
            ),
        ]
        for row in rows
    ]
    heads = ("handicap", *(head for place in places for head in (place, INTERVAL)))
    return Table("Difference left, in % of wins", heads, cells)


def effects(output: Screened) -> Table:
    """Return Morris's measures of each factor, the weightiest first."""
    scale = 1 if output.name == TURNS else 100
    cells = [
        [
            told(row.key),
            [number(row.mu_star, scale=scale)],
            between(row.mu_star_low, row.mu_star_high, scale=scale),
            [number(row.sigma, scale=scale)],
            between(row.sigma_low, row.sigma_high, scale=scale),
            [number(row.luck, scale=scale)],
        ]
        for row in sorted(output.factors, key=lambda row: -row.mu_star)
    ]
    return Table(_hung(output), ("", "mu*", INTERVAL, "sigma", INTERVAL, "luck"), cells)


def indices(output: Split) -> Table:
    """Return Sobol's indices of each factor, the weightiest first."""
    cells = [
        [
            told(row.key),
            [number(row.s1)],
            between(row.s1_low, row.s1_high, word="to"),
            [number(row.st)],
            between(row.st_low, row.st_high, word="to"),
        ]
        for row in sorted(output.factors, key=lambda row: -row.st)
    ]
    title = f"{_hung(output)}; luck {100 * output.luck:.0f} %"
    return Table(title, ("", "S1", INTERVAL, "ST", INTERVAL), cells)


def averages(result: Result) -> Table:
    """Return the averages of the game's own columns, by place where they are of seats."""
    means = result.averages()
    cells = [
        [told(row.name), _mean(row.mean), *(_mean(mean) for mean in row.places or blank)]
        for blank in [(None,) * result.players]
        for row in means
    ]
    heads = ("column", "mean", *(f"place {i}" for i in range(1, result.players + 1)))
    return Table(f"Averages of the game's own columns ({INTERVAL})", heads, cells, folded=True)


def _mean(mean: Mean | None) -> Cell:
    if mean is None:
        return [""]
    return [number(mean.value), " (", *between(mean.low, mean.high), ")"]


def _hung(output: Screened | Split) -> str:
    scale, unit = (1, "") if output.name == TURNS else (100, " %")
    what = "Mean length in turns" if output.name == TURNS else f"Wins of {output.name}"
    return f"{what}: {scale * output.low:.2f} to {scale * output.high:.2f}{unit}"
