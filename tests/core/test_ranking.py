"""Winners and ranks from sort keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertow_kernels.core.game import Ending
from undertow_kernels.core.ranking import followed, placed

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


# --- the lead


@pytest.mark.parametrize(
    ("points", "winners", "changes", "decided"),
    [
        ([[0, 0], [1, 0], [2, 0]], seats(0), 0, 1),
        ([[0, 0], [1, 0], [1, 1], [1, 2]], seats(1), 1, 3),
        ([[0, 0], [1, 0], [1, 1], [2, 1]], seats(0), 0, 3),  # caught up with, never overtaken
        ([[0, 0], [1, 0], [0, 1], [1, 0], [0, 1]], seats(1), 3, 4),
        ([[0, 0, 0], [2, 1, 1], [2, 3, 3], [2, 4, 3]], seats(1), 1, 3),
        ([[0, 0, 0], [0, 0, 0]], seats(0, 1, 2), 0, 0),  # level all along
        ([[3, 0], [3, 1], [3, 2]], seats(0), 0, 0),  # led from the start
        ([[0, 0], [5, 0], [6, 0]], seats(1), 0, 2),  # the end went by more than points
        ([[0, 0], [5, 0], [6, 7]], 0, 1, 0),  # nobody won
        ([[-1, -2], [-1, -1]], seats(0, 1), 0, 1),
    ],
)
def test_the_lead_passes_on_when_no_holder_leads_and_is_decided_once_it_stays(
    points, winners, changes, decided
):
    assert followed(points, winners) == (changes, decided)


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 3), min_size=n, max_size=n), min_size=2)
    ),
    st.integers(0, 63),
)
def test_the_lead_is_that_of_whole_histories(points, winners):
    leads = [{s for s, own in enumerate(row) if own == max(row)} for row in points]
    won = {seat for seat in range(len(points[0])) if winners >> seat & 1}
    changes, holders = 0, leads[0]
    for leading in leads:
        changes += not holders & leading
        holders = (holders & leading) or leading
    last = len(leads) - 1
    stays = [after for after in range(last + 1) if all(x == won for x in leads[after:])]
    expected = (stays[0] if stays else last) if won else 0
    assert followed(points, seats(*won)) == (changes, expected)


@pytest.mark.parametrize("points", [[[]], [[0] * 7], [[1, 2], [1]]])
def test_points_of_other_than_one_to_six_seats_or_ragged_ones_are_refused(points):
    with pytest.raises(ValueError, match="the same number of seats, 1 to 6"):
        followed(points, 0)
