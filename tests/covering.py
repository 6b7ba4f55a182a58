"""Pairwise covering arrays over a game's components: every two values meet in some row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

TRIES = 30  # candidate rows for each row taken


def covering_rows(levels: Mapping[str, Sequence[object]], seed: int = 1) -> list[dict[str, object]]:
    """Return rows in which each pair of values of two keys occurs together.

    Greedy: of some random rows, each seeded with one pair still missing, the one that covers most
    is taken.
    """
    keys = list(levels)
    sizes = [len(levels[key]) for key in keys]
    left = {
        (a, i, b, j)
        for a, b in combinations(range(len(keys)), 2)
        for i in range(sizes[a])
        for j in range(sizes[b])
    }
    rng = np.random.Generator(np.random.PCG64(seed))
    rows = []
    while left:
        best, covered = _best_row(sizes, left, rng)
        left -= covered
        rows.append({key: levels[key][value] for key, value in zip(keys, best, strict=True)})
    return rows


def _best_row(sizes, left, rng):
    best, most = None, set()
    missing = sorted(left)
    for _ in range(TRIES):
        row = [int(rng.integers(size)) for size in sizes]
        a, i, b, j = missing[int(rng.integers(len(missing)))]
        row[a], row[b] = i, j
        pairs = {(x, row[x], y, row[y]) for x, y in combinations(range(len(row)), 2)} & left
        if len(pairs) > len(most):
            best, most = row, pairs
    return best, most
