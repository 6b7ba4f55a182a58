"""Numpy dtypes of the records of pearls, derived from the C structs."""

include "../core/dtypes.pxi"
