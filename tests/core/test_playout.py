"""The edge of the playout kernel: what does not fit is refused, the rest is played."""

import threading
from sys import getrefcount

import numpy as np
import pytest

from undertow import games
from undertow.game import load
from undertow_kernels.core.game import RESULT_DTYPE, Ending
from undertow_kernels.core.playout import Match, Stop, play
from undertow_kernels.core.seating import Room

KEY = np.random.SeedSequence(7).generate_state(2, np.uint64)


@pytest.fixture(params=games.names())
def loaded(request):
    return load(request.param)


def room(loaded, n):
    width = loaded.game.columns.itemsize
    return np.zeros(n, RESULT_DTYPE), np.zeros((n, width), np.uint8)


def run(loaded, n, **other):
    results, columns = room(loaded, n)
    values = {
        "game": loaded.game.rules,
        "tables": loaded.table_bytes,
        "seats": loaded.players,
        "key": KEY,
        "first": 0,
        "results": results,
        "columns": columns,
        "stop": Stop(),
    } | other
    return play(**values), values["results"], values["columns"]


def match(loaded, **other):
    values = {
        "game": loaded.game.rules,
        "tables": loaded.table_bytes,
        "seats": loaded.players,
        "key": KEY,
        "index": 0,
    } | other
    return Match(*values.values())


def test_views_of_a_room_keep_no_references():
    room = Room(100)
    before = getrefcount(None), getrefcount(room)
    for _ in range(1000):
        assert len(np.frombuffer(room, np.uint8)) == len(memoryview(room)) == 100
    assert abs(getrefcount(None) - before[0]) < 100
    assert getrefcount(room) == before[1]


@pytest.mark.parametrize("size", [0, 1, 63, 64, 496])
def test_a_room_begins_a_cache_line_and_is_zero_and_written(size):
    room = Room(size)
    view = np.frombuffer(room, np.uint8)
    assert view.shape == (size,)
    assert not view.any()
    assert view.ctypes.data % 64 == 0 or size == 0
    view[:] = 7
    assert bytes(room) == b"\7" * size
    assert memoryview(room).format == "B"


def test_a_seat_without_an_agent_is_refused(loaded):
    agents = [None] * loaded.players
    with pytest.raises(TypeError, match="an Agent decides for each seat, not None"):
        run(loaded, 1, agents=agents)
    with pytest.raises(TypeError, match="an Agent decides for each seat, not None"):
        Match(loaded.game.rules, loaded.table_bytes, loaded.players, KEY, 0, agents)


def test_a_room_that_cannot_be_is_a_memory_error():
    with pytest.raises(MemoryError):
        Room(2**63)


def test_no_games_is_no_error(loaded):
    assert run(loaded, 0)[0] == 0


def test_every_game_of_the_batch_is_written(loaded):
    finished, results, _ = run(loaded, 20, first=5)
    assert finished == 20
    assert results["index"].tolist() == list(range(5, 25))
    assert (results["seats"] == loaded.players).all()
    assert (results["ending"] != Ending.RUNNING).all()


def test_old_contents_of_the_result_arrays_do_not_matter(loaded):
    _, fresh, _ = run(loaded, 3)
    stale, columns = room(loaded, 3)
    stale.view(np.uint8)[:] = 255
    columns[:] = 255
    assert run(loaded, 3, results=stale, columns=columns)[1].tobytes() == fresh.tobytes()


def test_a_stop_that_is_set_plays_nothing(loaded):
    stop = Stop()
    stop.set()
    assert stop.is_set
    finished, results, _ = run(loaded, 3, stop=stop)
    assert finished == 0
    assert not results.view(np.uint8).any()


def test_a_stop_from_another_thread_ends_the_batch_between_two_games(loaded):
    stop = Stop()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    finished, results, _ = run(loaded, 1_000_000, stop=stop)
    timer.join()
    assert finished < 1_000_000
    assert (results["ending"][:finished] != Ending.RUNNING).all()
    assert not results[finished:].view(np.uint8).any()


@pytest.mark.parametrize("off", [-1, 1])
def test_a_seat_count_outside_the_games_range_is_refused(loaded, off):
    least, most = loaded.game.seats[0], loaded.game.seats[-1]
    seats = least - 1 if off < 0 else most + 1
    message = f"seats must be {least} to {most}, got {seats}"
    with pytest.raises(ValueError, match=message):
        run(loaded, 1, seats=seats)
    with pytest.raises(ValueError, match=message):
        match(loaded, seats=seats)


def test_tables_of_another_size_are_refused(loaded):
    short = loaded.table_bytes[1:]
    with pytest.raises(ValueError, match=f"tables must have {short.size + 1} bytes, got"):
        run(loaded, 1, tables=short)
    with pytest.raises(ValueError, match=f"tables must have {short.size + 1} bytes, got"):
        match(loaded, tables=short)


def test_a_key_of_another_length_is_refused(loaded):
    with pytest.raises(ValueError, match="a key has 2 words, got 1"):
        run(loaded, 1, key=KEY[:1])
    with pytest.raises(ValueError, match="a key has 2 words, got 0"):
        match(loaded, key=KEY[:0])


@pytest.mark.parametrize("shape", [(1, 0), (0, 1), (1, 1)])
def test_columns_that_do_not_fit_the_results_are_refused(loaded, shape):
    width = loaded.game.columns.itemsize
    columns = np.zeros((2 + shape[0], width + shape[1]), np.uint8)
    with pytest.raises(ValueError, match=rf"columns must have shape \(2, {width}\)"):
        run(loaded, 2, columns=columns)


def test_results_of_another_type_are_refused(loaded):
    with pytest.raises(ValueError, match="Buffer dtype mismatch"):
        run(loaded, 2, results=np.zeros(2, np.uint64))


def test_a_missing_stop_is_refused(loaded):
    with pytest.raises(TypeError):
        run(loaded, 2, stop=None)


def test_a_match_needs_its_arguments():
    with pytest.raises(TypeError):
        Match.__new__(Match)


@pytest.mark.parametrize("seat", [-1, 6])
def test_a_view_of_no_seat_is_refused(loaded, seat):
    with pytest.raises(ValueError, match=f"seat must be 0 to {loaded.players - 1}, got {seat}"):
        match(loaded).view(seat)


def test_a_move_of_another_size_is_refused(loaded):
    one = match(loaded)
    with pytest.raises(ValueError, match="a move has 8 bytes, got 7"):
        one.apply(one.legal()[0, :7])


def test_a_move_that_is_not_offered_is_refused_and_changes_nothing(loaded):
    one = match(loaded)
    before = one.state.copy()
    with pytest.raises(ValueError, match="not one of the"):
        one.apply(np.full(8, 255, np.uint8))
    assert np.array_equal(one.state, before)
    assert one.decisions == 0


def test_a_finished_match_offers_nothing_and_takes_nothing(loaded):
    one = match(loaded)
    move = one.legal()[0]
    one.play_on()
    assert one.actor == -1
    assert one.legal().shape == (0, 8)
    with pytest.raises(ValueError, match="the game is over"):
        one.apply(move)
    with pytest.raises(ValueError, match="the game is over"):
        one.choose()


def test_the_result_of_an_unfinished_match_has_no_winner(loaded):
    (result,) = match(loaded).result()
    assert result["ending"] == Ending.RUNNING
    assert result["winners"] == 0


@pytest.mark.parametrize(
    ("values", "error"), [([1.5], TypeError), (["1"], TypeError), ([-1], OverflowError)]
)
def test_only_whole_numbers_can_be_injected(loaded, values, error):
    with pytest.raises(error):
        match(loaded).inject(values)


def test_a_batch_lets_other_threads_run(loaded):
    stop, ran = Stop(), threading.Event()

    def other():
        ran.set()
        stop.set()

    timer = threading.Timer(0.02, other)
    timer.start()
    run(loaded, 1_000_000, stop=stop)
    assert ran.is_set()
    timer.join()
