"""The dice tables against brute force: subsets of dice, tried one by one."""

import runpy
from itertools import product
from pathlib import Path

import pytest
from dice_by_trying import NAIVE, VALUES, all_met_by_trying, met_by_trying, multisets

from undertow_kernels.core.dice import MOST_ROLLED, Target, fulfils, made, meets, ways
from undertow_kernels.core.dice import combinations as table


def test_there_is_a_table_for_each_target():
    assert set(NAIVE) == set(range(Target.TARGETS))


@pytest.mark.parametrize("target", range(Target.TARGETS))
def test_the_table_lists_exactly_the_multisets_that_make_the_target(target):
    made = {dice for dice in multisets(10) if dice and NAIVE[target](list(dice))}
    assert {tuple(v + 1 for v, n in enumerate(row) for _ in range(n)) for row in table(target)} == (
        made
    )
    assert len(table(target)) == len(made)


@pytest.mark.parametrize("target", range(Target.TARGETS))
def test_up_to_five_free_dice_meet_it_as_trying_says(target):
    for dice in multisets(5):
        assert meets(target, [], dice, [], 0) == met_by_trying(target, dice, (), 0), dice


@pytest.mark.parametrize("limit", range(4))
@pytest.mark.parametrize("target", range(Target.TARGETS))
def test_the_limit_on_picked_dice_holds_as_trying_says(target, limit):
    for stored in multisets(2):
        for sea in multisets(3):
            want = met_by_trying(target, stored, sea, limit)
            assert meets(target, [], stored, sea, limit) == want, (stored, sea)


@pytest.mark.parametrize("most", [(2, 4), (4, 2)])
@pytest.mark.parametrize("limit", range(5))
def test_all_requirements_at_once_are_as_trying_says(limit, most):
    for stored in multisets(most[0]):
        for sea in multisets(most[1]):
            want = [t for t in range(Target.FOUR_DIFFERENT + 1)
                    if met_by_trying(t, stored, sea, limit)]  # fmt: skip
            assert made(stored, sea, limit) == want, (stored, sea)


def test_seven_dice_and_more_make_seven():
    assert Target.SEVEN in made([1] * 3, [1] * 4, 4)
    assert Target.SEVEN not in made([1] * 3, [1] * 4, 3)
    assert Target.SEVEN in made([1] * 60, [1] * 60, 60)


@pytest.mark.parametrize(("free", "limited", "limit"), [([1] * 86, [2] * 85 + [3] * 85, 0),
                                                        ([1], [1], -1)])  # fmt: skip
def test_more_dice_than_a_byte_counts_and_a_limit_below_zero_are_refused(free, limited, limit):
    with pytest.raises(ValueError, match="at most 255 dice, and a limit from 0 on"):
        made(free, limited, limit)


def test_chosen_dice_must_be_part_of_the_combination():
    assert meets(Target.SEVEN, [1, 1], [5], [], 0)
    assert not meets(Target.SEVEN, [1, 1], [4], [], 0)
    assert meets(Target.FOUR_DIFFERENT, [2], [1, 3], [6], 1)
    assert not meets(Target.FOUR_DIFFERENT, [2, 2], [1, 3, 4], [], 0)


def test_dice_that_already_make_the_target_need_no_more():
    assert meets(Target.LOW_DOUBLE, [2, 2], [], [], 0)
    assert not meets(Target.LOW_DOUBLE, [2, 2, 2], [], [], 0)


def test_many_dice_of_one_value_do_not_overflow_their_count():
    assert meets(Target.THREE_OF_A_KIND, [], [6] * 60, [6] * 60, 1)
    assert not meets(Target.SEVEN, [], [6] * 60, [4] * 60, 60)
    with pytest.raises(ValueError, match="at most 127 dice of one value"):
        meets(Target.SEVEN, [], [1] * 128, [], 0)


@pytest.mark.parametrize("target", [-1, 14])
def test_a_target_that_does_not_exist_is_refused(target):
    with pytest.raises(ValueError, match="a target is 0 to 13"):
        meets(target, [], [1], [], 0)
    with pytest.raises(ValueError, match="a target is 0 to 13"):
        table(target)


def test_a_value_that_no_die_shows_is_refused():
    with pytest.raises(ValueError, match="a die shows 1 to 6, got 7"):
        meets(Target.SEVEN, [], [7], [], 0)


# --- several targets at once, and all rolls -------------------------------------------------------

PAIRS = [  # of targets that are met with separate dice
    (Target.TOTAL_3, Target.TOTAL_3 + 4),
    (Target.TOTAL_3 + 3, Target.TOTAL_3 + 7),
    (Target.LOW_DOUBLE, Target.TOTAL_3 + 2),
    (Target.SEVEN, Target.TOTAL_3 + 4),
]


@pytest.mark.parametrize("limit", [0, 1, 3])
@pytest.mark.parametrize("pair", PAIRS)
def test_two_targets_are_met_with_separate_dice_as_trying_says(pair, limit):
    for stored in multisets(2):
        for rolled in multisets(3):
            want = all_met_by_trying(pair, stored, rolled, limit)
            assert fulfils([], pair, rolled, stored, limit) == want, (stored, rolled)


@pytest.mark.parametrize("target", range(Target.TARGETS))
def test_one_target_is_met_as_play_says(target):
    for stored in multisets(2):
        for rolled in multisets(4):
            for limit in range(4):
                want = meets(target, [], stored, rolled, limit)
                assert fulfils([target], [], rolled, stored, limit) == want
                assert fulfils([], [target], rolled, stored, limit) == want


def test_one_target_of_several_will_do_beside_one_that_must_be():
    either, coral = [Target.LOW_DOUBLE, Target.HIGH_DOUBLE], [Target.TOTAL_3 + 2]
    assert fulfils(either, coral, [2, 2, 5], [], 3)
    assert fulfils(either, coral, [6, 6, 4, 1], [], 4)
    assert not fulfils(either, coral, [6, 6, 4, 2], [], 4)
    assert not fulfils(either, coral, [1, 2, 5], [], 3)


def test_without_targets_every_roll_fulfils():
    assert fulfils([], [], [], [], 0)
    assert ways([], [], 3, [], 3) == 6**3


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("target", range(Target.TARGETS))
def test_ways_counts_the_rolls_one_by_one(target, dice):
    for stored, limit in (((), dice), ((), 2), ((3, 5), dice), ((3, 5), 1)):
        rolls = list(product(VALUES, repeat=dice))
        want = sum(meets(target, [], stored, roll, limit) for roll in rolls)
        assert ways([target], [], dice, stored, limit) == want


def test_all_rolls_of_most_dice_are_counted():
    assert ways([], [], MOST_ROLLED, [], 0) == 6**MOST_ROLLED < 2**64 < 6 ** (MOST_ROLLED + 1)


@pytest.mark.parametrize("dice", [-1, MOST_ROLLED + 1])
def test_other_numbers_of_dice_are_refused(dice):
    with pytest.raises(ValueError, match=f"dice is 0 to {MOST_ROLLED}, got {dice}"):
        ways([], [], dice, [], 0)


def test_stored_and_rolled_dice_together_do_not_overflow_a_count():
    plain = ways([Target.LOW_DOUBLE], [], 24, [], 24)
    assert ways([Target.LOW_DOUBLE], [], 24, [6] * 103, 24) == plain
    with pytest.raises(ValueError, match="at most 127 dice of one value"):
        ways([Target.SEVEN], [], 24, [6] * 104, 24)
    assert not fulfils([Target.SEVEN], [], [6] * 27, [6] * 100, 27)
    with pytest.raises(ValueError, match="at most 127 dice of one value"):
        fulfils([Target.SEVEN], [], [6] * 28, [6] * 100, 28)


@pytest.mark.parametrize("target", [-1, 14])
def test_no_wish_has_a_target_that_does_not_exist(target):
    for wish in (([target], []), ([], [target])):
        with pytest.raises(ValueError, match="a target is 0 to 13"):
            ways(*wish, 1, [], 1)
        with pytest.raises(ValueError, match="a target is 0 to 13"):
            fulfils(*wish, [1], [], 1)


def test_the_header_is_what_its_script_writes(capsys):
    root = Path(__file__).resolve().parents[2]
    runpy.run_path(str(root / "scripts" / "make_dice_tables.py"), run_name="__main__")
    header = root / "kernels" / "undertow_kernels" / "core" / "dice_tables.h"
    assert capsys.readouterr().out == header.read_text()
