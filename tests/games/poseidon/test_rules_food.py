"""Chapter C3: picking up, storing and eating dice."""

from __future__ import annotations

import pytest
from games.poseidon.playing import BEACH, DEEP, NEUTRAL, code, left, right
from games.poseidon.positions import BONES, QUIET, Scene

from undertow_kernels.poseidon.state import Kind

BLUE, GREEN, ORANGE, YELLOW = range(4)
LARDER = " ".join(["D"] * 8)  # faces for stored dice


def stored(scene, seat=0):
    """What each face that holds something holds, by face."""
    held = scene.state["held"][seat]
    return {face: int(held[face]) for face in range(len(held)) if held[face]}


def with_stored(*values, **rules):
    """A scene whose seat 0 has stored neutral dice of these values, and an eat strength of 1."""
    scene = Scene(**rules).row(0, LARDER)
    for face, value in enumerate(values):
        scene.store(0, face, value, NEUTRAL)
    return scene


def arms(scene):
    return scene.moves(Kind.EAT)


# --- which dice


@pytest.mark.rule("PK-C3.1")
@pytest.mark.parametrize("space", [left(5), right(5)])
def test_dice_of_the_small_wave_are_at_hand_from_either_side(space):
    scene = Scene().row(0, "D D").shark(right(1)).sea(5, (3, 1)).sea(4, (5, 1)).sea(6, (5, 1))
    scene.arrive(space)
    assert scene.options() == [(Kind.PASS,), (Kind.STORE,)]
    scene.play(Kind.STORE)
    assert scene.options() == [(Kind.STORE_AT, 0), (Kind.STORE_AT, 1)]
    scene.play(Kind.STORE_AT, 1)
    assert stored(scene) == {1: code(3, 1)}
    assert scene.in_sea() == [(4, 5, 1), (6, 5, 1)]


@pytest.mark.rule("PK-C3.3", "PK-C3.6")
@pytest.mark.parametrize("faces", [2, 3, 8, 9, 16, 60])
def test_what_is_noted_behind_the_last_face_is_no_face(faces):
    plain, other = (
        Scene(active=3).row(3, " ".join(["D"] * faces)).sea(1, (3, 1)).sea(10, (3, 1)) for _ in "ab"
    )
    for name in ("held", "symbol", "height", "tile"):
        other.state[name][3][faces:] = 4
    other.state["tiles_laid"][:] = other.state["start_left"][:] = 4
    for scene in (plain, other):
        scene.arrive(QUIET)
    assert other.options() == plain.options() == [(Kind.PASS,), (Kind.STORE,)]
    for scene in (plain, other):
        scene.play(Kind.STORE)
    assert other.options() == plain.options()
    assert len(plain.options()) == faces


@pytest.mark.rule("PK-C3.1")
def test_only_the_creature_that_moved_picks_up():
    scene = Scene().row(0, "D D").sea(5, (3, 1)).creatures(0, DEEP, right(5)).swimming()
    scene.play(Kind.SWIM, DEEP, QUIET)
    assert scene.decider == 1
    assert scene.in_sea() == [(5, 3, 1)]


@pytest.mark.rule("PK-C3.1")
def test_picking_up_is_optional():
    scene = Scene().row(0, "E2 D").sea(1, (1, 1), (1, 2)).track(0, 1, 2, 3).arrive(QUIET)
    assert scene.options() == [(Kind.PASS,), (Kind.STORE,), (Kind.EAT, 2)]
    scene.play(Kind.PASS)
    assert scene.decider == 1
    assert scene.in_sea() == [(1, 1, 1), (1, 1, 2)]
    assert scene.state["track"].tolist() == [0, 1, 2, 3]


@pytest.mark.rule("PK-C3.1")
@pytest.mark.parametrize(("strength", "most"), [(1, 1), (2, 2), (3, 3)])
def test_strength_dice_of_any_colours_are_picked_at_most(strength, most):
    dice = [(1, 0), (2, 1), (3, 2), (4, NEUTRAL)]
    scene = Scene().row(0, f"E{strength} D D D D D").sea(1, *dice).arrive(QUIET).play(Kind.STORE)
    for number, (value, colour) in enumerate(dice[:most]):
        stop = [(Kind.STORE_STOP,)] if number else []
        left_over = [(Kind.STORE_DIE, code(*die)) for die in dice[number:]]
        assert scene.options() == stop + left_over
        scene.play(Kind.STORE_DIE, code(value, colour)).play(Kind.STORE_AT, number + 1)
    assert Kind.STORE_DIE not in scene.kinds()
    assert len(stored(scene)) == most
    assert len(scene.in_sea()) == 4 - most


@pytest.mark.rule("PK-C3.1")
@pytest.mark.parametrize(("space", "wave"), [(DEEP, 1), (BEACH, 8)])
@pytest.mark.parametrize("touch", [False, True])
def test_the_end_spaces_touch_no_small_wave_unless_the_option_says_so(space, wave, touch):
    scene = Scene(end_spaces_touch_waves=touch).row(0, "D D").shark(right(4))
    scene.sea(1, (3, 1)).sea(8, (4, 1)).arrive(space)
    if touch:
        assert scene.options() == [(Kind.PASS,), (Kind.STORE,)]
        scene.play(Kind.STORE).play(Kind.STORE_AT, 0)
        assert stored(scene) == {0: code(3 if wave == 1 else 4, 1)}
    else:
        assert scene.kinds() == [Kind.BUILD, Kind.LOAD]


# --- storing or eating


@pytest.mark.rule("PK-C3.2")
def test_a_die_that_can_be_neither_stored_nor_eaten_is_not_picked():
    scene = Scene().row(0, "E3 A").sea(1, (3, 1), (5, 1), (6, 1)).arrive(QUIET)
    assert scene.decider == 1
    assert len(scene.in_sea()) == 3
    full = Scene().row(0, "D E3").sea(1, (3, 1), (5, 1)).arrive(QUIET).play(Kind.STORE)
    full.play(Kind.STORE_DIE, code(5, 1))
    assert full.decider == 1
    assert full.in_sea() == [(1, 3, 1)]


@pytest.mark.rule("PK-C3.2")
def test_all_dice_of_a_turn_are_stored_or_all_are_eaten():
    scene = Scene().row(0, "E3 D D").sea(1, (3, 1), (3, 2), (6, 1)).arrive(QUIET)
    assert scene.options() == [(Kind.PASS,), (Kind.STORE,), (Kind.EAT, 2)]
    eating = Scene().row(0, "E3 D D").sea(1, (3, 1), (3, 2), (6, 1)).arrive(QUIET)
    eating.play(Kind.EAT, 2)
    assert eating.kinds() == [Kind.RIVAL]
    assert eating.in_sea() == [(1, 6, 1)]
    scene.play(Kind.STORE).play(Kind.STORE_DIE, code(3, 1)).play(Kind.STORE_AT, 1)
    assert scene.kinds() == [Kind.STORE_STOP, Kind.STORE_DIE]


@pytest.mark.rule("PK-C3.2")
def test_with_the_option_dice_left_to_pick_may_be_stored_after_eating():
    scene = Scene(mixed_store_eat=True).row(0, "E3 D D").sea(1, (3, 1), (3, 1), (6, 1), (6, 1))
    scene.arrive(QUIET).play(Kind.EAT, 2)
    assert scene.options() == [(Kind.STORE_STOP,), (Kind.STORE_DIE, code(6, 1))]
    scene.play(Kind.STORE_DIE, code(6, 1)).play(Kind.STORE_AT, 1)
    assert stored(scene) == {1: code(6, 1)}
    assert scene.in_sea() == [(1, 6, 1)]
    assert scene.state["track"][1] == 7  # three steps from 2: the creatures on 4 and 6 are jumped
    spent = Scene(mixed_store_eat=True).row(0, "E2 D D").sea(1, (3, 1), (3, 1), (6, 1))
    spent.arrive(QUIET).play(Kind.EAT, 2)
    assert spent.decider == 1


@pytest.mark.rule("PK-C3.3")
def test_each_dice_face_at_any_level_without_a_skeleton_stores_one_die():
    scene = Scene().row(0, "D A D3 W2 D2 D E2").bones(0, 4).sea(1, (3, 1)).arrive(QUIET)
    assert scene.play(Kind.STORE).moves(Kind.STORE_AT) == [0, 2, 5]


@pytest.mark.rule("PK-C3.3", "PK-K1")
def test_a_die_of_an_earlier_turn_may_make_way_and_goes_to_its_supply_without_a_step():
    scene = Scene().row(0, "D D").store(0, 0, 6, 2).store(0, 1, 5, NEUTRAL).sea(1, (3, 1))
    scene.track(0, 1, 2, 3).arrive(QUIET)
    assert scene.play(Kind.STORE).moves(Kind.STORE_AT) == [0, 1]
    scene.play(Kind.STORE_AT, 0)
    assert stored(scene) == {0: code(3, 1), 1: code(5, NEUTRAL)}
    assert scene.state["supply"].tolist() == [10, 9, 10, 10, 14]
    assert scene.state["track"].tolist() == [0, 4, 2, 3]


@pytest.mark.rule("PK-C3.3")
def test_a_die_stored_this_turn_does_not_make_way():
    scene = Scene().row(0, "E3 D D").store(0, 1, 6, 2).sea(1, (3, 1), (4, 1), (5, 1))
    scene.arrive(QUIET).play(Kind.STORE).play(Kind.STORE_DIE, code(3, 1)).play(Kind.STORE_AT, 1)
    assert scene.options() == [
        (Kind.STORE_STOP,), (Kind.STORE_DIE, code(4, 1)), (Kind.STORE_DIE, code(5, 1))
    ]  # fmt: skip
    scene.play(Kind.STORE_DIE, code(5, 1))
    assert stored(scene) == {1: code(3, 1), 2: code(5, 1)}


@pytest.mark.rule("PK-C3.3")
def test_equal_dice_are_stored_in_one_way_for_each_set_of_faces():
    scene = Scene().row(0, "E2 D D D").sea(1, (3, 1), (3, 1)).arrive(QUIET).play(Kind.STORE)
    assert scene.options() == [(Kind.STORE_AT, 1), (Kind.STORE_AT, 2), (Kind.STORE_AT, 3)]
    scene.play(Kind.STORE_AT, 2).play(Kind.STORE_DIE, code(3, 1))
    assert stored(scene) == {2: code(3, 1), 3: code(3, 1)}
    last = Scene().row(0, "E2 D D D").sea(1, (3, 1), (3, 1)).arrive(QUIET).play(Kind.STORE)
    last.play(Kind.STORE_AT, 3)
    assert last.decider == 1
    assert stored(last) == {3: code(3, 1)}


@pytest.mark.rule("PK-C3.2", "PK-C3.3")
def test_what_one_player_stored_or_ate_binds_the_next_one_in_nothing():
    scene = Scene().row(0, "D D").row(1, "E2 D").row(2, "D E2")
    scene.sea(1, (3, 3), (1, 0), (1, 0)).sea(2, (5, 0), (6, 0))
    scene.arrive(QUIET).play(Kind.STORE).play(Kind.STORE_DIE, code(3, 3)).play(Kind.STORE_AT, 0)
    scene.arrive(QUIET).play(Kind.EAT, 2)
    scene.shark(left(8)).arrive(right(2)).play(Kind.STORE)
    assert scene.options() == [(Kind.STORE_DIE, code(5, 0)), (Kind.STORE_DIE, code(6, 0))]
    scene.play(Kind.STORE_DIE, code(6, 0))
    assert stored(scene, 2) == {0: code(6, 0)}


# --- eating


@pytest.mark.rule("PK-C3.4", "PK-C3.5", "PK-C3.16")
def test_example_1_eating_to_free_a_friend():
    scene = Scene(active=ORANGE).row(ORANGE, "E2 D D A").free(BLUE, 6).sea(1, (1, 3), (5, 0))
    scene.store(ORANGE, 1, 2, BLUE).store(ORANGE, 2, 6, YELLOW)
    assert arms(scene.arrive(QUIET)) == [1, 6]
    scene.play(Kind.EAT, 6)
    assert scene.friends(ORANGE) == [1, 2, 3, 4, 5]
    assert scene.state["counter"][ORANGE].tolist() == [0, 0, 0, 0, 0, 8]
    assert stored(scene, ORANGE) == {}
    assert scene.in_sea() == []
    assert scene.state["supply"].tolist() == [10, 10, 10, 10, 15]


@pytest.mark.rule("PK-C3.4")
def test_stored_dice_alone_will_do_anywhere_and_do_not_count_against_the_strength():
    scene = with_stored(1, 2, 3, 4).shark(right(4)).arrive(BEACH)
    assert scene.state["strength"][0][2] == 1
    assert arms(scene) == [1, 4, 6]
    scene.play(Kind.EAT, 6)
    assert scene.friends(0) == [1, 2, 3, 4, 5]
    assert stored(scene) == {}


@pytest.mark.rule("PK-C3.4")
@pytest.mark.parametrize(("strength", "met"), [(1, [2]), (2, [2, 5]), (3, [2, 5, 6])])
def test_only_picked_dice_count_against_the_strength(strength, met):
    scene = Scene().row(0, f"E{strength} D D").store(0, 1, 1, 1).free(0, 1, 3, 4)
    scene.sea(1, (1, 0), (1, 2), (2, 2), (3, 3), (4, NEUTRAL))
    assert arms(scene.arrive(QUIET)) == met


@pytest.mark.rule("PK-C3.4")
def test_nothing_is_eaten_along_that_the_requirement_does_not_need():
    scene = with_stored(1, 1, 6, 6).arrive(QUIET).play(Kind.EAT, 1)
    assert scene.options() == [(Kind.EAT_STORED, 0, code(1, 4)), (Kind.EAT_STORED, 1, code(1, 4))]
    scene.play(Kind.EAT_STORED, 1, code(1, 4))
    assert scene.options() == [
        (Kind.EAT_STORED, 2, code(6, 4)), (Kind.EAT_STORED, 3, code(6, 4))
    ]  # fmt: skip
    scene.play(Kind.EAT_STORED, 2, code(6, 4))
    assert stored(scene) == {0: code(1, 4), 3: code(6, 4)}
    assert scene.decider == 1


@pytest.mark.rule("PK-C3.4")
def test_the_player_chooses_between_sea_and_stored_dice_and_among_colours():
    scene = Scene().row(0, "E2 D D").store(0, 1, 4, 3).sea(1, (4, 1), (4, 2)).arrive(QUIET)
    scene.play(Kind.EAT, 3)
    assert scene.options() == [(Kind.EAT_BOARD, code(4, 1)), (Kind.EAT_BOARD, code(4, 2))]
    scene.play(Kind.EAT_BOARD, code(4, 1))
    assert scene.options() == [(Kind.EAT_BOARD, code(4, 2)), (Kind.EAT_STORED, 1, code(4, 3))]
    scene.play(Kind.EAT_STORED, 1, code(4, 3))
    assert scene.in_sea() == [(1, 4, 2)]


@pytest.mark.rule("PK-C3.5")
def test_eaten_dice_return_to_all_their_supplies_and_the_friend_brings_the_top_counter():
    scene = Scene().row(0, "E2 D D D").store(0, 1, 2, 3).store(0, 2, 3, NEUTRAL)
    scene.sea(1, (4, 2), (5, 0)).free(2, 6).free(0, 1, 4).arrive(QUIET).play(Kind.EAT, 6)
    assert scene.state["supply"].tolist() == [10, 10, 10, 10, 15]
    assert scene.friends(0) == [2, 3, 5]
    assert scene.state["counter"][0].tolist() == [6, 0, 0, 6, 0, 8]
    assert scene.state["counters_taken"].tolist() == [1, 0, 0, 1, 0, 2]


@pytest.mark.rule("PK-C3.6")
def test_one_friend_a_turn_is_freed_by_eating():
    scene = with_stored(1, 1, 6, 6).arrive(QUIET)
    assert arms(scene) == [1, 2, 3]
    scene.play(Kind.EAT, 2)
    assert scene.decider == 1
    assert scene.friends(0) == [1, 3, 4, 5, 6]


@pytest.mark.rule("PK-C3.6")
def test_an_arm_without_an_own_friend_is_not_eaten_for():
    scene = with_stored(1, 1, 6, 6).free(0, 2, 1).free(1, 3).arrive(QUIET)
    assert arms(scene) == [3]


@pytest.mark.rule("PK-C3.7")
def test_stored_dice_that_are_not_eaten_stay_stored():
    scene = with_stored(2, 2, 5, 3).arrive(QUIET).play(Kind.EAT, 2)
    assert stored(scene) == {2: code(5, 4), 3: code(3, 4)}
    scene.row(1, "D D").quiet_turn()
    assert stored(scene) == {2: code(5, 4), 3: code(3, 4)}


MET = [  # arm and the values of dice that open it, without one to spare
    *[(1, dice) for dice in ("16", "25", "34", "115", "124", "133", "223", "1114", "1111111")],
    *[(2, dice) for dice in ("11", "22", "33")],
    *[(3, dice) for dice in ("44", "55", "66")],
    *[(4, dice) for dice in ("123", "234", "345", "456")],
    *[(5, dice) for dice in ("111", "222", "333", "444", "555", "666")],
    *[(6, dice) for dice in ("1234", "1256", "1356", "2346", "3456")],
]
NOT_MET = [
    *[(1, dice) for dice in ("6", "15", "26", "66", "333")],
    *[(2, dice) for dice in ("1", "12", "44", "55", "66")],
    *[(3, dice) for dice in ("6", "45", "11", "22", "33")],
    *[(4, dice) for dice in ("12", "112", "124", "156", "135")],
    *[(5, dice) for dice in ("11", "112", "123")],
    *[(6, dice) for dice in ("123", "1123", "1122", "111222")],
]


@pytest.mark.rule("PK-C3.11", "PK-C3.12", "PK-C3.13", "PK-C3.14", "PK-C3.15", "PK-C3.16")
@pytest.mark.parametrize(("arm", "dice"), MET)
def test_an_arm_opens_for_exactly_what_it_asks_and_all_of_that_is_eaten(arm, dice):
    scene = with_stored(*map(int, dice)).arrive(QUIET)
    assert arm in arms(scene)
    scene.play(Kind.EAT, arm)
    assert arm not in scene.friends(0)
    assert stored(scene) == {}


@pytest.mark.rule("PK-C3.11", "PK-C3.12", "PK-C3.13", "PK-C3.14", "PK-C3.15", "PK-C3.16")
@pytest.mark.parametrize(("arm", "dice"), NOT_MET)
def test_an_arm_does_not_open_for_anything_else(arm, dice):
    assert arm not in arms(with_stored(*map(int, dice)).arrive(QUIET))


@pytest.mark.rule("PK-C3.3", "PK-C4.5")
def test_a_skeleton_is_neither_stored_on_nor_eaten():
    scene = Scene().row(0, "D D").bones(0, 0, 1).sea(1, (3, 1)).arrive(QUIET)
    assert scene.decider == 1
    assert stored(scene) == {0: BONES, 1: BONES}
