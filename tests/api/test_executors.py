"""Any executor plays the same games; what travels to it is text and numbers."""

import _thread
import json
import multiprocessing
import pickle
import time
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from threading import Timer

import pytest
from short_batch import BATCH, GAMES, play

import undertow as ut
from undertow.errors import InputTypeError, InputValueError, Interrupted, WorkerError
from undertow.playing import tasks
from undertow.playing.executors import TRIES
from undertow.rows.provenance import provenance


class Here(Executor):
    """Plays each task at once; ``change`` is done to what it answers."""

    def __init__(self, change=lambda answer, number: answer):
        self.change = change
        self.sent = []

    def submit(self, function, /, *args, **more):
        found = Future()
        self.sent.append(args)
        try:
            found.set_result(self.change(function(*args, **more), len(self.sent)))
        except Exception as error:
            found.set_exception(error)
        return found


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.fixture(scope="module")
def threads():
    with ThreadPoolExecutor(2) as pool:
        yield pool


@pytest.mark.parametrize("block", [None, 1, 7, 1000])
@pytest.mark.parametrize("kind", ["threads", "processes", "here"])
def test_every_executor_plays_the_same_rows(kept, request, kind, block):
    executor = Here() if kind == "here" else request.getfixturevalue(kind)
    assert play(executor=executor, block=block).rows.tobytes() == kept.rows.tobytes()


def test_an_executor_plays_into_a_run_folder(kept, tmp_path, processes):
    play(out=tmp_path / "run", games=50)
    result = play(out=tmp_path / "run", resume=True, executor=processes)
    assert result.rows.tobytes() == kept.rows.tobytes()


def test_tasks_grow_until_they_take_a_while(monkeypatch):
    executor = Here()
    play(executor=executor, games=3000, agents="random")
    sizes = [games for _, _, games in executor.sent]
    assert sizes[0] == 8
    assert max(sizes) > 100
    assert sum(sizes) == 3000


def test_what_travels_is_json_and_numbers(processes):
    executor = Here()
    play(executor=executor)
    task, first, games = executor.sent[0]
    said = json.loads(task)["specification"]
    assert (said["game"], said["players"], said["agents"]) == ("alarm", 3, BATCH["agents"])
    assert (first, games) == (0, 8)
    assert b"undertow" not in pickle.dumps((first, games))


AGENT = "class Mine:\n    def act(self, view, legal, rng):\n        return {}\n"


def test_an_agent_of_a_file_travels_as_its_source(tmp_path, monkeypatch, processes):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(AGENT.format("int(rng.integers(len(legal)))"))
    mine = {"agents": ["mine.py:Mine", "greedy", "random"]}
    here = play(**mine)
    sent = tasks.task_of(
        provenance(game="alarm", players=3, rules=BATCH["rules"], seed=7, **mine),
        {"mine.py": (tmp_path / "mine.py").read_bytes()},
        "elsewhere",
    )
    (tmp_path / "mine.py").unlink()  # as on a machine that does not have it
    reply = tasks.reply_of(tasks.play_task(sent, 0, GAMES), here.columns.dtype)
    assert reply.results.tobytes() == here.results.tobytes()
    (tmp_path / "mine.py").write_text(AGENT.format("int(rng.integers(len(legal)))"))
    assert play(**mine, executor=processes).rows.tobytes() == here.rows.tobytes()


def test_a_fault_of_an_agent_elsewhere_is_told(tmp_path, monkeypatch, processes):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(AGENT.format("1 // int(rng.integers(9))"))
    mine = {"agents": ["mine.py:Mine", "random", "random"]}
    found = play(**mine, executor=processes).fault
    assert found == play(**mine).fault
    assert "ZeroDivisionError" in found.error


class Last:
    def act(self, view, legal, rng):
        return len(legal) - 1


def test_an_agent_that_is_an_object_plays_in_threads_alone(threads, processes):
    again = play(agents=Last, executor=threads)
    assert again.rows.tobytes() == play(agents=Last).rows.tobytes()
    with pytest.raises(InputValueError, match="agent Last is an object, which does not travel"):
        play(agents=Last, executor=processes)


def test_metrics_do_not_go_with_an_executor(threads):
    with pytest.raises(InputValueError, match="do not go with an executor"):
        play(executor=threads, metrics={"one": lambda state: 1.0})


def test_what_is_no_executor_is_refused():
    with pytest.raises(InputTypeError, match=r"must be a concurrent\.futures\.Executor, not 4"):
        play(executor=4)


# --- workers that fail ----------------------------------------------------------------------------


def test_a_task_is_sent_again_when_its_worker_died(kept):
    def die(answer, number):
        if number in (2, 3, 5):
            raise ConnectionError("worker is gone")
        return answer

    executor = Here(die)
    assert play(executor=executor, block=20).rows.tobytes() == kept.rows.tobytes()
    assert len(executor.sent) == 7 + 3


def test_workers_that_die_again_and_again_end_it():
    def die(answer, number):
        raise ConnectionError("worker is gone")

    with pytest.raises(WorkerError, match=f"workers died at games 0 to 19, tried {TRIES} times"):
        play(executor=Here(die), block=20)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"", "a worker cannot play: its answer is cut short"),
        (tasks._HEAD.pack(3, 0.1) + b"xyz", "its rows are not of the size of ours"),
        (tasks._HEAD.pack(-1, 0) + b"agent file 'a.py' fails", "cannot play: agent file 'a.py' fa"),
        (tasks._HEAD.pack(0, 0.1), "a worker ended a task early"),
    ],
)
def test_an_answer_that_is_none_is_told(answer, told):
    with pytest.raises(WorkerError, match=told):
        play(executor=Here(lambda _, number: answer))


def test_a_worker_of_another_version_names_the_difference(monkeypatch):
    task = tasks.task_of(
        provenance(game="alarm", players=3, rules={}, agents=["random"] * 3, seed=7), {}, "other"
    )
    monkeypatch.setattr("undertow.rows.provenance.__version__", "9.9.9")
    with pytest.raises(tasks.TaskError, match=r"is of undertow 0\.1\.0 .*, this is undertow 9"):
        tasks.reply_of(tasks.play_task(task, 0, 5), ut.games.find("alarm").columns)


def test_an_executor_that_is_shut_down_or_broken_is_told():
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(WorkerError, match="the executor takes no task: cannot schedule new"):
        play(executor=pool)

    def broken(answer, number):
        raise BrokenExecutor("a child process terminated abruptly")

    with pytest.raises(WorkerError, match="a worker failed: BrokenExecutor: a child process"):
        play(executor=Here(broken))


# --- Ctrl-C ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_ctrl_c_ends_it_soon_and_keeps_what_was_finished(request, tmp_path, kind):
    executor = request.getfixturevalue(kind)
    asked = []

    def ask():
        asked.append(time.perf_counter())
        _thread.interrupt_main()

    timer = Timer(0.6, ask)
    timer.start()
    with pytest.raises(Interrupted, match="games finished and kept in") as caught:
        play(executor=executor, games=5_000_000, out=tmp_path / "run")
    seconds = time.perf_counter() - asked[0]
    result = caught.value.result
    assert 0 < result.games < 5_000_000
    assert ut.read(tmp_path / "run").games == result.games
    whole = play(games=result.games)
    assert result.rows.tobytes() == whole.rows.tobytes()
    assert seconds < 0.5
