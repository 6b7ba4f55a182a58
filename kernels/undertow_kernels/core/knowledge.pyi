import numpy as np
from numpy.typing import NDArray

def features_of(
    game: int, view: NDArray[np.uint8], tables: NDArray[np.uint8], moves: NDArray[np.uint8]
) -> NDArray[np.int32]: ...
def redealt(
    game: int,
    view: NDArray[np.uint8],
    tables: NDArray[np.uint8],
    seat: int,
    key: NDArray[np.uint64],
    branch: int,
) -> NDArray[np.uint8]: ...
def values_of(
    game: int, state: NDArray[np.uint8], tables: NDArray[np.uint8]
) -> NDArray[np.int32]: ...
def forgotten(
    game: int,
    view: NDArray[np.uint8],
    tables: NDArray[np.uint8],
    seat: int,
    round: int,
    kind: int,
    kept: int,
    key: NDArray[np.uint64],
    index: int,
) -> NDArray[np.uint8]: ...
