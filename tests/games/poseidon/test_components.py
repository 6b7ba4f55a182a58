"""The component file: what the rulebook pins down holds, and the falling dice fit their model."""

from __future__ import annotations

import numpy as np
import pytest
from games.poseidon.playing import load

from undertow_kernels.poseidon.state import Symbol

DRAWS = 4_000_000  # a share's standard error stays below 0.02 %
DEPTH_MEAN, DEPTH_SD, SIDE_SD, HALF_WIDTH, EDGE = 3.2, 2.1, 0.9, 2.0, 0.18
DEEP, BEACH = 0, 17
LOOP = [*range(1, 5), *range(13, 17), BEACH, 8, 7, 6, 5, 12, 11, 10, 9, DEEP]
ALL_PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


def values(players):
    return load(players).rules.values


def tables(players, **rules):
    return load(players, **rules).tables[0]


# --- counts


@pytest.mark.rule("PK-A1", "PK-A2", "PK-A3")
@ALL_PLAYERS
def test_the_box_holds_what_the_rulebook_lists(players):
    box = values(players)
    assert (box["dice_per_player"], box["neutral_dice"]) == (10, 15)
    assert 4 * box["dice_per_player"] + box["neutral_dice"] == 55
    assert sum(box["tile_counts"]) == 26
    assert sorted(box["tile_counts"]) == [4, 4, 6, 6, 6]
    assert len(box["start_set"]) == 4
    assert box["skeletons"] == 36
    assert list(box["coral_counts"]) == [2, 2, 2, 1, 1]
    assert list(box["bonus_thresholds"]) == [3, 7, 12, 16, 19]
    assert list(box["bonus_load"]) == [1, 2]
    assert box["bonus_track"] == 2


@pytest.mark.rule("PK-A2", "PK-B11")
def test_the_wave_and_dice_tiles_are_a_stack_of_four():
    box = values(4)
    assert box["tile_counts"][list(box["tile_faces"]).index("wave dice")] == 4
    assert [values(players)["tiles_removed"] for players in (2, 3, 4)] == [2, 1, 0]


@pytest.mark.rule("PK-A2", "PK-C3.3")
def test_the_start_set_stores_two_dice_as_in_example_1():
    assert [tile.split() for tile in values(4)["start_set"]].count(["wave", "dice"]) == 1
    symbols = [*tables(4)["start_first"], *tables(4)["start_second"]]
    assert symbols.count(Symbol.STORAGE) == 2


@pytest.mark.rule("PK-B2", "PK-B12")
@ALL_PLAYERS
def test_the_opening_dice_fill_the_squares_of_the_wave(players):
    box = values(players)
    two_square, four_square, other_side = 9, 6, 12
    squares = {2: two_square, 3: other_side, 4: two_square + four_square}[players]
    assert box["wave_capacity"] == squares
    assert players * box["setup_own_dice"] + box["setup_neutral_dice"] == squares
    assert box["setup_load"] == 2


# --- counters


@pytest.mark.rule("PK-B7")
def test_the_counters_obey_what_the_thinning_demands():
    low = [list(values(players)["counters_low"]) for players in (2, 3, 4)]
    high = [list(values(players)["counters_high"]) for players in (2, 3, 4)]
    for stacks, big in ((low, 4), (high, 8)):
        assert [len(stack) for stack in stacks] == [2, 3, 4]
        assert stacks[2].count(2) == stacks[2].count(big) == 1
        assert stacks[1] == [value for value in stacks[2] if value != 2]
        assert stacks[0] == [value for value in stacks[2] if value not in (2, big)]
        assert all(stack == sorted(stack, reverse=True) for stack in stacks)
    assert 8 in high[1]  # example 1
    assert 8 in high[2]


@pytest.mark.rule("PK-A3", "PK-B4", "PK-B7")
@ALL_PLAYERS
def test_every_arm_has_a_counter_for_each_friend(players):
    assert np.count_nonzero(tables(players)["arm_counter"], axis=1).tolist() == [players] * 6


# --- ocean


@pytest.mark.rule("PK-A4", "PK-C2.4")
def test_the_ocean_has_20_links_alike_on_both_sides():
    links = [int(row) for row in tables(4)["links"][:18]]
    pairs = {(a, b) for a in range(18) for b in range(18) if links[a] >> b & 1}
    assert len(pairs) == 40
    assert all((b, a) in pairs for a, b in pairs)
    mirror = [DEEP, *range(9, 17), *range(1, 9), BEACH]
    assert {(mirror[a], mirror[b]) for a, b in pairs} == pairs
    crossings = {(a, b) for a, b in pairs if a in range(1, 9) and b in range(9, 17)}
    assert crossings == {(4, 13), (5, 12)}


@pytest.mark.rule("PK-C4.2", "PK-B8")
@ALL_PLAYERS
def test_the_sharks_loop_meets_every_space_once_along_links(players):
    row = tables(players)
    loop = row["loop"][:18].tolist()
    assert loop == LOOP
    assert sorted(loop) == list(range(18))
    assert all(
        int(row["links"][a]) >> b & 1 for a, b in zip(loop, loop[1:] + loop[:1], strict=True)
    )
    assert (loop[row["shark_start"]], row["shark_way"]) == (1, 1)


@pytest.mark.rule("PK-C4.8")
def test_the_four_dice_symbols_are_evenly_spaced_on_the_loop():
    row = tables(4)
    on_links = [place + 0.5 for place in range(18) if row["dice_on_link"][place]]
    on_spaces = [place for place in range(18) if row["dice_on_space"][LOOP[place]]]
    places = sorted([*on_links, *on_spaces])
    assert [LOOP[place] for place in on_spaces] == [BEACH, DEEP]
    assert places == [3.5, 8, 12.5, 17]
    assert np.diff([*places, places[0] + 18]).tolist() == [4.5] * 4


@pytest.mark.rule("PK-B1", "PK-C4.1")
@pytest.mark.parametrize("shark_set", ["mild", "fierce"])
def test_every_space_has_a_shark_number_and_two_players_the_higher_ones(shark_set):
    two, three, four = (
        tables(players, shark_set=shark_set)["shark_number"][:18].astype(int)
        for players in (2, 3, 4)
    )
    assert (two > three).all()
    assert (three == four).all()
    assert (four >= 1).all()
    assert (four[1:9] != four[9:17]).all()  # the side of a small wave is a choice


# --- kraken


@pytest.mark.rule("PK-B16", "PK-K4")
@ALL_PLAYERS
def test_the_track_has_room_for_all_starts_and_idle_creatures(players):
    box = values(players)
    used = [*box["track_starts"][1:players], *box["track_dummies"]]
    assert list(box["track_starts"]) == [0, 2, 4, 6]
    assert sorted(used) == [2, 4, 6]
    assert max(used) <= box["track_spaces"]


@pytest.mark.rule("PK-C3.11", "PK-C3.12", "PK-C3.13", "PK-C3.14", "PK-C3.15", "PK-C3.16")
def test_the_arms_are_in_the_order_of_the_rulebook():
    assert list(values(4)["arms"]) == [
        "seven", "low double", "high double", "three in a row", "three of a kind",
        "four different",
    ]  # fmt: skip


# --- falling dice


def modelled_shares(seed):
    """The shares of the small waves and of the ground beside the board, by plain draws."""
    rng = np.random.default_rng(seed)
    depth = np.abs(rng.normal(DEPTH_MEAN, DEPTH_SD, DRAWS))
    side = np.abs(rng.normal(0, SIDE_SD, DRAWS))
    off = (depth > 8 + EDGE / 2) | (side > HALF_WIDTH + EDGE / 2)
    wave = np.minimum(np.floor(depth).astype(int), 7)  # 0 to 7
    straddles = (wave + 1 - depth < EDGE / 2) & (wave < 7)
    wave[straddles] += 1
    wave[off] = 8
    return np.bincount(wave, minlength=9) / DRAWS


@pytest.mark.slow
@pytest.mark.rule("PK-D3")
def test_the_thresholds_give_the_shares_of_the_falling_dice():
    fall = tables(4)["fall"][:8].astype(float) / 2**32
    shares = np.diff([0, *fall, 1])
    assert np.abs(shares - modelled_shares(7)).max() < 0.001
    rounded = [11.1, 14.6, 17.7, 18.5, 15.7, 10.7, 5.9, 2.8, 3.0]
    assert np.abs(100 * shares - rounded).max() < 0.15


@pytest.mark.rule("PK-D2", "PK-D3")
@pytest.mark.parametrize(("depth", "wave"), [(0.5, 1), (4.5, 5), (7.5, 8)])
def test_with_dice_that_all_fall_to_one_depth_whole_games_know_one_small_wave(depth, wave):
    rigged = {"fall_depth_mean": depth, "fall_depth_sd": 0.1, "fall_side_sd": 0.1}
    game = load(3, fall_die_edge=0.0, round_cap=20, **rigged)
    for index in range(5):
        position = game.new(seed=3, index=index)
        while not position.over:
            game.apply(position, position._match.choose())
        state = position.state
        assert state["crashes"] > 1
        assert state["sea"][wave - 1].sum() > 0
        assert state["sea"].sum() == state["sea"][wave - 1].sum()
