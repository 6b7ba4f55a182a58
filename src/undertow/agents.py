"""Agents: who decides in a seat.

An agent is written ``name`` or ``name(parameter=value, ...)``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from undertow.errors import InputTypeError, InputValueError, listed, shown, unknown
from undertow.wording import counted

_FORM = re.compile(r"\s*([^\s()]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


@dataclass(frozen=True)
class Agent:
    """A built-in agent.

    Attributes
    ----------
    name, about, sees : str
        How it is called, how it chooses and what it may look at.
    parameters : Mapping
        What each parameter means.
    """

    name: str
    about: str
    sees: str
    parameters: Mapping[str, str] = field(default_factory=dict)


BUILT_IN = {
    agent.name: agent
    for agent in (
        Agent(
            "random",
            about="each legal decision with the same chance",
            sees="the list of its legal decisions and nothing else",
        ),
    )
}
DEFAULT = "random"


def seat_agents(agents: str | Sequence[str], players: int) -> tuple[str, ...]:
    """Return the agent of each seat: one for all, or a list with one for each.

    Raises
    ------
    InputTypeError
        An agent is no string.
    InputValueError
        An agent or parameter does not exist, or the list has another length than ``players``.
    """
    given = [agents] if isinstance(agents, str) else agents
    if not isinstance(given, list | tuple):
        raise InputTypeError(f"agents must be a string or a list of strings, not {shown(agents)}")
    names = [_canonical(agent) for agent in given]
    if isinstance(agents, str):
        return tuple(names * players)
    if len(names) != players:
        raise InputValueError(
            f"{counted(len(names), 'agent')} given for {counted(players, 'player')}; "
            f"give one for every seat or one for each of the {players}"
        )
    return tuple(names)


def _canonical(agent: object) -> str:
    """Return an agent's text once its name and parameters are known to exist."""
    if not isinstance(agent, str):
        raise InputTypeError(f"an agent is named by a string, not {shown(agent)}")
    match = _FORM.fullmatch(agent)
    if match is None:
        raise InputValueError(f"agent {shown(agent)} must be a name or name(parameter=value)")
    name, inside = match.group(1), (match.group(2) or "").strip()
    if name not in BUILT_IN:
        raise unknown("agent", name, BUILT_IN)
    allowed = BUILT_IN[name].parameters
    for part in filter(None, inside.split(",")):
        parameter = part.partition("=")[0].strip()
        if parameter not in allowed:
            raise InputValueError(
                f"agent '{name}' has no parameter {shown(parameter)}; allowed: {listed(allowed)}"
            )
    return name
