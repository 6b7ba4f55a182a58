"""Poseidon's Kingdom (Fragor Games, 2011): reef building, a dice wave, a shark, a kraken."""

from undertow.game import Game
from undertow.games.poseidon import agents, board, tables, words
from undertow_kernels.poseidon.rules import RULES
from undertow_kernels.poseidon.state import (
    COLUMNS_DTYPE,
    MOVE_DTYPE,
    STATE_DTYPE,
    TABLES_DTYPE,
)

GAME = Game(
    name="poseidon",
    title="Poseidon's Kingdom",
    rules=RULES,
    state=STATE_DTYPE,
    tables=TABLES_DTYPE,
    move=MOVE_DTYPE,
    columns=COLUMNS_DTYPE,
    endings=("friends_freed",),
    build=tables.build,
    words=words,
    about="reef building, a dice wave, a shark on a figure of eight, dice requirements",
    variants="no variants in the rulebook; readings of unclear rules are options",
    agents=agents.HEURISTICS,
    standing=words.standing,
    board=board.BOARD,
)
