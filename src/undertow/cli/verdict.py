"""Whether what was asked of a batch is settled: as lines, as JSON, as an exit code."""

from __future__ import annotations

from dataclasses import dataclass

from undertow.cli.conditions import Finding
from undertow.cli.exits import FAILED, FINE, TRUE, UNDECIDED


@dataclass(frozen=True)
class Verdict:
    """What ``--precision`` and ``--fail-if`` came to.

    Attributes
    ----------
    precision : float or None
    reached : bool
        Every interval is as narrow as asked.
    finding : Finding or None
    timed : bool
        Time was limited, so that the number of games depends on the machine.
    """

    precision: float | None
    reached: bool
    finding: Finding | None
    timed: bool

    def lines(self) -> list[str]:
        """Return a sentence on each."""
        told = []
        if self.precision is not None:
            verb = "is" if self.reached else "is not yet"
            told.append(f"Precision: every interval of a share {verb} within {self.precision:g}.")
        if self.finding is not None:
            told.append(_sentence(self.finding))
        if self.timed:
            told.append("Time was limited: how many games were played depends on this machine.")
        return told

    def record(self) -> dict[str, object]:
        """Return what the JSON object says of it."""
        told: dict[str, object] = {}
        if self.precision is not None:
            told["precision"] = {"asked": self.precision, "reached": self.reached}
        if self.finding is not None:
            told["fail_if"] = self.finding._asdict()
        return told

    def code(self, faults: int) -> int:
        """Return the exit code."""
        if faults:
            return FAILED
        if self.finding is not None and self.finding.verdict:
            return TRUE
        undecided = self.finding is not None and self.finding.verdict is None
        return UNDECIDED if undecided or not self.reached else FINE


NOTHING_ASKED = Verdict(precision=None, reached=True, finding=None, timed=False)


def _sentence(finding: Finding) -> str:
    outcome = {True: "true", False: "false", None: "not decided"}[finding.verdict]
    within = f", interval {_number(finding.low)} to {_number(finding.high)}"
    bounds = "" if finding.low is finding.high is None else within
    return f"Fail if {finding.condition}: {outcome} ({_number(finding.value)}{bounds})."


def _number(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.5g}"
