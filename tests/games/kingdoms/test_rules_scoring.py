"""Chapter 5: capitals, the instant win, the end, ties."""

from __future__ import annotations

import pytest
from games.kingdoms.positions import (
    ATLANTIS,
    CAPITALS,
    DEPLOY,
    MOVE,
    RESET,
    UPGRADE,
    Scene,
    goal,
    unit,
)

from undertow_kernels.core.game import Ending
from undertow_kernels.kingdoms.state import Kind, OwnEnding

THIRD_SCORING, ALL_CAPITALS = OwnEnding
NO_BAIT = {"bait_points": [0] * 11}
FLAT_END = {"end_points": [0], **NO_BAIT}  # points by capitals and goals alone


def last_round(players=2, **rules):
    """A scene whose third age ends with this round."""
    return Scene(players, **rules).marker(8)


def finished(scene):
    """The scene after the third scoring round, everybody having played Reset."""
    return scene.score_round(age=2)


# --- 5.1: capitals


@pytest.mark.rule("KD-5.1")
def test_most_units_on_a_capital_score_2():
    scene = Scene(3).put(0, 7, 7).put(1, 7, 9).put(2, 10, 11).score_round()
    assert scene.points("capital") == [2, 2, 4]


@pytest.mark.rule("KD-5.1")
@pytest.mark.parametrize("units", [1, 3])
def test_all_who_are_level_on_a_capital_score(units):
    scene = Scene(4).put(0, *[7] * units).put(1, *[7] * units).put(2, *[7] * (units - 1))
    assert scene.put(3, *[7] * units).score_round().points("capital") == [2, 2, 0, 2]


@pytest.mark.rule("KD-5.1")
def test_an_empty_capital_scores_for_nobody():
    assert Scene().score_round().points("capital") == [0, 0]


@pytest.mark.rule("KD-5.1")
def test_tiles_that_are_no_capitals_score_nothing():
    scene = Scene().put(0, *range(1, 7), *range(13, 19)).score_round()
    assert scene.points("capital") == [0, 0]


@pytest.mark.rule("KD-5.1")
def test_the_points_for_a_capital_are_a_number_of_the_rules():
    scene = Scene(capital_points=5).put(0, 7, 8).score_round()
    assert scene.points("capital") == [10, 0]


@pytest.mark.rule("KD-5.1")
@pytest.mark.parametrize("age", range(3))
def test_capitals_are_scored_in_all_three_scoring_rounds(age):
    assert Scene().put(0, 7, 8).score_round(age).points("capital") == [4, 0]


# --- 5.2: all capitals


def conquest(*units, age=0, players=None, **rules):
    """A scored scene in which seats have units on capitals, ``units`` on each of the six."""
    scene = Scene(players or max(2, len(units)), **rules)
    for seat, number in enumerate(units):
        scene.put(seat, *[*CAPITALS] * number)
    return scene.score_round(age)


@pytest.mark.rule("KD-5.2")
@pytest.mark.parametrize("age", range(3))
def test_who_has_most_units_on_all_six_capitals_wins_at_once(age):
    scene = conquest(1, 0, age=age)
    assert scene.decider is None
    assert (scene.ending, scene.winners) == (ALL_CAPITALS, [0])


@pytest.mark.rule("KD-5.2", "KD-5.1")
def test_the_capitals_are_scored_before_the_instant_win():
    assert conquest(2, 1).points("capital") == [12, 0]


@pytest.mark.rule("KD-5.2")
def test_goals_castle_and_bait_are_not_scored_in_an_instant_win():
    scene = Scene(goal_3=goal(personal="units 1: 7", ranking="units: 5 3"))
    scene.put(0, *CAPITALS, ATLANTIS).bait(0, 10).put(1, 1, ATLANTIS).score_round(age=2)
    assert scene.scores == [12, 0]
    assert scene.points("goal") == scene.points("end") == [0, 0]


@pytest.mark.rule("KD-5.2")
def test_the_holder_of_all_capitals_wins_with_fewer_points():
    scene = Scene(3)
    scene.state["goal_points"][:3] = [0, 50, 60]
    scene.put(0, *CAPITALS).score_round()
    assert (scene.winners, scene.scores) == ([0], [12, 50, 60])
    assert scene.ranks == [1, 3, 2]


@pytest.mark.rule("KD-5.2")
def test_five_capitals_and_a_lost_sixth_do_not_win():
    scene = Scene().put(0, *CAPITALS).put(1, 12, 12).score_round()
    assert (scene.ending, scene.state["age"]) == (Ending.RUNNING, 1)


@pytest.mark.rule("KD-5.2")
def test_an_empty_sixth_capital_does_not_win():
    scene = Scene().put(0, *CAPITALS[:5]).score_round()
    assert scene.ending == Ending.RUNNING


@pytest.mark.rule("KD-5.2")
def test_all_capitals_held_level_with_different_players_win():
    scene = Scene(3).put(0, *CAPITALS).put(1, 7, 8, 9).put(2, 10, 11, 12).score_round()
    assert (scene.ending, scene.winners) == (ALL_CAPITALS, [0])
    assert scene.points("capital") == [12, 6, 6]


@pytest.mark.rule("KD-5.2")
def test_all_capitals_are_looked_at_in_scoring_rounds_only():
    scene = Scene().put(0, *CAPITALS).cards(UPGRADE, RESET).end_round()
    assert scene.ending == Ending.RUNNING


@pytest.mark.rule("KD-5.2")
@pytest.mark.parametrize(
    ("castle", "map_units", "bait", "winners", "ranks"),
    [
        ((2, 1, 0), (0, 5, 0), (0, 9, 0), [0], [1, 2, 3]),
        ((1, 2, 0), (5, 0, 0), (9, 0, 0), [1], [2, 1, 3]),
        ((1, 1, 0), (3, 2, 0), (0, 9, 0), [0], [1, 2, 3]),
        ((1, 1, 0), (2, 2, 0), (4, 5, 0), [1], [2, 1, 3]),
        ((1, 1, 0), (2, 2, 0), (5, 5, 0), [0, 1], [1, 1, 3]),
        ((0, 0, 9), (0, 0, 9), (0, 0, 9), [0, 1], [1, 1, 3]),
    ],
)
def test_of_two_holders_castle_then_map_then_bait_decide_then_both_win(
    castle, map_units, bait, winners, ranks
):
    scene = Scene(3)
    for seat in (0, 1):
        scene.put(seat, *CAPITALS)
    for seat in range(3):
        scene.put(seat, *[ATLANTIS] * castle[seat], *[4] * map_units[seat])
        scene.bait(seat, bait[seat])
    scene.score_round()
    assert (scene.ending, scene.winners, scene.ranks) == (ALL_CAPITALS, winners, ranks)


@pytest.mark.rule("KD-5.2")
def test_points_do_not_decide_between_two_holders():
    scene = Scene(3)
    scene.state["goal_points"][:3] = [30, 0, 99]
    scene.put(0, *CAPITALS).put(1, *CAPITALS, ATLANTIS).score_round()
    assert (scene.winners, scene.scores) == ([1], [42, 12, 99])
    assert scene.ranks == [3, 1, 2]


@pytest.mark.rule("KD-5.2")
def test_the_others_rank_by_points_and_the_ties_of_points():
    scene = Scene(4)
    scene.state["goal_points"][:4] = [0, 5, 9, 5]
    scene.put(0, *CAPITALS).put(3, ATLANTIS).score_round()
    assert scene.ranks == [1, 4, 2, 3]


# --- 5.3: the card and the next age


@pytest.mark.rule("KD-5.3")
def test_personal_goal_and_ranking_are_scored_then_the_next_age_begins():
    scene = Scene(goal_1=goal("none", "units 1: 3", "units: 5 2")).put(0, 1)
    scene.score_round()
    assert scene.points("goal") == [8, 0]
    assert (scene.state["age"], scene.state["round"], scene.decider) == (1, 2, 1)


@pytest.mark.rule("KD-5.3", "KD-2.8")
def test_after_the_first_and_second_scoring_round_the_game_goes_on():
    for age in (0, 1):
        scene = Scene().score_round(age)
        assert (scene.kinds(), scene.ending) == ([Kind.CARD], Ending.RUNNING)


# --- 5.4: the end


@pytest.mark.rule("KD-5.4")
def test_after_the_third_scoring_round_the_game_ends():
    scene = finished(Scene())
    assert (scene.decider, scene.ending) == (None, THIRD_SCORING)
    assert scene.options() == []


@pytest.mark.rule("KD-5.4")
def test_the_game_ends_though_only_one_player_played_reset():
    scene = last_round().cards(DEPLOY, RESET).end_round()
    assert scene.ending == THIRD_SCORING


@pytest.mark.rule("KD-5.4", "KD-5.3")
def test_the_third_card_is_scored_before_the_end():
    scene = Scene(goal_3=goal("none", "units 1: 3", "units: 5 2")).put(0, 1)
    assert finished(scene).points("goal") == [8, 0]


@pytest.mark.rule("KD-5.4", "KD-4.5")
@pytest.mark.parametrize(
    ("castle", "points"),
    [
        ((1, 3), [2, 5]),
        ((2, 2), [5, 5]),
        ((0, 3), [0, 5]),
        ((3, 1, 2), [6, 1, 3]),
        ((3, 3, 2), [6, 6, 1]),
        ((3, 2, 2, 1), [6, 3, 3, 0]),
        ((2, 2, 2, 1), [6, 6, 6, 0]),
        ((0, 0, 0), [0, 0, 0]),
        ((5, 4, 3, 2, 1), [8, 5, 3, 1, 0]),
        ((5, 5, 3, 3, 1), [8, 8, 3, 3, 0]),
        ((7, 2, 2, 2, 1, 0), [8, 5, 5, 5, 0, 0]),
        ((1, 2, 3, 4, 0, 0), [1, 3, 5, 8, 0, 0]),
    ],
)
def test_places_by_units_in_the_castle_score_the_end_card(castle, points):
    scene = Scene(len(castle), **NO_BAIT)
    for seat, number in enumerate(castle):
        scene.put(seat, *[ATLANTIS] * number)
    assert finished(scene).points("end") == points


@pytest.mark.rule("KD-5.4")
def test_units_on_the_map_do_not_count_for_the_end_card():
    scene = Scene(**NO_BAIT).put(0, *[4] * 9).put(1, ATLANTIS)
    assert finished(scene).points("end") == [0, 5]


@pytest.mark.rule("KD-5.4")
def test_the_space_of_the_bait_cube_scores():
    scores = [finished(Scene().bait(0, space)).points("end")[0] for space in range(11)]
    assert scores == [0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 8]


@pytest.mark.rule("KD-5.4")
def test_end_card_and_bait_are_not_scored_before_the_end():
    scene = Scene().put(0, *[ATLANTIS] * 5).bait(0, 10).score_round(age=1)
    assert scene.points("end") == [0, 0]


# --- 5.5: who wins


def tied(castle, on_map, bait, points=(5, 5, 5)):
    """A finished game of three in which nothing is scored at the end."""
    scene = Scene(3, **FLAT_END)
    scene.state["goal_points"][:3] = points
    for seat in range(3):
        scene.put(seat, *[ATLANTIS] * castle[seat], *[4] * on_map[seat])
        scene.bait(seat, bait[seat])
    scene = finished(scene)
    assert scene.scores == list(points)
    return scene.winners, scene.ranks


@pytest.mark.rule("KD-5.5")
def test_most_points_win():
    assert tied((9, 0, 0), (9, 0, 0), (9, 0, 0), points=(4, 6, 5)) == ([1], [3, 1, 2])


@pytest.mark.rule("KD-5.5")
def test_a_tie_goes_to_most_units_in_the_castle():
    assert tied((2, 3, 1), (9, 0, 9), (9, 0, 9)) == ([1], [2, 1, 3])


@pytest.mark.rule("KD-5.5")
def test_a_further_tie_goes_to_most_units_on_the_map():
    assert tied((2, 2, 2), (3, 1, 4), (9, 9, 0)) == ([2], [2, 3, 1])


@pytest.mark.rule("KD-5.5")
def test_a_third_tie_goes_to_the_farthest_bait_cube():
    assert tied((2, 2, 2), (3, 3, 3), (4, 6, 5)) == ([1], [3, 1, 2])


@pytest.mark.rule("KD-5.5")
def test_players_level_in_everything_share_the_win():
    assert tied((2, 2, 1), (3, 3, 3), (4, 4, 4)) == ([0, 1], [1, 1, 3])


@pytest.mark.rule("KD-5.5")
def test_all_may_share_the_win():
    assert tied((1, 1, 1), (2, 2, 2), (3, 3, 3)) == ([0, 1, 2], [1, 1, 1])


@pytest.mark.rule("KD-5.5")
def test_players_level_further_down_share_a_rank():
    assert tied((1, 1, 1), (2, 2, 2), (3, 3, 3), points=(4, 6, 4)) == ([1], [2, 1, 2])


@pytest.mark.rule("KD-5.5")
def test_the_score_is_the_sum_of_the_five_kinds_of_points():
    scene = Scene(
        goal_3=goal("entered_castle 1: 2", "units 1: 3", "units: 5 2"), solo_points=4
    ).marker(8)
    scene.put(0, 1, 7).bait(0, 4).put(1, 2)
    scene.hold(1, RESET).play(Kind.CARD, MOVE).carry(unit(0), 1, ATLANTIS).end_round()
    # castle 1; capital 2; immediate 2, personal 3, first place shared 5; end card 5, bait 2
    assert [scene.points(kind)[0] for kind in ("entry", "capital", "goal", "end")] == [1, 2, 10, 7]
    # Reset alone 4; personal 3, first place shared 5
    assert [scene.points(kind)[1] for kind in ("solo", "goal")] == [4, 8]
    assert scene.scores == [20, 12]
