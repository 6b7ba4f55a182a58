"""docs/results.md is true: its commands and its example run, its columns are those of a result."""

import re
import shlex
from pathlib import Path

import pytest

import undertow as ut
from undertow.cli import main
from undertow.rows.records import field_names, flat_columns

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "results.md").read_text()
COMMANDS = re.search(r"```sh\n((?:.*\n)+?)```", PAGE)[1].splitlines()
EXAMPLE, METRIC = re.findall(r"```python\n((?:.*\n)+?)```", PAGE)
OWN = PAGE.partition("## Columns of each game")[2].partition("\n## ")[0]
SHARED = PAGE.partition("## Columns of every game")[2].partition("\n## ")[0]


def test_the_commands_run_one_after_the_other(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS:
        assert main(shlex.split(command)[1:]) == 0
    assert "seed 7, game 23 (from 0)" in capsys.readouterr().out


def test_the_example_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLE, "results.md", "exec"), {})
    assert "target_reached" in capsys.readouterr().out
    assert (tmp_path / "some.csv").read_text().count("\n") == 501


@pytest.mark.parametrize("game", ut.games.names())
def test_the_columns_of_every_game_are_those_of_the_page(game):
    told = {
        name for cell in re.findall(r"^\| (`[^|]*) \|", SHARED, re.M) for name in cell.split(", ")
    }
    result = ut.simulate(game, players=2, games=1, seed=1, agents="random")
    own = re.compile("|".join(rf"{name}(_\d+)*" for name in field_names(result.columns.dtype)))
    names = [
        name
        for name in flat_columns(result.results, result.columns, 2)
        if not own.fullmatch(name) and not name.endswith("_2")
    ]
    assert {f"`{name}`" for name in names} == told


@pytest.mark.parametrize("game", ut.games.names())
def test_the_page_names_every_column_of_a_game_in_order(game):
    table = OWN.partition(f"### {game}\n")[2].partition("\n### ")[0]
    cells = re.findall(r"^\| (`[^|]*) \|", table, re.M)
    told = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    assert told == field_names(ut.games.find(game).columns)


def test_the_metric_of_the_page_counts_what_its_text_says(capsys):
    scope = {}
    exec(compile(METRIC, "results.md", "exec"), scope)
    result = scope["result"]
    assert float(capsys.readouterr().out) == pytest.approx(result.rows["skeletons"].mean())
    placed = result.columns["skeletons_placed"].sum(axis=1)
    assert (result.rows["skeletons"] <= placed).all()
    assert (result.rows["skeletons"] == placed).mean() > 0.1
