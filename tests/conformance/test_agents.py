"""What the agents of every game must hold: no peeking, the same rows, heuristics that fit."""

import zlib

import lockstep
import numpy as np
import pytest

import undertow as ut
from undertow import games
from undertow.agents import seat_agents
from undertow_kernels.core.agents import features_of

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


def swapped(name, players, mode):
    """Yield matches of greedy agents, and each with what the deciding seat cannot know swapped."""
    rng = np.random.Generator(np.random.PCG64(SEED))
    loaded = ut.load(name, players=players, rules=mode)
    facts = lockstep.own_module(name, "facts")
    referee = lockstep.own_module(name, "referee").Referee
    key = tuple(int(w) for w in np.random.SeedSequence(SEED).generate_state(2, np.uint64))
    for index in range(GAMES):
        match = loaded.match(SEED, index, seat_agents("greedy", loaded))
        twin = referee(dict(loaded.rules.values), players, key, index)
        while match.actor >= 0:
            groups = twin.swaps(match.actor) if match.decisions % EVERY == 0 else []
            if groups:
                other = match.copy()
                state = other.state.view(loaded.game.state)[0]
                for group, places in groups:
                    facts.swap(state, group, places, rng.permutation(len(places)).tolist())
                yield loaded, match, other
            pick = match.choose()
            match.apply(match.legal()[pick])
            twin.choose(pick)


@pytest.mark.parametrize(("name", "players", "mode"), TABLES, ids=str)
def test_greedy_decides_alike_whatever_it_cannot_know(name, players, mode):
    seen = peeked = 0
    for _, match, other in swapped(name, players, mode):
        assert match.copy().choose() == other.copy().choose()
        seen += 1
        peeked += zlib.crc32(match.state) != zlib.crc32(other.state)
    assert seen
    assert peeked  # an agent that decides by the state itself would have been found


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
