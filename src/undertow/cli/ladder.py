"""``undertow ladder``: whether thinking pays, step by step, as a table or as JSON."""

from __future__ import annotations

from undertow import __version__
from undertow.cli.notes import (
    INTERVAL,
    account_record,
    evidence_note,
    percent,
    percents,
    show_faults,
    told_rules,
)
from undertow.cli.screen import show_json, show_line, show_table, show_wrapped
from undertow.players.agents import told
from undertow.studies.ladders import EVEN, Ladder, Step


def show_ladder(result: Ladder, *, quiet: bool) -> None:
    """Write the steps of a ladder to stdout; the last line says how to reproduce it."""
    show_wrapped(result.headline())
    show_line()
    show_table(
        f"The higher {result.parameter} against the lower (even: {percent(EVEN)})",
        ("step", "share %", INTERVAL, "games", "won by nobody"),
        [
            (
                f"{step.lower} -> {step.higher}",
                percent(step.share),
                percents(step.low, step.high),
                f"{step.games:,}",
                f"{step.unwon:,}",
            )
            for step in result.steps()
        ],
    )
    show_line()
    for answer in _answers(result):
        show_wrapped(answer)
    for note in [] if quiet else _notes(result):
        show_wrapped(note)
    show_faults(result.faults, result.fault)
    if result.faulty is not None and result.faulty.fault_replay is not None:
        show_line(f"replay: {result.faulty.fault_replay}")
    show_line(f"reproduce: {result.reproduce}  # undertow {__version__}")


def show_ladder_json(result: Ladder) -> None:
    """Write the JSON object of a ladder to stdout."""
    show_json(ladder_record(result))


def ladder_record(result: Ladder) -> dict[str, object]:
    """Return the JSON object of a ladder."""
    first, stops = result.tournaments[0], result.saturates
    return {
        "schema": 1,
        "command": "ladder",
        "game": first.game,
        "players": first.players,
        "games": result.games,
        "seed": first.seed,
        "agent": result.agent,
        "parameter": result.parameter,
        "budgets": list(result.budgets),
        "rules": dict(first.rules),
        "even": EVEN,
        "steps": [
            {
                **step._asdict(),
                "pays": step.pays,
                "endings": dict(played.endings),
                "account": account_record(played.account),
            }
            for step, played in zip(result.steps(), result.tournaments, strict=True)
        ],
        "pays": result.pays,
        "saturates": None if stops is None else [stops.lower, stops.higher],
        "seconds": round(sum(played.seconds for played in result.tournaments), 6),
        "threads": first.threads,
        "version": __version__,
        "reproduce": result.reproduce,
        "fault": None if result.fault is None else result.fault._asdict(),
        "fault_replay": None if result.faulty is None else result.faulty.fault_replay,
    }


def _answers(result: Ladder) -> list[str]:
    """Return whether skill pays, and where it stops to pay."""
    best = next((step for step in result.steps() if step.pays), None)
    answers = ["No step shows that skill pays: nowhere does the higher budget clearly win more."]
    if best is not None:
        answers = [f"Skill pays: {_name(best)} wins {_told(best)}, clearly above even."]
    if (stops := result.saturates) is None:
        return [*answers, "It pays at each of these steps."]
    width = f"the interval is {100 * (stops.high - stops.low):.1f} points wide"
    verdict = "clearly below even" if stops.high < EVEN else "not clearly above even"
    told = f"{_name(stops)}: {_told(stops)}, {verdict}; {width}"
    return [*answers, f"The first step without a clear gain is {told}."]


def _name(step: Step) -> str:
    return f"{step.lower} -> {step.higher}"


def _told(step: Step) -> str:
    return f"{percent(step.share)} % ({percents(step.low, step.high)})"


def _notes(result: Ladder) -> list[str]:
    first = result.tournaments[0]
    return [
        "Neighbouring budgets play each deal in balanced seatings. The share is the higher one's "
        "of the wins; a game that nobody wins counts half. The intervals hold together.",
        f"Agents: {result.agent} ({told(result.agent)}).",
        evidence_note(first.game, told_rules(first.rules)),
    ]
