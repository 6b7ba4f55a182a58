from enum import IntEnum

import numpy as np

class Limits(IntEnum):
    MAX_PLAYERS = ...
    HAND = ...
    MAX_MOVES = ...

class Kind(IntEnum):
    THROW = ...
    PASS = ...

STATE_DTYPE: np.dtype[np.void]
TABLES_DTYPE: np.dtype[np.void]
MOVE_DTYPE: np.dtype[np.void]
COLUMNS_DTYPE: np.dtype[np.void]
