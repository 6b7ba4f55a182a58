"""A run that is killed, or whose disk fails; ``run_proofs`` starts it.

usage: killed_run.py FOLDER GAMES
       killed_run.py < requests
"""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from undertow import simulate
from undertow.errors import ResultFileError
from undertow.storage import publishing, run_writer

BATCH: dict[str, Any] = {"game": "alarm", "players": 3, "seed": 7, "agents": "random"}


class Size(NamedTuple):
    """How many games a run has, and how many a part at most."""

    games: int
    most: int


KILLED = Size(games=12_000, most=200)
FAULTY = Size(games=120, most=40)


def play_on(path: str, games: int, most: int) -> None:
    """Play what is missing of a run."""
    run_writer.MOST = most
    simulate(**BATCH, games=games, out=path, resume=True)


def paths_of(run: Path) -> list[Path]:
    """Return the paths that a run of this script touches."""
    names = ["_run.json", *(f"part-{first:09}.parquet" for first in range(0, 121, FAULTY.most))]
    return [
        run.parent,
        run,
        *(run / name for name in names),
        *(run / temporary(n) for n in range(12)),
    ]


def temporary(number: int) -> str:
    return f".undertow-{number:016x}.tmp"


def kill_on_request() -> None:
    """For each line ``SECONDS FOLDER`` play on in a process and kill it then; say how it ended."""
    for line in sys.stdin:
        seconds, path = line.rstrip("\n").split(" ", 1)
        child = os.fork()
        if not child:
            try:
                play_on(path, *KILLED)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        print(_status_after(child, float(seconds)), flush=True)


def _status_after(child: int, seconds: float) -> int:
    until = time.monotonic() + seconds
    ended, status = 0, 0
    while not ended and time.monotonic() < until:
        time.sleep(0.002)
        ended, status = os.waitpid(child, os.WNOHANG)
    if not ended:
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def play_with_known_names(path: str, games: int) -> int:
    """Play with temporary names that strace can be told beforehand; return the exit status."""
    numbers = count()
    publishing.secrets.token_hex = lambda n: f"{next(numbers):016x}"
    try:
        play_on(path, games, FAULTY.most)
    except ResultFileError as error:
        print(error, file=sys.stderr)
        return 5
    return 0


if __name__ == "__main__":
    if len(sys.argv) == 1:
        kill_on_request()
    else:
        sys.exit(play_with_known_names(sys.argv[1], int(sys.argv[2])))
