"""``undertow games``, ``rules`` and ``agents``: what there is."""

from __future__ import annotations

import re
from collections.abc import Mapping

from undertow import __version__, games
from undertow.cli.screen import show_json, show_line, show_wrapped
from undertow.game import Game
from undertow.players.built_in import BUILT_IN, Heuristics
from undertow.rules.components import Component
from undertow.rules.rulefile import toml_text, toml_value

_FIELD = re.compile(r"{(\w+)}")  # of a move, in its phrase
TAGS = {
    "T": "rulebook text",
    "D": "derived from it",
    "F": "found in a public source",
    "P": "proposed",
    "R": "a reading of an unclear rule",
}


def show_games(*, as_json: bool, quiet: bool) -> None:
    """Write the games, their player counts and variants; one line each when quiet."""
    found = [games.find(name) for name in games.names()]
    if as_json:
        show_json(_record("games", games=[_game_record(game) for game in found]))
        return
    for game in found:
        show_line(f"{game.name}: {game.title}, {game.seats[0]} to {game.seats[-1]} players")
        if not quiet:
            show_wrapped(game.about, "    ")
            show_wrapped(f"variants: {game.variants}", "    ", "      ")


def show_rules(game: Game, *, as_toml: bool, as_json: bool, quiet: bool) -> None:
    """Write every rule key of a game, as text, as a rule file or as JSON."""
    if as_toml:
        show_line(toml_text(game.title, game.components, game.seats).rstrip("\n"))
    elif as_json:
        keys = {key: _rule_record(c) for key, c in game.components.items()}
        show_json(_record("rules", game=game.name, players=list(game.seats), rules=keys))
    else:
        _show_rule_text(game, quiet=quiet)


def show_agents(game: Game | None, *, as_json: bool, quiet: bool) -> None:
    """Write the agents, their parameters and what each may see; one line each when quiet.

    With a game also its features, styles and the kinds of decision that ``forbid`` names.
    """
    ways = None if game is None else game.agents
    if as_json:
        agents = [_agent_record(name) for name in BUILT_IN]
        more = {} if ways is None else {"heuristics": _heuristics_record(ways)}
        show_json(_record("agents", agents=agents, **more))
        return
    for agent in BUILT_IN.values():
        show_line(f"{agent.name}: {agent.about}")
        if quiet:
            continue
        show_wrapped(f"sees {agent.sees}", "    ", "      ")
        for name, what in agent.parameters.items():
            show_wrapped(f"{name}: {what}", "    ", "      ")
    if ways is not None and not quiet:
        _show_heuristics(ways)


def _show_heuristics(ways: Heuristics) -> None:
    show_line()
    show_line("Features")
    for feature, what in ways.features.items():
        show_wrapped(f"{feature}: {what}", "    ", "      ")
    show_line("Styles")
    for style, weights in ways.styles.items():
        told = ", ".join(f"{name}={weight}" for name, weight in weights.items())
        show_wrapped(f"{style}: {told}", "    ", "      ")
    show_line("Kinds of decision, for forbid, and what the seat then does")
    for name, kind in ways.kinds.items():
        told = _FIELD.sub(lambda field: field[1].upper(), ways.moves[kind])
        show_wrapped(f"{name}: {told}", "    ", "      ")


def _heuristics_record(ways: Heuristics) -> Mapping[str, object]:
    return {
        "features": dict(ways.features),
        "styles": {style: dict(weights) for style, weights in ways.styles.items()},
        "kinds": list(ways.kinds),
    }


def _show_rule_text(game: Game, *, quiet: bool) -> None:
    show_line(f"{game.title}: rule values for {game.seats[0]} to {game.seats[-1]} players")
    if not quiet:
        show_wrapped("Tags: " + ", ".join(f"{tag} {what}" for tag, what in TAGS.items()) + ".")
        _explain_slashes(game)
    for key, component in game.components.items():
        show_line()
        show_wrapped(f"{key} = {_value(component, component.value)}  [{component.tag}]", "", "    ")
        show_wrapped(component.text, "    ")
        show_wrapped(f"allowed: {component.allowed()}", "    ", "      ")
        if component.tries:
            tries = " or ".join(_value(component, value) for value in component.tries)
            show_wrapped(f"worth trying: {tries}", "    ", "      ")
        show_wrapped(f"source: {component.source}", "    ", "      ")
    if quiet:
        return
    show_line()
    show_wrapped(
        f"Vary with 'undertow run {game.name} --set KEY=VALUE' or a file: "
        f"'undertow rules {game.name} --toml > mine.toml', then '--rules mine.toml'."
    )


def _explain_slashes(game: Game) -> None:
    """Say what a slash means, by the first key whose value is shown with one."""
    for key, component in game.components.items():
        if component.per_players and isinstance(component.value, list):
            counts = " / ".join(map(str, game.seats))
            show_wrapped(
                f"A / separates values for {counts} players. --set and rule files write them as a "
                f"list, {key}={toml_value(component.value)}, or as one value for all."
            )
            return


def _value(component: Component, value: object) -> str:
    """Return a value as TOML, or one for each player count."""
    if component.per_players and isinstance(value, list):
        return " / ".join(map(toml_value, value))
    return toml_value(value)


def _record(command: str, **more: object) -> dict[str, object]:
    return {"schema": 1, "command": command, **more, "version": __version__}


def _game_record(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.seats),
        "about": game.about,
        "variants": game.variants,
    }


def _rule_record(component: Component) -> Mapping[str, object]:
    return {
        "value": component.value,
        "allowed": component.allowed(),
        "per_players": component.per_players,
        "try": component.tries,
        "tag": component.tag,
        "source": component.source,
        "text": component.text,
    }


def _agent_record(name: str) -> Mapping[str, object]:
    agent = BUILT_IN[name]
    return {
        "name": agent.name,
        "about": agent.about,
        "sees": agent.sees,
        "parameters": dict(agent.parameters),
    }
