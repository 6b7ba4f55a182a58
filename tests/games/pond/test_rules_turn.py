"""Chapter 2: a turn, how pieces move, where they may not go, capturing."""

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

DIRECTIONS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]


def star(row, column, *lengths):
    """The squares at some distances from a square in the eight directions, corners left out."""
    found = [(row + n * a, column + n * b) for n in lengths for a, b in DIRECTIONS]
    return sqs(*((r, c) for r, c in found if r in range(2, 7) or c in range(2, 7)))


# --- 2.1: turns


@pytest.mark.rule("KP-2.1")
@pytest.mark.parametrize(("players", "start"), [(2, 1), (3, 2), (4, 1)])
def test_turns_go_clockwise(players, start):
    scene = Scene(players, active=start)
    order = []
    for _ in range(2 * players):
        order.append(scene.decider)
        scene.quiet()
    assert order == [(start + i) % players for i in range(2 * players)]
    assert scene.state["round"] == 3


@pytest.mark.rule("KP-2.1")
def test_a_turn_is_one_move_of_one_own_piece():
    scene = Scene(full=True)
    assert scene.kinds() == [Kind.MOVE]
    assert {piece // EACH for piece, _ in scene.moves(Kind.MOVE)} == {NORTH}
    scene.move(spider(NORTH), 2, 2)
    assert scene.decider == EAST


@pytest.mark.rule("KP-2.1", "KP-1.5")
def test_a_player_of_two_colours_moves_either_and_then_the_other_player_does():
    scene = Scene(2, mode="two_colour").quiet()
    assert scene.decider == 1
    assert {piece for piece, _ in scene.moves(Kind.MOVE)} == {fly(EAST), fly(WEST)}
    scene.move(fly(WEST), 4, 1)
    assert scene.decider == 0
    assert {piece for piece, _ in scene.moves(Kind.MOVE)} == {fly(NORTH), fly(SOUTH)}


@pytest.mark.rule("KP-2.1")
def test_who_can_move_must_even_with_cards_to_play():
    scene = Scene(pond_power=True).hold(NORTH, Card.SPIDER_WEB)
    assert scene.kinds() == [Kind.MOVE, Kind.WEB]
    scene.quiet()
    assert scene.decider == EAST


@pytest.mark.rule("KP-2.1")
def test_who_cannot_move_passes():
    scene = Scene(active=WEST, pond_power=True).put(frog(EAST), 1, 4).web(frog(EAST))
    turn = int(scene.state["turn"])
    scene.quiet()
    assert scene.decider == EAST
    assert scene.state["turn"] == turn + 2


@pytest.mark.rule("KP-2.1", "KP-6.2")
def test_who_cannot_move_may_play_cards_and_end_the_turn():
    scene = Scene(pond_power=True).put(frog(EAST), 1, 4).web(frog(EAST))
    scene.hold(NORTH, Card.SPIDER_WEB)
    assert scene.options() == [(Kind.WEB, fly(NORTH)), (Kind.END,)]
    scene.play(Kind.END)
    assert scene.decider == EAST


# --- 2.2: how far


@pytest.mark.rule("KP-2.2")
@pytest.mark.parametrize(
    ("piece", "lengths"), [(spider(NORTH), (1,)), (frog(NORTH), (2,)), (fly(NORTH), (1, 2, 3))]
)
def test_spiders_go_one_frogs_two_dragonflies_up_to_three_in_any_direction(piece, lengths):
    scene = Scene().put(piece, 4, 4)
    assert scene.goals(piece) == star(4, 4, *lengths)


@pytest.mark.rule("KP-2.2")
def test_a_frog_leaps_and_a_dragonfly_flies_over_pieces_of_any_colour():
    scene = Scene().put(frog(NORTH), 4, 4).put(fly(NORTH), 4, 6)
    scene.put(spider(NORTH), 4, 5).put(spider(EAST), 3, 4)
    assert {sq(4, 2), sq(2, 4)} <= scene.goals(frog(NORTH))
    assert {sq(4, 3)} <= scene.goals(fly(NORTH))


@pytest.mark.rule("KP-2.2")
def test_pieces_go_backward_and_in_any_home():
    scene = Scene().put(spider(NORTH), 7, 3).put(frog(NORTH), 2, 4)
    assert scene.goals(spider(NORTH)) == star(7, 3, 1)
    assert sqs((2, 2), (2, 6), (0, 2), (0, 6), (4, 4)) <= scene.goals(frog(NORTH))


# --- 2.3: where a move may not end


@pytest.mark.rule("KP-2.3")
def test_a_move_does_not_end_on_a_piece_of_the_same_colour():
    scene = Scene().put(spider(NORTH), 4, 4).put(frog(NORTH), 4, 5).put(frog(EAST), 5, 5)
    goals = scene.goals(spider(NORTH))
    assert sq(4, 5) not in goals
    assert sq(5, 5) in goals


@pytest.mark.rule("KP-2.3")
def test_a_move_does_not_end_in_a_corner_or_off_the_board():
    scene = Scene().put(spider(NORTH), 0, 6).put(spider(NORTH, 1), 2, 8)
    assert scene.goals(spider(NORTH)) == sqs((0, 5), (1, 5), (1, 6))
    assert scene.goals(spider(NORTH, 1)) == sqs((2, 7), (3, 7), (3, 8))


# --- 2.4: from home to home


@pytest.mark.rule("KP-2.4")
@pytest.mark.parametrize(
    ("origin", "banned"),
    [
        ((1, 2), (2, 1)), ((2, 1), (1, 2)), ((1, 6), (2, 7)), ((2, 7), (1, 6)),
        ((7, 2), (6, 1)), ((6, 1), (7, 2)), ((7, 6), (6, 7)), ((6, 7), (7, 6)),
    ],
)  # fmt: skip
def test_a_spider_does_not_step_from_one_home_into_the_next(origin, banned):
    scene = Scene().put(spider(NORTH), *origin)
    assert star(*origin, 1) - scene.goals(spider(NORTH)) == {sq(*banned)}


@pytest.mark.rule("KP-2.4")
def test_a_dragonfly_does_not_fly_from_one_home_into_the_next():
    scene = Scene().put(fly(NORTH), 0, 3)
    assert sq(2, 1) in star(0, 3, 2)
    others = home(EAST) | home(SOUTH) | home(WEST)
    assert not scene.goals(fly(NORTH)) & others
    scene.put(fly(NORTH), 0, 2)
    assert sq(2, 0) in star(0, 2, 2)  # past a missing corner
    assert not scene.goals(fly(NORTH)) & others


@pytest.mark.rule("KP-2.4")
def test_within_a_home_and_between_a_home_and_the_centre_any_move_is_free():
    scene = Scene().put(frog(NORTH), 3, 1).put(spider(NORTH), 2, 2)
    assert scene.goals(frog(NORTH)) == sqs((5, 1), (5, 3), (3, 3))
    assert sqs((2, 1), (1, 2)) <= scene.goals(spider(NORTH))
    scene.put(frog(NORTH), 5, 0)
    assert scene.goals(frog(NORTH)) == sqs((3, 0), (3, 2), (5, 2))


@pytest.mark.rule("KP-2.4")
def test_an_unused_home_counts_as_a_home():
    scene = Scene(3, active=1).put(spider(NORTH), 6, 1).put(spider(NORTH, 1), 7, 6)
    assert sq(7, 2) not in scene.goals(spider(NORTH))
    assert sq(6, 7) not in scene.goals(spider(NORTH, 1))
    scene.put(spider(NORTH), 6, 2)
    assert sq(7, 2) in scene.goals(spider(NORTH))


# --- 2.5: capturing


@pytest.mark.rule("KP-2.5")
def test_a_piece_moved_onto_is_captured_and_goes_to_the_movers_dungeon():
    scene = Scene().put(frog(NORTH), 4, 4).put(spider(SOUTH), 6, 4)
    scene.move(frog(NORTH), 6, 4)
    assert scene.at(frog(NORTH)) == sq(6, 4)
    assert scene.at(spider(SOUTH)) is None
    assert [scene.dungeon(seat) for seat in range(4)] == [[spider(SOUTH)], [], [], []]
    assert scene.state["at"][sq(4, 4)] == 0


@pytest.mark.rule("KP-2.5")
@pytest.mark.parametrize("square", [(4, 7), (7, 4), (4, 1), (1, 4)])
def test_a_piece_may_be_captured_in_any_home(square):
    scene = Scene().put(fly(NORTH), 4, 4).put(spider(SOUTH), *square).move(fly(NORTH), *square)
    assert scene.dungeon(NORTH) == [spider(SOUTH)]


@pytest.mark.rule("KP-2.5")
def test_a_piece_passed_over_is_not_captured():
    scene = Scene().put(fly(NORTH), 4, 2).put(spider(SOUTH), 4, 3).put(spider(EAST), 4, 4)
    scene.move(fly(NORTH), 4, 5)
    assert scene.dungeon(NORTH) == []
    assert scene.at(spider(SOUTH)) == sq(4, 3)


@pytest.mark.rule("KP-2.5", "KP-1.6")
def test_a_team_mates_piece_may_be_captured():
    scene = Scene(mode="teams").put(spider(NORTH), 4, 4).put(spider(SOUTH), 5, 4)
    scene.move(spider(NORTH), 5, 4)
    assert scene.dungeon(NORTH) == [spider(SOUTH)]


@pytest.mark.rule("KP-2.5", "KP-1.5")
def test_a_piece_of_ones_own_other_colour_may_be_captured():
    scene = Scene(2, mode="two_colour").put(spider(NORTH), 4, 4).put(spider(SOUTH), 5, 4)
    scene.move(spider(NORTH), 5, 4)
    assert scene.dungeon(0) == [spider(SOUTH)]
    assert scene.at(spider(NORTH)) == sq(5, 4)
