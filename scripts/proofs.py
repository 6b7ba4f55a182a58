"""The proofs behind scripts/prove: lockstep, invariants, determinism, fairness, speed and more.

usage: scripts/prove [--full] [--only NAME ...]

Each check prints one line of figures and whether it holds; the exit status is 1 if one does not.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from threading import Thread

import agent_proofs
import fuzz_proofs
import mutation_proofs
import numpy as np
import randomness_proofs
import run_proofs
import sanitizer_proofs
import study_proofs
import way_proofs
from builds import CHECKED
from figures import Figure, named, tables
from lockstep import lockstep, long_form, own_module, told
from trees import ROOT

from undertow import games
from undertow.game import LoadedGame, load
from undertow.playing.batch import play_batch
from undertow_kernels.core.game import RESULT_DTYPE
from undertow_kernels.core.pace import draw_ns, spin
from undertow_kernels.core.playout import Stop, play

SEED = 20_261_129
KEY = np.random.SeedSequence(SEED).generate_state(2, np.uint64)
THREAD_GAIN = 1.8  # of two threads, over what a spin loop gains
MEMORY_MB = 300  # while 100,000 games are played
SPIN = 400_000_000
TIMED = 0.25  # seconds that one thread plays: long beside a time slice of the scheduler
ATTEMPTS = 4  # at the gain of a second thread: a neighbour on the machine can only lower it
CHI_SQUARE = {2: 23.93, 3: 27.63, 4: 30.66, 5: 33.38, 6: 35.89}  # exceeded with p = 1e-6, by seats
Timing = tuple[float, float]  # seconds of one thread, and of two that each do as much


# --- lockstep -------------------------------------------------------------------------------------


def prove_lockstep(full: bool) -> Iterator[Figure]:
    """The referee agrees after every decision; options by a covering array."""
    python = shutil.which("pypy3") if full else None
    how = "PyPy" if python else "CPython"
    for loaded in tables():
        for mode, many in long_form(loaded.game.name, loaded.players):
            found = lockstep(
                loaded.game.name,
                loaded.players,
                many if full else 300,
                mode,
                seed=SEED,
                workers=os.cpu_count() or 1,
                python=python or sys.executable,
            )
            yield Figure(
                f"{named(loaded)}, {told(mode)}: {found.games:,} games, {found.decisions:,} "
                f"decisions, {found.differences} differences (referee under {how}) {found.first}",
                found.differences == 0,
            )


# --- invariants -----------------------------------------------------------------------------------


def prove_invariants(full: bool) -> Iterator[Figure]:
    """The compiled check holds at every decision; a checked build, UBSan included."""
    CHECKED.make()
    for loaded in tables():
        n = 100_000 if full else 2_000
        out = CHECKED.tree.run(
            "scripts/checked_games.py", loaded.game.name, str(loaded.players), str(n), str(SEED)
        )
        found = json.loads(out.stdout) if out.returncode == 0 else {"games": 0, "decisions": 0}
        yield Figure(
            f"{named(loaded)}: {found['games']:,} games, {found['decisions']:,} decisions checked, "
            f"{found.get('broken', '?')} broken {out.stderr.strip()[-300:]}",
            out.returncode == 0 and found["games"] == n and found["broken"] == 0,
        )
    planted = CHECKED.tree.run("-m", "pytest", "-q", "tests/games", "-k", "invariant")
    yield Figure(
        "planted faults: " + (planted.stdout.strip().splitlines() or ["no output"])[-1],
        planted.returncode == 0,
    )


# --- determinism ----------------------------------------------------------------------------------


def prove_determinism(full: bool) -> Iterator[Figure]:
    """The same rows for every number of threads, block size, and for games played alone."""
    for loaded in tables():
        n = 20_000 if full else 2_000
        digests = {
            digest(loaded, n, threads, block) for threads in (1, 2, 3, 8) for block in (1, 7, 1000)
        }
        alone = all_alone(loaded, 200 if full else 50)
        yield Figure(
            f"{named(loaded)}: {n:,} games, 12 combinations of threads and blocks, "
            f"{len(digests)} digest; games played alone differ in {alone}",
            len(digests) == 1 and alone == 0,
        )


def digest(loaded: LoadedGame, n: int, threads: int, block: int) -> str:
    done = play_batch(loaded, KEY, n, threads=threads, block=block)
    return hashlib.sha256(done.results.tobytes() + done.columns.tobytes()).hexdigest()


def all_alone(loaded: LoadedGame, n: int) -> int:
    """Return how many of ``n`` games differ when replayed without the others."""
    batch = play_batch(loaded, KEY, n, threads=1)
    different = 0
    for index in range(n):
        match = loaded.match(SEED, index)
        match.play_on()
        different += (
            match.result()[0] != batch.results[index]
            or match.columns().tobytes() != batch.columns[index].tobytes()
        )
    return different


# --- memory and speed -----------------------------------------------------------------------------


def prove_memory(full: bool) -> Iterator[Figure]:
    """100,000 games stay within the memory promised."""
    for name in games.names():
        code = (
            "import undertow as ut\n"
            f"r = ut.simulate({name!r}, games=100_000, agents='random', seed=7)\n"
            "peak = open('/proc/self/status').read().split('VmHWM:')[1].split()[0]\n"
            "print(len(r.results), int(peak) // 1024)"
        )
        out = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        played, peak = map(int, out.stdout.split()) if out.returncode == 0 else (0, 0)
        yield Figure(
            f"{name}: {played:,} games, peak {peak} MB of at most {MEMORY_MB} {out.stderr[-200:]}",
            played == 100_000 and 0 < peak <= MEMORY_MB,
        )


def prove_speed(full: bool) -> Iterator[Figure]:
    """A decision's cost in draws, and what a second thread gains."""
    for name in games.names():
        most = targets(name)["draws_per_decision"]
        loaded = load(name, players=4)
        costs = [cost(loaded) for _ in range(21 if full else 9)]
        least = min(ns for ns, _ in costs) / min(draw for _, draw in costs)
        middle = float(np.median([ns / draw for ns, draw in costs]))
        yield Figure(
            f"{name} with 4 players: {min(ns for ns, _ in costs):.0f} ns a decision, "
            f"{least:.1f} draws (median of ratios {middle:.1f}) of at most {most}",
            min(least, middle) <= most,
        )
        for attempt in range(1, ATTEMPTS + 1):
            found = thread_gain(loaded, attempt, 15 if full else 7)
            if found.holds:
                break
        yield found


def thread_gain(loaded: LoadedGame, attempt: int, n: int) -> Figure:
    """Return what a second thread gains, over what a spin loop gains at the same time."""
    games = games_in(loaded, TIMED)
    pairs = [gains(loaded, games) for _ in range(n)]
    best = 2 * best_gain([p[0] for p in pairs]) / best_gain([p[1] for p in pairs])
    middle = float(np.median([2 * gain(g) / gain(s) for g, s in pairs]))
    return Figure(
        f"{loaded.game.name}: two threads play {max(gain(g) for g, _ in pairs):.2f} times as many "
        f"games, a spin loop gains {max(gain(s) for _, s in pairs):.2f}; for a gain of 2: "
        f"{best:.2f} of minima, {middle:.2f} the median, of at least {THREAD_GAIN} "
        f"(attempt {attempt} of {ATTEMPTS})",
        max(best, middle) >= THREAD_GAIN,
    )


def targets(name: str) -> dict[str, float]:
    """Return what the game's speed is held to."""
    with (ROOT / "tests" / "games" / name / "targets.toml").open("rb") as file:
        return tomllib.load(file)


def cost(loaded: LoadedGame, n: int = 400) -> tuple[float, float]:
    """Return nanoseconds of a decision and of a draw, timed one after the other."""
    draw = draw_ns()
    began = time.thread_time_ns()
    # One block in the calling thread: the same call that a pool's thread makes.
    decisions = play_here(loaded, n)
    return (time.thread_time_ns() - began) / decisions, draw


def play_here(loaded: LoadedGame, n: int) -> int:
    results = np.zeros(n, RESULT_DTYPE)
    columns = np.zeros((n, loaded.game.columns.itemsize), np.uint8)
    game = loaded.game.rules
    play(game, loaded.table_bytes, loaded.players, KEY, 0, results, columns, Stop())
    return int(results["decisions"].sum())


def games_in(loaded: LoadedGame, seconds: float, n: int = 500) -> int:
    """Return about how many games one thread plays in that time."""
    began = time.perf_counter()
    play_here(loaded, n)
    return max(1, round(n * seconds / (time.perf_counter() - began)))


def gains(loaded: LoadedGame, n: int) -> tuple[Timing, Timing]:
    """Return seconds of one thread and of two: for games, then for a spin loop."""
    return timing(lambda: play_here(loaded, n)), timing(lambda: spin(SPIN))


def timing(work: Callable[[], object]) -> Timing:
    return wall([Thread(target=work)]), wall([Thread(target=work), Thread(target=work)])


def gain(seconds: Timing) -> float:
    return 2 * seconds[0] / seconds[1]


def best_gain(timings: list[Timing]) -> float:
    return 2 * min(one for one, _ in timings) / min(two for _, two in timings)


def wall(threads: list[Thread]) -> float:
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


# --- fairness -------------------------------------------------------------------------------------


def prove_fairness(full: bool) -> Iterator[Figure]:
    """Where the rules treat all seats alike, random seats win alike, the start player drawn."""
    n = 1_000_000 if full else 20_000
    for loaded in tables():
        if loaded.players not in targets(loaded.game.name).get("even_seats", []):
            continue
        done = play_batch(loaded, KEY, n, threads=os.cpu_count() or 1)
        shares = [seat_wins(done.results, seat) for seat in range(loaded.players)]
        mean = sum(shares) / loaded.players
        spread = sum((wins - mean) ** 2 for wins in shares) / mean
        bound = CHI_SQUARE[loaded.players]
        yield Figure(
            f"{named(loaded)}: {n:,} games, wins by seat {[round(wins) for wins in shares]}, "
            f"chi-square {spread:.1f} of at most {bound} (p = 1e-6)",
            spread <= bound,
        )


def seat_wins(results: np.ndarray, seat: int) -> float:
    """Return a seat's wins; one shared by m sides counts 1 / m."""
    winners = results["winners"].astype(np.int64)
    shared = sum(winners >> other & 1 for other in range(8))
    return float((1 / shared[winners >> seat & 1 == 1]).sum())


# --- symmetry -------------------------------------------------------------------------------------


def prove_symmetry(full: bool) -> Iterator[Figure]:
    """Where a game's board has a symmetry, legal moves and what they do have it too."""
    for name in games.names():
        if not (ROOT / "tests" / "games" / name / "symmetry.py").exists():
            continue
        n = 10_000 if full else 100
        decisions, different = own_module(name, "symmetry").differences(n, SEED)
        yield Figure(
            f"{name}: {n:,} games turned at {decisions:,} decisions, {different} differences",
            different == 0,
        )


CHECKS = {
    "lockstep": prove_lockstep,
    "invariants": prove_invariants,
    "determinism": prove_determinism,
    "memory": prove_memory,
    "fairness": prove_fairness,
    "symmetry": prove_symmetry,
    "speed": prove_speed,
    **agent_proofs.CHECKS,
    **study_proofs.CHECKS,
    **run_proofs.CHECKS,
    **way_proofs.CHECKS,
    **mutation_proofs.CHECKS,
    **sanitizer_proofs.CHECKS,
    **fuzz_proofs.CHECKS,
    **randomness_proofs.CHECKS,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/prove", description=__doc__.splitlines()[0])
    parser.add_argument("--full", action="store_true", help="the long form: hours")
    parser.add_argument("--only", nargs="+", choices=CHECKS)
    options = parser.parse_args()
    failures = 0
    for name in options.only or CHECKS:
        for figure in CHECKS[name](options.full):
            verdict = "holds" if figure.holds else "FAILS"
            print(f"{name:<12} {verdict}  {figure.text}".rstrip(), flush=True)
            failures += not figure.holds
    print(f"{failures} failures" if failures else "everything holds")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
