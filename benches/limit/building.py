"""Compiles the engines by hand and the kernels' side of the parts, into build/limit.

The engines are headers in name only: what ends in .c is a by-product elsewhere in the project, and
left out of its packages.
"""

import ctypes
import importlib.util
import platform
import subprocess
import sysconfig
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
from Cython.Build import cythonize
from setuptools import Distribution, Extension

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILT = ROOT / "build" / "limit"
MARCH = {"plain": (), "v3": ("-march=x86-64-v3",)}  # of x86-64
X86_64 = platform.machine() in {"x86_64", "AMD64"}
HAS_V3 = 'int limit_has_v3(void) { return __builtin_cpu_supports("x86-64-v3") > 0; }\n'


@cache
def engine(name: str, march: str) -> ctypes.CDLL:
    """Return ``name``.c compiled for a level of x86-64."""
    return compiled(HERE / f"{name}.h", BUILT / f"{name}-{march}.so", MARCH[march])


def compiled(source: Path, target: Path, options: tuple[str, ...] = ()) -> ctypes.CDLL:
    BUILT.mkdir(parents=True, exist_ok=True)
    newest = max(path.stat().st_mtime for path in (source, *HERE.glob("*.h")))
    if not target.exists() or target.stat().st_mtime < newest:
        compiler = (sysconfig.get_config_var("CC") or "cc").split()
        flags = ("-O3", "-g0", "-shared", "-fPIC", "-xc", *options)
        subprocess.run([*compiler, *flags, source, "-o", target], check=True)
    return ctypes.CDLL(str(target))


@cache
def levels() -> list[str]:
    """Return the levels of x86-64 that run here, the most plain first."""
    asking = BUILT / "has_v3.c"
    BUILT.mkdir(parents=True, exist_ok=True)
    if not asking.exists():
        asking.write_text(HAS_V3)
    return ["plain", "v3"] if compiled(asking, BUILT / "has_v3.so").limit_has_v3() else ["plain"]


@cache
def parts() -> ModuleType:
    """Return parts.pyx compiled against the kernels' own declarations."""
    extension = Extension(
        "parts",
        [str(HERE / "parts.pyx")],
        include_dirs=[str(ROOT / "kernels"), np.get_include()],
        depends=[str(path) for path in (ROOT / "kernels").rglob("*.pxd")],
        extra_compile_args=["-O3", "-g0"],
    )
    modules = cythonize(
        [extension],
        include_path=[str(ROOT / "kernels")],
        build_dir=str(BUILT),
        compiler_directives={"language_level": 3, "boundscheck": False, "wraparound": False},
        quiet=True,
    )
    distribution = Distribution({"ext_modules": modules})
    command = distribution.get_command_obj("build_ext")
    command.build_lib = command.build_temp = str(BUILT)
    command.ensure_finalized()
    command.run()
    spec = importlib.util.spec_from_file_location("parts", command.get_ext_fullpath("parts"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
