"""The sdist holds all sources, a wheel is built from it, and the wheel runs where nothing else is.

``python -m build`` builds the wheel from the sdist, so that one compilation tests both.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from undertow import __version__, games

pytestmark = pytest.mark.packaging

ROOT = Path(__file__).resolve().parents[2]
BY_PRODUCTS = ("*.c", "*.so", "*.html", "__pycache__", "*.egg-info", "build", "dist", ".*")
COMPILED_ON_REQUEST = {".c", ".so", ".html", ".pyc", ".o"}
GAME = games.names()[0]
RUN = ("run", GAME, "-n", "200", "--seed", "7", "--json", "-q")
VARYING = {"seconds", "threads"}


def command(*words, folder):
    """Run a command away from the project's own sources and return its standard output."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env.pop("UNDERTOW_BUILD", None)
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return the sdist and the wheel, built from a copy of the sources alone, and the copy."""
    folder = tmp_path_factory.mktemp("build")
    sources = folder / "sources"
    shutil.copytree(ROOT, sources, ignore=shutil.ignore_patterns(*BY_PRODUCTS))
    shutil.copy2(ROOT / ".pre-commit-config.yaml", sources)
    command(sys.executable, "-m", "build", "--outdir", folder / "dist", folder=sources)
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    (wheel,) = (folder / "dist").glob("*.whl")
    return sdist, wheel, sources


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """Return the programs of an empty environment into which the wheel was installed."""
    folder = tmp_path_factory.mktemp("empty")
    command(sys.executable, "-m", "venv", folder / "venv", folder=folder)
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    pip = (programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    command(*pip, built[1], folder=folder)
    return programs


def sources_of(root, *folders):
    """Return the files of folders that are no by-products, relative to ``root``."""
    return {
        path.relative_to(root).as_posix()
        for folder in folders
        for path in (root / folder).rglob("*")
        if path.is_file()
        and path.suffix not in COMPILED_ON_REQUEST
        and not any(part.endswith(".egg-info") for part in path.parts)
    }


def test_the_sdist_holds_every_source(built):
    with tarfile.open(built[0]) as sdist:
        held = {name.split("/", 1)[1] for name in sdist.getnames() if "/" in name}
    wanted = sources_of(built[2], "kernels", "src", "tests", "benches", "docs", "scripts")
    wanted |= {"pyproject.toml", "setup.py", "LICENSE", "README.md", "MANIFEST.in"}
    assert sorted(wanted - held) == []


def test_the_sdist_holds_nothing_compiled(built):
    with tarfile.open(built[0]) as sdist:
        names = sdist.getnames()
    assert [name for name in names if PurePosixPath(name).suffix in COMPILED_ON_REQUEST] == []


def test_the_wheel_holds_every_kernel_compiled_with_its_stub_and_its_declarations(built):
    with zipfile.ZipFile(built[1]) as wheel:
        held = set(wheel.namelist())
    for source in sources_of(built[2], "kernels"):
        inside = PurePosixPath(source).relative_to("kernels")
        if inside.suffix == ".pyx":
            compiled = f"{inside.parent}/{inside.stem}."
            assert any(name.startswith(compiled) and name.endswith(".so") for name in held), inside
        else:
            assert str(inside) in held


def test_the_wheel_holds_the_package_and_its_component_files(built):
    with zipfile.ZipFile(built[1]) as wheel:
        held = set(wheel.namelist())
    inside = {
        str(PurePosixPath(source).relative_to("src")) for source in sources_of(built[2], "src")
    }
    assert sorted(inside - held) == []


def test_the_wheel_says_its_version_where_nothing_else_is_installed(installed, tmp_path):
    assert __version__ in command(installed / "undertow", "--version", folder=tmp_path)


def test_the_wheel_plays_the_same_games_as_the_sources(installed, tmp_path):
    here = json.loads(command(sys.executable, "-m", "undertow", *RUN, folder=tmp_path))
    there = json.loads(command(installed / "undertow", *RUN, folder=tmp_path))
    assert here.keys() == there.keys()
    assert here["games"] == 200
    for name in here.keys() - VARYING:
        assert here[name] == there[name], name


def test_the_wheel_imports_from_the_empty_environment(installed, tmp_path):
    code = "import undertow, undertow_kernels; print(undertow.__file__, undertow_kernels.__file__)"
    paths = command(installed / "python", "-c", code, folder=tmp_path).split()
    assert all(Path(path).is_relative_to(installed.parent) for path in paths)
