"""``plan``: the numbers it names are enough, and one game fewer is not."""

from itertools import islice

import pytest

import undertow as ut
from undertow.errors import InputTypeError, InputValueError
from undertow.inference.sequences import looks
from undertow.inference.statistics import share_interval

PLAY = {"players": 3, "agents": "random", "seed": 7}


@pytest.fixture(scope="module")
def found():
    return ut.plan("alarm", width=0.02, **PLAY)


def test_the_games_are_the_fewest_that_are_enough(found):
    def width(games):
        low, high = share_interval(found.share, games, 3)
        return high - low

    assert width(found.games) <= 0.02 < width(found.games - 1)
    assert found.share_width(found.games) == width(found.games)


def test_a_run_of_the_planned_games_is_as_precise_as_was_asked(found):
    result = ut.simulate("alarm", games=found.games, **PLAY)
    assert max(row.high - row.low for row in result.shares()) <= 0.02


def test_a_watched_run_takes_no_more_games_than_planned(found):
    watched = ut.simulate("alarm", precision=0.02, **PLAY)
    assert watched.games <= found.watched
    assert found.watched in set(islice(looks(), 80))


def test_the_share_is_as_near_to_a_half_as_the_pilot_leaves_possible(found):
    rows = [*found.pilot.shares(), *found.pilot.order()]
    assert found.share == max(row.high for row in rows)
    assert found.share < 0.5


def test_the_width_of_scores_is_that_of_the_pilots_own_table():
    found = ut.plan("alarm", width=0.02, **PLAY)
    rows = found.pilot.shares()
    widest = max(row.mean_high - row.mean_low for row in rows)
    assert found.score_width(found.pilot.games) == pytest.approx(widest, rel=0.01)


def test_a_width_that_no_run_reaches_needs_no_number_of_games():
    found = ut.plan("alarm", width=1e-6, **PLAY)
    assert found.games is found.watched is None


@pytest.mark.parametrize(
    ("width", "error"), [(0, InputValueError), (2, InputValueError), ("x", InputTypeError)]
)
def test_a_width_that_is_none_is_refused(width, error):
    with pytest.raises(error, match="width must be a number above 0"):
        ut.plan("alarm", width=width)
