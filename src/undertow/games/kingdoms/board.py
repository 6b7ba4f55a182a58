"""The map: Atlantis and two rings of tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

import numpy as np

from undertow.boards import Board, Space
from undertow.games.kingdoms.names import space_name
from undertow_kernels.kingdoms.state import Kind

AXIAL = (  # q, r of each space, as the rule page has them
    (0, 0),
    *((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)),
    *((2, 0), (1, 1), (0, 2), (-1, 2), (-2, 2), (-2, 1)),
    *((-2, 0), (-1, -1), (0, -2), (1, -2), (2, -2), (2, -1)),
)


def spaces(values: Mapping[str, Any]) -> Sequence[Space]:
    """Return the spaces, pointed hexagons at a distance of 1."""
    return [
        Space(space_name(number), q + r / 2, -r * sqrt(3) / 2)
        for number, (q, r) in enumerate(AXIAL)
    ]


def used(before: np.void, move: np.void) -> int | None:
    """Return the space on which a unit is set, or to which a unit or a shark is moved."""
    return int(move["where"]) if move["kind"] in (Kind.PLACE, Kind.TO) else None


BOARD = Board(
    use="units set on, or units and sharks moved to, each space",
    shape="hexagon",
    spaces=spaces,
    used=used,
)
