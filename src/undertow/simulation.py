"""``simulate``: play a batch and return its result."""

from __future__ import annotations

from collections.abc import Mapping

from numpy.random import SeedSequence

from undertow import __version__
from undertow.agents import DEFAULT, Seated, seat_agents
from undertow.batch import (
    BLOCK,
    MAX_BLOCK,
    MAX_THREADS,
    Batch,
    Progress,
    available_threads,
    play_batch,
)
from undertow.errors import InputTypeError, Interrupted, shown, whole
from undertow.faults import first_fault
from undertow.game import MAX_GAMES, LoadedGame, load
from undertow.results import Result
from undertow.seeds import Seed, key_of, seed_or_drawn
from undertow.wording import counted

DEFAULT_GAMES = 10_000


def simulate(
    game: str,
    *,
    players: int | None = None,
    games: int = DEFAULT_GAMES,
    agents: object = DEFAULT,
    seed: Seed = None,
    rules: Mapping[str, object] | None = None,
    threads: int | None = None,
    block: int = BLOCK,
    progress: Progress | None = None,
) -> Result:
    """Play a batch of games.

    Parameters
    ----------
    game : str
        A name out of ``undertow.games.names()``.
    players : int, optional
        The game's greatest number by default.
    games : int
    agents : str, agent, or list of these
        One agent for every seat, or one for each: a name with parameters, a class with
        ``act(view, legal, rng)`` or a compiled agent.
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

    Returns
    -------
    Result
        The same rows for the same version, seed, rules and agents, whatever threads and block.

    Raises
    ------
    InputValueError, InputTypeError
        An argument is not allowed; the message says what is.
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
    recorded = seed_or_drawn(seed)
    key = key_of(recorded)
    batch = play_batch(
        loaded, key, games, agents=seated, threads=threads, block=block, progress=progress
    )
    result = _result(loaded, batch, seated, recorded, threads) if len(batch.results) else None
    if batch.interrupted:
        raise Interrupted(
            result,
            f"interrupted: {len(batch.results):,} of {counted(games, 'game')} finished and kept",
        )
    if result is None:
        raise RuntimeError("a batch ended without a game")
    return result


def _result(
    loaded: LoadedGame,
    batch: Batch,
    agents: tuple[Seated, ...],
    seed: int | SeedSequence,
    threads: int,
) -> Result:
    return Result(
        game=loaded.game.name,
        title=loaded.game.title,
        players=loaded.players,
        games=len(batch.results),
        seed=seed,
        agents=tuple(agent.text for agent in agents),
        rules=loaded.rules.changed,
        results=batch.results,
        columns=batch.columns,
        own_endings=loaded.game.endings,
        seconds=batch.seconds,
        threads=threads,
        version=__version__,
        fault=first_fault(loaded, seed, agents, batch),
        totals=batch.totals,
    )
