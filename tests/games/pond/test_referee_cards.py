"""Tests of the referee of Knights of the Pond Table: the far shore and the cards."""

from __future__ import annotations

import pytest
from games.pond import referee_moves as m
from games.pond.referee_board import OFF, number
from games.pond.referee_moves import (
    AGILE_CARD,
    LEGS_CARD,
    SHELL_CARD,
    SNAKE_CARD,
    TONGUE_CARD,
    WEB_CARD,
    move,
)
from games.pond.referee_table import CARD_FACTS, HEAD_FACTS, PIECE_FACTS, SEAT_FACTS
from games.pond.staging import goals, of_kind, squares, staged, turn
from referee_philox import Stream
from referee_play import run

# --- the far shore


@pytest.mark.rule("KP-5.1", "KP-5.2")
def test_far_shore():
    game = staged(2, {0: (6, 3), 21: (5, 2)}, far_shore=True)
    game.pieces[6].square, game.pieces[6].captor = OFF, 1
    flow = game.turn(0)
    run(game, flow, move(m.MOVE, 0, number(7, 3)))
    assert game.moves == []  # only one start is vacant, and one piece is freed
    assert game.pieces[0].square == number(1, 2)
    assert (game.pieces[6].square, game.pieces[6].captor) == (number(0, 3), None)
    game = staged(2, {0: (6, 3), 1: (5, 3), 21: (5, 2)}, far_shore=True)
    turn(game, move(m.MOVE, 0, number(7, 3)))
    assert game.moves == [move(m.RETURN, square=number(1, 2)), move(m.RETURN, square=number(1, 3))]
    game = staged(2, {0: (6, 3), 21: (5, 2)}, far_shore=True, far_shore_row="last")
    turn(game, move(m.MOVE, 0, number(7, 3)))
    assert game.pieces[0].square == number(7, 3)


@pytest.mark.rule("KP-5.3", "KP-6.10", "KP-6.11")
def test_far_shore_and_reactions():
    hands = {1: [SNAKE_CARD, SHELL_CARD]}
    rules = {"far_shore": True, "pond_power": True}
    for answer, square, freed in (
        (m.REACT_SNAKE, OFF, number(0, 3)),
        (m.REACT_SHELL, number(6, 3), OFF),
    ):
        game = staged(2, {0: (6, 3)}, hands, **rules)
        game.hands[0] = []
        game.pieces[6].square, game.pieces[6].captor = OFF, 1
        turn(game, move(m.MOVE, 0, number(7, 3)), move(answer))
        assert (game.pieces[0].square, game.pieces[6].square) == (square, freed)


# --- cards


def powered(squares, hand, other=(), **changes):
    rules = {"pond_power": True, **changes}
    return staged(rules.pop("players", 2), squares, {0: hand, 1: other}, **rules)


@pytest.mark.rule("KP-6.5", "KP-6.13")
def test_a_web_freezes():
    game = powered({0: (4, 3), 20: (5, 3), 21: (5, 5)}, [WEB_CARD, WEB_CARD, TONGUE_CARD])
    flow = game.turn(0)
    run(game, flow, move(m.WEB, 0))
    assert not goals(game, 0)
    assert move(m.WEB, 0) not in game.moves
    assert not of_kind(game, m.TONGUE)
    assert game.frozen(game.pieces[20])
    assert not game.frozen(game.pieces[21])
    turn(game, seat=1)
    assert not goals(game, 20)
    assert game.pieces[0].web
    turn(game, seat=0)
    assert not game.pieces[0].web
    game = powered({}, [WEB_CARD], web_tokens=0)
    turn(game)
    assert not of_kind(game, m.WEB)


@pytest.mark.rule("KP-6.10", "KP-6.14")
@pytest.mark.parametrize("draws", [True, False])
def test_a_snake(draws):
    game = powered({0: (4, 3), 20: (5, 3)}, [], [SNAKE_CARD], snake_draws=draws)
    flow = game.turn(0)
    run(game, flow, move(m.MOVE, 0, number(5, 3)))
    assert game.actor == 1
    assert game.moves == [move(m.REACT_NONE), move(m.REACT_SNAKE)]
    game = powered({0: (4, 3), 20: (5, 3)}, [], [SNAKE_CARD], snake_draws=draws)
    turn(game, move(m.MOVE, 0, number(5, 3)), move(m.REACT_SNAKE))
    for name, known in ((0, 0b01), (20, 0b10)):
        piece = game.pieces[name]
        assert (piece.square, piece.captor, piece.known) == (OFF, None, known)
    assert game.discards == [SNAKE_CARD]
    assert len(game.hands[1]) == draws


@pytest.mark.rule("KP-6.11", "KP-6.13")
def test_a_shell():
    game = powered({0: (4, 3), 1: (5, 4), 20: (5, 3)}, [], [SHELL_CARD])
    turn(game, move(m.MOVE, 0, number(5, 3)), move(m.REACT_SHELL))
    assert (game.pieces[0].square, game.pieces[20].square) == (number(4, 3), number(5, 3))
    assert game.pieces[20].shell == 1
    assert (game.hands[1], game.moves) == ([], [])
    game.hands[0] = [TONGUE_CARD]
    turn(game)
    assert number(5, 3) not in goals(game, 0) | goals(game, 1)
    assert not of_kind(game, m.TONGUE)
    turn(game, seat=1)
    assert game.pieces[20].shell == 0
    game = powered({0: (4, 3), 20: (5, 3)}, [], [SHELL_CARD], shell_tokens=0)
    turn(game, move(m.MOVE, 0, number(5, 3)))
    assert game.pieces[20].captor == 0


@pytest.mark.rule("KP-6.9", "KP-6.11")
def test_a_tongue():
    game = powered({0: (4, 3), 20: (5, 3), 21: (5, 4)}, [TONGUE_CARD])
    turn(game)
    assert of_kind(game, m.TONGUE) == [move(m.TONGUE, 0, other=20), move(m.TONGUE, 0, other=21)]
    turn(game, move(m.TONGUE, 0, other=21))
    assert (game.pieces[0].square, game.pieces[21].captor) == (number(4, 3), 0)
    assert goals(game, 0)
    game = powered({0: (4, 3), 20: (5, 3)}, [TONGUE_CARD], [SHELL_CARD])
    turn(game, move(m.TONGUE, 0, other=20), move(m.REACT_SHELL))
    assert game.pieces[20].shell
    assert game.hands[0] == []
    assert goals(game, 0)
    game = powered({1: (4, 3), 20: (5, 3)}, [TONGUE_CARD], players=4, mode="teams")
    turn(game)
    assert of_kind(game, m.TONGUE) == [  # where the homes touch, but not a team mate's spider
        move(m.TONGUE, 0, other=30),
        move(m.TONGUE, 4, other=10),
    ]


@pytest.mark.rule("KP-6.6")
def test_agile():
    game = staged(2, {5: (4, 4), 9: (0, 4)}, {0: [AGILE_CARD]}, bare=True, pond_power=True)
    turn(game, move(m.AGILE, 5))
    within = {square for square in game.board.in_bounds if square != number(4, 4)}
    near = {s for s in within if abs(s // 9 - 4) <= 2 and abs(s % 9 - 4) <= 2}
    assert goals(game, 5) == near
    assert not goals(game, 9)
    game = staged(
        2, {5: (4, 4), 9: (0, 4)}, {0: [AGILE_CARD]},
        bare=True, pond_power=True, agile_mode="distance",
    )  # fmt: skip
    turn(game, move(m.AGILE, 5))
    assert goals(game, 5) == {s for s in near if max(abs(s // 9 - 4), abs(s % 9 - 4)) == 2}


@pytest.mark.rule("KP-6.6")
def test_agile_paths_stay_in_bounds():
    game = staged(2, {5: (0, 2), 9: (8, 4)}, {0: [AGILE_CARD]}, bare=True, pond_power=True)
    turn(game, move(m.AGILE, 5))
    near = squares((0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (2, 4))
    assert goals(game, 5) == near


@pytest.mark.rule("KP-6.7", "KP-6.8")
def test_legs():
    places = {0: (4, 2), 5: (2, 2), 9: (4, 6)}
    hands = {0: [LEGS_CARD, LEGS_CARD]}
    game = staged(4, places, hands, bare=True, pond_power=True)
    turn(game, move(m.LEGS, 0))
    assert of_kind(game, m.LEGS) == [move(m.LEGS, 0)]
    two = squares((2, 4), (2, 0), (4, 4), (4, 0), (6, 2), (6, 4), (6, 0))
    assert goals(game, 0) == two
    assert not goals(game, 5) | goals(game, 9)
    assert game.facts()[-4:] == [0, 1, 0, 1]
    turn(game, move(m.LEGS, 9))
    assert len({s for s in goals(game, 9) if s // 9 == 4}) == 5
    game = staged(4, places, hands, bare=True, pond_power=True, legs_exact=False)
    turn(game, move(m.LEGS, 0))
    assert two < goals(game, 0)
    assert len(goals(game, 0)) == len(two) + 8


@pytest.mark.rule("KP-6.8")
def test_a_named_piece_that_cannot_move_is_forgotten():
    game = powered({0: (4, 3)}, [AGILE_CARD, WEB_CARD])
    turn(game, move(m.AGILE, 0), move(m.WEB, 0))
    assert game.named is None
    assert game.facts()[-4:] == [0, 0, 0, 0]
    assert goals(game, 1)
    assert not goals(game, 0)


@pytest.mark.rule("KP-6.12")
def test_a_team_mate_reacts():
    rules = {"players": 4, "mode": "teams", "team_layout": "beside"}
    game = powered({0: (4, 3), 10: (5, 3)}, [], [SNAKE_CARD, SHELL_CARD], **rules)
    turn(game, move(m.MOVE, 0, number(5, 3)))
    assert game.actor == 1
    assert [each[0] for each in game.moves] == [m.REACT_NONE, m.REACT_SNAKE, m.REACT_SHELL]


@pytest.mark.rule("KP-6.3")
def test_discards_at_the_end_of_the_turn():
    game = powered({0: (4, 3)}, [SNAKE_CARD, SNAKE_CARD, SHELL_CARD, SHELL_CARD])
    turn(game, move(m.MOVE, 0, number(5, 3)))
    assert game.moves == [move(m.DISCARD, card=SNAKE_CARD), move(m.DISCARD, card=SHELL_CARD)]
    game = powered({0: (4, 3)}, [SNAKE_CARD, SNAKE_CARD, SHELL_CARD, SHELL_CARD], hand_limit=1)
    chosen = [move(m.DISCARD, card=card) for card in (SNAKE_CARD, SHELL_CARD, SHELL_CARD)]
    turn(game, move(m.MOVE, 0, number(5, 3)), *chosen)
    assert game.hands[0] == [SNAKE_CARD]
    assert game.discards == [SNAKE_CARD, SHELL_CARD, SHELL_CARD]


@pytest.mark.rule("KP-6.4")
def test_the_discards_become_a_pile():
    game = powered({}, [], round_cap=5)
    game.pile, game.discards, game.round = [], [6, 1, 1, 5, 4], 3
    game.new_streams()
    words, cards = Stream((3, 4), 0, 0, 3), [1, 1, 4, 5, 6]
    for last in range(4, 0, -1):
        other = words.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    game.draw_card(0)
    assert (game.hands[0], game.pile, game.discards) == (cards[:1], cards[1:], [])
    game.pile = []
    game.draw_card(0)
    assert game.hands[0] == cards[:1]


@pytest.mark.rule("KP-7.1", "KP-7.2")
def test_views():
    game = powered({0: (4, 3), 20: (5, 3)}, [WEB_CARD], [SHELL_CARD, SHELL_CARD, TONGUE_CARD])
    hidden = game.hidden(0)
    values = [HEAD_FACTS + PIECE_FACTS * name + 1 for name in range(20, 30)]
    cards = [CARD_FACTS + SEAT_FACTS + card for card in (TONGUE_CARD, SHELL_CARD)]
    pile = CARD_FACTS + 2 * SEAT_FACTS + 1
    assert hidden == values + cards + list(range(pile, pile + 14))
    turn(game, move(m.MOVE, 0, number(5, 3)), move(m.REACT_NONE))
    assert values[0] not in game.hidden(0)
    assert values[0] not in game.hidden(1)
    assert HEAD_FACTS + 1 in game.hidden(1)
