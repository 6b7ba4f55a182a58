"""``undertow bench``: throughput on this machine, for each game and player count."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from time import process_time
from typing import NamedTuple

from undertow import __version__, games
from undertow.batch import MAX_THREADS, available_threads
from undertow.cli.screen import show_json, show_line, show_table, show_wrapped
from undertow.errors import whole
from undertow.game import MAX_GAMES
from undertow.results import Result
from undertow.simulation import simulate
from undertow.wording import counted
from undertow_kernels.core.pace import draw_ns

SEED = 7
LEAST_SECONDS = 0.5  # of one measurement; shorter ones are repeated with more games
FIRST_TRY = 64  # games


class Speed(NamedTuple):
    """Throughput of one game with one player count."""

    game: str
    players: int
    games: int  # played by one thread
    games_per_second: float  # one thread
    threaded_games_per_second: float  # all threads
    decisions_per_game: float
    rounds_per_game: float
    ns_per_decision: float  # processor time, one thread
    draw_ns: float  # one word of numpy's own Philox, timed right after


def measure(n: int | None, threads: int) -> Iterator[Speed]:
    """Yield the speed of each game and player count; ``n`` games instead of half a second."""
    for name in games.names():
        for players in games.find(name).seats:
            one, spent = _timed(name, players, n, 1)
            draw = draw_ns()
            many = _timed(name, players, n, threads)[0] if threads > 1 else one
            yield _speed(one, spent, many, draw)


def show_bench(n: int | None, threads: int | None, *, as_json: bool, quiet: bool) -> None:
    """Measure and write the table or the JSON object."""
    n = None if n is None else whole("games", n, 1, MAX_GAMES)
    threads = available_threads() if threads is None else whole("threads", threads, 1, MAX_THREADS)
    speeds = list(measure(n, threads))
    if as_json:
        rows = [speed._asdict() for speed in speeds]
        show_json(
            {
                "schema": 1,
                "command": "bench",
                "threads": threads,
                "speeds": rows,
                "version": __version__,
            }
        )
        return
    threaded = counted(threads, "thread")
    heads = ("game", "players", "games/s", threaded, "decisions", "rounds", "ns", "draws")
    show_table("Random agents: games a second", heads, _table_rows(speeds))
    show_line()
    if not quiet:
        show_wrapped(
            "Decisions (two options or more) and rounds are those of a game. ns is a decision's "
            "processor time on one thread, draws the same in words of numpy's own Philox, each "
            f"{min(speed.draw_ns for speed in speeds):.2f} ns at best."
        )
    show_wrapped(f"undertow {__version__}, Python {platform.python_version()}, {_processor()}.")


def _timed(name: str, players: int, n: int | None, threads: int) -> tuple[Result, float]:
    """Play ``n`` games, or enough to be measured; return them and the processor seconds spent."""
    count = FIRST_TRY if n is None else n
    while True:
        began = process_time()
        result = simulate(
            name, players=players, games=count, agents="random", seed=SEED, threads=threads
        )
        spent = process_time() - began
        if n is not None or result.seconds >= LEAST_SECONDS:
            return result, spent
        growth = 1.3 * LEAST_SECONDS / max(result.seconds, 1e-4)
        count = int(count * min(max(growth, 2), 16))


def _speed(one: Result, spent: float, many: Result, draw: float) -> Speed:
    decisions = int(one.results["decisions"].sum())
    return Speed(
        one.game,
        one.players,
        one.games,
        one.games / one.seconds,
        many.games / many.seconds,
        decisions / one.games,
        float(one.results["rounds"].mean()),
        1e9 * spent / max(decisions, 1),
        draw,
    )


def _table_rows(speeds: list[Speed]) -> list[tuple[str, ...]]:
    return [
        (
            speed.game,
            str(speed.players),
            f"{speed.games_per_second:,.0f}",
            f"{speed.threaded_games_per_second:,.0f}",
            f"{speed.decisions_per_game:,.1f}",
            f"{speed.rounds_per_game:,.1f}",
            f"{speed.ns_per_decision:,.1f}",
            f"{speed.ns_per_decision / speed.draw_ns:.1f}",
        )
        for speed in speeds
    ]


def _processor() -> str:
    return f"{platform.machine()}, {counted(available_threads(), 'processor')}"
