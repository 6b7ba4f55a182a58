"""How to play the same games again: a command or, for a seed sequence, a Python call."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from numpy.random import SeedSequence

from undertow.rulefile import toml_value
from undertow.seeds import seed_text


def agent_options(agents: Sequence[str]) -> list[str]:
    """Return ``-a`` before each agent."""
    return [word for agent in agents for word in ("-a", agent)]


def command_line(
    command: str,
    game: str,
    options: Sequence[object],
    seed: int,
    rules: Mapping[str, object],
) -> str:
    """Return a command with its seed and rules."""
    words = ["undertow", command, game, *options, "--seed", seed]
    words += [w for k, v in rules.items() for w in ("--set", f"{k}={toml_value(v)}")]
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
