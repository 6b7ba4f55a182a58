"""``sweep --sensitivity``, and the course of a sweep: what is printed, judged and refused."""

import json
import re
import shlex
import sys

import pytest

from undertow import cli

SWEEP = ["sweep", "alarm", "-p", "3", "-a", "random", "--seed", "7"]
GRID = ["--vary", "provisions=1,3", "--vary", "token_limit=1,4"]
MORRIS = [*SWEEP, *GRID, "--sensitivity", "-n", "30", "--samples", "4"]
SOBOL = [*SWEEP, *GRID, "--sensitivity", "sobol", "-n", "30", "--samples", "4"]


def again(text):
    return shlex.split(text.splitlines()[-1].split("  # ")[0].removeprefix("reproduce: undertow "))


@pytest.mark.parametrize(("arguments", "heads"), [(MORRIS, "mu*"), (SOBOL, "S1")])
def test_it_fits_80_columns_and_reproduces_itself(say, monkeypatch, arguments, heads):
    monkeypatch.setenv("COLUMNS", "80")
    text = say(*arguments, "-q")
    assert all(len(line.rstrip()) <= 80 for line in text.splitlines()[:-1])
    assert "provisions: 1 to 3, rounded" in text
    assert len(re.findall(rf"^ +{re.escape(heads)} ", text, re.MULTILINE)) == 4
    assert say(*again(text), "-q") == text
    assert set(text.splitlines()) <= set(say(*arguments).splitlines())


def test_the_json_object_has_an_interval_for_every_number(load):
    found = load(*MORRIS)
    assert (found["command"], found["sensitivity"], found["points"]) == ("sweep", "morris", 12)
    assert [output["name"] for output in found["outputs"]] == [
        *("place 1", "place 2", "place 3"),
        "turns",
    ]
    row = found["outputs"][3]["factors"][0]
    assert row["key"] == "provisions"
    assert row["mu_star_low"] <= row["mu_star"] <= row["mu_star_high"]
    assert load(*SOBOL)["outputs"][0]["factors"][1].keys() >= {"s1", "s1_low", "st", "st_high"}


def test_conditions_are_about_the_object_that_is_shown(say):
    assert "true" in say(*MORRIS, "--fail-if", "outputs.4.factors.1.mu_star > 0.01", code=3)
    assert "false" in say(*MORRIS, "--fail-if", "outputs.4.factors.1.mu_star > 999", code=0)
    cells = [*SWEEP, *GRID, "-n", "100", "--fail-if"]
    assert "false" in say(*cells, "cells.1.order.1.share.difference > 0.9")
    say(*cells, "cells.1.order.1.share.difference < 0.9", code=3)
    say(*cells, "conclusions.1.share > 0.9")


def test_a_sweep_is_watched_until_decided_or_out_of_games(say):
    text = say(*SWEEP, *GRID, "--fail-if", "cells.1.order.1.share.difference > 0.6", "-q")
    assert "cells of 256 games" in text
    assert say(*again(text), "--fail-if", "cells.1.order.1.share.difference > 0.6", "-q") == text
    text = say(*SWEEP, *GRID, "--precision", "0.001", "--max-games", "40", "-q", code=4)
    assert "is not yet within 0.001" in text
    assert "depends on this machine" in say(*SWEEP, *GRID, "--time", "0.2")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ([*SWEEP, *GRID, "--samples", "4"], "--samples is for --sensitivity"),
        ([*MORRIS, "--oat"], "--oat is not for --sensitivity, which takes -n and --time"),
        ([*MORRIS, "--precision", "0.1"], "--precision is not for --sensitivity"),
        ([*SWEEP, *GRID, "--sensitivity", "moris"], "one of morris, sobol; not 'moris'; did you"),
        ([*SWEEP, *GRID[:2], "--sensitivity"], "vary at least two, not 1"),
        (
            [*MORRIS, "--fail-if", "output.1.low > 1"],
            "unknown path 'output'; did you mean 'outputs",
        ),
    ],
)
def test_mistakes_are_one_line_and_exit_2(capsys, arguments, line):
    assert cli.main(arguments) == 2
    written = capsys.readouterr()
    assert line in written.err
    assert written.err.count("\n") == 1
    assert written.out == ""


def test_without_salib_it_says_what_to_install_and_fails(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "SALib.sample.morris", None)
    assert cli.main(MORRIS) == 1
    assert capsys.readouterr().err == (
        'undertow: SALib is missing: pip install "undertow[study]"\n'
    )


def test_whole_numbers_of_the_object_stay_whole(capsys):
    assert cli.main([*MORRIS, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["factors"][0]["values"] == [1, 3]
