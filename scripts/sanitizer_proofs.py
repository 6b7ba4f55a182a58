"""Tests of the kernels under AddressSanitizer and UBSan, tests of threads under ThreadSanitizer.

Each build is a copy of the sources in ``build``; a tiny module of planted faults is compiled with
it, and each fault must be reported. ``proofs`` runs this.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from figures import Figure
from trees import ROOT, Tree

WORKERS = os.cpu_count() or 1
FAULTS = Path("tests", "planted", "faults.pyx")
PLANTED = Path("kernels", "undertow_kernels", "planted")
IMPORT = "from undertow_kernels.planted.faults import {0}; {1}"
RACE = "import threading as t; two = [t.Thread(target=race, args=[10_000_000]) for _ in 'ab']; "
RUN = "[each.start() for each in two]; [each.join() for each in two]"


@dataclass(frozen=True)
class Sanitizer:
    """A build with a sanitizer.

    Attributes
    ----------
    mode : str
        Of ``setup.py``.
    libraries : tuple of str
        What must be loaded before Python.
    options : dict
        Environment variables; ``{log}`` stands for where reports go.
    planted : dict
        For each function of the planted module a call and what its report says.
    """

    mode: str
    libraries: tuple[str, ...]
    options: dict[str, str]
    planted: dict[str, tuple[str, str]]

    @property
    def tree(self) -> Tree:
        return Tree(ROOT / "build" / f"{self.mode}-tree")

    def missing(self) -> str:
        """Return the first of its libraries that gcc does not have, or nothing."""
        return next((name for name in self.libraries if not library(name)), "")

    def environment(self, log: str) -> dict[str, str]:
        """Return what makes a Python report to files whose names begin with ``log``."""
        options = {key: value.format(log=log) for key, value in self.options.items()}
        return options | {"LD_PRELOAD": " ".join(map(library, self.libraries))}

    def build(self) -> None:
        """Compile the tree, the planted faults with it."""
        self.tree.build(self.mode, {FAULTS: PLANTED / FAULTS.name})


ADDRESS = Sanitizer(
    "asan",
    ("libasan.so", "libstdc++.so.6"),
    {
        "ASAN_OPTIONS": "detect_leaks=0:log_path={log}",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "PYTHONMALLOC": "malloc",
    },
    {
        "heap": ("heap(8)", "heap-buffer-overflow"),
        "stack": ("stack(1)", "index 4 out of bounds"),
        "shift": ("shift(40)", "shift exponent 40 is too large"),
        "overflow": ("overflow(1)", "signed integer overflow"),
    },
)
THREAD = Sanitizer(
    "tsan",
    ("libtsan.so",),
    {"TSAN_OPTIONS": "halt_on_error=0:exitcode=66:log_path={log}"},
    {"race": (RACE + RUN, "data race")},
)


def library(name: str) -> str:
    """Return where gcc has a library, or nothing."""
    if not shutil.which("gcc"):
        return ""
    asked = ["gcc", f"-print-file-name={name}"]
    found = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    return found if os.path.isabs(found) else ""


# --- what runs under them -------------------------------------------------------------------------

SHORT = (  # suites that run side by side
    ("tests/core",),
    ("tests/conformance", "--ignore=tests/conformance/test_fifth_game.py"),
)
THREADS = (
    "tests/api/test_batch.py",
    "tests/core/test_playout.py",
    "tests/conformance",
    "-k", "thread or batch",
    "--ignore=tests/conformance/test_fifth_game.py",
)  # fmt: skip


def prove_sanitizers(full: bool) -> Iterator[Figure]:
    """Nothing is reported, and every planted fault is."""
    suites = (("tests", "-m", "not packaging"),) if full else SHORT
    yield from under(ADDRESS, "kernel tests" if not full else "the whole suite", suites)
    yield from under(THREAD, "tests of threads", (THREADS,))


def under(sanitizer: Sanitizer, what: str, suites: tuple[tuple[str, ...], ...]) -> Iterator[Figure]:
    if sanitizer.missing():
        yield Figure(f"{sanitizer.mode}: skipped, gcc has no {sanitizer.missing()}", True)
        return
    sanitizer.build()
    for name, (call, report) in sanitizer.planted.items():
        reports = reported(sanitizer, "-c", IMPORT.format(name, call))[1]
        first = next((line for line in reports.splitlines() if report in line), "not reported")
        yield Figure(f"{sanitizer.mode}: planted {name}: {first.strip()}", report in reports)
    with ThreadPoolExecutor(WORKERS) as pool:
        pytest = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--capture=sys")
        found = list(pool.map(lambda suite: reported(sanitizer, *pytest, *suite), suites))
    reports = "".join(each for _, each in found)
    lines = [(done.stdout.strip().splitlines() or ["no output"])[-1] for done, _ in found]
    yield Figure(
        f"{sanitizer.mode}: {what}: {'; '.join(lines)}; {len(reports)} characters of reports "
        f"{reports[:2000]}",
        not reports and all(done.returncode == 0 for done, _ in found),
    )


def reported(sanitizer: Sanitizer, *arguments: str) -> tuple[subprocess.CompletedProcess[str], str]:
    """Run Python under a sanitizer; return what became of it and all reports of its processes.

    UBSan ends the process that it reports of, and writes to standard error alone.
    """
    with tempfile.TemporaryDirectory() as folder:
        done = sanitizer.tree.run(*arguments, **sanitizer.environment(f"{folder}/report"))
        reports = "".join(path.read_text(errors="replace") for path in Path(folder).iterdir())
    return done, reports + "".join(done.stderr.partition("runtime error:")[1:])


CHECKS = {"sanitizers": prove_sanitizers}
