"""Dice, pairs, neighbours, seats, shuffles and choices as often as chance has them.

Each looks at another quantity, at fixed seeds, and is shown a biased twin that it must catch.
The long form feeds the stream to dieharder. ``proofs`` runs this.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from figures import Figure
from scipy.stats import chi2
from trees import ROOT

from undertow import games
from undertow.game import LoadedGame, load
from undertow_kernels.core.rng import Purpose, below, words

SEED = 20_261_202
KEY = np.random.SeedSequence(SEED).generate_state(2, np.uint64)
RARE = 1e-6  # a chance below which a figure counts as biased
FACES = 6
WORDS = 4  # a block: what one game draws here
MOST_OPTIONS = 60
TESTS = ("-a", "-k", "2", "-Y", "1")  # dieharder's own way to go on where a result is weak


def prove_randomness(full: bool) -> Iterator[Figure]:
    """Nothing is more frequent than chance has it, and planted biases are caught."""
    n = 2_000_000 if full else 200_000
    rolled = dice(n)
    yield from shown("dice", evenly(rolled), evenly(dice(n, by_byte)), "a byte modulo 6")
    couples = np.concatenate([rolled[:, :2], rolled[:, 2:]])
    yield from shown("pairs", paired(couples), paired(sticky(couples)), "some repeated")
    first = rolled[:, 0]
    reused = first[np.arange(n) // 2]
    yield from shown(
        "neighbouring games", paired(as_couples(first)), paired(as_couples(reused)),
        "a stream used in two games",
    )  # fmt: skip
    seats = [dice(n // 2, purpose=Purpose.AGENT, seat=seat)[:, 0] for seat in (0, 1)]
    yield from shown(
        "seats", paired(np.stack(seats, axis=1)), paired(np.stack([seats[0]] * 2, axis=1)),
        "one stream for both",
    )  # fmt: skip
    yield from shuffles(20_000 if full else 2_000)
    yield from choices(2_000 if full else 100)
    if full:
        yield from dieharder()


def shown(what: str, p: float, planted: float, bias: str) -> Iterator[Figure]:
    yield Figure(
        f"{what}: p = {p:.3g}, at least {RARE:g}; with a planted bias, {bias}: {planted:.1g}",
        p >= RARE > planted,
    )


# --- dice -----------------------------------------------------------------------------------------


def by_draw(some: np.ndarray) -> list[int]:
    return below(some, [FACES] * WORDS)


def by_byte(some: np.ndarray) -> list[int]:
    return (some % 256 % FACES).tolist()


def dice(
    n: int,
    draw: Callable[[np.ndarray], list[int]] = by_draw,
    purpose: int = Purpose.DICE,
    seat: int = 0,
) -> np.ndarray:
    """Return the first four dice of ``n`` games: int array, shape (n, 4), from 0."""
    rolled = (draw(words(KEY, purpose, WORDS, seat=seat, round=1, game=i)) for i in range(n))
    return np.array(list(rolled))


def sticky(couples: np.ndarray) -> np.ndarray:
    """Return couples of which each fiftieth shows the same face twice."""
    changed = couples.copy()
    changed[::50, 1] = changed[::50, 0]
    return changed


def as_couples(values: np.ndarray) -> np.ndarray:
    return values[: len(values) // 2 * 2].reshape(-1, 2)


def evenly(values: np.ndarray) -> float:
    """Return the chance of faces as uneven as these."""
    return chance(np.bincount(values.ravel(), minlength=FACES))


def paired(couples: np.ndarray) -> float:
    """Return the chance of couples as uneven as these."""
    return chance(np.bincount(couples @ (FACES, 1), minlength=FACES * FACES))


def chance(counts: np.ndarray) -> float:
    """Return the chi-square test's p that these counts have equal expectations."""
    mean = counts.mean()
    return float(chi2.sf(((counts - mean) ** 2).sum() / mean, counts.size - 1))


# --- shuffles -------------------------------------------------------------------------------------


def shuffles(n: int) -> Iterator[Figure]:
    """Every card lies in every place equally often, in the deals of each game."""
    for name in games.names():
        path = ROOT / "tests" / "games" / name / "targets.toml"
        listed = tomllib.loads(path.read_text()).get("shuffled", [])
        loaded = load(name)
        states = np.concatenate(
            [loaded.match(SEED, i).state.view(loaded.game.state) for i in range(n if listed else 0)]
        ) if listed else None  # fmt: skip
        for field, begin, end in listed:
            deals = states[field][:, begin:end]
            yield from shown(
                f"{name}'s {field} {begin} to {end - 1}", placed(deals), placed(naive(deals)),
                "a naive shuffle",
            )  # fmt: skip


def naive(deals: np.ndarray) -> np.ndarray:
    """Return the first deal's cards, in order, shuffled by exchanging each with any other."""
    n, size = deals.shape
    other = np.random.Generator(np.random.PCG64(SEED)).integers(0, size, (n, size))
    out = np.tile(np.sort(deals[0]), (n, 1))
    rows = np.arange(n)
    for i in range(size):
        out[rows, i], out[rows, other[:, i]] = out[rows, other[:, i]], out[rows, i].copy()
    return out


def placed(deals: np.ndarray) -> float:
    """Return the chance of a table, place by card, as uneven as that of these deals.

    Places share the cards of a deal, so what is expected of the sum is larger by 1 part in their
    number than chi-square's.
    """
    size = deals.shape[1]
    cards = np.unique(deals)
    table = np.array([(deals == card).sum(axis=0) for card in cards])
    mean = table.mean(axis=1, keepdims=True)
    total = ((table - mean) ** 2 / mean).sum()
    whole = (np.sort(deals, axis=1) == np.sort(deals[0])).all()
    scale = (size - 1) / size if whole else 1.0
    return float(chi2.sf(total * scale, (size - 1) * (len(cards) - 1)))


# --- choices --------------------------------------------------------------------------------------


def choices(n: int) -> Iterator[Figure]:
    """Random players take each option of as many equally often."""
    for name in games.names():
        picks = picked(load(name), n)
        biased = {options: favoured(some) for options, some in picks.items()}
        yield from shown(f"{name}'s choices", chosen(picks), chosen(biased), "the first favoured")


def picked(loaded: LoadedGame, n: int) -> dict[int, np.ndarray]:
    """Return the picks of ``n`` games by how many options there were."""
    found = defaultdict(list)
    for index in range(n):
        match = loaded.match(SEED, index)
        while match.actor >= 0:
            legal = match.legal()
            pick = match.choose()
            if len(legal) <= MOST_OPTIONS:
                found[len(legal)].append(pick)
            match.apply(legal[pick])
    return {options: np.array(some) for options, some in found.items() if len(some) > 5 * options}


def favoured(picks: np.ndarray) -> np.ndarray:
    changed = picks.copy()
    changed[::10] = 0
    return changed


def chosen(picks: dict[int, np.ndarray]) -> float:
    """Return the chance of picks as uneven as these, over all numbers of options."""
    total = freedom = 0.0
    for options, some in picks.items():
        counts = np.bincount(some, minlength=options)
        total += ((counts - counts.mean()) ** 2 / counts.mean()).sum()
        freedom += options - 1
    return float(chi2.sf(total, freedom))


# --- dieharder ------------------------------------------------------------------------------------


def dieharder() -> Iterator[Figure]:
    """The stream over games and over seeds, both at once: each keeps a core busy for an hour."""
    if not shutil.which("dieharder"):
        yield Figure("dieharder: skipped, it is not installed", True)
        return
    with ThreadPoolExecutor() as pool:
        yield from pool.map(battery, ("games", "seeds"))


def battery(over: str) -> Figure:
    """Return what dieharder finds in the stream."""
    source = subprocess.Popen(
        [sys.executable, "scripts/random_words.py", over, str(SEED)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )
    done = subprocess.run(
        ["dieharder", "-g", "200", *TESTS],
        stdin=source.stdout, capture_output=True, text=True, check=False,
    )  # fmt: skip
    source.kill()
    source.wait()
    verdicts = re.findall(r"\|\s*(PASSED|WEAK|FAILED)\s*$", done.stdout, re.MULTILINE)
    failed = [line for line in done.stdout.splitlines() if "FAILED" in line]
    return Figure(
        f"dieharder over {over}: {verdicts.count('PASSED')} of {len(verdicts)} results passed, "
        f"{verdicts.count('WEAK')} weak on the way, {len(failed)} failed {'; '.join(failed)}",
        len(verdicts) > 100 and not failed,
    )


CHECKS = {"randomness": prove_randomness}
