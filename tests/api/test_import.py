"""Importing undertow costs next to nothing: what is heavy loads when first used."""

import os
import subprocess
import sys

import pytest

import undertow as ut

HEAVY = (
    "numpy",
    "pandas",
    "click",
    "rich",
    "numba",
    "scipy",
    "msgspec",
    "choix",
    "pyarrow",
    "distributed",
)
DRAWING = ("matplotlib", "jinja2")


def run(code):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env
    )
    return done.stdout


def test_importing_undertow_loads_no_heavy_library():
    code = f"import undertow, sys; print([m for m in {HEAVY + DRAWING} if m in sys.modules])"
    assert run(code).strip() == "[]"


def test_importing_undertow_stays_below_four_tenths_of_a_second():
    code = (
        "from time import perf_counter as now\nstart = now()\nimport undertow\nprint(now() - start)"
    )
    assert min(float(run(code)) for _ in range(3)) < 0.4


def test_simulating_loads_neither_pandas_nor_the_command_line():
    code = (
        "import undertow, sys\n"
        "undertow.simulate('poseidon', games=1, seed=1, rules={'round_cap': 1})\n"
        "heavy = ('pandas', 'click', 'rich', 'numba', 'scipy', 'choix')\n"
        "print([m for m in heavy if m in sys.modules])"
    )
    assert run(code).strip() == "[]"


def test_what_draws_is_loaded_when_something_is_drawn():
    code = (
        "import undertow, sys\n"
        "import undertow.cli.commands\n"
        "result = undertow.simulate('alarm', games=5, seed=1)\n"
        "result.plot, undertow.report\n"
        f"print([m for m in {DRAWING} if m in sys.modules])"
    )
    assert run(code).strip() == "[]"


def test_a_parquet_file_is_written_and_read_without_pandas(tmp_path):
    code = (
        "import undertow, sys\n"
        f"path = {str(tmp_path / 'run.parquet')!r}\n"
        "undertow.simulate('alarm', games=5, seed=1, out=path)\n"
        "assert len(undertow.read(path).rows) == 5\n"
        "print([m for m in ('pandas', 'numba', 'scipy') if m in sys.modules])"
    )
    assert run(code).strip() == "[]"


def test_the_public_names_are_listed():
    assert dir(ut) == [
        *["__version__", "compare", "compiled_agent", "dice", "games", "ladder"],
        *[
            "load",
            "merge",
            "plan",
            "read",
            "report",
            "sensitivity",
            "simulate",
            "sweep",
            "tournament",
        ],
        "value",
    ]


def test_a_name_that_is_called_is_never_its_module():
    for name in ("compare", "ladder", "plan", "report", "sweep", "tournament"):
        assert callable(getattr(ut, name))
        assert getattr(ut, name) is getattr(ut, name)


def test_a_name_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        _ = ut.simulat


def test_the_games_are_the_folders():
    assert "poseidon" in ut.games.names()
    assert ut.games.find("poseidon").name == "poseidon"
