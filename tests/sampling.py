"""Whether a game's shortcuts for random moves draw what listing and one draw would."""

from __future__ import annotations

import lockstep
import numpy as np
import pytest

from undertow.game import LoadedGame, load
from undertow_kernels.core.agents import Agent
from undertow_kernels.core.game import CHECKED, RESULT_DTYPE, Plain
from undertow_kernels.core.playout import Stop, play
from undertow_kernels.core.search import Searcher

SEED = 20_261_202
KEY = np.random.SeedSequence(SEED).generate_state(2, np.uint64)
GAMES, SEARCHED = 6, 2


def modes(name: str) -> list[object]:
    """Return the parameters of ``check`` for each mode of a game."""
    return [
        pytest.param(players, mode, id=f"{players} players, {lockstep.told(mode)}")
        for players in range(2, 5)
        for mode in lockstep.modes(name, players)
    ]


def check(name: str, players: int, mode: object) -> None:
    """Compare the rows of random seats, and of seats that search, with and without shortcuts."""
    for index, rules in lockstep.plan(name, players, GAMES, mode):
        loaded = load(name, players=players, rules=rules)
        plain = Plain(loaded.game.rules)
        places = (loaded.game.rules, plain.address)
        if not CHECKED:  # which looks at every decision and takes no shortcut
            quick, slow = (rows(loaded, place, index, []) for place in places)
            assert quick == slow, rules
        if index < SEARCHED:
            quick, slow = (rows(loaded, place, index, searching(loaded, place)) for place in places)
            assert quick == slow, rules


def check_written_afresh(name: str, players: int, mode: object) -> None:
    """Compare the moves listed where other lists were before with those in empty rooms."""
    for index, rules in lockstep.plan(name, players, SEARCHED, mode):
        match = load(name, players=players, rules=rules).match(SEED, index)
        while match.actor >= 0:
            legal = match.legal()
            assert legal.tobytes() == match.copy().legal().tobytes()
            match.apply(legal[match.choose()])


def searching(loaded: LoadedGame, address: int) -> list[Agent]:
    weights = [1] * len(loaded.game.agents.features)
    agent = Searcher(address, weights, iterations=12, playouts=2, horizon=6, exploring=0.5)
    return [agent] * loaded.players


def rows(loaded: LoadedGame, address: int, index: int, agents: list[Agent]) -> bytes:
    results = np.zeros(1, RESULT_DTYPE)
    columns = np.zeros((1, loaded.game.columns.itemsize), np.uint8)
    played = play(
        *(address, loaded.table_bytes, loaded.players, KEY, index, results, columns, Stop()),
        agents or None,
    )
    assert played == 1
    assert results["decisions"][0] > 0
    assert results["broken"][0] == 0
    return results.tobytes() + columns.tobytes()
