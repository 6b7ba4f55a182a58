"""Numpy dtypes of the records of Knights of the Pond Table, derived from the C structs."""

include "../core/dtypes.pxi"
