"""The component file: what the rulebook pins down holds in every mode."""

from __future__ import annotations

from collections import Counter

import pytest
from games.pond.positions import COLOURS, EACH, NORTH, Scene, fly, frog, home, load, spider, sq

from undertow.errors import InputValueError
from undertow_kernels.pond.state import Kind

MODES = [
    (2, {}),
    (3, {}),
    (3, {"three_player_unused_home": "out"}),
    (4, {}),
    (2, {"mode": "two_colour"}),
    (2, {"mode": "two_colour", "two_colour_layout": "beside"}),
    (4, {"mode": "teams"}),
    (4, {"mode": "teams", "team_layout": "beside"}),
]
ALL_MODES = pytest.mark.parametrize(("players", "rules"), MODES)


def values(players=4):
    return load(players).rules.values


def tables(players=4, **rules):
    return load(players, **rules).tables[0]


def bits(halves):
    """The squares of a set of the record."""
    mask = int(halves[0]) | int(halves[1]) << 64
    return {square for square in range(128) if mask >> square & 1}


# --- the box


@pytest.mark.rule("KP-1.2", "KP-1.3", "KP-6.1", "KP-6.13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_box_holds_what_the_rulebook_lists(players):
    box = values(players)
    assert sorted(box["spider_values"]) == [0, 1, 1, 1, 2]
    assert sorted(box["frog_values"]) == [-1, 1, 1, 3]
    assert box["dragonfly_value"] == 3
    assert (sum(box["card_counts"]), len(box["card_counts"])) == (16, 6)
    assert (box["web_tokens"], box["shell_tokens"]) == (4, 4)
    assert (box["start_cards"], box["hand_limit"], box["table_hold"]) == (1, 3, 3)


@pytest.mark.rule("KP-1.3")
def test_the_values_of_a_colour_total_twelve():
    box = values()
    assert sum(box["spider_values"]) + sum(box["frog_values"]) + box["dragonfly_value"] == 12
    scene = Scene(full=True)
    totals = [int(scene.state["value"][EACH * c : EACH * c + EACH].sum()) - 20 for c in COLOURS]
    assert totals == [12] * 4


@pytest.mark.rule("KP-6.13")
def test_every_card_of_a_kind_with_tokens_has_one():
    box = values()
    assert (box["card_counts"][0], box["card_counts"][5]) == (
        box["web_tokens"],
        box["shell_tokens"],
    )


@pytest.mark.rule("KP-1.4", "KP-5.1", "KP-6.1")
def test_the_variants_are_off_and_the_mode_is_free_unless_asked_for():
    box = values()
    assert box["mode"] == "free"
    names = ("far_shore", "pond_power", "values_dealt", "middle_starts")
    assert [box[name] for name in names] == [False] * 4


# --- the board


@pytest.mark.rule("KP-1.1", "KP-1.4")
@pytest.mark.parametrize(
    ("players", "rules", "squares"),
    [(2, {}, 45), (3, {}, 65), (3, {"three_player_unused_home": "out"}, 55), (4, {}, 65),
     (2, {"mode": "two_colour"}, 65), (4, {"mode": "teams"}, 65)],
)  # fmt: skip
def test_the_board_has_65_squares_with_two_players_45(players, rules, squares):
    assert len(bits(tables(players, **rules)["in_bounds"])) == squares


@pytest.mark.rule("KP-1.1", "KP-1.2")
@ALL_MODES
def test_every_colour_starts_on_the_ten_squares_of_its_home(players, rules):
    row = tables(players, **rules)
    for colour in COLOURS:
        squares = set(row["start_square"][EACH * colour : EACH * colour + EACH].tolist())
        assert squares == home(colour) == bits(row["home"][colour])
        assert len(squares) == EACH


@pytest.mark.rule("KP-1.1")
@pytest.mark.parametrize("shape", ["plus", "x"])
def test_the_table_has_five_squares_that_look_alike_from_all_sides(shape):
    table = bits(tables(table_shape=shape)["table"])
    assert len(table) == 5
    assert sq(4, 4) in table
    assert {9 * (square % 9) + 8 - square // 9 for square in table} == table


@pytest.mark.rule("KP-2.4")
def test_homes_touch_at_eight_steps_only():
    row = tables()
    near = [bits(each) for each in row["line"][1]]
    steps = [
        (a, b)
        for one in COLOURS
        for other in COLOURS
        for a in home(one)
        for b in near[a]
        if one != other and b in home(other)
    ]
    assert len(steps) == 8


# --- the opening


@pytest.mark.rule("KP-2.2", "KP-2.3")
@ALL_MODES
def test_every_colour_has_25_opening_moves(players, rules):
    for seat in range(players):
        scene = Scene(players, active=seat, full=True, **rules)
        moves = Counter(piece for piece, _ in scene.moves(Kind.MOVE))
        for colour in {piece // EACH for piece in moves}:
            counts = [
                sum(moves[p] for p in range(first, last))
                for first, last in (
                    (spider(colour), frog(colour)),
                    (frog(colour), fly(colour)),
                    (fly(colour), fly(colour) + 1),
                )
            ]
            assert counts == [13, 8, 4]


# --- what does not fit together


@pytest.mark.parametrize(
    ("players", "rules", "message"),
    [
        (3, {"mode": "two_colour"}, r"mode = two_colour is for 2 players, got 3"),
        (2, {"mode": "teams"}, r"mode = teams is for 4 players, got 2"),
        (4, {"card_counts": [4, 4, 4, 4, 4, 4]}, r"card_counts must total at most 16, got 24"),
    ],
)
def test_values_that_do_not_fit_together_are_refused(players, rules, message):
    with pytest.raises(InputValueError, match=message):
        load(players, **rules)


@pytest.mark.rule("KP-4.1", "KP-4.2")
def test_other_values_under_the_pieces_score_as_they_are():
    scene = Scene(spider_values=[3, 2, 1, 0, -1], dragonfly_value=1).put(fly(NORTH), 4, 4)
    scene.put(spider(NORTH, 4), 4, 5).capture(2, spider(1))
    assert scene.scores == [4, 0, -1, 0]
