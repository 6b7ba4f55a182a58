"""The project compiled in other ways than for use: with its own checks, with sanitizers.

Each build is a copy of the sources in ``build``; a tiny module of planted faults is compiled with
it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from trees import ROOT, Tree

FAULTS = Path("tests", "planted", "faults.pyx")
PLANTED = Path("kernels", "undertow_kernels", "planted")


@dataclass(frozen=True)
class Build:
    """A way to compile the project, and what a Python needs to run it.

    Attributes
    ----------
    mode : str
        Of ``setup.py``.
    libraries : tuple of str
        What must be loaded before Python.
    options : dict
        Environment variables; ``{log}`` stands for where reports go.
    """

    mode: str
    libraries: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)

    @property
    def tree(self) -> Tree:
        return Tree(ROOT / "build" / f"{self.mode}-tree")

    def missing(self) -> str:
        """Return the first of its libraries that gcc does not have, or nothing."""
        return next((name for name in self.libraries if not library(name)), "")

    def make(self) -> None:
        """Compile what is new, the planted faults with it."""
        self.tree.build(self.mode, {FAULTS: PLANTED / FAULTS.name})

    def run(self, *arguments: str) -> tuple[subprocess.CompletedProcess[str], str]:
        """Run its Python; return what became of it and all reports of its processes.

        UBSan ends the process that it reports of, and writes to standard error alone.
        """
        with tempfile.TemporaryDirectory() as folder:
            done = self.tree.run(*arguments, **self.environment(f"{folder}/report"))
            reports = "".join(path.read_text(errors="replace") for path in Path(folder).iterdir())
        return done, reports + "".join(done.stderr.partition("runtime error:")[1:])

    def environment(self, log: str) -> dict[str, str]:
        """Return what makes a Python report to files whose names begin with ``log``."""
        options = {key: value.format(log=log) for key, value in self.options.items()}
        options["UNDERTOW_BUILD"] = self.mode  # tests compile as well
        if self.libraries:
            options["LD_PRELOAD"] = " ".join(map(library, self.libraries))
        return options


def library(name: str) -> str:
    """Return where gcc has a library, or nothing."""
    if not shutil.which("gcc"):
        return ""
    asked = ["gcc", f"-print-file-name={name}"]
    found = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    return found if os.path.isabs(found) else ""


CHECKED = Build("checked")
ADDRESS = Build(
    "asan",
    ("libasan.so", "libstdc++.so.6"),
    {  # a short memory of what was freed: a seventh faster
        "ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=32:malloc_context_size=8:log_path={log}",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "PYTHONMALLOC": "malloc",
    },
)
THREAD = Build(
    "tsan",
    ("libtsan.so",),
    {"TSAN_OPTIONS": "halt_on_error=0:exitcode=66:log_path={log}"},
)
