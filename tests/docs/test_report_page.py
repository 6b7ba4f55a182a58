"""docs/report.md is true: its commands and its example run, its plots are those of results."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import undertow as ut
from undertow.drawing import plots

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "report.md").read_text()
COMMANDS = re.search(r"```sh\n((?:.*\n)+?)```", PAGE)[1].splitlines()
EXAMPLE = re.search(r"```python\n((?:.*\n)+?)```", PAGE)[1]
TABLE = re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE, re.M)


@pytest.fixture
def _here(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib").use("agg")
    pytest.importorskip("jinja2")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_here")
def test_the_commands_run_one_after_the_other():
    for command in COMMANDS:
        ours = command.replace("undertow", f"{sys.executable} -m undertow", 1)
        subprocess.run(["sh", "-c", ours], check=True, capture_output=True)
    assert "a comparison: 3 players, 1,000 games" in Path("pond.html").read_text()


@pytest.mark.usefixtures("_here")
def test_the_example_writes_a_page_and_a_picture():
    exec(compile(EXAMPLE, "report.md", "exec"), {})
    assert Path("alarm.html").stat().st_size > 10_000
    assert Path("alarm.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("function", "kind"),
    [
        ("simulate", plots.ResultPlots),
        ("compare", plots.ComparisonPlots),
        ("sweep", plots.SweepPlots),
        ("tournament", plots.TournamentPlots),
        ("ladder", plots.LadderPlots),
        ("value", plots.ValuePlots),
        ("sensitivity", plots.SensitivityPlots),
    ],
)
def test_the_page_names_every_plot(function, kind):
    assert callable(getattr(ut, function))
    told = set(re.findall(r"`(\w+)`", dict(TABLE)[function]))
    assert told == {name for name in vars(kind) if not name.startswith("_")}
