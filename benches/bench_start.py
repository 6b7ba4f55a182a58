"""Cold starts, each a process of its own: ``pytest benches``."""

import json
import subprocess
import sys

import pytest

from undertow import games

ROUNDS = 5


def run(*arguments):
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=True
    ).stdout


def bench_import(benchmark):
    out = benchmark.pedantic(
        run, ("-c", "import undertow; print(undertow.__version__)"), rounds=ROUNDS, warmup_rounds=1
    )
    assert out.strip()


@pytest.mark.parametrize("game", games.names())
def bench_first_thousand_games(benchmark, game):
    arguments = ("-m", "undertow", "run", game, "-n", "1000", "--seed", "7", "--json")
    out = benchmark.pedantic(run, arguments, rounds=ROUNDS, warmup_rounds=1)
    assert json.loads(out)["games"] == 1000
