"""From component values to the tables record of pearls."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from undertow_kernels.pearls.state import TABLES_DTYPE


def build(values: Mapping[str, object], players: int) -> NDArray[np.void]:
    """Return the tables record, shape (1,), for merged component values."""
    tables = np.zeros(1, TABLES_DTYPE)
    for name in ("target", "cap", "stock", "depth"):
        tables[name] = values[name]
    return tables
