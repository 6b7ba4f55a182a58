"""Chapter 4: the goal cards; immediate goals."""

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
    TO_BOLSTER,
    TO_CASTLE,
    TO_DEPLOY,
    TO_MOVE,
    TRACKS,
    UPGRADE,
    Scene,
    goal,
    unit,
)

from undertow_kernels.kingdoms.state import Kind

NAMES = {BOLSTER: "bolster", DEPLOY: "deploy", MOVE: "move", SHARK: "shark"}
NUMBERS = {BOLSTER: 1, DEPLOY: 2, MOVE: 2, SHARK: 2}  # of level 1
LONG = {f"{name}_numbers": [6, 6, 6] for name in NAMES.values()}
UPGRADE_FIRST = ["upgrade", "shell", "shell", "shell"]


def aiming(immediate, players=2, **rules):
    """A scene with an immediate goal, six steps to each card, one unit of each seat on a tile."""
    scene = Scene(players, goal_1=goal(immediate), **{**LONG, **rules})
    for seat in range(players):
        scene.put(seat, 1 + seat)
    return scene


def icons(*names):
    return {"bait_icons": ["none", *names, *["none"] * (10 - len(names))]}


def scored(scene):
    """What seat 0 has scored for goal cards."""
    return scene.points("goal")[0]


# --- 4.1, 4.2: when a card counts


@pytest.mark.rule("KD-4.1")
@pytest.mark.parametrize("age", range(3))
def test_only_the_card_of_the_present_age_counts(age):
    cards = {f"goal_{1 + i}": goal(f"entered_castle 1: {5 + i}") for i in range(3)}
    scene = Scene(**cards).put(0, 1).marker((0, 3, 6)[age])
    assert scored(scene.act(DEPLOY).place(ATLANTIS)) == 5 + age


@pytest.mark.rule("KD-4.1", "KD-5.3")
def test_after_a_scoring_round_the_next_card_counts():
    scene = Scene(goal_1=goal("played_reset 1: 5"), goal_2=goal("played_reset 1: 7"))
    assert scored(scene.score_round()) == 5
    scene.hold(0, RESET).play(Kind.CARD, MOVE).end_round()
    assert scene.points("goal") == [12, 5]


@pytest.mark.rule("KD-4.2")
def test_a_goal_is_scored_when_its_condition_is_first_met():
    scene = aiming("entered_castle 2: 3").act(DEPLOY).place(ATLANTIS)
    assert scored(scene) == 0
    assert scored(scene.place(ATLANTIS)) == 3


@pytest.mark.rule("KD-4.2")
def test_a_goal_is_scored_once_a_round_however_often_it_is_met():
    scene = aiming("entered_castle 1: 3").act(DEPLOY).place(*[ATLANTIS] * 4)
    assert scored(scene) == 3


@pytest.mark.rule("KD-4.2")
def test_a_goal_is_scored_again_in_a_later_round():
    scene = aiming("eaten 1: 3").sharks(2).put(1, 2).act(SHARK).remove(1, 2).end_round()
    scene.hold(0, SHARK).hold(1, BOLSTER).play(Kind.CARD, BOLSTER).stop().remove(1, 2)
    assert scored(scene) == 6


@pytest.mark.rule("KD-4.2")
def test_several_players_may_score_the_goal_in_one_round():
    scene = aiming("upgraded 1: 2", 3).cards(UPGRADE, UPGRADE, UPGRADE)
    scene.play(Kind.COVER, 2).stop().play(Kind.RAISE, MOVE)
    assert scene.points("goal") == [2, 0, 2]


@pytest.mark.rule("KD-4.2")
def test_what_was_done_in_earlier_rounds_does_not_count():
    scene = aiming("eaten 2: 3").sharks(2).put(1, 2).act(SHARK).remove(1, 2).end_round()
    scene.hold(0, SHARK).hold(1, BOLSTER).play(Kind.CARD, BOLSTER).stop().remove(1, 2)
    assert scored(scene) == 0


@pytest.mark.rule("KD-4.2")
def test_what_a_bait_icon_brings_is_part_of_the_action():
    scene = aiming("entered_castle 1: 3", **icons("deploy")).sharks(2).act(SHARK).remove(1, 2)
    assert scored(scene.place(ATLANTIS)) == 3


@pytest.mark.rule("KD-4.2")
def test_a_bonus_move_is_part_of_the_action():
    scene = aiming("entered_castle 1: 3").level(0, MOVE, 2).act(UPGRADE).play(Kind.RAISE, MOVE)
    assert scored(scene.carry(unit(0), 1, ATLANTIS)) == 3


@pytest.mark.rule("KD-4.2")
@pytest.mark.parametrize("immediate", ["upgraded 1: 3", "entered_castle 1: 3"])
def test_what_the_round_track_brings_is_no_part_of_an_action(immediate):
    scene = aiming(immediate, track=UPGRADE_FIRST).level(0, MOVE, 2).cards(RESET, RESET)
    scene.end_action().end_action().play(Kind.RAISE, MOVE).carry(unit(0), 1, ATLANTIS)
    assert scene.points("goal") == [0, 0]


@pytest.mark.rule("KD-4.2")
def test_what_rivals_do_does_not_count():
    scene = aiming("entered_castle 1: 3").cards(MOVE, MOVE).stop()
    scene.carry(unit(0), 1, ATLANTIS)
    assert scene.points("goal") == [0, 0]


@pytest.mark.rule("KD-4.2")
def test_a_card_without_an_immediate_goal_scores_nothing():
    scene = aiming("none").act(DEPLOY).place(ATLANTIS, 2, 2, 8)
    assert scored(scene) == 0


# --- effects that count


@pytest.mark.rule("KD-4.2")
@pytest.mark.parametrize(("spaces", "points"), [((2, 8), 3), ((2, 2), 0), ((2, ATLANTIS), 0)])
def test_placed_tiles_counts_different_tiles(spaces, points):
    assert scored(aiming("placed_tiles 2: 3").act(DEPLOY).place(*spaces)) == points


@pytest.mark.rule("KD-4.2")
def test_placed_tiles_counts_units_from_any_source():
    scene = aiming("placed_tiles 3: 3", **icons("deploy", "bolster", "bolster")).sharks(2)
    scene.put(1, 2, 2).act(SHARK).remove(1, 2).place(6).remove(1, 2).place(7).remove(1, 2)
    assert scored(scene) == 0
    assert scored(scene.place(13)) == 3


@pytest.mark.rule("KD-4.2")
def test_placed_tiles_forgets_the_action_before():
    scene = aiming("placed_tiles 2: 3").cards(DEPLOY, DEPLOY).place(8).stop().place(9)
    assert scene.points("goal") == [0, 0]


@pytest.mark.rule("KD-4.2")
def test_placed_tiles_does_not_count_units_moved():
    scene = aiming("placed_tiles 1: 3").act(MOVE).carry(unit(0), 1, 2)
    assert scored(scene) == 0


@pytest.mark.rule("KD-4.2")
def test_entered_castle_counts_own_units_deployed_and_moved():
    assert scored(aiming("entered_castle 1: 3").act(DEPLOY).place(ATLANTIS)) == 3
    assert scored(aiming("entered_castle 1: 3").act(MOVE).carry(unit(0), 1, ATLANTIS)) == 3


@pytest.mark.rule("KD-4.2", "KD-3.12")
def test_entered_castle_counts_all_three_bonuses_of_reset():
    scene = aiming("entered_castle 3: 3").cover(0, *BONUSES).put(0, 9).act(RESET)
    scene.play(Kind.BONUS, TO_DEPLOY).place(ATLANTIS)
    scene.play(Kind.BONUS, TO_MOVE).carry(unit(0), 1, ATLANTIS)
    assert scored(scene) == 0
    assert scored(scene.play(Kind.BONUS, TO_CASTLE).play(Kind.SEND, unit(0), 9)) == 3


@pytest.mark.rule("KD-4.2")
def test_entered_castle_does_not_count_other_players_units():
    scene = aiming("entered_castle 1: 3").act(MOVE).carry(unit(1), 2, ATLANTIS)
    assert (scored(scene), scene.points("entry")) == (0, [1, 0])


@pytest.mark.rule("KD-4.2")
@pytest.mark.parametrize(("count", "points"), [(1, 0), (2, 3)])
def test_eaten_counts_other_players_units(count, points):
    scene = aiming("eaten 2: 3", 3, **icons()).sharks(2).put(2, 2).act(SHARK).remove(1, 2)
    if count == 2:
        scene.remove(2, 2)
    assert scored(scene) == points


@pytest.mark.rule("KD-4.2")
def test_eaten_does_not_count_own_units():
    assert scored(aiming("eaten 1: 3").sharks(1).act(SHARK).remove(0, 1)) == 0


@pytest.mark.rule("KD-4.2")
@pytest.mark.parametrize(
    ("own", "rival", "points"), [([], [], 3), ([], [7], 0), ([7], [7], 3), ([7], [], 0)]
)
def test_capitals_taken_counts_those_held_alone_at_the_end_but_not_before(own, rival, points):
    scene = aiming("capitals_taken 1: 3").put(0, *own).put(1, *rival).act(DEPLOY).place(7)
    assert scored(scene) == 0
    assert scored(scene.end_action()) == points


@pytest.mark.rule("KD-4.2")
def test_capitals_taken_counts_a_capital_that_a_rivals_unit_left():
    scene = aiming("capitals_taken 1: 3").put(0, 9).put(1, 9).act(MOVE).carry(unit(1), 9, 8)
    assert scored(scene.end_action()) == 3


@pytest.mark.rule("KD-4.2")
def test_capitals_taken_does_not_count_one_that_is_lost_again():
    scene = aiming("capitals_taken 1: 3").act(MOVE).carry(unit(0), 1, 7, 1).end_action()
    assert scored(scene) == 0


@pytest.mark.rule("KD-4.2")
@pytest.mark.parametrize(("tiles", "points"), [((7, 8), 3), ((7, 7), 0), ((7, 18), 0)])
def test_capitals_taken_counts_capitals(tiles, points):
    scene = aiming("capitals_taken 2: 3").act(DEPLOY).place(*tiles).end_action()
    assert scored(scene) == points


@pytest.mark.rule("KD-4.2")
def test_upgraded_counts_discs_on_tracks_and_bonuses():
    scene = aiming("upgraded 2: 3").act(UPGRADE, alone=True).play(Kind.COVER, 3)
    assert scored(scene) == 0
    assert scored(scene.play(Kind.RAISE, SHARK)) == 3


@pytest.mark.rule("KD-4.2")
def test_upgraded_counts_an_upgrade_of_a_bait_icon():
    scene = aiming("upgraded 1: 3", **icons("upgrade")).sharks(2).act(SHARK).remove(1, 2)
    assert scored(scene.play(Kind.RAISE, MOVE)) == 3


@pytest.mark.rule("KD-4.2")
def test_played_reset_is_scored_by_each_who_plays_reset():
    scene = aiming("played_reset 1: 3", 3).cards(RESET, UPGRADE, RESET)
    assert scene.points("goal") == [3, 0, 0]
    assert scene.end_round().points("goal") == [3, 0, 3]


@pytest.mark.rule("KD-4.2")
@pytest.mark.parametrize(("way", "points"), [((11, 3, 2), 3), ((11, 3, 0), 3), ((11, 3), 0)])
def test_moved_on_counts_a_step_from_a_tile_moved_onto_before(way, points):
    scene = aiming("moved_on 1: 3").put(0, 11).act(MOVE).carry(unit(0), *way)
    assert scored(scene) == points


@pytest.mark.rule("KD-4.2")
def test_moved_on_counts_each_such_step():
    scene = aiming("moved_on 3: 3").put(1, 11).act(MOVE).carry(unit(1), 11, 3, 2, 8)
    assert scored(scene) == 0
    assert scored(scene.carry(unit(1), 8, 9)) == 3


@pytest.mark.rule("KD-4.2")
def test_moved_on_counts_another_unit_of_that_colour_and_of_no_other():
    scene = aiming("moved_on 1: 3").put(0, 3).put(1, 11, 3).act(MOVE).carry(unit(1), 11, 3)
    assert scored(scene.carry(unit(0), 3, 10)) == 0
    assert scored(scene.carry(unit(1), 3, 4)) == 3


@pytest.mark.rule("KD-4.2")
def test_moved_on_does_not_count_sharks_or_steps_of_different_units():
    scene = aiming("moved_on 1: 3").act(MOVE).carry(A_SHARK, 0, 4, 3).carry(unit(0), 1, 8)
    assert scored(scene.carry(unit(1), 2, 8)) == 0


@pytest.mark.rule("KD-4.2")
def test_moved_on_forgets_the_action_before():
    scene = aiming("moved_on 1: 3").cards(MOVE, MOVE).carry(unit(0), 1, 8).stop()
    assert scene.carry(unit(0), 8, 9).points("goal") == [0, 0]


@pytest.mark.rule("KD-4.2", "KD-3.12")
def test_moved_on_does_not_count_a_unit_sent_into_the_castle():
    scene = aiming("moved_on 1: 3").cover(0, TO_MOVE, TO_CASTLE).act(RESET)
    scene.play(Kind.BONUS, TO_MOVE).carry(unit(0), 1, 8)
    assert scored(scene.play(Kind.BONUS, TO_CASTLE).play(Kind.SEND, unit(0), 8)) == 0


@pytest.mark.rule("KD-4.2")
def test_stacked_counts_own_units_where_bolster_has_just_set_one():
    scene = aiming("stacked 3: 3").put(1, 1, 1, 1).put(0, 13, 13, 13, 13).act(BOLSTER).place(1)
    assert scored(scene) == 0
    assert scored(scene.place(1)) == 3


@pytest.mark.rule("KD-4.2")
def test_stacked_does_not_count_deployed_units():
    assert scored(aiming("stacked 2: 3").act(DEPLOY).place(1, 1)) == 0


@pytest.mark.rule("KD-4.2")
def test_stacked_counts_the_bolster_of_an_icon_and_of_reset():
    scene = aiming("stacked 2: 3", **icons("bolster")).sharks(2).act(SHARK).remove(1, 2)
    assert scored(scene.place(1)) == 3
    scene = aiming("stacked 2: 3").cover(0, TO_BOLSTER).act(RESET).play(Kind.BONUS, TO_BOLSTER)
    assert scored(scene.place(1)) == 3


@pytest.mark.rule("KD-4.2")
@pytest.mark.parametrize(("card", "tile"), [(DEPLOY, 2), (BOLSTER, 7)])
def test_crowded_counts_the_other_players_where_a_unit_is_set(card, tile):
    scene = aiming("crowded 2: 3", 4).put(1, tile, tile).act(card).place(tile)
    assert scored(scene) == 0
    scene = aiming("crowded 2: 3", 4).put(1, tile).put(3, tile).act(card).place(tile)
    assert scored(scene) == 3


@pytest.mark.rule("KD-4.2")
def test_crowded_does_not_count_where_a_unit_is_moved():
    scene = aiming("crowded 1: 3").act(MOVE).carry(unit(0), 1, 2)
    assert scored(scene) == 0


@pytest.mark.rule("KD-4.2")
@pytest.mark.parametrize(("players", "points"), [(2, 3), (3, 0)])
def test_crowded_asks_for_no_more_players_than_there_are_others(players, points):
    scene = aiming("crowded 5: 3", players).act(DEPLOY).place(2)
    assert scored(scene) == points


@pytest.mark.rule("KD-4.2")
@pytest.mark.parametrize(("cards", "points"), [((2, 3, 2), [0, 3, 0]), ((2, 2, 2), [0, 0, 0])])
def test_sole_choice_is_scored_by_whoever_chose_alone(cards, points):
    assert aiming("sole_choice 1: 3", 3).cards(*cards).end_round().points("goal") == points


# --- 4.3: more steps


@pytest.mark.rule("KD-4.3")
@pytest.mark.parametrize("card", TRACKS)
@pytest.mark.parametrize("named", TRACKS)
def test_a_goal_with_more_steps_adds_to_the_card_named(card, named):
    scene = Scene(goal_1=goal(f"extra_{NAMES[named]} 2")).put(0, 1).act(card)
    assert scene.steps == NUMBERS[card] + (2 if card == named else 0)


@pytest.mark.rule("KD-4.3", "KD-2.3")
def test_more_steps_come_on_top_of_a_solo_and_score_nothing():
    scene = Scene(goal_1=goal("extra_move 3")).act(MOVE, alone=True)
    assert (scene.steps, scored(scene.end_round())) == (2 + 1 + 3, 0)


@pytest.mark.rule("KD-4.3")
@pytest.mark.parametrize("card", TRACKS)
def test_more_steps_do_not_come_to_an_icon(card):
    rules = {"goal_1": goal(f"extra_{NAMES[card]} 2"), **icons(NAMES[card])}
    scene = Scene(**rules).put(0, 1).put(1, 2, 2).sharks(2).act(SHARK).remove(1, 2)
    assert scene.steps == 1


@pytest.mark.rule("KD-4.3", "KD-3.7")
def test_more_steps_do_not_come_to_the_bonus_move():
    scene = Scene(goal_1=goal("extra_move 2")).level(0, MOVE, 2).act(UPGRADE)
    assert scene.play(Kind.RAISE, MOVE).steps == 4


@pytest.mark.rule("KD-4.3", "KD-3.12")
def test_more_steps_do_not_come_to_a_bonus_of_reset():
    scene = Scene(goal_1=goal("extra_deploy 2")).put(0, 1).act(RESET).play(Kind.BONUS, TO_DEPLOY)
    assert scene.place(8).kinds() == [Kind.FOCUS]
