"""The compiled invariants: a checked build notices each planted fault, a release build has none."""

import pytest
from games.pond.positions import NORTH, OFF, Scene, fly, frog, spider, sq
from planting import assert_noticed, planted

from undertow_kernels.core.game import Ending
from undertow_kernels.pond.invariants import Invariant
from undertow_kernels.pond.state import Card


def lose_a_piece_from_its_square(s):
    s["at"][sq(8, 4)] = 0


def leave_a_piece_behind(s):
    s["at"][sq(4, 4)] = frog(NORTH) + 1


def put_a_piece_in_a_corner(s):
    s["square"][spider(NORTH)], s["at"][sq(0, 0)] = sq(0, 0), spider(NORTH) + 1


def capture_a_piece_that_stays(s):
    s["dungeon"][fly(NORTH)], s["knower"][fly(NORTH)] = 2, 0b11


def capture_a_piece_unseen(s):
    s["dungeon"][spider(NORTH)] = 2


def let_nobody_be_a_captor(s):
    s["dungeon"][spider(NORTH)] = 5


def double_a_value(s):
    s["value"][spider(NORTH)] = s["value"][spider(NORTH, 1)]


def exchange_values_of_a_spider_and_a_frog(s):
    s["value"][[spider(NORTH), frog(NORTH)]] = s["value"][[frog(NORTH), spider(NORTH)]]


def lose_a_card(s):
    s["pile_size"] -= 1


def discard_a_card_twice(s):
    s["discards"][Card.SPIDER_WEB] += 1


def miscount_a_hand(s):
    s["hand_size"][2] += 1


def lay_too_many_webs(s):
    s["webs"] = (1 << fly(1)) + (1 << fly(2)) + (1 << fly(3))


def lay_too_many_shells(s):
    s["shells"] = (1 << fly(1)) + (1 << fly(2)) + (1 << fly(3))


def shield_a_piece_off_the_board(s):
    s["shells"] = 1 << spider(1)


FAULTS = [
    (lose_a_piece_from_its_square, Invariant.BOARD_SOUND),
    (leave_a_piece_behind, Invariant.BOARD_SOUND),
    (put_a_piece_in_a_corner, Invariant.BOARD_SOUND),
    (capture_a_piece_that_stays, Invariant.DUNGEONS_SOUND),
    (capture_a_piece_unseen, Invariant.DUNGEONS_SOUND),
    (let_nobody_be_a_captor, Invariant.DUNGEONS_SOUND),
    (double_a_value, Invariant.VALUES_CONSERVED),
    (exchange_values_of_a_spider_and_a_frog, Invariant.VALUES_CONSERVED),
    (lose_a_card, Invariant.CARDS_CONSERVED),
    (discard_a_card_twice, Invariant.CARDS_CONSERVED),
    (miscount_a_hand, Invariant.CARDS_CONSERVED),
    (lay_too_many_webs, Invariant.TOKENS_SOUND),
    (lay_too_many_shells, Invariant.TOKENS_SOUND),
    (shield_a_piece_off_the_board, Invariant.TOKENS_SOUND),
]


@planted(FAULTS)
def test_a_planted_fault_ends_the_game_by_its_invariant_in_a_checked_build(plant, invariant):
    scene = Scene(pond_power=True, web_tokens=2, shell_tokens=2)
    assert scene.at(spider(NORTH)) is None
    assert scene.state["square"][frog(NORTH)] == OFF
    plant(scene.state)
    assert_noticed(scene.position._match, invariant)


@pytest.mark.parametrize("pond_power", [False, True])
def test_a_sound_game_breaks_no_invariant_from_set_up_on(pond_power):
    scene = Scene(3, full=True, pond_power=pond_power, far_shore=True)
    assert scene.result["broken"] == Invariant.SOUND
    scene.position._match.play_on()
    assert scene.result["ending"] != Ending.BROKEN
