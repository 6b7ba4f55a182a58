"""A new game is its own folders and nothing else: a toy game is laid into a copy of the project."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOY = Path(__file__).with_name("toy")
MODE = ROOT / "build" / "mode"
SUITE = "tests/conformance/test_games.py"
FOLDERS = ("kernels/undertow_kernels/pearls", "src/undertow/games/pearls")


def hashes(tree):
    """Return the content of every file of a tree that is no by-product."""
    return {
        str(path.relative_to(tree)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(tree.rglob("*"))
        if path.is_file() and not {"__pycache__", "build"} & set(path.parts)
    }


def copy_of_project(tree):
    """Copy what is needed, with the compiled modules and their times, so that none is redone."""
    skip = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for folder in ("kernels", "src"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=skip)
    for file in ("pyproject.toml", "setup.py", "LICENSE", "README.md", SUITE):
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, tree / file)
    (tree / "build").mkdir()
    shutil.copy2(MODE, tree / "build")


def run(tree, *command):
    """Run Python in the tree, which stands before any installed project."""
    path = os.pathsep.join(str(tree / folder) for folder in ("src", "kernels"))
    mode = MODE.read_text().split()[0]
    done = subprocess.run(
        [sys.executable, *command],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": path, "UNDERTOW_BUILD": mode},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    assert MODE.exists(), "build in place first: setup.py build_ext --inplace"
    tree = tmp_path_factory.mktemp("project")
    copy_of_project(tree)
    before = hashes(tree)
    shutil.copytree(TOY, tree, dirs_exist_ok=True)
    log = run(tree, "setup.py", "build_ext", "--inplace")
    return tree, before, log


def test_only_the_new_game_is_compiled(project):
    _, _, log = project
    translated = re.findall(r"Cythonizing \S+?/([^/\s]+/[^/\s]+)\.pyx", log)
    assert sorted(translated) == ["pearls/rules", "pearls/state"]


def test_no_file_outside_the_new_games_folders_changes(project):
    tree, before, _ = project
    after = hashes(tree)
    new = {path for path, digest in after.items() if before.get(path) != digest}
    assert new
    assert not [path for path in sorted(new) if not path.startswith(FOLDERS)]
    assert set(before) <= set(after)


def test_the_new_game_is_listed(project):
    assert "pearls" in run(project[0], "-m", "undertow", "games")


def test_the_new_game_runs_from_the_command_line(project):
    command = ("run", "pearls", "-p", "3", "-n", "300", "--seed", "7", "--json", "-q")
    report = json.loads(run(project[0], "-m", "undertow", *command))
    assert report["game"] == "pearls"
    assert report["games"] == 300
    assert set(report["endings"]) == {"target_reached", "hands_empty", "capped"}


def test_the_new_game_runs_from_python(project):
    call = "ut.simulate('pearls', players=2, games=200, seed=7, rules={'depth': 6})"
    assert run(project[0], "-c", f"import undertow as ut; print({call}.games)") == "200\n"


def test_the_new_game_passes_the_conformance_tests(project):
    tree, _, _ = project
    log = run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "pearls", SUITE)
    assert " passed" in log
    assert " failed" not in log
