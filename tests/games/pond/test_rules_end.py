"""Chapter 3: the end of the game."""

from __future__ import annotations

import pytest
from games.pond.positions import (
    EAST,
    ELIMINATED,
    NO_DRAGONFLY,
    NORTH,
    SOUTH,
    TABLE_HELD,
    WEST,
    Scene,
    fly,
    frog,
    home,
    spider,
    sq,
)

from undertow_kernels.core.game import Ending
from undertow_kernels.pond.state import Card, Kind

TABLE = [(4, 4), (3, 4), (5, 4), (4, 3), (4, 5)]


def on_table(scene, *pieces):
    """Put pieces on table squares, the middle one first."""
    for piece, square in zip(pieces, TABLE, strict=False):
        scene.put(piece, *square)
    return scene


def last_dragonfly(scene, square=(5, 5)):
    """Leave only the dragonfly of the south on the board, each other colour with a frog."""
    for colour, where in ((NORTH, (4, 3)), (EAST, (4, 7)), (WEST, (4, 1))):
        scene.remove(fly(colour)).put(frog(colour), *where)
    return scene.put(frog(SOUTH), 7, 4).put(fly(SOUTH), *square)


# --- 3.1: the table


@pytest.mark.rule("KP-3.1")
@pytest.mark.parametrize("hold", [2, 3, 4])
def test_the_game_ends_at_the_start_of_the_turn_of_who_holds_enough_table_squares(hold):
    scene = Scene(active=WEST, table_hold=hold)
    on_table(scene, *[spider(NORTH, i) for i in range(hold)]).quiet()
    assert (scene.ending, scene.options()) == (TABLE_HELD, [])


@pytest.mark.rule("KP-3.1")
@pytest.mark.parametrize("hold", [2, 3, 4])
def test_one_square_fewer_does_not_end_it(hold):
    scene = Scene(active=WEST, table_hold=hold)
    on_table(scene, *[spider(NORTH, i) for i in range(hold - 1)]).quiet()
    assert scene.decider == NORTH


@pytest.mark.rule("KP-3.1")
def test_all_five_squares_are_enough_too():
    scene = on_table(Scene(active=WEST), *[spider(NORTH, i) for i in range(5)]).quiet()
    assert scene.ending == TABLE_HELD


@pytest.mark.rule("KP-3.1")
def test_taking_the_third_square_does_not_end_it_before_ones_next_turn():
    scene = on_table(Scene(), spider(NORTH), spider(NORTH, 1)).put(spider(NORTH, 2), 6, 4)
    scene.move(spider(NORTH, 2), 5, 4)
    for colour in (EAST, SOUTH, WEST):
        assert scene.decider == colour
        scene.quiet()
    assert scene.ending == TABLE_HELD


@pytest.mark.rule("KP-3.1")
def test_who_loses_a_square_in_time_plays_on():
    scene = on_table(Scene(active=WEST), *[spider(NORTH, i) for i in range(3)])
    scene.put(spider(WEST), 6, 4).move(spider(WEST), 5, 4)
    assert (scene.decider, scene.ending) == (NORTH, 0)


@pytest.mark.rule("KP-3.1")
def test_squares_held_by_several_players_do_not_end_it():
    scene = on_table(Scene(), *[spider(c, i) for i in (0, 1) for c in (NORTH, SOUTH)])
    for colour in (NORTH, EAST, SOUTH, WEST):
        assert scene.decider == colour
        scene.quiet()
    assert scene.ending == 0


@pytest.mark.rule("KP-3.1", "KP-1.5")
def test_both_colours_of_a_player_count_together():
    scene = Scene(2, active=1, mode="two_colour")
    on_table(scene, spider(NORTH), spider(SOUTH), spider(SOUTH, 1)).quiet()
    assert scene.ending == TABLE_HELD


@pytest.mark.rule("KP-3.1", "KP-1.6")
def test_a_team_mates_pieces_do_not_count():
    scene = Scene(active=WEST, mode="teams")
    on_table(scene, spider(NORTH), spider(SOUTH), spider(SOUTH, 1)).quiet()
    assert scene.decider == NORTH


@pytest.mark.rule("KP-3.1", "KP-4.3")
def test_who_holds_the_table_need_not_win():
    scene = Scene(active=WEST).capture(EAST, spider(SOUTH, 4), frog(SOUTH, 3))
    on_table(scene, spider(NORTH), spider(NORTH, 1), spider(NORTH, 2)).quiet()
    assert (scene.scores, scene.winners) == ([2, 5, 0, 0], [EAST])


@pytest.mark.rule("KP-3.1")
def test_a_turn_that_ends_at_its_start_is_not_counted():
    scene = on_table(Scene(active=WEST), *[spider(NORTH, i) for i in range(3)])
    turn = int(scene.state["turn"])
    scene.quiet()
    assert scene.result["turns"] == turn


@pytest.mark.rule("KP-3.1", "KP-6.5", "KP-6.11")
def test_the_tokens_go_before_the_check():
    scene = on_table(Scene(active=WEST, pond_power=True), *[spider(NORTH, i) for i in range(3)])
    scene.web(spider(NORTH)).shell(spider(NORTH, 1)).quiet()
    assert scene.ending == TABLE_HELD
    assert (scene.tokens("webs"), scene.tokens("shells")) == (set(), set())


# --- 3.2: dragonflies


@pytest.mark.rule("KP-3.2")
def test_the_game_ends_at_once_when_the_last_dragonfly_is_captured():
    scene = last_dragonfly(Scene()).move(frog(NORTH), 4, 5)
    assert scene.decider == EAST
    scene = last_dragonfly(Scene(), (4, 5)).move(frog(NORTH), 4, 5)
    assert (scene.ending, scene.options()) == (NO_DRAGONFLY, [])
    assert scene.dungeon(NORTH) == [fly(SOUTH)]


@pytest.mark.rule("KP-3.2")
def test_one_dragonfly_on_the_board_is_enough_whosever_it_is():
    scene = last_dragonfly(Scene(), (4, 5)).put(fly(NORTH), 0, 4).move(frog(NORTH), 4, 5)
    assert scene.ending == 0


@pytest.mark.rule("KP-3.2", "KP-6.10")
def test_a_dragonfly_that_a_snake_removes_is_gone_as_well():
    scene = last_dragonfly(Scene(active=SOUTH, pond_power=True), (6, 3)).put(spider(NORTH), 2, 2)
    scene.hold(NORTH, Card.POISONOUS_SNAKE).move(fly(SOUTH), 4, 3).play(Kind.REACT_SNAKE)
    assert scene.ending == NO_DRAGONFLY
    assert scene.gone(fly(SOUTH))


@pytest.mark.rule("KP-3.2", "KP-6.9")
def test_a_tongue_before_the_move_ends_the_game_at_once():
    scene = last_dragonfly(Scene(pond_power=True), (4, 4)).hold(NORTH, Card.FROG_TONGUE)
    scene.play(Kind.TONGUE, frog(NORTH), fly(SOUTH))
    assert scene.ending == NO_DRAGONFLY
    assert not scene.state["moved"]


@pytest.mark.rule("KP-3.2", "KP-6.14")
def test_a_reaction_can_keep_the_last_dragonfly():
    scene = last_dragonfly(Scene(pond_power=True), (4, 5)).hold(SOUTH, Card.TURTLE_SHELL)
    scene.move(frog(NORTH), 4, 5).play(Kind.REACT_SHELL)
    assert (scene.ending, scene.decider) == (0, EAST)


@pytest.mark.rule("KP-3.2", "KP-5.2")
@pytest.mark.parametrize(("captured", "ending"), [(fly(NORTH), 0), (frog(NORTH), NO_DRAGONFLY)])
def test_only_a_dragonfly_freed_by_the_same_move_saves_the_game(captured, ending):
    scene = Scene(2, far_shore=True).put(fly(SOUTH), 7, 4).put(spider(SOUTH), 5, 5)
    scene.remove(fly(NORTH)).capture(1, captured).put(spider(NORTH), 6, 4)
    scene.move(spider(NORTH), 7, 4).play(Kind.RETURN, sq(1, 4))
    scene.play_if_asked(Kind.FREE, captured, sq(0, 3))
    assert scene.at(captured) in home(NORTH)
    assert scene.ending == ending


# --- 3.3: colours


@pytest.mark.rule("KP-3.3")
def test_the_game_ends_at_once_when_a_colour_has_no_piece_left():
    scene = Scene().put(fly(SOUTH), 4, 4).put(spider(NORTH), 3, 4).move(spider(NORTH), 4, 4)
    assert scene.ending == ELIMINATED


@pytest.mark.rule("KP-3.3")
def test_any_piece_left_keeps_the_colour_in_play():
    scene = Scene().put(fly(SOUTH), 4, 4).put(spider(NORTH), 3, 4).put(spider(SOUTH), 7, 4)
    scene.move(spider(NORTH), 4, 4)
    assert (scene.ending, scene.decider) == (0, EAST)


@pytest.mark.rule("KP-3.3")
def test_unused_colours_do_not_end_it():
    scene = Scene(3, active=1).quiet()
    assert (scene.ending, scene.decider) == (0, 2)


@pytest.mark.rule("KP-3.3", "KP-1.5")
@pytest.mark.parametrize("victim", [SOUTH, EAST])
def test_one_of_two_colours_gone_is_enough_be_it_ones_own(victim):
    scene = Scene(2, mode="two_colour").put(fly(victim), 4, 4).put(spider(NORTH), 3, 4)
    scene.move(spider(NORTH), 4, 4)
    assert scene.ending == ELIMINATED


@pytest.mark.rule("KP-3.3", "KP-6.10")
def test_a_snake_may_take_the_movers_last_piece():
    scene = Scene(pond_power=True).put(fly(NORTH), 4, 4).put(spider(SOUTH), 5, 4)
    scene.hold(SOUTH, Card.POISONOUS_SNAKE).move(fly(NORTH), 5, 4).play(Kind.REACT_SNAKE)
    assert scene.ending == ELIMINATED


@pytest.mark.rule("KP-3.3", "KP-5.3")
@pytest.mark.parametrize(("freed", "ending"), [(True, 0), (False, ELIMINATED)])
def test_a_piece_freed_by_the_same_move_keeps_its_colour_in_play(freed, ending):
    scene = Scene(far_shore=True, pond_power=True).remove(fly(NORTH)).put(spider(NORTH), 6, 4)
    scene.put(frog(SOUTH), 7, 4).hold(SOUTH, Card.POISONOUS_SNAKE)
    if freed:
        scene.capture(EAST, fly(NORTH))
    scene.move(spider(NORTH), 7, 4).play(Kind.REACT_SNAKE)
    assert scene.ending == ending
    assert scene.at(fly(NORTH)) == (sq(0, 4) if freed else None)


@pytest.mark.rule("KP-3.2", "KP-3.3")
def test_when_both_happen_the_dragonflies_name_the_ending():
    scene = last_dragonfly(Scene(), (4, 5)).remove(frog(SOUTH)).move(frog(NORTH), 4, 5)
    assert scene.ending == NO_DRAGONFLY


@pytest.mark.rule("KP-3.3", "KP-6.2")
def test_the_game_ends_in_mid_turn_though_cards_could_still_be_played():
    scene = Scene(pond_power=True).put(fly(SOUTH), 4, 4).put(spider(NORTH), 3, 4)
    scene.hold(NORTH, Card.SPIDER_WEB).move(spider(NORTH), 4, 4)
    assert (scene.ending, scene.decider) == (ELIMINATED, None)


# --- 3.4: the round cap


@pytest.mark.rule("KP-3.4")
def test_the_game_stops_after_the_last_round_points_stand_and_nobody_wins():
    scene = Scene(active=SOUTH, round_cap=2).capture(EAST, spider(NORTH, 4)).put(fly(WEST), 4, 4)
    scene.put(spider(WEST), 4, 2)
    scene.quiet().move(spider(WEST), 4, 1).quiet().quiet().quiet().move(spider(WEST), 4, 2).quiet()
    assert (scene.decider, scene.ending) == (EAST, 0)
    scene.quiet()
    assert scene.ending == Ending.CAPPED
    assert (scene.result["rounds"], scene.result["turns"]) == (2, 8)
    assert (scene.scores, scene.winners, scene.ranks) == ([0, 2, 0, 3], [], [3, 2, 3, 1])


@pytest.mark.rule("KP-3.4")
def test_the_cap_is_300_rounds():
    scene = Scene(2, active=1)
    scene.state["start"], scene.state["round"] = 0, 299
    scene.quiet()
    assert (scene.state["round"], scene.ending) == (300, 0)
    scene.quiet().quiet()
    assert scene.ending == Ending.CAPPED


@pytest.mark.rule("KP-3.4", "KP-3.1")
def test_the_cap_comes_before_the_next_players_table_check():
    scene = on_table(Scene(2, active=1, round_cap=1), *[spider(NORTH, i) for i in range(3)])
    scene.state["start"] = 0
    scene.quiet()
    assert (scene.ending, scene.winners) == (Ending.CAPPED, [])
