"""docs/tutorial.md is true: its commands print what it shows, and its text says what they print."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import undertow as ut
from undertow.cli import main

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "tutorial.md").read_text()
SHOWN = re.findall(r"```\n\$ undertow (.*)\n((?:.*\n)+?)```", PAGE)
PYTHON, PRINTED = re.search(r"```python\n((?:.*\n)+?)```\n\n```\n((?:.*\n)+?)```", PAGE).groups()
SHELL = re.search(r"```sh\n((?:.*\n)+?)```", PAGE)[1].splitlines()
SECTIONS = PAGE.split("\n## ")[1:]
INLINE = [line for line in re.findall(r"`undertow ([^`]*)`", PAGE) if "plan" not in line]
LEFT_OUT = "…"


def parts(text):
    """Return the lines shown, split where lines are left out."""
    found = [[]]
    for line in text.splitlines():
        if line == LEFT_OUT:
            found.append([])
        else:
            found[-1].append(line)
    return [part for part in found if part]


def test_every_game_has_a_question():
    for game in ut.games.names():
        assert any(line.split()[1] == game for line, _ in SHOWN) or f'"{game}"' in PYTHON


@pytest.mark.parametrize(("line", "text"), SHOWN, ids=[" ".join(s.split()[:2]) for s, _ in SHOWN])
def test_a_command_prints_what_the_page_shows(line, text, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(shlex.split(line)) == 0
    told = [row.rstrip() for row in capsys.readouterr().out.splitlines()]
    start = 0
    for part in parts(text):
        places = [i for i in range(start, len(told)) if told[i : i + len(part)] == part]
        assert places, part
        start = places[0] + len(part)
    assert (start == len(told)) == (not text.endswith(f"{LEFT_OUT}\n"))


def test_the_python_prints_what_the_page_shows(capsys):
    exec(compile(PYTHON, "tutorial.md", "exec"), {})
    assert capsys.readouterr().out == PRINTED


@pytest.mark.parametrize("section", SECTIONS, ids=[s.partition("\n")[0] for s in SECTIONS])
def test_the_text_names_no_number_that_is_not_shown(section):
    text = re.sub(r"```(?:.*\n)+?```|`[^`]*`", "", section)
    shown = "\n".join(re.findall(r"```\n(?:.*\n)+?```", section))
    for number in re.findall(r"\d[\d,]*\.\d+", text):
        assert re.search(rf"(?<![\d.]){re.escape(number)}(?![\d])", shown), number


@pytest.mark.parametrize("line", INLINE)
def test_a_command_in_the_text_runs(line, capsys):
    assert main(shlex.split(line)) == 0
    assert capsys.readouterr().out


def test_the_commands_at_the_end_write_a_page(tmp_path):
    pytest.importorskip("matplotlib")
    pytest.importorskip("jinja2")
    for command in SHELL:
        ours = command.replace("undertow", f"{sys.executable} -m undertow", 1)
        subprocess.run(["sh", "-c", ours], check=True, capture_output=True, cwd=tmp_path)
    assert "shark_set = &#34;fierce&#34;" in (tmp_path / "shark.html").read_text()
