"""Whether games come out alike however they are played, and whether playing on and on is free.

``proofs`` runs them.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from builds import ADDRESS, CHECKED, THREAD, Build
from dask_cluster import cluster as dask_processes
from figures import Figure, folder
from rows_digest import digest_of

import undertow as ut
from undertow import merge, read, simulate
from undertow.playing.cluster import cluster
from undertow.rows.results import Result

SEED = 20_261_130
GROWTH_MB = 25  # of a soak, from its first third to its last


# --- many ways to play ----------------------------------------------------------------------------


def prove_matrix(full: bool) -> Iterator[Figure]:
    """Threads, blocks, executors, shards, resumes, builds: one digest."""
    names = ut.games.names() if full else ["alarm", "poseidon"]
    builds = other_builds()
    with ExitStack() as stack:
        place = stack.enter_context(folder())
        pools = executors(stack, place)
        for name in names:
            batch: dict[str, Any] = {"game": name, "players": 3, "seed": SEED, "agents": "greedy"}
            n = 300 if full else 150
            digests: Counter[str] = Counter()
            for number, way in enumerate(ways(n, pools, full)):
                digests[digest_of(way(batch, place / f"{name}-{number}"))] += 1
            digests.update(digest_in(build, batch | {"games": n}) for build in builds)
            modes = ", ".join(["release", *(build.mode for build in builds)])
            yield Figure(
                f"{name}: {digests.total()} combinations of threads, blocks, executors (serial, "
                f"threads, processes, Dask), shards, resumes and builds ({modes}); "
                f"{len(digests)} digest{'s: ' + ', '.join(digests) if len(digests) > 1 else ''}",
                len(digests) == 1 and digests.total() >= (60 if full else 20),
            )


def executors(stack: ExitStack, place: Path) -> list[Executor]:
    """Return threads, processes and a Dask cluster with two workers."""
    context = multiprocessing.get_context("spawn")
    dask = stack.enter_context(dask_processes(place, 2))
    return [
        stack.enter_context(ThreadPoolExecutor(2)),
        stack.enter_context(ProcessPoolExecutor(2, mp_context=context)),
        stack.enter_context(cluster(dask.address)),
    ]


Way = Callable[[dict[str, Any], Path], Result]


def ways(n: int, pools: list[Executor], full: bool) -> Iterator[Way]:
    """Yield each way to play ``n`` games."""
    blocks = (1, 7, 64, 256, 1000) if full else (1, 7, 1000)
    for threads in (1, 2, 3, 8):
        for block in blocks:
            yield partial(plainly, games=n, threads=threads, block=block)
    for pool in pools:
        for size in (None, *(blocks[1:] if full else (7, 64))):
            yield partial(plainly, games=n, executor=pool, block=size)
        yield partial(resumed, games=n, breaks=[n // 3], executor=pool)
    for of in (2, 3, 4, 5, 7, 11, 23, n) if full else (2, 3, 7):
        yield partial(in_shards, games=n, of=of)
    for first in (1, 2, 7, 63, 64, 65, n // 3, n // 2, n - 1) if full else (1, n // 2, n - 1):
        yield partial(resumed, games=n, breaks=[first])
    for breaks in ([5, 17, 50, 51], [1, 2, 3], [64, 128], [10, 20, 30, 40], [n - 2, n - 1]):
        yield partial(resumed, games=n, breaks=breaks)


def plainly(batch: dict[str, Any], path: Path, **how: Any) -> Result:
    return simulate(**batch, **how)


def resumed(batch: dict[str, Any], path: Path, *, games: int, breaks: list[int], **how: Any):
    for stop in (*breaks, games):
        found = simulate(**batch, games=stop, out=path, resume=True, **how)
    return found


def in_shards(batch: dict[str, Any], path: Path, *, games: int, of: int) -> Result:
    shards = [path.with_name(f"{path.name}-{number}") for number in range(1, of + 1)]
    for number, shard in enumerate(shards, 1):
        simulate(**batch, games=games, out=shard, shard=f"{number}/{of}")
    return merge(shards[::-1], out=path)


def other_builds() -> list[Build]:
    """Compile the project in each other way that this machine can."""
    found = [build for build in (CHECKED, ADDRESS, THREAD) if not build.missing()]
    for build in found:
        build.make()
    return found


def digest_in(build: Build, batch: dict[str, Any]) -> str:
    """Return the digest of a batch that a build plays; its last words if it fails."""
    done, reports = build.run("scripts/rows_digest.py", json.dumps(batch))
    if done.returncode or reports:
        return f"{build.mode}: {reports or done.stderr}"[-500:]
    return done.stdout.strip()


# --- soak -----------------------------------------------------------------------------------------


class Use(NamedTuple):
    """What a process uses."""

    megabytes: float
    files: int
    threads: int


def prove_soak(full: bool) -> Iterator[Figure]:
    """Runs one after the other take no more memory, files and threads than the first ones."""
    until = time.monotonic() + (1200 if full else 120)
    used: list[Use] = []
    with folder() as place, ThreadPoolExecutor(2) as pool:
        for number in count():
            soaked(place / "run", number, pool)
            used.append(use())
            if time.monotonic() > until:
                break
    third = len(used) // 3
    first, last = ([*zip(*part, strict=True)] for part in (used[third : 2 * third], used[-third:]))
    memory = median(last[0]) - median(first[0])
    yield Figure(
        f"{len(used):,} rounds of runs, resumes and executors in {20 if full else 2} minutes: "
        f"memory {median(first[0]):.0f} MB, then {memory:+.1f} MB; files {min(first[1])} to "
        f"{max(first[1])}, then {min(last[1])} to {max(last[1])}; threads {max(first[2])}, then "
        f"{max(last[2])}",
        memory < GROWTH_MB and max(last[1]) <= max(first[1]) and max(last[2]) <= max(first[2]),
    )


def soaked(path: Path, number: int, pool: Executor) -> None:
    """Play a run in a folder, with a break and by an executor, and read it again."""
    name = ut.games.names()[number % len(ut.games.names())]
    batch = {"game": name, "players": 2, "agents": "greedy", "seed": number, "out": path}
    simulate(**batch, games=200)
    simulate(**batch, games=400, resume=True)
    simulate(**batch, games=600, resume=True, executor=pool)
    read(path).rows.tobytes()
    shutil.rmtree(path)


def use() -> Use:
    status = Path("/proc/self/status").read_text()
    said = dict(line.split(":", 1) for line in status.splitlines())
    return Use(
        int(said["VmRSS"].split()[0]) / 1024,
        len(os.listdir("/proc/self/fd")),
        int(said["Threads"]),
    )


CHECKS = {
    "matrix": prove_matrix,
    "soak": prove_soak,
}
