"""Copies of the sources that are compiled in another way than the project itself."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).resolve().parent.parent
MADE = {".so", ".c", ".html", ".pyc"}  # what a build leaves beside the sources
FOLDERS = ("kernels", "src", "tests", "scripts", "docs", "benches")
FILES = (
    *("setup.py", "pyproject.toml", "MANIFEST.in"),
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"),
)


@dataclass(frozen=True)
class Tree:
    """A copy of the sources in a folder."""

    folder: Path

    def build(self, mode: str, added: Mapping[Path, Path] = MappingProxyType({})) -> None:
        """Make the tree the sources' copy and compile what is new in a mode of ``setup.py``.

        Parameters
        ----------
        mode : str
        added : mapping of Path to Path
            Sources that come to another place in the tree than where they stand.

        Raises
        ------
        SystemExit
            The compiler fails.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # another proof may be compiling there
            options = self.folder / "setup.py"
            before = options.read_bytes() if options.exists() else b""
            self.copy_sources(added)
            if options.read_bytes() != before:  # which setup.py itself does not notice
                Path(self.folder, "build", "mode").unlink(missing_ok=True)
            self.compile("setup.py", mode)

    def compile(self, script: str, mode: str) -> None:
        """Let a script of the tree compile in place."""
        done = subprocess.run(
            [sys.executable, script, "-q", "build_ext", "--inplace"],
            cwd=self.folder,
            env=os.environ | {"UNDERTOW_BUILD": mode},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"the {mode} build failed:\n{done.stderr[-3000:]}")

    def copy_sources(self, added: Mapping[Path, Path]) -> None:
        """Copy what is new and remove what is gone; what the build makes stays."""
        wanted = {Path(name): Path(name) for name in FILES}
        for folder in FOLDERS:
            for source in (ROOT / folder).rglob("*"):
                if source.is_file() and source.suffix not in MADE:
                    path = source.relative_to(ROOT)
                    wanted[path] = path
        wanted |= {to: source for source, to in added.items()}
        for folder in FOLDERS:
            for target in (self.folder / folder).rglob("*"):
                stale = target.is_file() and target.suffix not in MADE
                if stale and target.relative_to(self.folder) not in wanted:
                    target.unlink()
        for path, source in wanted.items():
            copy_if_new(ROOT / source, self.folder / path)

    def run(self, *arguments: str, **changed: str) -> subprocess.CompletedProcess[str]:
        """Run the tree's Python with these arguments and changes to its environment."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": "src:kernels:tests"} | changed,
            capture_output=True,
            text=True,
            check=False,
        )


def copy_if_new(source: Path, target: Path) -> None:
    if target.exists() and target.stat().st_mtime_ns == source.stat().st_mtime_ns:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)
