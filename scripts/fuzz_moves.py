"""Offer bytes as moves at the checked edge of the kernels; for a build with AddressSanitizer.

usage: python scripts/fuzz_moves.py SECONDS SEED [planted]

Half the moves are legal, so that games go on; the others are legal ones with a byte changed, bytes
at random, or of another length. What is refused must change nothing. ``planted`` offers the bytes
to a kernel that trusts them, to see that it is found. Prints the figures as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable

import numpy as np

from undertow import games
from undertow.game import MAX_GAMES, LoadedGame, load
from undertow_kernels.core.game import Ending
from undertow_kernels.core.playout import Match

MOVES = 400  # offered to a game
SIZE = 8
Offer = Callable[[np.ndarray], object]


def some_move(rng: np.random.Generator, legal: np.ndarray) -> np.ndarray:
    """Return bytes to offer."""
    kind = rng.integers(20)
    if kind == 0:
        return rng.integers(0, 256, rng.integers(0, 40), np.uint8)
    if kind < 3:
        return rng.integers(0, 256, SIZE, np.uint8)
    move = legal[rng.integers(len(legal))].copy()
    if kind < 10:
        move[rng.integers(SIZE)] = rng.integers(0, 256)
    return move


def poke(match: Match, rng: np.random.Generator) -> str:
    """Ask something else of a match: a view, a copy, results to come."""
    kind = rng.integers(3)
    try:
        if kind == 0:
            match.view(int(rng.integers(-3, 9)))
        elif kind == 1:
            match.inject(rng.integers(0, 2**64, rng.integers(0, 9), np.uint64).tolist())
        else:
            match.copy().play_on()
    except ValueError:
        return "refused"
    return "answered"


def fuzz(loaded: LoadedGame, rng: np.random.Generator, planted: Offer | None) -> Counter[str]:
    """Offer moves to one game."""
    match = loaded.match(int(rng.integers(2**32)), int(rng.integers(MAX_GAMES)))
    seen: Counter[str] = Counter(games=1)
    for _ in range(MOVES):
        if match.actor < 0:
            break
        if rng.integers(10) == 0:
            seen[poke(match, rng)] += 1
        offer = planted or (match.step if rng.integers(4) == 0 else match.apply)
        move, before = some_move(rng, match.legal()), match.state.tobytes()
        try:
            offer(move)
            seen["taken"] += 1
        except ValueError:
            assert match.state.tobytes() == before
            seen["refused"] += 1
    assert match.result()["ending"][0] != Ending.BROKEN
    return seen


def main() -> None:
    seconds, seed, *plant = sys.argv[1:]
    planted = None
    if plant:
        from undertow_kernels.planted.faults import apply as planted  # noqa: PLC0415
    rng = np.random.Generator(np.random.PCG64(int(seed)))
    tables = [load(name, players=n) for name in games.names() for n in games.find(name).seats]
    seen: Counter[str] = Counter()
    end = time.monotonic() + float(seconds)
    while time.monotonic() < end:
        seen += fuzz(tables[rng.integers(len(tables))], rng, planted)
    print(json.dumps(seen))


if __name__ == "__main__":
    main()
