"""The ocean: the deep end on the left, the beach on the right, small waves between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from undertow.boards import Board, Space
from undertow.games.poseidon.words import space_name
from undertow_kernels.poseidon.state import Kind


def spaces(values: Mapping[str, Any]) -> Sequence[Space]:
    """Return the ends and the spaces of the small waves."""  # PK-A4
    waves = values["small_waves"]
    middle = [(wave, y) for y in (0.6, -0.6) for wave in range(1, waves + 1)]
    places = [(0, 0), *middle, (waves + 1, 0)]
    return [Space(space_name(number, values), *place) for number, place in enumerate(places)]


def used(before: np.void, move: np.void) -> int | None:
    """Return the space to which a creature swims."""
    return int(move["space"]) if move["kind"] == Kind.SWIM else None


BOARD = Board(
    use="swims that end on each space (the beach on the right, left spaces above)",
    shape="circle",
    spaces=spaces,
    used=used,
)
