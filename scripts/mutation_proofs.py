"""Mutation: whether the referee's transcripts and the directed tests notice slips in the rules.

Every mutant of the rule kernels sits in one build of its own, in a temporary folder. Those that
survive are listed with the reason in ``tests/games/GAME/survivors.toml``. ``proofs`` runs this.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import tomllib
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from figures import Figure
from mutant_runs import PARTS
from schemata import Mutant, mutated, unfolded
from trees import ROOT, Tree

from undertow import games

LEAST = 0.95  # of all mutants
SHARE = 8  # the short form tries one mutant in so many
APART = {"agents", "search", "invariants"}  # what a game has beside its rules
WORKERS = os.cpu_count() or 1
T = TypeVar("T")
COMPILE = """
import sys
from pathlib import Path
from Cython.Build import cythonize
from setuptools import setup
from setup import DIRECTIVES, JOBS, SHARED, extension

modules = [
    extension(f"undertow_kernels.{path.parent.name}.{path.stem}", path)
    for path in map(Path, Path("mutated.txt").read_text().split())
]
for module in modules:
    module.extra_compile_args = ["-O0", "-w"]
options = dict(compiler_directives=DIRECTIVES, nthreads=JOBS, shared_utility_qualified_name=SHARED)
if __name__ == "__main__":
    setup(
        ext_modules=cythonize(modules, **options),
        options={"build_ext": {"parallel": JOBS}},
        package_dir={"": "kernels"},
    )
"""


def prove_mutation(full: bool) -> Iterator[Figure]:
    """Slips in the rule kernels are noticed."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(Path(folder))
        found = {name: mutants_of(name) for name in games.names()}
        tried = {name: each if full else sample(each) for name, each in found.items()}
        build(tree, tried)
        tally: Counter[str] = Counter()
        for name, mutants in tried.items():
            spared = set() if full else {mutant.number for mutant in known(name, mutants)}
            by = killed(tree, name, [mutant.number for mutant in mutants], spared)
            yield verdict(name, mutants, len(found[name]), by, full)
            tally += Counter(by.values())
        alive = tally["-"] if full else sum(len(known(name, each)) for name, each in found.items())
        every = sum(map(len, found.values()))
        yield Figure(
            f"all games: {sum(tally.values()):,} of {every:,} mutants tried ({told(tally)}); "
            f"{1 - alive / every:.1%} of all are killed{'' if full else ' by the list'}, "
            f"at least {LEAST:.0%}",
            1 - alive / every >= LEAST and every >= 1000,
        )


def known(name: str, mutants: list[Mutant]) -> list[Mutant]:
    """Return those that the long form has found to survive."""
    listed = explained(name)
    return [mutant for mutant in mutants if mutant.key in listed]


def sample(mutants: list[Mutant]) -> list[Mutant]:
    """Return one in ``SHARE``: the same ones whatever else changes in the sources."""
    return [mutant for mutant in mutants if zlib.crc32(mutant.key.encode()) % SHARE == 0]


# --- mutants and their build ----------------------------------------------------------------------


def rule_modules(game: str) -> list[Path]:
    """Return the sources on which a game's ``rules`` stand, apart from agents and invariants."""
    folder = ROOT / "kernels" / "undertow_kernels" / game
    found: set[str] = set()
    ahead = {"rules"}
    while ahead:
        name = ahead.pop()
        found.add(name)
        text = sources(folder / f"{name}.pyx")[0]
        named = set(re.findall(r"^from \.(\w+) cimport", text, re.MULTILINE))
        ahead |= named - found - APART
    return [folder / f"{name}.pyx" for name in sorted(found)]


def sources(path: Path) -> tuple[str, str]:
    """Return a module's source with what its .pxd holds inline, and the .pxd without that."""
    header = path.with_suffix(".pxd")
    return unfolded(path.read_text(), header.read_text() if header.exists() else "")


def rule_functions(game: str) -> set[str]:
    """Return the names that the rules use; what only agents call is not among them."""
    text = "\n".join(sources(path)[0] for path in rule_modules(game))
    code = re.sub(r'""".*?"""|#[^\n]*', "", text, flags=re.DOTALL)
    names = {name for name, times in Counter(re.findall(r"\w+", code)).items() if times > 1}
    return names - {"check"}  # the invariants, which a release build never asks


def mutants_of(game: str) -> list[Mutant]:
    found: list[Mutant] = []
    functions = rule_functions(game)
    for path in rule_modules(game):
        found += mutated(sources(path)[0], path.stem, functions, len(found))[1]
    return found


def build(tree: Tree, tried: dict[str, list[Mutant]]) -> None:
    """Compile the games' rules with their mutants; the rest is the project's own build."""
    for folder in ("kernels", "src", "tests", "scripts"):
        left_out = shutil.ignore_patterns("__pycache__", "*.c", "*.html")
        shutil.copytree(ROOT / folder, tree.folder / folder, ignore=left_out)
    shutil.copy2(ROOT / "setup.py", tree.folder)
    changed = []
    for game, mutants in tried.items():
        wanted, start = {mutant.number for mutant in mutants}, 0
        functions = rule_functions(game)
        for path in rule_modules(game):
            source, header = sources(path)
            text, found = mutated(source, path.stem, functions, start, wanted)
            start += len(found)
            changed.append(path.relative_to(ROOT))
            (tree.folder / changed[-1]).write_text(text)
            if header:
                (tree.folder / changed[-1]).with_suffix(".pxd").write_text(header)
            for stale in (tree.folder / changed[-1]).parent.glob(f"{path.stem}.*.so"):
                stale.unlink()
    (tree.folder / "mutated.txt").write_text("\n".join(map(str, changed)))
    (tree.folder / "compile.py").write_text(COMPILE)
    tree.compile("compile.py", "release")


# --- killing --------------------------------------------------------------------------------------


def killed(tree: Tree, game: str, numbers: list[int], spared: set[int]) -> dict[int, str]:
    """Return by what each mutant was killed: transcripts first, then the directed tests.

    Those that are ``spared`` meet no test.
    """
    files = [str(tree.folder / f"{game}-{part}.pickle") for part in range(PARTS)]
    shared(lambda part: ask(tree, "record", game, files[part], str(part)), range(PARTS))
    by = asked(tree, "replay", game, numbers, *files)
    left = [number for number in numbers if by[number] == "-" and number not in spared]
    for number, how in asked(tree, "test", game, left).items():
        by[number] = how if how == "-" else "test"
    return by


def asked(tree: Tree, action: str, game: str, numbers: list[int], *files: str) -> dict[int, str]:
    """Return the verdicts over some mutants, asked of several processes at once."""
    pieces = [numbers[first::WORKERS] for first in range(WORKERS) if numbers[first::WORKERS]]
    answers = shared(lambda some: ask(tree, action, game, json.dumps(some), *files), pieces)
    pairs = (line.split() for answer in answers for line in answer.splitlines())
    return {int(number): by for number, by in pairs}


def shared(work: Callable[[T], str], items: Iterable[T]) -> list[str]:
    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(work, items))


def ask(tree: Tree, action: str, game: str, *rest: str) -> str:
    done = tree.run("scripts/mutant_runs.py", action, game, *rest)
    if done.returncode:
        raise SystemExit(f"{action} of {game}'s mutants failed: {done.stderr[-3000:]}")
    return done.stdout


# --- what survives --------------------------------------------------------------------------------


def verdict(game: str, mutants: list[Mutant], of: int, by: dict[int, str], full: bool) -> Figure:
    """Compare the survivors with those that the game's list explains."""
    survived = {mutant.key for mutant in mutants if by[mutant.number] == "-"}
    listed = explained(game)
    unlisted = sorted(survived - listed)
    stale = sorted(listed & {mutant.key for mutant in mutants} - survived)
    gone = sorted(listed - {mutant.key for mutant in mutants}) if full else []
    text = (
        f"{game}: {len(mutants):,} of {of:,} mutants tried, {told(Counter(by.values()))}; "
        f"{len(unlisted)} survivors without a reason, {len(stale)} listed but killed"
    )
    return Figure(
        "\n    ".join([text, *unlisted, *(f"killed: {key}" for key in stale),
                       *(f"no such mutant: {key}" for key in gone)]),
        not unlisted and not stale and not gone,
    )  # fmt: skip


def explained(game: str) -> set[str]:
    """Return the mutants that may survive; each stands under a reason."""
    path = ROOT / "tests" / "games" / game / "survivors.toml"
    groups = tomllib.loads(path.read_text())["survivors"] if path.exists() else []
    return {key for group in groups if group["reason"] for key in group["mutants"]}


def told(tally: Counter[str]) -> str:
    """Return a tally in words."""
    killers = {"difference": "a transcript", "hang": "no end", "crash": "a crash",
               "test": "a directed test"}  # fmt: skip
    parts = [f"{tally[name]:,} killed by {words}" for name, words in killers.items() if tally[name]]
    return ", ".join([*parts, f"{tally['-']:,} survive"])


CHECKS = {"mutation": prove_mutation}
