"""Play random games in a checked build and count those that break an invariant.

usage: python scripts/checked_games.py GAME PLAYERS GAMES SEED
"""

import json
import sys

import numpy as np

from undertow.game import load
from undertow.playing.batch import play_batch
from undertow.playing.threads import available_threads
from undertow_kernels.core.game import CHECKED, Ending


def main() -> None:
    name, players, n, seed = sys.argv[1], *map(int, sys.argv[2:])
    if not CHECKED:
        raise SystemExit("this build has no checks: set UNDERTOW_BUILD=checked")
    key = np.random.SeedSequence(seed).generate_state(2, np.uint64)
    done = play_batch(load(name, players=players), key, n, threads=available_threads())
    broken = int((done.results["ending"] == Ending.BROKEN).sum())
    decisions = int(done.results["decisions"].sum())
    print(json.dumps({"games": len(done.results), "decisions": decisions, "broken": broken}))


if __name__ == "__main__":
    main()
