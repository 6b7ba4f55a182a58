"""What the tests of the referees share: component values, whole games, steps with given answers."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

GAMES = Path(__file__).parents[1] / "src/undertow/games"
ODDS = 0.25  # of another value to try, where values are varied


@cache
def entries(game):
    """A game's component file, read without the package."""
    return tomllib.loads((GAMES / game / "components.toml").read_text(encoding="utf-8"))


def components(game, players, rng=None, fixed=(), **changes):
    """Values for a number of players: the defaults, or now and then another one to try.

    Those that are ``fixed`` keep their defaults; ``changes`` stand in any case.
    """
    values = {}
    for name, entry in entries(game).items():
        value = entry["value"]
        if rng is not None and name not in fixed and rng.random() < ODDS:
            value = rng.choice(entry["try"])
        values[name] = value[players - 2] if entry.get("per_players") else value
    return {**values, **changes}


def finish(game, rng):
    """Play to the end at random; yield the move before each choice, and None at the end."""
    while not game.over:
        moves = game.legal()
        pick = rng.randrange(len(moves))
        yield moves[pick]
        game.choose(pick)
    yield None


def view(game, seat):
    """The facts as a seat may know them."""
    facts = game.facts()
    for place in game.hidden(seat):
        facts[place] = 0
    return facts


def run(game, flow, *answers):
    """Let a flow run with these moves as answers, up to the next question or its end."""
    _send(game, flow, None)
    go_on(game, flow, *answers)


def go_on(game, flow, *answers):
    """Give these moves as answers to a flow that has asked, up to its next question or its end."""
    for answer in answers:
        assert answer in game.moves, (answer, game.moves)
        _send(game, flow, game.moves.index(answer))


def _send(game, flow, pick):
    """Let a flow run until it asks; one that has ended asks nothing."""
    try:
        flow.send(pick)
    except StopIteration:
        game.moves = []
