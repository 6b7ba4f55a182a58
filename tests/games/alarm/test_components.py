"""The component file: what the rulebook pins down holds, and the counts add up."""

from __future__ import annotations

import numpy as np
import pytest
from games.alarm.positions import ANIMALS, KUNO, PLACES, SECTIONS, STACK_SIZE, STACKS, WAVE, load

from undertow.games.alarm import GAME
from undertow_kernels.alarm.state import Limits

ALL_PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
SEA_TOKENS, PORTHOLES, ANIMAL_TOKENS, PROVISIONS = 16, 4, 24, 12  # of the box


def tables(players, **rules):
    return load(players, **rules).tables[0]


@pytest.mark.rule("KA-1.1", "KA-1.2")
def test_the_sea_has_the_boxs_tokens():
    assert len(SECTIONS) * len(PLACES) == SEA_TOKENS == Limits.TOKENS
    sea = load(2).new(seed=1).state["sea"].tolist()
    assert sea.count(WAVE) == PORTHOLES == len(SECTIONS)
    assert len(ANIMALS) + sea.count(KUNO) == SEA_TOKENS - PORTHOLES


@pytest.mark.rule("KA-1.3")
def test_the_reef_has_the_boxs_animals_in_stacks_alike():
    assert len(STACKS) * STACK_SIZE == ANIMAL_TOKENS == Limits.REEF
    assert len(ANIMALS) * Limits.COPIES == ANIMAL_TOKENS


@pytest.mark.rule("KA-1.2")
@pytest.mark.parametrize("kunos", range(5))
def test_every_animal_of_the_reef_can_be_found_in_the_sea(kunos):
    sea = load(2, kuno_tokens=kunos).new(seed=1).state["sea"].tolist()
    assert set(ANIMALS) <= set(sea)
    assert len(sea) == SEA_TOKENS


@pytest.mark.rule("KA-1.4")
@ALL_PLAYERS
def test_there_are_provisions_enough_for_all(players):
    each = tables(players)["provisions"]
    assert each == 3
    assert each * players <= PROVISIONS
    assert 4 * tables(4)["provisions"] == PROVISIONS


@pytest.mark.rule("KA-5.1", "KA-6.1")
def test_the_targets_are_those_of_the_rulebook():
    assert [tables(players)["target"] for players in (2, 3, 4)] == [8, 7, 6]
    assert [tables(players, long_voyage=True)["target"] for players in (2, 3)] == [12, 8]


@pytest.mark.rule("KA-5.1", "KA-6.1")
@pytest.mark.parametrize(
    ("players", "long"), [(2, False), (3, False), (4, False), (2, True), (3, True)]
)
def test_someone_reaches_the_target_before_the_reef_is_empty(players, long):
    target = int(tables(players, long_voyage=long)["target"])
    assert players * (target - 1) < ANIMAL_TOKENS


@pytest.mark.rule("KA-3.6")
def test_two_tokens_on_a_section_end_the_turn_by_default():
    assert tables(4)["token_limit"] == 2
    assert not tables(4)["limit_by_turn"]
    assert tables(4, limit_scope="turn")["limit_by_turn"]


@pytest.mark.rule("KA-2.2", "KA-6.1", "KA-6.2")
def test_variants_and_the_ban_on_landings_are_off_by_default():
    values = load(3).rules.values
    assert not any(values[key] for key in ("long_voyage", "whirlpool", "forbid_kuno_landing"))


@pytest.mark.rule("KA-5.4")
def test_a_game_stops_after_500_rounds_by_default():
    assert tables(2)["round_cap"] == 500


def test_numbers_that_the_rulebook_gives_are_tagged_as_such():
    given = {key for key, component in GAME.components.items() if component.tag == "T"}
    assert given == {
        *("long_voyage", "whirlpool", "target", "long_target", "token_limit", "handicap"),
    }
    readings = {key for key, component in GAME.components.items() if component.tag == "R"}
    assert readings == {"forbid_kuno_landing", "limit_scope"}


# --- the pendulum


@pytest.mark.rule("KA-4.2")
def test_chances_are_thresholds_of_32_bits():
    row = tables(2)
    chances = {"hit": 0.4, "capsize": 0.6, "righting": 0.4, "knock_out": 0.1}
    for name, chance in chances.items():
        assert row[name] == int(2**32 * chance + 0.5)
    ends = tables(2, pendulum_hit=0, pendulum_capsize=1)
    assert (ends["hit"], ends["capsize"]) == (0, 2**32)


@pytest.mark.rule("KA-4.2")
@pytest.mark.parametrize(
    ("chance", "pendulum", "direct"), [(-1, 1, 0), (-0.5, 1, 0), (0, 0, 0), (1, 0, 2**32)]
)
def test_a_chance_from_0_on_switches_the_pendulum_off(chance, pendulum, direct):
    row = tables(2, capsize_probability=chance)
    assert (row["pendulum"], row["capsize_direct"]) == (pendulum, direct)


@pytest.mark.rule("KA-4.2")
def test_the_thresholds_give_the_share_of_ships_that_lie():
    row = tables(4)
    hit, capsize, right = (float(row[name]) / 2**32 for name in ("hit", "capsize", "righting"))
    step = np.array([[1 - hit * capsize, hit * capsize], [hit * right, 1 - hit * right]])
    lying = [np.linalg.matrix_power(step, k)[0, 1] for k in range(1, int(row["passes"]) + 1)]
    assert np.mean(lying) == pytest.approx(0.40416, abs=1e-8)
