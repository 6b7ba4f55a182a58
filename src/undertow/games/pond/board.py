"""The pond, seen from above, north up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from undertow.boards import Board, Space
from undertow.games.pond.squares import SIDE
from undertow.games.pond.words import BOARD_SQUARES, square_name
from undertow_kernels.pond.state import Kind


def spaces(values: Mapping[str, Any]) -> Sequence[Space]:
    """Return the squares in reading order."""  # KP-1.1
    return [Space(square_name(s), s % SIDE, -(s // SIDE)) for s in BOARD_SQUARES]


def used(before: np.void, move: np.void) -> int | None:
    """Return the square to which a piece moves."""
    return BOARD_SQUARES.index(int(move["square"])) if move["kind"] == Kind.MOVE else None


BOARD = Board(
    use="moves of pieces to each square (those that a reaction undid too)",
    shape="square",
    spaces=spaces,
    used=used,
)
