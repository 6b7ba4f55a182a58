"""Tests of the referee of Kingdoms of the Deep: the map, measures, goals and places."""

from __future__ import annotations

import itertools

import pytest
from games.kingdoms import referee_moves as m
from games.kingdoms.referee_board import AXIAL, BESIDE, INNER, LINES, OUTER, TILES, TRIANGLES
from games.kingdoms.referee_cards import Goal, place_points
from games.kingdoms.referee_measures import MEASURES
from games.kingdoms.staging import COMPONENTS, act, goal, lift, place, run, staged, to

STOP = (m.STOP,)


def won(game, seat=0):
    return game.counts["goal_points"][seat]


# --- the map


def test_spaces_beside_each_other():
    assert BESIDE[0] == tuple(INNER)
    assert [len(BESIDE[tile]) for tile in INNER] == [6] * 6
    assert [len(BESIDE[tile]) for tile in OUTER] == [3, 4] * 6
    assert BESIDE[1] == (0, 2, 6, 7, 8, 18)
    assert BESIDE[7] == (1, 8, 18)
    assert BESIDE[8] == (1, 2, 7, 9)
    assert all(tile in BESIDE[near] for tile in range(19) for near in BESIDE[tile])


@pytest.mark.parametrize(("length", "number"), [(2, 36), (3, 18), (4, 6)])
def test_straight_lines(length, number):
    rows = set()
    for row in itertools.permutations(TILES, length):
        steps = {
            (AXIAL[after][0] - AXIAL[before][0], AXIAL[after][1] - AXIAL[before][1])
            for before, after in itertools.pairwise(row)
        }
        if len(steps) == 1 and row[1] in BESIDE[row[0]]:
            rows.add(frozenset(row))
    assert len(rows) == len(LINES[length]) == number
    assert rows == {frozenset(row) for row in LINES[length]}


def test_triangles():
    found = {
        frozenset(tiles)
        for tiles in itertools.combinations(TILES, 3)
        if all(two in BESIDE[one] for one, two in itertools.combinations(tiles, 2))
    }
    assert len(found) == len(TRIANGLES) == 18
    assert found == {frozenset(tiles) for tiles in TRIANGLES}


# --- measures


@pytest.mark.rule("KD-4.6")
@pytest.mark.parametrize(
    ("measure", "own", "other", "value"),
    [
        ("tiles", {1: 2, 8: 1, 0: 3}, {}, 2),
        ("inner_tiles", {1: 2, 6: 1, 7: 1, 0: 1}, {}, 2),
        ("outer_tiles", {1: 2, 7: 1, 18: 4}, {}, 2),
        ("terrains", {1: 1, 7: 1, 13: 1, 2: 1}, {}, 2),
        ("capitals", {1: 1, 7: 3, 12: 1, 13: 1}, {}, 2),
        ("units", {1: 2, 8: 1, 0: 3}, {}, 3),
        ("inner_units", {1: 2, 6: 1, 7: 4, 0: 5}, {}, 3),
        ("outer_units", {1: 2, 7: 4, 18: 1}, {}, 5),
        ("capital_units", {1: 2, 7: 4, 12: 1, 13: 6}, {}, 5),
        ("focus_units", {1: 1, 7: 2, 13: 3, 2: 5, 0: 1}, {}, 6),
        ("near_sharks", {1: 2, 7: 4, 0: 3}, {}, 2),
        ("safe_units", {1: 2, 7: 4, 0: 3}, {}, 6),
        ("supply", {1: 2, 0: 3}, {}, 15),
        ("castle", {1: 2, 0: 3}, {}, 3),
        ("bait", {}, {}, 0),
        ("line", {7: 1, 9: 1, 1: 1, 4: 1}, {}, 2),
        ("line", {7: 1, 9: 1}, {}, 0),
        ("line", {7: 1, 1: 1, 4: 1, 13: 1}, {}, 2),
        ("line", {7: 1, 8: 1, 9: 1}, {}, 3),
        ("line", {10: 1, 2: 1, 1: 1, 18: 1}, {}, 4),
        ("group", {1: 1, 4: 1, 8: 1, 9: 1, 0: 1}, {}, 3),
        ("group", {}, {}, 0),
        ("triangles", {1: 1, 2: 1, 8: 1, 7: 1}, {}, 2),
        ("corners", {7: 1, 13: 2, 9: 1, 15: 1, 11: 1}, {}, 2),
        ("sole_tiles", {1: 2, 2: 5, 3: 1, 0: 1}, {1: 1, 0: 2}, 2),
        ("stack", {1: 2, 2: 5, 0: 9}, {1: 6}, 5),
        ("home", {1: 2, 7: 3, 13: 2, 2: 9}, {}, 2),
        ("home", {1: 2, 7: 3}, {}, 0),
        ("controlled_terrains", {1: 2, 7: 1, 2: 1, 3: 1}, {1: 2, 2: 2}, 2),
        ("majorities", {1: 2, 7: 1, 2: 1, 3: 1, 4: 1}, {13: 3, 2: 2, 10: 2}, 2),
        ("controlled_capitals", {7: 1, 8: 2, 9: 1, 1: 4}, {7: 1, 9: 2}, 2),
    ],
)
def test_measures_of_units(measure, own, other, value):
    game = staged(own, other)
    assert MEASURES[measure](game, 0) == value


def test_measures_of_discs_and_cubes():
    game = staged()
    game.levels[0] = [1, 3, 2, 1]
    game.covered[0] = {2, 4}
    game.bait[0] = 7
    values = {
        name: MEASURES[name](game, 0) for name in ("level", "upgrades", "reset_discs", "bait")
    }
    assert values == {"level": 3, "upgrades": 4, "reset_discs": 2, "bait": 7}


def test_either_focus_counts():
    game = staged({1: 1, 7: 1, 13: 1, 2: 2, 8: 3, 14: 4})
    game.foci[0] = {1, 2}
    assert MEASURES["focus_units"](game, 0) == 12
    assert MEASURES["home"](game, 0) == 2


def test_a_tiles_own_shark_is_not_near_it():
    units = {1: 1, 7: 2, 8: 4}
    assert MEASURES["near_sharks"](staged(units, sharks=(7,)), 0) == 5
    assert MEASURES["near_sharks"](staged(units, sharks=(7, 8, 7)), 0) == 7
    assert MEASURES["safe_units"](staged(units, sharks=(7,)), 0) == 0
    assert MEASURES["safe_units"](staged(units, sharks=(9,)), 0) == 7


def test_the_cards_name_every_measure():
    cards = [COMPONENTS[f"goal_{number}"] for number in range(1, 15)]
    texts = [texts for entry in cards for texts in (entry["value"], *entry["try"])]
    goals = [Goal(each, 6) for each in texts]
    named = {each.personal[0] for each in goals if each.personal}
    named |= {each.ranking[0] for each in goals if each.ranking}
    assert named == set(MEASURES)


# --- immediate goals


@pytest.mark.rule("KD-4.2")
def test_placed_tiles_are_different_ones():
    game = staged({1: 1}, goal=goal("placed_tiles 2: 3"))
    act(game, m.DEPLOY, place(1), place(1))
    assert won(game) == 0
    act(game, m.DEPLOY, place(1), place(2))
    assert won(game) == 3
    act(game, m.DEPLOY, place(0), place(2))
    assert won(game) == 3


@pytest.mark.rule("KD-4.2")
def test_entered_castle_is_for_own_units():
    game = staged({1: 1}, {2: 1}, goal=goal("entered_castle 1: 3"))
    act(game, m.MOVE, lift(2, 2), to(0), STOP)
    assert (won(game), game.counts["entry_points"]) == (0, [1, 0])
    act(game, m.MOVE, lift(1, 1), to(0))
    assert (won(game), game.counts["entry_points"]) == (3, [2, 0])


@pytest.mark.rule("KD-4.2")
def test_eaten_is_for_units_of_others():
    game = staged({1: 1}, {1: 1}, sharks=(1,), goal=goal("eaten 1: 3"))
    act(game, m.SHARK, (m.REMOVE, 1, 1))
    assert (won(game), game.counts["eaten"], game.bait) == (0, [1, 0], [1, 0])
    game.bait = [2, 0]
    act(game, m.SHARK, (m.REMOVE, 2, 1))
    assert (won(game), game.counts["eaten"]) == (3, [2, 0])


@pytest.mark.rule("KD-4.2")
def test_capitals_are_taken_when_the_action_ends():
    game = staged({7: 1, 9: 2}, {7: 1, 8: 1}, goal=goal("capitals_taken 1: 3"))
    act(game, m.DEPLOY, place(8), place(9))
    assert won(game) == 0
    act(game, m.DEPLOY, place(7), STOP)
    assert won(game) == 3
    act(game, m.DEPLOY, place(7), STOP)
    assert won(game) == 3
    game = staged({}, {7: 1, 1: 1}, {7: 2}, goal=goal("capitals_taken 1: 3"))
    act(game, m.MOVE, lift(3, 7), to(8), lift(3, 7), to(8), seat=1)
    assert won(game, 1) == 3


@pytest.mark.rule("KD-4.2", "KD-2.5")
def test_upgraded_in_ones_own_action():
    game = staged(goal=goal("upgraded 1: 3"))
    run(game, game.steps(0, m.UPGRADE, 1), (m.RAISE, 1))
    assert won(game) == 0
    act(game, m.UPGRADE, (m.COVER, 2))
    assert (won(game), game.counts["upgrades"]) == (3, [2, 0])


@pytest.mark.rule("KD-4.2")
def test_reset_and_a_sole_choice_are_scored_at_the_beginning():
    game = staged({1: 1}, goal=goal("played_reset 1: 3"))
    act(game, m.RESET)
    assert won(game) == 3
    game = staged({1: 1}, goal=goal("sole_choice 1: 3"))
    act(game, m.DEPLOY)
    assert won(game) == 0
    act(game, m.DEPLOY, alone=True)
    assert won(game) == 3


@pytest.mark.rule("KD-4.2")
def test_moved_on_is_for_a_colour_and_a_tile():
    game = staged({1: 1, 3: 1}, {2: 2}, goal=goal("moved_on 1: 3"), move_numbers=[3, 3, 3])
    act(game, m.MOVE, lift(1, 1), to(2), lift(2, 2), to(3), lift(1, 3), to(4))
    assert won(game) == 0
    act(game, m.MOVE, lift(2, 2), to(3), lift(2, 3), to(0))
    assert won(game) == 3
    game = staged({1: 1}, goal=goal("moved_on 1: 3"))
    act(game, m.MOVE, lift(7, 0), to(1), lift(7, 1), to(2))
    assert won(game) == 0


@pytest.mark.rule("KD-4.2")
def test_stacked_is_for_bolster():
    game = staged({7: 2}, goal=goal("stacked 3: 3"))
    act(game, m.DEPLOY, place(7), STOP)
    assert won(game) == 0
    game.units[0][7] = 2
    game.supply[0] += 1
    act(game, m.BOLSTER, place(1))
    assert won(game) == 0
    act(game, m.BOLSTER, place(7))
    assert won(game) == 3


@pytest.mark.rule("KD-4.2")
@pytest.mark.parametrize(("rivals", "points"), [((), 0), ((1,), 0), ((1, 2), 3)])
def test_crowded_counts_players(rivals, points):
    units = [{1: 1}, *({2: 2 * (seat in rivals)} for seat in (1, 2))]
    game = staged(*units, goal=goal("crowded 2: 3"))
    act(game, m.DEPLOY, place(2))
    assert won(game) == points


def test_crowded_needs_no_more_players_than_there_are():
    game = staged({1: 1}, {2: 1}, goal=goal("crowded 5: 3"))
    act(game, m.DEPLOY, place(2))
    assert won(game) == 3


@pytest.mark.rule("KD-4.3", "KD-2.3")
@pytest.mark.parametrize(
    ("name", "card"),
    [("bolster", m.BOLSTER), ("deploy", m.DEPLOY), ("move", m.MOVE), ("shark", m.SHARK)],
)
def test_more_steps_for_the_card(name, card):
    for alone in (False, True):
        game = staged({1: 1}, goal=goal(f"extra_{name} 2"))
        act(game, card, alone=alone)
        assert game.left == game.values[f"{name}_numbers"][0] + 2 + alone
        other = m.DEPLOY if card != m.DEPLOY else m.MOVE
        act(game, other)
        assert game.left == 2
        assert won(game) == 0


@pytest.mark.rule("KD-4.2")
def test_goals_count_the_bonuses_of_reset():
    bonuses = ((m.BONUS, 3), lift(1, 1), to(2), (m.BONUS, 4), (m.SEND, 1, 2))
    for immediate, points in (("entered_castle 1: 3", 3), ("moved_on 1: 3", 0)):
        game = staged({1: 1, 5: 1}, goal=goal(immediate))
        game.covered[0] = {3, 4}
        act(game, m.RESET, *bonuses)
        assert won(game) == points


# --- places


@pytest.mark.rule("KD-4.5")
@pytest.mark.parametrize(
    ("values", "points", "scored"),
    [
        ([4, 3, 2, 1], [5, 3, 1], [5, 3, 1, 0]),
        ([4, 4, 2, 1], [5, 3, 1], [5, 5, 1, 0]),
        ([4, 3, 3, 1], [5, 3, 1], [5, 3, 3, 0]),
        ([4, 4, 4, 1], [5, 3, 1, 1], [5, 5, 5, 0]),
        ([9, 4, 4, 4, 1, 0], [6, 5, 4, 3, 2, 1], [6, 5, 5, 5, 0, 0]),
        ([2, 2, 1, 1, 0, 0], [6, 5, 4, 3, 2, 1], [6, 6, 4, 4, 0, 0]),
        ([0, 0], [5, 3], [0, 0]),
        ([1], [], [0]),
    ],
)
def test_places(values, points, scored):
    assert place_points(values, points) == scored
    backwards = list(range(len(values)))[::-1]
    assert place_points([values[i] for i in backwards], points) == [scored[i] for i in backwards]


@pytest.mark.rule("KD-4.5")
def test_places_where_the_fewest_lead():
    assert place_points([3, 0, 1, 0], [5, 3, 1], fewest=True) == [0, 5, 1, 5]
    assert place_points([0, 0, 0, 1], [6, 5, 4, 3], fewest=True) == [6, 6, 6, 0]


@pytest.mark.rule("KD-4.4", "KD-4.5")
def test_a_card_is_scored():
    game = staged({1: 2, 2: 1}, {1: 1}, {}, goal=goal("none", "units 1: 4", "fewest tiles: 6 3 1"))
    game.score_card(game.goals[0])
    assert game.counts["goal_points"] == [4 + 1, 4 + 3, 6]


def test_texts_of_cards():
    card = Goal(("A", "crowded 5: 2", "line 4: 6", "fewest supply: 6 3"), 4)
    assert (card.effect, card.least, card.points) == ("crowded", 3, 2)
    assert card.personal == ("line", 4, 6)
    assert card.ranking == ("supply", True, [6, 3])
    card = Goal(("B", "extra_move 2", "none", "none"), 4)
    assert (card.extra("move"), card.extra("deploy"), card.points) == (2, 0, None)
    assert (card.personal, card.ranking) == (None, None)
