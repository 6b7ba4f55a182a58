"""Positions set up by hand for the tests of the referee, and actions played from them.

Terrain t lies on tiles t (inner ring), 6 + t (its capital) and 12 + t.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from games.kingdoms import referee_moves as m
from games.kingdoms.referee import Referee
from games.kingdoms.referee_board import TERRAINS, Board
from games.kingdoms.referee_cards import Goal

tomllib = pytest.importorskip("tomllib")
ROOT = Path(__file__).parents[3]
COMPONENTS = tomllib.loads(
    (ROOT / "src/undertow/games/kingdoms/components.toml").read_text(encoding="utf-8")
)
NO_GOAL = ("Plain", "none", "none", "none")


def components(players, rng=None, **changes):
    """Values for a number of players: the defaults, or now and then another one to try."""
    values = {}
    for name, entry in COMPONENTS.items():
        value = entry["value"]
        if rng is not None and rng.random() < 0.3:
            value = rng.choice(entry["try"])
        values[name] = value[players - 2] if entry.get("per_players") else value
    return {**values, **changes}


def staged(*units, players=None, goal=NO_GOAL, sharks=(0,), **changes):
    """A referee in round 1, seats with units as told (number by space) and foci 1, 2, …"""
    players = players or max(2, len(units))
    game = Referee(components(players, **changes), players, (1, 2), 3)
    tiles = [*TERRAINS] * 3
    game.board = Board([0, *tiles], [0] * 7 + [1] * 6 + [0] * 6)
    game.goals = [Goal(goal, players)] * 3
    game.first = 0
    game.round = 1
    for seat in game.seats:
        own = dict(units[seat]) if seat < len(units) else {}
        game.units[seat] = [own.get(space, 0) for space in range(19)]
        game.supply[seat] = game.values["units"] - sum(own.values())
        game.foci[seat] = {seat + 1}
        game.covered[seat] = {1}
    game.sharks = [tuple(sharks).count(space) for space in range(19)]
    game.stock = 1 + game.values["sharks_in_stock"] - len(sharks)
    return game


def at_cards(players=2, **changes):
    """A referee at the first choice of cards."""
    game = Referee(components(players, **changes), players, (1, 1), 1)
    while game.round == 0:
        game.choose(0)
    return game


def go_on(game, flow, *answers):
    """Give answers (kind, what, where) to a flow that has asked."""
    try:
        for answer in answers:
            flow.send(game.moves.index(m.move(*answer)))
    except StopIteration:
        assert answer is answers[-1]
        game.moves = []


def run(game, flow, *answers):
    """Let a flow run with these answers, up to the next question or its end."""
    game.moves = []
    if next(flow, "over") != "over":
        go_on(game, flow, *answers)


def act(game, card, *answers, seat=0, alone=False):
    """Begin to carry out a card; the others chose the same one, or, if alone, another."""
    other = m.UPGRADE if card != m.UPGRADE else m.BOLSTER
    game.chosen = [other if alone else card for _ in game.seats]
    game.chosen[seat] = card
    action = game.action(seat)
    run(game, action, *answers)
    return action


def place(space):
    return (m.PLACE, 0, space)


def lift(creature, space):
    return (m.LIFT, creature, space)


def to(space):
    return (m.TO, 0, space)


def goal(immediate="none", personal="none", ranking="none"):
    return ("Some Goal", immediate, personal, ranking)


def asked(game):
    """What is asked: kind, what, where."""
    return [chosen[:3] for chosen in game.moves]


def wheres(game, kind):
    return [chosen[2] for chosen in game.moves if chosen[0] == kind]


def whats(game, kind):
    return [chosen[1] for chosen in game.moves if chosen[0] == kind]
