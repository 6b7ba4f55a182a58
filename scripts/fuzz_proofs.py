"""Rule files and moves that nobody would write: they end in a game or in a named error.

``proofs`` runs this; ``fuzz_rules`` and ``fuzz_moves`` make the files and the moves.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from builds import ADDRESS
from figures import Figure
from trees import ROOT

WORKERS = os.cpu_count() or 1
SEED = 20_261_201
FILES = (200_000, 10_000_000)  # in the short and in the long form
SECONDS = (60, 3600)  # of moves
PLANTED_FILES, PLANTED_SECONDS = 20_000, 20  # after which a planted bug must have been found
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None  # a disk takes as long as the reading
OVERFLOW = ("heap-buffer-overflow", "insufficient space")  # as ASan or UBSan, if first, says it


def prove_fuzzing(full: bool) -> Iterator[Figure]:
    """No file and no move ends in anything but a game or a named error."""
    with ThreadPoolExecutor(WORKERS) as pool:
        moves = pool.submit(lambda: list(fuzzed_moves(SECONDS[full])))
        yield from fuzzed_files(FILES[full], pool)
        yield from moves.result()


# --- rule files -----------------------------------------------------------------------------------


def fuzzed_files(files: int, pool: ThreadPoolExecutor) -> Iterator[Figure]:
    if find_spec("atheris") is None:
        yield Figure("rule files: skipped, atheris is not installed", True)
        return
    _, report = feed(PLANTED_FILES, 0, "planted")
    yield Figure("rule files: planted bug " + told("IndexError: planted" in report),
                 "IndexError: planted" in report)  # fmt: skip
    seen: Counter[str] = Counter()
    reports = ""
    for found, report in pool.map(lambda part: feed(files // WORKERS, part), range(WORKERS)):
        seen += found
        reports += report
    yield Figure(
        f"rule files: {sum(seen.values()):,} of {files:,} tried, {seen['played']:,} played, "
        f"{seen['refused']:,} refused by name {reports[-2000:]}",
        sum(seen.values()) >= files - files % WORKERS and not reports,
    )


def feed(files: int, part: int, *planted: str) -> tuple[Counter[str], str]:
    """Return what became of some files, and the report if one of them failed."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        figures = Path(folder, "figures.json")
        given = [str(files), str(SEED + part), str(figures), *planted]
        done = subprocess.run(
            [sys.executable, "scripts/fuzz_rules.py", *given],
            cwd=ROOT,
            env=os.environ | {"TMPDIR": folder},
            capture_output=True,
            text=True,
            check=False,
            errors="replace",
        )
        seen = Counter(json.loads(figures.read_text())) if figures.exists() else Counter()
    return seen, (done.stdout + done.stderr) if done.returncode else ""


# --- moves ----------------------------------------------------------------------------------------


def fuzzed_moves(seconds: int) -> Iterator[Figure]:
    """Offer moves to the kernels compiled with AddressSanitizer."""
    if ADDRESS.missing():
        yield Figure(f"moves: skipped, gcc has no {ADDRESS.missing()}", True)
        return
    ADDRESS.make()
    given = ("scripts/fuzz_moves.py", str(PLANTED_SECONDS), str(SEED), "planted")
    report = ADDRESS.run(*given)[1]
    found = any(words in report for words in OVERFLOW)
    yield Figure("moves: planted bug " + told(found), found)
    done, report = ADDRESS.run("scripts/fuzz_moves.py", str(seconds), str(SEED))
    seen = Counter(json.loads(done.stdout)) if done.returncode == 0 else Counter()
    yield Figure(
        f"moves: {seconds} s, {seen['games']:,} games, {seen['taken']:,} moves taken, "
        f"{seen['refused']:,} refused, {seen['answered']:,} other questions answered "
        f"{report[:2000]}{done.stderr[-500:]}",
        done.returncode == 0 and not report and seen["refused"] > 0,
    )


def told(found: bool) -> str:
    return "found" if found else "not found"


CHECKS = {"fuzzing": prove_fuzzing}
