"""Kingdoms of the Deep (Ian Zang, Galactic Raptor Games 2021): hidden choice, majorities."""

from undertow.game import Game
from undertow.games.kingdoms import agents, board, tables, words
from undertow_kernels.kingdoms.rules import RULES
from undertow_kernels.kingdoms.state import COLUMNS_DTYPE, MOVE_DTYPE, STATE_DTYPE, TABLES_DTYPE

GAME = Game(
    name="kingdoms",
    title="Kingdoms of the Deep",
    rules=RULES,
    state=STATE_DTYPE,
    tables=TABLES_DTYPE,
    move=MOVE_DTYPE,
    columns=COLUMNS_DTYPE,
    endings=("third_scoring", "all_capitals"),
    build=tables.build,
    words=words,
    agents=agents.HEURISTICS,
    about="actions chosen in secret, majorities on a map of eighteen tiles, three goal cards",
    variants="none; goal cards, tracks and numbers are data",
    standing=words.standing,
    board=board.BOARD,
    too_few="an end card is marked for 1 player, but the rulebook has no rules for a game alone",
)
