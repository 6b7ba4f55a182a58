"""Positions set up by hand for the tests of the referee, and turns played from them."""

from __future__ import annotations

import referee_play
from games.pond import referee_moves as m
from games.pond.referee import Referee
from games.pond.referee_board import OFF, number
from referee_play import run

LEFT_OUT = {"mode", "two_colour_layout", "team_layout"}


def components(rng=None, **changes):
    """The default values, or now and then another one to try; four seats' serve fewer too."""
    return referee_play.components("pond", 4, rng, fixed=LEFT_OUT, **changes)


def place(colour, k):
    return 10 * colour + k


def staged(players=2, squares=(), hands=(), bare=False, first=0, **changes):
    """A referee before a turn, some pieces put on squares (row, column), and cards in hands.

    A bare board bears only those pieces, and no check of the end is made by their absence.
    """
    values = components(values_dealt=True, **{"round_cap": 300, **changes})
    game = Referee(values, players, (3, 4), 0)
    for piece in game.pieces.values():
        if bare:
            piece.square = OFF
    for name, square in dict(squares).items():
        game.pieces[name].square = number(*square)
    for seat, cards in dict(hands).items():
        game.hands[seat] = sorted(cards)
    game.first = game.active = first
    return game


def turn(game, *answers, seat=0):
    run(game, game.turn(seat), *answers)


def of_kind(game, kind):
    return [chosen for chosen in game.moves if chosen[0] == kind]


def goals(game, piece):
    return {chosen[2] for chosen in of_kind(game, m.MOVE) if chosen[1] == piece}


def squares(*places):
    return {number(*each) for each in places}
