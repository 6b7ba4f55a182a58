"""The agents that undertow brings: what they are called, what they see, their parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from undertow.errors import InputValueError, one_of, real, unknown, whole
from undertow_kernels.core.agents import Agent as Policy
from undertow_kernels.core.agents import Greedy, Uniform
from undertow_kernels.core.game import has_memories
from undertow_kernels.core.memory import Memories
from undertow_kernels.core.search import MOST_ITERATIONS, MOST_PLAYOUTS, Searcher

if TYPE_CHECKING:
    from undertow.game import LoadedGame

MOST_WEIGHT = 1_000_000
MOST_TURNS = 10_000
ITERATIONS = 1000
EXPLORING = 0.5
MOST_EXPLORING = 100
HALF_LIFE = 3  # rounds
MOST_ROUNDS = 1000
MEMORIES = {"perfect": Memories.PERFECT, "fading": Memories.FADING, "none": Memories.BLANK}
FEATURE = "FEATURE"  # stands for any of the game's features


@dataclass(frozen=True)
class Heuristics:
    """What a game tells of its moves: its ``agents`` module in one record.

    Attributes
    ----------
    features : Mapping
        Name and meaning of each feature that the kernel's ``rate`` writes, in its order.
    styles : Mapping
        Ways to play by name, the default first: weights by feature, 0 where none is given.
    moves : Mapping
        By kind of move what the seat then does, as ``words`` says it, its fields in braces.
    playouts, horizon : int
        Playouts of an iteration of search, and turns that they look ahead, by default.
    """

    features: Mapping[str, str]
    styles: Mapping[str, Mapping[str, int]]
    moves: Mapping[IntEnum, str]
    playouts: int
    horizon: int

    @property
    def kinds(self) -> dict[str, IntEnum]:
        """The kinds of decision that ``forbid`` names, with their numbers."""
        return {kind.name.lower(): kind for kind in sorted(self.moves)}


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


def _make_random(parameters: Mapping[str, object], game: LoadedGame) -> Policy:
    return Uniform(_forbidden(parameters, game))


def _make_greedy(parameters: Mapping[str, object], game: LoadedGame) -> Policy:
    agent = Greedy(game.game.rules, _weights(parameters, game), _forbidden(parameters, game))
    _set_memory(agent, parameters, game)
    return agent


def _make_mcts(parameters: Mapping[str, object], game: LoadedGame) -> Policy:
    ways = heuristics(game)
    turns = parameters.get("horizon", ways.horizon)
    agent = Searcher(
        game.game.rules,
        _weights(parameters, game),
        _forbidden(parameters, game),
        iterations=whole(
            "iterations", parameters.get("iterations", ITERATIONS), 1, MOST_ITERATIONS
        ),
        playouts=whole("playouts", parameters.get("playouts", ways.playouts), 1, MOST_PLAYOUTS),
        horizon=whole("horizon", turns, 0, MOST_TURNS),
        exploring=real("exploring", parameters.get("exploring", EXPLORING), 0, MOST_EXPLORING),
    )
    _set_memory(agent, parameters, game)
    return agent


def _set_memory(agent: Policy, parameters: Mapping[str, object], game: LoadedGame) -> None:
    """Let an agent forget as its parameters say."""
    given = {"memory", "half_life"} & parameters.keys()
    if given and not has_memories(game.game.rules):
        raise InputValueError(
            f"{min(given)} has no effect: nothing in {game.game.name} is covered again once seen"
        )
    memory = MEMORIES[one_of("memory", parameters.get("memory", "perfect"), list(MEMORIES))]
    if memory is not Memories.FADING and "half_life" in parameters:
        raise InputValueError("half_life needs memory=fading")
    rounds = whole("half_life", parameters.get("half_life", HALF_LIFE), 1, MOST_ROUNDS)
    agent.remember(memory, round(2**32 * 0.5 ** (1 / rounds)))


def _weights(parameters: Mapping[str, object], game: LoadedGame) -> list[int]:
    """Return the weights of the game's features: those of a style, but for the ones given."""
    ways = heuristics(game)
    style = parameters.get("style", next(iter(ways.styles)))
    weights = dict(ways.styles[one_of("style", style, list(ways.styles))])
    for name, value in parameters.items():
        if name in ways.features:
            weights[name] = whole(f"weight {name}", value, -MOST_WEIGHT, MOST_WEIGHT)
    return [weights.get(feature, 0) for feature in ways.features]


def _forbidden(parameters: Mapping[str, object], game: LoadedGame) -> list[int]:
    """Return the numbers of the kinds of decision that ``forbid`` names, one or a list."""
    if "forbid" not in parameters:
        return []
    given = parameters["forbid"]
    names = given if isinstance(given, list) else [given]
    kinds = heuristics(game).kinds
    return [kinds[one_of("forbid", name, list(kinds))] for name in names]


WEIGHED = {
    "style": "a way to play, a set of weights",
    FEATURE: "the weight of a feature of the game, a whole number",
}
FORBID = {"forbid": "a kind of decision, or a list: taken only where nothing else is legal"}
MEMORY = {
    "memory": "perfect, fading or none: what it still knows of things seen and covered again",
    "half_life": f"rounds in which half of it fades; {HALF_LIFE} by default",
}
SEARCH = {
    "iterations": f"times that it thinks a decision over; {ITERATIONS} by default",
    "playouts": "random playouts each time, of which the mean counts",
    "horizon": "turns that they look ahead before the position is valued; 0 to the end",
    "exploring": f"weight of the features against what playouts won; {EXPLORING} by default",
}
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
            parameters=WEIGHED | FORBID | MEMORY,
            make=_make_greedy,
        ),
        BuiltIn(
            "mcts",
            about="the decision tried most in a tree search that deals anew what is hidden",
            sees="what its seat may know",
            parameters=SEARCH | WEIGHED | FORBID | MEMORY,
            make=_make_mcts,
        ),
    )
}


def telling(parameters: Mapping[str, object], game: LoadedGame) -> dict[str, object]:
    """Return the parameters of a built-in agent but for those at their defaults."""
    defaults: dict[str, object] = {
        "forbid": [],
        "memory": "perfect",
        "half_life": HALF_LIFE,
        "iterations": ITERATIONS,
        "exploring": EXPLORING,
    }
    ways = game.game.agents
    if ways is not None:
        plain = next(iter(ways.styles))
        weights = ways.styles[str(parameters.get("style", plain))]
        defaults |= {"style": plain, "playouts": ways.playouts, "horizon": ways.horizon}
        defaults |= {feature: weights.get(feature, 0) for feature in ways.features}
    return {k: v for k, v in parameters.items() if k not in defaults or v != defaults[k]}


def heuristics(game: LoadedGame) -> Heuristics:
    """Return a game's heuristics, or raise InputValueError if it has none."""
    if game.game.agents is None:
        raise InputValueError(f"{game.game.name} rates no moves; its only agent is random")
    return game.game.agents


def default_agent(game: LoadedGame) -> str:
    """Return who plays where nobody is named: greedy, or random in a game that rates no moves."""
    return "random" if game.game.agents is None else "greedy"


def check_names(parameters: Mapping[str, object], agent: BuiltIn, game: LoadedGame) -> None:
    """Raise InputValueError unless an agent has parameters of these names."""
    allowed = [name for name in agent.parameters if name != FEATURE]
    if FEATURE in agent.parameters:
        allowed += heuristics(game).features
    for name in parameters:
        if name not in allowed:
            raise unknown("parameter", name, allowed)
