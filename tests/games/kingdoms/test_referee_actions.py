"""Tests of the referee of Kingdoms of the Deep by itself: actions, scoring and the end."""

from __future__ import annotations

import pytest
from games.kingdoms import referee_moves as m
from games.kingdoms.staging import (
    act,
    asked,
    at_cards,
    go_on,
    goal,
    lift,
    place,
    staged,
    to,
    whats,
    wheres,
)

STOP = (m.STOP,)


# --- actions


@pytest.mark.rule("KD-3.1", "KD-3.14")
def test_bolster_on_the_own_focus():
    game = staged({1: 1})
    act(game, m.BOLSTER)
    assert asked(game) == [(m.STOP, 0, 0), place(1), place(7), place(13)]
    act(game, m.BOLSTER, place(7))
    assert (game.units[0][7], game.supply[0], game.moves) == (1, 18, [])
    game.supply[0] = 0
    act(game, m.BOLSTER)
    assert game.moves == []


@pytest.mark.rule("KD-3.3", "KD-3.4")
def test_deploy_beside_own_units_and_into_the_castle():
    game = staged({13: 1, 0: 2})
    act(game, m.DEPLOY)
    assert wheres(game, m.PLACE) == [4, 12, 13, 14]
    assert game.left == 2
    act(game, m.DEPLOY, place(4))
    assert wheres(game, m.PLACE) == [0, 3, 4, 5, 12, 13, 14]
    act(game, m.DEPLOY, place(0), STOP)
    assert (game.units[0][0], game.supply[0], game.score(0)) == (3, 15, 1)


@pytest.mark.rule("KD-3.14")
def test_deploy_needs_a_unit_on_the_map():
    game = staged({0: 2})
    act(game, m.DEPLOY)
    assert game.moves == []


@pytest.mark.rule("KD-3.5", "KD-3.6")
def test_any_creature_moves():
    game = staged({1: 1, 0: 1}, {3: 2}, sharks=(0, 7))
    act(game, m.MOVE)
    assert asked(game) == [(m.STOP, 0, 0), lift(1, 1), lift(2, 3), lift(7, 0), lift(7, 7)]
    act(game, m.MOVE, lift(2, 3))
    assert (wheres(game, m.TO), game.left) == ([0, 2, 4, 10, 11, 12], 2)
    act(game, m.MOVE, lift(2, 3), to(0))
    assert (game.units[1][0], game.score(0), game.score(1), game.left) == (1, 1, 0, 1)
    act(game, m.MOVE, lift(7, 7), to(1), lift(7, 1), to(0))
    assert game.sharks[0] == 2


@pytest.mark.rule("KD-3.8")
def test_upgrades_that_are_left():
    game = staged()
    act(game, m.UPGRADE)
    assert asked(game)[1:] == [(m.COVER, b, 0) for b in (2, 3, 4)] + [
        (m.RAISE, t, 0) for t in (1, 2, 3, 4)
    ]
    game.levels[0] = [1, 3, 3, 2]
    game.covered[0], game.spare[0] = {1, 2, 3, 4}, 0
    act(game, m.UPGRADE)
    assert asked(game)[1:] == [(m.RAISE, 1, 0), (m.RAISE, 4, 0)]
    game.levels[0] = [3, 3, 3, 3]
    act(game, m.UPGRADE)
    assert game.moves == []


@pytest.mark.rule("KD-3.7")
def test_move_at_level_3_gives_a_bonus_move_before_the_second_upgrade():
    game = staged({1: 1}, goal=goal("extra_move 1"))
    game.levels[0][2] = 2
    act(game, m.UPGRADE, (m.RAISE, 3), alone=True)
    assert (game.left, wheres(game, m.LIFT)) == (4, [1, 0])
    act(game, m.UPGRADE, (m.RAISE, 1), (m.RAISE, 1), alone=True)
    assert whats(game, m.FOCUS) == [2, 3, 4, 5, 6]
    game.levels[0] = [1, 1, 2, 1]
    act(game, m.UPGRADE, (m.RAISE, 3), STOP, alone=True)
    assert (game.left, whats(game, m.RAISE)) == (1, [1, 2, 4])


@pytest.mark.rule("KD-3.2")
def test_a_second_focus():
    game = staged({1: 1})
    game.levels[0][0] = 2
    act(game, m.UPGRADE, (m.RAISE, 1))
    assert asked(game) == [(m.FOCUS, terrain, 0) for terrain in (2, 3, 4, 5, 6)]
    assert game.left == 0
    game.levels[0][0] = 2
    act(game, m.UPGRADE, (m.RAISE, 1), (m.FOCUS, 4))
    assert game.foci[0] == {1, 4}
    act(game, m.BOLSTER)
    assert (wheres(game, m.PLACE), game.left) == ([1, 4, 7, 10, 13, 16], 3)


@pytest.mark.rule("KD-3.9")
def test_the_shark_moves_or_removes():
    game = staged({1: 2}, {1: 1, 0: 1, 7: 1}, sharks=(0, 1, 1))
    act(game, m.SHARK)
    removals = [(m.REMOVE, 1, 1), (m.REMOVE, 2, 1)]
    assert asked(game) == [(m.STOP, 0, 0), lift(7, 0), lift(7, 1), *removals]
    act(game, m.SHARK, removals[1], lift(7, 1), to(7))
    assert (game.units[1][1], game.supply[1], game.bait) == (0, 18, [1, 0])
    game = staged({1: 2}, {1: 1}, sharks=(1,), shark_may_eat_own=False)
    act(game, m.SHARK)
    assert whats(game, m.REMOVE) == [2]


ICONS = ["none", "shark", "shark", "upgrade", "deploy", *["none"] * 5, "bolster"]


@pytest.mark.rule("KD-3.10", "KD-3.11")
def test_bait_icons_bring_each_other():
    game = staged({1: 1}, {1: 5}, sharks=(1,), bait_icons=ICONS)
    game.levels[0][2] = 2
    remove = (m.REMOVE, 2, 1)
    action = act(game, m.SHARK, remove)
    assert (game.bait[0], game.left) == (1, 1)  # the icon's step
    go_on(game, action, remove)
    assert (game.bait[0], game.left) == (2, 1)
    go_on(game, action, remove)
    assert (game.bait[0], whats(game, m.RAISE)) == (3, [1, 2, 3, 4])
    go_on(game, action, (m.RAISE, 3))
    assert (whats(game, m.LIFT), game.left) == ([1, 2, 7], 4)  # KD-3.7
    go_on(game, action, STOP)
    assert (whats(game, m.REMOVE), game.left) == ([1, 2], 1)  # the card's second step
    go_on(game, action, remove)
    assert (wheres(game, m.PLACE), game.left) == ([0, 1, 2, 6, 7, 8, 18], 1)
    go_on(game, action, STOP)
    assert (game.moves, game.bait, game.counts["eaten"]) == ([], [4, 0], [4, 0])


@pytest.mark.rule("KD-3.11")
def test_an_icon_may_be_left():
    game = staged({1: 1}, {1: 5}, sharks=(1,), bait_icons=ICONS)
    act(game, m.SHARK, (m.REMOVE, 2, 1), STOP)
    assert (whats(game, m.REMOVE), game.left) == ([1, 2], 1)


@pytest.mark.rule("KD-3.10")
def test_the_cube_stays_on_its_last_space():
    game = staged({1: 1}, {1: 3}, sharks=(1,), bait_icons=ICONS)
    game.bait[0] = 9
    act(game, m.SHARK, (m.REMOVE, 2, 1))
    assert (game.bait[0], wheres(game, m.PLACE)) == (10, [1, 7, 13])
    act(game, m.SHARK, (m.REMOVE, 2, 1))
    assert (game.bait[0], game.left, whats(game, m.REMOVE)) == (10, 1, [1, 2])


# --- Reset


@pytest.mark.rule("KD-3.12", "KD-3.13")
def test_bonuses_in_any_order_and_then_the_focus():
    game = staged({1: 1}, {7: 1, 3: 1})
    game.covered[0] = {1, 2, 3, 4}
    action = act(game, m.RESET)
    assert asked(game) == [(m.STOP, 0, 0), *((m.BONUS, b, 0) for b in (1, 2, 3, 4))]
    go_on(game, action, (m.BONUS, 4))
    assert asked(game) == [(m.SEND, 1, 1), (m.SEND, 2, 3), (m.SEND, 2, 7)]
    assert game.left == 1
    go_on(game, action, (m.SEND, 2, 7))
    assert (game.units[1][0], game.score(0), whats(game, m.BONUS)) == (1, 1, [1, 2, 3])
    go_on(game, action, (m.BONUS, 3))
    assert asked(game) == [lift(1, 1), lift(2, 3)]
    go_on(game, action, lift(1, 1), to(7), (m.BONUS, 2))
    assert asked(game) == [place(1), place(7), place(13)]
    go_on(game, action, place(13), (m.BONUS, 1))
    assert wheres(game, m.PLACE) == [1, 4, 7, 8, 12, 13, 14, 18]
    go_on(game, action, place(8))
    assert whats(game, m.FOCUS) == [1, 2, 3, 4, 5, 6]
    go_on(game, action, (m.FOCUS, 2))
    assert (game.foci, game.moves) == ([{2}, {2}], [])


@pytest.mark.rule("KD-3.12")
def test_bonuses_may_be_left():
    game = staged({1: 1})
    game.covered[0] = {2, 4}
    act(game, m.RESET, (m.BONUS, 2), place(1), STOP)
    assert whats(game, m.FOCUS) == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("KD-3.12")
def test_bonuses_that_are_possible():
    game = staged({0: 3}, units=3)
    game.covered[0] = {1, 2, 3, 4}
    act(game, m.RESET)
    assert whats(game, m.FOCUS) == [1, 2, 3, 4, 5, 6]
    game.values["reset_move_sharks"] = True
    act(game, m.RESET)
    assert whats(game, m.BONUS) == [3]
    act(game, m.RESET, (m.BONUS, 3))
    assert len(game.moves) == 6  # the only shark is lifted without asking
    game.supply[0] = 1
    act(game, m.RESET)
    assert whats(game, m.BONUS) == [2, 3]


@pytest.mark.rule("KD-3.13")
def test_two_foci_change_together():
    game = staged({1: 1})
    game.covered[0], game.foci[0] = set(), {1, 6}
    act(game, m.RESET)
    assert whats(game, m.FOCUS) == [1, 2, 3, 4, 5]
    act(game, m.RESET, (m.FOCUS, 3))
    assert (whats(game, m.FOCUS), game.foci[0]) == ([4, 5, 6], {1, 6})
    act(game, m.RESET, (m.FOCUS, 5))
    assert game.foci[0] == {5, 6}


# --- the end

CAPITALS = range(7, 13)


@pytest.mark.rule("KD-5.1")
def test_capital_points():
    game = staged({7: 2, 8: 1, 9: 1}, {7: 2, 8: 2})
    game.scoring_round()
    assert game.counts["capital_points"] == [4, 4]
    assert (game.age, game.ending) == (1, m.RUNNING)


@pytest.mark.rule("KD-5.2")
def test_all_capitals_win_at_once():
    all_six = dict.fromkeys(CAPITALS, 1)
    game = staged({7: 1, 0: 5}, all_six, {**all_six, 0: 1}, goal=goal("none", "units 1: 4"))
    game.counts["solo_points"] = [50, 20, 0]
    game.scoring_round()
    result = game.result()
    assert (result["ending"], game.age, result["winners"]) == (m.ALL_CAPITALS, 0, 4)
    assert result["score"] == [52, 32, 12]
    assert result["rank"] == [2, 3, 1]
    game.units[2][0] = 0
    assert game.result()["winners"] == 6
    assert game.result()["rank"] == [3, 1, 1]
    game.bait[1] = 1
    assert game.result()["rank"] == [2, 1, 3]


@pytest.mark.rule("KD-5.2")
def test_the_game_is_over_at_once_and_no_card_returns():
    game = at_cards(2, track=["shell", "shell", "shell"])
    first, second = game.order()
    for tile in range(1, 19):
        game.units[first][tile] = 1
    game.supply[first] = 2
    game.choose(5)
    game.choose(5)
    while not game.over:
        game.choose(0)
    assert game.facts()[2:7] == [first, -1, 1, 2, m.ALL_CAPITALS]
    assert (game.legal(), game.left, game.hands[second]) == ([], 0, {1, 2, 3, 4, 5})


@pytest.mark.rule("KD-5.4", "KD-5.5")
def test_end_points_and_ties():
    game = staged({0: 2}, {0: 2, 1: 1}, {0: 1}, {})
    game.age, game.bait = 2, [3, 2, 10, 0]
    game.scoring_round()
    result = game.result()
    assert result["columns"]["end_points"] == [6 + 1, 6 + 1, 1 + 8, 0]
    assert (result["ending"], game.age) == (m.THIRD_SCORING, 3)
    assert (result["rank"], result["winners"]) == ([3, 2, 1, 4], 4)
    game.counts["end_points"] = [7, 7, 7, 7]
    assert game.result()["rank"] == [2, 1, 3, 4]
    game.units[0][18] = 1
    game.bait = [2, 2, 10, 0]
    assert (game.result()["rank"], game.result()["winners"]) == ([1, 1, 3, 4], 3)
