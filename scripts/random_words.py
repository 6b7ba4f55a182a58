"""Write raw words of the stream to standard output for ever, for batteries of tests.

usage: python scripts/random_words.py games|seeds SEED

``games``: the first four words of each game's dice; ``seeds``: those of the first 64 rounds of
game 0, for one seed after the other.
"""

import itertools
import sys

import numpy as np

from undertow_kernels.core.rng import Purpose, words

GAMES = 4096  # written at once
ROUNDS = 64


def over_games(seed: int, part: int) -> np.ndarray:
    key = np.random.SeedSequence(seed).generate_state(2, np.uint64)
    numbers = range(part * GAMES, (part + 1) * GAMES)
    return np.concatenate([words(key, Purpose.DICE, 4, round=1, game=i) for i in numbers])


def over_seeds(seed: int, part: int) -> np.ndarray:
    key = np.random.SeedSequence(seed + part).generate_state(2, np.uint64)
    return np.concatenate([words(key, Purpose.DICE, 4, round=i) for i in range(ROUNDS)])


def main() -> None:
    draw = {"games": over_games, "seeds": over_seeds}[sys.argv[1]]
    try:
        for part in itertools.count():
            sys.stdout.buffer.write(draw(int(sys.argv[2]), part).tobytes())
    except BrokenPipeError:
        sys.stderr.close()


if __name__ == "__main__":
    main()
