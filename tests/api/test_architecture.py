"""The packages of undertow lie in layers: what is imported at once lies below, or beside."""

import ast
from itertools import chain
from pathlib import Path

import undertow

ROOT = Path(undertow.__file__).parent
LAYERS = (
    *("errors", "wording", "boards", "seeds", "dice"),
    *("inference", "rules", "players", "games", "jit"),
    *("rows", "playing", "storage", "studies", "drawing", "cli", "reporting"),
)
BESIDE = {"game": "games"}  # the registry of games, and what each of them is


def layer(path):
    """Return the module of undertow itself, or the package, that a file belongs to."""
    name = path.relative_to(ROOT).parts[0].removesuffix(".py")
    return BESIDE.get(name, name)


def imported(path):
    """Return the layers that a file imports when it is itself imported."""
    found = [
        node.module.split(".")[1:2] or [name.name for name in node.names]
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "undertow"
    ]
    return {BESIDE.get(name, name) for name in chain(*found)} & set(LAYERS)


def test_every_module_and_package_has_its_layer():
    assert {layer(path) for path in ROOT.rglob("*.py")} == {*LAYERS, "__init__", "__main__"}


def test_no_layer_imports_a_higher_one_at_once():
    upwards = [
        f"{path.relative_to(ROOT)} imports {other}"
        for path in sorted(ROOT.rglob("*.py"))
        for other in imported(path)
        if layer(path) in LAYERS and LAYERS.index(other) > LAYERS.index(layer(path))
    ]
    assert upwards == []
