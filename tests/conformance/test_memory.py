"""What agents forget: things seen and covered again, no others, and for good."""

import numpy as np
import pytest

import undertow as ut
from undertow import games
from undertow.errors import InputValueError
from undertow.players.agents import seat_agents
from undertow.players.built_in import HALF_LIFE
from undertow_kernels.core.game import has_memories
from undertow_kernels.core.knowledge import forgotten
from undertow_kernels.core.memory import Memories

SEED = 31
KEY = np.random.SeedSequence(SEED).generate_state(2, np.uint64)
FORGETFUL = [name for name in games.names() if has_memories(games.find(name).rules)]
OTHERS = [name for name in games.names() if name not in FORGETFUL]
RULES = {"pond": {"far_shore": True}}  # only there a piece leaves a dungeon


def in_play(name, players=3, games=6, every=5):
    """Yield a game and its match at some decisions of random play."""
    loaded = ut.load(name, players=players, rules=RULES.get(name))
    for index in range(games):
        match = loaded.match(SEED, index)
        while match.actor >= 0 and match.decisions < 600:
            if match.decisions % every == 0:
                yield loaded, match
            match.apply(match.legal()[match.choose()])


def left_of(loaded, match, kind, kept=0, later=0):
    """Return what the deciding seat still knows, so many rounds later."""
    seat = match.actor
    view = match.view(seat)
    return forgotten(
        loaded.game.rules, view, loaded.table_bytes, seat, match.round + later, kind, kept, KEY,
        match.index,
    )  # fmt: skip


@pytest.mark.parametrize("name", FORGETFUL)
def test_a_perfect_memory_keeps_the_view_and_none_blanks_some(name):
    blanked = 0
    for loaded, match in in_play(name):
        view = match.view(match.actor).tobytes()
        assert left_of(loaded, match, Memories.PERFECT).tobytes() == view
        blanked += left_of(loaded, match, Memories.BLANK).tobytes() != view
    assert blanked


@pytest.mark.parametrize("name", FORGETFUL)
def test_what_is_forgotten_changes_no_legal_move(name):
    for loaded, match in in_play(name):
        other = match.copy()
        other.state[:] = left_of(loaded, match, Memories.BLANK)
        assert other.legal().tobytes() == match.legal().tobytes()
        assert other.actor == match.actor


@pytest.mark.parametrize("name", FORGETFUL)
def test_fading_forgets_more_with_time_and_nothing_comes_back(name):
    """Each byte of a view is as it was, or as a blank memory has it, and then stays so."""
    kept = round(2**32 * 0.5 ** (1 / HALF_LIFE))
    grown = 0
    for loaded, match in in_play(name):
        blank = left_of(loaded, match, Memories.BLANK)
        view = match.view(match.actor)
        before = view
        for later in (0, 1, 3, 9):
            now = left_of(loaded, match, Memories.FADING, kept, later)
            lost = now != view
            assert not (before != view)[~lost].any()
            grown += int(lost.sum() > (before != view).sum())
            before = now
        assert (left_of(loaded, match, Memories.FADING, kept, 1000) == blank).all()
    assert grown


@pytest.mark.parametrize("memory", ["perfect", "fading", "none"])
@pytest.mark.parametrize("agent", ["greedy", "mcts(iterations=10)"])
@pytest.mark.parametrize("name", FORGETFUL)
def test_agents_of_every_memory_play_to_the_end(name, agent, memory):
    text = (
        agent.replace("greedy", "greedy()").replace(")", f", memory={memory})").replace("(, ", "(")
    )
    done = ut.simulate(name, players=2, games=3, agents=text, seed=SEED, rules=RULES.get(name))
    assert not done.faults
    assert set(done.agents) == {text}


@pytest.mark.parametrize("name", OTHERS)
def test_a_game_in_which_nothing_is_covered_again_has_no_memory_to_set(name):
    loaded = ut.load(name)
    if loaded.game.agents is None:
        pytest.skip("only random plays it")
    with pytest.raises(InputValueError, match=r"memory has no effect: nothing in .* covered again"):
        seat_agents("greedy(memory=none)", loaded)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("greedy(memory=bad)", "memory must be one of perfect, fading, none; not 'bad'"),
        ("greedy(half_life=2)", "half_life needs memory=fading"),
        (
            "mcts(memory=fading, half_life=0)",
            "half_life must be a whole number from 1 to 1000, not 0",
        ),
        ("mcts(iterations=0)", "iterations must be a whole number from 1 to 1000000, not 0"),
        ("mcts(iterations=1.5)", "iterations must be a whole number from 1 to 1000000, not 1.5"),
        ("mcts(horizon=-1)", "horizon must be a whole number from 0 to 10000, not -1"),
        ("mcts(exploring=x)", "exploring must be a number from 0 to 100, not 'x'"),
        ("mcts(exploring=nan)", "exploring must be a number from 0 to 100, not nan"),
        ("mcts(iteration=5)", "unknown parameter 'iteration'; did you mean 'iterations'?"),
        ("random(memory=none)", "unknown parameter 'memory'; allowed: forbid"),
    ],
)
def test_wrong_parameters_are_refused_in_one_line(text, message):
    with pytest.raises((ValueError, TypeError)) as caught:
        seat_agents(text, ut.load("alarm"))
    assert str(caught.value) == f"agent {text!r}: {message}"
