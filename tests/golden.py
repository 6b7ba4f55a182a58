"""Golden files of a game: digests of whole batches, and games in words.

usage: python tests/golden.py --write     (only when a game's behaviour is meant to change)
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import sys
import tomllib
from pathlib import Path

import numpy as np

from undertow import games
from undertow.cli import main as command
from undertow.game import load
from undertow.playing.batch import play_batch

HERE = Path(__file__).resolve().parent
SEED = 7
GAMES = 500
ROUNDS = 15  # told in words
KEY = np.random.SeedSequence(SEED).generate_state(2, np.uint64)


def folder(game: str) -> Path:
    return HERE / "games" / game / "golden"


def expected(game: str) -> dict[str, str]:
    """Return the digest of each player count's first games."""
    return tomllib.loads((folder(game) / "rows.toml").read_text())


def digest(game: str, players: int, threads: int = 1) -> str:
    """Play the first games of the golden seed and return their rows' digest."""
    done = play_batch(load(game, players=players), KEY, GAMES, threads=threads)
    return hashlib.sha256(done.results.tobytes() + done.columns.tobytes()).hexdigest()


def words(game: str, players: int) -> str:
    """Return game 0 of the golden seed as ``undertow replay`` tells it, cut short if it can be."""
    line = ["replay", game, "-p", str(players), "--seed", str(SEED), "0", "-a", "random"]
    if "round_cap" in games.find(game).components:
        line += ["--set", f"round_cap={ROUNDS}"]
    with contextlib.redirect_stdout(io.StringIO()) as told:
        assert command(line) == 0
    return told.getvalue()


def write() -> None:
    for game in games.names():
        seats = games.find(game).seats
        folder(game).mkdir(exist_ok=True)
        rows = "".join(f'{players} = "{digest(game, players)}"\n' for players in seats)
        head = f"# SHA-256 of the rows of {GAMES} random games, seed {SEED}, by players.\n"
        (folder(game) / "rows.toml").write_text(head + rows)
        for players in seats:
            (folder(game) / f"replay-{players}.txt").write_text(words(game, players))


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        raise SystemExit(__doc__)
    write()
