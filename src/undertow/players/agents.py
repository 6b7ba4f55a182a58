"""Agents: who decides in a seat.

An agent is written ``name`` or ``name(parameter=value, …)``; values are TOML, bare words strings.
A name may be ``file.py:Name``, something in a user's Python file; an agent may also be a class with
``act(view, legal, rng)`` or a compiled agent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from undertow.errors import (
    InputError,
    InputTypeError,
    InputValueError,
    shown,
    unknown,
)
from undertow.players.built_in import BUILT_IN, check_names, default_agent, telling
from undertow.players.user_agents import checked, named_in, read_source, run_source
from undertow.rules.rulefile import read_parameters, toml_value
from undertow.wording import counted
from undertow_kernels.core.agents import Agent as Policy

if TYPE_CHECKING:
    from undertow.game import LoadedGame

_FORM = re.compile(r"\s*([^()]*[^\s()])\s*(?:\((.*)\))?\s*", re.DOTALL)
_IN_FILE = re.compile(r"(.*\.py):(\w+)", re.DOTALL)


@dataclass(frozen=True)
class Seated:
    """The agent of one seat.

    Attributes
    ----------
    text : str
        As a user may write it again; the bare name of one that was given as an object.
    policy : Policy
        The kernel's object.
    by_text : bool
        Whether the text is enough to make it again, here or elsewhere.
    """

    text: str
    policy: Policy
    by_text: bool = True


def seat_agents(
    agents: object, game: LoadedGame, sources: Mapping[str, bytes] | None = None
) -> tuple[Seated, ...]:
    """Return the agent of each seat: one for all, or a list with one for each.

    Without any, the game's default. ``sources`` are the contents of agents' files by path, where
    those are not to be read here.

    Raises
    ------
    InputTypeError
        An agent is neither a string nor an agent.
    InputValueError
        An agent or parameter does not exist, or the list has another length than there are seats.
    """
    if agents is None:
        agents = default_agent(game)
    if not isinstance(agents, list | tuple):
        return (seated(agents, game, sources),) * game.players
    found = tuple(seated(agent, game, sources) for agent in agents)
    if len(found) != game.players:
        raise InputValueError(
            f"{counted(len(found), 'agent')} given for {counted(game.players, 'player')}; "
            f"give one for every seat or one for each of the {game.players}"
        )
    return found


def seated(agent: object, game: LoadedGame, sources: Mapping[str, bytes] | None = None) -> Seated:
    """Return one agent: a string, a class with ``act(view, legal, rng)`` or a compiled agent.

    Raises
    ------
    InputTypeError
        It is neither a string nor an agent.
    InputValueError
        The agent or a parameter does not exist.
    """
    if isinstance(agent, str):
        return _named(agent, game, sources or {})
    name = getattr(agent, "__name__", type(agent).__name__)
    if not hasattr(agent, "act") and not hasattr(agent, "policy"):
        raise InputTypeError(
            "an agent is a name, a class with act(view, legal, rng) or a compiled agent, "
            f"not {shown(agent)}"
        )
    return Seated(name, _from_user(agent, {}, name, game), by_text=False)


def _named(text: str, game: LoadedGame, sources: Mapping[str, bytes]) -> Seated:
    """Return a named agent once its name and parameters are known to exist."""
    name, inside = _split(text)
    place = _IN_FILE.fullmatch(name)
    if place is None and name.endswith(".py"):
        raise InputValueError(f"agent {shown(name)} names no class; write {name}:NAME")
    if place is None and name not in BUILT_IN:
        raise unknown("agent", name, BUILT_IN)
    with _about(text):
        parameters = read_parameters(inside)
        if place is None:
            check_names(parameters, BUILT_IN[name], game)
            return Seated(canonical(name, parameters), BUILT_IN[name].make(parameters, game))
    source = sources[place[1]] if place[1] in sources else read_source(place[1])
    module = run_source(place[1], source)  # its errors name the file
    with _about(text):
        policy = _from_user(named_in(module, place[2]), parameters, place[2], game)
    return Seated(canonical(name, parameters), policy)


def sources_of(agents: Iterable[str]) -> dict[str, bytes]:
    """Return the contents of the files that agents' texts name, by path.

    Raises
    ------
    InputValueError
        A file does not exist.
    """
    places = [_IN_FILE.fullmatch(_split(text)[0]) for text in agents]
    return {place[1]: read_source(place[1]) for place in places if place}


def from_files(agents: Iterable[str]) -> bool:
    """Return whether an agent's text names a file."""
    return any(_IN_FILE.fullmatch(_split(text)[0]) for text in agents)


def _split(text: str) -> tuple[str, str]:
    """Return the name of an agent's text and what stands in its brackets."""
    match = _FORM.fullmatch(text)
    if match is None:
        raise InputValueError(f"agent {shown(text)} must be a name or name(parameter=value)")
    return match.group(1), (match.group(2) or "").strip()


def with_parameter(text: str, name: str, value: object) -> str:
    """Return an agent's text with one more parameter.

    Raises
    ------
    InputValueError
        It is no agent's text, or has the parameter already.
    """
    agent, inside = _split(text)
    with _about(text):
        parameters = read_parameters(inside)
        if name in parameters:
            raise InputValueError(f"leave out {name}, which the budgets set")
    return canonical(agent, {**parameters, name: value})


def with_values(text: str, values: Mapping[str, object]) -> str:
    """Return an agent's text with parameters set, whatever it had of these names."""
    agent, inside = _split(text)
    with _about(text):
        return canonical(agent, {**read_parameters(inside), **values})


def alike(one: str, other: str, game: LoadedGame) -> bool:
    """Return whether two texts of agents, known to exist, name the same one."""
    if one == other:
        return True
    (name, inside), (other_name, other_inside) = _split(one), _split(other)
    if name != other_name or name not in BUILT_IN:
        return False
    parameters = [telling(read_parameters(text), game) for text in (inside, other_inside)]
    return parameters[0] == parameters[1]


def forbidding(text: str, kind: str) -> str:
    """Return an agent's text that forbids one kind of decision more.

    Raises
    ------
    InputValueError
        It is no agent's text, or forbids that kind already.
    """
    agent, inside = _split(text)
    with _about(text):
        parameters = read_parameters(inside)
        given = parameters.get("forbid", [])
        kinds = [*(given if isinstance(given, list) else [given]), kind]
        if kinds.count(kind) > 1:
            raise InputValueError(f"it forbids {kind} already; leave that out")
    return canonical(agent, {**parameters, "forbid": kind if len(kinds) == 1 else kinds})


@contextmanager
def _about(text: str) -> Iterator[None]:
    """Let an error say which agent it is about."""
    try:
        yield
    except InputError as error:
        raise type(error)(f"agent {shown(text)}: {error}") from None


def _from_user(
    agent: object, parameters: Mapping[str, object], name: str, game: LoadedGame
) -> Policy:
    """Return the kernel's agent for a user's class or compiled function."""
    if hasattr(agent, "policy"):
        if parameters:
            raise InputValueError(f"{name} is compiled and takes no parameters")
        policy: Policy = agent.policy(game)
        return policy
    return checked(agent, parameters, name).policy(game)


def told(text: str) -> str:
    """Return in words how the agent of a text chooses, and what it sees."""
    agent = BUILT_IN.get(text.partition("(")[0])
    if agent is None:
        return "a user's own; sees what its seat may know"
    return f"{agent.about}; sees {agent.sees}"


def canonical(name: str, parameters: Mapping[str, object]) -> str:
    """Return an agent's text: ``name``, or ``name(parameter=value, …)``."""
    if not parameters:
        return name
    return f"{name}({', '.join(f'{key}={_bare(value)}' for key, value in parameters.items())})"


def _bare(value: object) -> str:
    """Return a value as TOML, plain words without quotes."""
    if isinstance(value, list):
        return "[" + ", ".join(map(_bare, value)) + "]"
    if isinstance(value, str) and re.fullmatch(r"[A-Za-z_]\w*", value):
        return value
    return toml_value(value)
