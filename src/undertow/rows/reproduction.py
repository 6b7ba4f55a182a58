"""How to play the same games again: a command or, for a seed sequence, a Python call."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from numpy.random import SeedSequence

from undertow.rules.rulefile import toml_value
from undertow.seeds import seed_text


def agent_options(agents: Sequence[str], option: str = "-a") -> list[str]:
    """Return an option before each agent."""
    return [word for agent in agents for word in (option, agent)]


def seat_options(agents: Sequence[str], option: str = "-a") -> list[str]:
    """Return the options that seat these agents: one for every seat, or one for each."""
    return agent_options(agents[:1] if len(set(agents)) == 1 else agents, option)


def rule_options(option: str, rules: Mapping[str, object]) -> list[str]:
    """Return an option before each rule value."""
    return [w for key, value in rules.items() for w in (option, f"{key}={toml_value(value)}")]


def command_line(
    command: str,
    game: str,
    options: Sequence[object],
    seed: int,
    rules: Mapping[str, object],
) -> str:
    """Return a command with its seed and rules."""
    words = ["undertow", command, game, *options, "--seed", seed, *rule_options("--set", rules)]
    return shlex.join(map(str, words))


def python_call(
    function: str,
    game: str,
    options: Mapping[str, object],
    seed: SeedSequence,
    rules: Mapping[str, object],
) -> str:
    """Return a call with its seed and rules."""
    told = "".join(f", {name}={value!r}" for name, value in options.items())
    last = f", rules={dict(rules)}" if rules else ""
    return f"undertow.{function}({game!r}{told}, seed={seed_text(seed)}{last})"
