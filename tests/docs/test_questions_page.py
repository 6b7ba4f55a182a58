"""docs/questions.md is true: its commands print what it shows, its other examples run."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from undertow.cli.conditions import read_condition

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "questions.md").read_text()
SHOWN = re.findall(r"```\n\$ undertow (.*)\n((?:.*\n)+?)```", PAGE)
PYTHON = re.search(r"```python\n((?:.*\n)+?)```", PAGE)[1]
INLINE = re.findall(r"`undertow ((?:plan|sweep|value) [^`]*)`", PAGE)
CONDITIONS = re.findall(r"`((?:seats|order)\.[^`]* [<>] [^`]*)`", PAGE)


def undertow(line):
    return subprocess.run(
        [sys.executable, "-m", "undertow", *shlex.split(line)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_examples_are_found():
    assert len(SHOWN) == 5
    assert len(INLINE) == 5
    assert len(CONDITIONS) == 1


@pytest.mark.parametrize(("line", "text"), SHOWN, ids=[line.split()[0] for line, _ in SHOWN])
def test_a_command_prints_what_the_page_shows(monkeypatch, line, text):
    monkeypatch.setenv("COLUMNS", "80")
    done = undertow(line)
    assert done.returncode == (3 if "--fail-if" in line else 0)
    assert [row.rstrip() for row in done.stdout.splitlines()] == text.splitlines()


@pytest.mark.parametrize("line", INLINE)
def test_a_command_in_the_text_runs(line):
    fewer = " -n 30" if line.startswith("sweep") else ""
    fewer += " --samples 4" if "--sensitivity" in line else ""
    assert undertow(line + fewer).returncode == 0


def test_the_python_example_runs(capsys):
    exec(compile(PYTHON, "questions.md", "exec"), {})
    assert "500 games in each arm, seed 7" in capsys.readouterr().out


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_condition_in_the_text_is_one(text):
    assert read_condition(text).path
