"""Chapter 3: Shark, the bait cube and its icons."""

from __future__ import annotations

import pytest
from games.kingdoms.positions import (
    A_SHARK,
    ATLANTIS,
    BOLSTER,
    DEPLOY,
    MOVE,
    SHARK,
    TRACKS,
    Scene,
    unit,
)

from undertow_kernels.kingdoms.state import Kind

LAST = 10  # space of the bait track


def icons(**at):
    """A bait track with icons at spaces, ``s3="move"``; the others have none."""
    return {"bait_icons": [at.get(f"s{space}", "none") for space in range(LAST + 1)]}


NO_ICONS = icons()


def hunting(*tiles, alone=False, rules=NO_ICONS):
    """Seat 0 plays Shark with sharks on tiles, where seat 1 has three units each."""
    scene = Scene(3, **rules).sharks(*tiles).put(0, 4)
    for tile in set(tiles) - {ATLANTIS}:
        scene.put(1, tile, tile, tile)
    return scene.act(SHARK, alone=alone)


# --- 3.9: either a shark moves or a unit goes


@pytest.mark.rule("KD-3.9")
def test_a_step_moves_a_shark_or_removes_a_unit_from_a_tile_with_a_shark():
    scene = Scene(3).put(0, 2, 9).put(1, 2, 2, 3).put(2, 12).sharks(2, 2, 12).act(SHARK)
    assert scene.options() == [
        (Kind.STOP,),
        *((Kind.LIFT, A_SHARK, 2), (Kind.LIFT, A_SHARK, 12)),
        *((Kind.REMOVE, unit(0), 2), (Kind.REMOVE, unit(1), 2), (Kind.REMOVE, unit(2), 12)),
    ]


@pytest.mark.rule("KD-3.9")
def test_without_eating_ones_own_a_shark_removes_others_only():
    scene = Scene(3, shark_may_eat_own=False).put(0, 2, 9).put(1, 2).put(2, 12).sharks(2, 12)
    scene.act(SHARK)
    assert scene.moves(Kind.REMOVE) == [(unit(1), 2), (unit(2), 12)]


@pytest.mark.rule("KD-3.9", "KD-3.10")
def test_an_own_unit_removed_returns_to_the_own_supply_and_moves_the_cube():
    scene = Scene(**NO_ICONS).put(0, 2, 2).sharks(2).act(SHARK).remove(0, 2)
    assert (scene.on(0), scene.by_seat("supply")) == ({2: 1}, [19, 20])
    assert scene.by_seat("bait") == [1, 0]


@pytest.mark.rule("KD-3.9")
def test_a_shark_moves_by_one_space_a_step_and_may_come_to_atlantis():
    scene = hunting(3).play(Kind.LIFT, A_SHARK, 3)
    assert scene.moves(Kind.TO) == [0, 2, 4, 10, 11, 12]
    assert scene.play(Kind.TO, ATLANTIS).sharks_on() == [ATLANTIS]
    assert scene.steps == 1


@pytest.mark.rule("KD-3.9")
def test_units_in_the_castle_are_safe_from_a_shark_on_it():
    scene = Scene().put(0, ATLANTIS).put(1, ATLANTIS, ATLANTIS, 1).act(SHARK)
    assert scene.options() == [(Kind.STOP,), (Kind.LIFT, A_SHARK, ATLANTIS)]


@pytest.mark.rule("KD-3.9")
def test_sharks_may_share_a_space_and_go_on_one_by_one():
    scene = hunting(2, 3, alone=True)
    assert scene.carry(A_SHARK, 3, 2).sharks_on() == [2, 2]
    assert scene.carry(A_SHARK, 2, 10).sharks_on() == [2, 10]
    assert scene.carry(A_SHARK, 10, 11).sharks_on() == [2, 11]


@pytest.mark.rule("KD-3.9")
def test_a_shark_may_move_and_then_remove_a_unit_where_it_came_to():
    scene = Scene(**NO_ICONS).put(1, 9).sharks(2).act(SHARK)
    assert scene.moves(Kind.REMOVE) == []
    scene.carry(A_SHARK, 2, 9).remove(1, 9)
    assert (scene.on(1), scene.decider) == ({}, 1)


@pytest.mark.rule("KD-3.9")
def test_several_units_may_be_removed_from_a_tile():
    scene = hunting(9, alone=True).remove(1, 9).remove(1, 9).remove(1, 9)
    assert (scene.on(1), scene.decider) == ({}, 1)


# --- 3.10: supply and cube


@pytest.mark.rule("KD-3.10")
def test_a_removed_unit_returns_to_its_owners_supply_and_moves_the_own_cube():
    scene = hunting(9).remove(1, 9)
    assert (scene.on(1), scene.by_seat("supply")) == ({9: 2}, [19, 18, 20])
    assert scene.by_seat("bait") == [1, 0, 0]


@pytest.mark.rule("KD-3.10")
def test_each_removal_moves_the_cube_by_one_space():
    scene = hunting(9).remove(1, 9).remove(1, 9)
    assert scene.by_seat("bait") == [2, 0, 0]


@pytest.mark.rule("KD-3.10")
def test_a_shark_that_moves_moves_no_cube():
    assert hunting(9).carry(A_SHARK, 9, 10).by_seat("bait") == [0, 0, 0]


@pytest.mark.rule("KD-3.10")
def test_on_the_last_space_the_cube_stays_and_a_unit_is_removed_all_the_same():
    scene = Scene(**NO_ICONS).put(1, 9, 9).sharks(9).bait(0, LAST).act(SHARK).remove(1, 9)
    assert (scene.by_seat("bait"), scene.on(1)) == ([LAST, 0], {9: 1})


@pytest.mark.rule("KD-3.10", "KD-3.11")
def test_an_icon_on_the_last_space_counts_when_the_cube_comes_there_and_not_again():
    scene = Scene(**icons(s10="deploy")).put(0, 4).put(1, 9, 9, 9).sharks(9).bait(0, 9)
    scene.act(SHARK, alone=True).remove(1, 9)
    assert scene.kinds() == [Kind.STOP, Kind.PLACE]
    assert scene.stop().remove(1, 9).kinds() == [Kind.STOP, Kind.LIFT, Kind.REMOVE]


# --- 3.11: icons


@pytest.mark.rule("KD-3.11")
@pytest.mark.parametrize(
    ("icon", "offered"),
    [
        ("bolster", {(Kind.PLACE, tile) for tile in (1, 7, 13)}),
        ("deploy", {(Kind.PLACE, space) for space in (4, 0, 3, 5, 12, 13, 14)}),
        ("move", {(Kind.LIFT, unit(0), 4), (Kind.LIFT, unit(1), 9), (Kind.LIFT, A_SHARK, 9)}),
        (
            "upgrade",
            {(Kind.COVER, 2), (Kind.COVER, 3), (Kind.COVER, 4)}
            | {(Kind.RAISE, track) for track in TRACKS},
        ),
        ("shark", {(Kind.LIFT, A_SHARK, 9), (Kind.REMOVE, unit(1), 9)}),
    ],
)
def test_an_icon_offers_one_step_of_its_action(icon, offered):
    scene = hunting(9, rules=icons(s1=icon)).remove(1, 9)
    assert scene.options()[0] == (Kind.STOP,)
    assert set(scene.options()[1:]) == offered
    assert (scene.decider, scene.steps) == (0, 1)


@pytest.mark.rule("KD-3.11")
@pytest.mark.parametrize(
    ("icon", "step"),
    [
        ("bolster", lambda scene: scene.place(13)),
        ("deploy", lambda scene: scene.place(4)),
        ("move", lambda scene: scene.carry(unit(1), 9, 8)),
        ("upgrade", lambda scene: scene.play(Kind.COVER, 2)),
        ("shark", lambda scene: scene.carry(A_SHARK, 9, 8)),
    ],
)
@pytest.mark.parametrize("level", [1, 3])
def test_an_icon_is_one_step_whatever_the_level_then_shark_goes_on(icon, step, level):
    scene = Scene(3, **icons(s1=icon)).sharks(9, 2).put(0, 4).put(1, *[9] * 3).put(2, 2)
    scene.foci(0, *{1: (1,), 3: (1, 5)}[level])
    for track in (DEPLOY, MOVE, SHARK):
        scene.level(0, track, level)
    step(scene.act(SHARK).remove(1, 9))
    assert scene.steps == {1: 1, 3: 3}[level]
    assert scene.kinds() == [Kind.STOP, Kind.LIFT, Kind.REMOVE]


@pytest.mark.rule("KD-3.11")
def test_a_step_of_an_icon_may_be_declined_before_shark_goes_on():
    scene = hunting(9, rules=icons(s1="move")).remove(1, 9).stop()
    assert scene.kinds() == [Kind.STOP, Kind.LIFT, Kind.REMOVE]
    assert (scene.decider, scene.steps) == (0, 1)


@pytest.mark.rule("KD-3.11")
def test_the_icon_of_the_last_shark_step_is_used_too():
    scene = hunting(9, rules=icons(s2="deploy")).remove(1, 9).remove(1, 9)
    assert (scene.decider, scene.kinds()) == (0, [Kind.STOP, Kind.PLACE])
    assert scene.place(4).decider == 1


@pytest.mark.rule("KD-3.11")
def test_an_icon_that_cannot_be_used_is_passed_over():
    scene = Scene(**icons(s1="deploy")).put(1, 9, 9).sharks(9).act(SHARK).remove(1, 9)
    assert (scene.decider, scene.kinds()) == (0, [Kind.STOP, Kind.LIFT, Kind.REMOVE])


@pytest.mark.rule("KD-3.11")
def test_shark_icons_bring_each_other_up():
    scene = Scene(**icons(s1="shark", s2="shark", s3="shark")).put(1, *[9] * 5).sharks(9)
    scene.act(SHARK).remove(1, 9)
    for bait in (1, 2, 3):
        assert (scene.by_seat("bait")[0], scene.steps) == (bait, 1)
        scene.remove(1, 9)
    assert (scene.by_seat("bait")[0], scene.on(1)) == (4, {9: 1})
    assert (scene.decider, scene.steps) == (0, 1)  # the second step of the card


@pytest.mark.rule("KD-3.11")
def test_a_removal_of_an_icons_step_may_bring_another_action():
    scene = hunting(9, rules=icons(s1="shark", s2="bolster")).remove(1, 9).remove(1, 9)
    assert scene.kinds() == [Kind.STOP, Kind.PLACE]
    assert scene.place(7).kinds() == [Kind.STOP, Kind.LIFT, Kind.REMOVE]
    assert scene.steps == 1


@pytest.mark.rule("KD-3.11")
def test_an_icon_knows_no_solo():
    scene = hunting(9, alone=True, rules=icons(s1="bolster")).remove(1, 9).place(1)
    assert (scene.kinds(), scene.steps) == ([Kind.STOP, Kind.LIFT, Kind.REMOVE], 2)


@pytest.mark.rule("KD-3.11")
def test_by_default_every_second_space_from_2_to_8_has_an_icon():
    kinds = {}
    for space in range(LAST):
        scene = Scene().put(0, 4).put(1, 9, 9).sharks(9).bait(0, space).act(SHARK)
        scene.remove(1, 9)
        kinds[space + 1] = scene.kinds()
    shark = [Kind.STOP, Kind.LIFT, Kind.REMOVE]
    assert kinds == {
        **dict.fromkeys((1, 3, 5, 7, 9, 10), shark),
        2: [Kind.STOP, Kind.LIFT],
        4: [Kind.STOP, Kind.PLACE],
        6: [Kind.STOP, Kind.PLACE],
        8: [Kind.STOP, Kind.COVER, Kind.RAISE],
    }


@pytest.mark.rule("KD-3.11", "KD-3.2")
def test_an_upgrade_icon_may_win_the_second_focus():
    scene = Scene(**icons(s1="upgrade")).level(0, BOLSTER, 2).put(1, 9).sharks(9).act(SHARK)
    scene.remove(1, 9).play(Kind.RAISE, BOLSTER)
    assert scene.kinds() == [Kind.FOCUS]
    assert scene.play(Kind.FOCUS, 3).kinds() == [Kind.STOP, Kind.LIFT]


@pytest.mark.rule("KD-3.11")
def test_an_upgrade_icon_is_one_upgrade_though_the_card_upgrade_is_doubled():
    scene = hunting(9, alone=True, rules=icons(s1="upgrade")).remove(1, 9)
    scene.play(Kind.COVER, 2)
    assert scene.kinds() == [Kind.STOP, Kind.LIFT, Kind.REMOVE]
