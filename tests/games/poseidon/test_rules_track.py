"""Chapter K: the kraken track and the bonus of the head."""

from __future__ import annotations

import pytest
from games.poseidon.playing import NEUTRAL, code
from games.poseidon.positions import QUIET, Scene

from undertow_kernels.poseidon.state import Bonus, Coral, Kind

BLUE, GREEN, ORANGE, YELLOW = range(4)
NUMBERS = range(3, 11)


def track(scene):
    return scene.state["track"].tolist()


def rivals_due(scene, *colours):
    """Let the active seat eat dice of these colours in the next small wave."""
    values = {1: "6", 2: "11", 3: "123", 4: "1234"}[len(colours)]
    arm = {2: 2, 3: 4, 4: 6}[len(colours)]
    scene.row(scene.state["active"], f"E{len(colours)} A")
    scene.sea(1, *[(int(v), c) for v, c in zip(values, colours, strict=True)])
    return scene.arrive(QUIET).play(Kind.EAT, arm)


def to_head(scene, steps=1):
    """Let green, standing before the head, be owed steps by blue's dinner."""
    scene.state["track"][GREEN] = 7
    return rivals_due(scene, *[GREEN] * steps, *[NEUTRAL] * (2 - steps))


# --- K1, K2: who moves


@pytest.mark.rule("PK-K1")
def test_a_rival_moves_one_space_for_each_die_of_its_colour_that_is_eaten():
    scene = rivals_due(Scene().track(0, 1, 5, 7), GREEN, GREEN, BLUE)
    assert track(scene) == [0, 3, 5, 7]
    assert scene.decider == GREEN  # and green has the next turn


@pytest.mark.rule("PK-K1")
def test_it_moves_alike_for_dice_that_are_stored():
    scene = Scene().track(0, 1, 5, 7).row(0, "E3 D D D").sea(1, (1, GREEN), (2, GREEN), (3, BLUE))
    scene.arrive(QUIET).play(Kind.STORE)
    for value, colour in ((1, GREEN), (2, GREEN), (3, BLUE)):
        scene.play_if_asked(Kind.STORE_DIE, code(value, colour)).play_if_asked(Kind.STORE_AT, value)
    assert track(scene) == [0, 3, 5, 7]


@pytest.mark.rule("PK-K1")
def test_own_and_neutral_dice_move_nobody():
    scene = rivals_due(Scene().track(3, 4, 5, 6), BLUE, NEUTRAL, BLUE)
    assert track(scene) == [3, 4, 5, 6]
    assert scene.state["counter"][BLUE][3] == 6


@pytest.mark.rule("PK-K1")
def test_dice_stored_in_an_earlier_turn_move_nobody():
    scene = Scene().track(0, 1, 5, 7).row(0, "D D").store(0, 0, 1, GREEN).store(0, 1, 1, ORANGE)
    scene.arrive(QUIET).play(Kind.EAT, 2)
    assert track(scene) == [0, 1, 5, 7]
    assert scene.friends(BLUE) == [1, 3, 4, 5, 6]


@pytest.mark.rule("PK-K1", "PK-K2")
def test_the_moves_come_after_the_food():
    scene = Scene().track(0, 1, 5, 7).row(0, "E2 D D").sea(1, (1, GREEN), (2, GREEN))
    scene.arrive(QUIET).play(Kind.STORE).play(Kind.STORE_DIE, code(1, GREEN))
    scene.play(Kind.STORE_AT, 1)
    assert track(scene) == [0, 1, 5, 7]
    scene.play(Kind.STORE_STOP)
    assert track(scene) == [0, 2, 5, 7]


@pytest.mark.rule("PK-K2")
def test_the_active_player_orders_the_moves_and_cannot_refuse_them():
    scene = rivals_due(Scene(active=ORANGE).track(1, 2, 7, 3), BLUE, YELLOW, GREEN)
    assert scene.decider == ORANGE
    assert scene.options() == [(Kind.RIVAL, YELLOW), (Kind.RIVAL, BLUE), (Kind.RIVAL, GREEN)]
    scene.play(Kind.RIVAL, GREEN)
    assert track(scene) == [1, 4, 7, 3]
    assert scene.options() == [(Kind.RIVAL, YELLOW), (Kind.RIVAL, BLUE)]
    scene.play(Kind.RIVAL, BLUE)
    assert track(scene) == [2, 4, 7, 5]  # yellow's move was the last: it is forced


@pytest.mark.rule("PK-K2", "PK-K3")
@pytest.mark.parametrize(("first", "spaces"), [(GREEN, [0, 5, 6, 7]), (ORANGE, [0, 4, 5, 7])])
def test_each_creature_completes_its_move_before_the_next(first, spaces):
    scene = rivals_due(Scene().track(0, 2, 4, 7), GREEN, ORANGE, GREEN)
    scene.play(Kind.RIVAL, first)
    assert track(scene) == spaces


@pytest.mark.rule("PK-K2", "PK-K3", "PK-K4", "PK-K5")
def test_example_2_moving_round_the_kraken():
    scene = Scene(active=YELLOW).track(4, 7, 2, 3)
    rivals_due(scene, GREEN, GREEN, ORANGE, ORANGE)
    assert scene.options() == [(Kind.RIVAL, GREEN), (Kind.RIVAL, ORANGE)]
    scene.play(Kind.RIVAL, GREEN)
    assert track(scene) == [4, 0, 2, 3]
    assert scene.decider == GREEN
    assert scene.options() == [(Kind.HEAD_KEEP,), (Kind.HEAD_FREE,)]
    scene.play(Kind.HEAD_FREE)
    assert scene.friends(GREEN) == [2, 3, 4, 5, 6]
    assert scene.options() == [(Kind.PEEK_NONE,), *((Kind.PEEK, n) for n in NUMBERS)]
    scene.play(Kind.PEEK, 8)
    assert scene.state["coral_known"].tolist() == [0, 0, 0, 0, 0, 1 << GREEN, 0, 0]
    assert track(scene) == [4, 0, 6, 3]  # orange: over yellow and blue to 5, then 6


# --- K3, K4: the way


@pytest.mark.rule("PK-K3")
@pytest.mark.parametrize(
    ("spaces", "landed"),
    [((0, 1, 5, 6), 2), ((0, 1, 2, 3), 4), ((3, 1, 2, 4), 5), ((2, 4, 5, 6), 7)],
)
def test_a_step_leads_to_the_next_free_space(spaces, landed):
    scene = rivals_due(Scene().track(*spaces), GREEN, NEUTRAL)
    assert scene.state["track"][GREEN] == landed


@pytest.mark.rule("PK-K3", "PK-B16")
@pytest.mark.parametrize(("players", "landed"), [(2, 7), (3, 7)])
def test_idle_creatures_are_jumped_like_others(players, landed):
    spaces = {2: (0, 5), 3: (0, 5, 2)}[players]
    scene = rivals_due(Scene(players).track(*spaces), GREEN, NEUTRAL)
    assert scene.state["track"][GREEN] == landed
    scene = rivals_due(Scene(2).track(0, 3), GREEN, NEUTRAL)
    assert scene.state["track"][GREEN] == 5


@pytest.mark.rule("PK-K4")
def test_the_head_holds_any_number_and_is_never_jumped():
    scene = to_head(Scene().track(0, 7, 0, 0))
    assert track(scene) == [0, 0, 0, 0]
    assert scene.kinds() == [Kind.HEAD_KEEP, Kind.HEAD_FREE]


@pytest.mark.rule("PK-K4")
def test_steps_beyond_the_head_are_lost():
    scene = to_head(Scene().track(1, 7, 2, 3), steps=2)
    scene.play(Kind.HEAD_KEEP).play(Kind.PEEK_NONE)
    assert track(scene) == [1, 0, 2, 3]
    assert not scene.state["steps_due"].any()


@pytest.mark.rule("PK-K4")
@pytest.mark.parametrize("blocks", [False, True])
def test_a_bonus_later_in_the_turn_moves_on_from_the_head_unless_the_option_forbids(blocks):
    scene = Scene(head_blocks_turn=blocks).sea(8, (6, GREEN), (6, GREEN), (6, ORANGE), (6, ORANGE))
    scene.load(seat_3=9, neutral=6).track(1, 7, 2, 3)
    scene.inject(scene.words([(1, 7)] * 15))
    to_head(scene).play(Kind.HEAD_KEEP).play(Kind.PEEK_NONE)
    track_bonus = [] if blocks else [Bonus.TRACK_STEPS]
    offered = [Bonus.NO_BONUS, Bonus.LOAD_FEW, Bonus.LOAD_MORE]
    assert scene.decider == GREEN
    assert scene.moves(Kind.BONUS) == [*offered, *track_bonus, Bonus.ONE_PEEK]
    if not blocks:
        scene.play(Kind.BONUS, Bonus.TRACK_STEPS)
        assert track(scene) == [1, 5, 2, 3]
    else:
        scene.play(Kind.BONUS, Bonus.NO_BONUS)
    assert scene.decider == ORANGE
    assert Bonus.TRACK_STEPS in scene.moves(Kind.BONUS)


@pytest.mark.rule("PK-K4")
def test_the_block_lasts_for_the_turn_only():
    scene = to_head(Scene(head_blocks_turn=True).track(1, 7, 2, 3))
    scene.play(Kind.HEAD_KEEP).play(Kind.PEEK_NONE)
    assert scene.state["active"] == GREEN
    scene.row(GREEN, "A A").quiet_turn()
    scene.sea(1, (1, GREEN), (1, GREEN)).row(ORANGE, "E2 A").arrive(QUIET).play(Kind.EAT, 2)
    assert track(scene) == [1, 5, 2, 3]


# --- K5: the head's bonus


@pytest.mark.rule("PK-K5")
def test_the_nearest_friend_is_the_first_from_arm_1_on_and_brings_its_counter():
    scene = to_head(Scene().free(GREEN, 1, 2, 4).free(ORANGE, 3)).play(Kind.HEAD_FREE)
    assert scene.friends(GREEN) == [5, 6]
    assert scene.state["counter"][GREEN].tolist() == [6, 6, 4, 6, 0, 0]
    assert scene.state["counters_taken"][2] == 2


@pytest.mark.rule("PK-K5")
def test_freeing_and_peeking_are_each_optional():
    scene = to_head(Scene()).play(Kind.HEAD_KEEP)
    assert scene.friends(GREEN) == [1, 2, 3, 4, 5, 6]
    scene.play(Kind.PEEK_NONE)
    assert not scene.state["coral_known"].any()
    assert scene.kinds() == [Kind.BUILD, Kind.LOAD]


@pytest.mark.rule("PK-K5")
def test_without_a_friend_left_there_is_only_the_peek():
    scene = to_head(Scene().free(GREEN, 1, 2, 3, 4, 5, 6).take_corals(ORANGE, 3, 7))
    assert scene.decider == GREEN
    assert scene.options() == [
        (Kind.PEEK_NONE,), *((Kind.PEEK, n) for n in NUMBERS if n not in (3, 7))
    ]  # fmt: skip
    scene.corals(*[Coral.SPEEDYFINS] * 2, *[Coral.WAVERIDER] * 2, *[Coral.BIGMOUTH] * 2, 4, 5)
    scene.play(Kind.PEEK, 9)
    assert scene.view(GREEN)["coral_kind"].tolist() == [
        0, 0, 0, 0, 0, 0, Coral.GRAVEYARD, 0
    ]  # fmt: skip


@pytest.mark.rule("PK-K5")
def test_without_a_coral_left_there_is_only_the_friend():
    scene = to_head(Scene().take_corals(ORANGE, *NUMBERS)).play(Kind.HEAD_FREE)
    assert scene.kinds() == [Kind.BUILD, Kind.LOAD]
    assert scene.friends(GREEN) == [2, 3, 4, 5, 6]


@pytest.mark.rule("PK-K5")
def test_standing_on_the_head_and_leaving_it_pay_nothing():
    scene = rivals_due(Scene().track(3, 0, 0, 4), GREEN, NEUTRAL)
    assert track(scene) == [3, 1, 0, 4]
    assert scene.kinds() == [Kind.BUILD, Kind.LOAD]
    assert scene.friends(GREEN) == scene.friends(ORANGE) == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("PK-K5")
def test_the_bonus_is_paid_every_time_the_head_is_reached():
    scene = to_head(Scene().track(1, 7, 2, 3)).play(Kind.HEAD_FREE).play(Kind.PEEK_NONE)
    assert scene.friends(GREEN) == [2, 3, 4, 5, 6]
    scene.row(GREEN, "A A").quiet_turn()
    assert scene.state["active"] == ORANGE
    to_head(scene).play(Kind.HEAD_FREE).play(Kind.PEEK_NONE)
    assert scene.friends(GREEN) == [3, 4, 5, 6]
