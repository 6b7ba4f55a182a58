from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Act = Callable[[NDArray[np.uint8], NDArray[np.uint8], int, int], object]

class Bounds(IntEnum):
    MAX_FEATURES = ...
    MAX_KINDS = ...

class Answers(IntEnum):
    FAULT = ...
    ASK_PYTHON = ...
    STOPPED = ...

DRAW_BELOW: int

@disjoint_base
class Agent:
    def remember(self, kind: int, kept: int = ...) -> None: ...

@disjoint_base
class Weighted(Agent): ...

class Uniform(Weighted):
    def __new__(cls, forbid: Iterable[int] = ...) -> Uniform: ...

class Onlooker(Agent): ...

class Greedy(Weighted):
    def __new__(cls, game: int, weights: Sequence[int], forbid: Iterable[int] = ...) -> Greedy: ...

@disjoint_base
class Compiled(Agent):
    def __new__(cls, address: int, keeper: tuple[Any, Any]) -> Compiled: ...
    @property
    def keeper(self) -> tuple[Any, Any]: ...

@disjoint_base
class Served(Agent):
    def __new__(cls, begin: Callable[[tuple[int, int], int, int], _Act]) -> Served: ...
    @property
    def begin(self) -> Callable[[tuple[int, int], int, int], _Act]: ...
