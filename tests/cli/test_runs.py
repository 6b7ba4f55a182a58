"""``run`` into a folder, ``--resume``, ``--shard`` and ``merge``, as commands and as processes."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from random import Random

import pytest

import undertow as ut

RUN = ["run", "alarm", "-p", "3", "-a", "random", "--seed", "5"]
SMALL = ["-n", "60"]


@pytest.mark.usefixtures("here")
def test_a_resumed_run_tells_of_the_whole(do):
    assert do(*RUN, "-n", "20", "-o", "run")[0] == 0
    code, out, err = do(*RUN, *SMALL, "-o", "run", "--resume")
    assert (code, err) == (0, "undertow: 60 rows written to 'run'\n")
    assert out == do(*RUN, *SMALL)[1]
    assert do(*RUN[:-2], "-o", "run", "--resume")[1] == do(*RUN, *SMALL)[1]  # nothing is missing


@pytest.mark.usefixtures("here")
def test_merged_shards_say_what_the_run_says(do):
    for shard in ("1/2", "2/2"):
        code, out, _ = do(*RUN, *SMALL, "--shard", shard, "-o", shard[0])
        assert code == 0
        assert f"30 games (shard {shard} of 60), seed 5" in out
        assert f"-n 60 --shard {shard}" in out.splitlines()[-1]
    code, out, err = do("merge", "2", "1", "-o", "all")
    assert (code, err) == (0, "undertow: 60 rows written to 'all'\n")
    assert out == do(*RUN, *SMALL)[1]
    told = json.loads(do("merge", "1", "2", "-o", "again", "--json", "-q")[1])
    whole = json.loads(do(*RUN, *SMALL, "--json")[1])
    assert told["command"] == "merge"
    different = {"command", "seconds", "threads"}
    assert {k: told[k] for k in told.keys() - different} == {
        k: whole[k] for k in whole.keys() - different
    }


@pytest.mark.usefixtures("here")
def test_replay_takes_a_game_of_a_folder(do):
    do(*RUN, *SMALL, "--shard", "2/2", "-o", "second")
    told = do("replay", "second", "40", "-q")
    assert told == do("replay", "alarm", "40", "-p", "3", "-a", "random", "--seed", "5", "-q")
    assert do("replay", "second", "3") == (
        *(2, ""),
        "undertow: index must be a whole number from 30 to 59, not 3\n",
    )


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ([*RUN, "-o", "run"], 2, "'run' holds a run already; --resume (resume=True) plays what"),
        ([*RUN, "-n", "9", "-o", "run", "--resume"], 2, "'run' holds 60 games, more than the 9"),
        ([*RUN[:-1], "6", "-o", "run", "--resume"], 5, "'run' holds other games: seed 5, not 6"),
        ([*RUN, "-o", "run", "--resume", "--force"], 2, "give --force, which deletes a run, or"),
        ([*RUN, "--resume"], 2, "--resume (resume=True) plays on in a run folder: -o NAME"),
        ([*RUN, "--shard", "1/2"], 2, "--shard (shard=) plays into a run folder"),
        ([*RUN, "--scheduler", "here"], 2, "a scheduler's address is written tcp://HOST:PORT"),
        (["merge"], 2, "merge takes run folders and -o NAME: undertow merge A B -o ALL"),
        (["merge", "run", "none", "-o", "all"], 5, "cannot read 'none': No such file"),
        (["merge", "run", "run", "-o", "all"], 5, "'run' overlaps 'run': both hold game 0"),
        (["merge", "run", "-o", "run", "--force"], 2, "'run' is one of those to be merged"),
        (["replay", ".", "3"], 5, "'.' is a folder, but not of a run: _run.json is missing"),
    ],
)
def test_a_mistake_with_a_run_is_one_line(do, arguments, code, told):
    do(*RUN, *SMALL, "-o", "run")
    found, out, err = do(*arguments)
    assert (found, out) == (code, "")
    assert err.startswith(f"undertow: {told}")
    assert err.count("\n") == 1


@pytest.mark.usefixtures("here")
def test_rows_merged_into_a_format_that_is_not_read_back_have_no_tables(do):
    do(*RUN, *SMALL, "-o", "run")
    code, out, err = do("merge", "run", "-o", "all.csv")
    assert (code, out) == (0, "")
    assert err == "undertow: rows written to 'all.csv', a format that is not read back: no tables\n"


# --- as a process ---------------------------------------------------------------------------------

PARTS = """
import sys, undertow.storage.run_writer as writer, undertow.cli as cli
writer.MOST = int(sys.argv.pop(1))
sys.exit(cli.main(sys.argv[1:]))
"""
LONG = [*RUN, "-q", "-n", "4000"]


@pytest.fixture(scope="module")
def env():
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


@pytest.fixture
def begin(env, tmp_path):
    """Return a function that starts a command whose parts have at most so many games."""

    def begin(*arguments, most=300, **more):
        return subprocess.Popen(
            [sys.executable, "-c", PARTS, str(most), *arguments],
            env=env,
            cwd=tmp_path,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **more,
        )

    return begin


def ended(process):
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def wait_for_parts(folder, number):
    until = time.monotonic() + 30
    while len(list(folder.glob("part-*"))) < number:
        assert time.monotonic() < until
        time.sleep(0.005)


def test_a_killed_run_loses_doubles_and_changes_no_game(begin, tmp_path):
    whole = ut.simulate("alarm", players=3, agents="random", seed=5, games=4000)
    rng = Random(5)
    for _ in range(3):
        process = begin(*LONG, "-o", "run", "--resume")
        time.sleep(0.8 + rng.random())
        process.kill()
        ended(process)
    code, out, err = ended(begin(*LONG, "-o", "run", "--resume"))
    assert (code, err) == (0, "")
    assert out == ended(begin(*LONG))[1]
    assert ut.read(tmp_path / "run").rows.tobytes() == whole.rows.tobytes()


def test_a_second_writer_is_refused_at_once(begin, tmp_path):
    first = begin(*RUN, "-n", "5000000", "-o", "run")
    wait_for_parts(tmp_path / "run", 1)
    code, out, err = ended(begin(*LONG, "-o", "run", "--resume"))
    first.send_signal(signal.SIGINT)
    assert (code, out) == (5, "")
    assert err == "undertow: 'run' is locked: another process writes into it\n"
    assert ended(first)[0] == 130


def test_ctrl_c_keeps_the_parts_within_half_a_second(begin, tmp_path):
    for attempt in range(6):  # other processes may take the processor meanwhile
        folder = tmp_path / f"run{attempt}"
        process = begin(*RUN, "-q", "-n", "5000000", "-o", folder.name, most=20_000)
        wait_for_parts(folder, 1)
        asked = time.perf_counter()
        process.send_signal(signal.SIGINT)
        code, out, err = ended(process)
        seconds = time.perf_counter() - asked
        said = re.fullmatch(
            r"undertow: interrupted: ([\d,]+) of 5,000,000 games finished and kept in 'run\d'\n",
            err,
        )
        assert said
        assert code == 130
        assert f"{said[1]} games, seed 5" in out
        assert f"{ut.read(folder).games:,}" == said[1]
        if seconds < 0.5:
            break
    assert seconds < 0.5


def test_a_full_disk_is_exit_5_beside_the_tables_and_keeps_the_parts(begin, tmp_path):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    process = begin(*RUN, "-n", "200000", "-o", "run", most=50, preexec_fn=limit)
    code, out, err = ended(process)  # the manifest has grown too long
    said = re.fullmatch(
        r"undertow: cannot write 'run/_run\.json': File too large; ([\d,]+) games kept in 'run'\n",
        err,
    )
    assert said
    assert code == 5
    assert "games, seed 5" in out
    kept = int(said[1].replace(",", ""))
    assert ut.read(tmp_path / "run").games == kept
    code, out, err = ended(begin(*RUN, "-n", str(kept + 50), "-o", "run", "--resume", "-q"))
    assert (code, err) == (0, "")
