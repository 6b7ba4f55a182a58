"""docs/agents.md is true: its examples run as they stand."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "agents.md").read_text()
EXAMPLES = re.findall(r"```python\n((?:.*\n)+?)```", PAGE)


def test_there_is_an_example_of_each_tier():
    assert len(EXAMPLES) == 2


@pytest.mark.parametrize("example", EXAMPLES, ids=["python", "compiled"])
def test_an_example_plays_without_a_fault(example, capsys):
    exec(compile(example, "agents.md", "exec"), {"__name__": "__main__"})
    told = capsys.readouterr().out
    assert "games, seed 7" in told
    assert "fault" not in told


def test_an_agent_of_the_page_plays_from_a_file(tmp_path, capsys):
    from undertow.cli import main  # noqa: PLC0415

    source = EXAMPLES[0].rsplit("\n\n\n", 1)[0]
    (tmp_path / "cautious.py").write_text(source)
    line = re.search(r"`undertow (run alarm [^`]*)`", PAGE)[1]
    agent = re.search(r'"(cautious.py:[^"]*)"', line)[1]
    arguments = ["run", "alarm", "-p", "2", "-a", f"{tmp_path}/{agent}", "-a", "random", "-n", "50"]
    assert main(arguments) == 0
    assert "cautious.py:Cautious(most=2)" in capsys.readouterr().out
