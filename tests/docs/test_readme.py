"""The README is true: its first answer, its other commands, its Python example."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).resolve().parents[2] / "README.md").read_text()
ANSWER = re.search(r"```\n\$ scripts/undertow (.*)\n((?:.*\n)+?)```", README)
TABLE = re.findall(r"^\| `scripts/undertow ([^`]*)`", README, re.M)
PYTHON = re.search(r"```python\n((?:.*\n)+?)```", README)[1]


def undertow(line, **how):
    return subprocess.run(
        [sys.executable, "-m", "undertow", *shlex.split(line)],
        capture_output=True,
        text=True,
        check=True,
        **how,
    ).stdout


def test_the_first_answer_is_what_the_command_prints(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    told = [line.rstrip() for line in undertow(ANSWER[1]).splitlines()]
    assert told == ANSWER[2].splitlines()


def test_the_commands_of_the_table_are_found():
    assert len(TABLE) >= 7


@pytest.mark.parametrize("line", TABLE)
def test_a_command_of_the_table_runs(line, tmp_path):
    counted = (
        line.startswith(("run", "bench", "compare", "sweep", "value")) and "--precision" not in line
    )
    fewer = " -n 200" if counted else ""
    if line.startswith("report"):  # of the file that another line writes
        undertow("run alarm -n 20 -o alarm.parquet", cwd=tmp_path)
    told = undertow(line + fewer, cwd=tmp_path)
    assert told or (tmp_path / "alarm.html").exists()


def test_the_python_example_runs(capsys):
    exec(compile(PYTHON, "README.md", "exec"), {})
    told = capsys.readouterr().out
    assert "2,000 games, seed 7" in told
    assert "joins start tile" in told
