"""Chapter 1: board, pieces, seats, values, the removal with three players."""

from __future__ import annotations

from collections import Counter

import pytest
from games.pond.positions import (
    COLOURS,
    EACH,
    EAST,
    NORTH,
    SOUTH,
    VALUE_SHIFT,
    WEST,
    Play,
    Scene,
    fly,
    frog,
    home,
    load,
    spider,
    sq,
    sqs,
)

from undertow_kernels.pond.state import Kind

PLUS = sqs((4, 4), (3, 4), (5, 4), (4, 3), (4, 5))
CROSS = sqs((4, 4), (3, 3), (3, 5), (5, 3), (5, 5))
CENTRE = {sq(row, column) for row in range(2, 7) for column in range(2, 7)}
SPIDER_VALUES, FROG_VALUES = [0, 1, 1, 1, 2], [-1, 1, 1, 3]
OPPOSITE = {"mode": "two_colour"}
BESIDE = {"mode": "two_colour", "two_colour_layout": "beside"}


def new(players=4, index=0, **rules):
    """A game at its first choice."""
    game = load(players, **rules)
    return Play(game, game.new(seed=4, index=index))


def flown_over(**rules):
    """The squares that the dragonfly of the north can come to, flight by flight."""
    scene = Scene(active=rules.pop("seat", NORTH), **rules)
    found, waiting = {scene.at(fly(NORTH))}, [scene.at(fly(NORTH))]
    while waiting:
        scene.put(fly(NORTH), *divmod(waiting.pop(), 9))
        near = {square for square in scene.goals(fly(NORTH)) if not scene.state["at"][square]}
        waiting += near - found
        found |= near
    rest = {scene.at(fly(c)) for c in COLOURS if c != NORTH} - {None}
    return found | rest


def values(state, colour):
    """The values under a colour's pieces."""
    return [int(c) - VALUE_SHIFT for c in state["value"][EACH * colour : EACH * colour + EACH]]


def start_squares(full, colour):
    return [full.at(piece) for piece in range(EACH * colour, EACH * colour + EACH)]


def movers(players, seat, **rules):
    """The colours whose pieces a seat may move at the start."""
    scene = Scene(players, active=seat, full=True, **rules)
    return sorted({piece // EACH for piece, _ in scene.moves(Kind.MOVE)})


def after_placing(**rules):
    """A game of three players at the first removal."""
    play = new(3, **rules)
    while Kind.PLACE in play.kinds():
        play.game.apply(play.position, 0)
    return play


# --- 1.1: the board


@pytest.mark.rule("KP-1.1")
def test_the_board_is_a_centre_of_25_squares_and_a_home_of_ten_at_each_side():
    found = flown_over()
    assert found == CENTRE.union(*map(home, COLOURS))
    assert len(found) == 65


@pytest.mark.rule("KP-1.1")
@pytest.mark.parametrize(("table_shape", "table"), [("plus", PLUS), ("x", CROSS)])
def test_the_table_has_five_squares_a_plus_or_an_x(table_shape, table):
    scene = Scene(table_shape=table_shape)
    worth = set()
    for square in CENTRE:
        scene.put(fly(NORTH), *divmod(square, 9))
        worth |= {square} if scene.scores[NORTH] else set()
    assert worth == table


# --- 1.2: where the pieces start


@pytest.mark.rule("KP-1.2")
@pytest.mark.parametrize(("front", "back"), [(0, 1), (1, 0)])
def test_spiders_start_nearest_the_centre_the_dragonfly_amid_the_frogs_behind_or_reversed(
    front, back
):
    full = Scene(full=True, spiders_in_front=front == 0)
    for colour in COLOURS:
        spiders, others = sorted(home(colour, front)), sorted(home(colour, back))
        middle = others.pop(2)
        assert start_squares(full, colour) == [*spiders, *others, middle]


@pytest.mark.rule("KP-1.2")
def test_the_north_starts_on_the_squares_of_the_two_northern_rows():
    squares = start_squares(Scene(full=True), NORTH)
    assert squares[:5] == [sq(1, column) for column in (2, 3, 4, 5, 6)]
    assert squares[5:] == [sq(0, column) for column in (2, 3, 5, 6, 4)]


# --- 1.3: values


@pytest.mark.rule("KP-1.3")
def test_an_owner_puts_each_value_left_for_the_kind_under_piece_after_piece():
    play = new()
    assert (play.decider, play.options()) == (0, [(Kind.PLACE, code) for code in (2, 3, 4)])
    play.play(Kind.PLACE, 4)
    assert play.moves(Kind.PLACE) == [2, 3]
    play.play(Kind.PLACE, 3).play(Kind.PLACE, 3).play(Kind.PLACE, 3)
    assert play.moves(Kind.PLACE) == [1, 3, 5]
    assert play.state["placing"] == frog(NORTH)
    play.play(Kind.PLACE, 1).play(Kind.PLACE, 5)
    assert play.state["placing"] == spider(EAST)
    assert values(play.state, NORTH) == [2, 1, 1, 1, 0, -1, 3, 1, 1, 3]


@pytest.mark.rule("KP-1.3")
def test_a_colour_can_be_laid_out_in_240_ways():
    layouts, waiting = set(), [new(2)]
    while waiting:
        play = waiting.pop()
        if play.decider:
            layouts.add(tuple(values(play.state, NORTH)))
            continue
        for code in play.moves(Kind.PLACE):
            waiting.append(Play(play.game, play.position.copy()).play(Kind.PLACE, code))
    assert len(layouts) == 240
    assert all(sorted(each[:5]) == SPIDER_VALUES for each in layouts)
    assert all(sorted(each[5:9]) == FROG_VALUES for each in layouts)
    assert all(each[9] == 3 for each in layouts)


@pytest.mark.rule("KP-1.3")
@pytest.mark.parametrize(
    ("players", "rules", "order"),
    [
        (2, {}, [(0, NORTH), (1, SOUTH)]),
        (3, {}, [(0, WEST), (1, NORTH), (2, EAST)]),
        (4, {}, [(0, NORTH), (1, EAST), (2, SOUTH), (3, WEST)]),
        (2, OPPOSITE, [(0, NORTH), (0, SOUTH), (1, EAST), (1, WEST)]),
        (2, BESIDE, [(0, NORTH), (0, EAST), (1, SOUTH), (1, WEST)]),
    ],
)
def test_seat_after_seat_places_the_values_of_its_colours(players, rules, order):
    play, met = new(players, **rules), []
    while Kind.PLACE in play.kinds():
        met.append((play.decider, int(play.state["placing"]) // EACH))
        play.game.apply(play.position, 0)
    assert list(dict.fromkeys(met)) == order


@pytest.mark.rule("KP-1.3")
def test_values_may_be_dealt_at_random_within_each_kind_and_nobody_is_asked():
    seen = Counter()
    for index in range(60):
        play = new(2, index, values_dealt=True)
        assert play.kinds() == [Kind.MOVE]
        for colour in (NORTH, SOUTH):
            dealt = values(play.state, colour)
            assert sorted(dealt[:5]) == SPIDER_VALUES
            assert sorted(dealt[5:9]) == FROG_VALUES
            assert dealt[9] == 3
        seen[tuple(values(play.state, NORTH))] += 1
    assert len(seen) > 40


# --- 1.4 to 1.6: seats


@pytest.mark.rule("KP-1.4")
@pytest.mark.parametrize(
    ("players", "colours"),
    [(2, [NORTH, SOUTH]), (3, [WEST, NORTH, EAST]), (4, [NORTH, EAST, SOUTH, WEST])],
)
def test_each_player_has_one_colour_in_the_order_of_the_clock(players, colours):
    assert [movers(players, seat) for seat in range(players)] == [[c] for c in colours]
    unused = set(COLOURS) - set(colours)
    full = Scene(players, full=True)
    assert {full.at(p) for c in unused for p in range(EACH * c, EACH * c + EACH)} <= {None}


@pytest.mark.rule("KP-1.4", "KP-2.3")
def test_with_two_players_the_homes_of_the_unused_colours_are_out_of_bounds():
    assert flown_over(players=2) == CENTRE | home(NORTH) | home(SOUTH)


@pytest.mark.rule("KP-1.4")
@pytest.mark.parametrize(("unused", "more"), [("in", home(SOUTH)), ("out", set())])
def test_with_three_players_the_unused_home_is_in_bounds_or_not(unused, more):
    used = CENTRE | home(WEST) | home(NORTH) | home(EAST)
    assert flown_over(players=3, seat=1, three_player_unused_home=unused) == used | more


@pytest.mark.rule("KP-1.5")
@pytest.mark.parametrize(
    ("rules", "colours"),
    [(OPPOSITE, [[NORTH, SOUTH], [EAST, WEST]]), (BESIDE, [[NORTH, EAST], [SOUTH, WEST]])],
)
def test_in_the_two_colour_game_each_has_two_colours_opposite_or_beside(rules, colours):
    assert [movers(2, seat, **rules) for seat in (0, 1)] == colours
    assert flown_over(players=2, **rules) == CENTRE.union(*map(home, COLOURS))


@pytest.mark.rule("KP-1.5")
@pytest.mark.parametrize(("rules", "scores"), [(OPPOSITE, [4, 5]), (BESIDE, [6, 3])])
def test_the_points_of_both_colours_of_a_player_count(rules, scores):
    scene = Scene(2, **rules).put(fly(NORTH), 4, 4).put(fly(EAST), 3, 4)
    scene.put(spider(SOUTH, 1), 5, 4).put(spider(WEST, 4), 4, 3)
    assert scene.scores == scores


@pytest.mark.rule("KP-1.6")
@pytest.mark.parametrize(
    ("layout", "scores", "sides"),
    [("opposite", [4, 5, 4, 5], [0, 1, 0, 1]), ("beside", [6, 6, 3, 3], [0, 0, 2, 2])],
)
def test_the_points_of_partners_opposite_or_beside_each_other_count_for_both(layout, scores, sides):
    scene = Scene(mode="teams", team_layout=layout).put(fly(NORTH), 4, 4).put(fly(EAST), 3, 4)
    scene.put(spider(SOUTH, 1), 5, 4).put(spider(WEST, 4), 4, 3)
    assert scene.scores == scores
    assert scene.result["side"][:4].tolist() == sides


@pytest.mark.rule("KP-1.6")
def test_partners_move_their_own_pieces_only():
    assert [movers(4, seat, mode="teams") for seat in range(4)] == [[c] for c in COLOURS]


# --- 1.7: three players


@pytest.mark.rule("KP-1.7")
def test_the_middle_player_removes_a_spider_or_frog_of_each_opponent_before_play():
    play = after_placing()
    assert (play.decider, play.moves(Kind.REMOVE)) == (1, list(range(spider(WEST), fly(WEST))))
    play.play(Kind.REMOVE, frog(WEST, 2))
    assert (play.decider, play.moves(Kind.REMOVE)) == (1, list(range(spider(EAST), fly(EAST))))
    play.play(Kind.REMOVE, spider(EAST, 3))
    assert play.gone(frog(WEST, 2))
    assert play.gone(spider(EAST, 3))
    assert (play.state["square"] < 81).sum() == 28
    assert (play.state["round"], play.decider) == (1, play.state["start"])


@pytest.mark.rule("KP-1.7", "KP-7.1", "KP-4.2")
def test_the_removed_pieces_stay_unseen_and_score_for_nobody():
    play = after_placing().play(Kind.REMOVE, frog(WEST, 3)).play(Kind.REMOVE, spider(EAST, 4))
    for seat, seen in enumerate([(5, 0), (0, 0), (0, 4)]):
        value = play.view(seat)["value"]
        assert (value[frog(WEST, 3)], value[spider(EAST, 4)]) == seen
    assert play.scores == [0, 0, 0]


@pytest.mark.rule("KP-1.7", "KP-6.1")
def test_a_removal_draws_no_card():
    play = after_placing(pond_power=True)
    assert play.state["hand_size"][:3].tolist() == [1, 1, 1]
    play.play(Kind.REMOVE, spider(WEST)).play(Kind.REMOVE, spider(EAST))
    assert play.state["hand_size"][:3].tolist() == [1, 1, 1]


@pytest.mark.rule("KP-1.7")
@pytest.mark.parametrize("players", [2, 4])
def test_with_two_or_four_players_nothing_is_removed(players):
    play = new(players, values_dealt=True)
    assert (play.kinds(), play.state["round"]) == ([Kind.MOVE], 1)
    assert (play.state["square"] < 81).sum() == EACH * players


@pytest.mark.rule("KP-1.7", "KP-2.1")
@pytest.mark.parametrize(("players", "middle"), [(2, True), (3, False), (4, True)])
def test_the_start_player_is_drawn_by_lot(players, middle):
    starts = Counter()
    for index in range(90):
        state = new(players, index, middle_starts=middle, values_dealt=True).state
        starts[int(state["start"])] += 1
    assert sorted(starts) == list(range(players))
    assert min(starts.values()) > 90 / players / 2


@pytest.mark.rule("KP-1.7")
def test_the_middle_player_may_also_move_first():
    for index in range(10):
        play = new(3, index, middle_starts=True, values_dealt=True)
        play.play(Kind.REMOVE, spider(WEST)).play(Kind.REMOVE, spider(EAST))
        assert (play.decider, play.kinds(), play.state["start"]) == (1, [Kind.MOVE], 1)
