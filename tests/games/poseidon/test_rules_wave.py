"""Chapter D: the wave breaks."""

from __future__ import annotations

import pytest
from games.poseidon.playing import BEACH, DEEP, NEUTRAL, OFF, left, load
from games.poseidon.positions import QUIET, Scene

from undertow_kernels.poseidon.state import Bonus, Kind

BLUE, GREEN, ORANGE, YELLOW = range(4)
NONE, FEW, MORE, TRACK, PEEK, CLEAR, FREE = (
    Bonus.NO_BONUS, Bonus.LOAD_FEW, Bonus.LOAD_MORE, Bonus.TRACK_STEPS, Bonus.ONE_PEEK,
    Bonus.CLEAR_REEF, Bonus.FREE_FRIEND,
)  # fmt: skip
NUMBERS = range(3, 11)


def bonuses(scene):
    return scene.moves(Kind.BONUS)


def with_total(total, seat=BLUE, **rules):
    """A scene in which a seat's dice in the sea, from earlier waves, show a total."""
    return add_total(Scene(**rules), total, seat)


def add_total(scene, total, seat):
    sixes, rest = divmod(total, 6)
    return scene.sea(8, *[(6, seat)] * sixes, *[(rest, seat)] * (rest > 0))


# --- when it breaks


@pytest.mark.rule("PK-D1")
def test_a_wave_that_a_player_fills_breaks_at_the_end_of_the_turn():
    scene = Scene().row(0, "W2 A").load(neutral=13).play(Kind.LOAD).play(Kind.LOAD_COUNT, 2)
    assert (scene.state["on_wave"], scene.state["crashes"]) == (15, 0)
    assert scene.kinds() == [Kind.SWIM]
    scene.inject(scene.words([(1, 8)] * 15))
    scene.play(Kind.SWIM, DEEP, QUIET)
    assert (scene.state["on_wave"], scene.state["crashes"]) == (0, 1)


@pytest.mark.rule("PK-D1", "PK-C4.8")
def test_a_wave_that_the_shark_fills_breaks_in_the_same_turn_after_the_sharks_whole_move():
    scene = Scene(shark_mild=[3] * 18).load(seat_1=7, seat_2=7).shark(left(4))
    scene.inject(scene.words([(1, 8)] * 15))
    scene.arrive(QUIET)
    assert scene.shark_space == 15  # three spaces on by the crossing: right 7
    assert (scene.state["on_wave"], scene.state["crashes"]) == (0, 1)


@pytest.mark.rule("PK-D1", "PK-C1.7")
def test_dice_too_many_for_the_wave_are_never_loaded():
    scene = Scene().row(0, "W4 A").load(neutral=14).play(Kind.LOAD)
    assert scene.state["wave"].tolist() == [1, 0, 0, 0, 14]
    assert scene.kinds() == [Kind.SWIM]


# --- how the dice fall


@pytest.mark.rule("PK-D2")
def test_all_dice_fall_and_those_off_the_board_return_while_the_sea_stays_as_it_is():
    scene = Scene().sea(4, (2, BLUE), (5, NEUTRAL)).sea(8, (1, YELLOW))
    falling = {
        BLUE: [(6, 1), (1, OFF)],
        GREEN: [(3, 4), (3, 4), (2, OFF), (2, OFF)],
        NEUTRAL: [(4, OFF), (5, 2)] + [(1, OFF)] * 7,
    }
    scene.crash(falling)
    assert scene.in_sea() == [
        (1, 6, BLUE), (2, 5, NEUTRAL), (4, 2, BLUE), (4, 3, GREEN), (4, 3, GREEN),
        (4, 5, NEUTRAL), (8, 1, YELLOW),
    ]  # fmt: skip
    assert scene.state["wave"].tolist() == [1, 2, 0, 0, 8]
    assert scene.state["on_wave"] == 11


def shares(depth, edge):
    """The shares of the small waves when dice fall within 0.1 or so of a depth."""
    game = load(
        4, fall_depth_mean=depth, fall_depth_sd=0.1, fall_side_sd=0.1, fall_die_edge=edge
    )  # fmt: skip
    fall = game.tables["fall"][0][:8].astype(float) / 2**32
    return [fall[0], *(fall[1:] - fall[:-1])]


@pytest.mark.rule("PK-D3")
@pytest.mark.parametrize(
    ("depth", "edge", "wave", "share"),
    [
        (2.4, 0.9, 3, 0.9332),  # borders at 1.55 and 2.55: 1.5 standard deviations
        (2.8, 0.9, 4, 0.9938),  # it touches the border at 3 from 2.55 on: 2.5
        (3.2, 0.9, 4, 0.9998),  # 3.5 to the border at 3.55
        (2.8, 0.0, 3, 0.9772),  # 2
        (3.2, 0.0, 4, 0.9772),
        (2.95, 0.3, 4, 0.8413),  # 1
    ],
)
def test_a_die_that_touches_two_small_waves_goes_to_the_one_nearer_the_beach(
    depth, edge, wave, share
):
    assert shares(depth, edge)[wave - 1] == pytest.approx(share, abs=1e-4)


@pytest.mark.rule("PK-D2", "PK-D3")
@pytest.mark.parametrize(("edge", "share"), [(0.9, 0.9938), (0.5, 0.6915)])
def test_a_die_that_touches_the_board_lies_in_the_last_small_wave_and_one_beyond_is_off(
    edge, share
):
    assert shares(8.2, edge)[7] == pytest.approx(share, abs=1e-4)
    assert sum(shares(8.2, edge)) == pytest.approx(share, abs=1e-4)


@pytest.mark.rule("PK-D4")
@pytest.mark.parametrize("way", [1, -1])
def test_the_shark_turns_round_and_eats_nobody_beside_it_by_that(way):
    scene = Scene(shark_mild=[0] * 18).shark(left(3), way).creatures(1, left(3), left(3))
    scene.crash({})
    assert scene.state["shark_way"] == -way
    assert scene.shark_space == left(3)
    assert scene.state["creature"][1].tolist() == [left(3), left(3)]
    assert scene.state["bites"].sum() == 0


@pytest.mark.rule("PK-D4")
def test_after_the_wave_the_shark_swims_the_other_way():
    scene = Scene(shark_mild=[1] * 18).shark(left(2)).crash({})
    assert (scene.shark_space, scene.state["shark_way"]) == (left(3), -1)
    scene.row(1, "A A").quiet_turn()
    assert scene.shark_space == left(2)


# --- bonuses


@pytest.mark.rule("PK-D5")
def test_bonuses_go_round_from_the_active_player():
    scene = Scene(active=ORANGE)
    for seat in range(4):
        add_total(scene, 3, seat)
    scene.crash({})
    order = []
    while scene.kinds() == [Kind.BONUS]:
        order.append(scene.decider)
        scene.play(Kind.BONUS, NONE)
    assert order == [ORANGE, YELLOW, BLUE, GREEN]
    assert scene.state["active"] == YELLOW


@pytest.mark.rule("PK-D5", "PK-D6", "PK-D7", "PK-D8", "PK-D9")
@pytest.mark.parametrize(
    ("totals", "offered"),
    [
        (range(3, 7), [NONE, FEW]),
        (range(7, 12), [NONE, FEW, MORE]),
        (range(12, 16), [NONE, FEW, MORE, TRACK, PEEK]),
        (range(16, 19), [NONE, FEW, MORE, TRACK, PEEK, CLEAR]),
        ((19, 20, 24), [NONE, FEW, MORE, TRACK, PEEK, CLEAR, FREE]),
    ],
)
def test_one_bonus_up_to_the_total_or_none_may_be_chosen(totals, offered):
    for total in totals:
        scene = with_total(total).crash({})
        assert scene.decider == BLUE
        assert bonuses(scene) == offered
        scene.play(Kind.BONUS, NONE)
        assert scene.kinds() == [Kind.BUILD, Kind.LOAD]


@pytest.mark.rule("PK-D5")
@pytest.mark.parametrize("total", [0, 1, 2])
def test_less_than_3_pays_nothing(total):
    scene = with_total(total).crash({})
    assert scene.kinds() == [Kind.BUILD, Kind.LOAD]
    assert scene.decider == GREEN


@pytest.mark.rule("PK-D5")
def test_old_and_new_own_dice_in_the_sea_count_but_neither_stored_nor_other_ones():
    scene = Scene().row(0, "D D").store(0, 0, 6, BLUE).sea(3, (5, BLUE), (6, NEUTRAL), (6, GREEN))
    scene.crash({BLUE: [(4, 2), (3, 5), (6, OFF)]})
    assert scene.decider == BLUE
    assert bonuses(scene) == [NONE, FEW, MORE, TRACK, PEEK]  # 5 + 4 + 3


@pytest.mark.rule("PK-D5", "PK-D7")
def test_on_a_roll_of_18_the_player_may_take_the_bonus_at_12():
    scene = Scene().row(0, "A A").bones(0, 0).track(0, 1, 3, 5).crash({BLUE: [(6, 1)] * 3})
    scene.play(Kind.BONUS, TRACK)
    assert scene.state["track"].tolist() == [4, 1, 3, 5]
    assert scene.state["skeletons"] == 35
    assert scene.kinds() == [Kind.BUILD, Kind.LOAD]


@pytest.mark.rule("PK-D6")
@pytest.mark.parametrize(("bonus", "loaded"), [(FEW, 1), (MORE, 2)])
def test_the_loading_bonuses_put_own_dice_on_the_wave(bonus, loaded):
    scene = with_total(7).crash({}).play(Kind.BONUS, bonus)
    assert scene.state["wave"].tolist() == [loaded, 0, 0, 0, 0]
    assert scene.state["supply"][BLUE] == 10 - 2 - loaded


@pytest.mark.rule("PK-D6")
def test_loading_goes_as_far_as_supply_and_room_go():
    short = Scene().drain(BLUE, keep=1).crash({}).play(Kind.BONUS, MORE)
    assert short.state["wave"].tolist() == [1, 0, 0, 0, 0]
    assert short.state["supply"][BLUE] == 0
    tight = with_total(7).crash({NEUTRAL: [(1, OFF)] * 14})
    assert tight.state["on_wave"] == 14
    tight.play(Kind.BONUS, MORE)
    assert tight.state["wave"].tolist() == [1, 0, 0, 0, 14]
    assert tight.state["supply"][BLUE] == 8 - 1


@pytest.mark.rule("PK-D7", "PK-K3", "PK-K5")
def test_two_steps_on_the_track_jump_and_stop_at_the_head_with_its_bonus():
    scene = with_total(12).track(3, 4, 6, 7)
    add_total(scene, 12, ORANGE)
    scene.crash({}).play(Kind.BONUS, TRACK)
    assert scene.state["track"].tolist() == [0, 4, 6, 7]  # 5, then over 6 and 7
    assert scene.decider == BLUE
    assert scene.options() == [(Kind.HEAD_KEEP,), (Kind.HEAD_FREE,)]
    scene.play(Kind.HEAD_FREE)
    assert scene.kinds() == [Kind.PEEK_NONE, Kind.PEEK]
    scene.play(Kind.PEEK, 4)
    assert (scene.decider, scene.kinds()) == (ORANGE, [Kind.BONUS])
    scene.play(Kind.BONUS, TRACK)
    assert scene.state["track"].tolist() == [0, 4, 0, 7]


@pytest.mark.rule("PK-D7")
def test_or_else_it_is_a_peek_at_one_coral():
    scene = with_total(12).take_corals(GREEN, 5).crash({}).play(Kind.BONUS, PEEK)
    assert scene.options() == [(Kind.PEEK, number) for number in NUMBERS if number != 5]
    scene.play(Kind.PEEK, 6)
    assert scene.state["coral_known"].tolist() == [0, 0, 1 << GREEN, 1 << BLUE, 0, 0, 0, 0]
    assert scene.kinds() == [Kind.BUILD, Kind.LOAD]


@pytest.mark.rule("PK-D8")
def test_all_own_skeletons_go_and_the_faces_count_and_may_be_built_on_again():
    scene = with_total(16).bones(1, 0)
    scene.reef(0, ((0, 0), (1, 0), "AE"), ((0, 1), (1, 1), "DW"), ((0, 0), (0, 1), "AW"))
    scene.bones(0, 0, 2, 3)
    assert scene.state["strength"][0].tolist() == [1, 1, 1, 1, 1]
    scene.crash({}).play(Kind.BONUS, CLEAR)
    assert scene.kinds() == [Kind.PEEK]
    scene.play(Kind.PEEK, 10)
    assert scene.state["coral_known"][7] == 1 << BLUE
    assert not scene.state["held"][0].any()
    assert scene.state["held"][1].any()
    assert scene.state["skeletons"] == 35
    assert scene.state["strength"][0].tolist() == [1, 2, 1, 2, 1]
    scene.state["active"] = scene.state["decider"] = BLUE
    assert scene.play(Kind.BUILD).play(Kind.TILE, 0).moves(Kind.UPPER) == [(1, 3)]


@pytest.mark.rule("PK-D9")
def test_19_frees_the_nearest_friend_with_its_counter():
    scene = with_total(19).free(BLUE, 1).free(GREEN, 2, 3).crash({}).play(Kind.BONUS, FREE)
    assert scene.friends(BLUE) == [3, 4, 5, 6]
    assert scene.state["counter"][BLUE].tolist() == [6, 4, 0, 0, 0, 0]
    assert scene.kinds() == [Kind.BUILD, Kind.LOAD]


@pytest.mark.rule("PK-D10")
def test_a_bonus_that_can_do_nothing_is_not_offered():
    no_supply = with_total(9).drain(BLUE)
    add_total(no_supply, 3, GREEN)
    assert no_supply.crash({}).decider == BLUE
    assert bonuses(no_supply) == [NONE, TRACK, PEEK, CLEAR]  # 9 and eight ones make 17
    no_room = with_total(12).crash({NEUTRAL: [(1, OFF)] * 15})
    assert bonuses(no_room) == [NONE, TRACK, PEEK]
    no_coral = with_total(19).take_corals(GREEN, *NUMBERS).crash({})
    assert bonuses(no_coral) == [NONE, FEW, MORE, TRACK, FREE]
    no_friend = with_total(19).free(BLUE, 1, 2, 3, 4, 5, 6).crash({})
    assert bonuses(no_friend) == [NONE, FEW, MORE, TRACK, PEEK, CLEAR]


@pytest.mark.rule("PK-D10", "PK-D8")
def test_a_bonus_that_can_do_a_part_is_offered():
    clean = with_total(16).row(0, "A A").crash({}).play(Kind.BONUS, CLEAR)
    assert clean.kinds() == [Kind.PEEK]
    no_coral = with_total(16).row(0, "A A").bones(0, 1).take_corals(GREEN, *NUMBERS).crash({})
    assert bonuses(no_coral) == [NONE, FEW, MORE, TRACK, CLEAR]
    no_coral.play(Kind.BONUS, CLEAR)
    assert no_coral.state["skeletons"] == 36
    assert no_coral.kinds() == [Kind.BUILD, Kind.LOAD]


# --- full again at once


@pytest.mark.rule("PK-D11")
def test_a_wave_filled_by_its_own_crash_breaks_at_the_end_of_the_next_turn():
    scene = Scene().crash({NEUTRAL: [(1, OFF)] * 15})
    assert (scene.state["on_wave"], scene.state["crashes"]) == (15, 1)
    assert scene.decider == GREEN
    assert scene.options()[0][0] == Kind.TILE  # there is no room to load: GREEN builds
    scene.inject(scene.words([(1, 8)] * 15))
    scene.row(1, "A A").quiet_turn()
    assert (scene.state["on_wave"], scene.state["crashes"]) == (0, 2)


@pytest.mark.rule("PK-D11")
def test_bonuses_too_may_fill_it_again():
    scene = with_total(7).crash({NEUTRAL: [(1, OFF)] * 13}).play(Kind.BONUS, MORE)
    assert scene.state["wave"].tolist() == [2, 0, 0, 0, 13]
    assert scene.state["crashes"] == 1
    assert scene.decider == GREEN


@pytest.mark.rule("PK-D11")
def test_with_the_option_it_breaks_again_at_once_with_bonuses_and_a_turn_of_the_shark():
    scene = with_total(7, chain_crash=True)
    falling = scene.words([(1, OFF)] * 13 + [(1, 8)] * 2)
    scene.load(neutral=15).inject([*falling, *scene.words([(1, 8)] * 15)])
    scene.quiet_turn().play(Kind.BONUS, MORE)
    assert (scene.state["on_wave"], scene.state["crashes"]) == (0, 2)
    assert scene.state["shark_way"] == 1
    assert (scene.decider, bonuses(scene)) == (BLUE, [NONE, FEW, MORE])
    scene.play(Kind.BONUS, NONE)
    assert scene.state["active"] == GREEN
    assert scene.state["creature"][3].tolist() == [DEEP, BEACH]
