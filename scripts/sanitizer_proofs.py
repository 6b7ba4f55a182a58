"""Tests of the kernels under AddressSanitizer and UBSan, tests of threads under ThreadSanitizer.

A tiny module of planted faults is compiled with each build, and each fault must be reported.
``proofs`` runs this.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from builds import ADDRESS, THREAD, Build
from figures import Figure
from trees import ROOT

WORKERS = os.cpu_count() or 1
IMPORT = "from undertow_kernels.planted.faults import {0}; {1}"
RACE = "import threading as t; two = [t.Thread(target=race, args=[10_000_000]) for _ in 'ab']; "
RUN = "[each.start() for each in two]; [each.join() for each in two]"
PLANTED = {  # for each function of the planted module a call, and what its report says
    ADDRESS.mode: {
        "heap": ("heap(8)", "heap-buffer-overflow"),
        "stack": ("stack(1)", "index 4 out of bounds"),
        "shift": ("shift(40)", "shift exponent 40 is too large"),
        "overflow": ("overflow(1)", "signed integer overflow"),
    },
    THREAD.mode: {"race": (RACE + RUN, "data race")},
}
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--capture=sys")
FIFTH = "tests/conformance/test_fifth_game.py"  # builds a project of its own
GAMES = "tests/conformance/test_games.py"
PEEKING = "tests/conformance/test_no_peeking.py"
# Without tests that last, for they count, compare and word in Python what others ask as well.
BRIEF = " and ".join(f"not {word}" for word in ("words", "beats", "wins", "distinct", "tell"))
UNTIMED = "not ctrl_c and not limited_time and not rendered"
SHORT = (  # suites that run side by side, the longest first
    (GAMES, "-k", BRIEF),
    ("tests/conformance", *(f"--ignore={path}" for path in (FIFTH, GAMES, PEEKING)), "-k", BRIEF),
    ("tests/games", "-m", "not slow", "-k", "rules or columns"),
    ("tests/core", "--ignore=tests/core/test_annotations.py"),  # which translates, no more
)
THREADS = (
    ("tests/conformance", f"--ignore={FIFTH}", f"--ignore={GAMES}", "-k", "thread"),
    (GAMES, "-k", "thread"),
    ("tests/api/test_batch.py", "tests/core/test_playout.py"),
)


def prove_sanitizers(full: bool) -> Iterator[Figure]:
    """Nothing is reported, and every planted fault is."""
    what, suites = ("the whole suite", all_suites()) if full else ("kernel tests", SHORT)
    yield from under(ADDRESS, what, suites)
    yield from under(THREAD, "tests of threads", THREADS)


def all_suites() -> tuple[tuple[str, ...], ...]:
    """Return each folder of tests as a suite, without what is bound to a time or to a browser."""
    folders = sorted(
        {path.relative_to(ROOT).parts[1] for path in ROOT.glob("tests/*/**/test_*.py")}
    )
    return tuple(
        (f"tests/{name}", "-m", "not packaging", "-k", UNTIMED)
        for name in folders
        if name != "packaging"
    )


def under(build: Build, what: str, suites: tuple[tuple[str, ...], ...]) -> Iterator[Figure]:
    if build.missing():
        yield Figure(f"{build.mode}: skipped, gcc has no {build.missing()}", True)
        return
    build.make()
    for name, (call, report) in PLANTED[build.mode].items():
        reports = build.run("-c", IMPORT.format(name, call))[1]
        first = next((line for line in reports.splitlines() if report in line), "not reported")
        yield Figure(f"{build.mode}: planted {name}: {first.strip()}", report in reports)
    with ThreadPoolExecutor(WORKERS) as pool:
        found = list(pool.map(lambda suite: build.run(*PYTEST, *suite), suites))
    reports = "".join(each for _, each in found)
    failed = " ".join(line for done, _ in found for line in failures(done))
    yield Figure(
        f"{build.mode}: {what}: {'; '.join(last_line(done) for done, _ in found)}; "
        f"{len(reports)} characters of reports {failed}{reports[:2000]}",
        not reports and all(done.returncode == 0 for done, _ in found),
    )


def failures(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return the lines that name a test that failed."""
    return [line for line in done.stdout.splitlines() if line.startswith("FAILED ")]


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    return (done.stdout.strip().splitlines() or ["no output"])[-1]


CHECKS = {"sanitizers": prove_sanitizers}
