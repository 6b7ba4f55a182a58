"""What ``value`` changes: a kind of decision for one seat, or a rule value for all.

Kinds of decision are banned by an agent's ``forbid``; a component, or an item of a list of them,
gets another value, by default the one that stands for having none of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from undertow.errors import (
    InputError,
    InputTypeError,
    InputValueError,
    listed,
    shown,
    unknown,
    whole,
)
from undertow.game import LoadedGame, load
from undertow.players.agents import forbidding, from_files, seat_agents, seated
from undertow.players.built_in import default_agent
from undertow.rules.components import Choice, Component, Flag, Names, Number, Whole, Wholes
from undertow.rules.rulefile import toml_value

DECISION, RULE = "decision", "rule"
HANDICAP = "handicap"
EMPTY = ("none", "blank", "blank blank")  # names that stand for nothing

Settings = Mapping[str, object]


@dataclass(frozen=True)
class Intervention:
    """What is changed, and for whom.

    Attributes
    ----------
    of : str
        A kind of decision, a rule key, or ``key.N`` for an item of a list.
    kind : str
        DECISION: one seat is changed, each in turn. RULE: the rules are changed for all.
    given : bool
        One seat may do what nobody else may, instead of the other way round.
    asked : str
        The same as the command's ``--of`` takes it.
    loaded : LoadedGame
        The game of the base.
    base_agents : tuple
        The agent of each seat in the base.
    agents : tuple
        The agent of each seat when that seat is changed.
    rules : Mapping
        The rule values of the changed arms that differ from the component file.
    """

    of: str
    kind: str
    given: bool
    asked: str
    loaded: LoadedGame
    base_agents: tuple[object, ...]
    agents: tuple[object, ...]
    rules: Settings

    def seats(self, seat: int) -> list[object]:
        """Return who plays where ``seat``, from 0, is the one that is changed."""
        found = list(self.base_agents)
        found[seat] = self.agents[seat]
        return found

    def handed(self, seat: int, points: int) -> dict[str, object]:
        """Return the rules of a changed arm in which a seat, from 0, has so many points more."""
        handicap = list(cast("tuple[int, ...]", self.loaded.rules.values[HANDICAP]))
        handicap[seat] += points
        return {**self.rules, HANDICAP: handicap} if points else dict(self.rules)

    def takes(self, points: int) -> bool:
        """Return whether the game takes such a handicap in every seat."""
        game, players = self.loaded.game.name, self.loaded.players
        try:
            for seat in range(players):
                load(game, players=players, rules=self.handed(seat, points))
        except InputValueError:
            return False
        return True

    def told(self) -> str:
        """Return what is changed, for whom, as a sentence."""
        if self.kind == RULE:
            key = self.of.partition(".")[0]
            one, other = (toml_value(v) for v in (self.loaded.rules.values[key], self._value(key)))
            return f"rule {key} is {one} in the base and {other} in the changed games, for all"
        if self.given:
            return f"in the base nobody may '{self.of}'; in the changed games one seat may"
        return f"in the base all may '{self.of}'; in the changed games one seat may not"

    def _value(self, key: str) -> object:
        loaded = self.loaded
        return load(loaded.game.name, players=loaded.players, rules=self.rules).rules.values[key]


def intervention(of: object, loaded: LoadedGame, agents: object, *, give: bool) -> Intervention:
    """Return what is to be changed in a game.

    Parameters
    ----------
    of : str or Mapping
        A kind of decision, a rule key or ``key.N``; a mapping of one key to its other value.
    loaded : LoadedGame
        The game of the base.
    agents : str, agent, or list of these
        As in ``simulate``.
    give : bool
        Let one seat alone do what is otherwise banned.

    Raises
    ------
    InputValueError, InputTypeError
        There is no such thing, or it has no value that stands for none of it.
    """
    name, value = _named(of)
    kinds = loaded.game.agents.kinds if loaded.game.agents else {}
    key, _, item = name.partition(".")
    seat_agents(agents, loaded)  # its errors are those of every command
    if not isinstance(give, bool):
        raise InputTypeError(f"give must be true or false, not {shown(give)}")
    if name in kinds:
        if value is not None:
            raise InputValueError(f"{name} is a kind of decision; it takes no value")
        return _decision(name, loaded, agents, give=give)
    if key not in loaded.game.components:
        raise unknown("option", name, [*loaded.game.components, *kinds], loaded.game.name)
    if key == HANDICAP:
        raise InputValueError("handicap is what the price is paid in; ask for the value of another")
    if give:
        raise InputValueError(f"give is for a kind of decision; {key} holds for all seats")
    other = _other(key, item, value, loaded)
    asked = f"{name}={toml_value(_listed(value))}" if value is not None else name
    seats = tuple(_by_seat(agents, loaded))
    rules = {**loaded.rules.changed, key: other}
    try:
        changed = load(loaded.game.name, players=loaded.players, rules=rules)
    except InputError:
        if value is not None or not item:
            raise
        raise _no_value(name, loaded.game.components[key]) from None
    if changed.rules.values == loaded.rules.values:
        raise InputValueError(
            f"{key} is {toml_value(_listed(other))} already; name a value to compare with, "
            f"as {key}=VALUE{_worth_trying(loaded.game.components[key])}"
        )
    return Intervention(name, RULE, False, asked, loaded, seats, seats, changed.rules.changed)


def _named(of: object) -> tuple[str, object]:
    if isinstance(of, str):
        return of, None
    if not isinstance(of, Mapping) or len(of) != 1 or not isinstance(next(iter(of)), str):
        raise InputTypeError(
            f"of must be a name, or a mapping of one key to its other value, not {shown(of)}"
        )
    name, value = next(iter(of.items()))
    return name, value


def _decision(kind: str, loaded: LoadedGame, agents: object, *, give: bool) -> Intervention:
    """Return the ban of a kind of decision, or with ``give`` its gift."""
    free = _by_seat(agents, loaded)
    for agent in free:
        if not isinstance(agent, str):
            raise InputTypeError(
                "value bans a decision by an agent's forbid; name the agents as text, as 'greedy'"
            )
    banned = [forbidding(cast("str", agent), kind) for agent in free]
    for agent, other in zip(free, banned, strict=True):
        _check_bannable(cast("str", agent), other, loaded)
    base, changed = (banned, free) if give else (free, banned)
    rules = loaded.rules.changed
    return Intervention(kind, DECISION, give, kind, loaded, tuple(base), tuple(changed), rules)


def _check_bannable(agent: str, banned: str, loaded: LoadedGame) -> None:
    """Refuse an agent of a user's own that takes no forbid."""
    try:
        seated(banned, loaded)
    except InputError:
        if not from_files([agent]):
            raise
        raise InputValueError(
            f"agent {shown(agent)} takes no forbid: restricting a decision needs an agent with a "
            "parameter of that name, as 'greedy'"
        ) from None


def _by_seat(agents: object, loaded: LoadedGame) -> list[object]:
    if agents is None:
        agents = default_agent(loaded)
    return list(agents) if isinstance(agents, list | tuple) else [agents] * loaded.players


def _other(key: str, item: str, value: object, loaded: LoadedGame) -> object:
    """Return the other value of a key, or of an item of it."""
    component, own = loaded.game.components[key], loaded.rules.values[key]
    if not item:
        return _none_of(key, component, own) if value is None else value
    if not isinstance(own, tuple):
        raise InputValueError(f"{key} is no list; it has no item {shown(item)}")
    number = int(item) if item.isdecimal() else item
    place = whole(f"the item of {key}", number, 1, len(own)) - 1
    if value is not None:
        return [*own[:place], value, *own[place + 1 :]]
    empty = _empty_item(component)
    return [*own[:place], *([] if empty is None else [empty]), *own[place + 1 :]]


def _none_of(key: str, component: Component, own: object) -> object:
    """Return the value that stands for none of a component."""
    if isinstance(component, Flag):
        return not own
    if isinstance(component, Whole | Number) and component.low <= 0 <= component.high:
        return 0
    empty = _empty_item(component)
    if empty is not None and isinstance(own, tuple):
        return [empty] * len(own)
    names = [n for n in component.names if n != own] if isinstance(component, Choice) else []
    if len(names) == 1:
        return names[0]
    raise _no_value(key, component)


def _no_value(name: str, component: Component) -> InputValueError:
    tries = "" if "." in name else _worth_trying(component)
    return InputValueError(
        f"no value of {name} stands for none of it; name one to compare with, "
        f"as {name}=VALUE{tries}"
    )


def _empty_item(component: Component) -> object:
    """Return the item that stands for nothing; None if there is none, so that it is left out."""
    if isinstance(component, Wholes) and component.low <= 0 <= component.high:
        return 0
    names = component.names if isinstance(component, Names) else []
    return next((name for name in EMPTY if name in names), None)


def _worth_trying(component: Component) -> str:
    return f" (worth trying: {listed(map(toml_value, component.tries))})" if component.tries else ""


def _listed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
