"""Deals anew in Kraken-Alarm, what a position is worth, and what captains forget."""

from collections import Counter

import numpy as np
import pytest
from games.alarm.positions import (
    CRAB,
    FISH,
    KUNO,
    PLACES,
    SEAHORSE,
    SNAIL,
    STARFISH,
    TURTLE,
    WAVE,
    Scene,
)  # fmt: skip
from games.alarm.test_agents import remember
from searching import drawn, worth

from undertow_kernels.core.agents import Uniform
from undertow_kernels.core.knowledge import forgotten
from undertow_kernels.core.memory import Memories

DRAWS = 2000


def sea_of(state):
    return state["sea"].reshape(-1, len(PLACES))


def test_each_section_is_dealt_one_wave_and_what_is_known_to_be_in_it():
    scene = remember(Scene().sea((CRAB, SNAIL, KUNO), (FISH, SEAHORSE)), (0, 0), (1, 1))
    scene.state["known"][0][SNAIL] = 1  # seen before a whirlpool: somewhere in section 0
    for state in drawn(scene, 50):
        for section in sea_of(state):
            assert Counter(section.tolist())[WAVE] == 1
        assert sea_of(state)[0][0] == CRAB
        assert sea_of(state)[1][1] == SEAHORSE
        assert SNAIL in sea_of(state)[0][1:]


def test_hidden_tokens_lie_anywhere_with_the_same_chance():
    """Of 12 tokens that are no waves 4 are Kunos: a third of what is no wave."""
    scene = Scene()
    states = drawn(scene, DRAWS)
    kunos = np.mean([state["sea"] == KUNO for state in states], axis=0)
    waves = np.mean([state["sea"] == WAVE for state in states], axis=0)
    assert waves == pytest.approx(1 / 4, abs=0.05)
    assert kunos == pytest.approx(3 / 4 * 4 / 12, abs=0.05)


def test_the_reef_below_the_tops_is_shuffled_from_what_is_left():
    scene = Scene().animals(2)
    whole = Counter(scene.state["reef"].tolist())
    seen = set()
    for state in drawn(scene, 50):
        assert Counter(state["reef"].tolist()) == whole
        seen.add(tuple(state["reef"].tolist()))
    assert len(seen) > 40


def test_an_animal_is_worth_more_than_a_provision_and_the_last_one_counts():
    scene = Scene(players=3).animals(2, 1, 1).provisions(3, 3, 1)
    values = worth(scene)
    assert values[0] > values[1] > values[2]
    assert values[0] - values[1] == 65
    assert values[1] - values[2] == 25


def test_a_blank_memory_knows_of_a_section_what_lies_open_and_its_wave():
    scene = remember(Scene().sea((CRAB, SNAIL), (FISH,)), (0, 0), (0, 1), (1, 0))
    scene.state["open_tokens"] |= 1 << 1  # the snail
    match = scene.position._match
    view = forgotten(
        scene.game.game.rules, match.view(0), scene.game.table_bytes, 0, 1, Memories.BLANK, 0,
        np.zeros(2, np.uint64), 0,
    ).view(scene.game.game.state)[0]  # fmt: skip
    assert sea_of(view)[0].tolist() == [0, SNAIL, 0, 0]
    assert sea_of(view)[1].tolist() == [0, 0, 0, 0]
    assert view["known"][0].tolist() == [int(k in {SNAIL, WAVE}) for k in range(11)]
    assert view["known"][1].tolist() == [int(k == WAVE) for k in range(11)]


def test_half_of_what_was_seen_fades_in_a_half_life():
    """Over 600 games the share of tokens still known after some rounds is 2^(-rounds / 4)."""
    scene = remember(Scene().sea((CRAB, SNAIL, TURTLE), (FISH, STARFISH)), (0, 0), (0, 1), (1, 0))
    kept = round(2**32 * 0.5 ** (1 / 4))
    for later in (0, 1, 4, 8):
        left = [faded(scene, later, kept, index)["sea"][[0, 1, 4]] for index in range(600)]
        assert np.mean(np.array(left) > 0) == pytest.approx(0.5 ** (later / 4), abs=0.04)


def test_a_long_half_life_outlasts_long_games():
    """With a half-life of 1,000 rounds, after 250 rounds 2^(-1/4) of the tokens are known."""
    scene = remember(Scene().sea((CRAB, SNAIL, TURTLE), (FISH, STARFISH)), (0, 0), (0, 1), (1, 0))
    left = [
        faded(scene, 250, round(2**32 * 0.5 ** (1 / 1000)), index)["sea"][[0, 1, 4]]
        for index in range(600)
    ]
    assert np.mean(np.array(left) > 0) == pytest.approx(0.5 ** (1 / 4), abs=0.04)


def faded(scene, later, kept, index):
    """Return what captain 0 still knows some rounds after all was seen."""
    match, game = scene.position._match, scene.game
    scene.state["seen_round"][:] = 2
    return forgotten(
        game.game.rules, match.view(0), game.table_bytes, 0, 2 + later, Memories.FADING, kept,
        np.array([1, 2], np.uint64), index,
    ).view(game.game.state)[0]  # fmt: skip


@pytest.mark.parametrize("kind", [-1, 3])
def test_there_are_three_kinds_of_memory(kind):
    with pytest.raises(ValueError, match=f"a kind of memory is 0 to 2, got {kind}"):
        Uniform().remember(kind)


def test_not_all_of_what_was_seen_can_outlive_a_round():
    with pytest.raises(ValueError, match=r"0 to 4294967295 of 2\^32 things outlive a round"):
        Uniform().remember(Memories.FADING, 2**32)
