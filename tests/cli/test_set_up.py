"""The first use of a clone: what Ctrl-C and a folder that cannot be written to do."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STOPPED = "undertow: set-up interrupted; run again\n"


@pytest.fixture
def clone(tmp_path):
    """Return a project folder that was never set up."""
    root = tmp_path / "a project"
    (root / "kernels").mkdir(parents=True)
    shutil.copytree(ROOT / "scripts", root / "scripts")
    for file in ("pyproject.toml", "setup.py"):
        shutil.copy2(ROOT / file, root)
    return root


def start(root):
    return subprocess.Popen(
        [root / "scripts" / "undertow", "games"],
        env={**os.environ, "PYTHON": sys.executable, "CC": "true"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a process group, as a terminal makes one
    )


@pytest.mark.parametrize("wait", [0, 0.3, 1])
def test_ctrl_c_during_the_set_up_is_one_line_and_exit_130(clone, wait):
    for _ in range(2):  # what was begun is begun again
        process = start(clone)
        assert process.stderr.readline() == f"undertow: creating {clone}/.venv\n"
        time.sleep(wait)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=10)
        assert (process.returncode, out, err) == (130, "", STOPPED)
        assert not (clone / ".venv" / "undertow.root").exists()


def test_a_folder_that_cannot_be_written_to_is_one_line(clone):
    (clone / "build").write_text("a file where a folder should be")
    out, err = start(clone).communicate(timeout=10)
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"undertow: cannot write to {clone}, where the environment is made")
