"""What the facts of all games share: columns of a batch of positions, side by side."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np


def side_by_side(columns: Iterable[np.ndarray]) -> np.ndarray:
    """Return columns, a row for each of n positions, as one table: shape (n, facts), int16."""
    wide = [column.reshape(len(column), -1).astype(np.int16) for column in columns]
    return np.ascontiguousarray(np.concatenate(wide, axis=1))
