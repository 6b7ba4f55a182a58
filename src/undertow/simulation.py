"""``simulate``: play a batch and return its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from numpy.random import SeedSequence

from undertow import __version__
from undertow.agents import Seated, seat_agents
from undertow.batch import (
    BLOCK,
    MAX_BLOCK,
    MAX_THREADS,
    Memory,
    Played,
    Progress,
    Sink,
    available_threads,
    play_into,
)
from undertow.errors import InputTypeError, Interrupted, shown, whole
from undertow.faults import first_fault
from undertow.files import NewRows, checked_path
from undertow.formats import writer_of
from undertow.game import MAX_GAMES, LoadedGame, load
from undertow.interrupts import kept_interrupts
from undertow.provenance import provenance
from undertow.results import Result
from undertow.seeds import Seed, key_of, seed_or_drawn
from undertow.stored import StoredResult
from undertow.wording import counted

DEFAULT_GAMES = 10_000


def simulate(
    game: str,
    *,
    players: int | None = None,
    games: int = DEFAULT_GAMES,
    agents: object = None,
    seed: Seed = None,
    rules: Mapping[str, object] | None = None,
    threads: int | None = None,
    block: int = BLOCK,
    progress: Progress | None = None,
    out: str | PathLike[str] | None = None,
    force: bool = False,
) -> Result:
    """Play a batch of games.

    Parameters
    ----------
    game : str
        A name out of ``undertow.games.names()``.
    players : int, optional
        The game's greatest number by default.
    games : int
    agents : str, agent, or list of these, optional
        One agent for every seat, or one for each: a name with parameters, a class with
        ``act(view, legal, rng)`` or a compiled agent; ``greedy`` by default.
    seed : int or numpy.random.SeedSequence, optional
        Drawn from the system's entropy by default, and recorded in the result.
    rules : Mapping, optional
        Values by key for the rules that differ from the component file.
    threads : int, optional
        As many as there are processors by default.
    block : int
        Games handed to a thread at a time.
    progress : callable, optional
        ``progress(finished, games)``, called about ten times a second.
    out : str or path, optional
        A file for the rows, which then stay out of memory: ``.parquet``, ``.csv`` or ``.jsonl``.
        It appears under its name at the end.
    force : bool
        Replace a file ``out`` that is there already.

    Returns
    -------
    Result
        The same rows for the same version, seed, rules and agents, whatever threads and block.

    Raises
    ------
    InputValueError, InputTypeError
        An argument is not allowed; the message says what is.
    ResultFileError
        The file ``out`` cannot be written.
    Interrupted
        Ctrl-C; its ``result`` holds the games finished by then.
    """
    loaded = load(game, players=players, rules=rules)
    seated = seat_agents(agents, loaded)
    games = whole("games", games, 1, MAX_GAMES)
    block = whole("block", block, 1, MAX_BLOCK)
    threads = available_threads() if threads is None else whole("threads", threads, 1, MAX_THREADS)
    if progress is not None and not callable(progress):
        raise InputTypeError(f"progress must be callable, not {shown(progress)}")
    plan = _Plan(loaded, seated, seed_or_drawn(seed), games, threads, block, progress)
    if out is None:
        played, result = plan.in_memory()
    else:
        played, result = plan.into_file(checked_path(out), force=force)
    if played.interrupted:
        where = "" if out is None or result is None else f" in {str(out)!r}"
        raise Interrupted(
            result,
            f"interrupted: {played.totals.games:,} of {counted(games, 'game')} finished and kept"
            f"{where}",
        )
    if result is None:
        raise RuntimeError("a batch ended without a game")
    return result


@dataclass(frozen=True)
class _Plan:
    """A batch to be played, its arguments checked."""

    loaded: LoadedGame
    agents: tuple[Seated, ...]
    seed: int | SeedSequence
    games: int
    threads: int
    block: int
    progress: Progress | None

    def in_memory(self) -> tuple[Played, Result | None]:
        """Play and return the result with its rows; None without a finished game."""
        rows = Memory(self.games, self.loaded.game.columns)
        played = self._play(rows)
        if not played.totals.games:
            return played, None
        result = Result(
            results=rows.results,
            columns=rows.columns,
            totals=played.totals,
            **self._facts(played),  # type: ignore[arg-type]
        )
        return played, result

    def into_file(self, path: Path, *, force: bool) -> tuple[Played, Result | None]:
        """Play and return the result whose rows are in a file; None without a finished game."""
        make = writer_of(path)
        origin = provenance(
            game=self.loaded.game.name,
            players=self.loaded.players,
            rules=self.loaded.rules.changed,
            agents=self._names,
            seed=self.seed,
        )
        with kept_interrupts(), NewRows(path, make, origin, force=force) as rows:
            played = self._play(rows)
            if not played.totals.games:
                return played, None
            written = rows.publish()  # whatever Ctrl-C does: what is finished is kept
            return played, StoredResult(path, written, played.totals, **self._facts(played))

    def _play(self, sink: Sink) -> Played:
        return play_into(
            sink,
            self.loaded,
            key_of(self.seed),
            self.games,
            agents=self.agents,
            threads=self.threads,
            block=self.block,
            progress=self.progress,
        )

    def _facts(self, played: Played) -> dict[str, object]:
        """Return what a result says beside its rows."""
        return {
            "game": self.loaded.game.name,
            "title": self.loaded.game.title,
            "players": self.loaded.players,
            "games": played.totals.games,
            "seed": self.seed,
            "agents": self._names,
            "rules": self.loaded.rules.changed,
            "own_endings": self.loaded.game.endings,
            "seconds": played.seconds,
            "threads": self.threads,
            "version": __version__,
            "fault": first_fault(self.loaded, self.seed, self.agents, played.totals),
        }

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(agent.text for agent in self.agents)
