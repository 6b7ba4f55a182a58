"""What the agents of every game must hold: no peeking, the same rows, heuristics that fit."""

import zlib

import lockstep
import numpy as np
import pytest
from side_by_side import decisions, swapped

import undertow as ut
from undertow import games
from undertow.players.agents import seat_agents
from undertow_kernels.core.knowledge import features_of

SEED = 23
GAMES = 3
EVERY = 4  # decisions between two that are looked at
RATED = [name for name in games.names() if games.find(name).agents is not None]
TABLES = [
    (name, players, mode)
    for name in RATED
    for players in games.find(name).seats
    for mode in lockstep.modes(name, players)
]


@pytest.mark.parametrize(("name", "players", "mode"), TABLES, ids=str)
def test_greedy_decides_alike_whatever_it_cannot_know(name, players, mode):
    rng = np.random.Generator(np.random.PCG64(SEED))
    seen = peeked = 0
    for loaded, match, referee in decisions(
        name, players, mode, seed=SEED, games=GAMES, every=EVERY, agent="greedy"
    ):
        groups = referee.swaps(match.actor)
        if not groups:
            continue
        other = swapped(loaded, match, groups, lambda n: rng.permutation(n).tolist())
        assert match.copy().choose() == other.copy().choose()
        seen += 1
        peeked += zlib.crc32(match.state) != zlib.crc32(other.state)
    assert seen
    assert peeked  # an agent that decides by the state itself would have been found


@pytest.mark.parametrize(("name", "players", "mode"), TABLES, ids=str)
def test_moves_are_rated_alike_alone_together_and_in_any_order(name, players, mode):
    rng = np.random.Generator(np.random.PCG64(SEED))
    loaded = ut.load(name, players=players, rules=mode)
    seen = 0
    for index in range(GAMES):
        match = loaded.match(SEED, index)
        while match.actor >= 0:
            legal = match.legal()
            if seen % (5 * EVERY) == 0:
                asked = loaded.game.rules, match.view(match.actor), loaded.table_bytes
                order = rng.permutation(len(legal))
                together = features_of(*asked, legal)
                alone = np.concatenate([features_of(*asked, move[None]) for move in legal])
                assert (together == alone).all()
                assert (together[order] == features_of(*asked, legal[order])).all()
            seen += 1
            match.apply(legal[match.choose()])


@pytest.mark.parametrize("name", RATED)
def test_greedy_plays_the_same_rows_on_any_number_of_threads(name):
    runs = [
        ut.simulate(name, games=40, agents="greedy", seed=SEED, threads=threads, block=block)
        for threads, block in ((1, 40), (3, 7))
    ]
    assert runs[0].results.tobytes() == runs[1].results.tobytes()
    assert not runs[0].faults


@pytest.mark.parametrize("name", RATED)
def test_the_features_are_those_that_are_described(name):
    loaded = ut.load(name)
    ways = loaded.game.agents
    match = loaded.match(SEED, 0)
    view, tables = match.view(match.actor), loaded.table_bytes
    rated = features_of(loaded.game.rules, view, tables, match.legal())
    assert rated.shape == (len(match.legal()), len(ways.features))
    for weights in ways.styles.values():
        assert set(weights) <= set(ways.features)
        assert any(weights.values())
    assert len(ways.styles) >= 3


@pytest.mark.parametrize("name", RATED)
def test_forbid_can_name_every_kind_of_decision_that_games_reach(name):
    loaded = ut.load(name)
    match, reached = loaded.match(SEED, 0), set()
    while match.actor >= 0:
        reached |= set(match.legal().view(loaded.game.move)["kind"].ravel().tolist())
        match.apply(match.legal()[match.choose()])
    assert reached <= set(loaded.game.agents.kinds.values())


@pytest.mark.parametrize("agent", ["random", "greedy"])
@pytest.mark.parametrize("name", RATED)
def test_a_forbidden_kind_is_taken_only_where_nothing_else_is_legal(name, agent):
    loaded = ut.load(name, players=2)
    kind, number = list(loaded.game.agents.kinds.items())[-1]
    agents = seat_agents(f"{agent}(forbid={kind})", loaded)
    for index in range(2):
        match = loaded.match(SEED, index, agents)
        while match.actor >= 0:
            legal, pick = match.legal(), match.choose()
            kinds = legal.view(loaded.game.move)["kind"].ravel()
            assert kinds[pick] != number or (kinds == number).all()
            match.apply(legal[pick])
