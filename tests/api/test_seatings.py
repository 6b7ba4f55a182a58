"""Line-ups and seatings are balanced: brute-force counts of who sits where."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from undertow.studies.seatings import arrangements, balanced_orders, line_ups, plan
from undertow_kernels.core.game import Seats

SIDES = range(1, Seats.MAX_SEATS + 1)


@pytest.mark.parametrize("sides", SIDES)
def test_every_pair_sits_equally_often_in_every_pair_of_seats(sides):
    orders = balanced_orders(sides)
    assert len(set(orders)) == len(orders)
    for one, other in permutations(range(sides), 2):
        seen = Counter((order[one], order[other]) for order in orders)
        assert set(seen) == set(permutations(range(sides), 2))
        assert len(set(seen.values())) == 1


@pytest.mark.parametrize(("sides", "seatings"), [(2, 2), (3, 6), (4, 12), (5, 20), (6, 60)])
def test_the_seatings_are_as_few_as_stated(sides, seatings):
    assert len(balanced_orders(sides)) == seatings


@pytest.mark.parametrize("sides", SIDES[1:])
@pytest.mark.parametrize("agents", [2, 3, 4, 5, 6, 7])
def test_every_agent_sits_in_every_seat_equally_often(agents, sides):
    seatings = plan(agents, range(sides)).seatings
    for seat in range(sides):
        assert len(set(Counter(seatings[:, seat].tolist()).values())) == 1
        assert set(seatings[:, seat].tolist()) == set(range(agents))


@pytest.mark.parametrize("sides", SIDES[1:])
@pytest.mark.parametrize("agents", [2, 3, 4, 5])
def test_every_two_agents_sit_in_every_two_seats_equally_often(agents, sides):
    seatings = plan(agents, range(sides)).seatings.tolist()
    for seats in permutations(range(sides), 2):
        seen = Counter(tuple(row[seat] for seat in seats) for row in seatings)
        assert len({n for (one, other), n in seen.items() if one != other}) == 1


@pytest.mark.parametrize("sides", SIDES[1:])
@pytest.mark.parametrize("agents", [2, 3, 4, 5, 7])
def test_no_seating_is_played_twice_and_all_line_ups_have_equally_many(agents, sides):
    planned = plan(agents, range(sides))
    assert len({tuple(row) for row in planned.seatings.tolist()}) == len(planned.seatings)
    assert len(set(Counter(planned.line_up.tolist()).values())) == 1


def test_more_agents_than_sides_play_in_all_combinations():
    assert line_ups(5, 3) == list(combinations(range(5), 3))


def test_fewer_agents_than_sides_repeat_as_evenly_as_can_be():
    assert [sorted(one) for one in line_ups(2, 4)] == [[0, 0, 1, 1]]
    assert [sorted(one) for one in line_ups(3, 4)] == [[0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 2, 2]]
    assert [sorted(one) for one in line_ups(2, 3)] == [[0, 0, 1], [0, 1, 1]]


def test_seatings_that_look_alike_are_one():
    assert sorted(arrangements((0, 0, 1))) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]


def test_partners_are_played_by_the_same_agent():
    planned = plan(3, [0, 1, 0, 1])
    assert planned.seatings.tolist() == [
        [one, other, one, other]
        for a, b in combinations(range(3), 2)
        for one, other in [(a, b), (b, a)]
    ]
    assert planned.line_ups.sum(1).tolist() == [2, 2, 2]


def test_a_plan_counts_the_sides_of_each_agent():
    planned = plan(2, range(3))
    for seats, number in zip(planned.seatings, planned.line_up, strict=True):
        assert planned.line_ups[number].tolist() == [list(seats).count(a) for a in range(2)]
