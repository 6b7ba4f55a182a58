"""``undertow sweep --sensitivity``: what an answer hangs on, as tables or as JSON."""

from __future__ import annotations

from undertow import __version__
from undertow.cli.notes import INTERVAL, account_record, agent_notes, evidence_note, show_faults
from undertow.cli.screen import show_line, show_table, show_wrapped
from undertow.cli.verdict import Verdict
from undertow.inference.indices import MORRIS, Effect, Index
from undertow.studies.sensitivities import Output, Sensitivity

TURNS = "turns"  # the output that is no share


def show_sensitivity(found: Sensitivity, verdict: Verdict, *, quiet: bool) -> None:
    """Write a table for each quantity, the weightiest factors first, and how to reproduce it."""
    show_wrapped(found.headline())
    what = "trajectories" if found.method == MORRIS else "base points"
    show_line(f"method: {found.method}, {found.samples} {what}")
    for factor in found.factors:
        show_wrapped(f"{factor.key}: {factor.told()}", "    ", "        ")
    show_line()
    for output in found.outputs:
        _show_output(found, output)
    for note in [] if quiet else _notes(found):
        show_wrapped(note)
    for line in verdict.lines():
        show_wrapped(line)
    where, fault = found.fault or ("", None)
    show_faults(found.faults, fault, f" at {where}")
    show_line(f"reproduce: {found.reproduce}  # undertow {__version__}")


def sensitivity_record(found: Sensitivity) -> dict[str, object]:
    """Return the JSON object of a sensitivity."""
    loaded = found.base.loaded
    return {
        "schema": 1,
        "command": "sweep",
        "sensitivity": found.method,
        "game": loaded.game.name,
        "players": loaded.players,
        "games": found.games,
        "points": found.points,
        "samples": found.samples,
        "seed": found.base.seed,
        "agents": list(found.base.agents),
        "rules": dict(loaded.rules.changed),
        "factors": [
            {"key": f.key, "kind": f.kind, "values": list(f.values), "told": f.told()}
            for f in found.factors
        ],
        "outputs": [_output_record(found, output) for output in found.outputs],
        "account": account_record(found.account),
        "faults": found.faults,
        "seconds": round(found.seconds, 6),
        "threads": found.base.threads,
        "version": __version__,
        "reproduce": found.reproduce,
    }


def _show_output(found: Sensitivity, output: Output) -> None:
    share = output.name != TURNS
    scale, unit = (100, " %") if share else (1, "")
    what = f"Wins of {output.name}" if share else "Mean length in turns"
    title = f"{what}: {scale * output.low:.2f} to {scale * output.high:.2f}{unit}"
    rows = sorted(
        zip((factor.key for factor in found.factors), output.factors, strict=True),
        key=lambda row: -_weight(row[1]),
    )
    heads = ["", "mu*", INTERVAL, "sigma", INTERVAL, "luck"]
    if found.method != MORRIS:
        heads = ["", "S1", INTERVAL, "ST", INTERVAL]
        title += f"; luck {100 * output.luck:.0f} %"
    show_table(title, heads, [(key, *_cells(row, scale)) for key, row in rows])
    show_line()


def _weight(row: Effect | Index) -> float:
    return row.mu_star if isinstance(row, Effect) else row.st


def _cells(row: Effect | Index, scale: float) -> tuple[str, ...]:
    numbers = [scale * v for v in row] if isinstance(row, Effect) else list(row)
    bounds = (f"{numbers[i + 1]:.2f} to {numbers[i + 2]:.2f}" for i in (0, 3))
    texts = (f"{numbers[0]:.2f}", next(bounds), f"{numbers[3]:.2f}", next(bounds))
    return (*texts, f"{numbers[6]:.2f}") if isinstance(row, Effect) else texts


def _notes(found: Sensitivity) -> list[str]:
    morris = (
        "mu*: mean size of what the whole range of a factor changes, in percentage points (turns "
        "for the length), from steps of two thirds of it. sigma: how much that depends on the "
        "others, or bends. luck: the mu* that a change of luck alone would show with so many "
        "games; a mu* near it tells nothing."
    )
    sobol = (
        "S1: part of the variance over the ranges that a factor makes alone; ST: with all others "
        "together. luck: part of that variance that chance would make if every point had luck of "
        "its own; they share theirs, so that it is less."
    )
    base = found.base
    varied = ", ".join([*base.loaded.rules.changed, *(f.key for f in found.factors)])
    return [
        f"{morris if found.method == MORRIS else sobol} Intervals are bootstrapped over samples, "
        "each at 95 % by itself. Two numbers are the ends of a range, in which all values count "
        "alike; whole numbers are rounded; other values are chosen with the same chance. Every "
        "point plays the same games, with the same luck.",
        *agent_notes(base.agents),
        evidence_note(base.loaded.game.name, varied),
    ]


def _output_record(found: Sensitivity, output: Output) -> dict[str, object]:
    rows = zip(found.factors, output.factors, strict=True)
    return {
        "name": output.name,
        "low": output.low,
        "high": output.high,
        "luck": output.luck,
        "factors": [{"key": factor.key, **row._asdict()} for factor, row in rows],
    }
