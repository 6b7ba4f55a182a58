"""Chapter 3: Reset, its bonuses and the change of focus."""

from __future__ import annotations

import pytest
from games.kingdoms.positions import (
    A_SHARK,
    ATLANTIS,
    BOLSTER,
    BONUSES,
    DEPLOY,
    MOVE,
    RESET,
    SHARK,
    TERRAINS,
    TO_BOLSTER,
    TO_CASTLE,
    TO_DEPLOY,
    TO_MOVE,
    Scene,
    members,
    unit,
)

from undertow_kernels.kingdoms.state import Kind

BOTH = pytest.mark.parametrize("move_sharks", [False, True])


def resetting(*bonuses, **rules):
    """Seat 0 plays Reset with discs on bonuses; it has units on tiles 4 and 9, seat 1 on 9."""
    scene = Scene(**rules).put(0, 4, 9).put(1, 9, 9).cover(0, *(bonuses or BONUSES))
    return scene.act(RESET)


def foci(scene):
    return members(scene.state["foci"][0])


# --- 3.12: bonuses


@pytest.mark.rule("KD-3.12")
@pytest.mark.parametrize("covered", [(1,), (2,), (3,), (4,), (1, 3), (2, 3, 4), (1, 2, 3, 4)])
def test_each_bonus_with_a_disc_is_offered_and_no_other(covered):
    scene = resetting(*covered)
    assert scene.options() == [(Kind.STOP,), *((Kind.BONUS, bonus) for bonus in covered)]


@pytest.mark.rule("KD-3.12")
@pytest.mark.parametrize("order", [(1, 2, 3, 4), (4, 3, 2, 1), (3, 1, 4, 2)])
def test_each_bonus_may_be_used_once_in_any_order(order):
    scene = resetting()
    left = list(BONUSES)
    steps = {
        TO_DEPLOY: lambda: scene.place(4),
        TO_BOLSTER: lambda: scene.place(7),
        TO_MOVE: lambda: scene.carry(unit(0), 9, 8),
        TO_CASTLE: lambda: scene.play(Kind.SEND, unit(1), 9),
    }
    for bonus in order:
        assert scene.moves(Kind.BONUS) == left
        scene.play(Kind.BONUS, bonus)
        steps[bonus]()
        left.remove(bonus)
    assert scene.kinds() == [Kind.FOCUS]


@pytest.mark.rule("KD-3.12")
def test_bonuses_may_be_left_out():
    scene = resetting().play(Kind.BONUS, TO_DEPLOY).place(4).stop()
    assert scene.kinds() == [Kind.FOCUS]


@pytest.mark.rule("KD-3.12")
def test_one_unit_is_deployed():
    scene = resetting(TO_DEPLOY).level(0, DEPLOY, 3).play(Kind.BONUS, TO_DEPLOY)
    assert scene.options() == [
        (Kind.PLACE, space) for space in (0, 2, 3, 4, 5, 8, 9, 10, 12, 13, 14)
    ]
    assert scene.place(14).on(0) == {4: 1, 9: 1, 14: 1}
    assert scene.kinds() == [Kind.FOCUS]


@pytest.mark.rule("KD-3.12", "KD-3.4")
def test_the_unit_may_be_deployed_into_the_castle():
    scene = resetting(TO_DEPLOY).play(Kind.BONUS, TO_DEPLOY).place(ATLANTIS)
    assert scene.points("entry") == [1, 0]


@pytest.mark.rule("KD-3.12")
def test_one_unit_is_bolstered():
    scene = Scene().put(0, 4).foci(0, 2, 5).cover(0, TO_BOLSTER).act(RESET)
    scene.play(Kind.BONUS, TO_BOLSTER)
    assert scene.options() == [(Kind.PLACE, tile) for tile in (2, 5, 8, 11, 14, 17)]
    assert scene.place(17).kinds() == [Kind.FOCUS]
    assert scene.on(0) == {4: 1, 17: 1}


@pytest.mark.rule("KD-3.12")
def test_one_unit_of_anybody_moves_by_one_step():
    scene = resetting(TO_MOVE).level(0, MOVE, 3).play(Kind.BONUS, TO_MOVE)
    assert scene.options() == [
        (Kind.LIFT, unit(0), 4),
        (Kind.LIFT, unit(0), 9),
        (Kind.LIFT, unit(1), 9),
    ]
    scene.play(Kind.LIFT, unit(1), 9)
    assert scene.options() == [(Kind.TO, tile) for tile in (2, 8, 10)]
    assert scene.play(Kind.TO, 2).on(1) == {2: 1, 9: 1}
    assert scene.kinds() == [Kind.FOCUS]


@pytest.mark.rule("KD-3.12", "KD-3.6")
def test_the_unit_moved_may_enter_the_castle():
    scene = resetting(TO_MOVE).play(Kind.BONUS, TO_MOVE).carry(unit(0), 4, ATLANTIS)
    assert scene.points("entry") == [1, 0]


@pytest.mark.rule("KD-3.12")
def test_with_the_other_reading_the_move_bonus_moves_a_shark_too():
    scene = resetting(TO_MOVE, reset_move_sharks=True).play(Kind.BONUS, TO_MOVE)
    assert scene.moves(Kind.LIFT) == [
        (unit(0), 4),
        (unit(0), 9),
        (unit(1), 9),
        (A_SHARK, ATLANTIS),
    ]
    assert scene.carry(A_SHARK, ATLANTIS, 3).sharks_on() == [3]


@pytest.mark.rule("KD-3.12")
def test_any_players_unit_is_set_from_anywhere_on_the_map_into_the_castle():
    scene = resetting(TO_CASTLE).play(Kind.BONUS, TO_CASTLE)
    assert scene.options() == [
        (Kind.SEND, unit(0), 4),
        (Kind.SEND, unit(0), 9),
        (Kind.SEND, unit(1), 9),
    ]
    scene.play(Kind.SEND, unit(1), 9)
    assert (scene.on(1), scene.points("entry")) == ({0: 1, 9: 1}, [1, 0])
    assert scene.kinds() == [Kind.FOCUS]


@pytest.mark.rule("KD-3.12")
def test_the_castle_bonus_scores_what_the_rules_say():
    scene = resetting(TO_CASTLE, castle_points=3).play(Kind.BONUS, TO_CASTLE)
    assert scene.play(Kind.SEND, unit(0), 9).points("entry") == [3, 0]


@pytest.mark.rule("KD-3.12", "KD-3.14")
def test_without_supply_deploy_and_bolster_are_not_offered():
    scene = Scene().put(0, 4).leave(0, 0).cover(0, *BONUSES).act(RESET)
    assert scene.moves(Kind.BONUS) == [TO_MOVE, TO_CASTLE]


@pytest.mark.rule("KD-3.12", "KD-3.14")
def test_without_an_own_unit_on_the_map_deploy_is_not_offered():
    scene = Scene().put(1, 4).cover(0, *BONUSES).act(RESET)
    assert scene.moves(Kind.BONUS) == [TO_BOLSTER, TO_MOVE, TO_CASTLE]


@pytest.mark.rule("KD-3.12", "KD-3.14")
@BOTH
def test_on_an_empty_map_only_a_shark_can_be_moved(move_sharks):
    scene = Scene(reset_move_sharks=move_sharks).cover(0, *BONUSES).act(RESET)
    assert scene.moves(Kind.BONUS) == [TO_BOLSTER] + [TO_MOVE] * move_sharks


@pytest.mark.rule("KD-3.12")
def test_a_bonus_may_make_another_one_possible():
    scene = Scene().cover(0, TO_DEPLOY, TO_BOLSTER).act(RESET)
    assert scene.moves(Kind.BONUS) == [TO_BOLSTER]
    assert scene.play(Kind.BONUS, TO_BOLSTER).place(7).moves(Kind.BONUS) == [TO_DEPLOY]


@pytest.mark.rule("KD-3.12")
def test_without_a_possible_bonus_the_focus_is_asked_at_once():
    assert Scene().cover(0, TO_DEPLOY).act(RESET).kinds() == [Kind.FOCUS]


# --- 3.13: foci


@pytest.mark.rule("KD-3.13")
@pytest.mark.parametrize("terrain", TERRAINS)
def test_the_focus_may_be_changed_to_any_terrain_or_kept(terrain):
    scene = resetting(TO_DEPLOY).stop()
    assert scene.options() == [(Kind.FOCUS, each) for each in TERRAINS]
    assert foci(scene.play(Kind.FOCUS, terrain)) == [terrain]
    assert scene.decider == 1


@pytest.mark.rule("KD-3.13")
def test_the_focus_may_be_one_that_another_player_has():
    scene = resetting(TO_DEPLOY).stop().play(Kind.FOCUS, 2)
    assert scene.by_seat("foci") == [2, 2]


@pytest.mark.rule("KD-3.13")
def test_two_foci_may_be_changed_to_any_two_different_terrains():
    start = Scene().foci(0, 2, 5).act(RESET)
    found = set()
    for one in start.moves(Kind.FOCUS):
        first = start.copy().play(Kind.FOCUS, one)
        if first.decider == 1:  # only the last pair is left
            found.add(tuple(foci(first)))
            continue
        for other in first.moves(Kind.FOCUS):
            found.add(tuple(foci(first.copy().play(Kind.FOCUS, other))))
    assert found == {(a, b) for a in TERRAINS for b in TERRAINS if a < b}


@pytest.mark.rule("KD-3.13")
def test_the_bonuses_still_know_the_old_focus():
    scene = resetting(TO_BOLSTER).play(Kind.BONUS, TO_BOLSTER)
    assert scene.moves(Kind.PLACE) == [1, 7, 13]


@pytest.mark.rule("KD-3.13", "KD-3.1")
def test_bolster_goes_by_the_new_focus():
    scene = resetting(TO_DEPLOY).stop().play(Kind.FOCUS, 6).end_round()
    scene.hold(0, BOLSTER).hold(1, SHARK).play(Kind.CARD, SHARK).stop()
    assert (scene.decider, scene.moves(Kind.PLACE)) == (0, [6, 12, 18])


@pytest.mark.rule("KD-3.13")
def test_units_stay_where_they_are_when_the_focus_changes():
    scene = resetting(TO_DEPLOY).stop().play(Kind.FOCUS, 6)
    assert scene.on(0) == {4: 1, 9: 1}
