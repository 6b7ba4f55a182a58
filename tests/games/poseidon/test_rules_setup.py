"""Chapters A and B: the pieces and the set-up."""

from __future__ import annotations

import numpy as np
import pytest
from games.poseidon.playing import BEACH, DEEP, NEUTRAL, OFF, Play, load, opening
from games.poseidon.positions import QUIET, Scene

from undertow_kernels.poseidon.state import Coral, Kind, Phase, Symbol

ALL_PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
LINKS = {  # left spaces 1 to 8, right spaces 9 to 16, from the deep end 0 to the beach end 17
    0: [1, 9], 1: [0, 2], 2: [1, 3], 3: [2, 4], 4: [3, 5, 13], 5: [4, 6, 12], 6: [5, 7], 7: [6, 8],
    8: [7, 17], 9: [0, 10], 10: [9, 11], 11: [10, 12], 12: [5, 11, 13], 13: [4, 12, 14],
    14: [13, 15], 15: [14, 16], 16: [15, 17], 17: [8, 16],
}  # fmt: skip


def new(players, seed=1, **rules):
    game = load(players, **rules)
    return Play(game, game.new(seed=seed))


def dice_of(state, colour):
    """How many dice of a colour there are in supply, wave, sea and reefs."""
    held = state["held"]
    stored = (held > 0) & (held < 31) & ((held.astype(int) - 1) % 5 == colour)
    sea = state["sea"].sum(axis=0)[colour::5].sum()
    return int(state["supply"][colour]) + int(state["wave"][colour]) + int(sea) + stored.sum()


def shark_space(scene):
    return int(scene.game.tables["loop"][0][scene.state["shark"]])


def reef_of(state, seat):
    """The faces of a reef as (q, r, height, symbol)."""
    return [
        tuple(int(state[field][seat][i]) for field in ("q", "r", "height", "symbol"))
        for i in range(state["faces"][seat])
    ]


# --- A. pieces


@pytest.mark.rule("PK-A1")
@ALL_PLAYERS
def test_every_die_is_in_one_place_all_game_long(players):
    scene = new(players)
    stored = 0
    while not scene.position.over:
        counts = [dice_of(scene.state, colour) for colour in range(5)]
        assert counts == [10] * players + [0] * (4 - players) + [15]
        stored += np.count_nonzero((scene.state["held"] > 0) & (scene.state["held"] < 31))
        scene.game.apply(scene.position, scene.position._match.choose())
    assert stored > 0


@pytest.mark.rule("PK-A2")
def test_there_are_26_tiles_of_five_kinds_each_with_two_different_symbols():
    tables = load(4).tables[0]
    assert sorted(tables["tile_count"].tolist()) == [4, 4, 6, 6, 6]
    pairs = list(zip(tables["tile_first"].tolist(), tables["tile_second"].tolist(), strict=True))
    assert len({frozenset(pair) for pair in pairs}) == 5
    assert all(one != two and {one, two} <= {1, 2, 3, 4} for one, two in pairs)
    wave_and_dice = [set(pair) for pair in pairs].index({Symbol.WAVE, Symbol.STORAGE})
    assert tables["tile_count"][wave_and_dice] == 4


@pytest.mark.rule("PK-A2", "PK-B10")
@pytest.mark.parametrize(("players", "tiles"), [(2, 4), (3, 3), (4, 4)])
def test_every_player_joins_all_start_tiles_in_play(players, tiles):
    state = opening(players).state
    assert state["tiles_laid"][:players].tolist() == [tiles] * players
    assert state["faces"][:players].tolist() == [2 * tiles] * players
    assert not state["start_left"].any()


@pytest.mark.rule("PK-A3", "PK-B4", "PK-B6")
@ALL_PLAYERS
def test_each_player_has_two_ocean_creatures_and_a_friend_under_each_arm(players):
    scene = Scene(players)
    for seat in range(players):
        assert scene.state["creature"][seat].tolist() == [DEEP, BEACH]
        assert scene.friends(seat) == [1, 2, 3, 4, 5, 6]
    assert not scene.state["friends"][players:].any()


@pytest.mark.rule("PK-A3")
def test_there_are_24_counters_36_skeletons_and_eight_corals():
    state = new(4).state
    assert np.count_nonzero(load(4).tables[0]["arm_counter"]) == 24
    assert state["skeletons"] == 36
    kinds = state["coral_kind"].tolist()
    expected = {Coral.SPEEDYFINS: 2, Coral.WAVERIDER: 2, Coral.BIGMOUTH: 2}
    expected |= {Coral.GRAVEYARD: 1, Coral.TRIDENT: 1}
    assert {kind: kinds.count(kind) for kind in kinds} == expected


@pytest.mark.rule("PK-A4", "PK-C2.4")
@pytest.mark.parametrize("origin", LINKS)
def test_a_creature_of_strength_1_swims_along_the_links_of_its_space(origin):
    scene = Scene().row(0, "D D")
    scene.creatures(0, origin, origin).shark(15 if origin < 9 else 2)
    near = [space for space in LINKS[origin] if space != scene.shark_space]
    assert scene.swimming().moves(Kind.SWIM) == [(origin, space) for space in near]


# --- B. set-up


@pytest.mark.rule("PK-B1")
@pytest.mark.parametrize("shark_set", ["mild", "fierce"])
def test_two_players_have_the_side_with_the_higher_shark_numbers(shark_set):
    two, three, four = (
        load(players, shark_set=shark_set).tables[0]["shark_number"][:18].astype(int)
        for players in (2, 3, 4)
    )
    assert (two > three).all()
    assert (three == four).all()


@pytest.mark.rule("PK-B2")
@pytest.mark.parametrize(("players", "most"), [(2, 9), (3, 12), (4, 15)])
def test_the_wave_breaks_with_9_12_15_dice_and_not_with_one_less(players, most):
    scene = Scene(players).load(neutral=most - 1).quiet_turn()
    assert (scene.state["on_wave"], scene.state["crashes"]) == (most - 1, 0)
    scene = Scene(players).load(neutral=most).quiet_turn()
    assert scene.state["crashes"] == 1


@pytest.mark.rule("PK-B5")
def test_the_corals_lie_face_down_and_each_is_as_likely_at_every_number():
    trident = np.zeros(8, int)
    graveyard = np.zeros(8, int)
    game = load(4)
    for index in range(800):
        state = game.new(seed=5, index=index).state
        assert not state["coral_known"].any()
        assert not state["coral_owner"].any()
        trident += state["coral_kind"] == Coral.TRIDENT
        graveyard += state["coral_kind"] == Coral.GRAVEYARD
    for counts in (trident, graveyard):
        assert counts.sum() == 800
        assert 60 < counts.min() <= counts.max() < 140  # 100 expected, standard deviation 9.4


@pytest.mark.rule("PK-B7")
def test_the_stacks_have_the_highest_counter_on_top_and_are_thinned_for_fewer_players():
    four, three, two = (load(players).tables[0]["arm_counter"].tolist() for players in (4, 3, 2))
    for arm in range(6):
        assert four[arm] == sorted(four[arm], reverse=True)
        assert four[arm].count(2) == 1
        assert three[arm][:3] == [value for value in four[arm] if value != 2]
        gone = {2, 4} if arm < 4 else {2, 8}
        assert two[arm][:2] == [value for value in four[arm] if value not in gone]
        assert three[arm][3:] == [0]
        assert two[arm][2:] == [0, 0]


@pytest.mark.rule("PK-B7", "PK-C3.5")
def test_players_take_the_counters_of_an_arm_from_the_top():
    scene = Scene(4)
    for seat in range(4):
        scene.row(seat, "D D").store(seat, 0, 1, NEUTRAL).store(seat, 1, 1, NEUTRAL)
        scene.arrive(QUIET).play(Kind.EAT, 2)
    assert scene.state["counter"][:, 1].tolist() == [6, 4, 3, 2]
    assert not scene.state["counter"][:, [0, 2, 3, 4, 5]].any()


@pytest.mark.rule("PK-B8")
@ALL_PLAYERS
def test_the_shark_starts_on_the_first_left_space_and_swims_toward_the_beach(players):
    scene = opening(players, shark_mild=[1] * 18)
    assert shark_space(scene) == 1
    scene.state["phase"] = Phase.CHOOSE_SWIM
    scene.play(Kind.SWIM, DEEP, QUIET).play_if_asked(Kind.PASS)
    assert shark_space(scene) == 2


@pytest.mark.rule("PK-B10")
def test_start_tiles_may_lie_in_any_shape_but_not_on_top():
    scene = new(4)
    state = scene.state
    assert scene.options() == [(Kind.START_TILE, tile) for tile in (1, 2, 3)]
    assert reef_of(state, 0) == [(0, 0, 1, Symbol.ARROW), (1, 0, 1, Symbol.EAT_SYMBOL)]
    scene.play(Kind.START_TILE, 3)
    around = [(0, toward) for toward in (1, 2, 3, 4, 5)] + [(1, toward) for toward in (0, 1, 5)]
    assert scene.options() == [(Kind.GROUND, *place) for place in around]
    scene.play(Kind.GROUND, 1, 0)
    assert scene.options() == [(Kind.PARTNER, toward) for toward in (0, 1, 2, 5)]
    scene.play(Kind.PARTNER, 0)
    assert scene.options() == [(Kind.ORIENT, 0), (Kind.ORIENT, 1)]
    scene.play(Kind.ORIENT, 1)
    assert reef_of(state, 0)[2:] == [(2, 0, 1, Symbol.STORAGE), (3, 0, 1, Symbol.WAVE)]
    assert scene.options() == [(Kind.START_TILE, tile) for tile in (1, 2)]


@pytest.mark.rule("PK-B10")
@pytest.mark.parametrize(
    ("players", "dropped", "first", "others"),
    [(3, 1, 1, [2, 3]), (3, 2, 0, [2, 3]), (3, 4, 0, [1, 2]), (2, 1, 0, [1, 2, 3])],
)
def test_the_marked_start_tile_is_left_out_with_three_players_only(players, dropped, first, others):
    scene = new(players, start_dropped=dropped)
    start_first = [Symbol.ARROW, Symbol.ARROW, Symbol.EAT_SYMBOL, Symbol.WAVE]
    assert scene.moves(Kind.START_TILE) == others
    assert reef_of(scene.state, 0)[0] == (0, 0, 1, start_first[first])
    assert load(3).rules.values["start_dropped"] == 2


@pytest.mark.rule("PK-B10", "PK-C1.6")
def test_start_tiles_that_are_alike_are_one_choice_and_blank_ones_are_not_turned():
    scene = new(4, start_set=["blank blank"] * 4)
    assert scene.kinds() == [Kind.GROUND]
    scene.play(Kind.GROUND, 0, 1).play(Kind.PARTNER, 0)
    assert scene.kinds() == [Kind.GROUND]
    assert scene.state["faces"][0] == 4
    twins = new(4, start_set=["arrow eat", "arrow dice", "wave dice", "wave dice"])
    assert twins.moves(Kind.START_TILE) == [1, 2]


@pytest.mark.rule("PK-B11")
@pytest.mark.parametrize(
    ("players", "tiles"), [(2, [4, 4, 4, 2, 2]), (3, [5, 5, 5, 3, 3]), (4, [6, 6, 6, 4, 4])]
)
def test_a_tile_for_each_missing_player_leaves_each_stack(players, tiles):
    assert new(players).state["tiles"].tolist() == tiles


# --- the opening wave


@pytest.mark.rule("PK-B12", "PK-B15")
@ALL_PLAYERS
def test_three_dice_of_each_player_and_three_neutral_ones_fall_and_two_more_are_loaded(players):
    scene = opening(players)
    assert scene.in_sea() == sorted((1, 1, c) for c in [*range(players), NEUTRAL] * 3)
    assert scene.state["wave"].tolist() == [2] * players + [0] * (5 - players)
    assert scene.state["supply"].tolist() == [5] * players + [0] * (4 - players) + [12]


@pytest.mark.rule("PK-B13")
def test_opening_dice_that_leave_the_board_return_to_the_wave():
    fall = {0: [(6, 3), (5, 3), (1, OFF)], 1: [(1, OFF), (1, 2), (2, 2)], NEUTRAL: [(4, OFF)] * 3}
    scene = opening(3, fall)
    ones = [(1, 1, 2)] * 3
    assert scene.in_sea() == [*ones, (2, 1, 1), (2, 2, 1), (3, 5, 0), (3, 6, 0)]
    assert scene.state["wave"].tolist() == [3, 3, 2, 0, 3]


@pytest.mark.rule("PK-B13")
@pytest.mark.parametrize(("players", "off"), [(2, 4), (3, 6), (4, 7)])
def test_the_opening_wave_breaks_again_when_more_than_half_leaves_the_board(players, off):
    def losing(count):
        order = [c for c in [NEUTRAL, *range(players)] for _ in range(3)]
        gone = {c: order[:count].count(c) for c in order}
        return {c: [(2, OFF)] * n + [(2, 4)] * (3 - n) for c, n in gone.items()}

    opening_dice = 3 * players + 3
    kept = opening(players, losing(off))
    assert len(kept.in_sea()) == opening_dice - off
    again = opening(players, losing(off + 1), losing(opening_dice), losing(1))
    assert len(again.in_sea()) == opening_dice - 1
    assert [die[2] for die in again.in_sea()].count(NEUTRAL) == 2
    assert again.state["on_wave"] == 1 + 2 * players


@pytest.mark.rule("PK-B13")
@pytest.mark.parametrize(("turns", "way"), [(False, 1), (True, -1)])
def test_the_opening_wave_pays_no_bonus_and_turns_the_shark_only_by_the_option(turns, way):
    scene = opening(4, {0: [(6, 1)] * 3, 1: [(6, 1)] * 3}, lot=[0], setup_turns_shark=turns)
    assert scene.kinds() == [Kind.BUILD, Kind.LOAD]
    assert scene.state["shark_way"] == way
    assert scene.state["crashes"] == 0
    assert shark_space(scene) == 1


# --- the start player


@pytest.mark.rule("PK-B14")
def test_the_highest_total_starts_and_its_dice_stay_in_the_sea():
    fall = {0: [(6, 8), (1, 8), (1, 8)], 1: [(3, 1)] * 3, 2: [(6, 2), (6, OFF), (6, OFF)]}
    scene = opening(4, fall)
    assert scene.state["start"] == scene.state["active"] == scene.decider == 1
    assert scene.in_sea(1) == [(1, 3, 1)] * 3
    assert len(scene.in_sea()) == 13


@pytest.mark.rule("PK-B14")
def test_a_tie_goes_to_the_die_nearest_the_beach():
    fall = {1: [(6, 3), (1, 3), (1, 3)], 3: [(3, 1), (3, 1), (2, 4)]}
    assert opening(4, fall).state["start"] == 3


@pytest.mark.rule("PK-B14")
def test_then_the_highest_single_die_starts_wherever_it_lies():
    fall = {0: [(3, 4), (3, 4), (2, 4)], 2: [(1, 4), (2, 4), (5, 1)]}
    assert opening(4, fall, lot=[0]).state["start"] == 2  # no lot is drawn: it would take seat 0


@pytest.mark.rule("PK-B14")
@pytest.mark.parametrize(("lot", "start"), [(0, 0), (1, 1), (2, 3)])
def test_then_the_lot_decides_among_the_tied(lot, start):
    tied = [(2, 4), (4, 2), (1, 1)]
    fall = {0: tied, 1: tied[::-1], 2: [(2, 4), (4, 2), (1, OFF)], 3: tied}
    assert opening(4, fall, lot=[lot]).state["start"] == start


@pytest.mark.rule("PK-B15")
def test_loading_starts_with_the_start_player_and_ends_when_the_wave_is_full():
    off = {0: [(1, OFF)] * 3, 1: [(6, 1), (6, 1), (1, OFF)]}
    scene = opening(2, off, setup_load=3)
    assert scene.state["start"] == 1
    assert scene.state["wave"].tolist() == [3 + 2, 1 + 3, 0, 0, 0]
    assert scene.state["supply"].tolist() == [10 - 3 - 2, 10 - 3 - 3, 0, 0, 12]


@pytest.mark.rule("PK-B16")
@pytest.mark.parametrize(
    ("players", "track", "idle"), [(2, [2, 0], [4, 6]), (3, [4, 0, 2], [6]), (4, [6, 0, 2, 4], [])]
)
def test_track_creatures_stand_two_apart_from_the_start_player_on(players, track, idle):
    scene = opening(players, {1: [(6, 1)] * 3})
    assert scene.state["start"] == 1
    assert scene.state["track"][:players].tolist() == track
    assert scene.game.tables["dummies"][0] == sum(1 << space for space in idle)


@pytest.mark.rule("PK-B16", "PK-K3")
@pytest.mark.parametrize(("before", "after"), [(1, 3), (2, 5), (3, 7), (5, 0)])
def test_idle_creatures_stay_on_their_spaces_and_are_jumped_every_time(before, after):
    scene = Scene(2).row(0, "E2 A").sea(1, (1, 1), (1, 1)).track(0, before)
    scene.arrive(QUIET).play(Kind.EAT, 2).play_if_asked(Kind.HEAD_KEEP)
    assert scene.state["track"][1] == after
    assert scene.game.tables["dummies"][0] == 1 << 4 | 1 << 6
