"""Chapter 6, cards that change how pieces move: Spider Web, Agile, Frog Legs, Frog Tongue."""

from __future__ import annotations

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
    WEST,
    fly,
    frog,
    pond,
    spider,
    sq,
    sqs,
)

from undertow_kernels.pond.state import Kind

LEFT_ROWS = range(2, 7)


def ring(row, column, *lengths):
    """The squares at some distances, rows or columns, from a square; corners left out."""
    every = [(r, c) for r in range(9) for c in range(9) if r in LEFT_ROWS or c in LEFT_ROWS]
    return sqs(*((r, c) for r, c in every if max(abs(r - row), abs(c - column)) in lengths))


def star(row, column, *lengths):
    """The squares of a ring that lie straight ahead."""
    straight = [(a * n, b * n) for n in lengths for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
    return sqs(*((row + a, column + b) for a, b in straight)) & ring(row, column, *lengths)


def played(kind, piece, *cards, **rules):
    """A piece of the north in the middle of the board, cards of a kind played on it."""
    scene = pond(**rules).hold(NORTH, *cards).put(fly(NORTH), 0, 2).put(piece, 4, 4)
    for _ in cards:
        scene.play(kind, piece)
    return scene


# --- 6.5: Spider Web


@pytest.mark.rule("KP-6.5")
def test_a_web_freezes_its_piece_and_all_beside_it_the_movers_own_move_included():
    scene = pond().hold(NORTH, WEB).put(spider(NORTH), 4, 4).put(frog(NORTH), 5, 5)
    scene.put(spider(NORTH, 1), 4, 6).play(Kind.WEB, spider(NORTH))
    assert scene.tokens("webs") == {spider(NORTH)}
    assert {piece for piece, _ in scene.moves(Kind.MOVE)} == {spider(NORTH, 1), fly(NORTH)}


@pytest.mark.rule("KP-6.5")
def test_pieces_of_every_colour_are_frozen_until_the_owners_next_turn():
    scene = pond().hold(NORTH, WEB).put(spider(NORTH), 4, 4)
    for colour, square in ((EAST, (4, 5)), (SOUTH, (5, 4)), (WEST, (3, 3))):
        scene.put(frog(colour), *square)
    scene.play(Kind.WEB, spider(NORTH)).quiet()
    for colour in (EAST, SOUTH, WEST):
        assert scene.decider == colour
        assert {piece for piece, _ in scene.moves(Kind.MOVE)} == {fly(colour)}
        scene.quiet()
    assert scene.tokens("webs") == set()
    assert {piece for piece, _ in scene.moves(Kind.MOVE)} == {spider(NORTH), fly(NORTH)}


@pytest.mark.rule("KP-6.5", "KP-1.5")
def test_the_tokens_of_a_two_colour_player_go_at_the_players_next_turn():
    scene = pond(2, active=1, mode="two_colour").put(spider(NORTH), 2, 2).put(frog(SOUTH), 6, 6)
    scene.put(frog(EAST), 4, 4).web(spider(NORTH), frog(EAST)).shell(frog(SOUTH)).quiet()
    assert (scene.decider, scene.tokens("webs")) == (0, {frog(EAST)})
    assert scene.tokens("shells") == set()


@pytest.mark.rule("KP-6.5")
def test_a_piece_that_comes_to_stand_beside_a_web_is_frozen_too():
    scene = pond().put(frog(SOUTH), 4, 4).web(frog(SOUTH)).put(frog(NORTH), 4, 7)
    scene.hold(EAST, TONGUE).put(spider(EAST), 5, 6).put(spider(EAST, 1), 4, 6)
    scene.move(frog(NORTH), 4, 5)
    assert scene.moves(Kind.TONGUE) == []
    assert scene.goals(spider(EAST)) != set()


@pytest.mark.rule("KP-6.5", "KP-6.13")
def test_when_the_webbed_piece_is_captured_those_beside_it_are_free():
    scene = pond().put(spider(SOUTH), 4, 4).web(spider(SOUTH)).put(frog(EAST), 4, 5)
    scene.put(frog(NORTH), 2, 4).move(frog(NORTH), 4, 4)
    assert (scene.tokens("webs"), scene.dungeon(NORTH)) == (set(), [spider(SOUTH)])
    assert scene.goals(frog(EAST)) == star(4, 5, 2)


@pytest.mark.rule("KP-6.5")
def test_frozen_pieces_can_be_captured_by_a_move():
    scene = pond().put(spider(SOUTH), 4, 4).web(spider(SOUTH)).put(frog(EAST), 4, 5)
    scene.put(frog(NORTH), 2, 5)
    assert sq(4, 5) in scene.goals(frog(NORTH))


@pytest.mark.rule("KP-6.5", "KP-6.9")
def test_a_frozen_piece_cannot_be_pulled():
    scene = pond().hold(NORTH, TONGUE).put(spider(NORTH), 4, 4).put(frog(EAST), 4, 5)
    scene.put(frog(SOUTH), 3, 4).put(spider(SOUTH), 3, 6)
    assert scene.moves(Kind.TONGUE) == [(spider(NORTH), frog(EAST)), (spider(NORTH), frog(SOUTH))]
    scene.web(spider(SOUTH))
    assert scene.moves(Kind.TONGUE) == [(spider(NORTH), frog(SOUTH))]


@pytest.mark.rule("KP-6.5", "KP-6.9")
def test_a_frozen_piece_can_pull_another_that_is_not():
    scene = pond().hold(NORTH, TONGUE).put(spider(SOUTH), 4, 2).web(spider(SOUTH))
    scene.put(frog(NORTH), 3, 3).put(frog(WEST), 2, 4)
    assert scene.goals(frog(NORTH)) == set()
    assert scene.moves(Kind.TONGUE) == [(frog(NORTH), frog(WEST))]


# --- 6.6: Agile


@pytest.mark.rule("KP-6.6")
@pytest.mark.parametrize(
    ("piece", "path", "distance"),
    [(spider(NORTH), (1,), (1,)), (frog(NORTH), (1, 2), (2,)), (fly(NORTH), (1, 2, 3), (1, 2, 3))],
)
def test_agile_lets_a_piece_bend_along_a_path_or_go_anywhere_at_its_distance(piece, path, distance):
    assert played(Kind.AGILE, piece, AGILE).goals(piece) == ring(4, 4, *path)
    other = played(Kind.AGILE, piece, AGILE, agile_mode="distance")
    assert other.goals(piece) == ring(4, 4, *distance)


@pytest.mark.rule("KP-6.6")
def test_a_path_may_end_beside_its_beginning_but_not_where_it_began():
    goals = played(Kind.AGILE, frog(NORTH), AGILE).goals(frog(NORTH))
    assert sq(4, 5) in goals
    assert sq(4, 4) not in goals


@pytest.mark.rule("KP-6.6", "KP-2.2", "KP-2.3")
def test_pieces_do_not_block_a_path_but_its_end():
    scene = played(Kind.AGILE, frog(NORTH), AGILE)
    for i, square in enumerate([(3, 3), (3, 4), (3, 5), (2, 3)]):
        scene.put(spider(NORTH, i), *square)
    assert sqs((2, 2), (2, 4), (2, 5)) <= scene.goals(frog(NORTH))
    assert not scene.goals(frog(NORTH)) & sqs((3, 3), (3, 4), (3, 5), (2, 3))


@pytest.mark.rule("KP-6.6", "KP-2.4")
@pytest.mark.parametrize("mode", ["path", "distance"])
def test_agile_leads_from_no_home_into_another(mode):
    scene = pond(agile_mode=mode).hold(NORTH, AGILE).put(spider(NORTH), 4, 4)
    scene.put(fly(NORTH), 2, 1).play(Kind.AGILE, fly(NORTH))
    goals = scene.goals(fly(NORTH))
    assert not goals & sqs((1, 2), (0, 2), (1, 3), (0, 3), (1, 4), (0, 4))
    assert sqs((3, 0), (5, 1), (2, 4), (5, 4)) <= goals


@pytest.mark.rule("KP-6.6")
@pytest.mark.parametrize("mode", ["path", "distance"])
def test_agile_does_not_lead_out_of_bounds(mode):
    scene = pond(2, agile_mode=mode).hold(NORTH, AGILE).put(spider(NORTH), 4, 4)
    scene.put(fly(NORTH), 4, 2).play(Kind.AGILE, fly(NORTH))
    assert all(square % 9 in range(2, 7) for square in scene.goals(fly(NORTH)))
    assert sqs((1, 2), (1, 3), (7, 5)) <= scene.goals(fly(NORTH))


@pytest.mark.rule("KP-6.6", "KP-6.7")
@pytest.mark.parametrize(("kind", "card"), [(Kind.AGILE, AGILE), (Kind.LEGS, LEGS)])
def test_the_piece_named_must_make_the_move_and_the_card_is_for_this_turn(kind, card):
    scene = pond().hold(NORTH, card).put(frog(NORTH), 4, 4).play(kind, frog(NORTH))
    assert {piece for piece, _ in scene.moves(Kind.MOVE)} == {frog(NORTH)}
    scene.play(Kind.MOVE, *scene.moves(Kind.MOVE)[0])
    assert not any(scene.state[field] for field in ("named", "agile", "legs"))
    assert scene.decider == EAST


# --- 6.7: Frog Legs


@pytest.mark.rule("KP-6.7")
@pytest.mark.parametrize(
    ("piece", "cards", "exact", "up_to"),
    [
        (spider(NORTH), 1, (2,), (1, 2)),
        (spider(NORTH), 2, (3,), (1, 2, 3)),
        (frog(NORTH), 1, (3,), (2, 3)),
        (frog(NORTH), 2, (4,), (2, 3, 4)),
        (fly(NORTH), 1, (1, 2, 3, 4), (1, 2, 3, 4)),
        (fly(NORTH), 2, (1, 2, 3, 4), (1, 2, 3, 4)),
    ],
)
def test_frog_legs_go_one_space_farther_a_card_or_any_distance_up_to_that(
    piece, cards, exact, up_to
):
    scene = played(Kind.LEGS, piece, *[LEGS] * cards)
    assert scene.goals(piece) == star(4, 4, *exact)
    scene = played(Kind.LEGS, piece, *[LEGS] * cards, legs_exact=False)
    assert scene.goals(piece) == star(4, 4, *up_to)


@pytest.mark.rule("KP-6.7")
def test_a_dragonfly_with_two_cards_flies_five_spaces():
    scene = pond().hold(NORTH, LEGS, LEGS).put(spider(NORTH), 4, 4).put(fly(NORTH), 1, 3)
    scene.play(Kind.LEGS, fly(NORTH)).play(Kind.LEGS, fly(NORTH))
    straight_down = {square for square in scene.goals(fly(NORTH)) if square % 9 == 3}
    assert straight_down == sqs((0, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3))


@pytest.mark.rule("KP-6.6", "KP-6.7")
@pytest.mark.parametrize(
    ("mode", "exact", "lengths"),
    [("path", True, (1, 2)), ("distance", True, (2,)), ("distance", False, (1, 2))],
)
def test_agile_and_frog_legs_combine_even_for_a_spider(mode, exact, lengths):
    scene = pond(agile_mode=mode, legs_exact=exact).hold(NORTH, AGILE, LEGS)
    scene.put(spider(NORTH), 4, 4).play(Kind.LEGS, spider(NORTH)).play(Kind.AGILE, spider(NORTH))
    assert scene.goals(spider(NORTH)) == ring(4, 4, *lengths)


# --- 6.8: the piece named


@pytest.mark.rule("KP-6.8")
@pytest.mark.parametrize("first", [Kind.AGILE, Kind.LEGS])
def test_a_second_card_goes_to_the_same_piece(first):
    scene = pond().hold(NORTH, AGILE, AGILE, LEGS, LEGS).put(frog(NORTH), 4, 4)
    assert scene.moves(Kind.AGILE) == scene.moves(Kind.LEGS) == [frog(NORTH), fly(NORTH)]
    scene.play(first, frog(NORTH))
    assert scene.moves(Kind.AGILE) == scene.moves(Kind.LEGS) == [frog(NORTH)]


@pytest.mark.rule("KP-6.8", "KP-6.5")
def test_neither_is_playable_on_a_frozen_piece():
    scene = pond().hold(NORTH, AGILE, LEGS).put(frog(NORTH), 4, 4).put(spider(EAST), 4, 5)
    scene.web(spider(EAST))
    assert scene.moves(Kind.AGILE) == scene.moves(Kind.LEGS) == [fly(NORTH)]


@pytest.mark.rule("KP-6.8")
def test_frog_legs_are_not_playable_on_a_piece_whose_farther_squares_are_taken():
    scene = pond().hold(NORTH, LEGS, AGILE).put(spider(NORTH), 0, 2)
    for i, square in enumerate([(2, 2), (2, 4)]):
        scene.put(frog(NORTH, i), *square)
    assert scene.goals(spider(NORTH)) == sqs((0, 3), (1, 2), (1, 3))
    assert spider(NORTH) not in scene.moves(Kind.LEGS)
    assert spider(NORTH) in scene.moves(Kind.AGILE)


@pytest.mark.rule("KP-6.8")
def test_with_agile_on_it_first_the_same_piece_may_have_frog_legs():
    scene = pond().hold(NORTH, LEGS, AGILE).put(spider(NORTH), 0, 2)
    for i, square in enumerate([(2, 2), (2, 4)]):
        scene.put(frog(NORTH, i), *square)
    scene.play(Kind.AGILE, spider(NORTH))
    assert scene.moves(Kind.LEGS) == [spider(NORTH)]


@pytest.mark.rule("KP-6.8")
def test_when_a_web_takes_the_moves_of_the_piece_named_the_cards_lapse():
    scene = pond().hold(NORTH, AGILE, LEGS, WEB).put(frog(NORTH), 4, 4).put(spider(NORTH), 4, 5)
    scene.play(Kind.AGILE, frog(NORTH)).play(Kind.LEGS, frog(NORTH)).play(Kind.WEB, spider(NORTH))
    assert scene.discards == [WEB, AGILE, LEGS]
    assert {piece for piece, _ in scene.moves(Kind.MOVE)} == {fly(NORTH)}
    assert sq(4, 4) not in scene.goals(fly(NORTH))


@pytest.mark.rule("KP-6.8", "KP-6.10")
def test_when_a_snake_takes_the_piece_named_any_piece_may_move():
    scene = pond().hold(NORTH, LEGS, TONGUE).hold(EAST, SNAKE).put(spider(NORTH), 4, 4)
    scene.put(frog(EAST), 4, 5).put(frog(NORTH), 2, 5).play(Kind.LEGS, spider(NORTH))
    scene.play(Kind.TONGUE, spider(NORTH), frog(EAST)).play(Kind.REACT_SNAKE)
    assert {piece for piece, _ in scene.moves(Kind.MOVE)} == {frog(NORTH), fly(NORTH)}
    assert scene.goals(frog(NORTH)) == star(2, 5, 2)


@pytest.mark.rule("KP-6.8", "KP-6.11")
def test_when_a_shell_takes_the_last_square_of_the_piece_named_the_cards_lapse():
    scene = pond().hold(NORTH, LEGS, TONGUE).hold(EAST, SHELL).put(spider(NORTH), 0, 2)
    scene.put(frog(NORTH), 2, 4).put(frog(EAST), 2, 2).put(frog(NORTH, 1), 3, 3)
    scene.play(Kind.LEGS, spider(NORTH))
    assert scene.moves(Kind.MOVE) == [(spider(NORTH), sq(2, 2))]
    scene.play(Kind.TONGUE, frog(NORTH, 1), frog(EAST)).play(Kind.REACT_SHELL)
    assert scene.goals(spider(NORTH)) == sqs((0, 3), (1, 2), (1, 3))
    assert scene.goals(fly(NORTH)) != set()


# --- 6.9: Frog Tongue


@pytest.mark.rule("KP-6.9")
@pytest.mark.parametrize("piece", [spider(NORTH), frog(NORTH), fly(NORTH)])
def test_a_tongue_captures_a_piece_beside_and_the_own_piece_stays(piece):
    scene = pond().hold(NORTH, TONGUE).on_top(SHELL).put(piece, 4, 4).put(frog(EAST), 5, 5)
    scene.put(frog(SOUTH), 4, 6).put(spider(WEST), 3, 4)
    assert scene.moves(Kind.TONGUE) == [(piece, frog(EAST)), (piece, spider(WEST))]
    scene.play(Kind.TONGUE, piece, frog(EAST))
    assert (scene.at(piece), scene.dungeon(NORTH)) == (sq(4, 4), [frog(EAST)])
    assert scene.state["at"][sq(5, 5)] == 0
    assert (scene.discards, scene.cards(EAST)) == ([TONGUE], [SHELL])


@pytest.mark.rule("KP-6.9")
def test_a_tongue_uses_no_move():
    scene = pond().hold(NORTH, TONGUE).put(spider(NORTH), 4, 4).put(frog(EAST), 5, 5)
    scene.play(Kind.TONGUE, spider(NORTH), frog(EAST))
    assert (scene.decider, scene.kinds()) == (NORTH, [Kind.MOVE])


@pytest.mark.rule("KP-6.9")
def test_after_the_move_a_tongue_reaches_from_the_new_square():
    scene = pond().hold(NORTH, TONGUE).put(spider(NORTH), 3, 3).put(frog(EAST), 5, 5)
    assert scene.moves(Kind.TONGUE) == []
    scene.move(spider(NORTH), 4, 4).play(Kind.TONGUE, spider(NORTH), frog(EAST))
    assert (scene.decider, scene.dungeon(NORTH)) == (EAST, [frog(EAST)])


@pytest.mark.rule("KP-6.9", "KP-2.4")
def test_a_tongue_pulls_from_one_home_into_another():
    scene = pond().hold(NORTH, TONGUE).put(spider(NORTH), 1, 2).put(frog(WEST), 2, 1)
    scene.play(Kind.TONGUE, spider(NORTH), frog(WEST))
    assert scene.dungeon(NORTH) == [frog(WEST)]


@pytest.mark.rule("KP-6.9")
def test_one_card_pulls_one_piece():
    scene = pond().hold(NORTH, TONGUE, TONGUE).put(spider(NORTH), 4, 4).put(frog(EAST), 5, 5)
    scene.put(frog(SOUTH), 4, 5).play(Kind.TONGUE, spider(NORTH), frog(EAST))
    assert scene.at(frog(SOUTH)) == sq(4, 5)
    scene.play(Kind.TONGUE, spider(NORTH), frog(SOUTH))
    assert scene.dungeon(NORTH) == [frog(EAST), frog(SOUTH)]


@pytest.mark.rule("KP-6.9", "KP-1.5", "KP-1.6")
@pytest.mark.parametrize(("players", "mode"), [(2, "two_colour"), (4, "teams")])
def test_only_opponents_are_pulled(players, mode):
    scene = pond(players, mode=mode).hold(0, TONGUE).put(spider(NORTH), 4, 4)
    for colour, square in ((EAST, (4, 5)), (SOUTH, (5, 4)), (WEST, (4, 3))):
        scene.put(frog(colour), *square)
    victims = [other for piece, other in scene.moves(Kind.TONGUE) if piece == spider(NORTH)]
    assert victims == [frog(EAST), frog(WEST)]
