"""Tests of the referee of Kingdoms of the Deep by itself: set-up, actions, whole games."""

from __future__ import annotations

import random

import pytest
from games.kingdoms import referee_moves as m
from games.kingdoms.referee import Referee
from games.kingdoms.referee_table import CHOSEN_FACT, SEAT_FACTS, SPACE_FACTS
from games.kingdoms.staging import (
    COMPONENTS,
    act,
    asked,
    at_cards,
    components,
    run,
    staged,
    whats,
)
from referee_philox import Stream
from referee_play import finish

STOP = (m.STOP,)
TRIES = [(key, number) for key in COMPONENTS for number in range(len(COMPONENTS[key]["try"]))]


def chosen_fact(game, seat):
    return SPACE_FACTS + 19 * (3 + game.players) + SEAT_FACTS * seat + CHOSEN_FACT


# --- whole games


def play_and_check(values, players, seed):
    rng = random.Random(seed)
    game = Referee(values, players, (rng.getrandbits(64), 5), 7)
    for _ in finish(game, rng):
        moves = game.legal()
        assert moves == sorted(set(moves))
        assert len(moves) != 1
        facts = game.facts()
        assert len(facts) == SPACE_FACTS + 19 * (3 + players) + SEAT_FACTS * players + 1
        assert facts[3] == game.actor
        assert all(facts[index] for seat in game.seats for index in game.hidden(seat))
        game.check()
    check_result(game)
    return game


def check_result(game):
    result = game.result()
    columns = result["columns"]
    assert result["ending"] in (m.THIRD_SCORING, m.ALL_CAPITALS)
    assert result["turns"] == result["rounds"] * game.players
    assert result["winners"] == sum(1 << s for s in game.seats if result["rank"][s] == 1) > 0
    for seat in game.seats:
        assert sum(columns["cards"][seat]) == result["rounds"]
        kinds = ("solo", "entry", "goal", "capital", "end")
        scored = sum(columns[f"{kind}_points"][seat] for kind in kinds)
        assert result["score"][seat] == scored + game.values["handicap"][seat]
    if result["ending"] == m.THIRD_SCORING:
        assert columns["advances"] == len(game.values["track"])
        assert max(result["score"]) == result["score"][result["rank"].index(1)]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("varied", [False, True])
def test_games_end_and_lose_nothing(players, varied):
    for number in range(3):
        seed = f"{players} {varied} {number}"
        values = components(players, random.Random(seed) if varied else None)
        play_and_check(values, players, seed)


@pytest.mark.parametrize(("key", "number"), TRIES)
def test_games_with_each_value_to_try(key, number):
    players = 2 + TRIES.index((key, number)) % 5
    value = COMPONENTS[key]["try"][number]
    if COMPONENTS[key].get("per_players"):
        value = value[players - 2]
    changes = {key: value}
    if key.startswith("goal_") and key[5:].isdigit():
        others = [card for card in (4, 8, 9) if key != f"goal_{card}"]
        changes |= {"goal_deck": [int(key[5:]), *others], "goals_shuffled": False}
    play_and_check(components(players, **changes), players, f"{key} {number}")


def test_the_third_scoring_round_ends_the_game():
    game = play_and_check(components(2, track=["shell"] * 3), 2, "short")
    assert (game.marker, game.age) == (3, 3)


# --- set-up


@pytest.mark.rule("KD-1.1", "KD-1.2", "KD-1.3", "KD-1.4")
def test_draws_of_the_set_up():
    game = Referee(components(4), 4, (8, 9), 10)
    words = Stream((8, 9), 10, 0, 0)

    def shuffled(items):
        for last in range(len(items) - 1, 0, -1):
            other = words.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items

    assert game.start == game.first == words.below(4)
    plain = [(terrain, 0) for terrain in range(1, 7)]
    inner = shuffled(list(plain))
    outer = shuffled([(terrain, 1) for terrain in range(1, 7)] + plain)
    goals = shuffled(list(range(1, 15)))[:3]
    facts = game.facts()
    assert facts[10:13] == goals
    spaces = [tuple(facts[13 + 7 * space :][:3]) for space in range(19)]
    assert spaces == [(0, 0, 1), *((terrain, capital, 0) for terrain, capital in inner + outer)]


@pytest.mark.rule("KD-1.3")
def test_a_deck_in_order():
    game = Referee(components(2, goals_shuffled=False, goal_deck=[5, 9, 2, 1]), 2, (1, 1), 1)
    assert game.goal_cards == [5, 9, 2]


@pytest.mark.rule("KD-1.5", "KD-1.6")
def test_foci_and_first_discs():
    game = Referee(components(3), 3, (1, 1), 1)
    first, second, third = game.order()
    assert asked(game) == [(m.FOCUS, terrain, 0) for terrain in range(1, 7)]
    game.choose(3)
    assert game.actor == second
    assert whats(game, m.FOCUS) == [1, 2, 3, 5, 6]
    assert game.supply[first] == 17
    assert sum(game.units[first][tile] for tile in game.board.tiles_of[4]) == 3
    game.choose(0)
    game.choose(0)
    assert game.foci[third] == {2}
    assert (game.actor, asked(game)) == (first, [(m.COVER, b, 0) for b in (1, 2, 3, 4)])
    for index in (0, 3, 3):
        game.choose(index)
    assert game.covered[second] == {4}
    assert (game.round, game.actor, game.decisions) == (1, first, 6)


@pytest.mark.rule("KD-1.5")
def test_the_sixth_player_is_not_asked_for_a_focus():
    game = Referee(components(6), 6, (1, 1), 1)
    for _ in range(5):
        game.choose(0)
    assert whats(game, m.COVER) == [1, 2, 3, 4]
    assert all(game.foci)


# --- a round


@pytest.mark.rule("KD-2.1", "KD-6.1")
def test_a_chosen_card_is_hidden_until_all_have_chosen():
    game = at_cards(3)
    first, second, third = game.order()
    assert [game.hidden(seat) for seat in game.seats] == [[], [], []]
    game.choose(4)
    at = chosen_fact(game, first)
    assert game.facts()[at - 1 : at + 1] == [63, 5]
    assert (game.hidden(first), game.hidden(second), game.hidden(third)) == ([], [at], [at])
    group = [16 * (first + 1) + card for card in (5, 1, 2, 3, 4, 6)]
    assert (game.swaps(first), game.swaps(third)) == ([], [("chosen", group)])
    game.choose(4)
    assert len(game.hidden(third)) == 2
    game.choose(0)
    assert [game.hidden(seat) for seat in game.seats] == [[], [], []]
    assert game.swaps(first) == []
    assert game.facts()[at - 1 : at + 1] == [63 - 16, 5]


@pytest.mark.rule("KD-2.8")
def test_reset_takes_cards_back_and_the_first_player_moves_on():
    game = at_cards(3)
    game.chosen = [m.RESET, m.MOVE, m.RESET]
    game.hands = [set(), {1}, {2}]
    first = game.first
    game.end_round()
    assert game.hands == [set(m.CARDS), {1}, set(m.CARDS)]
    assert (game.first, game.chosen) == ((first + 1) % 3, [0, 0, 0])


@pytest.mark.rule("KD-2.4", "KD-2.6")
def test_the_marker_moves_once_however_many_resets():
    game = at_cards(2, track=["shark", "shell", "shell", "shell"])
    game.foci = [{1}, {2}]
    game.choose(5)
    game.choose(5)
    while game.round == 1:
        game.choose(0)
    assert (game.marker, game.stock, game.sharks[0]) == (1, 1, 2)
    assert game.facts()[7:9] == [1, 1]


@pytest.mark.rule("KD-2.5")
def test_everybody_may_upgrade():
    game = staged({1: 1}, {2: 1}, {}, track=["upgrade", "shell", "shell", "shell"])
    game.first = 1
    raised = (m.RAISE, 3)
    run(game, game.advance(), raised, STOP, raised)
    assert [levels[2] for levels in game.levels] == [2, 2, 1]
    assert game.counts["upgrades"] == [1, 1, 0]


@pytest.mark.rule("KD-2.3")
def test_solo_points():
    game = staged({1: 1}, {2: 1}, {}, {}, {})
    act(game, m.RESET, STOP, (m.FOCUS, 1), alone=True)
    act(game, m.RESET, STOP, (m.FOCUS, 2), seat=1)
    assert game.counts["solo_points"] == [2, 0, 0, 0, 0]
    act(game, m.UPGRADE, seat=2, alone=True)
    assert (game.left, game.counts["solos"]) == (2, [1, 0, 1, 0, 0])
