"""Write raw words of the stream to standard output for ever, for batteries of tests.

usage: python scripts/random_words.py games|seeds SEED

``games``: the first four words of each game's dice; ``seeds``: those of the first 64 rounds of
game 0, for one seed after the other.
"""

import itertools
import sys

import numpy as np

from undertow_kernels.core.rng import Purpose, first_words

GAMES = 4096  # written at once
SEEDS, ROUNDS = 64, 64  # likewise


def key_of(seed: int) -> np.ndarray:
    return np.random.SeedSequence(seed).generate_state(2, np.uint64)


def over_games(seed: int, part: int) -> bytes:
    first = part * GAMES
    return first_words(key_of(seed), Purpose.DICE, games=GAMES, rounds=1, first=first).tobytes()


def over_seeds(seed: int, part: int) -> bytes:
    seeds = range(seed + part * SEEDS, seed + (part + 1) * SEEDS)
    words = [first_words(key_of(s), Purpose.DICE, games=1, rounds=ROUNDS).tobytes() for s in seeds]
    return b"".join(words)


def main() -> None:
    draw = {"games": over_games, "seeds": over_seeds}[sys.argv[1]]
    try:
        for part in itertools.count():
            sys.stdout.buffer.write(draw(int(sys.argv[2]), part))
    except BrokenPipeError:
        sys.stderr.close()


if __name__ == "__main__":
    main()
