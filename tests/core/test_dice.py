"""The dice tables against brute force: subsets of dice, tried one by one."""

import runpy
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest

from undertow_kernels.core.dice import Target, meets
from undertow_kernels.core.dice import combinations as table

VALUES = range(1, 7)
NAIVE = {
    Target.SEVEN: lambda d: sum(d) == 7,
    Target.LOW_DOUBLE: lambda d: len(d) == 2 and d[0] == d[1] <= 3,
    Target.HIGH_DOUBLE: lambda d: len(d) == 2 and d[0] == d[1] >= 4,
    Target.THREE_IN_A_ROW: lambda d: len(d) == 3 and [x - d[0] for x in d] == [0, 1, 2],
    Target.THREE_OF_A_KIND: lambda d: len(d) == 3 and len(set(d)) == 1,
    Target.FOUR_DIFFERENT: lambda d: len(d) == 4 and len(set(d)) == 4,
} | {Target.TOTAL_3 + n: (lambda d, total=3 + n: sum(d) == total) for n in range(8)}


def multisets(most):
    for size in range(most + 1):
        yield from combinations_with_replacement(VALUES, size)


def met_by_trying(target, free, limited, limit):
    """Whether some of the free and at most ``limit`` of the limited dice are the target."""
    return any(
        NAIVE[target](sorted(some + few))
        for n in range(len(free) + 1)
        for some in combinations(free, n)
        for k in range(min(limit, len(limited)) + 1)
        for few in combinations(limited, k)
        if some + few
    )


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


def test_the_header_is_what_its_script_writes(capsys):
    root = Path(__file__).resolve().parents[2]
    runpy.run_path(str(root / "scripts" / "make_dice_tables.py"), run_name="__main__")
    header = root / "kernels" / "undertow_kernels" / "core" / "dice_tables.h"
    assert capsys.readouterr().out == header.read_text()
