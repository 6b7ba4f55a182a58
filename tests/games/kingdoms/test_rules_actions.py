"""Chapter 3: Bolster, Deploy, Move, Upgrade."""

from __future__ import annotations

import pytest
from games.kingdoms.positions import (
    A_SHARK,
    ATLANTIS,
    BOLSTER,
    BONUSES,
    CAPITALS,
    DEPLOY,
    MOVE,
    RESET,
    SHARK,
    SPACES,
    TILES,
    TRACKS,
    UPGRADE,
    Scene,
    members,
    unit,
)

from undertow_kernels.kingdoms.state import Kind, Phase

BESIDE = {  # each inner tile touches three of the outer ring, each corner of that only one back
    0: {1, 2, 3, 4, 5, 6},
    1: {0, 2, 6, 7, 8, 18},
    2: {0, 1, 3, 8, 9, 10},
    3: {0, 2, 4, 10, 11, 12},
    4: {0, 3, 5, 12, 13, 14},
    5: {0, 4, 6, 14, 15, 16},
    6: {0, 5, 1, 16, 17, 18},
    7: {18, 8, 1},
    8: {7, 9, 1, 2},
    9: {8, 10, 2},
    10: {9, 11, 2, 3},
    11: {10, 12, 3},
    12: {11, 13, 3, 4},
    13: {12, 14, 4},
    14: {13, 15, 4, 5},
    15: {14, 16, 5},
    16: {15, 17, 5, 6},
    17: {16, 18, 6},
    18: {17, 7, 6, 1},
}
AN_UPGRADE_AT_1 = ["none", "upgrade", *["none"] * 9]
UPGRADE_FIRST = ["upgrade", "shell", "shell", "shell"]


def places(scene):
    return set(scene.moves(Kind.PLACE))


def at_level_2(raised, **rules):
    """A scene in which seat 0 has a track at level 2."""
    return Scene(**rules).put(0, 4).put(1, 2).level(0, raised, 2)


# --- 3.1, 3.2: Bolster


@pytest.mark.rule("KD-3.1")
@pytest.mark.parametrize("terrain", range(1, 7))
def test_bolster_sets_a_unit_on_any_of_the_three_tiles_of_the_focus(terrain):
    scene = Scene().foci(0, terrain).act(BOLSTER)
    assert scene.options() == [
        (Kind.STOP,),
        *((Kind.PLACE, tile) for tile in (terrain, 6 + terrain, 12 + terrain)),
    ]


@pytest.mark.rule("KD-3.1")
@pytest.mark.parametrize("tile", [1, 7, 13])
def test_a_bolstered_unit_comes_from_the_supply(tile):
    scene = Scene().put(1, tile, tile).act(BOLSTER).place(tile)
    assert (scene.on(0), scene.by_seat("supply")) == ({tile: 1}, [19, 18])


@pytest.mark.rule("KD-3.1")
def test_bolster_needs_no_own_unit_nearby_and_minds_no_others():
    scene = Scene().put(0, 4).put(1, 1, 7, 13).sharks(7).act(BOLSTER)
    assert places(scene) == {1, 7, 13}


@pytest.mark.rule("KD-3.2")
def test_bolster_raised_to_3_brings_a_second_focus_at_once_other_than_the_first():
    scene = at_level_2(BOLSTER).foci(0, 2).level(0, BOLSTER, 2).act(UPGRADE, alone=True)
    scene.play(Kind.RAISE, BOLSTER)
    assert scene.options() == [(Kind.FOCUS, terrain) for terrain in (1, 3, 4, 5, 6)]
    scene.play(Kind.FOCUS, 5)
    assert members(scene.state["foci"][0]) == [2, 5]
    assert (scene.decider, scene.kinds()) == (0, [Kind.STOP, Kind.COVER, Kind.RAISE])


@pytest.mark.rule("KD-3.2")
def test_the_second_focus_may_be_one_that_another_player_has():
    scene = at_level_2(BOLSTER).act(UPGRADE).play(Kind.RAISE, BOLSTER).play(Kind.FOCUS, 2)
    assert members(scene.state["foci"][0]) == [1, 2]


@pytest.mark.rule("KD-3.2")
def test_bolster_raised_to_2_brings_no_focus():
    scene = Scene().act(UPGRADE).play(Kind.RAISE, BOLSTER)
    assert (scene.decider, members(scene.state["foci"][0])) == (1, [1])


@pytest.mark.rule("KD-3.2")
def test_a_second_focus_won_by_the_round_track_is_chosen_at_once():
    scene = at_level_2(BOLSTER, track=UPGRADE_FIRST).cards(RESET, RESET)
    scene.end_action().end_action().play(Kind.RAISE, BOLSTER)
    assert (scene.decider, scene.kinds()) == (0, [Kind.FOCUS])
    assert scene.play(Kind.FOCUS, 6).decider == 1


@pytest.mark.rule("KD-3.2")
def test_bolster_counts_either_focus():
    scene = Scene().foci(0, 3, 6).act(BOLSTER).place(18, 3)
    assert places(scene) == {3, 9, 15, 6, 12, 18}


# --- 3.3, 3.4: Deploy


@pytest.mark.rule("KD-3.3")
@pytest.mark.parametrize("tile", TILES)
def test_deploy_sets_a_unit_on_an_own_tile_or_beside_it(tile):
    scene = Scene().put(0, tile).act(DEPLOY)
    assert places(scene) == {tile} | BESIDE[tile]
    assert scene.place(max(BESIDE[tile])).on(0) == {tile: 1, max(BESIDE[tile]): 1}
    assert scene.state["supply"][0] == 18


@pytest.mark.rule("KD-3.3")
def test_units_just_set_count_for_the_next_one():
    scene = Scene().put(0, 7).act(DEPLOY).place(8)
    assert places(scene) == {7, 8, 18, 1, 9, 2}


@pytest.mark.rule("KD-3.3")
def test_other_players_units_are_no_base():
    scene = Scene().put(0, 7).put(1, 3, 13).act(DEPLOY)
    assert places(scene) == {7, 8, 18, 1}


@pytest.mark.rule("KD-3.4")
def test_a_unit_deployed_into_atlantis_goes_into_the_castle_and_scores_1():
    scene = Scene().put(0, 2).act(DEPLOY).place(ATLANTIS)
    assert (scene.on(0), scene.points("entry"), scene.scores) == ({0: 1, 2: 1}, [1, 0], [1, 0])


@pytest.mark.rule("KD-3.4")
def test_the_points_for_the_castle_are_a_number_of_the_rules():
    scene = Scene(castle_points=3).put(0, 2).act(DEPLOY).place(ATLANTIS, ATLANTIS)
    assert scene.points("entry") == [6, 0]


@pytest.mark.rule("KD-3.4")
def test_atlantis_is_not_reached_from_the_outer_ring():
    assert ATLANTIS not in places(Scene().put(0, *range(7, 19)).act(DEPLOY))


@pytest.mark.rule("KD-3.4")
def test_units_in_the_castle_are_no_base():
    scene = Scene().put(0, 9, *[ATLANTIS] * 5).act(DEPLOY)
    assert places(scene) == {9, 8, 10, 2}


# --- 3.5, 3.6: Move


@pytest.mark.rule("KD-3.5")
def test_any_unit_and_any_shark_may_move():
    scene = Scene(3).put(0, 5, 5, 12).put(1, 3).put(2, 12).sharks(0, 4, 4).act(MOVE)
    assert scene.options() == [
        (Kind.STOP,),
        *((Kind.LIFT, unit(0), 5), (Kind.LIFT, unit(0), 12)),
        *((Kind.LIFT, unit(1), 3), (Kind.LIFT, unit(2), 12)),
        *((Kind.LIFT, A_SHARK, 0), (Kind.LIFT, A_SHARK, 4)),
    ]


@pytest.mark.rule("KD-3.5")
@pytest.mark.parametrize("space", SPACES)
def test_a_creature_goes_to_a_space_beside_its_own(space):
    scene = Scene().sharks(space).act(MOVE).play(Kind.LIFT, A_SHARK, space)
    assert scene.options() == [(Kind.TO, other) for other in sorted(BESIDE[space])]


@pytest.mark.rule("KD-3.5")
def test_one_unit_of_several_goes_and_stays_its_owners():
    scene = Scene().put(0, 8).put(1, 8, 8).act(MOVE).carry(unit(1), 8, 2)
    assert (scene.on(0), scene.on(1)) == ({8: 1}, {2: 1, 8: 1})
    assert scene.by_seat("supply") == [19, 18]


@pytest.mark.rule("KD-3.5")
def test_the_same_creature_may_go_again():
    scene = Scene().put(1, 11).act(MOVE).carry(unit(1), 11, 3, 2)
    assert (scene.on(1), scene.decider) == ({2: 1}, 1)


@pytest.mark.rule("KD-3.5")
def test_each_step_counts_one():
    scene = Scene().put(1, 11).act(MOVE)
    assert [scene.steps, scene.carry(unit(1), 11, 3).steps] == [2, 1]


@pytest.mark.rule("KD-3.6")
@pytest.mark.parametrize("owner", [0, 1, 2])
def test_a_unit_moved_into_atlantis_stays_its_owners_and_scores_1_for_the_mover(owner):
    scene = Scene(3).put(owner, 4).act(MOVE).carry(unit(owner), 4, ATLANTIS)
    assert scene.on(owner) == {ATLANTIS: 1}
    assert scene.points("entry") == [1, 0, 0]


@pytest.mark.rule("KD-3.6")
def test_units_stay_in_the_castle():
    scene = Scene().put(1, 2, *[ATLANTIS] * 3).act(MOVE)
    assert (Kind.LIFT, unit(1), ATLANTIS) not in scene.options()
    assert (Kind.LIFT, unit(1), 2) in scene.options()


@pytest.mark.rule("KD-3.6")
def test_a_shark_stays_on_top_of_the_castle_from_where_it_may_go_on():
    scene = Scene().sharks(1).act(MOVE).carry(A_SHARK, 1, ATLANTIS)
    assert scene.sharks_on() == [ATLANTIS]
    assert scene.carry(A_SHARK, ATLANTIS, 4).sharks_on() == [4]
    assert scene.scores == [0, 0]


@pytest.mark.rule("KD-3.6")
@pytest.mark.parametrize("card", [MOVE, DEPLOY])
def test_a_shark_on_the_castle_hinders_no_unit(card):
    scene = Scene().put(0, 2).sharks(ATLANTIS, ATLANTIS).act(card)
    if card == MOVE:
        scene.carry(unit(0), 2, ATLANTIS)
    else:
        scene.place(ATLANTIS)
    assert scene.on(0)[ATLANTIS] == 1


# --- 3.7, 3.8: Upgrade


@pytest.mark.rule("KD-3.7")
def test_move_raised_to_3_brings_a_move_with_that_number_at_once():
    scene = at_level_2(MOVE).act(UPGRADE).play(Kind.RAISE, MOVE)
    assert (scene.decider, scene.steps) == (0, 4)
    assert scene.kinds() == [Kind.STOP, Kind.LIFT]
    scene.carry(unit(0), 4, 13, 12, 11, 3)
    assert (scene.on(0), scene.decider) == ({3: 1}, 1)


@pytest.mark.rule("KD-3.7")
def test_the_bonus_move_comes_before_the_second_upgrade_and_knows_no_solo():
    scene = at_level_2(MOVE).act(UPGRADE, alone=True).play(Kind.RAISE, MOVE)
    assert scene.steps == 4
    assert scene.stop().kinds() == [Kind.STOP, Kind.COVER, Kind.RAISE]
    assert scene.play(Kind.RAISE, DEPLOY).decider == 1


@pytest.mark.rule("KD-3.7")
def test_the_bonus_move_has_the_number_that_the_rules_give_level_3():
    scene = at_level_2(MOVE, move_numbers=[1, 2, 6]).act(UPGRADE).play(Kind.RAISE, MOVE)
    assert scene.steps == 6


@pytest.mark.rule("KD-3.7")
def test_move_raised_to_2_brings_no_move():
    assert at_level_2(DEPLOY).act(UPGRADE).play(Kind.RAISE, MOVE).decider == 1


@pytest.mark.rule("KD-3.7")
@pytest.mark.parametrize("track", [DEPLOY, SHARK])
def test_deploy_and_shark_at_3_bring_nothing_else(track):
    assert at_level_2(track).act(UPGRADE).play(Kind.RAISE, track).decider == 1


@pytest.mark.rule("KD-3.7", "KD-2.5")
def test_the_round_track_brings_the_bonus_move_too():
    scene = at_level_2(MOVE, track=UPGRADE_FIRST).cards(RESET, RESET)
    scene.end_action().end_action().play(Kind.RAISE, MOVE)
    assert (scene.decider, scene.steps) == (0, 4)
    scene.carry(unit(1), 2, ATLANTIS)
    assert scene.points("entry") == [1, 0]


@pytest.mark.rule("KD-3.7", "KD-3.11")
def test_a_bait_icon_brings_the_bonus_move_too():
    scene = at_level_2(MOVE, bait_icons=AN_UPGRADE_AT_1).sharks(2).act(SHARK).remove(1, 2)
    scene.play(Kind.RAISE, MOVE)
    assert (scene.kinds(), scene.steps) == ([Kind.STOP, Kind.LIFT], 4)
    assert scene.stop().steps == 1


@pytest.mark.rule("KD-3.8")
def test_an_upgrade_is_a_disc_on_an_open_bonus_or_a_level_of_a_track():
    scene = Scene().cover(0, 2).act(UPGRADE)
    assert scene.options() == [
        (Kind.STOP,),
        *((Kind.COVER, bonus) for bonus in (1, 3, 4)),
        *((Kind.RAISE, track) for track in TRACKS),
    ]


@pytest.mark.rule("KD-3.8")
def test_a_disc_covers_the_bonus_chosen():
    scene = Scene().cover(0, 2).act(UPGRADE).play(Kind.COVER, 4)
    assert members(scene.state["covered"][0]) == [2, 4]


@pytest.mark.rule("KD-3.8")
@pytest.mark.parametrize("track", TRACKS)
def test_a_track_rises_by_one_level(track):
    scene = Scene().act(UPGRADE).play(Kind.RAISE, track)
    assert scene.state["level"][0][1:].tolist() == [1 + (t == track) for t in TRACKS]


@pytest.mark.rule("KD-3.8")
@pytest.mark.parametrize("track", TRACKS)
def test_no_track_rises_above_3(track):
    scene = Scene().foci(0, *((1, 2) if track == BOLSTER else (1,))).level(0, track, 3)
    assert scene.act(UPGRADE).moves(Kind.RAISE) == [t for t in TRACKS if t != track]


@pytest.mark.rule("KD-3.8")
def test_with_all_discs_placed_upgrade_has_no_effect():
    scene = Scene().foci(0, 1, 2).cover(0, *BONUSES)
    for track in TRACKS:
        scene.level(0, track, 3)
    assert scene.act(UPGRADE, alone=True).decider == 1


# --- 3.14: what cannot be done


@pytest.mark.rule("KD-3.14")
@pytest.mark.parametrize("card", [BOLSTER, DEPLOY])
def test_without_supply_bolster_and_deploy_have_no_effect(card):
    assert Scene().put(0, 1).leave(0, 0).act(card).decider == 1


@pytest.mark.rule("KD-3.14")
@pytest.mark.parametrize("card", [BOLSTER, DEPLOY])
def test_bolster_and_deploy_end_with_the_supply(card):
    scene = Scene().put(0, 1).leave(0, 1).act(card, alone=True).place(1)
    assert (scene.decider, scene.state["supply"][0]) == (1, 0)


@pytest.mark.rule("KD-3.14")
def test_without_an_own_unit_on_the_map_deploy_has_no_effect():
    assert Scene().put(0, ATLANTIS).put(1, *CAPITALS).act(DEPLOY).decider == 1


@pytest.mark.rule("KD-3.14", "KD-3.1")
def test_without_an_own_unit_on_the_map_bolster_goes_on():
    assert places(Scene().put(0, ATLANTIS).act(BOLSTER)) == {1, 7, 13}


@pytest.mark.rule("KD-3.14", "KD-3.5")
def test_without_any_unit_on_the_map_sharks_still_move():
    scene = Scene().act(MOVE)
    assert scene.state["phase"] == Phase.CHOOSE_STEP
    assert scene.options() == [(Kind.STOP,), (Kind.LIFT, A_SHARK, ATLANTIS)]
