"""``undertow sweep``: many variants against one base, as tables or as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from undertow import __version__
from undertow.cli.compare import cells, difference_record
from undertow.cli.notes import INTERVAL, agent_notes, evidence_note, show_faults
from undertow.cli.screen import show_json, show_line, show_table, show_wrapped
from undertow.comparison import Difference
from undertow.sweeping import LESS, MORE, OPEN, Cell, Conclusion, Sweep
from undertow.wording import counted

STANDS = {MORE: "wins more than evenly", LESS: "wins less than evenly", OPEN: "may win evenly"}


def show_sweep(found: Sweep, *, quiet: bool) -> None:
    """Write the tables of a sweep to stdout; the last line says how to reproduce it."""
    show_line(found.headline())
    show_line()
    _show_shares(found)
    show_line()
    head = "place 1 (start player)" if found.by_place else "seat 1"
    rows = [(cell.label, *cells(_rows(found, cell)[0], 100, ".2f")[1:]) for cell in found.cells]
    heads = ("", "share %", "difference", INTERVAL, "factor")
    show_table(f"Wins of {head}, against the base", heads, rows)
    show_line()
    _show_conclusions(found)
    for name, reason in found.refused.items():
        show_wrapped(f"Left out: {name} ({reason}).")
    for note in [] if quiet else _notes(found):
        show_wrapped(note)
    for result in found.results:
        show_faults(result.faults, result.fault)
    show_line(f"reproduce: {found.reproduce}  # undertow {__version__}")


def show_sweep_json(found: Sweep) -> None:
    """Write the JSON object of a sweep to stdout."""
    base = found.base
    show_json(
        {
            "schema": 1,
            "command": "sweep",
            "game": base.game,
            "players": base.players,
            "games": base.games,
            "seed": base.seed,
            "agents": list(base.agents),
            "rules": dict(base.rules),
            "cells": [_cell_record(cell) for cell in found.cells],
            "conclusions": [_conclusion_record(found, c) for c in found.conclusions],
            "refused": dict(found.refused),
            "faults": found.faults,
            "version": __version__,
            "reproduce": found.reproduce,
        }
    )


def _show_shares(found: Sweep) -> None:
    """Write every share, length and capped share; a mark where it clearly differs from the base."""
    first = found.cells[0]
    base = [f"{100 * row.base:.2f} " for row in _rows(found, first)]
    length, capped = first.comparison.length, first.comparison.endings["capped"]
    rows = [("base", *base, f"{length.base:.1f} ", f"{100 * capped.base:.2f} ", "")]
    for cell in found.cells:
        c = cell.comparison
        shares = [f"{100 * d.variant:.2f}{_mark(d)}" for d in _rows(found, cell)]
        turns = f"{c.length.variant:.1f}{_mark(c.length)}"
        stopped = c.endings["capped"]
        changed = f"{100 * c.changed / c.games:.1f}"
        rows.append(
            (cell.label, *shares, turns, f"{100 * stopped.variant:.2f}{_mark(stopped)}", changed)
        )
    what = "place in turn order" if found.by_place else "seat"
    heads = ("", *(f"{i} " for i in range(1, found.base.players + 1)), "turns ", "capped ", "other")
    show_table(f"Wins in % by {what}", heads, rows)


def _show_conclusions(found: Sweep) -> None:
    """Write whether each place or seat wins evenly, and the cells in which it is otherwise."""
    what = "Place" if found.by_place else "Seat"
    show_line(f"Does it hold? Shares of the games won; even: {100 / found.base.players:.2f} %")
    for row in found.conclusions:
        groups = {MORE: row.more, LESS: row.less, OPEN: row.open}
        told = (
            f"{what} {row.place} {STANDS[row.standing]} ({100 * row.share:.2f} %): so in "
            f"{len(groups.pop(row.standing))} of {counted(len(found.cells), 'cell')}."
        )
        for standing, names in groups.items():
            turned = "TURNED ROUND: " if names and names == row.turned else ""
            told += f" {turned}{_begun(STANDS[standing])} in {'; '.join(names)}." if names else ""
        show_wrapped(told, "", "    ")
    show_line()


def _begun(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _notes(found: Sweep) -> list[str]:
    parts = found.base.players * len(found.cells)
    varied = [*found.base.rules, *(key for cell in found.cells for key in cell.settings)]
    return [
        "Every cell has the luck of the base, game by game. + and -: clearly more or less than "
        "the base. other: % of games that come out differently. may win evenly: the interval of "
        f"the share holds the even one. The intervals of all cells hold together: each is made at "
        f"1 - 0.05 / {parts} for shares.",
        *agent_notes(found.base.agents),
        evidence_note(found.base.game, ", ".join(dict.fromkeys(varied))),
    ]


def _rows(found: Sweep, cell: Cell) -> Sequence[Difference]:
    rows = cell.comparison.order() if found.by_place else cell.comparison.shares()
    return [row.share for row in rows]


def _mark(difference: Difference) -> str:
    if difference.low is not None and difference.low > 0:
        return "+"
    return "-" if difference.high is not None and difference.high < 0 else " "


def _cell_record(cell: Cell) -> dict[str, object]:
    c = cell.comparison
    return {
        "settings": dict(cell.settings),
        "agents": list(c.variant.agents),
        "rules": dict(c.variant.rules),
        "changed": c.changed,
        "order": [{"place": row.place, "share": difference_record(row.share)} for row in c.order()],
        "seats": [{"seat": row.seat, "share": difference_record(row.share)} for row in c.shares()],
        "length": {"unit": "turns", **difference_record(c.length)},
        "endings": {name: difference_record(d) for name, d in c.endings.items()},
    }


def _conclusion_record(found: Sweep, row: Conclusion) -> dict[str, object]:
    record = {name: list(v) if isinstance(v, tuple) else v for name, v in row._asdict().items()}
    if not found.by_place:
        record["seat"] = record.pop("place")
    return record
