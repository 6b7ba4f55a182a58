"""``undertow doctor``: versions, threads, how the core was built, and a determinism self-check."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import undertow_kernels
from undertow import __version__, games
from undertow.cli.screen import show_json, show_line
from undertow.playing.threads import available_threads
from undertow.studies.simulation import simulate
from undertow.wording import counted
from undertow_kernels.core.game import CHECKED

LIBRARIES = ("numpy", "msgspec", "click", "rich", "pyarrow", "pandas", "polars")
CHECK_GAMES = 100
CHECK_SEED = 7
WAYS = ((1, 1), (1, 7), (2, 16))  # (threads, block): all must give the same rows


def facts() -> dict[str, str]:
    """Return what a bug report needs to know of this installation."""
    core = "checked (invariants at every decision)" if CHECKED else "unchecked"
    return {
        "undertow": __version__,
        "python": f"{platform.python_version()} (Python's compiler: {platform.python_compiler()})",
        **{name: _version(name) for name in LIBRARIES},
        "system": platform.platform(),
        "processors": f"{available_threads()} available",
        "core": f"{core}, {Path(undertow_kernels.__file__).parent}",
    }


def digests() -> Iterator[tuple[str, int, list[str]]]:
    """Yield game, players and a digest of the same games for each number of threads and block."""
    for name in games.names():
        for players in games.find(name).seats:
            found = []
            for threads, block in WAYS:
                result = simulate(
                    name,
                    players=players,
                    games=CHECK_GAMES,
                    seed=CHECK_SEED,
                    threads=threads,
                    block=block,
                )
                found.append(sha256(result.rows.tobytes()).hexdigest()[:16])
            yield name, players, found


def show_doctor(*, as_json: bool, quiet: bool) -> bool:
    """Write the report, or what is wrong alone; return whether every check was passed."""
    checks = []
    if not (as_json or quiet):
        for name, fact in facts().items():
            show_line(f"{name:<12}{fact}")
    for name, players, found in digests():
        same = len(set(found)) == 1
        checks.append({"game": name, "players": players, "digest": found[0], "same": same})
        if not as_json and not (quiet and same):
            verdict = "the same rows for 1 and 2 threads" if same else f"DIFFERENT: {found}"
            show_line(f"self-check  {name}, {counted(players, 'player')}: {found[0]}, {verdict}")
    fine = all(check["same"] for check in checks)
    if as_json:
        show_json({"schema": 1, "command": "doctor", **facts(), "checks": checks, "fine": fine})
    else:
        show_line("all is well" if fine else "rows depend on threads: please report this")
    return fine


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
