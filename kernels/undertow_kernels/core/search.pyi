from collections.abc import Iterable, Sequence

from typing_extensions import disjoint_base

from undertow_kernels.core.agents import Weighted

MOST_ITERATIONS: int
MOST_PLAYOUTS: int

@disjoint_base
class Searcher(Weighted):
    def __new__(
        cls,
        game: int,
        weights: Sequence[int],
        forbid: Iterable[int] = ...,
        *,
        iterations: int,
        playouts: int,
        horizon: int,
        exploring: float,
    ) -> Searcher: ...

class TwicePlayed(Searcher): ...
