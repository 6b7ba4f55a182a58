"""Whether intervals hold as often as is said, and what pairing saves: proofs of the balance lab.

``proofs`` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import takewhile
from math import log
from statistics import median

import numpy as np
from figures import Figure

from undertow import simulate
from undertow.inference.intervals import FIXED
from undertow.inference.paired import win_parts
from undertow.inference.sequences import beta_binomial, looks, prior, risk
from undertow.inference.statistics import deviations
from undertow.rows.results import Result
from undertow.studies.comparison import compare

SEED = 20_261_129
STUDY = 400  # games of a small study
LEAST, MOST, TOGETHER = 0.93, 0.97, 0.93  # of studies whose interval holds the long-run value
SHORT = 0.015  # either way, for the sampling of the short form
UNFAIR = 0.05  # of repetitions in which a fair game may be called unfair
TUNED = 10_000
Bounds = tuple[float, float]

VARIANTS = (  # two a game, named before the first of them was measured
    ("alarm", 3, {"forbid_kuno_landing": True}),
    ("alarm", 3, {"limit_scope": "turn"}),
    ("poseidon", 4, {"end_spaces_touch_waves": True}),
    ("poseidon", 4, {"head_blocks_turn": True}),
    ("kingdoms", 3, {"reset_move_sharks": True}),
    ("kingdoms", 3, {"solo_points": [0, 0, 0, 0, 0]}),
    ("pond", 4, {"far_shore": True}),
    ("pond", 4, {"dragonfly_value": 2}),
)


# --- coverage -------------------------------------------------------------------------------------


def prove_coverage(full: bool) -> Iterator[Figure]:
    """Small studies drawn from a stored run cover its values."""
    n, studies = (1_000_000, 2000) if full else (20_000, 500)
    rng = np.random.default_rng(SEED)
    for game, players in (("alarm", 3), ("kingdoms", 4)):
        base = simulate(game, players=players, games=n, agents="random", seed=SEED)
        other = simulate(
            game, players=players, games=n, agents="random", seed=SEED, rules=VARIED[game]
        )
        drawn = [rng.integers(0, n, STUDY) for _ in range(studies)]
        for name, values, interval in measures(base, other):
            yield covered(f"{game}, {name}", values, interval, drawn, full=full)
    yield from watched(rng, full)


VARIED = {"alarm": {"provisions": 2}, "kingdoms": {"numbers_flat": True}}
Interval = Callable[[np.ndarray, int], Bounds]


def measures(base: Result, other: Result) -> Iterator[tuple[str, np.ndarray, Interval]]:
    """Yield values by game, shape (n, k), and the interval of a column, one of so many."""
    shares, scores = parts(base), points(base)
    yield "shares", shares, lambda v, k: FIXED.share(float(v.mean()), len(v), k)
    yield (
        "mean scores",
        scores,
        lambda v, k: FIXED.mean(int(v.sum()), int((v * v).sum()), len(v), k),
    )
    yield "differences of shares", parts(other) - shares, FIXED.share_gain
    yield "differences of scores", points(other) - scores, FIXED.mean_gain


def parts(result: Result) -> np.ndarray:
    return win_parts(result.results, result.players, by_place=True)


def points(result: Result) -> np.ndarray:
    return result.results["score"][:, : result.players].astype(np.float64)


def covered(
    name: str, values: np.ndarray, interval: Interval, drawn: list[np.ndarray], *, full: bool
) -> Figure:
    """Count the studies whose intervals, alone and together, hold the run's own means."""
    truth, k = values.mean(axis=0), values.shape[1]

    def holds(column: np.ndarray, place: int, intervals: int) -> bool:
        low, high = interval(column, intervals)
        return bool(low <= truth[place] <= high)

    alone = together = 0
    for games in drawn:
        study = values[games]
        alone += sum(holds(study[:, i], i, 1) for i in range(k))
        together += all(holds(study[:, i], i, k) for i in range(k))
    one, all_of_them = alone / (k * len(drawn)), together / len(drawn)
    slack = 0 if full else SHORT
    return Figure(
        f"{name}: {len(drawn):,} studies of {STUDY} games; 95 % intervals hold in {one:.1%}, all "
        f"{k} together in {all_of_them:.1%}",
        LEAST - slack <= one <= MOST + slack and all_of_them >= TOGETHER - slack,
    )


def watched(rng: np.random.Generator, full: bool) -> Iterator[Figure]:
    """Fair games of four seats, looked at up to a million games."""
    repetitions, players = (1000, 4) if full else (300, 4)
    ends = range(64, 1_000_001, 64) if full else takewhile(lambda n: n <= 1_000_000, looks())
    n = np.array(list(ends), float)[:, None]
    steps = np.diff(n[:, 0], prepend=0).astype(np.int64)
    most, weights = -log(risk(players)), prior(1 / players, TUNED, players)
    unfair = naive = 0
    for _ in range(repetitions):
        wins = rng.multinomial(steps, [1 / players] * players).cumsum(axis=0)
        unfair += bool((beta_binomial(1 / players, wins, n, weights) >= most).any())
        variance = (1 - 1 / players) / players / n
        naive += bool((np.abs(wins / n - 1 / players) > deviations(4) * variance**0.5).any())
    yield Figure(
        f"fair games watched at {len(n):,} looks: called unfair in {unfair / repetitions:.1%} of "
        f"{repetitions:,} repetitions, by plain intervals in {naive / repetitions:.1%}",
        unfair / repetitions <= UNFAIR < naive / repetitions,
    )


# --- pairing --------------------------------------------------------------------------------------


def prove_pairing(full: bool) -> Iterator[Figure]:
    """What playing the same games in both arms saves, with greedy players."""
    factors = []
    for game, players, variant in VARIANTS:
        n = 10_000 if full else 200
        found = compare(game, players=players, variant=variant, agents="greedy", games=n, seed=SEED)
        factor = float("inf") if found.factor is None else found.factor
        factors.append(factor)
        yield Figure(
            f"{game} with {players} players, {next(iter(variant))}: {found.changed:,} of {n:,} "
            f"games differ, pairing saves a factor of {factor:.2f}",
            factor >= 0.95,
        )
    middle = median(factors)
    yield Figure(f"median of {len(factors)} factors: {middle:.1f}, at least 3", middle >= 3)


CHECKS = {"coverage": prove_coverage, "pairing": prove_pairing}
