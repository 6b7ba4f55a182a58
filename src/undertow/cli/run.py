"""``undertow run``: what a batch says, as tables or as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from undertow import __version__, games
from undertow.agents import told
from undertow.cli.screen import show_json, show_line, show_table, show_wrapped
from undertow.components import reconstructed
from undertow.faults import Fault
from undertow.results import PlaceShare, Result, SeatShare
from undertow.rulefile import toml_value
from undertow.statistics import LEVEL, share_interval
from undertow.wording import counted

INTERVAL = f"{LEVEL:.0%} interval"
UNKNOWN = "unknown"  # a bound that so few games do not tell


def show_run(result: Result, *, quiet: bool) -> None:
    """Write the tables of a batch to stdout; the last line says how to reproduce it."""
    show_line(result.headline())
    show_line()
    _show_shares("By place in turn order (1 = start player)", "place", result.order())
    show_line()
    _show_decided(result)
    _show_shares("By seat", "seat", result.shares())
    show_line()
    _show_length(result)
    show_line()
    _show_endings(result)
    show_line()
    for note in [] if quiet else _notes(result):
        show_wrapped(note)
    if result.faults:
        show_wrapped(f"{counted(result.faults, 'game')} ended in a fault; nobody wins those.")
    if result.fault is not None:
        _show_fault(result.fault)
    show_line(f"reproduce: {result.reproduce}  # undertow {result.version}")


def _show_fault(fault: Fault) -> None:
    """Write where an agent first failed, and its traceback."""
    show_wrapped(f"The first, game {fault.game}: {fault.agent} in seat {fault.seat} failed.")
    for line in fault.trace.splitlines():
        show_line(f"    {line}")


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
        "seconds": round(result.seconds, 6),
        "threads": result.threads,
        "version": __version__,
        "reproduce": result.reproduce,
        "fault": None if result.fault is None else result.fault._asdict(),
        "ending_shares": {
            row.name: {"share": row.share, "low": row.low, "high": row.high}
            for row in result.ending_shares()
        },
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


def show_run_json(result: Result) -> None:
    """Write the JSON object of a batch to stdout."""
    show_json(run_record(result))


def _show_shares(title: str, head: str, rows: Sequence[SeatShare | PlaceShare]) -> None:
    heads = (head, "share %", INTERVAL, "wins", "shared", "mean score", INTERVAL)
    show_table(
        title,
        heads,
        [
            (
                str(row[0]),
                _percent(row.share),
                f"{_percent(row.low)} - {_percent(row.high)}",
                f"{row.wins:,}",
                f"{row.shared:,}",
                f"{row.mean_score:.2f}",
                _mean_interval(row),
            )
            for row in rows
        ],
    )


def _show_decided(result: Result) -> None:
    """Write the shares of the games that somebody won, where there are others."""
    decided = round(sum(row.share for row in result.order()) * result.games)
    if not 0 < decided < result.games:
        return
    rows = []
    for row in result.order():
        share = row.share * result.games / decided
        low, high = share_interval(share, decided, result.players)
        bounds = f"{_percent(low)} - {_percent(high)}"
        rows.append((str(row.place), _percent(share), bounds, f"{row.wins:,}", f"{row.shared:,}"))
    title = f"Of the {counted(decided, 'game')} won (even: {_percent(1 / result.players)})"
    show_table(title, ("place", "share %", INTERVAL, "wins", "shared"), rows)
    show_line()


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


def _show_endings(result: Result) -> None:
    rows = [
        (
            row.name.replace("_", " "),
            f"{row.games:,}",
            _percent(row.share),
            f"{_percent(row.low)} - {_percent(row.high)}",
        )
        for row in result.ending_shares()
    ]
    show_table("Endings", ("", "games", "share %", INTERVAL), rows)


def _notes(result: Result) -> list[str]:
    together = "Partners win together: each row counts the win, and they split its share evenly. "
    return [
        f"A win shared by m sides counts 1/m of a share. {together if result.teams else ''}"
        "The intervals of a column hold together.",
        *_agent_notes(result.agents),
        _evidence_note(result),
    ]


def _agent_notes(agents: Sequence[str]) -> list[str]:
    """Return who played and what they see."""
    notes = []
    for name in dict.fromkeys(agents):
        seats = [str(seat) for seat, agent in enumerate(agents, 1) if agent == name]
        where = "every seat" if len(seats) == len(agents) else f"seat {', '.join(seats)}"
        notes.append(f"Agents: {name} in {where} ({told(name)}).")
    return notes


def _evidence_note(result: Result) -> str:
    """Return how many values are reconstructed and which rules were varied."""
    components = games.find(result.game).components
    count, varied = len(reconstructed(components)), _varied(result.rules)
    verb = "is" if count == 1 else "are"
    return (
        f"{count} of {len(components)} rule values {verb} reconstructed, not read in a source "
        f"(tags D and P in 'undertow rules {result.game}'). Varied here: {varied}."
    )


def _varied(rules: Mapping[str, object]) -> str:
    return ", ".join(f"{key} = {toml_value(value)}" for key, value in rules.items()) or "none"


def _percent(share: float) -> str:
    return f"{100 * share:.2f}"
