"""What the checks of ``proofs.py`` share: a figure, and the tables that games are played at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
