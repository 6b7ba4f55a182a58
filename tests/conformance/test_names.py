"""No code outside a game's own folders says the game's name: comments and docstrings may."""

import ast
import re
from pathlib import Path

import pytest

from undertow import games

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ("setup.py", "pyproject.toml", "MANIFEST.in", "scripts/undertow", "scripts/test")
NAMES = re.compile(rf"(?<![a-z])({'|'.join(games.names())})(?![a-z])", re.IGNORECASE)


def outside_files():
    """Yield the files of the project's code that belong to no game."""
    own = [ROOT / "src/undertow/games" / name for name in games.names()]
    own += [ROOT / "kernels/undertow_kernels" / name for name in games.names()]
    for folder in ("src", "kernels"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".pyi", ".pyx", ".pxd", ".h", ".toml"} and not any(
                path.is_relative_to(folder) for folder in own
            ):
                yield path
    yield from (ROOT / name for name in SCRIPTS)


def python_code(text):
    """Return the code without comments and docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                node.value.value = ""
    return ast.unparse(tree)


def other_code(text):
    """Return the code of a kernel, header or script without comments and docstrings."""
    text = re.sub(r'""".*?"""|/\*.*?\*/', "", text, flags=re.DOTALL)
    return re.sub(r"#(?!\s*(define|include)).*", "", text)


def code_of(path):
    text = path.read_text()
    return python_code(text) if path.suffix in {".py", ".pyi"} else other_code(text)


@pytest.mark.parametrize(
    "path", list(outside_files()), ids=lambda path: str(path.relative_to(ROOT))
)
def test_code_outside_a_games_folders_does_not_name_a_game(path):
    assert not NAMES.findall(code_of(path))


def test_a_name_in_code_would_be_seen():
    name = games.names()[0]
    assert NAMES.search(python_code(f'"""Doc."""\nRUN = "{name}"  # why'))
    assert NAMES.search(other_code(f"from {name}.state cimport State"))
    assert not NAMES.search(python_code(f'"""Plays {name}."""\nRUN = 1  # {name}'))
    assert not NAMES.search(other_code(f'"""Plays {name}."""\ncdef int x  # {name}'))
