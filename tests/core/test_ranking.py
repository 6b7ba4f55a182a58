"""Winners and ranks from sort keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertow_kernels.core.game import Ending
from undertow_kernels.core.ranking import placed

WIDE = 2**63 - 1


def seats(*numbers):
    return sum(1 << seat for seat in numbers)


@pytest.mark.parametrize(
    ("keys", "winners", "ranks"),
    [
        ([[3], [5], [4]], seats(1), [3, 1, 2]),
        ([[5, 1], [5, 2], [6, 0]], seats(2), [3, 2, 1]),
        ([[5, 2, 0], [5, 2, 1], [5, 1, 9]], seats(1), [2, 1, 3]),
        ([[4, 7], [9, 0], [4, 7], [9, 0], [1, 1]], seats(1, 3), [3, 1, 3, 1, 5]),
        ([[-2], [-1]], seats(1), [2, 1]),
        ([[-WIDE], [WIDE]], seats(1), [2, 1]),
        ([[0]] * 6, seats(*range(6)), [1] * 6),
        ([[7]], seats(0), [1]),
    ],
)
def test_the_first_key_that_differs_decides_and_who_is_level_shares(keys, winners, ranks):
    assert placed(keys) == (winners, ranks)


def test_nobody_wins_a_capped_game_and_its_ranks_stand():
    assert placed([[3], [5], [5]], Ending.CAPPED) == (0, [3, 1, 1])


@given(
    st.integers(1, 5).flatmap(
        lambda keys: st.lists(st.tuples(*[st.integers(-1, 1)] * keys), min_size=1, max_size=6)
    )
)
def test_ranks_are_places_in_the_order_of_tuples(keys):
    winners, ranks = placed(keys)
    assert ranks == [1 + sum(other > own for other in keys) for own in keys]
    assert winners == seats(*(seat for seat, rank in enumerate(ranks) if rank == 1))


@pytest.mark.parametrize("keys", [[], [[1]] * 7])
def test_other_than_one_to_six_seats_are_refused(keys):
    with pytest.raises(ValueError, match="seats are 1 to 6, got"):
        placed(keys)


@pytest.mark.parametrize("keys", [[[]], [[1] * 6], [[1, 2], [1]]])
def test_other_than_one_to_five_keys_or_ragged_ones_are_refused(keys):
    with pytest.raises(ValueError, match="the same number of keys, 1 to 5"):
        placed(keys)
