"""Agents: who decides in a seat.

An agent is written ``name`` or ``name(parameter=value, …)``; values are TOML, bare words strings.
A name may be ``file.py:Name``, something in a user's Python file; an agent may also be a class with
``act(view, legal, rng)`` or a compiled agent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from undertow.errors import (
    InputError,
    InputTypeError,
    InputValueError,
    one_of,
    shown,
    unknown,
    whole,
)
from undertow.rulefile import read_parameters, toml_value
from undertow.user_agents import checked, named_in, run_file
from undertow.wording import counted
from undertow_kernels.core.agents import Agent as Policy
from undertow_kernels.core.agents import Greedy, Uniform

if TYPE_CHECKING:
    from undertow.game import LoadedGame

MOST_WEIGHT = 1_000_000
_FORM = re.compile(r"\s*([^()]*[^\s()])\s*(?:\((.*)\))?\s*", re.DOTALL)
_IN_FILE = re.compile(r"(.*\.py):(\w+)", re.DOTALL)


@dataclass(frozen=True)
class Heuristics:
    """What a game tells of its moves: its ``agents`` module in one record.

    Attributes
    ----------
    features : Mapping
        Name and meaning of each feature that the kernel's ``rate`` writes, in its order.
    styles : Mapping
        Ways to play by name, the default first: weights by feature, 0 where none is given.
    moves : enum
        The kinds of the game's moves.
    """

    features: Mapping[str, str]
    styles: Mapping[str, Mapping[str, int]]
    moves: type[IntEnum]

    @property
    def kinds(self) -> dict[str, int]:
        """The kinds of decision that ``forbid`` names, with their numbers."""
        return {kind.name.lower(): int(kind) for kind in self.moves}


@dataclass(frozen=True)
class BuiltIn:
    """A built-in agent.

    Attributes
    ----------
    name, about, sees : str
        How it is called, how it chooses and what it may look at.
    parameters : Mapping
        What each parameter means.
    make : callable
        ``(parameters, game)`` to the kernel's agent.
    """

    name: str
    about: str
    sees: str
    parameters: Mapping[str, str]
    make: Callable[[Mapping[str, object], LoadedGame], Policy]


@dataclass(frozen=True)
class Seated:
    """The agent of one seat: its text, as a user may write it again, and the kernel's object."""

    text: str
    policy: Policy


def _make_random(parameters: Mapping[str, object], game: LoadedGame) -> Policy:
    return Uniform(_forbidden(parameters, game))


def _make_greedy(parameters: Mapping[str, object], game: LoadedGame) -> Policy:
    ways = heuristics(game)
    style = parameters.get("style", next(iter(ways.styles)))
    weights = dict(ways.styles[one_of("style", style, list(ways.styles))])
    for name, value in parameters.items():
        if name in ways.features:
            weights[name] = whole(f"weight {name}", value, -MOST_WEIGHT, MOST_WEIGHT)
    return Greedy(
        game.game.rules,
        [weights.get(feature, 0) for feature in ways.features],
        _forbidden(parameters, game),
    )


def _forbidden(parameters: Mapping[str, object], game: LoadedGame) -> list[int]:
    """Return the numbers of the kinds of decision that ``forbid`` names, one or a list."""
    if "forbid" not in parameters:
        return []
    given = parameters["forbid"]
    names = given if isinstance(given, list) else [given]
    kinds = heuristics(game).kinds
    return [kinds[one_of("forbid", name, list(kinds))] for name in names]


FEATURE = "FEATURE"  # stands for any of the game's features
FORBID = {"forbid": "a kind of decision, or a list: taken only where nothing else is legal"}
BUILT_IN = {
    agent.name: agent
    for agent in (
        BuiltIn(
            "random",
            about="each legal decision with the same chance",
            sees="the list of its legal decisions and nothing else",
            parameters=FORBID,
            make=_make_random,
        ),
        BuiltIn(
            "greedy",
            about="the legal decision whose features, weighted, are most; one of several by lot",
            sees="what its seat may know",
            parameters={
                "style": "a way to play, a set of weights",
                **FORBID,
                FEATURE: "the weight of a feature of the game, a whole number",
            },
            make=_make_greedy,
        ),
    )
}
DEFAULT = "random"


def heuristics(game: LoadedGame) -> Heuristics:
    """Return a game's heuristics, or raise InputValueError if it has none."""
    if game.game.agents is None:
        raise InputValueError(f"{game.game.name} rates no moves; its only agent is random")
    return game.game.agents


def seat_agents(agents: object, game: LoadedGame) -> tuple[Seated, ...]:
    """Return the agent of each seat: one for all, or a list with one for each.

    Raises
    ------
    InputTypeError
        An agent is neither a string nor an agent.
    InputValueError
        An agent or parameter does not exist, or the list has another length than there are seats.
    """
    if not isinstance(agents, list | tuple):
        return (seated(agents, game),) * game.players
    found = tuple(seated(agent, game) for agent in agents)
    if len(found) != game.players:
        raise InputValueError(
            f"{counted(len(found), 'agent')} given for {counted(game.players, 'player')}; "
            f"give one for every seat or one for each of the {game.players}"
        )
    return found


def seated(agent: object, game: LoadedGame) -> Seated:
    """Return one agent: a string, a class with ``act(view, legal, rng)`` or a compiled agent.

    Raises
    ------
    InputTypeError
        It is neither a string nor an agent.
    InputValueError
        The agent or a parameter does not exist.
    """
    if isinstance(agent, str):
        return _named(agent, game)
    name = getattr(agent, "__name__", type(agent).__name__)
    if not hasattr(agent, "act") and not hasattr(agent, "policy"):
        raise InputTypeError(
            "an agent is a name, a class with act(view, legal, rng) or a compiled agent, "
            f"not {shown(agent)}"
        )
    return Seated(name, _from_user(agent, {}, name, game))


def _named(text: str, game: LoadedGame) -> Seated:
    """Return a named agent once its name and parameters are known to exist."""
    name, inside = _split(text)
    place = _IN_FILE.fullmatch(name)
    if place is None and name not in BUILT_IN:
        raise unknown("agent", name, BUILT_IN)
    with _about(text):
        parameters = read_parameters(inside)
        if place is None:
            _check_names(parameters, BUILT_IN[name], game)
            return Seated(canonical(name, parameters), BUILT_IN[name].make(parameters, game))
    module = run_file(place[1])  # its errors name the file
    with _about(text):
        policy = _from_user(named_in(module, place[2]), parameters, place[2], game)
    return Seated(canonical(name, parameters), policy)


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


def _check_names(parameters: Mapping[str, object], agent: BuiltIn, game: LoadedGame) -> None:
    allowed = [name for name in agent.parameters if name != FEATURE]
    if FEATURE in agent.parameters:
        allowed += heuristics(game).features
    for name in parameters:
        if name not in allowed:
            raise unknown("parameter", name, allowed)
