"""The spaces of a game's board, to show how often they are used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

SHAPES = ("square", "hexagon", "circle")  # of a board's spaces


class Space(NamedTuple):
    """A space of a board; its neighbours are a distance of 1 away, ``y`` grows upwards."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Board:
    """The spaces of a game, to show how often they are used: its ``board`` module in one record.

    Attributes
    ----------
    use : str
        What counts as a use, in words.
    shape : str
        Of a space: one of ``SHAPES``.
    spaces : callable
        ``values`` of the rules to the spaces, in the order of their numbers.
    used : callable
        ``(before, move)`` to the number of the space that a move uses; None if it uses none.
    """

    use: str
    shape: str
    spaces: Callable[[Mapping[str, Any]], Sequence[Space]]
    used: Callable[[np.void, np.void], int | None]
