"""What the commands that play games say alike: endings, faults, evidence, percentages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from undertow import games
from undertow.cli.screen import show_line, show_table, show_wrapped
from undertow.inference.statistics import LEVEL
from undertow.players.agents import told
from undertow.rows.accounts import Account
from undertow.rows.faults import Fault
from undertow.rows.results import EndingShare, Result
from undertow.rules.components import reconstructed
from undertow.rules.rulefile import toml_value
from undertow.wording import counted

INTERVAL = f"{LEVEL:.0%} interval"
UNKNOWN = "unknown"  # a bound that so few games do not tell


def percent(share: float) -> str:
    """Return a share in percent, without the sign."""
    return f"{100 * share:.2f}"


def percents(low: float, high: float) -> str:
    """Return an interval of shares in percent."""
    return f"{percent(low)} - {percent(high)}"


def show_endings(endings: Sequence[EndingShare]) -> None:
    """Write how the games ended."""
    rows = [
        (
            row.name.replace("_", " "),
            f"{row.games:,}",
            percent(row.share),
            percents(row.low, row.high),
        )
        for row in endings
    ]
    show_table("Endings", ("", "games", "share %", INTERVAL), rows)


def endings_record(endings: Sequence[EndingShare]) -> dict[str, object]:
    """Return the shares of the endings with their intervals."""
    return {row.name: {"share": row.share, "low": row.low, "high": row.high} for row in endings}


def account_record(account: Account) -> dict[str, object]:
    """Return how games came out as the JSON object has it."""
    return {**account._asdict(), "shares": list(account.shares)}


def show_faults(faults: int, first: Fault | None, where: str = "") -> None:
    """Write how many games ended in a fault, where an agent first failed, and its traceback.

    ``where`` says of what games, if not of all.
    """
    if faults:
        show_wrapped(f"{counted(faults, 'game')} ended in a fault; nobody wins those.")
    if first is None:
        return
    show_wrapped(f"The first, game {first.game}{where}: {first.agent} in seat {first.seat} failed.")
    for line in first.trace.splitlines():
        show_line(f"    {line}")


def show_faults_by_arm(arms: Sequence[tuple[str, Result]]) -> None:
    """Write how many games of which arms ended in a fault, and each cause once."""
    faulty = [(name, result) for name, result in arms if result.faults]
    if not faulty:
        return
    total = counted(sum(result.faults for _, result in faulty), "game")
    by_arm = "; ".join(f"{result.faults:,} in {name}" for name, result in faulty)
    show_wrapped(f"{total} ended in a fault; nobody wins those: {by_arm}.")
    causes: dict[tuple[str, str], list[tuple[str, Fault]]] = {}
    for name, result in faulty:
        if result.fault is not None:
            cause = result.fault.agent, result.fault.trace
            causes.setdefault(cause, []).append((name, result.fault))
    for (name, fault), *others in causes.values():
        alike = f" (likewise in {'; '.join(other for other, _ in others)})" if others else ""
        show_faults(0, fault, f" of {name}{alike}")


def agent_notes(agents: Sequence[str]) -> list[str]:
    """Return who played and what they see."""
    notes = []
    for name in dict.fromkeys(agents):
        seats = [str(seat) for seat, agent in enumerate(agents, 1) if agent == name]
        where = "every seat" if len(seats) == len(agents) else f"seat {', '.join(seats)}"
        notes.append(f"Agents: {name} in {where} ({told(name)}).")
    return notes


def evidence_note(game: str, varied: str) -> str:
    """Return how many values are reconstructed and which rules were varied."""
    components = games.find(game).components
    count = len(reconstructed(components))
    verb = "is" if count == 1 else "are"
    return (
        f"{count} of {len(components)} rule values {verb} reconstructed, not read in a source "
        f"(tags D and P in 'undertow rules {game}'). Varied here: {varied or 'none'}."
    )


def told_rules(rules: Mapping[str, object]) -> str:
    """Return rule values as text; empty if there are none."""
    return ", ".join(f"{key} = {toml_value(value)}" for key, value in rules.items())
