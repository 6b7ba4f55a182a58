"""What options come to together: what is played, how long, and how the answer is told."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any, TypeVar, cast

from undertow.cli.conditions import Condition
from undertow.cli.options import chosen_agents, chosen_rules, until
from undertow.cli.screen import show_json
from undertow.cli.verdict import Verdict

F = TypeVar("F", bound=Callable[..., Any])
Record = Callable[[Any], dict[str, object]]  # what was found, to the JSON object


@dataclass(frozen=True)
class Setup:
    """What is played: ``-p``, ``-a``, ``--seed``, ``--rules``, ``--set`` and ``--threads``."""

    players: int | None
    seed: int | None
    rule_files: tuple[str, ...]
    settings: tuple[str, ...]
    threads: int | None
    agents: tuple[str, ...] = ()

    def arguments(self) -> dict[str, Any]:
        """Return all but the rules as the Python interface takes them."""
        return {
            "players": self.players,
            "agents": chosen_agents(self.agents),
            "seed": self.seed,
            "threads": self.threads,
        }

    def rules(self) -> AbstractContextManager[dict[str, object]]:
        """Return the rule values to enter; an error about those of the file then names it."""
        return chosen_rules(self.rule_files, self.settings)


@dataclass(frozen=True)
class Telling:
    """How it is told: ``--json`` and ``-q``."""

    as_json: bool
    quiet: bool


@dataclass(frozen=True)
class Course:
    """How long: ``-n``, ``--precision``, ``--max-games``, ``--time`` and ``--fail-if``."""

    games: int | None
    precision: float | None
    max_games: int | None
    time: float | None
    fail_if: Condition | None

    def arguments(self, record: Record, *, watched: bool = True) -> dict[str, Any]:
        """Return it as the Python interface takes it.

        Without ``-n`` games are played until ``--fail-if`` is decided, if it is ``watched``.
        """
        watched = watched and self.games is None
        return {
            "games": self.games,
            "precision": self.precision,
            "max_games": self.max_games,
            "time": self.time,
            "until": until(self.fail_if, record) if watched else None,
        }

    def check(self, record: Record, play: Callable[..., Any], **how: Any) -> None:
        """Refuse a ``--fail-if`` whose path leads nowhere, by what a single game tells."""
        if self.fail_if is not None:
            self.fail_if.find(record(play(games=1, **how)))

    def judge(
        self,
        found: Any,
        record: Record,
        show: Callable[..., None],
        telling: Telling,
        *,
        reached: bool,
    ) -> int:
        """Show what was found and what it comes to; return the exit code."""
        told = record(found) if telling.as_json or self.fail_if is not None else {}
        finding = None if self.fail_if is None else self.fail_if.find(told)
        verdict = Verdict(self.precision, reached, finding, self.time is not None)
        if telling.as_json:
            show_json({**told, **verdict.record()})
        else:
            show(found, verdict, quiet=telling.quiet)
        return verdict.code(found.faults)


def gathered(**kinds: type) -> Callable[[F], F]:
    """Hand a command its options as records, each by the fields that the record has."""

    def decorate(command: F) -> F:
        @wraps(command)
        def called(**given: Any) -> Any:
            for name, kind in kinds.items():
                names = [field.name for field in fields(kind) if field.name in given]
                given[name] = kind(**{name: given.pop(name) for name in names})
            return command(**given)

        return cast("F", called)

    return decorate
