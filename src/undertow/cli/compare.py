"""``undertow compare``: what a variant changes, as tables or as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isinf

from undertow import __version__
from undertow.cli.notes import (
    INTERVAL,
    UNKNOWN,
    account_record,
    agent_notes,
    evidence_note,
    show_faults_by_arm,
    told_rules,
)
from undertow.cli.screen import show_line, show_table, show_wrapped
from undertow.cli.verdict import Verdict
from undertow.rows.results import Result
from undertow.studies.comparison import Comparison, PlaceDifference, SeatDifference
from undertow.studies.differences import Difference
from undertow.wording import counted

HEADS = ("base", "variant", "difference", INTERVAL, "factor")


def show_compare(found: Comparison, verdict: Verdict, *, quiet: bool) -> None:
    """Write the tables of a comparison to stdout; the last line says how to reproduce it."""
    show_wrapped(found.headline())
    show_wrapped(f"base: {_arm(found.base)}", "", "    ")
    show_wrapped(f"variant: {_arm(found.variant)}", "", "    ")
    show_line()
    show_wrapped(_summary(found))
    show_line()
    _show_rows("place", "by place in turn order (1 = start player)", found.order())
    _show_rows("seat", "by seat", found.shares())
    show_table("Length in turns", ("", *HEADS), [("mean", *cells(found.length, 1, ".2f"))])
    show_line()
    rows = [(n.replace("_", " "), *cells(d, 100, ".2f")) for n, d in found.endings.items()]
    show_table("Endings, in %", ("", *HEADS), rows)
    show_line()
    for note in [] if quiet else _notes(found):
        show_wrapped(note)
    for line in verdict.lines():
        show_wrapped(line)
    show_faults_by_arm([("base", found.base), ("variant", found.variant)])
    show_line(f"reproduce: {found.reproduce}  # undertow {__version__}")


def compare_record(found: Comparison) -> dict[str, object]:
    """Return the JSON object of a comparison; a factor that is infinite or 0 / 0 is null."""
    base = found.base
    return {
        "schema": 1,
        "command": "compare",
        "game": base.game,
        "players": base.players,
        "games": found.games,
        "seed": base.seed,
        "base": _arm_record(base),
        "variant": _arm_record(found.variant),
        "changed": found.changed,
        "factor": _finite(found.factor),
        "order": [_row_record(row) for row in found.order()],
        "seats": [_row_record(row) for row in found.shares()],
        "length": {"unit": "turns", **difference_record(found.length)},
        "endings": {name: difference_record(d) for name, d in found.endings.items()},
        "faults": found.faults,
        "seconds": round(base.seconds + found.variant.seconds, 6),
        "threads": base.threads,
        "version": __version__,
        "reproduce": found.reproduce,
    }


def difference_record(difference: Difference) -> dict[str, object]:
    """Return a difference as JSON has it."""
    return {**difference._asdict(), "factor": _finite(difference.factor)}


def cells(difference: Difference, scale: float, form: str) -> tuple[str, ...]:
    """Return the cells of a difference: both numbers, it, its interval, its factor."""
    gain, low, high = difference.difference, difference.low, difference.high
    if low is None or high is None:
        bounds = UNKNOWN
    else:
        bounds = f"{scale * low:+{form}} to {scale * high:+{form}}"
    return (
        f"{scale * difference.base:{form}}",
        f"{scale * difference.variant:{form}}",
        f"{scale * gain:+{form}}",
        bounds,
        factor_text(difference.factor),
    )


def factor_text(factor: float | None) -> str:
    """Return what pairing saved, as a cell."""
    if factor is None:
        return "-"
    return "inf" if isinf(factor) else f"{factor:,.1f}"


def _show_rows(
    head: str, by: str, rows: Sequence[SeatDifference] | Sequence[PlaceDifference]
) -> None:
    """Write the shares, then the mean scores."""
    for title, scale, field in (("Wins in %", 100, "share"), ("Mean score", 1, "mean_score")):
        table = [(str(row[0]), *cells(getattr(row, field), scale, ".2f")) for row in rows]
        show_table(f"{title} {by}", (head, *HEADS), table)
        show_line()


def _arm(result: Result) -> str:
    agents = result.agents[0] if len(set(result.agents)) == 1 else ", ".join(result.agents)
    return f"{told_rules(result.rules) or 'all rules at their default'}; agents: {agents}"


def _summary(found: Comparison) -> str:
    if found.base.faults == found.variant.faults == found.games:
        return "Nothing to compare: every game of both arms ended in a fault."
    if not found.changed:
        infinite = "" if found.factor is None else ", and the factor is infinite"
        return (
            f"No difference: the variant changes the outcome of none of the "
            f"{counted(found.games, 'game')}{infinite}."
        )
    return (
        f"{found.changed:,} of {counted(found.games, 'game')} come out differently. Pairing saves "
        f"a factor of {factor_text(found.factor)} in games, over arms of different luck."
    )


def _notes(found: Comparison) -> list[str]:
    names = (*found.base.agents, *found.variant.agents)
    who = found.base.agents if found.base.agents == found.variant.agents else names
    return [
        "Differences are variant less base, game by game with the same luck in both. Factor: how "
        "many times as many games arms of different luck would need. "
        + found.base.intervals.told(),
        *agent_notes(who),
        evidence_note(found.base.game, told_rules({**found.base.rules, **found.variant.rules})),
    ]


def _arm_record(result: Result) -> dict[str, object]:
    return {
        "agents": list(result.agents),
        "rules": dict(result.rules),
        "account": account_record(result.account),
    }


def _row_record(row: SeatDifference | PlaceDifference) -> Mapping[str, object]:
    head = "seat" if isinstance(row, SeatDifference) else "place"
    return {
        head: row[0],
        "share": difference_record(row.share),
        "mean_score": difference_record(row.mean_score),
    }


def _finite(factor: float | None) -> float | None:
    return None if factor is None or isinf(factor) else factor
