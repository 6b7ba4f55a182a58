"""Chapter S: points, ties, ranks, and what is secret."""

from __future__ import annotations

import pytest
from games.poseidon.playing import NEUTRAL
from games.poseidon.positions import Scene

from undertow_kernels.core.game import Ending
from undertow_kernels.poseidon.state import Coral

SPEEDYFINS, WAVERIDER, BIGMOUTH, GRAVEYARD, TRIDENT = (
    Coral.SPEEDYFINS, Coral.WAVERIDER, Coral.BIGMOUTH, Coral.GRAVEYARD, Coral.TRIDENT,
)  # fmt: skip
PLACED = (SPEEDYFINS, SPEEDYFINS, WAVERIDER, WAVERIDER, BIGMOUTH, BIGMOUTH, GRAVEYARD, TRIDENT)
AT = {SPEEDYFINS: 3, WAVERIDER: 5, BIGMOUTH: 7, GRAVEYARD: 9, TRIDENT: 10}


def table(*reefs, counters=(), **rules):
    """A scene in which each seat has a reef in one line and counters."""
    scene = Scene(len(reefs), **rules).corals(*PLACED)
    for seat, faces in enumerate(reefs):
        scene.row(seat, faces)
    for seat, won in enumerate(counters):
        scene.state["counter"][seat][: len(won)] = won
    return scene


def points(scene):
    return list(scene.game.scores(scene.position))


def coral_points(faces, kind, *bones):
    """What a coral is worth to the owner of a reef."""
    scene = table(faces, "D D").bones(0, *bones).take_corals(0, AT[kind])
    assert points(scene)[1] == 0
    return points(scene)[0]


# --- points


@pytest.mark.rule("PK-S1")
def test_counters_score_their_value():
    scene = Scene().free(0, 1, 5).free(1, 5, 6).free(2, 5)
    assert points(scene) == [6 + 10, 8 + 10, 5, 0]


@pytest.mark.rule("PK-S2")
@pytest.mark.parametrize(("kind", "letter"), [(SPEEDYFINS, "A"), (BIGMOUTH, "E"), (WAVERIDER, "W")])
def test_three_corals_score_each_visible_symbol_of_theirs_at_any_height(kind, letter):
    others = "AEWD".replace(letter, "")
    faces = f"{letter} {letter}3 {letter}2 {letter} {' '.join(others)}"
    assert coral_points(faces, kind) == 4
    assert coral_points(faces, kind, 1, 3, 4) == 2
    assert coral_points("D D", kind) == 0


@pytest.mark.rule("PK-S3")
@pytest.mark.parametrize(("bones", "worth"), [((), 3), ((0,), -1), ((0, 2), -2), ((0, 1, 2), -3)])
def test_the_graveyard_scores_3_without_skeletons_and_minus_1_for_each(bones, worth):
    assert coral_points("A A A A", GRAVEYARD, *bones) == worth


@pytest.mark.rule("PK-S3")
def test_a_rivals_skeletons_do_not_count():
    scene = table("A A", "A A").bones(1, 0, 1).take_corals(0, AT[GRAVEYARD])
    assert points(scene) == [3, 0]


@pytest.mark.rule("PK-S4")
@pytest.mark.parametrize(
    ("faces", "bones", "worth"),
    [
        ("A A A A E W", (), 4),
        ("A E E E E W", (), 4),
        ("A E W W W W", (), 4),
        ("A A E W D D", (), 3),
        ("A A E W D D", (4,), 2),
        ("D D", (0, 1), 0),
    ],
)
def test_the_trident_scores_as_the_best_of_the_other_kinds(faces, bones, worth):
    assert coral_points(faces, TRIDENT, *bones) == worth


@pytest.mark.rule("PK-S4")
def test_equal_corals_score_each_and_the_trident_beside_them():
    scene = table("A A A A E W", "D D").take_corals(0, 3, 4)
    assert points(scene) == [8, 0]
    assert points(scene.take_corals(0, AT[TRIDENT])) == [12, 0]


@pytest.mark.rule("PK-S1", "PK-S2", "PK-S3", "PK-S4")
def test_example_4_scoring():
    scene = table("D D", "A A E W", counters=[[], [10, 4]])
    scene.take_corals(1, AT[SPEEDYFINS], AT[TRIDENT])
    assert points(scene) == [0, 14 + 2 + 3]


# --- who wins


@pytest.mark.rule("PK-S5")
def test_most_points_win_whatever_else_there_is():
    scene = table("A A", "A5 A", "A A", "A A", counters=[[9], [8], [5, 4, 1], [0]])
    assert scene.over().winners == [2]
    assert scene.ranks == [2, 3, 1, 4]


@pytest.mark.rule("PK-S5")
def test_a_tie_goes_first_to_the_trident():
    scene = table("D D", "D3 D", "D D", counters=[[10], [13], [12]]).take_corals(0, AT[TRIDENT])
    assert points(scene) == [13, 13, 12]
    assert scene.over().winners == [0]
    assert scene.ranks == [1, 2, 3]


@pytest.mark.rule("PK-S5")
def test_the_trident_of_somebody_who_is_not_tied_breaks_nothing():
    scene = table("D D", "D3 D", "D D", counters=[[13], [13], [4]]).take_corals(2, AT[TRIDENT])
    assert scene.over().winners == [1]


@pytest.mark.rule("PK-S5")
def test_then_to_the_highest_level_of_the_reef_skeletons_or_not():
    scene = table("A D", "A3 D", "A2 A2", counters=[[10], [10], [10]]).bones(1, 0)
    assert scene.over().winners == [1]


@pytest.mark.rule("PK-S5")
def test_then_to_the_fewest_skeletons_among_those_with_the_highest_reefs():
    scene = table("A2 D D D", "A2 D D D", "A D D D", counters=[[10], [10], [10]])
    scene.bones(0, 1, 2).bones(1, 1)
    assert scene.over().winners == [1]


@pytest.mark.rule("PK-S5")
def test_a_skeleton_less_breaks_a_tie_before_counters_do():
    scene = table("A D D D", "A D D D", counters=[[11], [10]]).take_corals(1, AT[SPEEDYFINS])
    scene.bones(0, 1)
    assert points(scene) == [11, 11]
    assert scene.over().winners == [1]


@pytest.mark.rule("PK-S5")
def test_those_who_do_not_win_share_a_rank_whoever_has_the_trident():
    scene = table("D D", "D3 D", "D D", counters=[[10], [13], [20]]).take_corals(0, AT[TRIDENT])
    assert points(scene) == [13, 13, 20]
    assert scene.over().ranks == [2, 2, 1]


@pytest.mark.rule("PK-S5")
@pytest.mark.parametrize(("best", "winner"), [(False, 0), (True, 1)])
def test_then_to_the_sum_of_counters_or_by_the_option_to_the_best_one(best, winner):
    scene = table("D D", "A A", counters=[[4, 4, 4], [10]], tiebreak_best_counter=best)
    scene.take_corals(1, AT[SPEEDYFINS])
    assert points(scene) == [12, 12]
    assert scene.over().winners == [winner]
    assert scene.ranks == ([1, 2] if winner == 0 else [2, 1])


@pytest.mark.rule("PK-S5")
def test_each_step_keeps_those_who_lead_in_it():
    reefs = ("A2 D D D", "A2 D D D", "A2 D D D", "A D D D")
    scene = table(*reefs, counters=[[6, 6], [12], [12], [12]]).bones(2, 0)
    assert scene.over().winners == [0, 1]  # seat 3 is out by height, seat 2 by its skeleton
    assert scene.ranks == [1, 1, 3, 3]


@pytest.mark.rule("PK-S6")
@pytest.mark.parametrize(
    ("joke", "won", "places"), [(False, [0, 1], [1, 1, 3, 4]), (True, [2, 3], [3, 3, 1, 1])]
)
def test_a_tie_that_is_left_is_shared_or_by_the_option_everybody_else_wins(joke, won, places):
    scene = table(*["D D"] * 4, counters=[[10], [10], [7], [6]], literal_joke_tiebreak=joke)
    assert scene.over().winners == won
    assert scene.ranks == places


@pytest.mark.rule("PK-S6")
@pytest.mark.parametrize("joke", [False, True])
def test_a_tie_of_everybody_is_shared_in_any_case(joke):
    scene = table("D D", "D D", "D D", counters=[[5]] * 3, literal_joke_tiebreak=joke)
    assert scene.over().winners == [0, 1, 2]
    assert scene.ranks == [1, 1, 1]


@pytest.mark.rule("PK-S6")
def test_a_tie_that_was_broken_is_no_joke():
    scene = table("D2 D", "D D", "D D", counters=[[5], [5], [1]], literal_joke_tiebreak=True)
    assert scene.over().winners == [0]
    assert scene.ranks == [1, 2, 3]


@pytest.mark.rule("PK-E6")
def test_a_capped_game_has_no_winner_and_ranks_by_points_alone():
    scene = table("D2 D", "D D", "D D", "D D", counters=[[5], [5], [9], [1]])
    assert scene.over(Ending.CAPPED).winners == []
    assert scene.ranks == [2, 2, 1, 4]


# --- what is secret


@pytest.mark.rule("PK-S7")
def test_a_player_knows_the_corals_peeked_at_and_those_taken_and_all_else_is_open():
    scene = table("A A", "D D", "A A").take_corals(0, 3).take_corals(1, 10)
    scene.state["coral_known"][6] |= 1 << 0
    scene.sea(4, (3, 1), (2, NEUTRAL)).store(1, 0, 4, 2).free(2, 3)
    known = {0: [SPEEDYFINS, 0, 0, 0, 0, 0, GRAVEYARD, 0], 1: [0] * 7 + [TRIDENT], 2: [0] * 8}
    for seat, kinds in known.items():
        view = scene.view(seat)
        assert view["coral_kind"].tolist() == kinds
        for field in set(view.dtype.names) - {"coral_kind"}:
            assert (view[field] == scene.state[field]).all()


@pytest.mark.rule("PK-S7")
def test_a_peek_is_remembered_when_somebody_else_takes_the_coral():
    scene = table("A A", "D D")
    scene.state["coral_known"][7] = 1 << 1
    scene.take_corals(0, 10)
    for seat in (0, 1):
        view = scene.view(seat)
        assert view["coral_kind"].tolist() == [0] * 7 + [TRIDENT]
