"""Chapter 4: personal goals, what each measure says, rankings."""

from __future__ import annotations

import pytest
from games.kingdoms.positions import (
    ATLANTIS,
    BOLSTER,
    CAPITALS,
    DEPLOY,
    INNER,
    MOVE,
    OUTER,
    SHARK,
    TILES,
    TRACKS,
    Scene,
    goal,
)

from undertow.games.kingdoms.cards import MEASURES

CORNERS = (7, 9, 11, 13, 15, 17)
# What a scene of three players gets, and what the measure then says of seat 0. Focus 1: tiles 1, 7,
# 13; focus 5: tiles 5, 11, 17. Two units of seat 1 on tile 12 keep seat 0 from winning at once.
CASES = [
    ("tiles", lambda s: s.put(0, 1, 1, 9, 18), 3),
    ("tiles", lambda s: s.put(0, *TILES).put(1, 12, 12), 18),
    ("inner_tiles", lambda s: s.put(0, 1, 1, 6, 7, 18), 2),
    ("inner_tiles", lambda s: s.put(0, *INNER), 6),
    ("outer_tiles", lambda s: s.put(0, 1, 6, 7, 7, 18), 2),
    ("outer_tiles", lambda s: s.put(0, *OUTER).put(1, 12, 12), 12),
    ("terrains", lambda s: s.put(0, 1, 7, 13, 2, 15), 3),
    ("terrains", lambda s: s.put(0, *INNER), 6),
    ("capitals", lambda s: s.put(0, 7, 7, 12, 13, 6).put(1, 7, 7, 7), 2),
    ("capitals", lambda s: s.put(0, *CAPITALS).put(1, 12, 12), 6),
    ("units", lambda s: s.put(0, 1, 1, 7, 7, 7, 13), 6),
    ("units", lambda s: s.put(0, *[4] * 20), 20),
    ("inner_units", lambda s: s.put(0, 1, 1, 7, 7, 7, 13), 2),
    ("outer_units", lambda s: s.put(0, 1, 1, 7, 7, 7, 13), 4),
    ("capital_units", lambda s: s.put(0, 1, 1, 7, 7, 12, 13), 3),
    ("focus_units", lambda s: s.put(0, 1, 1, 7, 2, 8, 5, 5), 3),
    ("focus_units", lambda s: s.foci(0, 1, 5).put(0, 1, 1, 7, 2, 8, 5, 5), 5),
    ("near_sharks", lambda s: s.sharks(9).put(0, 8, 8, 10, 2, 9, 9, 1), 4),
    ("near_sharks", lambda s: s.sharks(8, 9).put(0, 8, 9, 9, 1, 13), 4),
    ("near_sharks", lambda s: s.sharks(9, 9, 8).put(0, 2, 2), 2),
    ("near_sharks", lambda s: s.sharks(0).put(0, *TILES).put(1, 12, 12), 6),
    ("safe_units", lambda s: s.sharks(9).put(0, 8, 8, 10).put(1, 9), 3),
    ("safe_units", lambda s: s.sharks(9, 3).put(0, 8, 8, 10, 3), 0),
    ("safe_units", lambda s: s.sharks(9).put(0, 8, 8, 10, 9), 0),
    ("safe_units", lambda s: s.sharks(0).put(0, 8, 8, 10), 3),
    ("supply", lambda s: s.put(0, 1, 7, 7), 17),
    ("supply", lambda s: s.leave(0, 0), 0),
    ("castle", lambda s: s.put(0, 0, 0, 0, 1, 7), 3),
    ("bait", lambda s: s.bait(0, 7).bait(1, 9), 7),
    ("bait", lambda s: s, 0),
    ("line", lambda s: s.put(0, 4), 0),
    ("line", lambda s: s.put(0, 1, 3, 5), 0),
    ("line", lambda s: s.put(0, 1, 2), 2),
    ("line", lambda s: s.put(0, 1, 2, 3), 2),
    ("line", lambda s: s.put(0, 7, 8, 9), 3),
    ("line", lambda s: s.put(0, 7, 8, 9, 10, 11), 3),
    ("line", lambda s: s.put(0, 12, 3, 8), 2),
    ("line", lambda s: s.put(0, 12, 3, 2, 8), 4),
    ("line", lambda s: s.put(0, 14, 5, 6, 18), 4),
    ("line", lambda s: s.put(0, 7, 1, 0, 4, 13), 2),
    ("group", lambda s: s.put(0, 1, 1, 2, 3, 5), 3),
    ("group", lambda s: s.put(0, 1, 4, 0), 1),
    ("group", lambda s: s.put(0, 7, 8, 9, 10, 13, 14), 4),
    ("group", lambda s: s.put(0, *TILES).put(1, 12, 12), 18),
    ("group", lambda s: s, 0),
    ("triangles", lambda s: s.put(0, 1, 2, 3), 0),
    ("triangles", lambda s: s.put(0, 1, 2, 0), 0),
    ("triangles", lambda s: s.put(0, 1, 2, 8), 1),
    ("triangles", lambda s: s.put(0, 1, 2, 8, 7), 2),
    ("triangles", lambda s: s.put(0, *TILES).put(1, 12, 12), 18),
    ("corners", lambda s: s.put(0, 7, 9, 11), 0),
    ("corners", lambda s: s.put(0, 8, 14), 0),
    ("corners", lambda s: s.put(0, 7, 13, 9), 1),
    ("corners", lambda s: s.put(0, 9, 15, 11, 17), 2),
    ("corners", lambda s: s.put(0, *CORNERS), 3),
    ("sole_tiles", lambda s: s.put(0, 1, 2, 3, 4).put(1, 3).put(2, 4, 5), 2),
    ("stack", lambda s: s.put(0, 9, 9, 9, 1, 2, 2), 3),
    ("home", lambda s: s.put(0, 1, 1, 7, 7, 7, 13, 13), 2),
    ("home", lambda s: s.put(0, 1, 1, 7, 7, 7), 0),
    ("home", lambda s: s.foci(0, 1, 5).put(0, 1, 7, 13, 5, 5, 11, 11, 17, 17), 2),
    ("home", lambda s: s.foci(0, 1, 5).put(0, 1, 7, 13, 5, 5, 11, 11), 1),
    ("home", lambda s: s.foci(0, 1).put(0, 1, 5, 5, 11, 11, 17, 17), 0),
    ("level", lambda s: s, 1),
    ("level", lambda s: s.level(0, MOVE, 2).level(0, SHARK, 2), 2),
    ("level", lambda s: s.level(0, DEPLOY, 3).level(1, MOVE, 2), 3),
    ("upgrades", lambda s: s, 0),
    ("upgrades", lambda s: s.level(0, MOVE, 3).level(0, SHARK, 2), 3),
    ("upgrades", lambda s: s.level(0, MOVE, 2).cover(0, 1, 3, 4), 3),
    ("reset_discs", lambda s: s, 1),
    ("reset_discs", lambda s: s.cover(0, 1, 3, 4), 3),
    ("controlled_terrains", lambda s: s.put(0, 1).put(1, 1), 1),
    ("controlled_terrains", lambda s: s.put(0, 1, 13).put(1, 1, 1).put(2, 13, 13), 0),
    ("controlled_terrains", lambda s: s.put(0, 1, 7, 2).put(1, 1, 1, 8, 3), 2),
    ("majorities", lambda s: s.put(0, 1, 7).put(1, 13, 13), 1),
    ("majorities", lambda s: s.put(0, 2).put(1, 8, 14), 0),
    ("majorities", lambda s: s.put(0, 2, 2).put(1, 8).put(2, 14), 1),
    ("majorities", lambda s: s.put(0, 1, 1, 7, 3).put(1, 13, 2), 2),
    ("controlled_capitals", lambda s: s.put(0, 7, 8, 9).put(1, *[1, 2, 3] * 2), 3),
    ("controlled_capitals", lambda s: s.put(0, 7, 8, 9, 1).put(1, 8, 9, 9, 10), 2),
]
IN_CASTLE = {"units", "tiles", "stack", "group", "safe_units", "focus_units", "terrains"}


def scored_for(measure, build, number):
    """What seat 0 scores for a personal goal of 7 points."""
    scene = Scene(3, goal_1=goal(personal=f"{measure} {number}: 7"))
    build(scene)
    return scene.score_round().points("goal")[0]


# --- 4.6: measures


def test_every_measure_has_a_case():
    assert {measure for measure, _, _ in CASES} == set(MEASURES)
    assert len(MEASURES) == 28


@pytest.mark.rule("KD-4.6", "KD-4.4")
@pytest.mark.parametrize(
    ("measure", "build", "value"), CASES, ids=[f"{m}-{v}-{i}" for i, (m, _, v) in enumerate(CASES)]
)
def test_a_measure_meets_what_it_reaches_and_no_more(measure, build, value):
    greatest = MEASURES[measure][1]
    assert 0 <= value <= greatest
    if value > 0:
        assert scored_for(measure, build, value) == 7
    if value < greatest:
        assert scored_for(measure, build, value + 1) == 0


@pytest.mark.rule("KD-4.6")
def test_all_eleven_upgrades_of_a_board_count():
    def build(scene):
        scene.foci(0, 1, 2).cover(0, 1, 2, 3, 4)
        for track in TRACKS:
            scene.level(0, track, 3)

    assert scored_for("upgrades", build, 11) == 7
    assert scored_for("reset_discs", build, 4) == 7


@pytest.mark.rule("KD-4.6")
def test_a_home_of_six_units_on_each_tile_counts_six():
    assert scored_for("home", lambda s: s.put(0, *[1, 7, 13] * 6), 6) == 7


@pytest.mark.rule("KD-4.6")
@pytest.mark.parametrize("measure", sorted(IN_CASTLE))
def test_units_in_the_castle_do_not_count(measure):
    assert scored_for(measure, lambda s: s.put(0, *[ATLANTIS] * 5), 1) == 0


@pytest.mark.rule("KD-4.6")
def test_a_rivals_units_do_not_count_as_own():
    def build(scene):
        scene.put(1, *TILES).put(2, 12, 12)

    assert not any(
        scored_for(m, build, 1) for m in MEASURES if m not in {"supply", "level", "reset_discs"}
    )


# --- 4.4: personal goals


@pytest.mark.rule("KD-4.4")
def test_each_player_who_meets_the_personal_goal_scores_its_points():
    scene = Scene(4, goal_1=goal(personal="units 2: 3")).put(0, 1, 1).put(1, 2).put(3, *INNER)
    assert scene.score_round().points("goal") == [3, 0, 0, 3]


@pytest.mark.rule("KD-4.4")
def test_a_personal_goal_is_scored_at_a_scoring_round_only():
    scene = Scene(goal_1=goal(personal="supply 1: 3")).cards(BOLSTER, BOLSTER).end_round()
    assert scene.points("goal") == [0, 0]


@pytest.mark.rule("KD-4.4", "KD-4.1")
@pytest.mark.parametrize("age", range(3))
def test_the_personal_goal_is_that_of_the_present_card(age):
    cards = {f"goal_{1 + i}": goal(personal=f"supply 1: {5 + i}") for i in range(3)}
    assert Scene(**cards).score_round(age).points("goal") == [5 + age] * 2


# --- 4.5: rankings


def ranked(values, points="9 6 4 3 2 1", measure="bait", fewest=False):
    """What seats score in a ranking by the space of their bait cubes."""
    text = f"{'fewest ' if fewest else ''}{measure}: {points}"
    scene = Scene(len(values), goal_1=goal(ranking=text))
    for seat, value in enumerate(values):
        scene.bait(seat, value)
    return scene.score_round().points("goal")


@pytest.mark.rule("KD-4.5")
@pytest.mark.parametrize(
    ("values", "points"),
    [
        ((5, 4), [9, 6]),
        ((2, 9, 5), [4, 9, 6]),
        ((1, 2, 3, 4, 5, 6), [1, 2, 3, 4, 6, 9]),
        # two level for first: second place is skipped
        ((5, 5), [9, 9]),
        ((5, 5, 3), [9, 9, 4]),
        ((5, 3, 5, 2), [9, 4, 9, 3]),
        # two level for second: third place is skipped
        ((3, 3, 5, 2), [6, 6, 9, 3]),
        ((5, 5, 3, 3, 1), [9, 9, 4, 4, 2]),
        # three or more level: nobody further down scores
        ((5, 5, 5, 3), [9, 9, 9, 0]),
        ((5, 5, 5, 5, 3, 2), [9, 9, 9, 9, 0, 0]),
        ((7, 5, 5, 5, 3), [9, 6, 6, 6, 0]),
        ((8, 7, 5, 5, 5, 3), [9, 6, 4, 4, 4, 0]),
        ((8, 8, 5, 5, 5, 3), [9, 9, 4, 4, 4, 0]),
        ((5, 5, 5, 5, 5, 5), [9] * 6),
        # who has 0 has no place
        ((5, 0, 0), [9, 0, 0]),
        ((0, 0, 0), [0, 0, 0]),
        ((5, 3, 0, 0), [9, 6, 0, 0]),
    ],
)
def test_places_score_what_is_printed_and_ties_skip_places(values, points):
    assert ranked(values) == points


@pytest.mark.rule("KD-4.5")
def test_places_beyond_those_printed_score_nothing():
    assert ranked((5, 4, 3, 2), points="5 3") == [5, 3, 0, 0]


@pytest.mark.rule("KD-4.5")
@pytest.mark.parametrize(
    ("values", "points"),
    [
        ((5, 4, 7), [6, 9, 4]),
        ((0, 4, 7), [9, 6, 4]),
        ((0, 0, 7), [9, 9, 4]),
        ((0, 0, 0, 7), [9, 9, 9, 0]),
    ],
)
def test_where_the_fewest_lead_0_is_a_place_too(values, points):
    assert ranked(values, fewest=True) == points


@pytest.mark.rule("KD-4.5")
def test_a_ranking_by_fewest_in_supply_is_led_by_the_smallest_supply():
    scene = Scene(3, goal_1=goal(ranking="fewest supply: 5 3 1"))
    scene.put(0, 1, 1, 1).put(1, *INNER).put(2, 3)
    assert scene.score_round().points("goal") == [3, 5, 1]


@pytest.mark.rule("KD-4.5", "KD-4.6")
def test_a_ranking_by_units_leaves_out_those_in_the_castle():
    scene = Scene(3, goal_1=goal(ranking="units: 5 3 1"))
    scene.put(0, 1, *[ATLANTIS] * 9).put(1, 2, 2, 2).put(2, 3, 3)
    assert scene.score_round().points("goal") == [1, 5, 3]


@pytest.mark.rule("KD-4.5", "KD-4.4")
def test_personal_goal_and_ranking_add_up():
    scene = Scene(goal_1=goal(personal="units 2: 3", ranking="units: 5 2"))
    assert scene.put(0, 1, 1).put(1, 2).score_round().points("goal") == [8, 2]
