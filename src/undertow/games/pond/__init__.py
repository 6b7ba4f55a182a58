"""Knights of the Pond Table (Dixon Block): hidden values, reaction cards, teams, two colours."""

from undertow.game import Game
from undertow.games.pond import agents, board, tables, words
from undertow_kernels.pond.rules import RULES
from undertow_kernels.pond.state import COLUMNS_DTYPE, MOVE_DTYPE, STATE_DTYPE, TABLES_DTYPE

GAME = Game(
    name="pond",
    title="Knights of the Pond Table",
    rules=RULES,
    state=STATE_DTYPE,
    tables=TABLES_DTYPE,
    move=MOVE_DTYPE,
    columns=COLUMNS_DTYPE,
    endings=("table_held", "no_dragonfly", "colour_eliminated"),
    build=tables.build,
    words=words,
    about="hidden piece values, captures, reaction cards",
    variants="mode = two_colour (2 players) or teams (4); far_shore and pond_power with any",
    agents=agents.HEURISTICS,
    standing=words.standing,
    board=board.BOARD,
)
