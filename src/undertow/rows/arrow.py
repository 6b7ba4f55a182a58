"""Rows as Arrow tables; the only module that imports pyarrow, itself imported when first used.

pyarrow imports pandas, a second where that is installed, for the first array that it makes of
Python values or gives to numpy: the functions here share memory instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray
from pyarrow import compute, parquet

from undertow.rows.records import Flat, ending_names

__all__ = ["arrow_table", "ending_codes", "numpy_array", "parquet"]


def arrow_table(flat: Flat, endings: Sequence[str]) -> pa.Table:
    """Return rows as an Arrow table."""
    names = _endings(endings)
    arrays = [
        compute.take(names, _array(column)) if name == "ending" else _array(column)
        for name, column in flat.items()
    ]
    return pa.Table.from_arrays(arrays, list(flat))


def ending_codes(column: pa.Array, endings: Sequence[str]) -> pa.Array:
    """Return the codes of names of endings."""
    return compute.index_in(column, value_set=_endings(endings))


def numpy_array(column: pa.Array) -> NDArray[Any]:
    """Return Arrow's array of numbers or of truth values (as 0 and 1), shape (n,), read-only."""
    return np.from_dlpack(column.cast(pa.uint8()) if pa.types.is_boolean(column.type) else column)


def _endings(endings: Sequence[str]) -> pa.StringArray:
    """Return the names of all endings by their codes."""
    words = [name.encode() for name in ending_names(endings)]
    starts = np.cumsum([0, *map(len, words)], dtype=np.int32)
    return pa.StringArray.from_buffers(
        len(words), pa.py_buffer(starts), pa.py_buffer(b"".join(words))
    )


def _array(column: NDArray[Any]) -> pa.Array:
    """Return a column of numbers or of truth values, shape (n,), as Arrow's array."""
    if column.dtype == bool:
        kind, held = pa.bool_(), np.packbits(column, bitorder="little")
    else:
        kind, held = pa.from_numpy_dtype(column.dtype), np.ascontiguousarray(column)
    return pa.Array.from_buffers(kind, len(column), [None, pa.py_buffer(held)])
