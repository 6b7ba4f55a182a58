"""Chapter 6, the cards at large: dealing, drawing, playing, discarding, tokens."""

from __future__ import annotations

from collections import Counter

import pytest
from games.pond.positions import (
    AGILE,
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
    Play,
    Scene,
    fly,
    frog,
    load,
    pond,
    spider,
    spread,
)

from undertow_kernels.pond.state import Kind

PLAYED = {WEB: Kind.WEB, AGILE: Kind.AGILE, LEGS: Kind.LEGS, TONGUE: Kind.TONGUE}


def new(players=4, index=0, **rules):
    """A game of dealt values at its first turn."""
    game = load(players, values_dealt=True, **rules)
    return Play(game, game.new(seed=9, index=index))


def capturing(scene):
    """A spider of the north captures a frog."""
    scene.put(spider(NORTH), 4, 4).put(frog(SOUTH), 5, 4)
    return scene.move(spider(NORTH), 5, 4)


# --- 6.1: sixteen cards


@pytest.mark.rule("KP-6.1")
@pytest.mark.parametrize(("players", "mode"), [(2, "free"), (4, "free"), (2, "two_colour")])
def test_of_sixteen_cards_each_player_starts_with_one(players, mode):
    firsts, tops = Counter(), Counter()
    for index in range(40):
        play = new(players, index, mode=mode, pond_power=True)
        hands = [play.cards(seat) for seat in range(players)]
        assert [len(hand) for hand in hands] == [1] * players
        assert sorted([*play.pile, *(hand[0] for hand in hands)]) == spread(BOX)
        assert play.discards == []
        firsts[hands[0][0]] += 1
        tops[play.pile[0]] += 1
    assert sorted(firsts) == sorted(tops) == list(range(1, 7))


@pytest.mark.rule("KP-6.1")
@pytest.mark.parametrize("cards", [0, 3])
def test_the_number_of_first_cards_can_be_varied(cards):
    play = new(3, pond_power=True, start_cards=cards)
    assert play.state["hand_size"].tolist() == [cards] * 3 + [0]
    assert len(play.pile) == 16 - 3 * cards


@pytest.mark.rule("KP-6.1")
def test_without_the_variant_nobody_has_or_draws_a_card():
    scene = capturing(Scene())
    assert scene.state["hand_size"].tolist() == [0] * 4
    assert scene.pile == []


@pytest.mark.rule("KP-6.1")
def test_the_owner_of_a_captured_piece_draws_the_top_card_and_the_captor_none():
    scene = capturing(pond().on_top(TONGUE, WEB))
    assert [scene.cards(seat) for seat in range(4)] == [[], [], [TONGUE], []]
    assert scene.pile[0] == WEB
    assert scene.decider == EAST


@pytest.mark.rule("KP-6.1", "KP-1.6")
def test_a_captured_team_mate_draws_as_well():
    assert capturing(pond(mode="teams").on_top(TONGUE)).cards(SOUTH) == [TONGUE]


@pytest.mark.rule("KP-6.1", "KP-1.5")
def test_who_captures_a_piece_of_the_own_other_colour_draws_and_may_play_it_at_once():
    scene = capturing(pond(2, mode="two_colour").on_top(WEB))
    assert scene.cards(0) == [WEB]
    assert (scene.decider, scene.kinds()) == (0, [Kind.WEB, Kind.END])


# --- 6.2: when and on what


@pytest.mark.rule("KP-6.2")
@pytest.mark.parametrize("card", list(PLAYED))
def test_action_cards_are_played_before_the_move(card):
    scene = pond().hold(NORTH, card).put(spider(NORTH), 4, 4).put(frog(EAST), 5, 4)
    assert PLAYED[card] in scene.kinds()


@pytest.mark.rule("KP-6.2")
@pytest.mark.parametrize(
    ("card", "after"), [(WEB, True), (AGILE, False), (LEGS, False), (TONGUE, True)]
)
def test_web_and_tongue_are_played_after_the_move_too_agile_and_legs_are_not(card, after):
    scene = pond().hold(NORTH, card).put(spider(NORTH), 4, 4).put(frog(EAST), 5, 4).moved()
    assert scene.kinds() == ([PLAYED[card]] if after else []) + [Kind.END]


@pytest.mark.rule("KP-6.2")
def test_any_number_of_cards_may_be_played_in_a_turn():
    scene = pond().hold(NORTH, WEB, AGILE, LEGS, TONGUE).put(spider(NORTH), 2, 2)
    scene.put(frog(NORTH), 4, 4).put(frog(EAST), 5, 4)
    scene.play(Kind.AGILE, spider(NORTH)).play(Kind.LEGS, spider(NORTH))
    scene.play(Kind.TONGUE, frog(NORTH), frog(EAST)).move(spider(NORTH), 3, 2)
    scene.play(Kind.WEB, fly(NORTH))
    assert (scene.cards(NORTH), scene.discards) == ([], [WEB, AGILE, LEGS, TONGUE])
    assert scene.decider == EAST


@pytest.mark.rule("KP-6.2")
def test_a_spent_card_is_with_the_discards_at_once():
    scene = pond().hold(NORTH, WEB, AGILE).put(spider(NORTH), 4, 4).play(Kind.WEB, fly(NORTH))
    assert (scene.discards, scene.cards(NORTH), scene.decider) == ([WEB], [AGILE], NORTH)


@pytest.mark.rule("KP-6.2")
def test_cards_go_on_own_pieces_on_the_board_only():
    scene = pond(mode="teams").hold(NORTH, WEB, AGILE, LEGS, TONGUE).capture(EAST, frog(NORTH))
    scene.put(spider(NORTH), 2, 2).put(frog(SOUTH), 4, 4).put(frog(EAST), 5, 4)
    for kind in (Kind.WEB, Kind.AGILE, Kind.LEGS):
        assert scene.moves(kind) == [spider(NORTH), fly(NORTH)]
    assert scene.moves(Kind.TONGUE) == []


@pytest.mark.rule("KP-6.2", "KP-1.5")
def test_the_cards_of_a_two_colour_player_go_on_either_colour():
    scene = pond(2, mode="two_colour").hold(0, WEB, AGILE, LEGS, TONGUE)
    scene.put(frog(EAST), 0, 3).put(frog(WEST), 8, 3)
    for kind in (Kind.WEB, Kind.AGILE, Kind.LEGS):
        assert scene.moves(kind) == [fly(NORTH), fly(SOUTH)]
    assert scene.moves(Kind.TONGUE) == [(fly(NORTH), frog(EAST)), (fly(SOUTH), frog(WEST))]


@pytest.mark.rule("KP-6.2")
def test_nobody_plays_action_cards_in_anothers_turn():
    scene = pond().hold(EAST, *PLAYED).put(spider(EAST), 4, 4).put(frog(NORTH), 5, 4)
    assert scene.kinds() == [Kind.MOVE]


# --- 6.3: the hand limit


@pytest.mark.rule("KP-6.3")
@pytest.mark.parametrize(
    ("limit", "held"),
    [
        (1, [SNAKE, SNAKE, SHELL]),
        (3, [SNAKE, SNAKE, SHELL, SHELL, SHELL]),
        (5, [WEB, WEB, SNAKE, SHELL, SHELL, SHELL, SHELL]),
    ],
)
def test_at_the_end_of_the_own_turn_cards_over_the_limit_are_discarded(limit, held):
    scene = pond(hand_limit=limit).hold(NORTH, *held)
    scene.move(fly(NORTH), 0, 3).end()
    assert (scene.decider, scene.moves(Kind.DISCARD)) == (NORTH, sorted(set(held)))
    scene.play(Kind.DISCARD, SHELL).play_if_asked(Kind.DISCARD, SNAKE)
    assert len(scene.cards(NORTH)) == limit
    assert scene.discards == [SNAKE, SHELL]
    assert scene.decider == EAST


@pytest.mark.rule("KP-6.3")
def test_three_cards_may_be_kept():
    scene = pond().hold(NORTH, SHELL, SNAKE, SNAKE).move(fly(NORTH), 0, 3)
    assert (scene.decider, len(scene.cards(NORTH))) == (EAST, 3)


@pytest.mark.rule("KP-6.3")
def test_in_anothers_turn_there_may_be_more_than_three():
    scene = capturing(pond().hold(SOUTH, WEB, LEGS, AGILE).on_top(TONGUE))
    assert (scene.decider, scene.cards(SOUTH)) == (EAST, [WEB, AGILE, LEGS, TONGUE])
    assert scene.discards == []


@pytest.mark.rule("KP-6.3")
def test_a_fourth_card_may_be_played_instead_of_discarded():
    scene = pond().hold(NORTH, WEB, SHELL, SNAKE, SNAKE).move(fly(NORTH), 0, 3)
    scene.play(Kind.WEB, fly(NORTH))
    assert (scene.decider, scene.discards) == (EAST, [WEB])


@pytest.mark.rule("KP-6.3", "KP-2.1")
def test_cards_are_discarded_after_a_turn_without_a_move_too():
    scene = pond().put(frog(EAST), 1, 4).web(frog(EAST)).hold(NORTH, WEB, SHELL, SHELL, SNAKE)
    scene.play(Kind.END)
    assert scene.moves(Kind.DISCARD) == [WEB, SNAKE, SHELL]


# --- 6.4: the pile


@pytest.mark.rule("KP-6.4")
def test_an_empty_pile_is_made_of_the_shuffled_discards_when_a_card_is_due():
    scene = pond().exhaust()
    scene.inject([0] * 15)
    capturing(scene)
    held = spread(BOX)
    rotated = [*held[1:], held[0]]  # what drawing 0 each time makes of them
    assert scene.cards(SOUTH) == rotated[:1]
    assert (scene.pile, scene.discards) == (rotated[1:], [])


@pytest.mark.rule("KP-6.4")
def test_the_last_card_does_not_yet_bring_the_discards_back():
    scene = capturing(pond().exhaust(TONGUE))
    assert (scene.cards(SOUTH), scene.pile) == ([TONGUE], [])
    assert len(scene.discards) == 15


@pytest.mark.rule("KP-6.4")
def test_with_all_cards_in_hands_nothing_is_drawn():
    scene = pond(hand_limit=16)
    capturing(scene.hold(WEST, *scene.pile))
    assert scene.cards(SOUTH) == []
    assert (scene.pile, scene.discards) == ([], [])
    assert (scene.decider, len(scene.cards(WEST))) == (EAST, 16)


@pytest.mark.rule("KP-6.4", "KP-6.2")
def test_a_card_spent_in_this_turn_may_be_drawn_again():
    scene = pond().hold(WEST, TONGUE, *(card for card in spread(BOX) if card != TONGUE))
    scene.hold(NORTH, TONGUE).put(spider(NORTH), 4, 4).put(frog(SOUTH), 5, 4)
    scene.play(Kind.TONGUE, spider(NORTH), frog(SOUTH))
    assert (scene.cards(SOUTH), scene.discards) == ([TONGUE], [])


# --- 6.13: tokens


@pytest.mark.rule("KP-6.13")
def test_a_piece_bears_one_web_at_most():
    scene = pond().hold(NORTH, WEB, WEB).put(spider(NORTH), 4, 4).play(Kind.WEB, fly(NORTH))
    assert scene.moves(Kind.WEB) == [spider(NORTH)]


@pytest.mark.rule("KP-6.13")
@pytest.mark.parametrize(("webs", "playable"), [(3, True), (4, False)])
def test_there_are_four_webs(webs, playable):
    scene = pond().hold(NORTH, WEB).put(spider(NORTH), 2, 2)
    lying = [frog(SOUTH, i) for i in range(webs)]
    for i, piece in enumerate(lying):
        scene.put(piece, 6, 2 + i)
    assert (Kind.WEB in scene.web(*lying).kinds()) == playable


@pytest.mark.rule("KP-6.13")
@pytest.mark.parametrize(("shells", "offered"), [(3, True), (4, False)])
def test_there_are_four_shells(shells, offered):
    scene = pond().hold(SOUTH, SHELL, SNAKE)
    lying = [frog(SOUTH, i) for i in range(1, shells)] + [fly(SOUTH)]
    for i, piece in enumerate(lying[:-1]):
        scene.put(piece, 6, 2 + i)
    scene = capturing(scene.shell(*lying))
    expected = [Kind.REACT_NONE, Kind.REACT_SNAKE, Kind.REACT_SHELL]
    assert scene.kinds() == expected[: 2 + offered]


@pytest.mark.rule("KP-6.13")
@pytest.mark.parametrize(("rule", "card"), [("web_tokens", WEB), ("shell_tokens", SHELL)])
def test_the_number_of_tokens_can_be_varied(rule, card):
    scene = pond(**{rule: 1}).put(spider(SOUTH), 6, 2).hold(NORTH, WEB).hold(SOUTH, SHELL, SNAKE)
    if card == WEB:
        assert Kind.WEB in scene.kinds()
        assert Kind.WEB not in scene.web(spider(SOUTH)).kinds()
    else:
        assert Kind.REACT_SHELL not in capturing(scene.shell(spider(SOUTH))).kinds()


@pytest.mark.rule("KP-6.13")
def test_a_web_leaves_with_its_piece_and_is_free_again():
    scene = pond(web_tokens=1).hold(NORTH, WEB).put(spider(NORTH), 4, 4).put(frog(SOUTH), 2, 2)
    scene.put(fly(NORTH), 2, 4).web(frog(SOUTH)).move(fly(NORTH), 2, 2)
    assert scene.tokens("webs") == set()
    assert scene.moves(Kind.WEB) == [spider(NORTH), fly(NORTH)]


@pytest.mark.rule("KP-6.13", "KP-6.10")
def test_the_web_of_a_piece_that_leaves_with_a_snake_leaves_too():
    scene = pond().hold(SOUTH, SNAKE).put(frog(NORTH), 4, 4).put(frog(SOUTH), 6, 4)
    scene.web(frog(SOUTH)).move(frog(NORTH), 6, 4).play(Kind.REACT_SNAKE)
    assert scene.tokens("webs") == set()
