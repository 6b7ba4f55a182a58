"""Seeds: from what a user gives to the two words that address every random stream."""

from __future__ import annotations

import secrets

import numpy as np
from numpy.typing import NDArray

from undertow.errors import whole

Seed = int | np.random.SeedSequence | None
DRAWN_BITS = 53  # short to type, and exact in every JSON reader
MAX_SEED = 2**128 - 1
STATISTICS = 1_937_006_964  # a spawn key far from those of SeedSequence.spawn: "stat" in ASCII


def seed_or_drawn(seed: Seed) -> int | np.random.SeedSequence:
    """Return the seed to record: the one given, or one drawn from the system's entropy.

    Raises
    ------
    InputTypeError, InputValueError
        The seed is no whole number from 0 to 2**128 - 1.
    """
    if seed is None:
        return secrets.randbits(DRAWN_BITS)
    if isinstance(seed, np.random.SeedSequence):
        return seed
    return whole("seed", seed, 0, MAX_SEED)


def key_of(seed: int | np.random.SeedSequence) -> NDArray[np.uint64]:
    """Return the Philox key of a seed, shape (2,)."""
    sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    return sequence.generate_state(2, np.uint64).astype(np.uint64, copy=False)


def generator_of(seed: int | np.random.SeedSequence) -> np.random.Generator:
    """Return a generator for statistics over the games of a seed; it shares nothing with play."""
    played = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    apart = np.random.SeedSequence(
        played.entropy, spawn_key=(*played.spawn_key, STATISTICS), pool_size=played.pool_size
    )
    return np.random.Generator(np.random.PCG64(apart))


def seed_text(seed: int | np.random.SeedSequence) -> str:
    """Return the seed as Python code."""
    if not isinstance(seed, np.random.SeedSequence):
        return str(seed)
    spawned = f", spawn_key={seed.spawn_key}" if seed.spawn_key else ""
    pool = f", pool_size={seed.pool_size}" if seed.pool_size != 4 else ""
    return f"numpy.random.SeedSequence({seed.entropy}{spawned}{pool})"
