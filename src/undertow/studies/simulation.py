"""``simulate``: play a batch and return its result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import TypedDict, cast

from undertow.errors import (
    InputTypeError,
    InputValueError,
    Interrupted,
    ResultFileError,
    shown,
    whole,
)
from undertow.game import load
from undertow.players.agents import sources_of
from undertow.playing.batch import BLOCK, MAX_BLOCK
from undertow.playing.executors import Farm
from undertow.playing.interrupts import kept_interrupts
from undertow.playing.threads import MAX_THREADS, Progress, available_threads
from undertow.rows.metrics import Measure, MetricFault, compile_metrics
from undertow.rows.results import Result
from undertow.seeds import Seed, seed_or_drawn
from undertow.storage.files import NewRows, checked_path
from undertow.storage.formats import WRITERS
from undertow.storage.manifest import Manifest, shard_of
from undertow.storage.reading import StoredResult
from undertow.storage.run_writer import RunWriter
from undertow.studies.arms import Arm
from undertow.studies.watching import Course, course, play
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
    block: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    out: str | PathLike[str] | None = None,
    force: bool = False,
    resume: bool = False,
    shard: str | None = None,
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
        As many as there are processors by default; four for each are started at most.
    block : int, optional
        Games handed to a thread, or to an executor, at a time.
    executor : concurrent.futures.Executor, optional
        Whose workers play in place of threads: threads, processes, or a cluster such as that of
        ``dask.distributed.Client(...).get_executor()``. Each has undertow in this version.
    progress : callable, optional
        ``progress(finished, games)``, called about ten times a second.
    out : str or path, optional
        Where the rows go, which then stay out of memory. ``.parquet``, ``.csv`` and ``.jsonl`` are
        files that appear under their name at the end; any other name is a run folder, in which
        parts are kept while games are played.
    force : bool
        Replace a file or run ``out`` that is there already.
    resume : bool
        Play what is missing of the run in the folder ``out``, from the start if it is not there.
        Its players, agents, rules, seed and number of games need not be given again.
    shard : str, optional
        ``"2/3"`` plays the second third of the games alone; ``merge`` joins the folders.

    Returns
    -------
    Result
        The same rows for the same version, seed, rules and agents, whatever threads and block.

    Raises
    ------
    InputValueError, InputTypeError
        An argument is not allowed; the message says what is.
    ResultFileError
        ``out`` cannot be written, or holds a run that is damaged, locked, or of other games. Its
        ``result`` has the tables of the games that were played, if any.
    WorkerError
        A worker of the executor cannot play.
    Interrupted
        Ctrl-C; its ``result`` holds the games finished by then.
    """
    path = None if out is None else checked_path(out)
    into_run = path is not None and path.suffix not in WRITERS
    _check_together(into_run, resume=resume, shard=shard, metrics=metrics, executor=executor)
    loose = {"precision": precision, "max_games": max_games, "time": time, "until": until}
    with _run_of(path if into_run else None, resume=resume, force=force) as run:
        before = None if run is None else run.manifest
        if before is not None and before.specification.game == game:
            said = before.specification
            players = said.players if players is None else players
            rules = said.rules if rules is None else rules
            seed = said.seed_given if seed is None else seed
            if agents is None and players == said.players:
                agents = said.agents
            if games is None and not any(v is not None for v in loose.values()):
                games = before.games
        loaded = load(game, players=players, rules=rules)
        compiled = compile_metrics(loaded, metrics)
        chosen = course(loaded.players, games=games, **loose)  # type: ignore[arg-type]
        arm = Arm(
            loaded,
            agents,
            seed_or_drawn(seed),
            metrics=compiled,
            **checked_threads(threads, block, progress),
        )
        if shard is not None:
            chosen = _of_shard(arm, chosen, shard)
        if executor is not None:
            arm.farm = Farm(executor, arm.table, arm.specification, block=block)

        def settled() -> bool:
            seen = arm.glance(chosen.intervals)
            return precise(seen, precision) and (until is None or until(seen))

        def play_on() -> bool:
            return play([arm], chosen, settled, progress)

        if run is not None:
            interrupted, result = _into_run(arm, chosen, play_on, run)
        elif path is not None:
            interrupted, result = _into_file(arm, chosen, play_on, path, force=force)
        else:
            interrupted = play_on()
            result = arm.result(chosen.intervals) if arm.games else None
    if interrupted:
        where = "" if out is None or result is None else f" in {str(out)!r}"
        finished = f"{arm.games:,} of {counted(chosen.most, 'game')}"
        raise Interrupted(result, f"interrupted: {finished} finished and kept{where}")
    if result is None:
        raise RuntimeError("a batch ended without a game")
    return result


@contextmanager
def _run_of(path: Path | None, *, resume: bool, force: bool) -> Iterator[RunWriter | None]:
    """Yield the run folder of this name, if there is one; Ctrl-C then waits for what is written."""
    if path is None:
        yield None
        return
    with kept_interrupts(), RunWriter(path, resume=resume, force=force) as run:
        yield run


def _check_together(
    into_run: bool, *, resume: bool, shard: object, metrics: object, executor: object
) -> None:
    """Check that what was asked for goes together."""
    if resume and not into_run:
        raise InputValueError(
            "--resume (resume=True) plays on in a run folder: -o NAME (out=) without "
            f"{', '.join(WRITERS)}"
        )
    if shard is not None and not into_run:
        raise InputValueError(
            f"--shard (shard=) plays into a run folder: -o NAME (out=) without {', '.join(WRITERS)}"
        )
    if metrics and (into_run or executor is not None):
        where = "a run folder" if into_run else "an executor"
        raise InputValueError(
            f"metrics= are functions of this process and do not go with {where}; rows in memory "
            "or in one file have them"
        )


def _of_shard(arm: Arm, chosen: Course, shard: str) -> Course:
    """Let an arm play a shard of the games; return how far."""
    if chosen.watched or chosen.seconds is not None:
        raise InputValueError(
            "a shard is of a fixed number of games: give -n (games=), not precision, time or until"
        )
    arm.shard = shard_of(shard, chosen.most)
    return replace(chosen, most=len(arm.shard.range))


def _into_file(
    arm: Arm, chosen: Course, play_on: Callable[[], bool], path: Path, *, force: bool
) -> tuple[bool, Result | None]:
    """Play; return if Ctrl-C came, and the result whose rows are in a file, None without a game."""
    make = WRITERS[path.suffix]
    with (
        kept_interrupts(),
        NewRows(path, make, arm.specification, force=force) as rows,
        _telling(arm, chosen),
    ):
        arm.sink = rows
        interrupted = play_on()
        if not arm.games:
            return interrupted, None
        facts = arm.facts(chosen.intervals)
        failed = cast("Mapping[str, MetricFault]", facts["metric_faults"])
        written = rows.publish(failed)  # whatever Ctrl-C does: what is finished is kept
        return interrupted, StoredResult(path, written, arm.totals, **facts)


def _into_run(
    arm: Arm, chosen: Course, play_on: Callable[[], bool], run: RunWriter
) -> tuple[bool, Result | None]:
    """Do the same with a run folder."""
    open_ended = chosen.watched or chosen.seconds is not None
    games = None if open_ended else chosen.most
    with _telling(arm, chosen, run):
        run.begin(
            Manifest(
                arm.specification,
                _code(arm),
                arm.shard.games if arm.shard else games,
                arm.shard,
            )
        )
        arm.sink = arm.past = run
        interrupted = play_on()
        run.publish()
        if not interrupted:
            arm.play_to(run.kept)  # also what was played before beyond what is needed now
        if not arm.games:
            return interrupted, None
        facts = arm.facts(chosen.intervals)
        return interrupted, StoredResult(run.path, run.provenance, arm.totals, **facts)


def _code(arm: Arm) -> dict[str, str]:
    """Return the digest of each file that the agents of a run folder are from.

    Raises
    ------
    InputValueError
        An agent is an object, of which nobody could tell whether it is the same later.
    """
    for agent in arm.seated:
        if not agent.by_text:
            raise InputValueError(
                f"agent {agent.text} is an object, which does not go with a run folder; "
                "name it as text, 'file.py:Name'"
            )
    return {path: sha256(data).hexdigest() for path, data in sources_of(arm.agents).items()}


@contextmanager
def _telling(arm: Arm, chosen: Course, run: RunWriter | None = None) -> Iterator[None]:
    """Let an error of the disk have the tables of the games that were played by then."""
    try:
        yield
    except ResultFileError as error:
        if not arm.games:
            raise
        kept = "" if run is None else f"; {counted(run.kept, 'game')} kept in {str(run.path)!r}"
        told = ResultFileError(f"{error}{kept}")
        told.result = arm.result(chosen.intervals)
        raise told from None


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
