"""What a replay of Kingdoms of the Deep tells is true and in the order of happening."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from games.kingdoms.positions import (
    A_SHARK,
    ATLANTIS,
    BOLSTER,
    BONUSES,
    CAPITALS,
    DEPLOY,
    MOVE,
    RESET,
    SHARK,
    TO_BOLSTER,
    TO_CASTLE,
    TO_DEPLOY,
    TO_MOVE,
    UPGRADE,
    Play,
    Scene,
    load,
    unit,
)

from undertow.cli.replay import steps
from undertow.errors import InputValueError
from undertow_kernels.kingdoms.state import Kind

GAMES = 3  # of each player count and rule set
POINTS = re.compile(r"seat (\d) scores (\d+) ")
INSIDE = re.compile(r"seat (\d) has (\d+) units? in the castle")
VARIED = {
    "goal_deck": (1, 2, 5, 8, 9, 13, 14),
    "castle_points": 3,
    "reset_move_sharks": True,
    "bait_icons": ("none", *("shark", "upgrade", "move", "deploy", "bolster") * 2),
    "track": ("shell", "upgrade", "shark", "shell", "blank", "shell"),
}
ICON_AT_1 = {"bait_icons": ["none", "move", *["none"] * 9]}
PHRASES = [
    (Kind.STOP, 0, 0, "stops"),
    (Kind.CARD, BOLSTER, 0, "chooses Bolster"),
    (Kind.CARD, RESET, 0, "chooses Reset"),
    (Kind.FOCUS, 1, 0, "takes reef as focus"),
    (Kind.FOCUS, 6, 0, "takes wreck as focus"),
    (Kind.COVER, 1, 0, "puts a disc on the deploy bonus of Reset"),
    (Kind.COVER, 4, 0, "puts a disc on the castle bonus of Reset"),
    (Kind.RAISE, SHARK, 0, "upgrades Shark"),
    (Kind.PLACE, 0, 18, "sets a unit on tile 18"),
    (Kind.PLACE, 0, ATLANTIS, "sets a unit on Atlantis"),
    (Kind.LIFT, unit(0), 3, "lifts a unit of seat 1 from tile 3"),
    (Kind.LIFT, A_SHARK, ATLANTIS, "lifts a shark from Atlantis"),
    (Kind.TO, 0, 7, "brings it to tile 7"),
    (Kind.REMOVE, unit(5), 9, "removes a unit of seat 6 from tile 9"),
    (Kind.SEND, unit(1), 9, "sends a unit of seat 2 from tile 9 into the castle"),
    (Kind.BONUS, TO_BOLSTER, 0, "uses the bolster bonus"),
    (Kind.BONUS, TO_MOVE, 0, "uses the move bonus"),
]
STRANGE = [
    (0, 0, 0),
    (12, 0, 0),
    (Kind.STOP, 1, 0),
    (Kind.CARD, 0, 0),
    (Kind.CARD, 7, 0),
    (Kind.FOCUS, 7, 0),
    (Kind.COVER, 5, 0),
    (Kind.RAISE, UPGRADE, 0),
    (Kind.PLACE, 0, 19),
    (Kind.LIFT, 8, 3),
    (Kind.REMOVE, A_SHARK, 3),
    (Kind.SEND, unit(0), ATLANTIS),
    (Kind.BONUS, 1, 1),
]


def record(kind, what, where):
    """A move with these numbers."""
    game = load()
    move = game.legal(game.new(seed=1))[0].copy()
    move["kind"], move["what"], move["where"] = kind, what, where
    return move


# --- moves


@pytest.mark.parametrize(("kind", "what", "where", "phrase"), PHRASES)
def test_a_move_is_told_in_a_phrase(kind, what, where, phrase):
    assert load().describe(record(kind, what, where)) == phrase


@pytest.mark.parametrize(("kind", "what", "where"), STRANGE)
def test_numbers_of_no_move_are_refused(kind, what, where):
    with pytest.raises(InputValueError, match="no move of kingdoms has the numbers"):
        load().describe(record(kind, what, where))


# --- whole games


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("rules", [{}, VARIED], ids=["box", "varied"])
def test_the_points_told_add_up_to_the_scores(players, rules):
    game = load(players, **rules)
    for index in range(GAMES):
        match, count = game.match(3, index), Counter()
        for step in steps(game, match):
            for event in step.events:
                if points := POINTS.match(event):
                    count[int(points[1])] += int(points[2])
        scores = match.result()[0]["score"][:players].tolist()
        assert [count[seat + 1] for seat in range(players)] == scores


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_castle_holds_what_was_last_told_of_it(players):
    game = load(players)
    for index in range(GAMES):
        match, inside = game.match(4, index), {}
        for step in steps(game, match):
            for event in step.events:
                if entered := INSIDE.match(event):
                    inside[int(entered[1])] = int(entered[2])
        castle = match.columns().view(game.game.columns)[0]["castle"][:players].tolist()
        assert [inside.get(seat + 1, 0) for seat in range(players)] == castle


# --- set-up


@pytest.mark.rule("KD-1.1", "KD-1.3", "KD-1.5")
def test_the_map_and_the_goal_cards_are_told_with_the_first_focus():
    game = load(2, goal_deck=[1, 3, 14], goals_shuffled=False)
    play = Play(game, game.new(seed=1))
    play.state["terrain"][1:] = [*range(1, 7)] * 3
    play.state["tiles_of"][1:] = [1 << t | 1 << 6 + t | 1 << 12 + t for t in range(1, 7)]
    play.state["capitals"] = sum(1 << tile for tile in CAPITALS)
    seat, other = (1, 2) if play.state["first"] == 0 else (2, 1)
    assert play.told(Kind.FOCUS, 1) == [
        "the inner ring, tiles 1 to 6: reef, kelp, sand, trench, vent, wreck",
        "the outer ring, tiles 7 to 18: the capital of reef, the capital of kelp, the capital of "
        "sand, the capital of trench, the capital of vent, the capital of wreck, reef, kelp, "
        "sand, trench, vent, wreck",
        "the goal cards of the three ages: Spreading Tides, Outer Current, Balance of Power",
        f"seat {seat} has a unit on each of the tiles 1, 7 and 13, 17 in the supply",
    ]
    assert play.told(Kind.FOCUS, 3) == [
        f"seat {other} has a unit on each of the tiles 3, 9 and 15, 17 in the supply"
    ]


@pytest.mark.rule("KD-4.1")
def test_the_first_card_is_told_with_its_parts_when_round_1_begins():
    game = load(2, goal_deck=[1, 3, 14], goals_shuffled=False)
    play = Play(game, game.new(seed=1))
    play.play(Kind.FOCUS, 1).play(Kind.FOCUS, 2)
    assert play.told(Kind.COVER, 3) == []
    assert play.told(Kind.COVER, 3) == [
        "the goal card is Spreading Tides (immediate placed_tiles 2: 1; personal terrains 6: 4; "
        "ranking tiles: 5 3 1)",
        f"round 1 begins, seat {play.state['first'] + 1} is first player",
    ]


# --- cards and actions


@pytest.mark.rule("KD-2.1", "KD-2.3")
def test_all_cards_are_shown_when_the_last_is_chosen():
    scene = Scene(3).play(Kind.CARD, MOVE)
    assert scene.told(Kind.CARD, SHARK) == []
    assert scene.told(Kind.CARD, MOVE) == [
        "seat 1 shows Move",
        "seat 2 shows Shark, alone",
        "seat 3 shows Move",
        "seat 1 begins Move: 2 steps",
    ]


@pytest.mark.rule("KD-2.2", "KD-2.3", "KD-4.3")
def test_an_action_is_told_with_all_that_makes_its_number():
    scene = Scene(goal_1=("Rip Tide", "extra_shark 2", "none", "none")).level(1, SHARK, 2)
    scene.play(Kind.CARD, UPGRADE)
    assert scene.told(Kind.CARD, SHARK)[2:] == ["seat 1 begins Upgrade: 1 step, 1 more alone"]
    scene.told(Kind.RAISE, MOVE)
    assert scene.told(Kind.RAISE, MOVE) == [
        "Move is at level 3, 4 steps",
        "a bonus Move comes at once: 4 steps",
    ]
    assert scene.told(Kind.STOP) == [
        "4 steps of Move are not used",
        "seat 2 begins Shark: 3 steps, 1 more alone, 2 more by Rip Tide",
    ]


@pytest.mark.rule("KD-2.3", "KD-4.2")
def test_what_a_choice_alone_scores_is_told_when_the_action_begins():
    scene = Scene(goal_1=("Loner", "sole_choice 1: 3", "none", "none")).play(Kind.CARD, RESET)
    assert scene.told(Kind.CARD, MOVE) == [
        "seat 1 shows Reset, alone",
        "seat 2 shows Move, alone",
        "seat 1 begins Reset",
        "seat 1 scores 1 for Reset alone",
        "seat 1 scores 3 for the immediate goal of Loner",
    ]
    scene.told(Kind.STOP)
    assert scene.told(Kind.FOCUS, 1) == [
        "seat 1 keeps its focus",
        "seat 2 begins Move: 2 steps, 1 more alone",
        "seat 2 scores 3 for the immediate goal of Loner",
    ]


@pytest.mark.rule("KD-3.1", "KD-3.3")
def test_a_unit_set_is_told_with_its_terrain_and_those_beside_it():
    scene = Scene().put(0, 1).act(DEPLOY)
    assert scene.told(Kind.PLACE, 7) == ["the capital of reef: seat 1 has 1 unit there"]
    assert scene.told(Kind.PLACE, 7)[:1] == ["the capital of reef: seat 1 has 2 units there"]


@pytest.mark.rule("KD-3.4", "KD-4.2")
def test_a_unit_that_enters_the_castle_is_told_with_its_points_and_goal():
    scene = Scene(goal_1=("Gates", "entered_castle 1: 2", "none", "none")).put(0, 1, 0)
    assert scene.act(DEPLOY).told(Kind.PLACE, ATLANTIS) == [
        "seat 1 has 2 units in the castle",
        "seat 1 scores 1 for a unit in the castle",
        "seat 1 scores 2 for the immediate goal of Gates",
    ]


@pytest.mark.rule("KD-3.5", "KD-3.6")
def test_a_unit_brought_along_is_told_as_its_owners():
    scene = Scene().put(1, 9).act(MOVE)
    assert scene.told(Kind.LIFT, unit(1), 9) == []
    assert scene.told(Kind.TO, 2) == ["kelp: seat 2 has 1 unit there"]
    scene.told(Kind.LIFT, unit(1), 2)
    assert scene.told(Kind.TO, ATLANTIS) == [
        "seat 2 has 1 unit in the castle",
        "seat 1 scores 1 for a unit in the castle",
        "seat 2 begins Move: 2 steps",
    ]


@pytest.mark.rule("KD-3.9")
def test_of_a_shark_that_moves_nothing_more_is_told():
    scene = Scene().act(SHARK)
    assert scene.told(Kind.LIFT, A_SHARK, ATLANTIS) == []
    assert scene.told(Kind.TO, 2) == []


@pytest.mark.rule("KD-3.10", "KD-3.11")
def test_a_removal_is_told_with_the_supply_the_cube_and_its_icon():
    scene = Scene(**ICON_AT_1).put(1, 9, 9, 2).sharks(9).act(SHARK)
    assert scene.told(Kind.REMOVE, unit(1), 9) == [
        "it goes back to seat 2, now with 18 units in the supply",
        "the bait cube of seat 1 comes to space 1: 1 step of Move",
    ]
    assert scene.told(Kind.STOP) == ["1 step of Move is not used"]
    assert scene.told(Kind.REMOVE, unit(1), 9)[:2] == [
        "it goes back to seat 2, now with 19 units in the supply",
        "the bait cube of seat 1 comes to space 2",
    ]


@pytest.mark.rule("KD-3.10")
def test_a_cube_that_stays_on_the_last_space_is_told():
    scene = Scene().put(1, 9, 9).sharks(9).bait(0, 10).act(SHARK)
    assert scene.told(Kind.REMOVE, unit(1), 9)[1] == "the bait cube of seat 1 stays on space 10"


@pytest.mark.rule("KD-3.2")
def test_a_second_focus_is_told_when_it_is_won_and_when_it_is_chosen():
    scene = Scene().level(0, BOLSTER, 2).act(UPGRADE)
    assert scene.told(Kind.RAISE, BOLSTER) == [
        "Bolster is at level 3, 3 steps",
        "a second focus comes at once",
    ]
    assert scene.told(Kind.FOCUS, 4)[0] == "the foci of seat 1 are reef and trench"


@pytest.mark.rule("KD-3.12", "KD-3.13")
def test_a_reset_is_told_from_its_bonuses_to_its_foci():
    scene = Scene().put(1, 9).foci(0, 2, 5).cover(0, *BONUSES).act(RESET)
    assert scene.told(Kind.BONUS, TO_CASTLE) == []
    assert scene.told(Kind.SEND, unit(1), 9) == [
        "seat 2 has 1 unit in the castle",
        "seat 1 scores 1 for a unit in the castle",
    ]
    assert scene.told(Kind.STOP) == ["the deploy, bolster and move bonuses are not used"]
    assert scene.told(Kind.FOCUS, 3) == []
    assert scene.told(Kind.FOCUS, 6) == [
        "the foci of seat 1 are sand and wreck",
        "seat 2 begins Reset",
    ]


@pytest.mark.rule("KD-3.13")
def test_a_changed_focus_needs_no_more_words():
    scene = Scene().cover(0, TO_DEPLOY).act(RESET)
    assert scene.told(Kind.FOCUS, 4) == ["seat 2 begins Reset"]


@pytest.mark.rule("KD-5.5")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_what_is_told_at_the_end_breaks_ties(players):
    game = load(players)
    for index in range(GAMES):
        match = game.match(9, index)
        match.play_on()
        state, record = match.state.view(game.game.state)[0], match.result()[0]
        told = game.game.standing(state, game.rules.values)
        assert "a tie goes to more units in the castle" in told.rule
        chains = [tuple(map(int, re.findall(r"\d+", phrase))) for phrase in told.seats]
        keys = [(int(record["score"][seat]), *chains[seat]) for seat in range(players)]
        best = [key == max(keys) for key in keys]
        assert best == [bool(record["winners"] >> seat & 1) for seat in range(players)]
