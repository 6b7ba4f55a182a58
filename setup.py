"""Compile every .pyx under kernels/. All metadata is in pyproject.toml.

Environment
-----------
UNDERTOW_BUILD
    release (default);
    checked: the kernels' own invariants, bounds checks and UBSan, no preload needed;
    asan: bounds checks, UBSan and AddressSanitizer, but no invariants: what is compiled for use;
    tsan: ThreadSanitizer (asan and tsan need LD_PRELOAD);
    trace: gcov counts of the lines of the .pyx files.
A release build in place also writes Cython's annotation, a .html beside each .pyx.
"""

import os
import platform
import sysconfig
from pathlib import Path

import numpy as np
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE_ROOT = Path("kernels")  # relative on purpose: setuptools rejects absolute sources
SHARED = "undertow_kernels._cyutility"  # memoryview support code, compiled once
MODES = ("release", "checked", "asan", "tsan", "trace")
MODE = os.environ.get("UNDERTOW_BUILD", "release")
STAMP = Path("build", "mode")  # neither Cython nor setuptools notices a change of options
JOBS = os.cpu_count() or 1

if MODE not in MODES:
    raise SystemExit(f"UNDERTOW_BUILD must be one of {', '.join(MODES)}; got {MODE!r}")

CHECKED = MODE == "checked"  # the invariants
BOUNDED = MODE in {"checked", "asan"}
# CPython's own -fwrapv would silence the overflow check. Lines are all that a report shows.
SANITIZED = ["-O1", "-g1", "-fno-omit-frame-pointer", "-fno-wrapv"]
SANITIZERS = {
    "checked": ["-fsanitize=undefined", "-fno-sanitize-recover=undefined"],
    "asan": ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"],
    "tsan": ["-fsanitize=thread"],
    "trace": ["--coverage"],
}.get(MODE, [])
# gcc copies a record of some hundred bytes by "rep movs", slow to start: call libc instead.
GCC = platform.machine() == "x86_64" and "gcc" in (sysconfig.get_config_var("CC") or "")
COPYING = [f"-m{what}-strategy=libcall:-1:noalign" for what in ("memcpy", "memset")] if GCC else []
OPTIMISED = {"release": ["-O3", "-g0", *COPYING], "trace": ["-O0", "-g"]}.get(MODE, SANITIZED)
WARNINGS = ["-Wall", "-Wextra"] + [
    f"-Wno-{kind}"  # what Cython's own support code does
    for kind in ("unused-parameter", "unused-function", "sign-compare", "cast-function-type")
]
DIRECTIVES = {
    "language_level": 3,
    "binding": True,
    "embedsignature": True,
    "cdivision": True,
    "optimize.use_switch": False,  # Cython 3.3 mistranslates `x == a and x == b`
    "boundscheck": BOUNDED,
    "wraparound": False,
    "initializedcheck": BOUNDED,
    "nonecheck": BOUNDED,
}


def extension(name: str, source: Path) -> Extension:
    return Extension(
        name,
        [source.as_posix()],
        include_dirs=[SOURCE_ROOT.as_posix(), np.get_include()],
        depends=[header.as_posix() for header in sorted(SOURCE_ROOT.rglob("*.h"))],
        define_macros=[("UNDERTOW_CHECKED", "1")] if CHECKED else [],
        extra_compile_args=[*OPTIMISED, *SANITIZERS, *WARNINGS],
        extra_link_args=SANITIZERS,
    )


def extensions() -> list[Extension]:
    found = [
        extension(".".join(pyx.relative_to(SOURCE_ROOT).with_suffix("").parts), pyx)
        for pyx in sorted(SOURCE_ROOT.rglob("*.pyx"))
    ]
    shared_c = SOURCE_ROOT.joinpath(*SHARED.split(".")).with_suffix(".c")
    return [extension(SHARED, shared_c), *found]


class BuildKernels(build_ext):
    """Translate only when something is to be compiled; build in place without a detour.

    setuptools compiles an editable install in a temporary folder and copies the modules back,
    so that every later ``build_ext --inplace`` would compile everything once more.
    """

    def run(self) -> None:
        """Build; a change of options rebuilds everything."""
        options = f"{MODE} inplace={bool(self.inplace)}"
        self.force = self.force or not STAMP.exists() or STAMP.read_text() != options
        STAMP.unlink(missing_ok=True)  # a build that was killed must not look finished
        try:
            self.translate()
            super(build_ext, self).run() if self.inplace else super().run()
        except Exception:
            if not self.force:  # an error in a source leaves nothing half-written
                STAMP.write_text(options)
            raise
        STAMP.parent.mkdir(exist_ok=True)
        STAMP.write_text(options)

    def translate(self) -> None:
        """Write the C files that are out of date."""
        made = cythonize(
            self.extensions,
            compiler_directives=DIRECTIVES,
            shared_utility_qualified_name=SHARED,
            annotate=bool(self.inplace) and MODE == "release",  # the build that the gate judges
            emit_linenums=MODE == "trace",
            nthreads=JOBS,
            force=self.force,
        )
        sources = {module.name: module.sources for module in made}
        for module in self.extensions:
            module.sources = sources[module.name]


if __name__ == "__main__":  # the translators are processes that may import this file
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildKernels},
        options={"build_ext": {"parallel": JOBS}},
    )
