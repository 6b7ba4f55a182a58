"""What a sweep varies: rule values and agents, by key, and the arms that play them.

``agent`` is who plays every seat, ``agent.2`` who plays seat 2, and ``agent.NAME`` a parameter of
the agent of every seat; every other key is a rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from undertow.errors import InputTypeError, InputValueError, shown, whole
from undertow.game import LoadedGame, load
from undertow.players.agents import alike, with_values
from undertow.players.built_in import default_agent
from undertow.rules.components import RECONSTRUCTED, Choice, Component, Flag, Number, Whole
from undertow.rules.rulefile import toml_value
from undertow.studies.arms import Arm
from undertow.studies.simulation import Pace

MOST_CELLS = 1000
AGENT = "agent"

Settings = Mapping[str, object]


def label(settings: Settings) -> str:
    """Return what settings vary, in short."""
    return ", ".join(f"{key} = {_short(value)}" for key, value in settings.items())


def chosen_values(
    components: Mapping[str, Component],
    vary: Mapping[str, Sequence[object]] | None,
    *,
    reconstructed: bool,
) -> dict[str, list[object]]:
    """Return the values to try by key."""
    if bool(vary) == reconstructed:
        raise InputValueError(
            "sweep takes vary, values by key (--vary KEY=V,V), or reconstructed; one of them"
        )
    if reconstructed:
        tried = {k: c for k, c in components.items() if c.tag in RECONSTRUCTED}
        found = {key: worth_trying(component) for key, component in tried.items()}
        return {key: values for key, values in found.items() if values}
    if not isinstance(vary, Mapping):
        raise InputTypeError(f"vary must be a mapping of keys to values, not {shown(vary)}")
    for key, values in vary.items():
        if not isinstance(values, list | tuple) or not values:
            raise InputTypeError(f"vary takes a list of values for {key}, not {shown(values)}")
    return {key: list(values) for key, values in vary.items()}


def worth_trying(component: Component) -> list[object]:
    """Return the values worth trying of a component, then the ends of its range."""
    ends: list[object] = []
    if isinstance(component, Flag):
        ends = [True, False]
    elif isinstance(component, Whole | Number):
        ends = [component.low, component.high]
    elif isinstance(component, Choice):
        ends = list(component.names)
    return [*component.tries, *(end for end in ends if end not in component.tries)]


def grid(chosen: Mapping[str, list[object]], *, one_at_a_time: bool) -> list[Settings]:
    """Return the settings of each cell."""
    if one_at_a_time:
        found: list[Settings] = [{k: value} for k, values in chosen.items() for value in values]
    else:
        combinations = 1
        for values in chosen.values():
            combinations *= len(values)
        whole("the number of cells", combinations, 1, MOST_CELLS)
        found = [dict(zip(chosen, cell, strict=True)) for cell in product(*chosen.values())]
    whole("the number of cells", len(found), 1, MOST_CELLS)
    return found


def varied_arm(first: Arm, settings: Settings, base: Settings, agents: object, how: Pace) -> Arm:
    """Return the arm of a cell before its first game."""
    loaded = first.loaded
    rules = {k: v for k, v in settings.items() if not _is_agent(k)}
    varied = load(loaded.game.name, players=loaded.players, rules={**base, **rules})
    seats = _seats(settings, agents, varied)
    return Arm(varied, seats, first.seed, threads=how["threads"], block=how["block"])


def _seats(settings: Settings, agents: object, game: LoadedGame) -> object:
    """Return who plays, as the settings have it."""
    seats: object = settings.get(AGENT, agents)
    own = {k.partition(".")[2]: v for k, v in settings.items() if k.startswith(f"{AGENT}.")}
    if not own:
        return seats
    seats = default_agent(game) if seats is None else seats
    found = list(seats) if isinstance(seats, list | tuple) else [seats] * game.players
    parameters = {name: value for name, value in own.items() if not name.isdecimal()}
    for number in own.keys() - parameters.keys():
        seat = whole(f"{AGENT}.{number}", int(number), 1, game.players)
        found[seat - 1] = own[number]
    return [_with(agent, parameters) for agent in found] if parameters else found


def _with(agent: object, parameters: Settings) -> str:
    if not isinstance(agent, str):
        raise InputTypeError(
            f"{AGENT}.{next(iter(parameters))} needs an agent named as text, not {shown(agent)}"
        )
    return with_values(agent, parameters)


def _is_agent(key: str) -> bool:
    return key == AGENT or key.startswith(f"{AGENT}.")


def same(arm: Arm, first: Arm) -> bool:
    """Return whether an arm would play the games of the base."""
    rules = arm.loaded.rules.values == first.loaded.rules.values
    seats = zip(arm.agents, first.agents, strict=True)
    return rules and all(alike(one, other, first.loaded) for one, other in seats)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else toml_value(value)
    return text if len(text) <= 30 else f"{text[:29]}…"
