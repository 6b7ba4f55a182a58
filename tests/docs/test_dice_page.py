"""docs/dice.md is true: its commands print what it shows, and so does its Python."""

import re
import shlex
from pathlib import Path

import pytest

from undertow.cli import main

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "dice.md").read_text()
ANSWERS = re.findall(r"```\n\$ undertow (.*)\n((?:.*\n)+?)```", PAGE)
PYTHON = re.search(r"```python\n((?:.*\n)+?)```", PAGE)[1]


def test_the_commands_of_the_page_are_found():
    assert len(ANSWERS) == 3


@pytest.mark.parametrize(("line", "answer"), ANSWERS, ids=[line for line, _ in ANSWERS])
def test_a_command_prints_what_the_page_shows(line, answer, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(shlex.split(line)) == 0
    assert [row.rstrip() for row in capsys.readouterr().out.splitlines()] == answer.splitlines()


def test_the_python_prints_what_its_comments_say(capsys):
    exec(compile(PYTHON, "dice.md", "exec"), {})
    want = re.findall(r"^print\(.*\)  # (.*)$", PYTHON, re.MULTILINE)
    assert capsys.readouterr().out.splitlines() == want
    assert len(want) == 6


def test_the_options_of_the_page_are_those_of_the_command(capsys):
    assert main(["dice", "-h"]) == 0
    told = set(re.findall(r"(--\w+)", capsys.readouterr().out))
    assert told - {"--dice", "--quiet", "--help"} == set(re.findall(r"(--\w+)", PAGE))
