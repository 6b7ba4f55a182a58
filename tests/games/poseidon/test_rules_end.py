"""Chapter E: the end of the game and the final turns."""

from __future__ import annotations

import pytest
from games.poseidon.playing import NEUTRAL, OFF, code, left
from games.poseidon.positions import FREED, QUIET, Scene

from undertow_kernels.core.game import Ending
from undertow_kernels.poseidon.state import Bonus, Kind

BLUE, GREEN, ORANGE, YELLOW = range(4)
NUMBERS = range(3, 11)
WHITE, BLACK = range(3, 7), range(7, 11)


def all_but(scene, seat, arm):
    """Leave a seat only its friend under one arm."""
    return scene.free(seat, *[other for other in range(1, 7) if other != arm])


def last_dinner(scene, seat, *colours):
    """Let the active seat free its last friend, under arm 2, with two ones of the sea."""
    all_but(scene, seat, 2).row(seat, "E2 A A").sea(1, *[(1, colour) for colour in colours])
    return scene.arrive(QUIET).play(Kind.EAT, 2)


def final_turns(scene):
    """Play quiet turns to the end; return whose they were."""
    order = []
    while not scene.position.over:
        order.append(scene.decider)
        scene.row(scene.decider, "A A").quiet_turn()
    return order


def claiming(*values, strength=1, seat=BLUE, **rules):
    """A final turn of a seat with no friend left but arm 5's, and neutral dice stored."""
    scene = (
        Scene(active=seat, **rules)
        .final(2)
        .row(seat, f"E{strength}" + " D" * 8 + " A" * (strength % 2))
    )
    for face, value in enumerate(values, 1):
        scene.store(seat, face, value, NEUTRAL)
    return all_but(scene, seat, 5)


def claims(scene):
    return scene.moves(Kind.CLAIM)


# --- E1: what brings the end about


@pytest.mark.rule("PK-E1")
def test_the_turn_in_which_the_last_friend_is_freed_is_played_out_in_full():
    scene = Scene(active=GREEN).track(5, 0, 1, 3).sea(8, (6, BLUE), (6, BLUE))
    scene.load(neutral=14, seat_3=1).inject(scene.words([(1, 8)] * 15))
    last_dinner(scene, GREEN, ORANGE, GREEN)
    assert scene.state["track"].tolist() == [5, 0, 2, 3]
    assert scene.state["crashes"] == 1
    assert scene.decider == BLUE
    assert Bonus.TRACK_STEPS in scene.moves(Kind.BONUS)
    scene.play(Kind.BONUS, Bonus.TRACK_STEPS)
    assert scene.state["track"].tolist() == [7, 0, 2, 3]
    assert (scene.state["final"], scene.state["final_left"]) == (1, 4)
    assert scene.state["active"] == ORANGE


@pytest.mark.rule("PK-E1")
def test_then_everybody_has_one_final_turn_the_next_player_first_the_active_one_last():
    scene = last_dinner(Scene(active=GREEN), GREEN, GREEN, NEUTRAL)
    assert final_turns(scene) == [ORANGE, YELLOW, BLUE, GREEN]
    assert scene.result["ending"] == FREED
    assert scene.options() == []


@pytest.mark.rule("PK-E1", "PK-D9")
def test_a_wave_bonus_may_free_the_last_friend():
    scene = all_but(Scene().shark(left(5)), ORANGE, 6).sea(8, *[(6, ORANGE)] * 4).crash({})
    scene.play(Kind.BONUS, Bonus.FREE_FRIEND)
    assert scene.friends(ORANGE) == []
    assert final_turns(scene) == [GREEN, ORANGE, YELLOW, BLUE]


@pytest.mark.rule("PK-E1", "PK-K5")
def test_a_rivals_dice_may_free_the_last_friend_by_way_of_the_head():
    scene = all_but(Scene(), ORANGE, 4).track(0, 1, 7, 2).row(BLUE, "E2 A A")
    scene.sea(1, (1, ORANGE), (1, BLUE)).arrive(QUIET).play(Kind.EAT, 2)
    scene.play(Kind.HEAD_FREE).play(Kind.PEEK_NONE)
    assert scene.friends(ORANGE) == []
    assert final_turns(scene) == [GREEN, ORANGE, YELLOW, BLUE]


@pytest.mark.rule("PK-E1")
def test_more_than_one_may_finish_in_the_same_turn_and_points_decide():
    scene = all_but(Scene(handicap=[0, 0, 0, 50]), ORANGE, 4).track(0, 1, 7, 2)
    last_dinner(scene, BLUE, ORANGE, BLUE).play(Kind.HEAD_FREE).play(Kind.PEEK_NONE)
    assert scene.friends(BLUE) == scene.friends(ORANGE) == []
    assert scene.state["final_left"] == 4
    assert final_turns(scene) == [GREEN, ORANGE, YELLOW, BLUE]
    assert scene.result["winners"] == 1 << YELLOW


@pytest.mark.rule("PK-E1")
def test_who_finishes_in_a_final_turn_adds_no_further_turns():
    scene = last_dinner(Scene(active=ORANGE).final(3), ORANGE, ORANGE, NEUTRAL)
    assert final_turns(scene) == [YELLOW, BLUE]


# --- E2: the track is closed


@pytest.mark.rule("PK-E2", "PK-K1")
def test_rivals_dice_move_nobody_in_a_final_turn():
    scene = Scene().final(4).track(0, 1, 7, 3).row(BLUE, "E2 D D").sea(1, (1, ORANGE), (2, GREEN))
    scene.arrive(QUIET).play(Kind.STORE).play(Kind.STORE_DIE, code(1, ORANGE))
    scene.play(Kind.STORE_AT, 1).play(Kind.STORE_DIE, code(2, GREEN))
    assert scene.state["track"].tolist() == [0, 1, 7, 3]
    assert scene.state["held"][BLUE][1:3].tolist() == [code(1, ORANGE), code(2, GREEN)]
    assert scene.decider == GREEN
    assert scene.friends(ORANGE) == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("PK-E2", "PK-E5", "PK-D7")
def test_the_track_bonus_is_closed_in_a_final_turn_and_the_peek_is_not():
    scene = Scene().final(4).sea(8, (6, BLUE), (6, BLUE)).crash({})
    bonuses = [Bonus.NO_BONUS, Bonus.LOAD_FEW, Bonus.LOAD_MORE, Bonus.ONE_PEEK]
    assert scene.moves(Kind.BONUS) == bonuses


# --- E3, E4: corals


@pytest.mark.rule("PK-E3")
def test_corals_are_taken_in_final_turns_only():
    scene = claiming(3, 4).arrive(QUIET)
    assert claims(scene) == [3, 4, 7]
    early = claiming(3, 4)
    early.state["final"] = early.state["final_left"] = 0
    assert early.arrive(QUIET).kinds() == [Kind.BUILD, Kind.LOAD]


@pytest.mark.rule("PK-E3")
@pytest.mark.parametrize(("first", "then"), [(3, [8]), (5, []), (6, []), (8, None), (9, None)])
def test_example_3_collecting_corals(first, then):
    scene = Scene().final(4).row(BLUE, "E2 D A").store(BLUE, 1, 6, ORANGE).sea(1, (2, 0), (3, 1))
    assert scene.arrive(QUIET).options() == [
        (Kind.PASS,), (Kind.STORE,), *((Kind.CLAIM, number) for number in (3, 5, 6, 8, 9))
    ]  # fmt: skip
    scene.play(Kind.CLAIM, first)
    if then:
        assert scene.options() == [(Kind.CLAIM_STOP,), *((Kind.CLAIM, n) for n in then)]
        scene.play(Kind.CLAIM, then[0])
        assert scene.in_sea() == []
        assert not scene.state["held"][BLUE].any()
    assert scene.decider == GREEN
    taken = [first, *(then or [])]
    owner = [BLUE + 1 if number in taken else 0 for number in NUMBERS]
    assert scene.state["coral_owner"].tolist() == owner


@pytest.mark.rule("PK-E3")
@pytest.mark.parametrize(
    ("number", "exact", "other"),
    [
        (3, "12", "24"), (4, "13", "23"), (5, "122", "133"), (6, "24", "55"),
        (7, "25", "66"), (8, "116", "34"), (9, "36", "46"), (10, "46", "45"),
    ],
)  # fmt: skip
def test_each_number_is_paid_for_with_dice_that_total_it_exactly(number, exact, other):
    assert number in claims(claiming(*map(int, exact)).arrive(QUIET))
    assert number not in claims(claiming(*map(int, other)).arrive(QUIET))


@pytest.mark.rule("PK-E3")
@pytest.mark.parametrize(("value", "numbers"), [(2, []), (3, [3]), (4, [4]), (5, [5]), (6, [6])])
def test_a_single_die_pays_for_the_white_coral_of_its_number(value, numbers):
    assert claims(claiming(value).arrive(QUIET)) == numbers


@pytest.mark.rule("PK-E3")
def test_one_white_and_one_black_coral_at_most_and_no_die_counts_twice():
    scene = claiming(3, 4, 5, 2).arrive(QUIET).play(Kind.CLAIM, 4)
    assert scene.options() == [(Kind.CLAIM_STOP,), *((Kind.CLAIM, n) for n in (7, 8, 10))]
    scene.play(Kind.CLAIM, 8)
    assert scene.decider == GREEN
    assert scene.state["coral_owner"].tolist() == [0, 1, 0, 0, 0, 1, 0, 0]
    assert scene.state["held"][BLUE][:5].tolist() == [0, 0, 0, 0, code(2, NEUTRAL)]
    black = claiming(3, 4, 5).arrive(QUIET).play(Kind.CLAIM, 7)
    assert black.decider == GREEN
    assert black.state["coral_owner"].tolist() == [0, 0, 0, 0, 1, 0, 0, 0]
    assert black.state["held"][BLUE][3] == code(5, NEUTRAL)
    assert claiming(3, 4, 2, 6).arrive(QUIET).play(Kind.CLAIM, 7).decider == GREEN  # 8 is paid for


@pytest.mark.rule("PK-E3")
@pytest.mark.parametrize("both", [False, True])
def test_a_friend_and_corals_are_not_both_paid_for_unless_the_option_allows_it(both):
    scene = claiming(2, 2, 2, 4, 5, coral_and_friend=both).arrive(QUIET)
    assert scene.moves(Kind.EAT) == [5]
    assert claims(scene) == list(NUMBERS)[1:]
    scene.play(Kind.EAT, 5)
    assert scene.friends(BLUE) == []
    if not both:
        assert scene.decider == GREEN
        return
    assert scene.options() == [(Kind.CLAIM_STOP,), *((Kind.CLAIM, n) for n in (4, 5, 9))]
    scene.play(Kind.CLAIM, 4)
    assert scene.decider == GREEN  # only the 5 is left
    assert scene.state["coral_owner"].tolist() == [0, 1, 0, 0, 0, 0, 0, 0]


@pytest.mark.rule("PK-E3")
def test_beside_a_friend_the_lowest_coral_is_paid_for_too():
    scene = claiming(2, 2, 2, 3, 1, coral_and_friend=True).arrive(QUIET).play(Kind.EAT, 5)
    assert scene.options() == [(Kind.CLAIM_STOP,), (Kind.CLAIM, 3), (Kind.CLAIM, 4)]


@pytest.mark.rule("PK-E3", "PK-C3.4")
def test_dice_picked_for_corals_count_against_the_strength_together():
    scene = claiming(strength=2).sea(1, (3, 1), (3, 2), (4, 3)).arrive(QUIET)
    assert claims(scene) == [3, 4, 6, 7]
    scene.play(Kind.CLAIM, 3)
    assert scene.kinds() == [Kind.EAT_BOARD]
    scene.play(Kind.EAT_BOARD, code(3, 1))
    assert scene.decider == GREEN  # one more die may be picked: no black coral
    assert scene.in_sea() == [(1, 3, 2), (1, 4, 3)]


@pytest.mark.rule("PK-E4", "PK-S7")
def test_only_the_taker_sees_the_coral():
    scene = (
        claiming(3, 5, seat=ORANGE).arrive(QUIET).play(Kind.CLAIM, 5).play_if_asked(Kind.CLAIM_STOP)
    )
    assert scene.state["coral_known"].tolist() == [0, 0, 1 << ORANGE, 0, 0, 0, 0, 0]
    for seat in range(4):
        seen = scene.view(seat)["coral_kind"].tolist()
        own = int(scene.state["coral_kind"][2]) if seat == ORANGE else 0
        assert seen == [0, 0, own, 0, 0, 0, 0, 0]


@pytest.mark.rule("PK-E4")
def test_a_number_whose_coral_is_gone_cannot_be_taken():
    scene = claiming(3, 4, 5).take_corals(YELLOW, 4, 9).arrive(QUIET)
    assert claims(scene) == [3, 5, 7, 8]
    scene.play(Kind.CLAIM, 3)
    assert scene.decider == GREEN  # the 9 is gone


# --- E5, E6


@pytest.mark.rule("PK-E5")
def test_a_wave_in_the_last_final_turn_breaks_and_all_may_take_a_bonus():
    scene = Scene(active=YELLOW).final(1)
    for seat in range(4):
        scene.sea(8, (6, seat))
    scene.crash({NEUTRAL: [(1, OFF)] * 3})
    order = []
    while not scene.position.over:
        order.append(scene.decider)
        scene.play(Kind.BONUS, Bonus.LOAD_FEW)
    assert order == [YELLOW, BLUE, GREEN, ORANGE]
    assert scene.state["wave"].tolist() == [1, 1, 1, 1, 3]
    assert scene.result["ending"] == FREED


@pytest.mark.rule("PK-E6")
def test_the_game_stops_after_round_250_with_points_but_no_winner():
    scene = Scene(active=YELLOW).free(YELLOW, 5)
    scene.state["start"], scene.state["round"] = BLUE, 249
    scene.quiet_turn()
    assert (scene.state["round"], scene.decider) == (250, BLUE)
    for seat in range(4):
        scene.row(seat, "A A").quiet_turn()
    result = scene.result
    assert scene.position.over
    assert result["ending"] == Ending.CAPPED
    assert result["winners"] == 0
    assert result["score"][:4].tolist() == [0, 0, 0, 10]


@pytest.mark.rule("PK-E6")
def test_final_turns_are_played_out_beyond_the_last_round():
    scene = Scene(active=YELLOW, round_cap=1)
    scene.state["start"] = BLUE
    last_dinner(scene, YELLOW, YELLOW, NEUTRAL)
    assert final_turns(scene) == [BLUE, GREEN, ORANGE, YELLOW]
    assert scene.result["ending"] == FREED
    assert scene.state["round"] == 2
