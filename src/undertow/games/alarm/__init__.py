"""Kraken-Alarm (Oliver Igelhaut, Kosmos 2010): memory, push your luck, a pendulum."""

from undertow.game import Game
from undertow.games.alarm import agents, board, tables, words
from undertow_kernels.alarm.rules import RULES
from undertow_kernels.alarm.state import COLUMNS_DTYPE, MOVE_DTYPE, STATE_DTYPE, TABLES_DTYPE

GAME = Game(
    name="alarm",
    title="Kraken-Alarm",
    rules=RULES,
    state=STATE_DTYPE,
    tables=TABLES_DTYPE,
    move=MOVE_DTYPE,
    columns=COLUMNS_DTYPE,
    endings=("target_reached", "provisions_lost"),
    build=tables.build,
    words=words,
    about="memory, push your luck, a pendulum that may capsize the ship",
    variants="long_voyage (2 or 3 players) and whirlpool, alone or together",
    agents=agents.HEURISTICS,
    standing=words.standing,
    board=board.BOARD,
)
