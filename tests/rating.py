"""What the tests of greedy agents share: features of legal moves, choices, shares against random.

A scene is a ``readable.Play``: a position with its legal moves in a readable shape.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import undertow as ut
from undertow.players.agents import seat_agents
from undertow_kernels.core.knowledge import features_of

SEED = 5


def features(scene) -> dict[tuple[int, ...], dict[str, int]]:
    """Return all features, by name, of each legal move for the seat that decides."""
    match, game = scene.position._match, scene.game
    rows = features_of(game.game.rules, match.view(match.actor), game.table_bytes, match.legal())
    names = list(game.game.agents.features)
    named = [dict(zip(names, row, strict=True)) for row in rows.tolist()]
    return dict(zip(scene.options(), named, strict=True))


def rated(scene, name: str) -> dict[tuple[int, ...], int]:
    """Return one feature of each legal move."""
    return {move: row[name] for move, row in features(scene).items()}


def telling(scene) -> dict[tuple[int, ...], dict[str, int]]:
    """Return the features of each legal move that are not 0."""
    return {
        move: {name: value for name, value in row.items() if value}
        for move, row in features(scene).items()
    }


def choice(scene, style: str = "balanced") -> tuple[int, ...]:
    """Return what a greedy seat of a style does."""
    game = scene.game
    match = game.match(1, 0, seat_agents(f"greedy(style={style})", game))
    match.state[:] = scene.position._match.state
    return scene.options()[match.choose()]


def share(
    game: str,
    players: int,
    seats: Collection[int],
    games: int = 150,
    rules: Mapping[str, object] | None = None,
) -> float:
    """Return the share of wins of greedy seats among random ones."""
    agents = ["greedy" if seat in seats else "random" for seat in range(players)]
    done = ut.simulate(game, players=players, games=games, agents=agents, seed=SEED, rules=rules)
    return sum(done.shares()[seat].share for seat in seats)
