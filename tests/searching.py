"""What the tests of search share: states drawn from a view, and what positions are worth.

A scene is a ``readable.Play``.
"""

from __future__ import annotations

import numpy as np

from undertow_kernels.core.knowledge import redealt, values_of

KEY = np.random.SeedSequence(41).generate_state(2, np.uint64)


def drawn(scene, n: int) -> list[np.void]:
    """Return states that fit what the deciding seat knows."""
    match, game = scene.position._match, scene.game
    view = match.view(match.actor)
    return [
        redealt(game.game.rules, view, game.table_bytes, match.actor, KEY, branch).view(
            game.game.state
        )[0]
        for branch in range(1, n + 1)
    ]


def worth(scene) -> list[int]:
    """Return what the position is worth to each seat."""
    match, game = scene.position._match, scene.game
    return values_of(game.game.rules, match.state, game.table_bytes)[: game.players].tolist()
