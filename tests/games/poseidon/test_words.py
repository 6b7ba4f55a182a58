"""What a replay of Poseidon's Kingdom tells is true and in the order of happening."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from games.poseidon.playing import NEUTRAL, OFF, load, right
from games.poseidon.positions import QUIET, Scene

from undertow.cli.replay import steps
from undertow_kernels.poseidon.state import Kind

BLUE, GREEN, ORANGE, YELLOW = range(4)
GAMES = 50  # of each player count and rule set
TOLD = 3  # of them told in full
FALL = re.compile(r"the wave breaks: (\d+) (?:dice fall|die falls) into the sea")
BITE = re.compile(r"the shark eats (\d+) creatures? of seat \d")
FREED = re.compile(r"seat \d frees a friend")
VARIED = {"respawn_after_move": False, "chain_crash": True, "mixed_store_eat": True}


def shark_at_crossing(**rules):
    """A turn in which blue's creature comes to a three and a four; the shark crosses next."""
    scene = Scene(active=BLUE, **rules).row(BLUE, "E2 D").sea(1, (3, BLUE), (4, GREEN))
    for seat in (GREEN, ORANGE, YELLOW):
        scene.creatures(seat, 0, 0)
    return scene.shark(4).track(0, 2, 4, 6)


def falls(game, match):
    """Play a match; at each wave that breaks yield the dice told to fall and the dice that fell."""
    full = game.rules.values["wave_capacity"]  # a wave breaks when it is full, and only then
    crashes = 0
    while match.actor >= 0:
        legal = match.legal()
        move = legal[match.choose() if len(legal) > 1 else 0]
        before = match.state.copy().view(game.game.state)[0]
        match.step(move)
        after = match.state.view(game.game.state)[0]
        if after["crashes"] > crashes:
            crashes = int(after["crashes"])
            record = move.view(game.game.move)[0]
            lines = "\n".join(game.game.words.event(before, record, after, game.rules.values))
            yield FALL.findall(lines), [str(full - after["on_wave"])]


# --- whole games


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", [{}, VARIED], ids=["box", "varied"])
@pytest.mark.rule("PK-D1", "PK-D2")
def test_as_many_dice_are_told_to_fall_as_a_full_wave_loses(players, rules):
    game = load(players, **rules)
    for index in range(GAMES):
        for said, true in falls(game, game.match(3, index)):
            assert said == true


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", [{}, VARIED], ids=["box", "varied"])
def test_what_is_told_adds_up_to_the_counters(players, rules):
    game = load(players, **rules)
    for index in range(TOLD):
        match, count = game.match(3, index), Counter()
        for step in steps(game, match):
            count["skeletons_placed"] += step.text.startswith("puts a skeleton")
            count["peeks"] += step.text.startswith("peeks")
            for event in step.events:
                count["crashes"] += FALL.match(event) is not None
                count["freed"] += FREED.match(event) is not None
                count["bites"] += int(bite[1]) if (bite := BITE.match(event)) else 0
        columns = match.columns().view(game.game.columns)[0]
        for name in ("skeletons_placed", "peeks", "bites", "crashes"):
            assert count[name] == columns[name].sum(), name
        freed = ("freed_eating", "freed_head", "freed_bonus")
        assert count["freed"] == sum(columns[name].sum() for name in freed)


# --- the order of what a single move brings about


def test_a_friend_is_freed_before_the_shark_swims_feeds_and_bites():
    scene = shark_at_crossing().creatures(YELLOW, right(5), right(5)).sea(1, (4, NEUTRAL))
    scene.arrive(QUIET)
    assert scene.told(Kind.EAT, 1) == []
    assert scene.told(Kind.EAT_BOARD, 11) == []
    assert scene.told(Kind.EAT_BOARD, 20) == [
        "seat 1 frees a friend from arm 1 (seven) for 6 points",
        "the shark swims 1 space to R5",
        "the wave holds 1 die",
        "the shark eats 2 creatures of seat 4",
    ]


@pytest.mark.rule("PK-K1")
def test_a_rival_moves_on_the_track_before_the_shark_swims():
    scene = shark_at_crossing().arrive(QUIET)
    scene.told(Kind.EAT, 1)
    scene.told(Kind.EAT_BOARD, 11)
    assert scene.told(Kind.EAT_BOARD, 17) == [
        "seat 1 frees a friend from arm 1 (seven) for 6 points"
    ]
    assert scene.told(Kind.RIVAL, GREEN) == [
        "seat 2 moves to track space 3",
        "the shark swims 1 space to R5",
        "the wave holds 1 die",
    ]


@pytest.mark.rule("PK-D2", "PK-D4", "PK-D5")
def test_a_die_eaten_by_the_same_move_does_not_lessen_the_fall():
    scene = shark_at_crossing().sea(1, (4, NEUTRAL)).load(seat_0=7, seat_2=7)
    scene.inject(scene.words([*[(2, 8)] * 14, (1, OFF)]))
    scene.arrive(QUIET)
    scene.told(Kind.EAT, 1)
    scene.told(Kind.EAT_BOARD, 11)
    assert scene.told(Kind.EAT_BOARD, 20) == [
        "seat 1 frees a friend from arm 1 (seven) for 6 points",
        "the shark swims 1 space to R5",
        "the wave holds 15 dice",
        "the wave breaks: 14 dice fall into the sea, 1 returns to the wave",
        "the shark turns round",
        "seat 1's dice in the sea total 14",
        "seat 2's dice in the sea total 4",
        "seat 3's dice in the sea total 14",
        "seat 4's dice in the sea total 0",
    ]


@pytest.mark.rule("PK-C3.3")
def test_a_stored_die_that_makes_way_is_named():
    scene = shark_at_crossing().store(BLUE, 1, 6, ORANGE).arrive(QUIET)
    scene.told(Kind.STORE)
    scene.told(Kind.STORE_DIE, 11)
    assert scene.told(Kind.STORE_AT, 1) == ["a 6 (seat 3) makes way, back to its supply"]


@pytest.mark.rule("PK-C4.4")
def test_a_stored_die_that_a_skeleton_replaces_is_named():
    scene = Scene(active=BLUE).row(GREEN, "D D").store(GREEN, 0, 5, NEUTRAL)
    scene.store(GREEN, 1, 5, GREEN).creatures(GREEN, right(5), 0).shark(4).arrive(QUIET)
    assert scene.told(Kind.SKELETON, 0) == ["a 5 (neutral) makes way, back to its supply"]


@pytest.mark.rule("PK-K5", "PK-D7")
def test_a_coral_is_named_to_whoever_peeks_also_when_it_is_known():
    scene = Scene(active=BLUE).corals(5, 4, 3, 3, 2, 2, 1, 1).crash({BLUE: [(6, 8)] * 2})
    scene.state["coral_known"][1] = 1 << BLUE
    scene.told(Kind.BONUS, 4)
    assert scene.told(Kind.PEEK, 4) == ["it is graveyard"]


@pytest.mark.rule("PK-D8")
def test_skeletons_that_leave_a_reef_are_counted():
    scene = Scene(active=BLUE).row(BLUE, "A A A A").bones(BLUE, 0, 2)
    scene.crash({BLUE: [(6, 8)] * 3})
    assert scene.told(Kind.BONUS, 5) == ["2 skeletons leave seat 1's reef"]


@pytest.mark.rule("PK-E1")
def test_final_turns_name_the_seat_whose_friends_are_free():
    scene = Scene(active=BLUE).free(BLUE, 2, 3, 4, 5, 6)
    scene.crash({BLUE: [(6, 8)] * 4})
    scene.told(Kind.BONUS, 6)
    lines = []
    while not scene.state["final"]:
        lines = scene.told(Kind.BONUS, 0)
    assert lines == ["all friends of seat 1 are free: everybody has one final turn"]


# --- the end


@pytest.mark.parametrize(
    ("best", "counters", "chain"),
    [(False, "counters 11", "greatest sum of counters"), (True, "best counter 8", "best single")],
)
@pytest.mark.rule("PK-S5")
def test_the_end_tells_what_breaks_a_tie(best, counters, chain):
    scene = Scene(2, tiebreak_best_counter=best).row(0, "A2 D D").row(1, "A D")
    scene.corals(1, 1, 2, 2, 3, 3, 4, 5).take_corals(1, 10).bones(0, 1, 2).bones(1, 0)
    scene.state["counter"][0][:2] = 8, 3
    told = scene.game.game.standing(scene.state, scene.game.rules.values)
    assert told.seats[0] == f"level 2, 2 skeletons, {counters}"
    assert told.seats[1].startswith("a trident, level 1, 1 skeleton, ")
    assert chain in told.rule


@pytest.mark.rule("PK-S6")
def test_the_end_tells_whether_a_tie_is_a_joke():
    for joke in (False, True):
        scene = Scene(2, literal_joke_tiebreak=joke)
        rule = scene.game.game.standing(scene.state, scene.game.rules.values).rule
        assert ("everybody else wins" in rule) == joke
