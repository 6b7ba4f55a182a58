"""The sea: four sections in a ring, clockwise from the top, with four tokens each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from undertow.boards import Board, Space
from undertow_kernels.alarm.state import Kind, Limits

MIDDLES = ((0.0, 2.0), (2.0, 0.0), (0.0, -2.0), (-2.0, 0.0))  # of the sections
CORNERS = ((-0.5, 0.5), (0.5, 0.5), (-0.5, -0.5), (0.5, -0.5))  # tokens, from the middle


def spaces(values: Mapping[str, Any]) -> Sequence[Space]:
    """Return the places of the sea tokens, section by section."""  # KA-1.1
    return [
        Space(f"section {section}, token {token}", x + dx, y + dy)
        for section, (x, y) in enumerate(MIDDLES, 1)
        for token, (dx, dy) in enumerate(CORNERS, 1)
    ]


def used(before: np.void, move: np.void) -> int | None:
    """Return the place of the token that is turned."""
    if move["kind"] != Kind.TURN:
        return None
    return int(Limits.PLACES) * int(before["ship"]) + int(move["number"])


BOARD = Board(
    use="sea tokens turned at each place (section 1 at the top, then clockwise)",
    shape="circle",
    spaces=spaces,
    used=used,
)
