"""Positions set up by hand for the tests of the referee, and actions played from them.

Terrain t lies on tiles t (inner ring), 6 + t (its capital) and 12 + t.
"""

from __future__ import annotations

from functools import partial

import referee_play
from games.kingdoms import referee_moves as m
from games.kingdoms.referee import Referee
from games.kingdoms.referee_board import TERRAINS, Board
from games.kingdoms.referee_cards import Goal

COMPONENTS = referee_play.entries("kingdoms")
NO_GOAL = ("Plain", "none", "none", "none")
components = partial(referee_play.components, "kingdoms")


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
    referee_play.go_on(game, flow, *(m.move(*answer) for answer in answers))


def run(game, flow, *answers):
    """Let a flow run with these answers, up to the next question or its end."""
    referee_play.run(game, flow, *(m.move(*answer) for answer in answers))


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
