"""``run -o`` and ``replay FILE``."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import undertow as ut
from undertow import cli

RUN = ["run", "alarm", "-p", "3", "-n", "60", "-a", "random", "--seed", "5"]


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
def test_a_run_says_the_same_with_a_file_as_without(here, do, suffix):
    code, out, err = do(*RUN, "-o", f"run.{suffix}")
    assert (code, err) == (0, f"undertow: 60 rows written to 'run.{suffix}'\n")
    assert (code, out, "") == do(*RUN)
    assert os.listdir(here) == [f"run.{suffix}"]


@pytest.mark.usefixtures("here")
def test_json_says_the_same_with_a_file_as_without(do):
    _, out, err = do(*RUN, "-o", "run.csv", "--json", "-q")
    assert err == ""
    ours, theirs = json.loads(out), json.loads(do(*RUN, "--json")[1])
    assert {**ours, "seconds": 0} == {**theirs, "seconds": 0}


@pytest.mark.usefixtures("here")
def test_a_second_run_onto_the_same_file_is_refused(do):
    do(*RUN, "-o", "run.parquet")
    written = Path("run.parquet").read_bytes()
    code, out, err = do(*RUN, "--seed", "6", "-o", "run.parquet")
    assert (code, out) == (2, "")
    assert re.fullmatch(
        r"undertow: 'run\.parquet' exists already \([\d,]+ bytes\); --force .*\n", err
    )
    assert Path("run.parquet").read_bytes() == written
    assert do(*RUN, "--seed", "6", "-o", "run.parquet", "--force")[0] == 0
    assert ut.read("run.parquet").seed == 6


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ([*RUN, "-o", "none/run.csv"], 5, "cannot write 'none/run.csv': there is no such folder"),
        ([*RUN, "-o", "/proc/self/run.csv"], 5, "cannot write '/proc/self/run.csv': "),
        ([*RUN, "--force"], 2, "--force replaces the file of -o; no file is named"),
        (["replay", "none.parquet", "3"], 5, "cannot read 'none.parquet': No such file"),
        (["replay", "./none", "3"], 5, "cannot read 'none': No such file"),
        (["replay", "posidon", "3"], 2, "unknown game 'posidon'; did you mean 'poseidon'?"),
    ],
)
def test_a_mistake_with_a_file_is_one_line(do, arguments, code, told):
    found, out, err = do(*arguments)
    assert (found, out) == (code, "")
    assert err.startswith(f"undertow: {told}")
    assert err.count("\n") == 1


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("more", [[], ["-q"], ["--json"]])
def test_replay_tells_a_game_of_a_file_as_it_tells_that_of_the_seed(do, more):
    agents = ["-a", "greedy", "-a", "random", "-a", "random", "--set", "target=4"]
    run = ["run", "alarm", "-p", "3", "-n", "60", "--seed", "5", *agents]
    do(*run, "-o", "run.parquet")
    told = do("replay", "run.parquet", "23", *more)
    assert told[0] == 0
    assert told == do("replay", "alarm", "23", "-p", "3", "--seed", "5", *agents, *more)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["60"], "index must be a whole number from 0 to 59, not 60"),
        (["x"], "index must be a whole number from 0 to 59, not 'x'"),
        (["3", "--seed", "5"], "replay FILE takes no --seed: the file says it"),
        (["3", "-p", "3", "--set", "a=1"], "replay FILE takes no -p, --set: the file says it"),
    ],
)
def test_replay_refuses_what_the_file_says_or_does_not_hold(do, arguments, told):
    do(*RUN, "-o", "run.parquet")
    assert do("replay", "run.parquet", *arguments) == (2, "", f"undertow: {told}\n")


def test_replay_of_a_damaged_file_is_exit_5(here, do):
    do(*RUN, "-o", "run.parquet")
    data = bytearray((here / "run.parquet").read_bytes())
    data[len(data) // 3] ^= 16
    (here / "run.parquet").write_bytes(data)
    told = "undertow: 'run.parquet' is damaged: its bytes are not those that were written\n"
    assert do("replay", "run.parquet", "3") == (5, "", told)


AGENT = "class Fixed:\n    def act(self, view, legal, rng):\n        return {}\n"


def test_replay_notices_that_an_agent_is_another_now(here, do):
    (here / "mine.py").write_text(AGENT.format("len(legal) - 1"))
    do(*RUN, "-a", "random", "-a", "mine.py:Fixed", "-o", "run.parquet")
    assert do("replay", "run.parquet", "3", "-q")[0] == 0
    (here / "mine.py").write_text(AGENT.format("0"))
    code, out, err = do("replay", "run.parquet", "3")
    assert (code, out) == (5, "")
    assert "game 3 comes out otherwise now; was an agent's file changed?" in err
    (here / "mine.py").unlink()
    code, out, err = do("replay", "run.parquet", "3")
    assert (code, out) == (5, "")
    assert "its agents are not here: agent file 'mine.py' does not exist" in err


# --- as a process ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def env():
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
def test_a_full_disk_is_one_line_and_exit_5_beside_the_tables_and_no_file(env, tmp_path, suffix):
    done = subprocess.run(
        [sys.executable, "-m", "undertow", *RUN, "-n", "2000", "-o", f"run.{suffix}"],
        env=env,
        cwd=tmp_path,
        text=True,
        capture_output=True,
        check=False,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)),
    )
    assert done.returncode == 5
    assert "games, seed 5" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("reproduce: undertow run alarm")
    assert done.stderr == f"undertow: cannot write 'run.{suffix}': File too large\n"
    assert os.listdir(tmp_path) == []


PLAYING = """
import sys, undertow.cli as cli, undertow.cli.questions as questions
simulate = questions.simulate
def telling(*args, progress, **more):
    def tell(finished, games):
        if finished > 2000:
            print("going", flush=True)
    return simulate(*args, progress=tell, **more)
questions.simulate = telling
sys.exit(cli.main(sys.argv[1:]))
"""


def interrupted(env, folder, path):
    """Interrupt a run; return the seconds that it took to end, its exit code, stdout and stderr."""
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYING, *RUN, "-n", "5000000", "-q", "-o", path, "--force"],
        env=env,
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout.readline() == "going\n"
    asked = time.perf_counter()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    return time.perf_counter() - asked, process.returncode, out, err


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
def test_ctrl_c_publishes_within_half_a_second_what_was_finished(env, tmp_path, suffix):
    path = f"run.{suffix}"
    for _ in range(3):  # other processes may take the processor meanwhile
        seconds, code, out, err = interrupted(env, tmp_path, path)
        said = re.fullmatch(
            r"undertow: interrupted: ([\d,]+) of 5,000,000 games finished and kept "
            rf"in 'run\.{suffix}'\n",
            err,
        )
        assert said
        assert code == 130
        assert f"{said[1]} games, seed 5" in out
        assert os.listdir(tmp_path) == [path]
        if suffix == "parquet":
            assert f"{ut.read(tmp_path / path).games:,}" == said[1]
        if seconds < 0.5:
            break
    assert seconds < 0.5


COMPARE = ["compare", "alarm", "-p", "2", "-a", "random", "--set", "provisions=2"]
VALUE = ["value", "alarm", "-p", "2", "-a", "random", "--of"]


@pytest.mark.parametrize(
    ("command", "arms"),
    [
        (COMPARE, ["base", "variant"]),
        ([*VALUE, "turn"], ["base", "seat-1", "seat-2"]),
        ([*VALUE, "provisions=2"], ["base", "changed"]),
    ],
)
def test_arms_are_written_to_a_result_file_each(tmp_path, capsys, command, arms):
    out = tmp_path / "rows.parquet"
    asked = [*command, "-n", "20", "--seed", "7", "-o", str(out)]
    assert cli.main(asked) == 0
    assert [path.name for path in sorted(tmp_path.iterdir())] == [f"rows.{a}.parquet" for a in arms]
    assert "rows written to" in capsys.readouterr().err
    base = ut.read(tmp_path / "rows.base.parquet")
    other = ut.read(tmp_path / f"rows.{arms[-1]}.parquet")
    play = {"players": 2, "games": 20, "seed": 7}
    assert (base.results == ut.simulate("alarm", agents="random", **play).results).all()
    again = ut.simulate("alarm", agents=list(other.agents), rules=dict(other.rules), **play)
    assert (other.results == again.results).all()
    assert base.agents != other.agents or base.rules != other.rules
    assert cli.main(asked) == 2
    assert "--force" in capsys.readouterr().err
    assert cli.main([*asked, "--force"]) == 0


@pytest.mark.parametrize("name", ["rows", "rows.txt", "nowhere/rows.csv"])
def test_arms_that_cannot_be_written_are_refused_before_a_game(tmp_path, capsys, name):
    asked = [*COMPARE, "-n", "100000000", "-o", str(tmp_path / name)]
    assert cli.main(asked) in (2, 5)
    assert capsys.readouterr().err.count("\n") == 1
    assert cli.main([*COMPARE, "--force"]) == 2
