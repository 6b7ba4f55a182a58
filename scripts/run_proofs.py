"""Whether runs survive: kills, faults of the disk, damage.

``proofs`` runs them. ``killed_run`` is the process that is killed, and whose disk fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
from figures import Figure, folder
from killed_run import BATCH, FAULTY, KILLED, paths_of

from undertow import read, simulate
from undertow.errors import ResultFileError
from undertow.rows.results import Result
from undertow.storage import run_writer

SEED = 20_261_130
SCRIPT = Path(__file__).with_name("killed_run.py")
LONGEST = 0.7  # seconds after which a process is killed at the latest
CALLS = ("write", "fsync", "rename")
ERRORS = {"kill": "signal=KILL", **{name: f"error={name}" for name in ("ENOSPC", "EIO", "EINTR")}}
MOST_CALLS = 60  # of one kind in one run; far more than there are


Kill = Callable[[float, Path], int]


# --- kills ----------------------------------------------------------------------------------------


def prove_kills(full: bool) -> Iterator[Figure]:
    """Processes that are killed at random lose, double and change no game."""
    wanted = 1000 if full else 50
    rng = np.random.default_rng(SEED)
    whole = simulate(**BATCH, games=KILLED.games)
    found: Counter[str] = Counter()
    with folder() as place, killer() as kill:
        for number in count():
            path = place / f"run-{number}"
            found += killed_until_done(path, whole, kill, rng, wanted - found["kills"])
            shutil.rmtree(path)
            if found["kills"] >= wanted:
                break
    yield Figure(
        f"{found['kills']:,} kills in {found['runs']} runs of {KILLED.games:,} games, "
        f"{found['between']} of them between games kept and games left: "
        f"{found['lost']} lost, {found['doubled']} doubled, {found['changed']} changed",
        found["kills"] >= wanted
        and found["between"] >= wanted // 3
        and not (found["lost"] or found["doubled"] or found["changed"] or found["failed"]),
    )


@contextmanager
def killer() -> Iterator[Kill]:
    """Yield what plays on in a process of its own, kills it, and returns its exit status.

    The process is forked off one that has imported all and started nothing.
    """
    nursery = subprocess.Popen(
        [sys.executable, str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with nursery as process:

        def kill(seconds: float, path: Path) -> int:
            process.stdin.write(f"{seconds} {path}\n")
            process.stdin.flush()
            return int(process.stdout.readline())

        yield kill


def killed_until_done(
    path: Path, whole: Result, kill: Kill, rng: np.random.Generator, most: int
) -> Counter[str]:
    """Kill a run again and again until it is over; return what came of it."""
    found = Counter(runs=1)
    kept, status = 0, -9
    while found["kills"] < most and status != 0:
        status = kill(LONGEST * rng.random(), path)
        found["kills"] += status == -9
        found["failed"] += status not in (0, -9)
        now = checked(path, whole, found)
        found["lost"] += max(0, kept - now)
        found["between"] += 0 < now < KILLED.games
        kept = now
    with patch.object(run_writer, "MOST", KILLED.most):
        simulate(**BATCH, games=KILLED.games, out=path, resume=True)
    found["lost"] += KILLED.games - checked(path, whole, found)
    return found


def checked(path: Path, whole: Result, found: Counter[str]) -> int:
    """Return how many games a run has; count those that are doubled or not those of the whole."""
    try:
        rows = read(path).rows
    except ResultFileError as error:
        if "no game yet" in str(error) or "_run.json is missing" in str(error):
            return 0
        if "No such file" in str(error):
            return 0
        raise
    found["doubled"] += len(rows) - len(np.unique(rows["index"]))
    found["changed"] += int((rows != whole.rows[: len(rows)]).sum())
    return len(rows)


# --- faults of the disk ---------------------------------------------------------------------------


class Point(NamedTuple):
    """Where in a run what fails."""

    call: str
    fault: str
    place: int


def prove_faults(full: bool) -> Iterator[Figure]:
    """A kill or an error at every write, fsync and rename of a run leads to no wrong result."""
    if shutil.which("strace") is None:
        yield Figure("skipped: strace is not installed", holds=True)
        return
    games = FAULTY.games if full else FAULTY.most
    whole = simulate(**BATCH, games=games)
    for fault in ERRORS:
        found: Counter[str] = Counter()
        with folder() as place, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            for part in pool.map(partial(all_places, place, fault, whole), CALLS):
                found += part
        yield Figure(
            f"{fault} at each of {found['points']} calls ({told(found)}) of a run of {games} "
            f"games: {found['traceback']} tracebacks, {found['wrong']} wrong results, "
            f"{found['stuck']} runs that could not be resumed",
            found["points"] >= 2 * len(CALLS)
            and not (found["traceback"] or found["wrong"] or found["stuck"]),
        )


def told(found: Counter[str]) -> str:
    return ", ".join(f"{found[call]} {call}" for call in CALLS)


def all_places(place: Path, fault: str, whole: Result, call: str) -> Counter[str]:
    """Let each call of one kind fail, one run at a time."""
    found: Counter[str] = Counter()
    for number in range(1, MOST_CALLS):
        one = Point(call, fault, number)
        path = place / f"{call}-{number}"
        path.mkdir()
        if not failed_once(one, path, whole, found):
            break
        found[call] += 1
        found["points"] += 1
        shutil.rmtree(path)
    return found


def failed_once(point: Point, place: Path, whole: Result, found: Counter[str]) -> bool:
    """Play with one call that fails, then play on; return whether there was such a call."""
    run, log = place / "run", place / "strace.txt"
    paths = [word for path in paths_of(run) for word in ("-P", str(path))]
    calls = "rename,renameat,renameat2" if point.call == "rename" else point.call
    inject = f"inject={calls}:{ERRORS[point.fault]}:when={point.place}"
    done = subprocess.run(
        [
            *("strace", "-f", "-qq", "-o", str(log), *paths, "-e", f"trace={calls}", "-e", inject),
            *(sys.executable, str(SCRIPT), str(run), str(len(whole.rows))),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    said = log.read_text()
    if "INJECTED" not in said and "killed by SIGKILL" not in said:
        return False
    found["traceback"] += "Traceback" in done.stderr or done.returncode not in (0, 5, -9, 137)
    if done.returncode == 0:
        found["wrong"] += read(run).rows.tobytes() != whole.rows.tobytes()
    try:
        again = simulate(**BATCH, games=whole.games, out=run, resume=True)
    except Exception as error:
        print(f"{point}: {error}", file=sys.stderr)
        found["stuck"] += 1
    else:
        found["wrong"] += again.rows.tobytes() != whole.rows.tobytes()
    return True


# --- damage ---------------------------------------------------------------------------------------


def prove_damage(full: bool) -> Iterator[Figure]:
    """Bits that flip, files that are cut or longer, and parts that are swapped are found."""
    wanted = 20_000 if full else 1000
    rng = np.random.default_rng(SEED)
    found: Counter[str] = Counter()
    with folder() as place:
        with patch.object(run_writer, "MOST", 40):
            simulate(**BATCH, games=120, out=place / "run")
            simulate(**BATCH, games=120, out=place / "other", force=False, rules={"target": 3})
        for number in range(wanted):
            kind = ("flip", "flip", "cut", "longer", "swap", "foreign")[number % 6]
            damaged, undo = DAMAGES[kind](place, rng)
            found[kind] += 1
            found["found"] += is_named(place / "run", damaged)
            undo()
        sound = read(place / "run").games
    yield Figure(
        f"{wanted:,} times damaged ({found['flip']:,} bits flipped, {found['cut']:,} files cut, "
        f"{found['longer']:,} longer, {found['swap']:,} parts swapped, {found['foreign']:,} of "
        f"another run): {found['found']:,} found and named",
        found["found"] == wanted and sound == 120,
    )


def is_named(run: Path, damaged: list[str]) -> bool:
    """Return whether reading a run says which file is damaged."""
    try:
        read(run).rows.tobytes()
    except ResultFileError as error:
        return any(name in str(error) for name in damaged)
    return False


def some_file(place: Path, rng: np.random.Generator, pattern: str = "[p_]*") -> Path:
    files = sorted((place / "run").glob(pattern))
    return files[int(rng.integers(len(files)))]


Damaged = tuple[list[str], Callable[[], object]]


def replaced(path: Path, data: bytes) -> Damaged:
    """Give a file another content; return its name and what undoes it."""
    before = path.read_bytes()
    path.write_bytes(data)
    return [path.name], lambda: path.write_bytes(before)


def flip(place: Path, rng: np.random.Generator) -> Damaged:
    path = some_file(place, rng)
    data = bytearray(path.read_bytes())
    bit = int(rng.integers(8 * len(data)))
    data[bit // 8] ^= 1 << bit % 8
    return replaced(path, bytes(data))


def cut(place: Path, rng: np.random.Generator) -> Damaged:
    path = some_file(place, rng)
    data = path.read_bytes()
    return replaced(path, data[: int(rng.integers(len(data)))])


def longer(place: Path, rng: np.random.Generator) -> Damaged:
    path = some_file(place, rng)
    data = path.read_bytes()
    here = int(rng.integers(len(data)))
    return replaced(path, data[:here] + rng.bytes(int(rng.integers(1, 9))) + data[here:])


def swap(place: Path, rng: np.random.Generator) -> Damaged:
    """Exchange two parts."""
    one, other = rng.permutation(sorted((place / "run").glob("part-*")))[:2]
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)
    return [one.name, other.name], lambda: (one.write_bytes(first), other.write_bytes(second))


def foreign(place: Path, rng: np.random.Generator) -> Damaged:
    path = some_file(place, rng, "part-*")
    return replaced(path, (place / "other" / path.name).read_bytes())


DAMAGES: dict[str, Callable[[Path, np.random.Generator], Damaged]] = {
    "flip": flip,
    "cut": cut,
    "longer": longer,
    "swap": swap,
    "foreign": foreign,
}


CHECKS = {
    "kills": prove_kills,
    "faults": prove_faults,
    "damage": prove_damage,
}
