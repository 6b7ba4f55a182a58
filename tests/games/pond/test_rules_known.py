"""Chapter 7: what each seat knows."""

from __future__ import annotations

import pytest
from games.pond.positions import (
    COLOURS,
    EACH,
    EAST,
    NORTH,
    SOUTH,
    Play,
    Scene,
    frog,
    load,
    spider,
    sq,
)

from undertow_kernels.pond.state import Card, Kind


def known(scene, seat):
    """The pieces whose values a seat sees."""
    return set(scene.view(seat)["value"].nonzero()[0].tolist())


def pieces(*colours):
    return {piece for c in colours for piece in range(EACH * c, EACH * c + EACH)}


@pytest.mark.rule("KP-7.1")
@pytest.mark.parametrize("dealt", [False, True])
@pytest.mark.parametrize("mode", ["free", "teams"])
def test_an_owner_knows_the_own_values_and_nobody_else_does(mode, dealt):
    scene = Scene(full=True, mode=mode, values_dealt=dealt)
    for colour in COLOURS:
        assert known(scene, colour) == pieces(colour)


@pytest.mark.rule("KP-7.1", "KP-1.5")
def test_a_player_of_two_colours_knows_both():
    scene = Scene(2, full=True, mode="two_colour")
    assert (known(scene, 0), known(scene, 1)) == (pieces(0, 2), pieces(1, 3))


@pytest.mark.rule("KP-7.1", "KP-1.3")
def test_values_are_hidden_from_the_moment_they_are_placed():
    game = load(2)
    play = Play(game, game.new(seed=1)).play(Kind.PLACE, 4)
    assert play.view(0)["value"][spider(NORTH)] == 4
    assert play.view(1)["value"][spider(NORTH)] == 0


@pytest.mark.rule("KP-7.1")
def test_the_captor_sees_the_captured_piece_the_others_do_not():
    scene = Scene().put(spider(NORTH), 4, 4).put(frog(SOUTH), 5, 4).move(spider(NORTH), 5, 4)
    assert scene.view(NORTH)["value"][frog(SOUTH)] == 1  # -1 and 2
    assert frog(SOUTH) in known(scene, NORTH)
    assert frog(SOUTH) not in known(scene, EAST)
    assert frog(SOUTH) in known(scene, SOUTH)


@pytest.mark.rule("KP-7.1", "KP-5.2")
def test_the_captor_knows_the_value_of_a_freed_piece_still():
    scene = Scene(far_shore=True).capture(EAST, frog(NORTH)).put(spider(NORTH), 6, 3)
    scene.move(spider(NORTH), 7, 3).play(Kind.RETURN, sq(1, 2)).play(
        Kind.FREE, frog(NORTH), sq(0, 2)
    )
    assert scene.at(frog(NORTH)) == sq(0, 2)
    assert frog(NORTH) in known(scene, EAST)
    assert frog(NORTH) not in known(scene, SOUTH)


@pytest.mark.rule("KP-7.1", "KP-6.10")
def test_pieces_that_a_snake_removes_stay_unseen():
    scene = Scene(pond_power=True).hold(SOUTH, Card.POISONOUS_SNAKE).put(spider(NORTH), 4, 4)
    scene.put(frog(SOUTH), 5, 4).move(spider(NORTH), 5, 4).play(Kind.REACT_SNAKE)
    assert known(scene, NORTH) == pieces(NORTH)
    assert known(scene, SOUTH) == pieces(SOUTH)


@pytest.mark.rule("KP-7.1", "KP-6.11")
def test_a_piece_that_a_shell_saved_stays_unseen():
    scene = Scene(pond_power=True).hold(SOUTH, Card.TURTLE_SHELL).put(spider(NORTH), 4, 4)
    scene.put(frog(SOUTH), 5, 4).move(spider(NORTH), 5, 4)
    assert known(scene, NORTH) == pieces(NORTH)
    scene.play(Kind.REACT_SHELL)
    assert known(scene, NORTH) == pieces(NORTH)


@pytest.mark.rule("KP-7.2")
@pytest.mark.parametrize("mode", ["free", "teams"])
def test_a_hand_is_seen_by_its_owner_only_its_size_by_all(mode):
    scene = Scene(pond_power=True, mode=mode)
    scene.hold(NORTH, Card.TURTLE_SHELL, Card.SPIDER_WEB).hold(SOUTH, Card.AGILE_CARD)
    for seat in range(4):
        view = scene.view(seat)
        assert view["hand_size"].tolist() == [2, 0, 1, 0]
        shown = [int(view["hand"][other].sum()) for other in range(4)]
        assert shown == [2 * (seat == NORTH), 0, int(seat == SOUTH), 0]
    assert scene.view(NORTH)["hand"][NORTH].tolist() == [0, 1, 0, 0, 0, 0, 1]


@pytest.mark.rule("KP-7.2")
def test_the_pile_is_hidden_from_all_its_size_and_the_discards_are_open():
    scene = Scene(pond_power=True).exhaust(Card.AGILE_CARD, Card.SPIDER_WEB)
    for seat in range(4):
        view = scene.view(seat)
        assert not view["pile"].any()
        assert view["pile_size"] == 2
        assert view["discards"].tolist() == [0, 3, 1, 2, 2, 2, 4]
