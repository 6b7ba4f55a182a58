"""Pearls: the toy game that shows what a game's folders must hold."""

from undertow.game import Game
from undertow_kernels.pearls.rules import RULES
from undertow_kernels.pearls.state import COLUMNS_DTYPE, MOVE_DTYPE, STATE_DTYPE, TABLES_DTYPE

from . import tables, words

GAME = Game(
    name="pearls",
    title="Pearls",
    rules=RULES,
    state=STATE_DTYPE,
    tables=TABLES_DTYPE,
    move=MOVE_DTYPE,
    columns=COLUMNS_DTYPE,
    endings=("target_reached", "hands_empty"),
    build=tables.build,
    words=words,
    about="throw pearls of hidden worth",
    variants="target, cap, stock, depth",
)
