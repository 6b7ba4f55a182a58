"""Rows on their way from the threads to a sink: in order, once each, and never many in flight."""

from threading import active_count

import numpy as np
import pytest

import undertow as ut
from undertow.players.agents import Seated
from undertow.playing import batch
from undertow.playing.batch import Memory, play_batch, play_into
from undertow.seeds import key_of

KEY = key_of(7)


class Watched(Memory):
    """A sink that remembers how many games it was given at a time."""

    def __init__(self, games, dtype):
        super().__init__(games, dtype)
        self.parts = []

    def add(self, results, columns):
        self.parts.append(len(results))
        super().add(results, columns)


@pytest.fixture(scope="module")
def game():
    return ut.load("alarm", players=2)


def sink_for(game, games):
    return Watched(games, game.game.columns)


@pytest.mark.parametrize("window", [1, 8, 100_000])
@pytest.mark.parametrize(("threads", "block"), [(1, 1), (3, 1), (2, 7), (8, 3)])
def test_a_sink_gets_the_games_of_a_batch_in_order(game, monkeypatch, window, threads, block):
    monkeypatch.setattr(batch, "WINDOW", window)
    sink = sink_for(game, 200)
    played = play_into(sink, game, KEY, 200, threads=threads, block=block)
    whole = play_batch(game, KEY, 200, threads=1)
    assert sink.results.tobytes() == whole.results.tobytes()
    assert sink.columns.tobytes() == whole.columns.tobytes()
    assert played.totals.games == 200
    assert (played.totals.turns == whole.totals.turns).all()


def test_threads_run_ahead_of_the_sink_by_a_window_only(game, monkeypatch):
    monkeypatch.setattr(batch, "WINDOW", 20)
    sink, ahead = sink_for(game, 2000), []

    def progress(finished, games):
        ahead.append(finished - sum(sink.parts))

    play_into(sink, game, KEY, 2000, threads=2, block=5, progress=progress)
    assert max(ahead) <= 20
    assert max(sink.parts) <= 20
    assert sum(sink.parts) == 2000


def test_many_blocks_reach_the_sink_together(game):
    sink = sink_for(game, 3000)
    play_into(sink, game, KEY, 3000, threads=2, block=1)
    assert len(sink.parts) < 300


def test_an_error_of_the_sink_stops_the_batch_and_its_threads(game):
    class Full(Memory):
        def add(self, results, columns):
            raise OSError(28, "No space left on device")

    before = active_count()
    with pytest.raises(OSError, match="No space left"):
        play_into(Full(1, game.game.columns), game, KEY, 10_000_000, threads=2)
    assert active_count() == before


def test_an_error_in_a_thread_stops_the_batch(game):
    nobody = [Seated("nobody", object())] * 2
    with pytest.raises(TypeError):
        play_batch(game, KEY, 10_000_000, agents=nobody, threads=2)


def test_totals_remember_the_first_game_that_a_fault_ended(game):
    class Late:
        def act(self, view, legal, rng):
            if rng.integers(400) == 0:
                raise RuntimeError("late")
            return 0

    result = ut.simulate("alarm", players=2, games=300, seed=7, agents=Late)
    faults = np.flatnonzero(result.results["broken"])
    assert 1 < len(faults) < 300
    assert result.fault.game == faults[0]
