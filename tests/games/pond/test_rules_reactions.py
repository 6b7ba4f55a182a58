"""Chapter 6, reaction cards: Poisonous Snake and Turtle Shell."""

from __future__ import annotations

import pytest
from games.pond.positions import (
    BOX,
    EAST,
    LEGS,
    NORTH,
    SHELL,
    SNAKE,
    SOUTH,
    TONGUE,
    WEB,
    WEST,
    fly,
    frog,
    pond,
    spider,
    spread,
    sq,
)

from undertow_kernels.pond.state import Kind


def attacked(*cards, holder=SOUTH, scene=None, **rules):
    """A frog of the north moves onto a spider of the south, where a seat holds cards."""
    scene = pond(**rules) if scene is None else scene
    scene.hold(holder, *cards).put(frog(NORTH), 4, 4).put(spider(SOUTH), 6, 4)
    return scene.move(frog(NORTH), 6, 4)


def pulled(*cards, **rules):
    """A frog of the north pulls a spider of the south, who holds cards, before its move."""
    scene = pond(**rules).hold(SOUTH, *cards).hold(NORTH, TONGUE)
    scene.put(frog(NORTH), 5, 4).put(spider(SOUTH), 6, 4)
    return scene.play(Kind.TONGUE, frog(NORTH), spider(SOUTH))


# --- 6.10: Poisonous Snake


@pytest.mark.rule("KP-6.10")
def test_a_snake_removes_both_pieces_from_the_game():
    scene = attacked(SNAKE).play(Kind.REACT_SNAKE)
    assert scene.gone(frog(NORTH))
    assert scene.gone(spider(SOUTH))
    assert scene.state["at"][[sq(4, 4), sq(6, 4)]].tolist() == [0, 0]
    assert scene.scores == [0, 0, 0, 0]
    assert scene.decider == EAST


@pytest.mark.rule("KP-6.10")
@pytest.mark.parametrize(("draws", "cards"), [(True, [LEGS]), (False, [])])
def test_the_owner_of_the_snake_draws_a_card_or_not_and_the_attacker_never(draws, cards):
    scene = pond(snake_draws=draws).hold(SOUTH, SNAKE).on_top(LEGS, WEB)
    scene = attacked(scene=scene).play(Kind.REACT_SNAKE)
    assert (scene.cards(SOUTH), scene.cards(NORTH), scene.discards) == (cards, [], [SNAKE])


@pytest.mark.rule("KP-6.10")
def test_a_capture_without_a_snake_draws_a_card_under_either_reading():
    assert attacked(snake_draws=False).state["hand_size"][SOUTH] == 1


@pytest.mark.rule("KP-6.10", "KP-6.9")
def test_a_snake_removes_the_piece_with_the_tongue_and_the_move_is_still_to_come():
    scene = pulled(SNAKE).play(Kind.REACT_SNAKE)
    assert scene.gone(frog(NORTH))
    assert scene.gone(spider(SOUTH))
    assert (scene.decider, scene.kinds()) == (NORTH, [Kind.MOVE])
    assert sorted(scene.discards) == [TONGUE, SNAKE]


@pytest.mark.rule("KP-6.10")
def test_after_a_snake_the_move_is_spent():
    scene = pond().hold(NORTH, WEB).put(spider(NORTH), 2, 2)
    scene = attacked(SNAKE, scene=scene).play(Kind.REACT_SNAKE)
    assert (scene.decider, scene.kinds()) == (NORTH, [Kind.WEB, Kind.END])


# --- 6.11: Turtle Shell


@pytest.mark.rule("KP-6.11")
def test_a_shell_sends_the_attacker_back_and_its_move_is_spent():
    scene = attacked(SHELL, scene=pond().hold(NORTH, WEB)).play(Kind.REACT_SHELL)
    assert (scene.at(frog(NORTH)), scene.at(spider(SOUTH))) == (sq(4, 4), sq(6, 4))
    assert (scene.tokens("shells"), scene.dungeon(NORTH)) == ({spider(SOUTH)}, [])
    assert (scene.decider, scene.kinds()) == (NORTH, [Kind.WEB, Kind.END])


@pytest.mark.rule("KP-6.11")
def test_a_shell_draws_no_card():
    scene = attacked(SHELL).play(Kind.REACT_SHELL)
    assert (scene.cards(SOUTH), scene.discards) == ([], [SHELL])


@pytest.mark.rule("KP-6.11")
def test_against_a_tongue_a_shell_lets_nothing_be_pulled_and_the_move_is_still_to_come():
    scene = pulled(SHELL).play(Kind.REACT_SHELL)
    assert (scene.at(frog(NORTH)), scene.at(spider(SOUTH))) == (sq(5, 4), sq(6, 4))
    assert (scene.decider, scene.kinds()) == (NORTH, [Kind.MOVE])
    assert sorted(scene.discards) == [TONGUE, SHELL]
    assert sq(6, 4) not in scene.goals(frog(NORTH))


@pytest.mark.rule("KP-6.11")
def test_a_piece_under_a_shell_is_neither_captured_nor_pulled_until_its_owners_next_turn():
    scene = pond().hold(NORTH, TONGUE).put(spider(NORTH), 4, 4)
    scene.put(frog(EAST), 4, 5).shell(frog(EAST))
    assert sq(4, 5) not in scene.goals(spider(NORTH))
    assert scene.moves(Kind.TONGUE) == []
    scene.quiet()
    assert (scene.decider, scene.tokens("shells")) == (EAST, set())
    scene.quiet().quiet().quiet()
    assert sq(4, 5) in scene.goals(spider(NORTH))
    assert scene.moves(Kind.TONGUE) == [(spider(NORTH), frog(EAST))]


@pytest.mark.rule("KP-6.11")
@pytest.mark.parametrize("colour", [NORTH, EAST, SOUTH, WEST])
def test_the_only_token_on_the_board_goes_as_well(colour):
    scene = pond().put(spider(colour), 4, 4).shell(spider(colour))
    for _ in range(4):
        assert scene.tokens("shells") in ({spider(colour)}, set())
        scene.quiet()
    assert scene.tokens("shells") == set()


@pytest.mark.rule("KP-6.11")
def test_the_shell_holds_against_the_players_between():
    scene = attacked(SHELL).play(Kind.REACT_SHELL)
    scene.put(fly(EAST), 4, 6).put(fly(WEST), 6, 2)
    assert sq(6, 4) not in scene.goals(fly(EAST))
    scene.move(fly(EAST), 4, 7)
    assert (scene.decider, scene.tokens("shells")) == (SOUTH, set())


@pytest.mark.rule("KP-6.11", "KP-1.5", "KP-1.6")
@pytest.mark.parametrize(("players", "mode"), [(2, "two_colour"), (4, "teams")])
def test_a_shell_holds_against_the_own_other_colour_and_a_team_mate(players, mode):
    scene = pond(players, mode=mode).put(spider(NORTH), 4, 4).put(frog(SOUTH), 4, 5)
    assert sq(4, 5) in scene.goals(spider(NORTH))
    scene.shell(frog(SOUTH))
    assert sq(4, 5) not in scene.goals(spider(NORTH))


@pytest.mark.rule("KP-6.11", "KP-6.7")
def test_frog_legs_are_spent_though_a_shell_met_the_move():
    scene = pond().hold(NORTH, LEGS).hold(SOUTH, SHELL).put(spider(NORTH), 4, 4)
    scene.put(frog(SOUTH), 6, 4).play(Kind.LEGS, spider(NORTH)).move(spider(NORTH), 6, 4)
    scene.play(Kind.REACT_SHELL)
    assert (scene.cards(NORTH), scene.at(spider(NORTH))) == ([], sq(4, 4))
    assert scene.discards == [LEGS, SHELL]


# --- 6.12: who reacts, and when


@pytest.mark.rule("KP-6.12")
@pytest.mark.parametrize(
    ("cards", "offered"),
    [
        ([SNAKE], [Kind.REACT_NONE, Kind.REACT_SNAKE]),
        ([SHELL], [Kind.REACT_NONE, Kind.REACT_SHELL]),
        ([SHELL, SNAKE], [Kind.REACT_NONE, Kind.REACT_SNAKE, Kind.REACT_SHELL]),
    ],
)
def test_the_owner_of_the_piece_is_asked_for_the_reactions_held(cards, offered):
    scene = attacked(*cards, scene=pond().on_top(WEB))
    assert (scene.decider, scene.kinds()) == (SOUTH, offered)
    assert scene.at(frog(NORTH)) == sq(4, 4)
    scene.play(Kind.REACT_NONE)
    assert scene.dungeon(NORTH) == [spider(SOUTH)]
    assert (scene.cards(SOUTH), scene.discards) == ([WEB, *sorted(cards)], [])


@pytest.mark.rule("KP-6.12")
@pytest.mark.parametrize("cards", [[], [WEB, TONGUE, LEGS]])
def test_without_a_reaction_card_nobody_is_asked(cards):
    scene = attacked(*cards)
    assert (scene.decider, scene.dungeon(NORTH)) == (EAST, [spider(SOUTH)])


@pytest.mark.rule("KP-6.12", "KP-1.6")
@pytest.mark.parametrize(("mode", "holder"), [("free", EAST), ("free", NORTH), ("teams", NORTH)])
def test_nobody_but_the_owner_reacts(mode, holder):
    scene = attacked(SNAKE, SHELL, holder=holder, mode=mode)
    assert (scene.decider, scene.dungeon(NORTH)) == (EAST, [spider(SOUTH)])


@pytest.mark.rule("KP-6.12")
@pytest.mark.parametrize("reaction", [Kind.REACT_SNAKE, Kind.REACT_SHELL])
def test_one_reaction_meets_a_capture(reaction):
    scene = attacked(SNAKE, SNAKE, SHELL, SHELL).play(reaction)
    assert scene.decider == EAST
    assert len(scene.discards) == 1


@pytest.mark.rule("KP-6.12")
def test_reaction_cards_are_not_played_in_the_own_turn():
    scene = pond().hold(NORTH, SNAKE, SHELL).put(spider(NORTH), 4, 4).put(frog(SOUTH), 5, 4)
    assert scene.kinds() == [Kind.MOVE]
    scene.move(spider(NORTH), 5, 4)
    assert (scene.decider, scene.cards(NORTH)) == (EAST, [SNAKE, SHELL])


@pytest.mark.rule("KP-6.12", "KP-1.5")
def test_ones_own_capture_is_not_met():
    scene = attacked(SNAKE, SHELL, holder=0, mode="two_colour", players=2)
    assert scene.dungeon(0) == [spider(SOUTH)]
    assert len(scene.cards(0)) == 3


@pytest.mark.rule("KP-6.12", "KP-1.6")
def test_a_team_mates_capture_may_be_met():
    scene = attacked(SHELL, mode="teams")
    assert scene.decider == SOUTH
    assert scene.play(Kind.REACT_SHELL).at(spider(SOUTH)) == sq(6, 4)


@pytest.mark.rule("KP-6.12", "KP-6.9")
def test_a_tongue_may_be_met_as_well():
    scene = pulled(SNAKE, SHELL)
    assert scene.decider == SOUTH
    assert scene.kinds() == [Kind.REACT_NONE, Kind.REACT_SNAKE, Kind.REACT_SHELL]
    scene.play(Kind.REACT_NONE)
    assert (scene.decider, scene.dungeon(NORTH)) == (NORTH, [spider(SOUTH)])


# --- 6.14: reaction, discard, draw


@pytest.mark.rule("KP-6.14", "KP-6.4")
def test_the_snake_is_discarded_before_the_draw_and_may_be_drawn_back():
    rest = [card for card in spread(BOX) if card != SNAKE]
    scene = pond(hand_limit=16).hold(WEST, SNAKE, *rest)
    scene = attacked(SNAKE, scene=scene).play(Kind.REACT_SNAKE)
    assert (scene.cards(SOUTH), scene.discards, scene.pile) == ([SNAKE], [], [])


@pytest.mark.rule("KP-6.14")
@pytest.mark.parametrize("card", [SNAKE, SHELL])
def test_a_card_drawn_for_a_capture_does_not_meet_that_capture(card):
    scene = attacked(scene=pond().on_top(card))
    assert (scene.decider, scene.cards(SOUTH)) == (EAST, [card])
    assert scene.dungeon(NORTH) == [spider(SOUTH)]


@pytest.mark.rule("KP-6.14")
def test_while_a_reaction_is_asked_for_nothing_is_drawn_yet():
    scene = attacked(SHELL)
    assert (scene.cards(SOUTH), scene.discards, len(scene.pile)) == ([SHELL], [], 15)
