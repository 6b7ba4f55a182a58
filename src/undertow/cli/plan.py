"""``undertow plan``: how many games a question needs, as tables or as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from undertow import __version__
from undertow.cli.notes import show_faults
from undertow.cli.screen import show_json, show_line, show_table, show_wrapped
from undertow.game import MAX_GAMES
from undertow.rows.reproduction import seat_options
from undertow.studies.planning import SIZES, Plan
from undertow.wording import counted


def show_plans(plans: Sequence[Plan], *, quiet: bool) -> None:
    """Write what each game needs; for a single one also what other numbers of games give."""
    width = plans[0].width
    show_line(f"Games that make the interval of every win share {width:g} wide, end to end")
    show_line()
    show_table(
        "",
        ("game", "players", "share %", "-n", "takes", "--precision", "takes"),
        [_needs(plan) for plan in plans],
    )
    show_line()
    if len(plans) == 1:
        _show_sizes(plans[0])
    for plan in plans:
        show_faults(plan.pilot.faults, plan.pilot.fault)
    for note in [] if quiet else _notes(plans):
        show_wrapped(note)


def show_plans_json(plans: Sequence[Plan]) -> None:
    """Write the JSON object of the plans to stdout."""
    show_json(
        {
            "schema": 1,
            "command": "plan",
            "width": plans[0].width,
            "plans": [_record(plan) for plan in plans],
            "version": __version__,
        }
    )


def duration_text(seconds: float) -> str:
    """Return a time in its natural unit."""
    for unit, size in (("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.1f} s"


def _needs(plan: Plan) -> tuple[str, ...]:
    found: list[str] = [plan.pilot.game, str(plan.pilot.players), f"{100 * plan.share:.1f}"]
    for games in (plan.games, plan.watched):
        if games is None:
            found += [f"> {MAX_GAMES:,}", "-"]
        else:
            found += [f"{games:,}", duration_text(games / plan.rate)]
    return tuple(found)


def _show_sizes(plan: Plan) -> None:
    rows = [
        (
            f"{games:,}",
            f"{100 * plan.share_width(games):.2f}",
            f"{plan.score_width(games):.2f}",
            duration_text(games / plan.rate),
        )
        for games in SIZES
    ]
    heads = ("games", "share, % points", "mean score, points", "takes")
    show_table("Widths that other numbers of games give", heads, rows)
    show_line()


def _notes(plans: Sequence[Plan]) -> list[str]:
    pilot = plans[0].pilot
    agents = " ".join(seat_options(pilot.agents))
    return [
        f"From a pilot of {counted(pilot.games, 'game')} ({agents}). Share: the one that needs "
        "most games, as near to a half as the pilot leaves possible. -n: a number fixed "
        "beforehand. --precision: stops by itself, and its intervals hold at every look, which "
        "costs more games.",
        "A comparison of two rules needs 2 / F times as many games in each arm, F being the "
        "factor that 'undertow compare' prints.",
    ]


def _record(plan: Plan) -> dict[str, object]:
    pilot = plan.pilot
    return {
        "game": pilot.game,
        "players": pilot.players,
        "agents": list(pilot.agents),
        "rules": dict(pilot.rules),
        "seed": pilot.seed,
        "share": plan.share,
        "games": plan.games,
        "watched": plan.watched,
        "games_per_second": round(plan.rate, 1),
        "pilot": pilot.games,
        "faults": pilot.faults,
    }
