"""Throughput of random games: ``pytest benches``. Each bench asserts the rows that it plays."""

import hashlib

import golden
import pytest

from undertow import games
from undertow.game import load
from undertow.playing.batch import play_batch
from undertow_kernels.core.pace import draw_ns

TABLES = [(name, players) for name in games.names() for players in games.find(name).seats]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("game", "players"), TABLES)
def bench_random_games(benchmark, game, players, threads):
    loaded = load(game, players=players)
    done = benchmark(
        play_batch, loaded, golden.KEY, golden.GAMES, threads=threads, block=golden.GAMES // 10
    )
    rows = hashlib.sha256(done.results.tobytes() + done.columns.tobytes()).hexdigest()
    assert rows == golden.expected(game)[str(players)]
    seconds = benchmark.stats.stats.min
    decisions = int(done.results["decisions"].sum())
    benchmark.extra_info["games_per_second"] = round(golden.GAMES / seconds)
    benchmark.extra_info["ns_per_decision"] = round(seconds / decisions * 1e9, 1)
    benchmark.extra_info["draw_ns"] = round(draw_ns(), 2)
    benchmark.extra_info["decisions_per_game"] = round(decisions / golden.GAMES)
    benchmark.extra_info["rounds_per_game"] = round(float(done.results["rounds"].mean()), 1)
