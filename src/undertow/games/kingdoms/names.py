"""Names of what Kingdoms of the Deep has, as its words use them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from undertow.wording import joined
from undertow_kernels.kingdoms.state import Limits

TERRAINS = ("no terrain", "reef", "kelp", "sand", "trench", "vent", "wreck")
CARDS = ("no card", "Bolster", "Deploy", "Move", "Shark", "Upgrade", "Reset")
BONUSES = ("no bonus", "deploy", "bolster", "move", "castle")
TILES = range(1, Limits.SPACES)


def space_name(space: int) -> str:
    """Return a space as the rule page numbers it."""
    return f"tile {space}" if space else "Atlantis"


def terrain_name(state: np.void, tile: int) -> str:
    """Return a tile's terrain, and whether it is the capital of it."""
    name = TERRAINS[int(state["terrain"][tile])]
    return f"the capital of {name}" if tile in capitals(state) else name


def capitals(state: np.void) -> list[int]:
    """Return the capitals' tiles."""
    return [tile for tile in TILES if int(state["capitals"]) >> tile & 1]


def goal_name(state: np.void, values: Mapping[str, Any]) -> str:
    """Return the name of the present goal card."""
    name: str = values[f"goal_{state['goal'][state['age']]}"][0]
    return name


def seats_with(seats: Iterable[int], one: str, many: str) -> str:
    """Return seats counted from 0 with their verb: "seat 2 has", "seats 1 and 3 have"."""
    numbers = [int(seat) + 1 for seat in seats]
    noun, verb = ("seat", one) if len(numbers) == 1 else ("seats", many)
    return f"{noun} {joined(numbers)} {verb}"


def members(names: tuple[str, ...], bits: int) -> list[str]:
    """Return those of some names, numbered from 1, that are in a set of the record."""
    return [name for i, name in enumerate(names[1:]) if int(bits) >> i & 1]
