"""``undertow tournament``: shares, ratings and who beats whom, as tables or as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from undertow import __version__
from undertow.cli.notes import (
    INTERVAL,
    UNKNOWN,
    account_record,
    endings_record,
    evidence_note,
    percent,
    percents,
    show_endings,
    show_faults,
    told_rules,
)
from undertow.cli.screen import show_json, show_line, show_table, show_wrapped
from undertow.inference.ratings import ALPHA
from undertow.inference.statistics import LEAST_GAMES, Share
from undertow.players.agents import told
from undertow.studies.tournaments import AgentShare, Rating, Tournament
from undertow.wording import counted


def show_tournament(result: Tournament, *, quiet: bool) -> None:
    """Write the tables of a tournament to stdout; the last line says how to reproduce it."""
    show_wrapped(result.headline())
    show_line()
    _show_shares(f"Win shares a side (even: {percent(result.even)})", result.shares())
    show_line()
    if result.decided < result.games and (won := result.decided_shares()):
        counted_games = counted(result.decided, "game")
        _show_shares(f"Of the {counted_games} won (even: {percent(result.even)})", won)
        show_line()
    _show_ratings(result.ratings())
    show_line()
    _show_beats(result)
    show_line()
    show_endings(result.ending_shares())
    show_line()
    for note in [] if quiet else _notes(result):
        show_wrapped(note)
    show_faults(result.faults, result.fault)
    if result.fault_replay is not None:
        show_line(f"replay: {result.fault_replay}")
    show_line(f"reproduce: {result.reproduce}  # undertow {result.version}")


def show_tournament_json(result: Tournament) -> None:
    """Write the JSON object of a tournament to stdout."""
    show_json(tournament_record(result))


def tournament_record(result: Tournament) -> dict[str, object]:
    """Return the JSON object of a tournament."""
    return {
        "schema": 1,
        "command": "tournament",
        "game": result.game,
        "players": result.players,
        "games": result.games,
        "deals": result.deals,
        "seatings": (result.plan.seatings + 1).tolist(),
        "seed": result.seed,
        "agents": list(result.agents),
        "rules": dict(result.rules),
        "even": result.even,
        "shares": [row._asdict() for row in result.shares()],
        "decided": result.decided,
        "decided_shares": [row._asdict() for row in result.decided_shares()],
        "ratings": [row._asdict() for row in result.ratings()],
        "beats": [[cell and cell._asdict() for cell in row] for row in result.beats()],
        "endings": dict(result.endings),
        "ending_shares": endings_record(result.ending_shares()),
        "account": account_record(result.account),
        "seconds": round(result.seconds, 6),
        "threads": result.threads,
        "version": __version__,
        "reproduce": result.reproduce,
        "fault": None if result.fault is None else result.fault._asdict(),
        "fault_replay": result.fault_replay,
    }


def _show_shares(title: str, rows: Sequence[AgentShare]) -> None:
    show_table(
        title,
        ("agent", "share %", INTERVAL, "wins", "shared", "games"),
        [
            (
                row.agent,
                percent(row.share),
                percents(row.low, row.high),
                f"{row.wins:,}",
                f"{row.shared:,}",
                f"{row.games:,}",
            )
            for row in rows
        ],
    )


def _show_ratings(rows: Sequence[Rating]) -> None:
    best_first = sorted(rows, key=lambda row: -row.rating)
    told = [(row.agent, f"{row.rating:.2f}", _bounds(row)) for row in best_first]
    show_table("Ratings (mean 0)", ("agent", "rating", INTERVAL), told)


def _bounds(row: Rating) -> str:
    if row.low is None or row.high is None:
        return UNKNOWN
    return f"{row.low:.2f} - {row.high:.2f}"


def _show_beats(result: Tournament) -> None:
    """Write who beats whom; rows have their number, by which the columns are headed."""
    rows = [
        (f"{place} {agent}", *map(_cell, row))
        for place, (agent, row) in enumerate(zip(result.agents, result.beats(), strict=True), 1)
    ]
    heads = ("% better than", *map(str, range(1, len(rows) + 1)))
    show_table(f"Who beats whom ({INTERVAL} below)", heads, rows)


def _cell(found: Share | None) -> str:
    if found is None:
        return "-"
    return f"{percent(found.share)}\n{percents(found.low, found.high)}"


def _notes(result: Tournament) -> list[str]:
    return [
        "Each deal is played in all seatings: every agent, and every pair of agents, sits equally "
        "often in every seat. A share is of one win for each side that an agent plays; a win "
        "shared by m sides counts 1/m. The intervals of a table hold together.",
        "Ratings are Plackett-Luce: 1 more wins 2.7 times as often. Each pair of agents is "
        f"credited with {ALPHA} wins of either over the other.{_untold(result)}",
        "Who beats whom: the better of two agents' best ranks, level ranks half; capped games "
        "count by the points as they stood.",
        *(f"Agents: {agent} ({told(agent)})." for agent in result.agents),
        evidence_note(result.game, told_rules(result.rules)),
    ]


def _untold(result: Tournament) -> str:
    if all(row.low is not None for row in result.ratings()):
        return ""
    if result.deals < LEAST_GAMES:
        return f" Intervals take {LEAST_GAMES} deals."
    return (
        " Where the interval is unknown, this credit alone sets how far the agent is from the "
        "others: one never lost to the other. The mean is over those with an interval."
    )
