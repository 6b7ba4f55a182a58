"""Chapter 4: points, ties, ranks."""

from __future__ import annotations

import pytest
from games.pond.positions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Scene,
    fly,
    frog,
    spider,
)

from undertow_kernels.core.game import Ending

# --- 4.1: the table


@pytest.mark.rule("KP-4.1")
@pytest.mark.parametrize(
    ("piece", "value"),
    [
        (fly(NORTH), 3),
        *zip([spider(NORTH, i) for i in range(5)], [0, 1, 1, 1, 2], strict=True),
        *zip([frog(NORTH, i) for i in range(4)], [-1, 1, 1, 3], strict=True),
    ],
)
def test_an_own_piece_on_the_table_scores_its_value(piece, value):
    assert Scene().put(piece, 4, 4).scores == [value, 0, 0, 0]


@pytest.mark.rule("KP-4.1")
def test_pieces_beside_the_table_score_nothing():
    scene = Scene().put(frog(NORTH, 3), 3, 3).put(spider(EAST, 4), 5, 5).put(fly(WEST), 2, 4)
    assert scene.scores == [0, 0, 0, 0]


@pytest.mark.rule("KP-4.1")
@pytest.mark.parametrize(("row", "column", "points"), [(3, 3, 3), (3, 4, 0)])
def test_the_shape_of_the_table_decides_what_scores(row, column, points):
    scene = Scene(table_shape="x").put(fly(NORTH), row, column)
    assert scene.scores == [points, 0, 0, 0]


# --- 4.2: the dungeon


@pytest.mark.rule("KP-4.2")
@pytest.mark.parametrize(
    ("piece", "value"),
    [(fly(EAST), 3), (spider(EAST), 0), (spider(EAST, 4), 2), (frog(EAST), -1), (frog(EAST, 3), 3)],
)
def test_a_captured_piece_scores_its_value_for_the_captor(piece, value):
    assert Scene().capture(WEST, piece).scores == [0, 0, 0, value]


@pytest.mark.rule("KP-4.1", "KP-4.2")
def test_four_points_on_the_table_and_two_in_the_dungeon_are_six():
    scene = Scene().put(fly(NORTH), 4, 4).put(spider(NORTH, 1), 4, 5)
    scene.capture(NORTH, spider(SOUTH, 4))
    assert scene.scores[NORTH] == 6


@pytest.mark.rule("KP-4.2", "KP-1.5")
def test_ones_own_other_colour_in_the_dungeon_is_worth_nothing():
    scene = Scene(2, mode="two_colour").capture(0, spider(SOUTH, 4), frog(SOUTH))
    assert scene.scores == [0, 0]
    scene.capture(0, spider(EAST, 4))
    assert scene.scores == [2, 0]


@pytest.mark.rule("KP-4.2", "KP-1.6")
def test_a_team_mates_piece_in_the_dungeon_is_worth_nothing():
    scene = Scene(mode="teams").capture(NORTH, spider(SOUTH, 4), frog(SOUTH))
    assert scene.scores == [0, 0, 0, 0]
    scene.capture(NORTH, spider(EAST, 4))
    assert scene.scores == [2, 0, 2, 0]


@pytest.mark.rule("KP-4.2")
def test_pieces_out_of_the_game_score_for_nobody():
    scene = Scene().remove(fly(NORTH), fly(SOUTH)).put(spider(NORTH), 4, 4)
    assert scene.scores == [0, 0, 0, 0]


# --- 4.3: who wins


@pytest.mark.rule("KP-4.3")
def test_most_points_win_and_the_others_rank_by_theirs():
    scene = Scene().put(fly(SOUTH), 4, 4).capture(NORTH, spider(WEST, 4))
    scene.capture(WEST, spider(EAST, 1)).over()
    assert scene.scores == [2, 0, 3, 1]
    assert (scene.winners, scene.ranks) == ([SOUTH], [2, 4, 1, 3])


@pytest.mark.rule("KP-4.3")
def test_a_tie_goes_to_more_pieces_on_the_table():
    scene = Scene().capture(NORTH, frog(WEST, 3)).put(spider(NORTH, 1), 2, 2)
    scene.put(spider(NORTH, 2), 2, 3).put(spider(EAST, 4), 4, 4).put(spider(EAST, 1), 4, 5).over()
    assert scene.scores[:2] == [3, 3]
    assert (scene.winners, scene.ranks) == ([EAST], [2, 1, 3, 3])


@pytest.mark.rule("KP-4.3")
def test_a_further_tie_goes_to_more_pieces_on_the_board():
    scene = Scene().put(spider(NORTH, 1), 4, 4).put(spider(EAST, 1), 4, 5)
    scene.put(spider(EAST, 2), 2, 2).put(spider(SOUTH), 6, 2).over()
    assert scene.scores == [1, 1, 0, 0]
    assert (scene.winners, scene.ranks) == ([EAST], [2, 1, 3, 4])


@pytest.mark.rule("KP-4.3")
def test_players_level_in_everything_share_the_win():
    scene = Scene().put(spider(NORTH, 1), 4, 4).put(spider(WEST, 1), 4, 5)
    scene.put(spider(NORTH), 2, 2).put(frog(WEST), 6, 2).over()
    assert (scene.winners, scene.ranks) == ([NORTH, WEST], [1, 3, 3, 1])


@pytest.mark.rule("KP-4.3")
def test_more_table_pieces_do_not_outweigh_a_point():
    scene = Scene().put(spider(NORTH), 4, 4).put(frog(NORTH, 1), 4, 5).put(frog(NORTH), 3, 4)
    scene.capture(EAST, spider(SOUTH, 1)).over()
    assert scene.scores == [0, 1, 0, 0]
    assert scene.winners == [EAST]


@pytest.mark.rule("KP-4.3")
def test_negative_points_rank_last():
    scene = Scene().put(frog(NORTH), 4, 4).capture(WEST, frog(EAST)).over()
    assert scene.scores == [-1, 0, 0, -1]
    assert (scene.winners, scene.ranks) == ([EAST, SOUTH], [3, 1, 1, 4])


@pytest.mark.rule("KP-4.3", "KP-1.6")
@pytest.mark.parametrize(
    ("layout", "winners", "ranks"),
    [("opposite", [NORTH, SOUTH], [1, 3, 1, 3]), ("beside", [SOUTH, WEST], [3, 3, 1, 1])],
)
def test_both_partners_of_a_team_win(layout, winners, ranks):
    scene = Scene(mode="teams", team_layout=layout).put(fly(SOUTH), 4, 4).over()
    assert (scene.winners, scene.ranks) == (winners, ranks)


@pytest.mark.rule("KP-4.3", "KP-1.6")
def test_a_teams_tie_is_broken_by_the_pieces_of_both_partners():
    scene = Scene(mode="teams").put(spider(NORTH), 4, 4)
    scene.put(spider(EAST, 1), 2, 2).put(spider(WEST, 1), 2, 3).over()
    assert (scene.scores, scene.winners) == ([0] * 4, [NORTH, SOUTH])
    scene.put(spider(EAST), 4, 5)
    assert (scene.scores, scene.winners) == ([0] * 4, [EAST, WEST])
    scene.put(spider(SOUTH, 1), 6, 2).put(spider(SOUTH, 2), 6, 3).put(spider(NORTH, 1), 6, 4)
    assert (scene.scores, scene.winners) == ([0] * 4, [NORTH, SOUTH])


@pytest.mark.rule("KP-4.3", "KP-1.5")
def test_a_tie_of_the_two_colour_game_is_broken_by_the_pieces_of_both_colours():
    scene = Scene(2, mode="two_colour").put(spider(EAST), 2, 2).over()
    assert (scene.winners, scene.ranks) == ([1], [2, 1])
    scene.put(spider(SOUTH), 4, 4)
    assert (scene.winners, scene.ranks) == ([0], [1, 2])


@pytest.mark.rule("KP-4.3", "KP-3.4")
def test_a_capped_game_ranks_in_the_same_order_without_a_winner():
    scene = Scene().put(spider(NORTH, 1), 4, 4).capture(EAST, spider(WEST, 1)).over(Ending.CAPPED)
    assert (scene.winners, scene.ranks) == ([], [1, 2, 3, 3])
