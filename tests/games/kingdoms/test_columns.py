"""Counters of a game that no other chapter looks at, and the handicap, in hand figures."""

from __future__ import annotations

import pytest
from games.kingdoms.positions import ATLANTIS, CAPITALS, DEPLOY, RESET, Scene

from undertow_kernels.kingdoms.state import OwnEnding

FLAT = {"end_points": [0], "bait_points": [0] * 11}


def test_capitals_are_counted_over_all_scoring_rounds_whatever_they_score():
    scene = Scene(3, capital_points=0).put(0, 7, 7).put(1, 7, 9).put(2, 10, 11).score_round()
    assert scene.columns["capitals"].tolist() == [1, 1, 2, 0, 0, 0]
    assert scene.columns["capital_points"].tolist() == [0] * 6
    scene.score_round(age=1)
    assert scene.columns["capitals"].tolist() == [2, 2, 4, 0, 0, 0]


def test_a_card_that_nobody_else_chose_is_a_solo_of_its_seat():
    scene = Scene(3).cards(DEPLOY, RESET, RESET).end_round()
    columns = scene.columns
    assert columns["solos"].tolist() == [1, 0, 0, 0, 0, 0]
    assert columns["cards"][:3].tolist() == [[0, 1, 0, 0, 0, 0], *[[0, 0, 0, 0, 0, 1]] * 2]
    assert columns["advances"] == 1


@pytest.mark.rule("KD-5.6")
def test_a_handicap_is_added_to_the_points_and_to_no_kind_of_them():
    scene = Scene(3, handicap=[5, 0, -3]).put(0, 7).put(2, 8).score_round()
    assert scene.scores == [2 + 5, 0, 2 - 3]
    assert scene.points("capital") == [2, 0, 2]


@pytest.mark.rule("KD-5.6")
@pytest.mark.parametrize(("handicap", "winners"), [([0, 0], [0]), ([0, 2], [0]), ([0, 3], [1])])
def test_a_handicap_changes_who_wins_and_breaks_no_tie(handicap, winners):
    scene = Scene(handicap=handicap, **FLAT).put(0, 7, 8, 9).put(1, 10, 11)
    scene.put(0, ATLANTIS).score_round(age=2)  # 6 to 4; level at 6, the castle decides
    assert scene.ending == OwnEnding.THIRD_SCORING
    assert scene.winners == winners


@pytest.mark.rule("KD-5.6")
def test_all_capitals_win_whatever_the_handicap_and_the_others_rank_with_it():
    scene = Scene(3, handicap=[0, 90, 80]).put(0, *CAPITALS).score_round()
    assert scene.ending == OwnEnding.ALL_CAPITALS
    assert (scene.winners, scene.ranks) == ([0], [1, 2, 3])
    assert scene.result["decided"] == scene.result["rounds"]
