"""How often the spaces of a board are used.

Rows do not hold where moves went, so the first games are played again from their seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from undertow.boards import Board, Space
from undertow.errors import InputValueError
from undertow.game import LoadedGame, load
from undertow.players.agents import seat_agents
from undertow.players.built_in import BUILT_IN
from undertow.rows.results import Result
from undertow_kernels.core.playout import Match

GAMES = 50  # played again at most
MOVES = 20_000  # after these no further game is begun
SECONDS = 20.0  # in which thinking agents must have finished the first game


class Use(NamedTuple):
    """How often each space of a board was used.

    Attributes
    ----------
    board : Board
    spaces : sequence of Space
    counts : int64 array, shape (spaces,)
    first, games : int
        Number of the first game that was played again, and how many were.
    """

    board: Board
    spaces: Sequence[Space]
    counts: NDArray[np.int64]
    first: int
    games: int


def spaces_used(result: Result) -> Use:
    """Return how often moves used each space, in the first games of a batch.

    Parameters
    ----------
    result : Result

    Raises
    ------
    InputValueError
        The game has no board, an agent is a user's own (a file says its name, and what has
        that name now may be something else), or a single game takes longer than ``SECONDS``.
    """
    loaded = load(result.game, players=result.players, rules=result.rules)
    board = loaded.game.board
    if board is None:
        raise InputValueError(f"{result.game} has no board whose spaces could be counted")
    for agent in result.agents:
        if agent.partition("(")[0] not in BUILT_IN:
            raise InputValueError(
                f"spaces are counted by playing games again, for built-in agents only; not {agent}"
            )
    spaces = board.spaces(loaded.rules.values)
    seated = seat_agents(list(result.agents), loaded)
    first = int(next(result.groups())["index"][0])
    indices = range(first, first + min(result.games, GAMES))
    counts, games = _counted(
        (loaded.match(result.seed, index, seated) for index in indices), loaded, board, len(spaces)
    )
    return Use(board, spaces, counts, first, games)


def _counted(
    matches: Iterable[Match], loaded: LoadedGame, board: Board, spaces: int
) -> tuple[NDArray[np.int64], int]:
    """Return the uses of each space, and of how many games."""
    counts = np.zeros(spaces, np.int64)
    end, games, moves = monotonic() + SECONDS, 0, 0
    for match in matches:
        found = _uses(match, loaded, board, end) if moves <= MOVES else None
        if found is None:
            break
        uses, played = found
        counts += np.bincount(uses, minlength=spaces)
        games, moves = games + 1, moves + played
    if not games:
        raise InputValueError(
            f"spaces are counted by playing games again; one takes more than {SECONDS:.0f} s here"
        )
    return counts, games


def _uses(
    match: Match, loaded: LoadedGame, board: Board, end: float
) -> tuple[list[int], int] | None:
    """Play a match on; return the spaces that its moves use and how many moves there were.

    None if the time is over before the match is.
    """
    uses, moves = [], 0
    state, move = loaded.game.state, loaded.game.move
    while match.actor >= 0:
        if monotonic() > end:
            return None
        legal = match.legal()
        played = legal[match.choose() if len(legal) > 1 else 0]
        space = board.used(match.state.view(state)[0], played.view(move)[0])
        if space is not None:
            uses.append(space)
        match.step(played)
        moves += 1
    return uses, moves
