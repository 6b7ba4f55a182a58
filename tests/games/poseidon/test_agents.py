"""What moves mean to a seat of Poseidon's Kingdom, and how greedy players play."""

from __future__ import annotations

import numpy as np
import pytest
from games.poseidon.playing import BEACH, DEEP, NEUTRAL, code, left, right
from games.poseidon.positions import QUIET, Scene
from rating import choice, features, rated, share, telling

import undertow as ut
from undertow.players.agents import seat_agents
from undertow_kernels.core.game import Ending
from undertow_kernels.core.knowledge import features_of
from undertow_kernels.poseidon.agents import Feature
from undertow_kernels.poseidon.state import Bonus, Kind

BLUE, GREEN, ORANGE, YELLOW = range(4)
SWIM, PASS, STORE, EAT, CLAIM = Kind.SWIM, Kind.PASS, Kind.STORE, Kind.EAT, Kind.CLAIM
TO_QUIET = (SWIM, DEEP, QUIET)
NAMES = [name.lower() for name in Feature.__members__ if name != "FEATURES"]
STYLES = ("balanced", "racer", "builder", "coral_hunter", "shark")
FREED = int(Ending.FIRST_OWN)
KINDS = [1, 1, 2, 2, 3, 3, 4, 5]  # corals in the order of their numbers
FLAT = (((0, 0), (1, 0), "AE"), ((0, 1), (1, 1), "WD"))  # faces 0 A, 1 E over 2 W, 3 D
TOWER = (*FLAT, ((0, 0), (0, 1), "AW"), ((1, 0), (1, 1), "EE"))  # all four of level 2


def at_sea(*dice, reef="E2 D", **rules):
    """Blue is to swim; dice lie in the small wave beside the deep end."""
    scene = Scene(**rules).row(BLUE, reef).sea(1, *dice).shark(right(5)).creatures(BLUE, DEEP, DEEP)
    return scene.swimming()


def at_table(*dice, reef="E2 D", **rules):
    """Blue may take food from the small wave where the dice lie."""
    return at_sea(*dice, reef=reef, **rules).play(*TO_QUIET)


def know(scene, seat, *numbers):
    """Let a seat have peeked at corals."""
    for number in numbers:
        scene.state["coral_known"][number - 3] |= 1 << seat
    return scene


# --- meals


def test_a_swim_is_rated_by_the_friend_that_can_be_eaten_for_there():
    scene = at_sea((1, NEUTRAL), (1, NEUTRAL))
    row = telling(scene)[TO_QUIET]
    assert (row["friends"], row["points"]) == (1, 6)
    assert "ahead" not in row


def test_of_several_meals_the_one_of_most_points_counts():
    scene = at_sea((1, NEUTRAL), (1, NEUTRAL), (1, NEUTRAL), reef="E3 D")
    assert rated(scene, "points")[TO_QUIET] == 10  # three of a kind, not a low double


def test_the_counters_that_are_left_count():
    scene = at_sea((1, NEUTRAL), (1, NEUTRAL)).free(GREEN, 2).free(YELLOW, 2)
    assert rated(scene, "points")[TO_QUIET] == 3


def test_a_meal_counts_the_least_number_of_rivals_dice():
    scene = at_table((1, GREEN), (1, NEUTRAL), (1, BLUE))
    assert rated(scene, "rival_steps")[EAT, 2] == 0
    scene = at_table((1, GREEN), (1, NEUTRAL), (6, GREEN))
    assert rated(scene, "rival_steps") == {(PASS,): 0, (STORE,): 0, (EAT, 1): 1, (EAT, 2): 1}


def test_the_first_die_is_rated_with_the_best_that_completes_it():
    scene = at_table((1, NEUTRAL), (6, GREEN), (3, NEUTRAL), (4, NEUTRAL)).play(EAT, 1)
    dice = {1: 1, 3: 0}
    assert rated(scene, "rival_steps") == {
        (Kind.EAT_BOARD, code(value, NEUTRAL)): steps for value, steps in dice.items()
    }
    assert choice(scene) == (Kind.EAT_BOARD, code(3, NEUTRAL))


def test_own_dice_eaten_are_pips_lost_in_the_sea():
    scene = at_table((3, BLUE), (3, NEUTRAL), (3, GREEN)).play(EAT, 2)
    dice = {BLUE: -3, GREEN: 0}
    assert rated(scene, "own_pips") == {
        (Kind.EAT_BOARD, code(3, colour)): pips for colour, pips in dice.items()
    }


def test_a_die_of_a_rival_before_the_head_takes_it_there():
    scene = at_table((3, ORANGE), (3, NEUTRAL), (3, GREEN)).track(0, 7, 5, 3).play(EAT, 2)
    heads = rated(scene, "rival_heads")
    assert heads[Kind.EAT_BOARD, code(3, GREEN)] == 1
    assert heads[Kind.EAT_BOARD, code(3, ORANGE)] == 0


def test_a_stored_die_that_is_eaten_is_missed_by_the_other_arms():
    scene = at_table((1, NEUTRAL), (1, GREEN), reef="E2 D").store(BLUE, 1, 1, NEUTRAL)
    scene.free(BLUE, 1, 3, 5, 6).play(EAT, 2).play(Kind.EAT_BOARD, code(1, GREEN))
    row = features(scene)[Kind.EAT_STORED, 1, code(1, NEUTRAL)]
    assert (row["stored"], row["nearer"]) == (-1, -1)  # three in a row still wants a 1


def test_the_best_meal_of_the_next_turn_counts_where_nothing_is_eaten_now():
    scene = at_sea(reef="E2 A2").sea(3, (2, NEUTRAL), (2, GREEN))
    ahead = rated(scene, "ahead")
    assert ahead[TO_QUIET] == 6
    assert ahead[SWIM, DEEP, right(2)] == 6
    assert rated(at_sea(reef="E2 A2").sea(6, (2, NEUTRAL), (2, GREEN)), "ahead")[TO_QUIET] == 0


# --- stored dice


def test_a_die_is_rated_by_the_arms_that_lack_it():
    scene = at_table((2, NEUTRAL), (5, NEUTRAL), reef="E1 D").free(BLUE, 1, 4, 5, 6)
    assert rated(scene, "nearer") == {(PASS,): 0, (STORE,): 1}
    scene.store(BLUE, 1, 2, GREEN)
    swap = telling(scene)[(STORE,)]
    assert "nearer" not in swap  # another 2 makes way for a 2, or a 5 for it
    assert "stored" not in swap


def test_a_second_die_is_nearer_where_it_makes_the_double():
    scene = at_table((2, NEUTRAL), (5, GREEN), reef="E1 D D").free(BLUE, 1, 3, 4, 5, 6)
    scene.store(BLUE, 1, 2, GREEN).play(STORE)
    assert rated(scene, "nearer") == {
        (Kind.STORE_DIE, code(2, NEUTRAL)): 1,
        (Kind.STORE_DIE, code(5, GREEN)): 0,
    }
    scene.play(Kind.STORE_DIE, code(2, NEUTRAL))
    assert rated(scene, "nearer") == {(Kind.STORE_AT, 1): 0, (Kind.STORE_AT, 2): 1}
    assert rated(scene, "stored") == {(Kind.STORE_AT, 1): 0, (Kind.STORE_AT, 2): 1}


def test_a_swim_to_dice_that_can_only_be_stored_counts_the_best_of_them():
    scene = at_sea((2, NEUTRAL), (5, NEUTRAL), reef="E1 D").free(BLUE, 1, 2, 4, 5, 6)
    assert rated(scene, "nearer")[TO_QUIET] == 1
    assert rated(scene.store(BLUE, 1, 2, GREEN), "nearer")[TO_QUIET] == 0  # no face is free


# --- shark


def test_the_sharks_way_counts_whom_it_eats_and_whom_it_may_eat():
    # A swim to R1 moves the shark by one space to R2; R1 and the deep end lie before it there.
    scene = at_sea().shark(right(3)).creatures(GREEN, right(2), BEACH)
    assert telling(scene)[TO_QUIET] == {"rivals_bitten": 1, "danger": 2}
    scene.creatures(BLUE, DEEP, right(6))
    assert telling(scene)[TO_QUIET] == {"rivals_bitten": 1, "danger": 1}


def test_a_swim_before_the_sharks_mouth_is_bitten():
    scene = at_sea().shark(right(2)).creatures(BLUE, DEEP, BEACH)
    assert rated(scene, "bitten")[TO_QUIET] == 1
    assert rated(scene, "bitten")[SWIM, DEEP, left(1)] == 0


# --- reef


def test_a_tile_on_top_is_rated_by_what_it_adds_and_covers():
    scene = Scene().reef(BLUE, *FLAT).play(Kind.BUILD).play(Kind.TILE, 0)  # arrow eat
    assert telling(scene)[(Kind.UPPER, 0, 2)] == {"arrows": 1, "eats": 1}
    assert telling(scene)[(Kind.UPPER, 1, 3)] == {"arrows": 1, "eats": 1, "room": -1, "shown": 1}


def test_a_level_that_is_covered_is_lost():
    scene = Scene().reef(BLUE, *TOWER).play(Kind.BUILD).play(Kind.TILE, 3)  # wave dice
    covering_an_arrow_and_an_eat = telling(scene)[(Kind.UPPER, 0, 1)]
    assert covering_an_arrow_and_an_eat == {"arrows": -1, "waves": 1, "room": 1, "shown": -1}


def test_levels_above_4_count_for_nothing():
    scene = Scene().row(BLUE, "E4 D4 E4 W4").play(Kind.BUILD).play(Kind.TILE, 0)
    assert telling(scene)[(Kind.UPPER, 1, 2)] == {"arrows": 3, "room": -1, "shown": 1}


def test_building_and_each_kind_are_rated_by_the_best_place():
    scene = Scene().reef(BLUE, *FLAT)
    assert telling(scene)[(Kind.BUILD,)] == {"arrows": 1, "eats": 1}
    scene.play(Kind.BUILD)
    assert telling(scene)[(Kind.TILE, 0)] == {"arrows": 1, "eats": 1}
    assert telling(scene)[(Kind.TILE, 3)] == {"waves": 1, "room": 1, "shown": -1}


def test_edges_to_faces_of_its_level_are_places_for_later_tiles():
    scene = Scene().row(BLUE, "A E").play(Kind.BUILD).play(Kind.TILE, 0)
    # Beside both faces, with a partner beside one of them.
    assert max(rated(scene, "sites").values()) == 3
    scene.play(Kind.GROUND, 0, 1)
    assert rated(scene, "sites")[Kind.PARTNER, 0] == 3
    assert rated(scene, "sites")[Kind.PARTNER, 1] == 2


def test_symbols_are_matched_with_corals_that_the_seat_knows():
    scene = Scene().reef(BLUE, *FLAT).corals(*KINDS).play(Kind.BUILD).play(Kind.TILE, 0)
    know(scene, GREEN, 3, 4)
    assert rated(scene, "matched")[Kind.UPPER, 1, 3] == 0
    know(scene, BLUE, 3, 4)  # both score arrows
    assert rated(scene, "matched")[Kind.UPPER, 1, 3] == 2
    assert rated(scene, "matched")[Kind.UPPER, 0, 2] == 0  # one arrow covers another


def bitten(reef):
    """Blue's creature has just been eaten at R1; the other one is at the deep end."""
    return at_sea(reef=reef).shark(right(2)).play(*TO_QUIET)


def test_a_skeleton_is_rated_by_what_it_kills():
    scene = bitten("A2 E2 W")
    assert telling(scene)[(Kind.SKELETON, 0)] == {"arrows": -1, "shown": -1, "skeletons": 1}
    assert telling(scene)[(Kind.SKELETON, 2)] == {"shown": -1, "skeletons": 1}
    assert choice(scene) == (Kind.SKELETON, 2)


def test_a_creature_returns_away_from_the_sharks_mouth():
    scene = bitten("A2 E2 W").play(Kind.SKELETON, 2)
    assert rated(scene, "danger") == {(Kind.REAPPEAR, DEEP): 2, (Kind.REAPPEAR, BEACH): 1}
    assert choice(scene) == (Kind.REAPPEAR, BEACH)


# --- wave


def test_loading_is_rated_by_the_most_dice():
    scene = Scene().row(BLUE, "W3 A")
    assert rated(scene, "loaded") == {(Kind.BUILD,): 0, (Kind.LOAD,): 3}
    counts = rated(scene.play(Kind.LOAD), "loaded")
    assert counts == {(Kind.LOAD_COUNT, count): count for count in (1, 2, 3)}


def test_the_die_that_fills_the_wave_counts_the_bonuses_that_it_will_pay():
    scene = Scene().row(BLUE, "W2 A").load(neutral=13)
    scene.sea(1, *[(6, BLUE)] * 3, (6, GREEN))  # with two dice of 3 or so 24 to 6
    assert telling(scene)[(Kind.LOAD,)] == {"loaded": 2, "breaks": 4}
    breaks = rated(scene.play(Kind.LOAD), "breaks")
    assert breaks == {(Kind.LOAD_COUNT, 1): 0, (Kind.LOAD_COUNT, 2): 4}


def test_a_wave_that_pays_a_rival_is_better_not_filled():
    scene = Scene().row(BLUE, "W2 A").load(neutral=13).sea(1, *[(6, GREEN)] * 3)
    assert telling(scene)[(Kind.LOAD,)] == {"loaded": 1}
    assert rated(scene.play(Kind.LOAD), "breaks")[Kind.LOAD_COUNT, 2] == -3


def crashed(*values, own_track=1):
    """Blue may take a bonus for dice of these values; one face has a skeleton."""
    scene = Scene().row(BLUE, "A2 A").bones(BLUE, 1).track(own_track, 2, 3, 5)
    return scene.crash({BLUE: [(value, 1) for value in values]})


def test_a_bonus_is_rated_by_what_it_brings():
    scene = crashed(6, 6, 6, 6, own_track=6)
    nearest = {"friends": 1, "points": 6}
    peek = {"peeks": 1}
    assert [telling(scene)[move] for move in scene.options()] == [
        {},
        {"loaded": 1},
        {"loaded": 2},
        {"own_steps": 2, **nearest, **peek},
        peek,
        {"shown": 1, "skeletons": -1, **peek},
        nearest,
    ]


def test_only_a_coral_not_yet_seen_is_worth_a_peek():
    scene = know(crashed(6, 6), BLUE, 3, 4).play(Kind.BONUS, Bonus.ONE_PEEK)
    assert list(rated(scene, "peeks").values()) == [0, 0, 1, 1, 1, 1, 1, 1]


def test_the_head_frees_the_nearest_friend():
    scene = crashed(6, 6, own_track=7).play(Kind.BONUS, Bonus.TRACK_STEPS)
    assert telling(scene)[(Kind.HEAD_KEEP,)] == {}
    assert telling(scene)[(Kind.HEAD_FREE,)] == {"friends": 1, "points": 6}
    assert {choice(scene, style) for style in STYLES} == {(Kind.HEAD_FREE,)}


def test_a_rivals_move_on_the_track_counts_what_it_jumps():
    scene = at_table((6, GREEN), (6, ORANGE), reef="E2 A").track(0, 3, 4, 7).play(EAT, 3)
    assert rated(scene, "rival_steps") == {(Kind.RIVAL, GREEN): 2, (Kind.RIVAL, ORANGE): 1}


# --- corals


def final(*dice, reef="E3 A A A A D"):
    """Blue's final turn; the coral of number 3, which it knows, scores its four arrows."""
    return know(at_table(*dice, reef=reef).corals(*KINDS).final(4), BLUE, 3)


def test_a_coral_is_rated_by_its_points_and_an_unknown_one_by_their_mean():
    # The others would score 4, 0, 0, 1, 1, 3, 4.
    scene = final((3, NEUTRAL), (4, NEUTRAL)).free(BLUE, 1)
    points = {(PASS,): 0, (STORE,): 0, (CLAIM, 3): 4, (CLAIM, 4): 1, (CLAIM, 7): 1}
    assert rated(scene, "points") == points


def test_a_white_coral_is_rated_with_the_best_black_one_that_the_dice_left_pay_for():
    scene = final((3, NEUTRAL), (3, NEUTRAL), (4, NEUTRAL))
    row = telling(scene)[(CLAIM, 3)]
    assert (row["points"], row["taken"]) == (5, 2)


def test_dice_for_a_white_coral_leave_what_a_black_one_needs():
    scene = final((1, NEUTRAL), (2, NEUTRAL), (2, GREEN), (3, NEUTRAL), (5, NEUTRAL))
    taken = rated(scene.play(CLAIM, 3), "taken")
    assert taken == {
        (Kind.EAT_BOARD, code(1, NEUTRAL)): 1,
        (Kind.EAT_BOARD, code(3, NEUTRAL)): 2,
    }


def test_a_swim_in_a_final_turn_counts_corals_or_a_friend_whichever_is_more():
    scene = at_sea((3, NEUTRAL), (4, NEUTRAL), reef="E3 A A A A A A A D").corals(*KINDS).final(4)
    assert telling(scene)[TO_QUIET]["friends"] == 1  # a seven
    row = telling(know(scene, BLUE, 3))[TO_QUIET]
    assert (row["points"], row["taken"]) == (7, 1)


# --- what is hidden


@pytest.mark.parametrize("players", [2, 3, 4])
def test_corals_that_a_seat_does_not_know_are_not_read(players):
    rng = np.random.Generator(np.random.PCG64(players))
    game = ut.load("poseidon", players=players)
    match = game.match(3, 0, seat_agents("greedy(style=coral_hunter)", game))
    swapped = 0
    while match.actor >= 0:
        other = match.copy()
        state = other.state.view(game.game.state)[0]
        hidden = np.flatnonzero(state["coral_known"] >> match.actor & 1 == 0)
        state["coral_kind"][hidden] = rng.permutation(state["coral_kind"][hidden])
        swapped += other.state.tobytes() != match.state.tobytes()
        rows = [
            features_of(game.game.rules, m.view(m.actor), game.table_bytes, m.legal())
            for m in (match, other)
        ]
        assert rows[0].tolist() == rows[1].tolist()
        match.apply(match.legal()[match.choose()])
    assert swapped > 50


# --- names


def test_features_and_kinds_are_named_as_in_the_kernel():
    ways = ut.load("poseidon").game.agents
    assert list(ways.features) == NAMES
    assert ways.kinds == {kind.name.lower(): kind for kind in Kind}
    assert all(set(weights) <= set(NAMES) for weights in ways.styles.values())


# --- styles


def test_a_racer_runs_where_a_coral_hunter_peeks():
    scene = crashed(6, 6)
    assert choice(scene, "racer") == (Kind.BONUS, Bonus.TRACK_STEPS)
    assert choice(scene, "coral_hunter") == (Kind.BONUS, Bonus.ONE_PEEK)


def test_a_builder_builds_where_others_load():
    scene = Scene().row(BLUE, "E4 A4 W4 D4")
    chosen = {style: choice(scene, style)[0] for style in STYLES}
    assert chosen.pop("builder") == Kind.BUILD
    assert set(chosen.values()) == {Kind.LOAD}


def test_a_shark_has_rivals_eaten_where_others_store_a_die():
    scene = at_sea().sea(2, (2, NEUTRAL)).shark(right(3)).creatures(BLUE, DEEP, left(3))
    for seat, space in ((GREEN, right(1)), (ORANGE, right(1)), (YELLOW, BEACH)):
        scene.creatures(seat, space, BEACH)
    chosen = {style: choice(scene, style) for style in STYLES}
    assert rated(scene, "rivals_bitten")[chosen.pop("shark")] == 2
    assert set(chosen.values()) == {(SWIM, left(3), left(2))}


# --- strength


def test_greedy_beats_random():
    assert (share("poseidon", 2, [0]) + share("poseidon", 2, [1])) / 2 > 0.95


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_of_greedy_players_end_by_friends_freed_in_6_to_15_rounds(players):
    rows = ut.simulate("poseidon", players=players, games=200, agents="greedy", seed=5).results
    assert set(rows["ending"].tolist()) == {FREED}
    assert rows["rounds"].min() >= 6
    assert rows["rounds"].max() <= 15
