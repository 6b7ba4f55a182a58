"""``undertow sweep``: many variants against one base, as tables or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import click

from undertow import __version__
from undertow.cli import options as opt
from undertow.cli.asked import Course, Setup, Telling, gathered
from undertow.cli.command import Command, keeping
from undertow.cli.compare import cells, difference_record
from undertow.cli.notes import (
    INTERVAL,
    account_record,
    agent_notes,
    evidence_note,
    show_faults_by_arm,
)
from undertow.cli.screen import progress_bar, show_line, show_table, show_wrapped
from undertow.cli.sensitivity import sensitivity_record, show_sensitivity
from undertow.cli.verdict import Verdict
from undertow.errors import InputValueError
from undertow.inference.indices import MORRIS, SOBOL
from undertow.inference.intervals import FIXED
from undertow.rules.rulefile import read_lists
from undertow.studies import sweeping
from undertow.studies.differences import Difference
from undertow.studies.sensitivities import GAMES as POINT_GAMES
from undertow.studies.sensitivities import LEAST_SAMPLES, SAMPLES, Sensitivity, sensitivity
from undertow.studies.sweeping import LESS, MORE, OPEN, Cell, Conclusion, Sweep, sweep
from undertow.studies.watching import DEFAULT_GAMES
from undertow.wording import counted

STANDS = {MORE: "wins more than evenly", LESS: "wins less than evenly", OPEN: "may win evenly"}


@click.command("sweep", cls=Command)
@opt.game_argument
@click.option(
    "--vary",
    "varied",
    metavar="KEY=A,B,C",
    multiple=True,
    help="Values of a rule, of 'agent', 'agent.SEAT' or 'agent.PARAMETER'; may be repeated: every "
    "combination.",
)
@click.option("--oat", is_flag=True, help="One at a time instead of every combination.")
@click.option(
    "--reconstructed",
    is_flag=True,
    help="Vary each value that no source gives, one at a time: what does it turn round?",
)
@click.option(
    "--sensitivity",
    "method",
    metavar="METHOD",
    is_flag=False,
    flag_value=MORRIS,
    help="Which of them matter, over ranges: morris (if left out) or sobol. --vary KEY=LOW,HIGH.",
)
@click.option(
    "--samples",
    type=opt.number,
    metavar="N",
    help=f"Of a sensitivity: trajectories, {SAMPLES[MORRIS]} if left out; sobol: {SAMPLES[SOBOL]}.",
)
@opt.players_option
@opt.games_option(
    None, f"Games in each cell.  [default: {DEFAULT_GAMES}; of a sensitivity {POINT_GAMES}]"
)
@opt.agent_option
@opt.course_options
@opt.playing_options
@gathered(setup=Setup, course=Course, telling=Telling)
def sweep_command(
    *,
    game: str,
    varied: tuple[str, ...],
    oat: bool,
    reconstructed: bool,
    method: str | None,
    samples: int | None,
    setup: Setup,
    course: Course,
    telling: Telling,
) -> int:
    """Play GAME under many variants, all against one base."""
    _check_method(method, course, oat=oat, samples=samples)
    show = partial(_show, course=course, telling=telling)
    with (
        keeping((Sweep, Sensitivity), show),
        setup.rules() as base,
        progress_bar(game, quiet=telling.quiet) as progress,
    ):
        asked: dict[str, Any] = {
            **setup.arguments(),
            "vary": read_lists(varied, "--vary") if varied else None,
            "reconstructed": reconstructed,
            "base": base,
        }
        found: Sweep | Sensitivity
        if method is not None:
            play = partial(sensitivity, game, **asked, method=method)
            course.check(sensitivity_record, play, samples=LEAST_SAMPLES)
            limits: dict[str, Any] = {"games": course.games, "time": course.time}
            found = play(**limits, samples=samples, progress=progress)
        else:
            vary = partial(sweep, game, **asked, oat=oat)
            course.check(sweep_record, vary)
            found = vary(**course.arguments(sweep_record), progress=progress)
    return show(found)


def _check_method(method: str | None, course: Course, *, oat: bool, samples: int | None) -> None:
    """Refuse what a sensitivity, or anything else, does not take."""
    if method is None and samples is not None:
        raise InputValueError("--samples is for --sensitivity")
    given = {"--oat": oat, "--precision": course.precision, "--max-games": course.max_games}
    for option, value in given.items():
        if method is not None and value not in (None, False):
            raise InputValueError(f"{option} is not for --sensitivity, which takes -n and --time")


def _show(found: Sweep | Sensitivity, *, course: Course, telling: Telling) -> int:
    if isinstance(found, Sensitivity):
        return course.judge(found, sensitivity_record, show_sensitivity, telling, reached=True)
    reached = sweeping.precise(found, course.precision)
    return course.judge(found, sweep_record, show_sweep, telling, reached=reached)


def show_sweep(found: Sweep, verdict: Verdict, *, quiet: bool) -> None:
    """Write the tables of a sweep to stdout; the last line says how to reproduce it."""
    show_wrapped(found.headline())
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
    for line in verdict.lines():
        show_wrapped(line)
    names = ["base", *(cell.label for cell in found.cells)]
    show_faults_by_arm(list(zip(names, found.results, strict=True)))
    show_line(f"reproduce: {found.reproduce}  # undertow {__version__}")


def sweep_record(found: Sweep) -> dict[str, object]:
    """Return the JSON object of a sweep."""
    base = found.base
    return {
        "schema": 1,
        "command": "sweep",
        "game": base.game,
        "players": base.players,
        "games": base.games,
        "seed": base.seed,
        "agents": list(base.agents),
        "rules": dict(base.rules),
        "account": account_record(base.account),
        "cells": [_cell_record(cell) for cell in found.cells],
        "conclusions": [_conclusion_record(found, c) for c in found.conclusions],
        "silent": dict(found.silent),
        "refused": dict(found.refused),
        "faults": found.faults,
        "seconds": round(sum(result.seconds for result in found.results), 6),
        "threads": base.threads,
        "version": __version__,
        "reproduce": found.reproduce,
    }


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
    counting = len(found.cells) - len(found.silent)
    show_wrapped(f"Does it hold? Shares of the games won; even: {100 / found.base.players:.2f} %")
    for row in found.conclusions:
        groups = {MORE: row.more, LESS: row.less, OPEN: row.open}
        told = (
            f"{what} {row.place} {STANDS[row.standing]} ({100 * row.share:.2f} %): so in "
            f"{len(groups.pop(row.standing))} of {counted(counting, 'cell')}."
        )
        for standing, names in groups.items():
            turned = "TURNED ROUND: " if names and names == row.turned else ""
            told += f" {turned}{_begun(STANDS[standing])} in {'; '.join(names)}." if names else ""
        show_wrapped(told, "", "    ")
    for why in dict.fromkeys(found.silent.values()):
        silent = [name for name, reason in found.silent.items() if reason == why]
        show_wrapped(f"Not counted ({why}): {'; '.join(silent)}.", "", "    ")
    show_line()


def _begun(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _notes(found: Sweep) -> list[str]:
    parts = found.base.players * len(found.cells)
    intervals = found.base.intervals
    watched = "" if intervals == FIXED else f" {intervals.told()}"
    varied = [*found.base.rules, *(key for cell in found.cells for key in cell.settings)]
    return [
        "Every cell has the luck of the base, game by game. + and -: clearly more or less than "
        "the base. other: % of games that come out differently. may win evenly: the interval of "
        f"the share holds the even one. The intervals of all cells hold together: each is made at "
        f"1 - 0.05 / {parts} for shares.{watched}",
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
        "account": account_record(c.variant.account),
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
