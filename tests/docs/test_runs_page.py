"""docs/runs.md is true: its commands and its example run, and other readers read a folder."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import duckdb
import pandas as pd
import pytest

import undertow as ut
from undertow.cli import main
from undertow.storage import run_writer

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "runs.md").read_text()
SURVIVING, SHARDS = (found.splitlines() for found in re.findall(r"```sh\n((?:.*\n)+?)```", PAGE))
EXAMPLE = re.search(r"```python\n((?:.*\n)+?)```", PAGE)[1]


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_surviving_run_runs_and_others_read_it(here, capsys):
    for command in SURVIVING:
        assert main(shlex.split(command)[1:]) == 0
    assert "seed 7, game 4321 (from 0)" in capsys.readouterr().out
    turns = ut.read("study").results["turns"]
    frame = pd.read_parquet("study", use_threads=False, pre_buffer=False)
    assert frame["turns"].tolist() == turns.tolist()
    query = "select turns from 'study/*.parquet' order by index"
    assert duckdb.sql(query).df()["turns"].tolist() == turns.tolist()


def test_the_shards_are_played_and_joined(here, capsys):
    for command in SHARDS:
        assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("reproduce: undertow run alarm")
    whole = ut.simulate("alarm", players=3, games=3000, agents="greedy", seed=7)
    assert ut.read("whole").rows.tobytes() == whole.rows.tobytes()


def test_the_example_of_an_executor_runs(here):
    (here / "try.py").write_text(EXAMPLE)
    done = subprocess.run(
        [sys.executable, "try.py"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "500 games, seed 7" in done.stdout


def test_the_page_says_when_a_part_is_published():
    assert f"{run_writer.MOST:,} games" in PAGE
    assert run_writer.EVERY == 10
