"""What a replay of Knights of the Pond Table tells is true and in the order of happening."""

from __future__ import annotations

import re

import pytest
from games.pond.positions import (
    EAST,
    LEGS,
    NORTH,
    SHELL,
    SNAKE,
    SOUTH,
    TONGUE,
    WEB,
    fly,
    frog,
    load,
    pond,
    spider,
    sq,
)

from undertow.cli.replay import steps
from undertow_kernels.pond.state import Kind

GAMES = 6  # of each player count
DEALT = re.compile(r"seat (\d) is dealt (\d) cards?")
DRAWN = re.compile(r"seat (\d) draws a card")
SPENT = re.compile(r"plays|discards")
CARDS = {"pond_power": True, "start_cards": 3, "hand_limit": 2, "far_shore": True}
ONE_SPIDER, ONE_FROG = spider(NORTH, 0), frog(NORTH, 0)


def attacked(*cards, **rules):
    """North's frog may take a spider of east, who holds some cards."""
    scene = pond(2 if "mode" in rules else 4, active=NORTH, **rules)
    scene.put(ONE_FROG, 4, 2).put(spider(EAST), 4, 4).put(spider(EAST, 1), 6, 7)
    return scene.put(ONE_SPIDER, 6, 2).hold(1, *cards)


# --- whole games


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.rule("KP-6.1", "KP-6.2", "KP-6.14")
def test_hands_are_those_that_were_told_dealt_drawn_and_spent(players):
    game = load(players, **CARDS)
    for index in range(GAMES):
        match, hands = game.match(5, index), [0] * players
        for step in steps(game, match):
            hands[step.seat - 1] -= SPENT.match(step.text) is not None
            for event in step.events:
                if found := DEALT.fullmatch(event):
                    hands[int(found[1]) - 1] += int(found[2])
                elif found := DRAWN.fullmatch(event):
                    hands[int(found[1]) - 1] += 1
            state = match.state.view(game.game.state)[0]
            assert state["hand_size"][:players].tolist() == hands


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_value_is_told_with_its_piece(players):
    game = load(players)
    match, values = game.match(5, 0), {}
    for step in steps(game, match):
        if step.text.startswith("places"):
            (where,) = (e for e in step.events if e.startswith("it lies under "))
            values[where.removeprefix("it lies under ")] = int(step.text.rsplit(" ", 1)[1])
        elif step.round:
            break
    assert len(values) == 9 * players
    assert sorted(v for name, v in values.items() if name.startswith("north frog")) == [-1, 1, 1, 3]


# --- single moves


@pytest.mark.rule("KP-6.10", "KP-6.14")
def test_who_plays_a_snake_is_told_to_draw():
    scene = attacked(SNAKE).move(ONE_FROG, 4, 4)
    assert scene.told(Kind.REACT_SNAKE) == [
        "north frog 1 leaves the game",
        "east spider 1 leaves the game",
        "seat 2 draws a card",
    ]


@pytest.mark.rule("KP-6.10")
def test_who_does_not_draw_after_a_snake_is_not_told_to():
    scene = attacked(SNAKE, snake_draws=False).move(ONE_FROG, 4, 4)
    assert scene.told(Kind.REACT_SNAKE)[-1] == "east spider 1 leaves the game"


@pytest.mark.rule("KP-6.4")
def test_a_new_pile_is_told_before_the_card_drawn_from_it():
    scene = attacked(SNAKE).exhaust().move(ONE_FROG, 4, 4)
    assert scene.told(Kind.REACT_SNAKE)[-2:] == [
        "the discards become the new pile",
        "seat 2 draws a card",
    ]


@pytest.mark.rule("KP-6.11")
def test_a_shell_is_told_with_the_piece_it_protects_and_the_way_back():
    scene = attacked(SHELL).move(ONE_FROG, 4, 4)
    assert scene.told(Kind.REACT_SHELL) == [
        "east spider 1 is under a shell, north frog 1 goes back to c5"
    ]


@pytest.mark.rule("KP-6.11")
def test_a_shell_against_a_tongue_pulls_nothing():
    scene = attacked(SHELL).put(spider(NORTH, 1), 4, 5).hold(0, TONGUE)
    scene.play(Kind.TONGUE, spider(NORTH, 1), spider(EAST))
    assert scene.told(Kind.REACT_SHELL) == ["east spider 1 is under a shell and is not pulled"]


@pytest.mark.rule("KP-5.1")
def test_the_far_shore_is_told_of_the_spider_that_reached_it():
    scene = pond(far_shore=True).put(ONE_SPIDER, 6, 4)
    assert scene.told(Kind.MOVE, ONE_SPIDER, sq(7, 4)) == [
        "north spider 1 has reached the far shore"
    ]


@pytest.mark.rule("KP-5.3")
def test_a_spider_that_a_snake_took_had_reached_the_far_shore_before():
    scene = pond(far_shore=True).put(ONE_SPIDER, 6, 4).put(spider(SOUTH), 7, 4)
    scene.put(spider(SOUTH, 1), 7, 3).put(spider(NORTH, 1), 0, 3).hold(2, SNAKE)
    scene.move(ONE_SPIDER, 7, 4)
    assert scene.told(Kind.REACT_SNAKE)[:3] == [
        "north spider 1 leaves the game",
        "south spider 1 leaves the game",
        "north spider 1 had reached the far shore before it left",
    ]


@pytest.mark.rule("KP-6.8")
def test_cards_that_lapse_are_told():
    scene = pond().put(ONE_SPIDER, 4, 4).put(spider(NORTH, 1), 4, 5).hold(0, LEGS, WEB)
    scene.play(Kind.LEGS, ONE_SPIDER)
    assert scene.told(Kind.WEB, spider(NORTH, 1)) == [
        "what was played on north spider 1 lapses: it cannot move any more"
    ]


@pytest.mark.rule("KP-6.3")
def test_a_card_is_discarded_as_the_turn_ends():
    scene = pond(hand_limit=1).hold(0, LEGS, WEB)
    scene.move(fly(NORTH), 0, 3).play(Kind.END)
    assert [scene.game.describe(move) for move in scene.game.legal(scene.position)] == [
        "discards Spider Web as the turn ends",
        "discards Frog Legs as the turn ends",
    ]


# --- the end


TEAMS = {"mode": "teams", "team_layout": "beside"}
TWO_COLOURS = {"mode": "two_colour", "two_colour_layout": "beside"}


@pytest.mark.parametrize(
    ("players", "rules"),
    [(2, {}), (3, {"table_shape": "x"}), (4, {}), (2, TWO_COLOURS), (4, TEAMS)],
    ids=["two", "three", "four", "two colours", "teams"],
)
@pytest.mark.rule("KP-4.3")
def test_the_pieces_told_at_the_end_are_those_that_break_a_tie(players, rules):
    game = load(players, **rules)
    for index in range(GAMES):
        match = game.match(5, index)
        match.play_on()
        side, row = match.result()[0]["side"], match.columns().view(game.game.columns)[0]
        told = game.game.standing(match.state.view(game.game.state)[0], game.rules.values).seats
        for seat in range(players):
            own = [mate for mate in range(players) if side[mate] == side[seat]]
            held, left = (int(row[name][own].sum()) for name in ("on_table", "pieces_left"))
            assert re.fullmatch(rf"{held} of {left} pieces? on the table", told[seat])


def test_partners_are_said_to_count_together():
    for rules, together in ((TEAMS, True), ({}, False)):
        scene = pond(4, **rules)
        rule = scene.game.game.standing(scene.state, scene.game.rules.values).rule
        assert rule.endswith("partners counted together") == together
