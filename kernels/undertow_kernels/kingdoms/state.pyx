"""Numpy dtypes of the records of Kingdoms of the Deep, derived from the C structs."""

include "../core/dtypes.pxi"
