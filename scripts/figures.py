"""What the checks of ``proofs.py`` share: a figure, and the tables that games are played at."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from undertow import games
from undertow.game import LoadedGame, load


@dataclass(frozen=True)
class Figure:
    """What one check found."""

    text: str
    holds: bool


def tables() -> Iterator[LoadedGame]:
    """Yield each game with each number of players."""
    for name in games.names():
        for players in games.find(name).seats:
            yield load(name, players=players)


def named(loaded: LoadedGame) -> str:
    """Return a table in words."""
    return f"{loaded.game.name} with {loaded.players} players"


@contextmanager
def folder() -> Iterator[Path]:
    """Yield a folder that is deleted at the end."""
    with tempfile.TemporaryDirectory(prefix="undertow-proof-") as name:
        yield Path(name)
