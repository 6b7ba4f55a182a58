"""A batch: the same rows however it is played, and what a result remembers."""

import _thread
import os
from contextlib import suppress
from signal import SIG_IGN, SIGINT, default_int_handler, getsignal, signal
from threading import Thread, Timer

import numpy as np
import pytest

import undertow as ut
from undertow.errors import Interrupted, NoThreadError
from undertow.players.agents import seat_agents
from undertow.playing.batch import play_batch
from undertow.playing.interrupts import Interrupts, kept_interrupts
from undertow.playing.threads import THREADS, available_threads
from undertow.seeds import key_of

SHORT = {"round_cap": 6}  # rounds; keeps the tests quick


def play(**more):
    return ut.simulate("poseidon", **{"games": 60, "seed": 7, "rules": SHORT, **more})


@pytest.fixture(scope="module")
def alone():
    return play(threads=1)


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("block", [1, 7, 1000])
def test_the_rows_depend_neither_on_threads_nor_on_blocks(alone, threads, block):
    assert play(threads=threads, block=block).rows.tobytes() == alone.rows.tobytes()


def test_a_shorter_batch_is_the_beginning_of_a_longer_one(alone):
    assert play(games=17).rows.tobytes() == alone.rows[:17].tobytes()


def test_one_game_played_alone_is_that_game_of_the_batch(alone):
    game = ut.load("poseidon", rules=SHORT)
    for index in (0, 13, 59):
        match = game.match(7, index, seat_agents("greedy", game))
        match.play_on()
        assert match.result().tobytes() == alone.results[index : index + 1].tobytes()


def test_rows_are_in_game_order(alone):
    assert alone.results["index"].tolist() == list(range(60))


def test_other_seeds_give_other_games(alone):
    assert play(seed=8).rows.tobytes() != alone.rows.tobytes()


def test_a_seed_sequence_gives_the_games_of_its_entropy(alone):
    assert play(seed=np.random.SeedSequence(7)).rows.tobytes() == alone.rows.tobytes()


def test_spawned_seed_sequences_give_games_of_their_own():
    one, two = np.random.SeedSequence(7).spawn(2)
    assert play(seed=one).rows.tobytes() != play(seed=two).rows.tobytes()


def test_numpy_integers_are_whole_numbers(alone):
    again = play(seed=np.int64(7), games=np.uint16(60), players=np.int8(4))
    assert again.rows.tobytes() == alone.rows.tobytes()


def test_a_drawn_seed_is_recorded_and_plays_the_same_games_again():
    first = play(seed=None)
    assert play(seed=first.seed).rows.tobytes() == first.rows.tobytes()


def test_two_drawn_seeds_differ():
    assert play(seed=None, games=1).seed != play(seed=None, games=1).seed


def test_the_greatest_number_of_players_is_the_default(alone):
    assert alone.players == 4


@pytest.mark.parametrize("agents", ["greedy", "greedy()", " greedy ", ["greedy"] * 4])
def test_one_agent_or_one_for_each_seat(alone, agents):
    result = play(agents=agents)
    assert result.agents == ("greedy",) * 4
    assert result.rows.tobytes() == alone.rows.tobytes()


def test_only_rules_that_differ_from_the_component_file_are_recorded():
    result = play(games=1, rules={"round_cap": 6, "wave_capacity": 15, "chain_crash": True})
    assert dict(result.rules) == {"round_cap": 6, "chain_crash": True}


def test_progress_ends_with_all_games():
    seen = []
    play(progress=lambda finished, games: seen.append((finished, games)))
    assert seen[-1] == (60, 60)


def test_an_error_in_progress_stops_the_batch():
    def fail(finished, games):
        raise KeyError("progress")

    with pytest.raises(KeyError, match="progress"):
        play(games=10_000_000, progress=fail)


@pytest.mark.parametrize("signals", [1, 2])
def test_an_interrupt_keeps_the_finished_games_in_order(signals):
    timers = [Timer(0.3 + 0.001 * i, _thread.interrupt_main) for i in range(signals)]
    for timer in timers:
        timer.start()
    with pytest.raises(Interrupted, match="games finished and kept") as caught:
        play(games=5_000_000, block=64)
    for timer in timers:
        timer.join()
    result = caught.value.result
    assert 0 < result.games < 5_000_000
    assert result.results["index"].tolist() == list(range(result.games))
    assert play(games=result.games).rows.tobytes() == result.rows.tobytes()


def test_interrupts_that_the_caller_has_put_in_place_go_on():
    mine = Interrupts()
    before = signal(SIGINT, mine)
    try:
        with kept_interrupts() as found, kept_interrupts() as within:
            assert found is within is mine
    finally:
        signal(SIGINT, before)


def test_a_handler_that_takes_the_place_meanwhile_stays():
    try:
        with kept_interrupts() as found:
            signal(SIGINT, SIG_IGN)
            with kept_interrupts() as within:
                assert within is not found
        assert getsignal(SIGINT) is SIG_IGN
    finally:
        signal(SIGINT, default_int_handler)


@pytest.mark.parametrize("when", ["within", "after"])
def test_an_interrupt_stops_the_batch_in_whose_callback_another_is_played(when):
    calls = []

    def progress(finished, games):
        calls.append(finished)
        if len(calls) == 1:
            inner = (lambda *_: _thread.interrupt_main()) if when == "within" else None
            with suppress(Interrupted):
                play(games=2_000, progress=inner)
        elif len(calls) == 2 and when == "after":
            _thread.interrupt_main()

    with pytest.raises(Interrupted) as caught:
        play(games=5_000_000, block=64, progress=progress)
    assert caught.value.result.games < 1_000_000


@pytest.fixture
def startable(monkeypatch):
    """Return a function that lets the system start only so many threads more, and lists them."""
    start = Thread.start

    def startable(most):
        started = []

        def start_if_left(thread):
            if len(started) == most:
                raise RuntimeError("can't start new thread")
            started.append(thread)
            start(thread)

        THREADS.renew()  # or idle ones would do
        monkeypatch.setattr(Thread, "start", start_if_left)
        return started

    return startable


def test_four_threads_are_started_for_a_processor_at_most(startable):
    started = startable(1024)
    play(games=3_000, threads=1024, block=1)
    assert len(started) <= 4 * available_threads()


def test_fewer_threads_than_asked_for_play_the_same_rows(alone, startable):
    startable(2)
    assert play(threads=8, block=1).rows.tobytes() == alone.rows.tobytes()


def test_threads_are_kept_for_the_next_batch(startable):
    started = startable(2)
    for _ in range(5):
        play(threads=2, block=1)
    assert len(started) == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are forked processes only where fork is")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_forked_process_starts_threads_of_its_own(alone):
    play()
    child = os.fork()
    if child == 0:
        try:
            os._exit(play().rows.tobytes() != alone.rows.tobytes())
        finally:  # whatever it raises: this process is no second pytest
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0


def test_without_a_single_thread_the_batch_says_so(startable):
    startable(0)
    with pytest.raises(NoThreadError, match="no thread can be started"):
        play(threads=8, block=1)


def test_what_no_thread_could_be_started_for_is_not_played_later(alone, startable, monkeypatch):
    startable(0)
    with pytest.raises(NoThreadError):
        play(games=100_000, threads=1)  # more than may be ahead: a thread would wait for ever
    monkeypatch.undo()
    assert play(threads=1).rows.tobytes() == alone.rows.tobytes()


def test_there_are_no_more_threads_than_blocks(startable):
    startable(2)
    assert play(games=20, threads=1024, block=10).games == 20


def test_a_batch_played_from_another_thread_works(alone):
    found = []
    thread = Thread(target=lambda: found.append(play()))
    thread.start()
    thread.join()
    assert found[0].rows.tobytes() == alone.rows.tobytes()


def test_a_batch_is_not_interrupted_unasked():
    game = ut.load("poseidon", rules=SHORT)
    assert not play_batch(game, key_of(7), 5, threads=2).interrupted
