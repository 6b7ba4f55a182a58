"""Chapter 5: the far shore."""

from __future__ import annotations

import pytest
from games.pond.positions import (
    EACH,
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Scene,
    fly,
    frog,
    home,
    spider,
    sq,
    sqs,
)

from undertow_kernels.pond.state import Card, Kind

STEPS = [  # colour, from the centre into the home opposite
    (NORTH, (6, 3), (7, 3)),
    (EAST, (3, 2), (3, 1)),
    (SOUTH, (2, 3), (1, 3)),
    (WEST, (3, 6), (3, 7)),
]
OTHERS = [frog(EAST, i) for i in range(4)] + [spider(EAST, i) for i in range(5)]


def shore(players=4, active=NORTH, **rules):
    return Scene(players, active=active, far_shore=True, **rules)


def landing(scene):
    """A spider of the north steps into the southern home."""
    return scene.put(spider(NORTH), 6, 3).move(spider(NORTH), 7, 3)


def crowded(scene, keep=()):
    """Take all spider starts of the north but some with pieces of the east."""
    squares = home(NORTH, 0) - set(keep)
    return scene.fill(squares, OTHERS[: len(squares)])


# --- 5.1: the spider returns


@pytest.mark.rule("KP-5.1")
@pytest.mark.parametrize(("colour", "origin", "goal"), STEPS)
def test_a_spider_that_enters_the_home_opposite_returns_to_a_spider_start_of_its_own(
    colour, origin, goal
):
    scene = shore(active=colour).put(spider(colour), *origin).move(spider(colour), *goal)
    assert (scene.decider, scene.moves(Kind.RETURN)) == (colour, sorted(home(colour, 0)))
    target = max(home(colour, 0))
    scene.play(Kind.RETURN, target)
    assert scene.at(spider(colour)) == target
    assert scene.state["at"][sq(*goal)] == 0
    assert scene.decider == (colour + 1) % 4


@pytest.mark.rule("KP-5.1")
def test_without_the_variant_the_spider_stays():
    scene = landing(Scene())
    assert (scene.at(spider(NORTH)), scene.decider) == (sq(7, 3), EAST)


@pytest.mark.rule("KP-5.1")
@pytest.mark.parametrize(("row", "returns"), [("any", True), ("last", False)])
def test_the_first_row_of_the_home_is_the_far_shore_or_only_the_last(row, returns):
    assert (Kind.RETURN in landing(shore(far_shore_row=row)).kinds()) == returns


@pytest.mark.rule("KP-5.1")
@pytest.mark.parametrize(("row", "returns"), [("any", False), ("last", True)])
def test_from_within_the_home_only_the_last_row_is_entered(row, returns):
    scene = shore(far_shore_row=row).put(spider(NORTH), 7, 3).move(spider(NORTH), 8, 3)
    assert (Kind.RETURN in scene.kinds()) == returns


@pytest.mark.rule("KP-5.1")
@pytest.mark.parametrize("row", ["any", "last"])
def test_a_move_within_the_far_shore_does_not_count(row):
    scene = shore(far_shore_row=row).put(spider(NORTH), 8, 3).move(spider(NORTH), 8, 2)
    assert (scene.at(spider(NORTH)), scene.decider) == (sq(8, 2), EAST)


@pytest.mark.rule("KP-5.1", "KP-6.7")
@pytest.mark.parametrize("row", ["any", "last"])
def test_a_spider_with_frog_legs_may_reach_the_last_row_from_outside(row):
    scene = shore(far_shore_row=row, pond_power=True).hold(NORTH, Card.FROG_LEGS)
    scene.put(spider(NORTH), 6, 3).play(Kind.LEGS, spider(NORTH)).move(spider(NORTH), 8, 3)
    assert scene.kinds() == [Kind.RETURN]


@pytest.mark.rule("KP-5.1")
@pytest.mark.parametrize(("piece", "origin"), [(frog(NORTH), (5, 3)), (fly(NORTH), (6, 3))])
def test_frogs_and_dragonflies_do_not_return(piece, origin):
    scene = shore().capture(EAST, frog(NORTH, 3)).put(piece, *origin).move(piece, 7, 3)
    assert (scene.at(piece), scene.decider) == (sq(7, 3), EAST)
    assert scene.dungeon(EAST) == [frog(NORTH, 3)]


@pytest.mark.rule("KP-5.1")
@pytest.mark.parametrize("goal", [(3, 7), (3, 1), (1, 3)])
def test_other_homes_are_no_far_shore(goal):
    origin = {7: (3, 6), 1: (3, 2), 3: (2, 3)}[goal[1]]
    scene = shore().put(spider(NORTH), *origin).move(spider(NORTH), *goal)
    assert (scene.at(spider(NORTH)), scene.decider) == (sq(*goal), EAST)


@pytest.mark.rule("KP-5.1")
def test_only_vacant_spider_starts_are_offered():
    scene = landing(shore().put(spider(NORTH, 1), 1, 2).put(frog(EAST), 1, 4))
    assert scene.moves(Kind.RETURN) == sorted(sqs((1, 3), (1, 5), (1, 6)))


@pytest.mark.rule("KP-5.1", "KP-1.2")
def test_spiders_return_to_the_outer_row_if_they_start_there():
    assert landing(shore(spiders_in_front=False)).moves(Kind.RETURN) == sorted(home(NORTH, 1))


@pytest.mark.rule("KP-5.1")
def test_a_single_vacant_start_is_taken_unasked():
    scene = landing(crowded(shore(), keep=sqs((1, 5))))
    assert (scene.at(spider(NORTH)), scene.decider) == (sq(1, 5), EAST)


@pytest.mark.rule("KP-5.1", "KP-5.2")
def test_without_a_vacant_start_the_spider_stays_and_a_piece_is_freed_all_the_same():
    scene = landing(crowded(shore().capture(EAST, fly(NORTH))))
    assert scene.at(spider(NORTH)) == sq(7, 3)
    assert (scene.at(fly(NORTH)), scene.decider) == (sq(0, 4), EAST)


@pytest.mark.rule("KP-5.1", "KP-1.4")
def test_with_two_players_the_far_shore_is_the_rivals_home():
    assert landing(shore(2)).kinds() == [Kind.RETURN]


@pytest.mark.rule("KP-5.1", "KP-1.4")
def test_with_three_players_the_middle_one_has_the_unused_home_for_a_far_shore():
    scene = landing(shore(3, active=1))
    assert (scene.decider, scene.kinds()) == (1, [Kind.RETURN])


@pytest.mark.rule("KP-5.1", "KP-1.4")
def test_with_the_unused_home_out_of_bounds_the_middle_player_has_no_far_shore():
    scene = shore(3, active=1, three_player_unused_home="out").put(spider(NORTH), 6, 3)
    assert not scene.goals(spider(NORTH)) & home(SOUTH)
    scene = shore(3, active=0, three_player_unused_home="out").put(spider(WEST), 3, 6)
    assert scene.move(spider(WEST), 3, 7).kinds() == [Kind.RETURN]


@pytest.mark.rule("KP-5.1", "KP-1.5")
def test_in_the_two_colour_game_the_far_shore_may_be_ones_own_other_home():
    scene = landing(shore(2, mode="two_colour"))
    assert scene.moves(Kind.RETURN) == sorted(home(NORTH, 0))


# --- 5.2: a piece is freed


@pytest.mark.rule("KP-5.2")
def test_one_captured_piece_of_ones_choice_returns_to_a_start_of_its_kind():
    scene = shore().capture(EAST, frog(NORTH, 1), fly(NORTH)).capture(WEST, spider(NORTH, 2))
    scene.put(frog(EAST), 0, 2).put(spider(EAST), 1, 6)
    scene = landing(scene).play(Kind.RETURN, sq(1, 2))
    free = [(spider(NORTH, 2), sq(1, column)) for column in (3, 4, 5)]
    free += [(frog(NORTH, 1), sq(0, column)) for column in (3, 5, 6)]
    assert scene.moves(Kind.FREE) == [*free, (fly(NORTH), sq(0, 4))]
    scene.play(Kind.FREE, frog(NORTH, 1), sq(0, 5))
    assert scene.at(frog(NORTH, 1)) == sq(0, 5)
    assert (scene.dungeon(EAST), scene.dungeon(WEST)) == ([fly(NORTH)], [spider(NORTH, 2)])
    assert scene.decider == EAST


@pytest.mark.rule("KP-5.2", "KP-4.2")
def test_a_piece_freed_no_longer_scores_for_its_captor():
    scene = shore().capture(EAST, fly(NORTH))
    assert scene.scores == [0, 3, 0, 0]
    landing(scene).play(Kind.RETURN, sq(1, 2))
    assert scene.scores == [0, 0, 0, 0]


@pytest.mark.rule("KP-5.2")
def test_freeing_is_no_choice_when_there_is_one_way_to_do_it():
    scene = landing(shore().capture(WEST, fly(NORTH))).play(Kind.RETURN, sq(1, 2))
    assert (scene.at(fly(NORTH)), scene.decider) == (sq(0, 4), EAST)


@pytest.mark.rule("KP-5.2")
def test_freeing_must_be_done():
    scene = landing(shore().capture(WEST, frog(NORTH))).play(Kind.RETURN, sq(1, 2))
    assert scene.kinds() == [Kind.FREE]


@pytest.mark.rule("KP-5.2")
def test_nothing_is_freed_without_a_vacant_start_of_the_kind():
    scene = shore().capture(WEST, frog(NORTH)).fill(home(NORTH, 1) - sqs((0, 4)), OTHERS[:4])
    scene = landing(scene).play(Kind.RETURN, sq(1, 2))
    assert (scene.decider, scene.dungeon(WEST)) == (EAST, [frog(NORTH)])


@pytest.mark.rule("KP-5.2", "KP-5.1")
def test_the_spider_returns_first_and_may_take_the_last_start():
    scene = crowded(shore(), keep=sqs((1, 4))).capture(WEST, spider(NORTH, 1))
    scene = landing(scene)
    assert scene.at(spider(NORTH)) == sq(1, 4)
    assert (scene.decider, scene.dungeon(WEST)) == (EAST, [spider(NORTH, 1)])


@pytest.mark.rule("KP-5.2", "KP-6.10", "KP-1.7")
def test_a_piece_out_of_the_game_is_not_freed():
    scene = landing(shore().remove(fly(NORTH))).play(Kind.RETURN, sq(1, 2))
    assert (scene.at(fly(NORTH)), scene.decider) == (None, EAST)


@pytest.mark.rule("KP-5.2", "KP-1.6")
def test_a_team_mates_dungeon_is_opened_too():
    scene = landing(shore(mode="teams").capture(SOUTH, fly(NORTH))).play(Kind.RETURN, sq(1, 2))
    assert scene.at(fly(NORTH)) == sq(0, 4)


@pytest.mark.rule("KP-5.2", "KP-1.5")
def test_ones_own_dungeon_is_opened_too_but_only_for_the_spiders_colour():
    scene = shore(2, mode="two_colour").capture(0, frog(NORTH)).capture(1, frog(SOUTH))
    scene.capture(0, frog(SOUTH, 1))
    scene = landing(scene).play(Kind.RETURN, sq(1, 2))
    assert {piece for piece, _ in scene.moves(Kind.FREE)} == {frog(NORTH)}


@pytest.mark.rule("KP-5.2")
def test_the_piece_just_captured_is_not_of_the_colour_to_be_freed():
    scene = shore().put(spider(NORTH), 6, 3).put(frog(SOUTH), 7, 3).move(spider(NORTH), 7, 3)
    scene.play(Kind.RETURN, sq(1, 2))
    assert (scene.dungeon(NORTH), scene.decider) == ([frog(SOUTH)], EAST)


# --- 5.3: after the capture


def meeting(card):
    """The spider captures a frog on the far shore whose owner holds a card."""
    scene = shore(pond_power=True).capture(EAST, fly(NORTH), frog(NORTH))
    scene.put(spider(NORTH), 6, 3).put(frog(SOUTH), 7, 3).hold(SOUTH, card)
    return scene.move(spider(NORTH), 7, 3)


@pytest.mark.rule("KP-5.3")
def test_the_reaction_and_the_draw_come_before_the_return():
    scene = meeting(Card.TURTLE_SHELL)
    assert (scene.decider, scene.kinds()) == (SOUTH, [Kind.REACT_NONE, Kind.REACT_SHELL])
    scene.play(Kind.REACT_NONE)
    assert (scene.decider, scene.kinds()) == (NORTH, [Kind.RETURN])
    assert scene.dungeon(NORTH) == [frog(SOUTH)]
    assert scene.state["hand_size"][SOUTH] == 2


@pytest.mark.rule("KP-5.3", "KP-6.10")
def test_a_spider_that_a_snake_removed_still_frees_a_piece():
    scene = meeting(Card.POISONOUS_SNAKE).play(Kind.REACT_SNAKE)
    assert (scene.decider, scene.kinds()) == (NORTH, [Kind.FREE])
    scene.play(Kind.FREE, fly(NORTH), sq(0, 4))
    assert scene.gone(spider(NORTH))
    assert scene.at(fly(NORTH)) == sq(0, 4)
    assert scene.decider == EAST


@pytest.mark.rule("KP-5.3", "KP-6.11")
def test_a_spider_that_a_shell_sent_back_has_not_arrived():
    scene = meeting(Card.TURTLE_SHELL).play(Kind.REACT_SHELL)
    assert scene.at(spider(NORTH)) == sq(6, 3)
    assert scene.dungeon(EAST) == [frog(NORTH), fly(NORTH)]
    assert scene.decider == EAST


@pytest.mark.rule("KP-5.3", "KP-6.9")
def test_a_tongue_never_brings_a_spider_to_the_far_shore():
    scene = shore(pond_power=True).capture(EAST, frog(NORTH)).hold(NORTH, Card.FROG_TONGUE)
    scene.put(spider(NORTH), 6, 3).put(frog(SOUTH), 7, 3)
    scene.play(Kind.TONGUE, spider(NORTH), frog(SOUTH))
    assert scene.at(spider(NORTH)) == sq(6, 3)
    assert scene.kinds() == [Kind.MOVE]
    assert {piece // EACH for piece, _ in scene.moves(Kind.MOVE)} == {NORTH}


@pytest.mark.rule("KP-5.1", "KP-6.5")
@pytest.mark.parametrize(("column", "pulled"), [(4, []), (2, [(spider(EAST), spider(NORTH))])])
def test_a_spider_that_returns_to_a_square_beside_a_web_is_frozen_there(column, pulled):
    scene = shore(pond_power=True).put(frog(SOUTH), 2, 5).web(frog(SOUTH))
    scene.put(spider(EAST), 2, 3).hold(EAST, Card.FROG_TONGUE)
    landing(scene).play(Kind.RETURN, sq(1, column))
    assert (scene.decider, scene.moves(Kind.TONGUE)) == (EAST, pulled)
