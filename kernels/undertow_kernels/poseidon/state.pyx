"""Numpy dtypes of the records of Poseidon's Kingdom, derived from the C structs."""

include "../core/dtypes.pxi"
