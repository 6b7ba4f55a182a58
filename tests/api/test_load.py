"""A game in play, move by move."""

import pickle
from copy import copy, deepcopy
from dataclasses import replace

import numpy as np
import pytest

import undertow as ut
from undertow.errors import InputTypeError, InputValueError
from undertow.game import Position
from undertow_kernels.poseidon.state import Kind


@pytest.fixture
def game():
    return ut.load("poseidon", players=3, rules={"round_cap": 2})


@pytest.fixture
def position(game):
    return game.new(seed=7)


def finish(game, position):
    rng = np.random.default_rng(7)
    while not position.over:
        game.apply(position, int(rng.integers(len(game.legal(position)))))
    return position


def test_a_new_position_waits_for_a_seat(position):
    assert position.actor in (1, 2, 3)
    assert not position.over


def test_the_state_is_one_record_of_the_game(game, position):
    assert position.state.dtype == game.game.state


def test_the_state_cannot_be_written(game, position):
    for state in (position.state, position.copy().state):
        with pytest.raises(ValueError, match="read-only"):
            state["round"] = 3
        with pytest.raises(ValueError, match="read-only"):
            state["track"][0] = 255


def test_a_copy_of_the_state_can_be_written(position):
    state = position.state.copy()
    state["round"] = 99
    assert position.state["round"] != 99


def test_the_tables_cannot_be_written(game):
    with pytest.raises(ValueError, match="read-only"):
        game.tables["round_cap"] = 3
    with pytest.raises(ValueError, match="read-only"):
        game.table_bytes[0] = 3


def test_legal_moves_are_records_of_the_game(game, position):
    legal = game.legal(position)
    assert legal.dtype == game.game.move
    assert len(legal) >= 2


def test_a_move_and_its_index_lead_to_the_same_position(game, position):
    twin = position.copy()
    game.apply(position, 1)
    game.apply(twin, game.legal(twin)[1])
    assert position.state == twin.state


def test_applying_changes_no_copy(game, position):
    twin = position.copy()
    before = twin.state.copy()
    game.apply(position, 0)
    assert twin.state == before
    assert position.state != before


@pytest.mark.parametrize("how", [copy, deepcopy, lambda position: deepcopy([position])[0]])
def test_every_way_to_copy_a_position_gives_an_independent_one(game, position, how):
    twin = how(position)
    before = position.state.copy()
    game.apply(twin, 0)
    assert position.state == before
    assert twin.state != before


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_position_is_not_pickled(position, protocol):
    with pytest.raises(InputTypeError, match=r"^a position cannot be pickled; keep its seed, "):
        pickle.dumps([position], protocol)


@pytest.mark.parametrize("how", [copy, deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_loaded_game_can_be_copied_and_pickled(how):
    rules = {"wave_capacity": [12, 15, 18], "counters_low": [[5, 4], [5, 4, 3], [5, 4, 3, 2]]}
    game = ut.load("poseidon", players=3, rules=rules)
    twin = how(game)
    assert twin.game is game.game
    assert twin.rules == game.rules
    assert twin.scores(game.new(seed=7)) == (0, 0, 0)


def test_the_same_seed_and_index_give_the_same_game(game):
    assert game.new(seed=7, index=5).state == game.new(seed=7, index=5).state
    assert game.new(seed=7, index=5).state != game.new(seed=7, index=6).state


def test_a_finished_game_offers_nothing(game, position):
    finish(game, position)
    assert position.actor is None
    assert len(game.legal(position)) == 0
    with pytest.raises(InputValueError, match="the game is over"):
        game.apply(position, 0)


def test_scores_are_one_number_for_each_seat(game, position):
    scores = game.scores(finish(game, position))
    assert len(scores) == 3
    assert all(type(score) is int for score in scores)


def test_every_legal_move_has_words(game, position):
    while not position.over:
        phrases = [game.describe(move) for move in game.legal(position)]
        assert all(phrase and "\n" not in phrase for phrase in phrases)
        game.apply(position, len(phrases) - 1)


def test_a_view_hides_what_its_seat_does_not_know(game, position):
    views = [game.view(position, seat=seat) for seat in (1, 2, 3)]
    assert all(view.dtype == game.game.state for view in views)
    assert any(view != position.state for view in views)


def test_an_illegal_move_is_refused_and_changes_nothing(game, position):
    before = position.state.copy()
    strange = np.zeros(1, game.game.move)[0]
    strange["kind"] = 250
    strange["face"] = 3
    with pytest.raises(InputValueError, match=r"illegal move \(kind=250, face=3\); legal"):
        game.apply(position, strange)
    assert position.state == before


@pytest.mark.parametrize(
    ("fields", "phrase"),
    [
        ({}, "all 0"),
        ({"kind": 255, "die": 7}, "kind=255, die=7"),
        ({"kind": Kind.EAT, "number": 200}, f"kind={int(Kind.EAT)}, number=200"),
        ({"kind": Kind.BONUS, "number": 77}, f"kind={int(Kind.BONUS)}, number=77"),
    ],
)
def test_numbers_of_no_move_have_no_words(game, fields, phrase):
    move = np.zeros(1, game.game.move)[0]
    for name, value in fields.items():
        move[name] = value
    with pytest.raises(InputValueError, match=f"no move of poseidon has the numbers {phrase}; "):
        game.describe(move)


@pytest.mark.parametrize("move", [0.0, "0", None, True, np.zeros(8, np.uint8)])
def test_a_move_is_an_index_or_a_record(game, position, move):
    with pytest.raises(InputTypeError, match="move must be a whole number"):
        game.apply(position, move)


def test_an_index_out_of_range_names_the_range(game, position):
    last = len(game.legal(position)) - 1
    for index in (-1, last + 1):
        with pytest.raises(InputValueError, match=f"from 0 to {last}, not {index}"):
            game.apply(position, index)


def test_a_record_of_another_kind_is_no_move(game, position):
    with pytest.raises(InputTypeError, match="a record out of legal"):
        game.apply(position, position.state)
    with pytest.raises(InputTypeError, match="a record out of legal"):
        game.describe(3)


def test_only_positions_are_positions(game):
    for call in (game.legal, game.scores):
        with pytest.raises(
            InputTypeError, match=r"a position of poseidon comes from new\(\), not 3"
        ):
            call(3)


def test_a_position_of_another_game_is_refused(game, position):
    other = copy(game)
    other.game = replace(game.game, name="chess")
    with pytest.raises(InputValueError, match="the position is of chess, not of poseidon; a game"):
        game.legal(Position(position._match, other))


@pytest.mark.parametrize(
    ("players", "rules", "phrase"),
    [
        (4, {"round_cap": 2}, "the position has 3 players, not 4; a game takes those"),
        (2, {"round_cap": 2}, "the position has 3 players, not 2; a game takes those"),
        (3, {}, "the position was made with other rules of poseidon; a game takes those"),
    ],
)
def test_a_position_of_other_players_or_rules_is_refused(position, players, rules, phrase):
    other = ut.load("poseidon", players=players, rules=rules)
    for call in (
        other.legal,
        other.scores,
        lambda position: other.apply(position, 0),
        lambda position: other.view(position, seat=4),
    ):
        with pytest.raises(InputValueError, match=phrase):
            call(position)


def test_a_position_of_the_same_game_loaded_again_is_taken(game, position):
    again = ut.load("poseidon", players=3, rules={"round_cap": 2})
    assert again.scores(position) == game.scores(position)


@pytest.mark.parametrize("seat", [0, 4, -1])
def test_views_are_for_seats_at_the_table(game, position, seat):
    with pytest.raises(
        InputValueError, match=f"seat must be a whole number from 1 to 3, not {seat}"
    ):
        game.view(position, seat=seat)


@pytest.mark.parametrize("index", [-1, 100_000_000, 2**70])
def test_games_are_numbered_from_zero(game, index):
    with pytest.raises(InputValueError, match="index must be a whole number from 0 to 99999999"):
        game.new(seed=7, index=index)


def test_games_and_positions_say_what_they_are(game, position):
    assert repr(game) == "<Poseidon's Kingdom, 3 players, 1 rule varied>"
    assert repr(position).startswith("<position: game 0, round ")
    assert "over" in repr(finish(game, position))
