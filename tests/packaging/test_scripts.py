"""The scripts work from any folder and through links, do no work twice, and say what is missing."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from undertow import __version__

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("bash", "cat", "cksum", "dirname", "env", "find", "flock", "mkdir", "readlink", "sort")


def run(script, *words, folder, **env):
    return subprocess.run(
        [script, *words],
        cwd=folder,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def bare_path(tmp_path):
    """Return a PATH that holds what the scripts use, but no Python and no compiler."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in TOOLS:
        if found := shutil.which(tool):
            (tools / tool).symlink_to(found)
    return tools


@pytest.fixture
def fresh(tmp_path):
    """Return the script of a project folder, with a space in its name, that was never set up."""
    root = tmp_path / "a project"
    (root / "kernels").mkdir(parents=True)
    shutil.copytree(ROOT / "scripts", root / "scripts")
    for file in ("pyproject.toml", "setup.py"):
        shutil.copy2(ROOT / file, root)
    return root / "scripts" / "undertow"


@pytest.mark.packaging
def test_a_second_run_sets_nothing_up_and_prints_only_its_answer(tmp_path):
    first = run(ROOT / "scripts" / "undertow", "--version", folder=tmp_path)
    assert first.returncode == 0, first.stderr
    second = run(ROOT / "scripts" / "undertow", "--version", folder=tmp_path)
    assert second.stderr == ""
    assert __version__ in second.stdout


@pytest.mark.packaging
def test_the_script_runs_through_a_symbolic_link(tmp_path):
    link = tmp_path / "link"
    link.symlink_to(ROOT / "scripts" / "undertow")
    done = run(link, "--version", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert __version__ in done.stdout


@pytest.mark.packaging
def test_the_scripts_arguments_and_exit_code_are_the_commands(tmp_path):
    done = run(ROOT / "scripts" / "undertow", "run", "no such game", folder=tmp_path)
    assert done.returncode == 2
    assert "no such game" in done.stderr


def test_a_missing_python_is_named(fresh, bare_path, tmp_path):
    done = run(fresh, "--version", folder=tmp_path, PATH=str(bare_path), PYTHON="python3")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "undertow: needs Python 3.11 or newer as python3 (or named by PYTHON=...); found none\n"
    )


def test_an_old_python_is_named_with_its_version(fresh, bare_path, tmp_path):
    old = bare_path / "python3"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.9.2"\n')
    old.chmod(old.stat().st_mode | stat.S_IXUSR)
    done = run(fresh, "--version", folder=tmp_path, PATH=str(bare_path), PYTHON="python3")
    assert done.returncode == 1
    assert done.stderr.endswith("found Python 3.9.2\n")


def test_a_missing_compiler_is_named_before_anything_is_made(fresh, bare_path, tmp_path):
    path = str(bare_path)
    done = run(fresh, "--version", folder=tmp_path, PATH=path, PYTHON=sys.executable, CC="cc -O2")
    assert done.returncode == 1
    assert "needs a C compiler: 'cc' is missing" in done.stderr
    assert not (fresh.parents[1] / ".venv").exists()
