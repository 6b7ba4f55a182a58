"""The compiled invariants: a checked build notices each planted fault, a release build has none."""

import pytest
from games.kingdoms.positions import ATLANTIS, BOLSTER, DEPLOY, MOVE, SHARK, Scene, bits, load, unit
from planting import assert_noticed, planted

from undertow_kernels.core.game import CHECKED, Ending
from undertow_kernels.kingdoms.invariants import Invariant
from undertow_kernels.kingdoms.state import Kind, Limits, Task


def lose_a_unit_of_the_supply(s):
    s["supply"][0] -= 1


def double_a_unit_on_the_map(s):
    s["units"][1][2] += 1


def forget_a_unit_in_the_castle(s):
    s["units"][1][ATLANTIS] = 0


def change_a_terrain(s):
    s["terrain"][1] = 2


def lose_a_tile_of_a_terrain(s):
    s["tiles_of"][3] ^= 1 << 9


def give_atlantis_a_terrain(s):
    s["terrain"][ATLANTIS] = 1


def make_an_inner_tile_a_capital(s):
    s["capitals"] ^= 1 << 7 | 1 << 1


def make_a_second_capital(s):
    s["capitals"] |= 1 << 13


def miss_a_presence(s):
    s["present"][0] = 0


def be_present_without_a_unit(s):
    s["present"][1] |= 1 << 18


def be_present_in_the_castle(s):
    s["present"][1] |= 1 << ATLANTIS


def miss_a_shark(s):
    s["sharks_at"] = 0


def see_a_shark_that_is_not_there(s):
    s["sharks_at"] |= 1 << 9


def find_a_shark(s):
    s["stock"] += 1


def lose_a_shark(s):
    s["stock"] = 0


def rise_above_the_track(s):
    s["level"][0][MOVE] = 4


def fall_off_the_track(s):
    s["level"][1][SHARK] = 0


def have_no_focus(s):
    s["foci"][0] = 0


def have_two_foci_too_early(s):
    s["foci"][1] = bits([2, 3])


def have_one_focus_too_few(s):
    s["level"][0][BOLSTER] = 3


def have_no_disc_on_reset(s):
    s["covered"][1] = 0


def run_off_the_round_track(s):
    s["marker"] = 10


def be_in_the_second_age_without_a_scoring(s):
    s["age"] = 1


def stay_in_the_first_age_after_a_scoring(s):
    s["marker"] = 3


def play_more_rounds_than_hands_allow(s):
    s["round"] = 6 * 9 + 1


def choose_a_card_that_is_not_in_hand(s):
    s["hand"][1] = bits([BOLSTER, DEPLOY])
    s["chosen"][1] = MOVE


def play_a_card_more_than_there_were_rounds(s):
    s["played"][1][MOVE] = 1


def hold_a_seventh_card(s):
    s["hand"][1] |= 1 << 6


def do_something_while_cards_are_chosen(s):
    s["depth"] = 1


def carry_a_unit_while_cards_are_chosen(s):
    s["lifted"] = unit(0)


def do_too_much_at_once(s):
    s["depth"] = Limits.DEPTH + 1


FAULTS = [
    (lose_a_unit_of_the_supply, Invariant.UNITS_CONSERVED),
    (double_a_unit_on_the_map, Invariant.UNITS_CONSERVED),
    (forget_a_unit_in_the_castle, Invariant.UNITS_CONSERVED),
    (change_a_terrain, Invariant.MAP_SOUND),
    (lose_a_tile_of_a_terrain, Invariant.MAP_SOUND),
    (give_atlantis_a_terrain, Invariant.MAP_SOUND),
    (make_an_inner_tile_a_capital, Invariant.MAP_SOUND),
    (make_a_second_capital, Invariant.MAP_SOUND),
    (miss_a_presence, Invariant.SETS_SOUND),
    (be_present_without_a_unit, Invariant.SETS_SOUND),
    (be_present_in_the_castle, Invariant.SETS_SOUND),
    (miss_a_shark, Invariant.SETS_SOUND),
    (see_a_shark_that_is_not_there, Invariant.SETS_SOUND),
    (find_a_shark, Invariant.SHARKS_CONSERVED),
    (lose_a_shark, Invariant.SHARKS_CONSERVED),
    (rise_above_the_track, Invariant.DISCS_SOUND),
    (fall_off_the_track, Invariant.DISCS_SOUND),
    (have_no_focus, Invariant.DISCS_SOUND),
    (have_two_foci_too_early, Invariant.DISCS_SOUND),
    (have_one_focus_too_few, Invariant.DISCS_SOUND),
    (have_no_disc_on_reset, Invariant.DISCS_SOUND),
    (run_off_the_round_track, Invariant.MARKER_SOUND),
    (be_in_the_second_age_without_a_scoring, Invariant.MARKER_SOUND),
    (stay_in_the_first_age_after_a_scoring, Invariant.MARKER_SOUND),
    (play_more_rounds_than_hands_allow, Invariant.MARKER_SOUND),
    (choose_a_card_that_is_not_in_hand, Invariant.CARDS_SOUND),
    (play_a_card_more_than_there_were_rounds, Invariant.CARDS_SOUND),
    (hold_a_seventh_card, Invariant.CARDS_SOUND),
    (do_something_while_cards_are_chosen, Invariant.TASKS_SOUND),
    (carry_a_unit_while_cards_are_chosen, Invariant.TASKS_SOUND),
    (do_too_much_at_once, Invariant.TASKS_SOUND),
]


ICONS = load().rules.values["bait_icons"]


def choosing():
    """A choice of cards on a map with units of both seats, one of them in the castle."""
    return Scene().put(0, 1, 7, 13).put(1, 2, 8, 14, ATLANTIS)


@planted(FAULTS)
def test_a_planted_fault_ends_the_game_by_its_invariant_in_a_checked_build(plant, invariant):
    scene = choosing()
    plant(scene.state)
    assert_noticed(scene.position._match, invariant)


@pytest.mark.skipif(not CHECKED, reason="a release build has no invariants")
def test_a_task_too_many_is_not_written_beyond_the_others():
    scene = choosing().sharks(2).bait(0, ICONS.index("move") - 1).act(SHARK)
    scene.state["task"], scene.state["left"] = Task.TASK_SHARK, 2
    scene.state["depth"] = Limits.DEPTH
    removal = scene.options().index((Kind.REMOVE, unit(1), 2))
    scene.game.apply(scene.position, removal)
    assert (scene.ending, scene.result["broken"]) == (Ending.BROKEN, Invariant.TASKS_SOUND)
    assert scene.state["depth"] == Limits.DEPTH


def test_every_invariant_is_planted():
    assert {invariant for _, invariant in FAULTS} == set(Invariant) - {Invariant.SOUND}


@pytest.mark.parametrize("players", range(2, 7))
def test_a_sound_game_breaks_no_invariant(players):
    scene = Scene(players)
    assert scene.result["broken"] == Invariant.SOUND
    scene.position._match.play_on()
    assert scene.ending not in (Ending.BROKEN, Ending.RUNNING)
