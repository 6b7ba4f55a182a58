"""Chapter 1: the map, goal cards, sharks, foci, discs."""

from __future__ import annotations

from collections import Counter

import pytest
from games.kingdoms.positions import (
    ATLANTIS,
    BONUSES,
    INNER,
    OUTER,
    TERRAINS,
    TILES,
    UPGRADE,
    Play,
    Scene,
    load,
    members,
)

from undertow_kernels.kingdoms.state import Kind

ALL_PLAYERS = pytest.mark.parametrize("players", range(2, 7))
GAMES = 600
DECK = range(1, 15)


def new(players=2, index=0, **rules):
    """A game at its first choice."""
    game = load(players, **rules)
    return Play(game, game.new(seed=5, index=index))


def many(players=2, **rules):
    """The records of many games at their first choice."""
    return [new(players, index, **rules).state for index in range(GAMES)]


def capitals(state):
    return [tile for tile in TILES if int(state["capitals"]) >> tile & 1]


def seats_from(first, players):
    return [(first + i) % players for i in range(players)]


def focused(players=2, index=0, **rules):
    """A game in which everybody has chosen the lowest terrain that is left."""
    play = new(players, index, **rules)
    while Kind.FOCUS in play.kinds():
        play.game.apply(play.position, 0)
    return play


def even(counter, kinds, share):
    """Whether each kind was counted about as often as its share of the games says."""
    return all(0.6 < counter[kind] / (GAMES * share) < 1.4 for kind in kinds)


# --- 1.1, 1.2: the map


@pytest.mark.rule("KD-1.1")
def test_each_terrain_has_three_tiles_of_which_one_is_a_capital():
    for state in many()[:50]:
        terrain = state["terrain"].tolist()
        assert terrain[ATLANTIS] == 0
        assert Counter(terrain[1:]) == dict.fromkeys(TERRAINS, 3)
        assert sorted(terrain[tile] for tile in capitals(state)) == list(TERRAINS)


@pytest.mark.rule("KD-1.2")
def test_the_inner_ring_is_a_tile_of_each_terrain_and_no_capital():
    for state in many()[:50]:
        assert sorted(state["terrain"][tile] for tile in INNER) == list(TERRAINS)
        assert set(capitals(state)) <= set(OUTER)


@pytest.mark.rule("KD-1.2")
def test_each_terrain_lies_on_each_inner_tile_about_as_often():
    states = many()
    for tile in INNER:
        assert even(Counter(int(state["terrain"][tile]) for state in states), TERRAINS, 1 / 6)


@pytest.mark.rule("KD-1.2")
def test_each_terrain_and_its_capital_lie_on_each_outer_tile_about_as_often():
    states = many()
    lie = Counter(
        (tile, int(state["terrain"][tile]), tile in capitals(state))
        for state in states
        for tile in OUTER
    )
    kinds = [(tile, terrain, flag) for tile in OUTER for terrain in TERRAINS for flag in (0, 1)]
    assert sum(lie[kind] for kind in kinds) == GAMES * 12
    assert all(20 <= lie[kind] <= 85 for kind in kinds)  # 50 on average


# --- 1.3: goal cards


@pytest.mark.rule("KD-1.3")
def test_three_different_goal_cards_are_drawn_each_as_often_for_each_age():
    drawn = [state["goal"].tolist() for state in many()]
    assert all(len(set(cards)) == 3 for cards in drawn)
    for age in range(3):
        assert even(Counter(cards[age] for cards in drawn), DECK, 1 / 14)


@pytest.mark.rule("KD-1.3")
def test_only_cards_of_the_deck_are_drawn():
    drawn = {tuple(state["goal"].tolist()) for state in many(goal_deck=[5, 9, 2])}
    assert len(drawn) == 6
    assert all(sorted(cards) == [2, 5, 9] for cards in drawn)


@pytest.mark.rule("KD-1.3")
def test_unshuffled_the_first_three_cards_of_the_deck_are_used_in_their_order():
    play = new(goal_deck=[14, 12, 10, 8, 6, 4], goals_shuffled=False)
    assert play.state["goal"].tolist() == [14, 12, 10]


@pytest.mark.rule("KD-1.3", "KD-4.1")
def test_the_first_card_counts_in_the_first_age():
    assert new().state["age"] == 0


# --- 1.4: sharks, first player


@pytest.mark.rule("KD-1.4")
@pytest.mark.parametrize("beside", [2, 0, 6])
def test_one_shark_lies_on_the_castle_the_others_beside_the_board(beside):
    play = new(sharks_in_stock=beside)
    assert (play.sharks_on(), play.state["stock"]) == ([ATLANTIS], beside)


@pytest.mark.rule("KD-1.4")
def test_by_default_two_sharks_lie_beside_the_board():
    assert new().state["stock"] == 2


@pytest.mark.rule("KD-1.4")
@ALL_PLAYERS
def test_each_seat_is_first_player_about_as_often(players):
    firsts = Counter(int(state["first"]) for state in many(players))
    assert even(firsts, range(players), 1 / players)


# --- 1.5: focus


@pytest.mark.rule("KD-1.5")
def test_each_player_in_turn_order_chooses_a_terrain_that_nobody_has():
    play = new(5)
    first = int(play.state["first"])
    left = list(TERRAINS)
    for seat, terrain in zip(seats_from(first, 5), (4, 1, 6, 2, 3), strict=True):
        assert play.decider == seat
        assert play.options() == [(Kind.FOCUS, each) for each in left]
        play.play(Kind.FOCUS, terrain)
        left.remove(terrain)
        assert members(play.state["foci"][seat]) == [terrain]


@pytest.mark.rule("KD-1.5")
def test_the_sixth_player_gets_the_terrain_that_is_left():
    play = focused(6)
    assert sorted(play.by_seat("foci")) == [1, 2, 4, 8, 16, 32]


@pytest.mark.rule("KD-1.5")
def test_one_unit_is_set_on_each_tile_of_the_focus_and_17_are_left():
    play = new(2)
    seat = int(play.state["first"])
    tiles = [tile for tile in TILES if play.state["terrain"][tile] == 3]
    play.play(Kind.FOCUS, 3)
    assert play.on(seat) == dict.fromkeys(tiles, 1)
    assert play.state["supply"][seat] == 17


@pytest.mark.rule("KD-1.5")
def test_with_three_units_all_of_them_start_on_the_map():
    assert focused(2, units=3).by_seat("supply") == [0, 0]


# --- 1.6: discs


@pytest.mark.rule("KD-1.6")
@ALL_PLAYERS
def test_all_four_tracks_start_at_level_1(players):
    play = new(players)
    assert all(play.state["level"][seat][1:].tolist() == [1, 1, 1, 1] for seat in range(players))


@pytest.mark.rule("KD-1.6")
def test_after_all_foci_each_player_in_turn_order_covers_one_of_the_four_bonuses():
    play = focused(3)
    chosen = (4, 2, 4)
    for seat, bonus in zip(seats_from(int(play.state["first"]), 3), chosen, strict=True):
        assert play.decider == seat
        assert play.options() == [(Kind.COVER, each) for each in BONUSES]
        play.play(Kind.COVER, bonus)
        assert members(play.state["covered"][seat]) == [bonus]
    assert play.kinds() == [Kind.CARD]


@pytest.mark.rule("KD-1.6", "KD-3.8")
def test_three_spare_discs_are_left_for_the_other_bonuses():
    scene = Scene()
    for bonus in (2, 3, 4):
        assert bonus in scene.copy().act(UPGRADE).moves(Kind.COVER)
        scene.cover(0, *BONUSES[:bonus])
    assert scene.act(UPGRADE).moves(Kind.COVER) == []


# --- 1.7: markers


@pytest.mark.rule("KD-1.7")
def test_the_bait_cubes_and_the_round_marker_start_on_space_0():
    play = new(6)
    assert play.by_seat("bait") == [0] * 6
    assert play.state["marker"] == 0


@pytest.mark.rule("KD-1.4", "KD-2.1")
@ALL_PLAYERS
def test_the_first_player_chooses_the_first_card_of_round_1(players):
    play = focused(players)
    while play.state["round"] == 0:
        play.play(Kind.COVER, 1)
    assert play.decider == play.state["first"] == play.state["start"]
    assert play.kinds() == [Kind.CARD]
