"""Fail unless each rule of docs/rules is cited by its game's code and by a test, and no other is.

A rule page docs/rules/GAME.md defines ids, one a table row: "| XY-A1.2 | what holds |", or XY-1.2
where chapters have no letter. Code cites an id by naming it in a kernel (.pyx, .pxd) or a Python
file of the game; its component file may also give one in a comment, or, if it has a letter, without
the prefix in a ``source``. A test cites ids by its mark: ``@pytest.mark.rule("XY-A1.2")``.

Usage: check_rules.py [ROOT], by default the folder above this one.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROW = re.compile(r"^\|\s*([A-Z]{2,3}-[A-Z]?\d+(?:\.\d+)?)\s*\|")
CITED = re.compile(r"\b[A-Z]{2,3}-[A-Z]?\d+(?:\.\d+)?\b")
BARE = re.compile(r"(?<![\w-])[A-Z]\d+(?:\.\d+)?\b")
SOURCE = re.compile(r"^source\s*=")
READ = {".py", ".pyx", ".pxd", ".pyi", ".toml", ".h", ".md"}
ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Page:
    """A rule page: its ids with their lines, and which of them code and tests cite."""

    path: Path
    ids: dict[str, int] = field(default_factory=dict)
    twice: list[str] = field(default_factory=list)
    in_code: set[str] = field(default_factory=set)
    in_tests: set[str] = field(default_factory=set)


def read_page(path: Path) -> Page:
    """Return the ids that a rule page defines."""
    page = Page(path)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if match := ROW.match(line):
            if match[1] in page.ids:
                page.twice.append(match[1])
            page.ids.setdefault(match[1], number)
    return page


def files(*folders: Path) -> Iterator[Path]:
    """Yield the source and text files below some folders."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in READ and path.is_file():
                yield path


def code_ids(path: Path, page: Page) -> set[str]:
    """Return the ids that a file of the game's code cites."""
    text = path.read_text(encoding="utf-8")
    found = set(CITED.findall(text))
    if path.suffix == ".toml":
        sources = [line for line in text.splitlines() if SOURCE.match(line)]
        bare = {word for line in sources for word in BARE.findall(line)}
        found |= {rule for rule in page.ids if rule.partition("-")[2] in bare}
    return found


def marked_ids(path: Path) -> set[str]:
    """Return the ids in the ``rule`` marks of a test file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule")):
                values = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                found |= {value for value in values if isinstance(value, str)}
    return found


def unknown(root: Path, pages: list[Page]) -> Iterator[str]:
    """Yield a message for each id that is cited somewhere and defined nowhere."""
    defined = {rule for page in pages for rule in page.ids}
    prefixes = {rule.partition("-")[0] for rule in defined}
    for path in files(*(root / name for name in ("docs", "kernels", "src", "tests", "scripts"))):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for rule in CITED.findall(line):
                if rule not in defined and rule.partition("-")[0] in prefixes:
                    yield f"{path.relative_to(root)}:{number}: {rule} is no rule"


def uncited(root: Path, page: Page) -> Iterator[str]:
    """Yield a message for each id of a page that is defined twice or not cited."""
    where = page.path.relative_to(root)
    for rule in page.twice:
        yield f"{where}: {rule} is defined twice"
    for rule, line in page.ids.items():
        if rule not in page.in_code:
            yield f"{where}:{line}: {rule} is cited by no code of the game"
        if rule not in page.in_tests:
            yield f"{where}:{line}: {rule} is marked by no test"


def read_pages(root: Path) -> list[Page]:
    """Return all rule pages with what cites them."""
    marked = {rule for path in files(root / "tests") if path.suffix == ".py"
              for rule in marked_ids(path)}  # fmt: skip
    pages = [read_page(path) for path in sorted((root / "docs/rules").glob("*.md"))]
    for page in pages:
        game = page.path.stem
        own = files(root / "kernels/undertow_kernels" / game, root / "src/undertow/games" / game)
        cited = {rule for path in own for rule in code_ids(path, page)}
        page.in_code = cited & page.ids.keys()
        page.in_tests = marked & page.ids.keys()
    return pages


def check(root: Path = ROOT) -> tuple[list[str], str]:
    """Return what is wrong, one message each, and a summary line."""
    pages = [page for page in read_pages(root) if page.ids]
    faults = [fault for page in pages for fault in uncited(root, page)]
    faults += unknown(root, pages)
    if not pages:
        faults.append("docs/rules defines no rule")
    rules, code, tests = (
        sum(len(getattr(page, name)) for page in pages) for name in ("ids", "in_code", "in_tests")
    )
    summary = f"{rules} rules, {code} cited by code, {tests} by tests, {len(faults)} faults"
    return faults, summary


def main() -> int:
    """Check a source tree; return 1 when something is wrong."""
    faults, summary = check(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
    print(*faults, summary, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
