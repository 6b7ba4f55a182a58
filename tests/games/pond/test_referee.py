"""Tests of the referee of Knights of the Pond Table by itself."""

from __future__ import annotations

import random

import pytest
from games.pond import referee_moves as m
from games.pond.referee import Referee
from games.pond.referee_board import HOME_AT, OFF, Board, number
from games.pond.referee_moves import (
    DRAGONFLY,
    FROG,
    SHELL_CARD,
    SNAKE_CARD,
    SPIDER,
    move,
)
from games.pond.referee_table import CARD_FACTS, HEAD_FACTS, PIECE_FACTS, SEAT_FACTS
from games.pond.staging import components, goals, place, squares, staged, turn
from referee_frame import CAPPED, RUNNING
from referee_philox import Stream
from referee_play import finish, view

NORTH, EAST, SOUTH, WEST = range(4)
MODES = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"mode": "two_colour"}),
    (2, {"mode": "two_colour", "two_colour_layout": "beside"}),
    (4, {"mode": "teams"}),
    (4, {"mode": "teams", "team_layout": "beside"}),
]
VARIANTS = [
    {},
    {"far_shore": True},
    {"pond_power": True},
    {"far_shore": True, "pond_power": True},
]


# --- whole games


@pytest.mark.parametrize(("players", "mode"), MODES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_end_and_lose_nothing(players, mode, variant):
    rng = random.Random(f"{players} {mode} {variant}")
    for index in range(2):
        values = components(rng if index else None, **mode, **variant)
        game = Referee(values, players, (rng.getrandbits(64), index), index)
        for _ in finish(game, rng):
            moves = game.legal()
            assert len(set(moves)) == len(moves) != 1
            assert moves == sorted(moves)
            facts = game.facts()
            assert len(facts) == CARD_FACTS + SEAT_FACTS * players + 1 + 16 + 6 + 4
            assert facts[3] == game.actor
            game.check()
            for seat in range(players):
                check_view(game, seat, facts)
        check_result(game)


def check_view(game, seat, facts):
    """KP-7.1, KP-7.2."""
    hidden = game.hidden(seat)
    assert hidden == sorted(set(hidden))
    assert all(facts[index] for index in hidden)
    for piece in game.pieces.values():
        index = HEAD_FACTS + PIECE_FACTS * piece.number
        assert (index + 1 in hidden) == bool(facts[index + 1] and not facts[index + 5] >> seat & 1)
        if piece.owner == seat:
            assert index + 1 not in hidden


def check_result(game):
    result = game.result()
    assert game.legal() == []
    assert result["decisions"] == game.decisions
    best = [seat for seat in game.seats if result["rank"][seat] == 1]
    if result["ending"] == CAPPED:
        assert result["winners"] == 0
        assert result["rounds"] == game.values["round_cap"]
    else:
        assert result["winners"] == sum(1 << seat for seat in best)
    for seat in game.seats:
        partners = game.members(seat)
        assert len({result["score"][other] for other in partners}) == 1
        assert len({result["rank"][other] for other in partners}) == 1
    assert max(result["score"]) == max(result["score"][seat] for seat in best)


def test_every_ending_is_met():
    rng = random.Random(7)
    endings = set()
    for index in range(40):
        values = components(far_shore=True, pond_power=True, values_dealt=True)
        values["round_cap"] = 40 if index % 4 == 0 else 300
        game = Referee(values, 2 + index % 3, (5, index), index)
        for _ in finish(game, rng):
            pass
        endings.add(game.ending)
    assert {CAPPED, m.TABLE_HELD, m.NO_DRAGONFLY} <= endings


@pytest.mark.parametrize("changes", VARIANTS)
def test_swaps_are_not_noticed(changes):
    rng = random.Random(8)
    game = Referee(components(**changes), 3, (6, 6), 6)
    for _ in finish(game, rng):
        if game.actor != 0:  # another seat's choices may hang on what changes places
            continue
        seen = view(game, 0)
        for name, numbers in game.swaps(0):
            permute(game, name, numbers, rng)
        game.check()
        assert view(game, 0) == seen


def permute(game, name, numbers, rng):
    new = rng.sample(numbers, len(numbers))
    if name == "value":
        codes = [game.pieces[each].code for each in new]
        for each, code in zip(numbers, codes, strict=True):
            game.pieces[each].code = code
        return
    piles = [game.pile, *game.hands]
    cards = [piles[each // 16][each % 16] for each in new]
    for each, card in zip(numbers, cards, strict=True):
        piles[each // 16][each % 16] = card
    for hand in game.hands:
        hand.sort()


# --- board and set-up


@pytest.mark.rule("KP-1.1", "KP-1.4")
def test_squares_in_bounds():
    assert len(Board(components(), []).in_bounds) == 65
    assert len(staged(2).board.in_bounds) == 45
    assert len(staged(3).board.in_bounds) == 65
    assert len(staged(3, three_player_unused_home="out").board.in_bounds) == 55
    assert len(staged(2, mode="two_colour").board.in_bounds) == 65


@pytest.mark.rule("KP-1.2")
def test_start_squares():
    game = staged(4)
    assert [game.pieces[place(SOUTH, k)].square for k in range(10)] == [
        number(7, 2), number(7, 3), number(7, 4), number(7, 5), number(7, 6),
        number(8, 2), number(8, 3), number(8, 5), number(8, 6), number(8, 4),
    ]  # fmt: skip
    assert game.pieces[place(EAST, 0)].square == number(2, 7)
    assert game.pieces[place(WEST, 9)].square == number(4, 0)
    game = staged(4, spiders_in_front=False)
    assert game.pieces[place(WEST, 0)].square == number(2, 0)
    assert game.pieces[place(NORTH, 9)].square == number(1, 4)


@pytest.mark.rule("KP-2.2", "KP-2.3", "KP-2.4")
@pytest.mark.parametrize(("players", "mode"), MODES)
def test_each_colour_has_25_opening_moves(players, mode):
    game = staged(players, **mode)
    for colour, seat in game.owners.items():
        moves = [each for each in game.movings(seat) if each[1] // 10 == colour]
        kinds = [game.pieces[each[1]].kind for each in moves]
        counts = [kinds.count(kind) for kind in (SPIDER, FROG, DRAGONFLY)]
        gone = [p for p in game.pieces.values() if p.colour == colour and not p.on_board]
        if not gone:
            assert counts == [13, 8, 4]


@pytest.mark.rule("KP-1.3")
def test_owners_place_values():
    game = Referee(components(), 2, (1, 1), 1)
    assert game.legal() == [move(m.PLACE, value=code) for code in (2, 3, 4)]
    assert game.facts()[:7] == [2, game.first, 0, 0, 0, 0, 0]
    for code in (3, 3, 3, 2):  # the fifth spider's value is left, and then come the frogs
        game.choose(game.legal().index(move(m.PLACE, value=code)))
    assert [game.pieces[k].code for k in range(10)] == [3, 3, 3, 2, 4, 0, 0, 0, 0, 5]
    assert game.legal() == [move(m.PLACE, value=code) for code in (1, 3, 5)]
    for code in (1, 5):
        game.choose(game.legal().index(move(m.PLACE, value=code)))
    assert (game.actor, game.active, game.decisions) == (1, 1, 6)


@pytest.mark.rule("KP-1.3")
def test_values_are_dealt():
    game = Referee(components(values_dealt=True), 2, (1, 1), 1)
    words = Stream((1, 1), 1, 0, 0)
    assert game.first == words.below(2)
    for colour in (NORTH, SOUTH):
        for first, values in ((0, [2, 1, 1, 1, 0]), (5, [3, 1, 1, -1])):
            for last in range(len(values) - 1, 0, -1):
                other = words.below(last + 1)
                values[last], values[other] = values[other], values[last]
            codes = [game.pieces[place(colour, first + i)].code for i in range(len(values))]
            assert codes == [value + 2 for value in values]
    assert game.actor == game.first


@pytest.mark.rule("KP-1.7", "KP-7.1")
def test_the_middle_player_removes_pieces():
    game = Referee(components(values_dealt=True), 3, (1, 1), 1)
    assert game.actor == game.active == 1
    assert game.legal() == [move(m.REMOVE, place(WEST, k)) for k in range(9)]
    game.choose(3)
    assert game.legal() == [move(m.REMOVE, place(EAST, k)) for k in range(9)]
    game.choose(8)
    for piece in (game.pieces[33], game.pieces[18]):
        assert (piece.square, piece.captor, piece.known) == (OFF, None, 1 << piece.owner)
    assert (game.round, game.turns, game.actor) == (1, 1, game.first)
    firsts = [Referee(components(values_dealt=True, middle_starts=True), 3, (1, 1), number).first
              for number in range(5)]  # fmt: skip
    assert firsts == [1] * 5


# --- moves, captures, end


@pytest.mark.rule("KP-2.2", "KP-2.4")
def test_distances_and_homes():
    game = staged(4, {0: (4, 4), 5: (2, 2), 9: (5, 5)}, bare=True)
    turn(game)
    assert len(goals(game, 0)) == 7  # the dragonfly stands on the eighth
    assert goals(game, 5) == squares((0, 2), (0, 4), (2, 4), (4, 4), (4, 2), (4, 0), (2, 0)) - {
        number(4, 4)
    }
    assert number(2, 5) in goals(game, 9)
    assert number(1, 5) not in goals(game, 9)
    assert HOME_AT[number(2, 1)] == WEST
    game = staged(4, {0: (1, 2), 9: (4, 4)}, bare=True)
    turn(game)
    assert number(2, 1) not in goals(game, 0)
    assert number(2, 2) in goals(game, 0)


@pytest.mark.rule("KP-2.5", "KP-7.1", "KP-4.2")
def test_a_capture():
    game = staged(2, {0: (4, 3), 20: (5, 3)})
    turn(game, move(m.MOVE, 0, number(5, 3)))
    victim = game.pieces[20]
    assert (victim.square, victim.captor, victim.known) == (OFF, 0, 0b11)
    assert game.result()["score"] == [victim.code - 2, 0]
    assert game.moves == []
    assert game.facts()[-4:] == [1, 0, 0, 0]


@pytest.mark.rule("KP-2.5", "KP-4.2", "KP-6.1", "KP-6.12")
def test_own_other_colour():
    hands = {0: [SNAKE_CARD, SHELL_CARD]}
    game = staged(2, {0: (4, 3), 20: (5, 3)}, hands, mode="two_colour", pond_power=True)
    cards = len(game.pile)
    turn(game, move(m.MOVE, 0, number(5, 3)))
    assert (game.pieces[20].captor, game.pieces[0].square) == (0, number(5, 3))
    assert game.result()["score"] == [0, 0]
    assert len(game.pile) == cards - 1
    assert len(game.hands[0]) == 3


@pytest.mark.rule("KP-3.1", "KP-1.5")
def test_the_table_is_held():
    held = {0: (4, 4), 1: (4, 3), 2: (3, 4)}
    game = staged(4, held)
    turn(game)
    assert (game.ending, game.turns, game.active) == (m.TABLE_HELD, 1, 0)
    game = staged(4, {0: (4, 4), 1: (4, 3), 20: (3, 4)}, mode="teams")
    turn(game)
    assert game.ending == RUNNING
    game = staged(2, {0: (4, 4), 1: (4, 3), 20: (3, 4)}, mode="two_colour")
    turn(game)
    assert game.ending == m.TABLE_HELD
    game = staged(4, held, table_shape="x")
    turn(game)
    assert game.ending == RUNNING


@pytest.mark.rule("KP-3.2", "KP-3.3")
def test_captures_end_the_game():
    game = staged(2, {9: (4, 3), 29: (5, 3), 20: (5, 5)})
    turn(game, move(m.MOVE, 9, number(3, 2)))
    assert game.ending == RUNNING
    bare = {0: (4, 3), 29: (5, 3), 20: (8, 4)}
    game = staged(2, bare, bare=True)
    turn(game, move(m.MOVE, 0, number(5, 3)))
    assert game.ending == m.NO_DRAGONFLY
    game = staged(2, {0: (4, 3), 9: (0, 4), 20: (5, 3)}, bare=True)
    turn(game, move(m.MOVE, 0, number(5, 3)))
    assert game.ending == m.COLOUR_GONE


@pytest.mark.rule("KP-4.3", "KP-1.6")
def test_ties_and_ranks():
    game = staged(
        4, {0: (4, 4), 10: (4, 3), 11: (3, 4), 20: (2, 2), 30: (2, 3), 31: (2, 4)}, bare=True
    )
    for name in (0, 10, 11):
        game.pieces[name].code = 2 + (name != 11)
    game.ending = m.TABLE_HELD
    assert game.result()["rank"] == [2, 1, 4, 3]
    assert game.result()["winners"] == 2
    game.sides = [0, 1, 0, 1]
    assert game.result()["rank"] == [3, 1, 3, 1]
    assert game.result()["winners"] == 0b1010
