"""A quarter turn of the board: four seats, each its colour, are alike.

``differences`` plays random games and turns every position: the turned position must have exactly
the turned legal moves, and the turned move with the same chance must give the turned position.
"""

import numpy as np

import undertow as ut
from undertow.game import LoadedGame
from undertow_kernels.core.playout import Match
from undertow_kernels.pond.state import Limits

PLAYERS = 4
EACH, PIECES, SIDE, OFF = Limits.EACH, Limits.PIECES, Limits.SIDE, Limits.OFF
MIRRORED = [4, 3, 2, 1, 0, 8, 7, 6, 5, 9]  # east's ranks run down, south's are numbered across
PIECE = np.array(
    [
        EACH * ((colour + 1) % 4) + (k if colour % 2 == 0 else MIRRORED[k])
        for colour in range(4)
        for k in range(EACH)
    ]
)
SQUARE = np.array([9 * (s % SIDE) + SIDE - 1 - s // SIDE for s in range(SIDE * SIDE)] + [OFF])
SEATS = ("start", "active", "decider", "removing")
NAMED = ("attacker", "placing")


def turned_bits(seats: np.ndarray) -> np.ndarray:
    """Return sets of seats, a bit each, turned by one seat."""
    return (seats << 1 | seats >> (PLAYERS - 1)) & (1 << PLAYERS) - 1


def turned(state: np.void) -> np.ndarray:
    """Return a state turned by a quarter, clockwise, as an array of one record."""
    out = np.array([state])
    new = out[0]
    for field in ("square", "value", "dungeon", "knower", "freed_round"):
        new[field][PIECE] = state[field]
    new["square"] = SQUARE[new["square"]]
    new["dungeon"] = np.where(new["dungeon"] > 0, new["dungeon"] % PLAYERS + 1, 0)
    new["knower"] = turned_bits(new["knower"])
    at = state["at"]
    new["at"][SQUARE[:OFF]] = np.where(at > 0, PIECE[at.astype(int) - 1] + 1, 0)
    for field in ("hand", "hand_size", "captures", "cards", "shores", "freed"):
        new[field] = np.roll(state[field], 1, axis=0)
    for field in SEATS:
        new[field] = (state[field] + 1) % PLAYERS if field != "removing" else state[field]
    for field in ("webs", "shells"):
        held = [int(PIECE[i]) for i in range(PIECES) if int(state[field]) >> i & 1]
        new[field] = sum(1 << i for i in held)
    for field in NAMED:
        new[field] = PIECE[int(state[field])]
    if int(state["victim"]) < PIECES:
        new["victim"] = PIECE[int(state["victim"])]
    if state["named"]:
        new["named"] = PIECE[int(state["named"]) - 1] + 1
    new["target"] = SQUARE[int(state["target"])]
    return out


def turned_moves(moves: np.ndarray) -> set[bytes]:
    """Return the moves of a list turned by a quarter, as a set of records."""
    new = moves.copy()
    kinds = moves["kind"]
    has_piece = np.isin(kinds, (2, 3, 4, 5, 6, 7, 13))
    has_square = np.isin(kinds, (3, 12, 13))
    new["piece"][has_piece] = PIECE[moves["piece"][has_piece]]
    new["other"][kinds == 7] = PIECE[moves["other"][kinds == 7]]
    new["square"][has_square] = SQUARE[moves["square"][has_square]]
    return {move.tobytes() for move in new}


def as_set(match: Match, loaded: LoadedGame) -> set[bytes]:
    return {move.tobytes() for move in match.legal().view(loaded.game.move).reshape(-1)}


def differences(games: int, seed: int, **rules: object) -> tuple[int, int]:
    """Return how many decisions were turned, and at how many something differed."""
    loaded = ut.load("pond", players=PLAYERS, rules=rules)
    decisions = different = 0
    for index in range(games):
        match = loaded.match(seed, index)
        while match.round == 0:  # values are placed piece by piece, in the order of their numbers
            match.apply(match.legal()[match.choose()])
        while match.actor >= 0:
            decisions += 1
            different += not turns_alike(match, loaded)
    return decisions, different


def turns_alike(match: Match, loaded: LoadedGame) -> bool:
    """Play one decision of a match and of its turned copy; return whether they stay alike."""
    state = match.state.view(loaded.game.state)
    other = match.copy()
    other.state[:] = turned(state[0]).view(np.uint8)
    moves = match.legal().view(loaded.game.move).reshape(-1)
    if turned_moves(moves) != as_set(other, loaded):
        return False
    pick = match.choose()
    (turned_move,) = turned_moves(moves[pick : pick + 1])
    match.apply(match.legal()[pick])
    other.apply(np.frombuffer(turned_move, np.uint8))
    return other.state.tobytes() == turned(state[0]).tobytes()
