"""``undertow run``: what a batch says, as tables or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import NamedTuple

from undertow import __version__
from undertow.cli.notes import (
    INTERVAL,
    UNKNOWN,
    account_record,
    agent_notes,
    endings_record,
    evidence_note,
    percent,
    percents,
    show_endings,
    show_faults,
    told_rules,
)
from undertow.cli.screen import show_line, show_table, show_wrapped
from undertow.cli.verdict import Verdict
from undertow.rows.results import PlaceShare, Result, SeatShare
from undertow.rows.won import games_won, shares_won
from undertow.wording import counted, joined

TOLD_FROM = 100  # games: with fewer, intervals of shares err in up to one of six tables


def show_run(result: Result, verdict: Verdict, *, quiet: bool) -> None:
    """Write the tables of a batch to stdout; the last line says how to reproduce it."""
    show_wrapped(result.headline())
    show_line()
    _show_shares("By place in turn order (1 = start player)", "place", result.order())
    show_line()
    won = _won(result)
    if won and won[0].games < result.games:
        _show_won(won)
    if won:
        show_wrapped(_against_even(won))
        show_line()
    _show_shares("By seat", "seat", result.shares())
    show_line()
    _show_length(result)
    show_line()
    show_endings(result.ending_shares())
    show_line()
    for note in [] if quiet else _notes(result):
        show_wrapped(note)
    for line in verdict.lines():
        show_wrapped(line)
    show_faults(result.faults, result.fault)
    show_line(f"reproduce: {result.reproduce}  # undertow {result.version}")


def run_record(result: Result) -> dict[str, object]:
    """Return the JSON object of a batch."""
    return {
        "schema": 1,
        "command": "run",
        "game": result.game,
        "players": result.players,
        "games": result.games,
        "seed": result.seed,
        "agents": list(result.agents),
        "rules": dict(result.rules),
        "order": [place._asdict() for place in result.order()],
        "seats": [seat._asdict() for seat in result.shares()],
        "length": _length_record(result),
        "endings": dict(result.endings),
        "seconds": None if isnan(result.seconds) else round(result.seconds, 6),
        "threads": result.threads,
        "account": account_record(result.account),
        "version": __version__,
        "reproduce": result.reproduce,
        "fault": None if result.fault is None else result.fault._asdict(),
        "ending_shares": endings_record(result.ending_shares()),
    }


def _length_record(result: Result) -> dict[str, object]:
    """Return the quantiles of the length, then their intervals."""
    found = result.length._asdict()
    return {
        "unit": "turns",
        **{name: quantile.value for name, quantile in found.items()},
        **{
            f"{name}_{end}": getattr(quantile, end)
            for name, quantile in found.items()
            for end in ("low", "high")
        },
    }


def _show_shares(title: str, head: str, rows: Sequence[SeatShare | PlaceShare]) -> None:
    heads = (head, "share %", INTERVAL, "wins", "shared", "mean score", INTERVAL)
    show_table(
        title,
        heads,
        [
            (
                str(row[0]),
                percent(row.share),
                percents(row.low, row.high),
                f"{row.wins:,}",
                f"{row.shared:,}",
                f"{row.mean_score:.2f}",
                _mean_interval(row),
            )
            for row in rows
        ],
    )


class _Won(NamedTuple):
    """The share that a place has of the games that somebody won; ``games`` is their number."""

    place: int
    share: float
    low: float
    high: float
    wins: int
    shared: int
    games: int


def _won(result: Result) -> list[_Won]:
    """Return the shares of the games that somebody won; none if nobody won any."""
    games = games_won(result)
    shares = shares_won(result, result.order(), result.players)
    return [
        _Won(row.place, *won, row.wins, row.shared, games)
        for row, won in zip(result.order() if games else (), shares, strict=True)
    ]


def _show_won(rows: Sequence[_Won]) -> None:
    show_table(
        f"Of the {counted(rows[0].games, 'game')} won (even: {percent(1 / len(rows))})",
        ("place", "share %", INTERVAL, "wins", "shared"),
        [
            (
                str(row.place),
                percent(row.share),
                percents(row.low, row.high),
                f"{row.wins:,}",
                f"{row.shared:,}",
            )
            for row in rows
        ],
    )
    show_line()


def _against_even(rows: Sequence[_Won]) -> str:
    """Return in words which places win more or less often than chance alone would have it."""
    even, games = 1 / len(rows), rows[0].games
    if games < TOLD_FROM:
        return (
            f"An even share is {percent(even)} %: {counted(games, 'game')} won "
            f"{'is' if games == 1 else 'are'} too few to tell a place from it."
        )
    found = {
        "Above it": [row.place for row in rows if row.low > even],
        "Below it": [row.place for row in rows if row.high < even],
        "Not told from it": [row.place for row in rows if row.low <= even <= row.high],
    }
    told = " ".join(
        f"{where}: {'place' if len(places) == 1 else 'places'} {joined(places)}."
        for where, places in found.items()
        if places
    )
    return f"An even share is {percent(even)} %. {told}"


def _mean_interval(row: SeatShare | PlaceShare) -> str:
    if row.mean_low is None or row.mean_high is None:
        return UNKNOWN
    return f"{row.mean_low:.2f} - {row.mean_high:.2f}"


def _show_length(result: Result) -> None:
    names = ("median", "5 %", "95 %")
    rows = [
        (name, str(found.value), _bounds(found.low, found.high))
        for name, found in zip(names, result.length, strict=True)
    ]
    show_table("Length", ("", "turns", INTERVAL), rows)


def _bounds(low: int | None, high: int | None) -> str:
    """Return an interval of which one bound or both may be unknown."""
    if low is None and high is None:
        return UNKNOWN
    return f"{UNKNOWN if low is None else low} - {UNKNOWN if high is None else high}"


def _notes(result: Result) -> list[str]:
    together = "Partners win together: each row counts the win, and they split its share evenly. "
    return [
        f"A win shared by m sides counts 1/m of a share. {together if result.teams else ''}"
        f"{result.intervals.told()}",
        *agent_notes(result.agents),
        evidence_note(result.game, told_rules(result.rules)),
    ]
