"""A real Dask scheduler with real workers, one of which is killed in the middle."""

import os
import signal
import subprocess
import sys
import time

import pytest
from dask_cluster import cluster as processes

import undertow as ut
from undertow.errors import InputValueError, MissingExtraError, WorkerError
from undertow.playing.cluster import cluster

BATCH = {"players": 3, "games": 12_000, "seed": 7, "agents": "random"}
UNDERTOW = [sys.executable, "-m", "undertow"]
RUN = ["run", "alarm", "-p", "3", "-a", "random", "--seed", "7", "-q"]


@pytest.fixture(scope="module")
def workers(tmp_path_factory):
    with processes(tmp_path_factory.mktemp("dask"), 2) as found:
        yield found


@pytest.fixture(scope="module")
def env():
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def test_a_cluster_plays_the_same_rows_while_a_worker_is_killed(workers):
    here = ut.simulate("alarm", **BATCH)
    doomed = workers.workers[0]

    def kill(finished, games):
        if finished > 2000 and doomed.poll() is None:
            doomed.kill()

    with cluster(workers.address) as executor:
        assert ut.simulate("alarm", **BATCH, executor=executor).rows.tobytes() == (
            here.rows.tobytes()
        )
        workers.add_worker()
        again = ut.simulate("alarm", **BATCH, executor=executor, progress=kill, block=100)
    assert doomed.wait(timeout=10) == -signal.SIGKILL
    assert again.rows.tobytes() == here.rows.tobytes()


def test_the_command_plays_on_a_cluster(workers, env, tmp_path):
    told = [
        subprocess.run(
            [*UNDERTOW, *RUN, "-n", "300", *more],
            env=env,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        for more in ([], ["--scheduler", workers.address, "-o", "run"])
    ]
    assert told[0].stdout == told[1].stdout
    assert [one.stderr for one in told] == ["", ""]
    assert ut.read(tmp_path / "run").games == 300


def test_ctrl_c_on_a_cluster_is_130_within_two_seconds(workers, env, tmp_path):
    process = subprocess.Popen(
        [*UNDERTOW, *RUN, "-n", "5000000", "--scheduler", workers.address, "-o", "run"],
        env=env,
        cwd=tmp_path,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while not (tmp_path / "run" / "_run.json").exists():
        assert process.poll() is None
        time.sleep(0.02)
    time.sleep(1)
    asked = time.perf_counter()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    seconds = time.perf_counter() - asked
    assert process.returncode == 130
    assert err.startswith("undertow: interrupted: ")
    assert err.count("\n") == 1
    assert f"{ut.read(tmp_path / 'run').games:,} games, seed 7" in out
    assert seconds < 2


def test_no_scheduler_is_told(monkeypatch):
    monkeypatch.setattr("undertow.playing.cluster.PATIENCE", 0.3)
    told = pytest.raises(WorkerError, match=r"there is no scheduler at 'tcp://127\.0\.0\.1:9'")
    with told, cluster("tcp://127.0.0.1:9"):
        pass


@pytest.mark.parametrize("address", ["", "here", "nonsense://x:1", "tcp://a:b", "tcp://a b:1"])
def test_what_is_no_address_is_told(address):
    with pytest.raises(InputValueError, match=r"written tcp://HOST:PORT"), cluster(address):
        pass


def test_a_scheduler_without_workers_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("undertow.playing.cluster.PATIENCE", 1)
    with (
        processes(tmp_path, 0) as found,
        pytest.raises(WorkerError, match="has no workers"),
        cluster(found.address),
    ):
        pass


def test_without_distributed_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(MissingExtraError, match=r'pip install "undertow\[cluster\]"'),
        cluster("a:1"),
    ):
        pass
