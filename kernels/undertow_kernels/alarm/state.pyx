"""Numpy dtypes of the records of Kraken-Alarm, derived from the C structs."""

include "../core/dtypes.pxi"
