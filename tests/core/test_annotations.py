"""The annotation gate sees a Python call planted in nogil code, and nothing else."""

import subprocess
import sys
from pathlib import Path

GATE = Path(__file__).parents[2] / "scripts" / "check_annotations.py"
CLEAN = """
cdef int triple(int x,
                int y) noexcept nogil:
    return 3 * x + y


def shown(x):
    with open(x) as f:
        return f.read()
"""
PLANTED = """
cdef int loud(int x) noexcept nogil:
    with gil:
        print(x)
    return x
"""


def gate(folder):
    return subprocess.run(
        [sys.executable, GATE, folder], capture_output=True, text=True, check=False
    )


def annotate(folder, source):
    (folder / "sample.pyx").write_text(source)
    command = [sys.executable, "-m", "cython", "-3", "-a", "sample.pyx"]
    subprocess.run(command, cwd=folder, check=True)


def test_clean_nogil_code_passes(tmp_path):
    annotate(tmp_path, CLEAN)
    done = gate(tmp_path)
    assert done.returncode == 0, done.stdout
    assert done.stdout == "1 kernels, 0 lines of nogil code that call Python\n"


def test_a_planted_python_call_is_reported_with_its_line(tmp_path):
    annotate(tmp_path, CLEAN + PLANTED)
    done = gate(tmp_path)
    assert done.returncode == 1
    assert "sample.pyx:13: score" in done.stdout
    assert "print(x)" in done.stdout


def test_a_kernel_that_was_not_annotated_fails(tmp_path):
    (tmp_path / "sample.pyx").write_text(CLEAN)
    done = gate(tmp_path)
    assert done.returncode == 1
    assert "no .html" in done.stdout


def test_an_empty_folder_fails(tmp_path):
    assert gate(tmp_path).returncode == 1
