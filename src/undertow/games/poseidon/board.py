"""The ocean: the deep end at the top, the beach at the bottom, small waves between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from undertow.game import Board, Space
from undertow_kernels.poseidon.state import Kind


def spaces(values: Mapping[str, Any]) -> Sequence[Space]:
    """Return the ends and the spaces of the small waves."""  # PK-A4
    waves = values["small_waves"]
    sides = [
        Space(f"{side} {wave}", x, -wave)
        for side, x in (("left", -1), ("right", 1))
        for wave in range(1, waves + 1)
    ]
    return [Space("deep end", 0, 0), *sides, Space("beach", 0, -(waves + 1))]


def used(before: np.void, move: np.void) -> int | None:
    """Return the space to which a creature swims."""
    return int(move["space"]) if move["kind"] == Kind.SWIM else None


BOARD = Board(use="swims that end on each space", shape="circle", spaces=spaces, used=used)
