"""docs/tournament.md is true: its commands print what stands there."""

import re
import shlex
from pathlib import Path

import pytest

from undertow import cli

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "tournament.md").read_text()
AGENT = re.search(r"```python\n((?:.*\n)+?)```", PAGE)[1]
ANSWERS = re.findall(r"```\n\$ undertow (.*)\n((?:.*\n)+?)```", PAGE)


def test_both_commands_have_an_example():
    assert [line.split()[0] for line, _ in ANSWERS] == ["tournament", "ladder"]


@pytest.mark.parametrize(("line", "answer"), ANSWERS, ids=["tournament", "ladder"])
def test_an_example_prints_what_the_page_says(line, answer, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    Path("captor.py").write_text(AGENT)
    assert cli.main(shlex.split(line)) == 0
    told = [row.rstrip() for row in capsys.readouterr().out.splitlines()]
    assert told == answer.splitlines()
