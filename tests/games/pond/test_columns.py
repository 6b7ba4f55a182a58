"""The counters of a game by seat, and the handicap, in hand figures."""

from __future__ import annotations

import pytest
from games.pond.positions import (
    EAST,
    NORTH,
    SHELL,
    SNAKE,
    SOUTH,
    TONGUE,
    WEB,
    WEST,
    Scene,
    fly,
    frog,
    pond,
    spider,
)

from undertow_kernels.pond.state import Kind

NONE = [0, 0, 0]


def captures(scene):
    return scene.columns["captures"].tolist()


def test_captures_count_by_captor_and_kind_of_piece():
    scene = Scene().put(spider(NORTH), 4, 4).put(frog(SOUTH), 5, 4).put(spider(WEST), 5, 5)
    scene.put(spider(EAST), 4, 6)
    scene.move(spider(NORTH), 5, 4).end()
    assert captures(scene) == [[0, 1, 0], NONE, NONE, NONE]
    scene.move(spider(EAST), 5, 5).end()
    assert captures(scene) == [[0, 1, 0], [1, 0, 0], NONE, NONE]


def test_a_captured_dragonfly_counts_as_the_third_kind():
    scene = Scene().put(spider(NORTH), 4, 4).put(fly(SOUTH), 5, 4).move(spider(NORTH), 5, 4)
    assert captures(scene)[NORTH] == [0, 0, 1]


def test_cards_count_by_seat_and_kind_also_those_of_reactions():
    scene = pond().hold(NORTH, WEB).hold(SOUTH, SNAKE)
    scene.put(spider(NORTH), 4, 4).put(spider(NORTH, 1), 3, 3).put(frog(SOUTH), 5, 4)
    scene.play(Kind.WEB, fly(NORTH)).move(spider(NORTH), 5, 4).play(Kind.REACT_SNAKE)
    cards = scene.columns["cards"].tolist()
    assert cards[NORTH] == [1, 0, 0, 0, 0, 0]
    assert cards[SOUTH] == [0, 0, 0, 0, 1, 0]
    assert captures(scene) == [NONE] * 4  # both left the game


def test_a_shell_and_a_tongue_count_for_who_played_them():
    scene = pond().hold(NORTH, TONGUE).hold(SOUTH, SHELL)
    scene.put(spider(NORTH), 4, 4).put(frog(SOUTH), 5, 4)
    scene.play(Kind.TONGUE, spider(NORTH), frog(SOUTH)).play(Kind.REACT_SHELL)
    cards = scene.columns["cards"].tolist()
    assert cards[NORTH] == [0, 0, 0, 1, 0, 0]
    assert cards[SOUTH] == [0, 0, 0, 0, 0, 1]


def test_a_card_thrown_away_is_not_played():
    scene = pond(hand_limit=1).hold(NORTH, WEB, WEB).moved()
    scene.end().play_if_asked(Kind.DISCARD, WEB)
    assert scene.discards == [WEB]
    assert not scene.columns["cards"].any()


def test_spiders_ashore_and_pieces_freed_count_for_their_seat():
    scene = Scene(active=NORTH, far_shore=True).put(spider(NORTH), 6, 4).capture(EAST, frog(NORTH))
    scene.move(spider(NORTH), 7, 4)
    scene.play(Kind.RETURN, scene.moves(Kind.RETURN)[0])
    assert scene.columns["shores"].tolist() == [1, 0, 0, 0]
    scene.play(Kind.FREE, *scene.moves(Kind.FREE)[0])
    assert scene.columns["freed"].tolist() == [1, 0, 0, 0]


def test_pieces_left_and_on_the_table_count_by_seat():
    scene = Scene().put(frog(WEST), 4, 4).put(spider(WEST), 4, 5)
    assert scene.columns["pieces_left"].tolist() == [1, 1, 1, 3]
    assert scene.columns["on_table"].tolist() == [0, 0, 0, 2]


@pytest.mark.rule("KP-4.4")
def test_a_handicap_is_added_to_the_points():
    scene = Scene(handicap=[4, 0, 0, -2]).put(fly(NORTH), 4, 4).capture(WEST, frog(EAST, 3))
    assert scene.scores == [3 + 4, 0, 0, 3 - 2]


@pytest.mark.rule("KP-4.4")
def test_partners_have_both_their_handicaps():
    scene = Scene(mode="teams", handicap=[4, 0, -1, 2]).put(fly(NORTH), 4, 4)
    assert scene.scores == [3 + 4 - 1, 2, 3 + 4 - 1, 2]


@pytest.mark.rule("KP-4.4")
@pytest.mark.parametrize(
    ("handicap", "winners"),
    [([0, 0, 0, 0], [NORTH]), ([0, 3, 0, 0], [NORTH]), ([0, 4, 0, 0], [EAST])],
)
def test_a_handicap_changes_who_wins_and_breaks_no_tie(handicap, winners):
    scene = Scene(handicap=handicap).put(fly(NORTH), 4, 4)  # level at 3, the table decides
    assert scene.over().winners == winners
