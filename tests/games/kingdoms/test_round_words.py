"""What a replay of Kingdoms of the Deep tells of the end of a round and of the game."""

from __future__ import annotations

import pytest
from games.kingdoms.positions import CAPITALS, DEPLOY, MOVE, RESET, Scene, goal, unit

from undertow_kernels.kingdoms.state import Kind


def last_move(*cards, symbol="blank", **rules):
    """A scene before the last move, STOP, of a round; the marker then comes to a symbol."""
    track = [symbol, *["shell"] * (2 if symbol == "shell" else 3)]
    scene = Scene(len(cards), track=track, **rules)
    for seat in range(len(cards)):
        scene.put(seat, 1 + seat)
    scene.cards(*cards)
    while scene.decider < len(cards) - 1:
        scene.end_action()
    return scene


@pytest.mark.rule("KD-2.8")
def test_a_round_without_reset_ends_with_the_next_first_player():
    assert last_move(MOVE, MOVE).told(Kind.STOP) == [
        "2 steps of Move are not used",
        "round 2 begins, seat 2 is first player",
    ]


@pytest.mark.rule("KD-2.4", "KD-2.8")
def test_the_marker_and_those_who_take_their_cards_back_are_told():
    assert last_move(RESET, RESET, MOVE).told(Kind.STOP)[1:] == [
        "the round marker comes to space 1: it is blank",
        "seats 1 and 2 take all cards back",
        "round 2 begins, seat 2 is first player",
    ]


@pytest.mark.rule("KD-2.5")
def test_at_an_upgrade_symbol_the_upgrades_come_before_the_next_round():
    scene = last_move(RESET, MOVE, symbol="upgrade")
    assert scene.told(Kind.STOP)[1:] == [
        "the round marker comes to space 1: each player may upgrade"
    ]
    assert scene.told(Kind.STOP) == ["1 step of Upgrade is not used"]
    assert scene.told(Kind.RAISE, DEPLOY) == [
        "Deploy is at level 2, 3 steps",
        "seat 1 takes all cards back",
        "round 2 begins, seat 2 is first player",
    ]


@pytest.mark.rule("KD-2.6")
@pytest.mark.parametrize(
    ("beside", "event"),
    [(2, "another shark lies on the castle"), (0, "no shark is left beside the board")],
)
def test_at_a_shark_symbol_it_is_told_whether_a_shark_came(beside, event):
    scene = last_move(RESET, MOVE, symbol="shark", sharks_in_stock=beside)
    assert scene.told(Kind.STOP)[1:3] == [
        "the round marker comes to space 1: a shark symbol",
        event,
    ]


@pytest.mark.rule("KD-5.1", "KD-5.3")
def test_a_scoring_round_tells_who_has_most_where_and_what_each_scores():
    cards = {
        "goal_1": ("Crown", "capitals_taken 1: 4", "capitals 1: 1", "capital_units: 5 3"),
        "goal_2": ("Plain", "none", "none", "none"),
    }
    scene = last_move(RESET, MOVE, symbol="shell", **cards).put(0, 7, 8, 8).put(1, 7, 11)
    scene.carry(unit(1), 2, 8, 2).play(Kind.LIFT, unit(1), 2)
    assert scene.told(Kind.TO, 9) == [
        "the capital of sand: seat 2 has 1 unit there",
        "seat 2 scores 4 for the immediate goal of Crown",
        "the round marker comes to space 1: a scoring round",
        "the capital of reef (tile 7): seats 1 and 2 have most, 1 unit each",
        "the capital of kelp (tile 8): seat 1 has most, 2 units",
        "the capital of sand (tile 9): seat 2 has most, 1 unit",
        "the capital of vent (tile 11): seat 2 has most, 1 unit",
        "seat 1 scores 4 for capitals",
        "seat 2 scores 6 for capitals",
        "seat 1 scores 6 for the goal card Crown",
        "seat 2 scores 6 for the goal card Crown",
        "seat 1 takes all cards back",
        "the goal card is Plain (no goals)",
        "round 2 begins, seat 2 is first player",
    ]


@pytest.mark.rule("KD-5.4")
def test_the_end_tells_castle_and_bait_of_each_seat():
    scene = last_move(RESET, MOVE).put(0, 0, 0).put(1, 0).bait(1, 5).marker(3)
    assert scene.told(Kind.STOP)[1:] == [
        "the round marker comes to space 4: a scoring round",
        "the third scoring round ends the game",
        "seat 1 scores 5 for 2 units in the castle",
        "seat 2 scores 2 for 1 unit in the castle",
        "seat 2 scores 2 for the bait cube on space 5",
    ]


@pytest.mark.rule("KD-5.2")
@pytest.mark.parametrize(
    ("holders", "event"),
    [
        ([1], "seat 2 has most units on every capital: the game ends at once"),
        ([0, 1], "seats 1 and 2 have most units on every capital: the game ends at once"),
    ],
)
def test_an_instant_win_tells_who_holds_all_capitals(holders, event):
    scene = last_move(RESET, MOVE, symbol="shell", goal_1=goal(personal="units 1: 3"))
    for seat in holders:
        scene.put(seat, *CAPITALS)
    lines = scene.told(Kind.STOP)
    assert lines[-1] == event
    scored = [f"seat {seat + 1} scores 12 for capitals" for seat in holders]
    assert lines[-1 - len(holders) : -1] == scored
