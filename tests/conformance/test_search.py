"""What search needs of every game, and what it must hold: a fit deal, no peeking, the same rows."""

import time
from collections import Counter
from threading import Thread

import lockstep
import numpy as np
import pytest
from side_by_side import decisions, swapped

import undertow as ut
from undertow import games
from undertow.players.agents import seat_agents
from undertow_kernels.core.game import RESULT_DTYPE, Ending
from undertow_kernels.core.knowledge import redealt, values_of
from undertow_kernels.core.playout import Stop, play

SEED = 29
SEARCHED = [name for name in games.names() if games.find(name).agents is not None]
TABLES = [
    (name, players, mode)
    for name in SEARCHED
    for players in games.find(name).seats
    for mode in lockstep.modes(name, players)
]
MIXED = {"pond": {"pond_power": True}}  # rules that let kinds of decision compete
KEY = np.random.SeedSequence(SEED).generate_state(2, np.uint64)


def redeals(loaded, match, n):
    """Yield matches in states drawn anew from what the deciding seat knows."""
    view = match.view(match.actor)
    for branch in range(1, n + 1):
        other = match.copy()
        other.state[:] = redealt(
            loaded.game.rules, view, loaded.table_bytes, match.actor, KEY, branch
        )
        yield other


@pytest.mark.parametrize(("name", "players", "mode"), TABLES, ids=str)
def test_a_state_dealt_anew_fits_the_view(name, players, mode):
    differs = 0
    for loaded, match, referee in decisions(
        name, players, mode, seed=SEED, games=3, every=7, agent="greedy"
    ):
        hidden = bool(referee.swaps(match.actor))
        for other in redeals(loaded, match, 3):
            assert other.view(match.actor).tobytes() == match.view(match.actor).tobytes()
            assert other.actor == match.actor
            assert other.legal().tobytes() == match.legal().tobytes()
            differs += hidden and other.state.tobytes() != match.state.tobytes()
    assert differs


@pytest.mark.parametrize(("name", "players", "mode"), TABLES, ids=str)
def test_a_game_dealt_anew_plays_to_a_regular_end(name, players, mode):
    """In a checked build every decision on the way is checked for the game's invariants."""
    for loaded, match, _ in decisions(
        name, players, mode, seed=SEED + 1, games=1, every=23, agent="greedy"
    ):
        for other in redeals(loaded, match, 1):
            other.play_on()
            assert other.result()["ending"][0] != Ending.BROKEN


@pytest.mark.parametrize(("name", "players", "mode"), TABLES, ids=str)
def test_search_decides_alike_whatever_it_cannot_know(name, players, mode):
    rng = np.random.Generator(np.random.PCG64(SEED))
    asked = changed = 0
    for loaded, match, referee in decisions(
        name, players, mode, seed=SEED, games=2, every=1, agent="mcts(iterations=50)"
    ):
        groups = referee.swaps(match.actor)
        asked += bool(groups)
        if not groups or asked % 5:
            continue
        other = swapped(loaded, match, groups, lambda n: rng.permutation(n).tolist())
        changed += other.state.tobytes() != match.state.tobytes()
        assert match.copy().choose() == other.copy().choose()
    assert changed  # a search that began from the state itself would have been found


@pytest.mark.parametrize("name", SEARCHED)
def test_search_plays_the_same_rows_on_any_number_of_threads(name):
    runs = [
        ut.simulate(
            name, games=12, agents="mcts(iterations=20)", seed=SEED, threads=threads, block=block
        )
        for threads, block in ((1, 12), (3, 2))
    ]
    assert runs[0].results.tobytes() == runs[1].results.tobytes()
    assert not runs[0].faults


@pytest.mark.parametrize("name", SEARCHED)
def test_thinking_changes_no_deal(name):
    """What a search draws is its own: thought over or not, the same moves lead to the same game."""
    loaded = ut.load(name)
    thinking = loaded.match(SEED, 0, seat_agents("mcts(iterations=30)", loaded))
    plain = loaded.match(SEED, 0)
    for _ in range(40):
        if plain.actor < 0:
            break
        pick = thinking.choose()
        thinking.apply(thinking.legal()[pick])
        plain.apply(plain.legal()[pick])
        assert thinking.state.tobytes() == plain.state.tobytes()


@pytest.mark.parametrize("name", SEARCHED)
def test_a_position_thought_over_again_gets_the_same_answer(name):
    """By a match that has thought of other positions before, and by one that has not."""
    loaded = ut.load(name)
    match = loaded.match(SEED, 3, seat_agents("mcts(iterations=40)", loaded))
    for _ in range(12):
        fresh = match.copy()
        pick = match.choose()
        assert fresh.choose() == pick
        match.apply(match.legal()[pick])


@pytest.mark.parametrize("name", SEARCHED)
def test_a_forbidden_kind_is_not_searched_for(name):
    loaded = ut.load(name, players=2, rules=MIXED.get(name))
    kind, number = taken_beside_others(loaded)
    match = loaded.match(SEED, 0, seat_agents(f"mcts(iterations=8, forbid={kind})", loaded))
    tempted = 0
    while match.actor >= 0:
        legal, pick = match.legal(), match.choose()
        kinds = legal.view(loaded.game.move)["kind"].ravel()
        tempted += number in kinds and (kinds != number).any()
        assert kinds[pick] != number or (kinds == number).all()
        match.apply(legal[pick])
    assert tempted


def taken_beside_others(loaded):
    """Return the kind of decision that search takes most often where there are other kinds."""
    taken = Counter()
    match = loaded.match(SEED, 0, seat_agents("mcts(iterations=8)", loaded))
    while match.actor >= 0:
        legal, pick = match.legal(), match.choose()
        kinds = legal.view(loaded.game.move)["kind"].ravel()
        if len(set(kinds.tolist())) > 1:
            taken[int(kinds[pick])] += 1
        match.apply(legal[pick])
    number = taken.most_common(1)[0][0]
    return next(kind for kind, n in loaded.game.agents.kinds.items() if n == number), number


@pytest.mark.parametrize("name", SEARCHED)
def test_a_search_stops_between_two_iterations(name):
    loaded = ut.load(name, players=2)
    agents = [seat.policy for seat in seat_agents("mcts(iterations=1000000)", loaded)]
    results = np.zeros(1, RESULT_DTYPE)
    columns = np.zeros((1, loaded.game.columns.itemsize), np.uint8)
    stop, done = Stop(), []
    worker = Thread(
        target=lambda: done.append(
            play(loaded.game.rules, loaded.table_bytes, 2, KEY, 0, results, columns, stop, agents)
        )
    )
    worker.start()
    time.sleep(0.2)
    stop.set()
    worker.join(timeout=5)  # of the 5 to 60 that the search would take
    assert done == [0]


@pytest.mark.parametrize("name", SEARCHED)
def test_a_little_search_beats_random_players(name):
    done = ut.simulate(
        name, players=2, games=12, agents=["mcts(iterations=60)", "random"], seed=SEED
    )
    assert done.shares()[0].share > 0.8


@pytest.mark.parametrize("name", SEARCHED)
def test_the_seat_valued_higher_late_in_a_game_wins_more_often(name):
    loaded = ut.load(name, players=2)
    right = told = 0
    for index in range(100):
        match = loaded.match(SEED, index, seat_agents("greedy", loaded))
        positions = []
        while match.actor >= 0:
            positions.append(match.state.copy())
            match.apply(match.legal()[match.choose()])
        winners = int(match.result()["winners"][0])
        worth = values_of(loaded.game.rules, positions[4 * len(positions) // 5], loaded.table_bytes)
        if winners in {1, 2} and worth[0] != worth[1]:
            told += 1
            right += winners == (1 if worth[0] > worth[1] else 2)
    assert told > 30
    assert right > 0.6 * told
