"""What moves on the pond mean to the seat that decides, and how greedy seats play."""

from __future__ import annotations

import numpy as np
import pytest
from games.pond.positions import (
    AGILE,
    EAST,
    LEGS,
    NORTH,
    SHELL,
    SNAKE,
    SOUTH,
    TONGUE,
    WEB,
    Play,
    Scene,
    fly,
    frog,
    load,
    pond,
    spider,
    sq,
)
from rating import choice, share, telling

from undertow_kernels.pond.agents import Feature
from undertow_kernels.pond.state import Kind

STYLES = ("balanced", "hunter", "settler", "careful")
NAMES = [name for name in Feature.__members__ if name != "FEATURES"]


def moved(scene, piece, row, column):
    """The features of a move."""
    return telling(scene)[Kind.MOVE, piece, sq(row, column)]


def some(features, *names):
    """Some features of a move."""
    return tuple(features.get(name, 0) for name in names)


# --- what is captured


@pytest.mark.parametrize(("piece", "points"), [(spider, 100), (frog, 100), (fly, 300)])
def test_a_piece_of_unknown_value_counts_as_the_mean_of_its_kind(piece, points):
    scene = Scene().put(spider(NORTH), 2, 2).put(piece(SOUTH), 2, 3)
    assert some(moved(scene, spider(NORTH), 2, 3), "captured", "taken") == (points, 1)


def test_known_values_count_as_they_are_and_no_more_for_the_others():
    scene = Scene().put(spider(NORTH), 2, 2).put(frog(SOUTH, 3), 2, 3).put(frog(SOUTH), 3, 3)
    scene.state["knower"][frog(SOUTH, 3)] |= 1 << NORTH
    assert moved(scene, spider(NORTH), 2, 3)["captured"] == 300
    assert moved(scene, spider(NORTH), 3, 3)["captured"] == 33  # of -1, 1 and 1


def test_hidden_values_and_cards_are_not_read():
    scene = pond().put(spider(NORTH), 2, 2).put(frog(SOUTH, 3), 2, 3).put(spider(EAST, 4), 3, 3)
    scene.hold(NORTH, AGILE, LEGS, WEB).hold(SOUTH, SHELL)
    before = telling(scene)
    rng = np.random.Generator(np.random.PCG64(1))
    s = scene.state
    for _ in range(20):
        for first in (10, 15, 20, 25, 30, 35):
            group = slice(first, first + (5 if first % 10 == 0 else 4))
            s["value"][group] = rng.permutation(s["value"][group])
        s["pile"][: s["pile_size"]] = rng.permutation(s["pile"][: s["pile_size"]])
        assert telling(scene) == before


def test_a_rival_on_the_table_loses_its_points_there():
    scene = Scene().put(spider(NORTH), 3, 3).put(spider(SOUTH), 3, 4)
    assert some(moved(scene, spider(NORTH), 3, 4), "captured", "unseated") == (100, 100)


@pytest.mark.parametrize(("players", "mode", "lost"), [(4, "teams", 100), (2, "two_colour", 200)])
def test_a_piece_of_the_own_side_is_no_prey(players, mode, lost):
    scene = Scene(players, mode=mode).put(spider(NORTH), 3, 3).put(spider(SOUTH, 4), 3, 4)
    features = moved(scene, spider(NORTH), 3, 4)
    assert some(features, "friendly", "captured", "taken") == (1, 0, 0)
    assert features["table"] == -lost  # a mate's values are unknown; a spider of no value comes


# --- the table


def test_coming_to_the_table_wins_a_square_and_the_points_of_the_piece():
    scene = Scene().put(spider(NORTH, 4), 2, 4)
    features = moved(scene, spider(NORTH, 4), 3, 4)
    assert some(features, "table", "seated", "nearer") == (200, 1, 1)


def test_leaving_the_table_loses_them():
    scene = Scene().put(frog(NORTH), 3, 4)
    assert some(moved(scene, frog(NORTH), 1, 4), "table", "seated", "nearer") == (100, -1, -2)


def holding():
    """North has two spiders worth one on the table, one worth two before it; no rival is near."""
    scene = Scene(2).put(fly(SOUTH), 8, 6).put(spider(NORTH, 4), 6, 3)
    return scene.put(spider(NORTH, 1), 3, 4).put(spider(NORTH, 2), 4, 3)


def test_the_lead_counts_where_a_third_square_is_held_for_good():
    assert moved(holding(), spider(NORTH, 4), 5, 4)["looming"] == 400


def test_a_square_that_a_rival_reaches_is_not_held_for_good():
    scene = holding().put(spider(SOUTH), 6, 5)
    assert "looming" not in moved(scene, spider(NORTH, 4), 5, 4)


def test_a_rival_that_holds_the_table_looms_until_it_is_unseated():
    scene = Scene(2).put(spider(NORTH, 4), 2, 4)
    for i, place in enumerate(((3, 4), (4, 3), (4, 4))):
        scene.put(spider(SOUTH, i), *place)
    # Three pieces of one point each, as far as north knows.
    assert moved(scene, spider(NORTH, 4), 2, 5)["looming"] == -300
    assert "looming" not in moved(scene, spider(NORTH, 4), 3, 4)


def test_the_lead_counts_where_the_last_dragonfly_goes():
    scene = Scene(2).put(spider(NORTH), 2, 2).put(fly(SOUTH), 2, 3).put(frog(SOUTH), 6, 6)
    scene.capture(1, fly(NORTH))
    assert "ends" not in moved(scene, spider(NORTH), 2, 3)  # three points each
    scene.capture(1, spider(NORTH, 4))
    assert moved(scene, spider(NORTH), 2, 3)["ends"] == -200


# --- who reaches whom


def test_a_piece_that_comes_within_reach_is_in_danger_with_its_points():
    scene = Scene(2).put(frog(NORTH, 3), 2, 2).put(spider(SOUTH), 5, 2)
    assert some(moved(scene, frog(NORTH, 3), 4, 2), "danger", "exposed") == (300, 1)
    scene = Scene(2).put(frog(NORTH, 3), 4, 2).put(spider(SOUTH), 5, 2)
    assert some(moved(scene, frog(NORTH, 3), 2, 2), "danger", "exposed") == (-300, -1)


def test_a_guarded_piece_that_is_worth_no_more_than_its_captor_is_safe():
    scene = Scene(2).put(spider(NORTH, 1), 2, 2).put(spider(NORTH), 3, 3).put(spider(SOUTH), 4, 2)
    features = moved(scene, spider(NORTH, 1), 3, 2)
    assert some(features, "danger", "exposed", "guarded") == (0, 0, 1)


def test_a_guarded_piece_risks_only_what_it_is_worth_beyond_its_captor():
    scene = Scene(2).put(frog(NORTH, 3), 1, 2).put(spider(NORTH), 2, 3).put(spider(SOUTH), 4, 2)
    assert some(moved(scene, frog(NORTH, 3), 3, 2), "danger", "exposed") == (200, 1)


def test_a_piece_that_more_rivals_reach_than_friends_is_exposed():
    scene = Scene(2).put(spider(NORTH, 1), 2, 2).put(spider(NORTH), 3, 3).put(spider(SOUTH), 4, 2)
    scene.put(spider(SOUTH, 1), 4, 3)
    assert some(moved(scene, spider(NORTH, 1), 3, 2), "exposed", "guarded") == (1, 1)


def test_a_rival_under_a_web_is_no_danger():
    scene = pond(2).put(frog(NORTH, 3), 2, 2).put(spider(SOUTH), 5, 2).web(spider(SOUTH))
    assert some(moved(scene, frog(NORTH, 3), 4, 2), "danger", "exposed") == (0, 0)


def test_capturing_an_attacker_relieves_what_it_could_have_captured():
    scene = Scene(2).put(spider(NORTH), 3, 1).put(spider(SOUTH), 4, 2).put(frog(NORTH, 3), 4, 3)
    assert moved(scene, spider(NORTH), 4, 2)["relief"] == 300


def test_the_best_piece_within_reach_of_the_new_square_is_threatened():
    scene = Scene(2).put(spider(NORTH), 2, 2).put(spider(SOUTH), 4, 3).put(fly(SOUTH), 4, 2)
    assert moved(scene, spider(NORTH), 3, 2)["threat"] == 300


# --- cards


def test_a_card_on_a_piece_is_rated_by_the_best_move_that_it_makes_possible():
    scene = pond().put(spider(NORTH, 1), 2, 2).put(frog(SOUTH), 4, 2).put(fly(SOUTH), 2, 4)
    options = telling(scene.hold(NORTH, LEGS))
    assert some(options[Kind.LEGS, spider(NORTH, 1)], "captured", "card") == (300, 2)


def test_agile_reaches_round_a_corner():
    scene = pond().put(frog(NORTH), 2, 2).put(frog(SOUTH), 4, 1).hold(NORTH, AGILE)
    assert some(telling(scene)[Kind.AGILE, frog(NORTH)], "captured", "card") == (100, 3)


def test_a_tongue_captures_without_a_move():
    scene = pond().put(frog(NORTH), 4, 4).put(fly(SOUTH), 4, 5).hold(NORTH, TONGUE)
    features = telling(scene)[Kind.TONGUE, frog(NORTH), fly(SOUTH)]
    assert some(features, "captured", "unseated", "taken", "card") == (300, 300, 1, 5)
    assert some(features, "danger", "nearer") == (0, 0)


def test_a_web_holds_rivals_and_before_the_move_own_pieces_too():
    scene = pond().put(spider(NORTH), 3, 3).put(frog(NORTH), 3, 2).put(spider(SOUTH), 4, 4)
    scene.put(spider(EAST), 2, 2).hold(NORTH, WEB)
    features = telling(scene)[Kind.WEB, spider(NORTH)]
    assert some(features, "held", "stuck", "card") == (2, 2, 1)
    assert some(telling(scene.moved())[Kind.WEB, spider(NORTH)], "held", "stuck") == (2, 0)


def reacting(*cards, victim=None):
    """North's dragonfly captures a piece of south, which holds cards."""
    piece = frog(SOUTH, 3) if victim is None else victim
    scene = pond(2).hold(1, *cards).put(fly(NORTH), 2, 4).put(piece, 4, 4)
    return scene.move(fly(NORTH), 4, 4)


def test_reactions_give_points_spoil_the_captor_or_save_the_piece():
    options = telling(reacting(SNAKE, SHELL))
    none, snake, shell = (
        options[k,] for k in (Kind.REACT_NONE, Kind.REACT_SNAKE, Kind.REACT_SHELL)
    )
    assert none == {"given": 300, "table": -300, "friendly": 1}
    assert snake == {"spoiled": 300, "taken": 1, "table": -300, "friendly": 1, "card": 4}
    assert shell == {"card": 6}


def test_a_shell_saves_a_frog_worth_three_and_is_not_spent_on_one_worth_less_than_nothing():
    assert choice(reacting(SHELL)) == (Kind.REACT_SHELL,)
    assert choice(reacting(SHELL, victim=frog(SOUTH))) == (Kind.REACT_NONE,)


def test_the_least_useful_card_is_discarded():
    scene = pond().hold(NORTH, SHELL, WEB, LEGS, TONGUE).quiet()
    assert {move: some(f, "card")[0] for move, f in telling(scene).items()} == {
        (Kind.DISCARD, WEB): 1,
        (Kind.DISCARD, LEGS): 2,
        (Kind.DISCARD, TONGUE): 5,
        (Kind.DISCARD, SHELL): 6,
    }
    assert choice(scene) == (Kind.DISCARD, WEB)


# --- far shore, set-up


def test_a_spider_at_the_far_shore_rescues_the_best_piece():
    scene = Scene(far_shore=True).capture(EAST, frog(NORTH, 3), spider(NORTH, 4))
    scene.put(spider(NORTH), 6, 3)
    assert moved(scene, spider(NORTH), 7, 3)["rescued"] == 300
    scene.play(Kind.MOVE, spider(NORTH), sq(7, 3)).play(Kind.RETURN, sq(1, 2))
    options = telling(scene)
    assert {move[1]: f["rescued"] for move, f in options.items()} == {
        spider(NORTH, 4): 200,
        frog(NORTH, 3): 300,
    }


def test_values_are_placed_near_the_edge_or_the_middle_of_the_home():
    game = load(2)
    play = Play(game, game.new(seed=1))
    placed = []
    while play.decider == 0:
        placed.append([f.get("middle", 0) for f in telling(play).values()])
        game.apply(play.position, 0)
    assert placed[:3] == [[0, 0, 0], [1, 2], [2, 4]]


def test_the_middle_one_of_three_spoils_the_mean_of_a_kind():
    game = load(3, values_dealt=True)
    options = telling(Play(game, game.new(seed=1)))
    assert {some(f, "spoiled", "taken") for f in options.values()} == {(100, 1)}


# --- styles


def test_every_style_takes_a_piece_that_nobody_guards():
    scene = Scene(2).remove(fly(NORTH)).put(spider(NORTH, 1), 2, 2).put(frog(SOUTH), 2, 3)
    assert {choice(scene, style) for style in STYLES} == {
        (Kind.MOVE, spider(NORTH, 1), sq(2, 3))
    }  # fmt: skip


def test_a_hunter_gives_a_better_piece_for_one_where_a_careful_seat_does_not():
    scene = Scene(2).remove(fly(NORTH)).put(spider(NORTH, 4), 2, 2)
    scene.put(frog(SOUTH), 2, 3).put(spider(SOUTH), 2, 4)
    capture = (Kind.MOVE, spider(NORTH, 4), sq(2, 3))
    assert choice(scene, "hunter") == capture
    assert choice(scene, "careful") != capture


def test_a_settler_takes_a_table_square_where_a_hunter_lies_in_wait():
    scene = Scene(2).remove(fly(NORTH)).put(spider(NORTH, 1), 2, 4).put(frog(NORTH, 1), 0, 6)
    scene.put(spider(NORTH, 2), 1, 5).put(fly(SOUTH), 4, 6)
    place = (Kind.MOVE, spider(NORTH, 1), sq(3, 4))
    assert choice(scene, "settler") == place
    assert telling(scene)[choice(scene, "hunter")]["threat"] == 300


def test_a_seat_in_front_holds_the_table_and_one_behind_does_not():
    scene = holding()
    assert choice(scene) == (Kind.MOVE, spider(NORTH, 4), sq(5, 4))
    scene.capture(1, *(frog(NORTH, i) for i in (1, 2, 3)))
    assert choice(scene) != (Kind.MOVE, spider(NORTH, 4), sq(5, 4))


# --- strength


def test_greedy_beats_random():
    assert (share("pond", 2, [0]) + share("pond", 2, [1])) / 2 > 0.9


@pytest.mark.parametrize(
    ("players", "rules", "seats"),
    [
        (2, {"mode": "two_colour", "pond_power": True}, [1]),
        (4, {"mode": "teams", "far_shore": True, "pond_power": True}, [NORTH, SOUTH]),
    ],
    ids=str,
)
def test_greedy_beats_random_in_other_modes(players, rules, seats):
    assert share("pond", players, seats, 60, rules) > 0.9
