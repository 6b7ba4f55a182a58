"""``undertow bench``: throughput on this machine, for each game and player count."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from undertow import __version__, games
from undertow.cli.peers import Contest, PeerSpeed
from undertow.cli.screen import show_json, show_line, show_table, show_wrapped
from undertow.errors import whole
from undertow.game import MAX_GAMES
from undertow.playing.threads import MAX_THREADS, available_threads
from undertow.rows.results import Result
from undertow.studies.simulation import simulate
from undertow.wording import counted
from undertow_kernels.core.pace import draw_ns, spin

SEED = 7
LEAST_SECONDS = 0.25  # of one measurement; shorter ones are repeated with more games
FIRST_TRY = 64  # games
ROUNDS = 3  # of measurements; neighbours on the machine spoil some
SPIN = 30_000_000  # steps: some 50 ms


class Speed(NamedTuple):
    """Throughput of one game with one player count."""

    game: str
    players: int
    games: int  # played by one thread
    games_per_second: float  # one thread
    threaded_games_per_second: float  # all threads
    thread_efficiency: float  # what each thread adds, over what it adds to a loop without memory
    cpu_inflation: float  # processor time of a game on all threads over that on one
    decisions_per_game: float
    rounds_per_game: float
    ns_per_decision: float  # processor time, one thread
    draw_ns: float  # processor time of one word of numpy's own Philox, timed right after
    draws_per_decision: float

    @property
    def decisions_per_cpu_second(self) -> float:
        """Decisions in a second of processor time."""
        return 1e9 / self.ns_per_decision

    @property
    def games_per_cpu_second(self) -> float:
        """Games in a second of processor time."""
        return self.decisions_per_cpu_second / self.decisions_per_game


class Round(NamedTuple):
    """The same games on one thread and on all; a loop without memory likewise."""

    one: Result
    many: Result
    one_cpu: float  # seconds of processor time
    many_cpu: float
    spin_gain: float  # times as much work by all threads
    draw_ns: float


def measure(n: int | None, threads: int) -> Iterator[Speed]:
    """Yield the speed of each game and player count; ``n`` games instead of a quarter second."""
    for name in games.names():
        for players in games.find(name).seats:
            count = n or _games_to_time(name, players)
            rounds = [_round(name, players, count, threads) for _ in range(ROUNDS)]
            yield _speed(rounds)


def show_bench(
    n: int | None, threads: int | None, *, compare: bool, as_json: bool, quiet: bool
) -> None:
    """Measure and write the tables or the JSON object."""
    n = None if n is None else whole("games", n, 1, MAX_GAMES)
    threads = available_threads() if threads is None else whole("threads", threads, 1, MAX_THREADS)
    contest = Contest() if compare else None
    speeds = []
    for speed in measure(n, threads):
        speeds.append(speed)
        if contest:
            contest.take_slices()
    if as_json:
        show_json(_record(speeds, threads, contest))
        return
    _show_speeds(speeds, threads, quiet=quiet)
    if contest:
        show_line()
        _show_contest(speeds, contest, quiet=quiet)
    show_wrapped(f"undertow {__version__}, Python {platform.python_version()}, {_processor()}.")


# --- timing ---------------------------------------------------------------------------------------


def _games_to_time(name: str, players: int) -> int:
    """Return how many games take one thread long enough."""
    count = FIRST_TRY
    while True:
        seconds = _played(name, players, count, 1)[0].seconds
        if seconds >= LEAST_SECONDS:
            return count
        growth = 1.3 * LEAST_SECONDS / max(seconds, 1e-4)
        count = int(count * min(max(growth, 2), 16))


def _round(name: str, players: int, count: int, threads: int) -> Round:
    one, one_cpu = _played(name, players, count, 1)
    if threads == 1:
        return Round(one, one, one_cpu, one_cpu, 1.0, draw_ns())
    many, many_cpu = _played(name, players, count * threads, threads)
    return Round(one, many, one_cpu, many_cpu, _spin_gain(threads), draw_ns())


def _played(name: str, players: int, count: int, threads: int) -> tuple[Result, float]:
    """Return games and the seconds of processor time that they took."""
    began = process_time()
    result = simulate(
        name, players=players, games=count, agents="random", seed=SEED, threads=threads
    )
    return result, process_time() - began


def _spin_gain(threads: int) -> float:
    """Return how many times the work of one thread all do in a loop that needs no memory."""
    with ThreadPoolExecutor(threads) as pool:
        alone, together = (_seconds_of_spins(pool, n) for n in (1, threads))
    return threads * alone / together


def _seconds_of_spins(pool: ThreadPoolExecutor, n: int) -> float:
    began = perf_counter()
    list(pool.map(spin, [SPIN] * n))
    return perf_counter() - began


def _speed(rounds: Sequence[Round]) -> Speed:
    """Return the best rates of some rounds, and the medians of their ratios."""
    one = rounds[0].one
    decisions = int(one.results["decisions"].sum())
    cost = 1e9 * min(each.one_cpu for each in rounds) / max(decisions, 1)
    draw = min(each.draw_ns for each in rounds)
    return Speed(
        one.game,
        one.players,
        one.games,
        max(_rate(each.one) for each in rounds),
        max(_rate(each.many) for each in rounds),
        median(_rate(r.many) / _rate(r.one) / r.spin_gain for r in rounds),
        median(r.many_cpu / r.many.games * one.games / max(r.one_cpu, 1e-9) for r in rounds),
        decisions / one.games,
        float(one.results["rounds"].mean()),
        cost,
        draw,
        cost / draw,
    )


def _rate(result: Result) -> float:
    return result.games / result.seconds


# --- what is shown --------------------------------------------------------------------------------


def _record(speeds: Sequence[Speed], threads: int, contest: Contest | None) -> dict[str, object]:
    record: dict[str, object] = {
        "schema": 1,
        "command": "bench",
        "threads": threads,
        "speeds": [speed._asdict() for speed in speeds],
        "version": __version__,
    }
    if contest:
        peers = contest.speeds()
        record["peers"] = [peer._asdict() for peer in peers]
        record["absent"] = contest.absent
        record["ratios"] = [
            {"game": speed.game, "players": speed.players, "peer": peer.name}
            | dict(zip(("games", "decisions"), _ratios(speed, peer), strict=True))
            for speed in speeds
            for peer in peers
        ]
    return record


def _ratios(speed: Speed, peer: PeerSpeed) -> tuple[float, float]:
    """Return how many times a peer's games, and its decisions, are played in the same time."""
    return (
        speed.games_per_cpu_second / peer.games_per_second,
        speed.decisions_per_cpu_second / peer.decisions_per_second,
    )


def _show_speeds(speeds: Sequence[Speed], threads: int, *, quiet: bool) -> None:
    heads = (
        *("game", "players", "games/s", counted(threads, "thread")),
        *("efficiency", "decisions", "ns", "draw", "draws"),
    )
    show_table("Random agents: games a second", heads, [_cells(speed) for speed in speeds])
    show_line()
    if not quiet:
        show_wrapped(
            "Decisions (two options or more) are those of a game. ns is a decision's processor "
            "time on one thread, draw that of one word of numpy's own Philox, draws how many of "
            "them a decision costs. Efficiency is what each thread adds to the games of one, over "
            "what it adds to a loop that needs no memory: 1 is perfect. The best of "
            f"{counted(ROUNDS, 'round')}, the median of efficiencies."
        )


def _cells(speed: Speed) -> tuple[str, ...]:
    return (
        speed.game,
        str(speed.players),
        f"{speed.games_per_second:,.0f}",
        f"{speed.threaded_games_per_second:,.0f}",
        f"{speed.thread_efficiency:.2f}",
        f"{speed.decisions_per_game:,.1f}",
        f"{speed.ns_per_decision:,.1f}",
        f"{speed.draw_ns:.2f}",
        f"{speed.draws_per_decision:.1f}",
    )


def _show_contest(speeds: Sequence[Speed], contest: Contest, *, quiet: bool) -> None:
    peers = contest.speeds()
    if peers:
        show_table(
            "Peers: random players, one thread, a second of processor time",
            ("peer", "plays", "decisions", "games/s", "decisions/s"),
            [_peer_cells(peer) for peer in peers],
        )
        show_line()
        show_table(
            "Games / decisions here for one of a peer's",
            ("game", "players", *(peer.name for peer in peers)),
            [_ratio_cells(speed, peers) for speed in speeds],
        )
        show_line()
    for reason in contest.absent.values():
        show_line(reason)
    if peers and not quiet:
        show_wrapped(
            "Peers are timed in turn with the games above, medians of "
            f"{counted(peers[0].slices, 'slice')}; their decisions include forced ones. These are "
            "other games: the ratios compare systems, not rules."
        )


def _peer_cells(peer: PeerSpeed) -> tuple[str, ...]:
    return (
        f"{peer.name} {peer.version}",
        peer.plays,
        f"{peer.decisions_per_game:,.0f}",
        f"{peer.games_per_second:,.1f}",
        f"{peer.decisions_per_second:,.0f}",
    )


def _ratio_cells(speed: Speed, peers: Sequence[PeerSpeed]) -> tuple[str, ...]:
    both = (_ratios(speed, peer) for peer in peers)
    return (
        speed.game,
        str(speed.players),
        *(f"{_ratio(of_games)} / {_ratio(of_decisions)}" for of_games, of_decisions in both),
    )


def _ratio(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def _processor() -> str:
    return f"{platform.machine()}, {counted(available_threads(), 'processor')}"
