"""``simulate``: play a batch and return its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import TypedDict, cast

from undertow.arms import Arm
from undertow.batch import BLOCK, MAX_BLOCK, MAX_THREADS, Progress, available_threads
from undertow.errors import InputTypeError, Interrupted, shown, whole
from undertow.files import NewRows, checked_path
from undertow.formats import writer_of
from undertow.game import load
from undertow.interrupts import kept_interrupts
from undertow.metrics import Measure, MetricFault, compile_metrics
from undertow.provenance import provenance
from undertow.results import Result
from undertow.seeds import Seed, seed_or_drawn
from undertow.stored import StoredResult
from undertow.watching import Course, course, play
from undertow.wording import counted


class Pace(TypedDict):
    """On how many threads games are played, and how many are handed to one at a time."""

    threads: int
    block: int


def simulate(
    game: str,
    *,
    players: int | None = None,
    games: int | None = None,
    agents: object = None,
    seed: Seed = None,
    rules: Mapping[str, object] | None = None,
    metrics: Mapping[str, Measure] | None = None,
    precision: float | None = None,
    max_games: int | None = None,
    time: float | None = None,
    until: Callable[[Result], bool] | None = None,
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
    games : int, optional
        10,000 by default; not beside ``precision``, ``max_games``, ``time`` or ``until``.
    agents : str, agent, or list of these, optional
        One agent for every seat, or one for each: a name with parameters, a class with
        ``act(view, legal, rng)`` or a compiled agent; ``greedy`` by default.
    seed : int or numpy.random.SeedSequence, optional
        Drawn from the system's entropy by default, and recorded in the result.
    rules : Mapping, optional
        Values by key for the rules that differ from the component file.
    metrics : Mapping, optional
        Functions by name, ``f(state)``, which Numba compiles: what each returns of the state in
        which a game ended becomes a column of the rows, NaN where it fails.
    precision : float, optional
        Play until the interval of each share, by seat and by place, is at most so wide (0.01: a
        percentage point from end to end). The intervals then hold at every look.
    max_games : int, optional
        Games that are not exceeded; 1,000,000 by default.
    time : float, optional
        Seconds after which it stops; the number of games then depends on the machine.
    until : callable, optional
        ``until(result)``, called after fixed numbers of games; true ends the batch, once
        ``precision`` is reached. The intervals then hold at every look.
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
    chosen = course(
        loaded.players,
        games=games,
        precision=precision,
        max_games=max_games,
        time=time,
        until=until,
    )
    arm = Arm(
        loaded,
        agents,
        seed_or_drawn(seed),
        metrics=compile_metrics(loaded, metrics),
        **checked_threads(threads, block, progress),
    )

    def settled() -> bool:
        seen = arm.glance(chosen.intervals)
        return precise(seen, precision) and (until is None or until(seen))

    def play_on() -> bool:
        return play([arm], chosen, settled, progress)

    if out is None:
        interrupted = play_on()
        result = arm.result(chosen.intervals) if arm.games else None
    else:
        interrupted, result = _into_file(arm, chosen, play_on, checked_path(out), force=force)
    if interrupted:
        where = "" if out is None or result is None else f" in {str(out)!r}"
        finished = f"{arm.games:,} of {counted(chosen.most, 'game')}"
        raise Interrupted(result, f"interrupted: {finished} finished and kept{where}")
    if result is None:
        raise RuntimeError("a batch ended without a game")
    return result


def _into_file(
    arm: Arm, chosen: Course, play_on: Callable[[], bool], path: Path, *, force: bool
) -> tuple[bool, Result | None]:
    """Play; return if Ctrl-C came, and the result whose rows are in a file, None without a game."""
    origin = provenance(
        game=arm.loaded.game.name,
        players=arm.loaded.players,
        rules=arm.loaded.rules.changed,
        agents=arm.agents,
        seed=arm.seed,
        metrics=arm.metric_names,
    )
    with kept_interrupts(), NewRows(path, writer_of(path), origin, force=force) as rows:
        arm.sink = rows
        interrupted = play_on()
        if not arm.games:
            return interrupted, None
        facts = arm.facts(chosen.intervals)
        failed = cast("Mapping[str, MetricFault]", facts["metric_faults"])
        written = rows.publish(failed)  # whatever Ctrl-C does: what is finished is kept
        return interrupted, StoredResult(path, written, arm.totals, **facts)


def precise(result: Result, width: float | None) -> bool:
    """Return whether every share's interval, by place and by seat, is at most so wide."""
    bounds = [(r.low, r.high) for r in result.order()] + [(r.low, r.high) for r in result.shares()]
    return width is None or all(high - low <= width for low, high in bounds)


def checked_threads(threads: int | None, block: int | None, progress: Progress | None) -> Pace:
    """Return how to play, once it is known to be allowed."""
    if progress is not None and not callable(progress):
        raise InputTypeError(f"progress must be callable, not {shown(progress)}")
    block = BLOCK if block is None else whole("block", block, 1, MAX_BLOCK)
    threads = available_threads() if threads is None else whole("threads", threads, 1, MAX_THREADS)
    return Pace(threads=threads, block=block)
