"""Prices: crossings are those of the curve, found in few steps, none beyond what is allowed."""

from math import tanh

import pytest
from scipy.optimize import brentq

from undertow.inference.prices import Left, Price, Search

WIDTH = 0.04


def curve(middle):
    """Return a measure whose interval is WIDTH on both sides of a curve."""
    return lambda h: (Left(middle(h), middle(h) - WIDTH, middle(h) + WIDTH),)


def found(measure, allowed=lambda h: abs(h) <= 100):
    search = Search(measure, allowed)
    search.look()
    return search


def straight(f, x):
    """Return f at x, straight between whole numbers."""
    below = int(x // 1)
    return f(below) + (x - below) * (f(below + 1) - f(below))


@pytest.mark.parametrize("zero", [0.3, -0.7, 4.25, -17.5, 61.9])
@pytest.mark.parametrize("slope", [0.02, 0.3])
def test_a_price_is_where_the_curve_crosses_zero(zero, slope):
    def rising(h):
        return tanh(slope * (h - zero))

    search = found(curve(rising))
    price = search.price(0)
    assert price.points == pytest.approx(brentq(lambda h: straight(rising, h), -101, 101))
    ends = [brentq(lambda h, d=d: rising(h) + d, -200, 200) for d in (WIDTH, -WIDTH)]
    assert price.low == pytest.approx(ends[0], abs=0.5)
    assert price.high == pytest.approx(ends[1], abs=0.5)
    assert len(search.tried) < 25


def test_several_curves_share_what_was_tried():
    search = found(lambda h: (*curve(lambda x: 0.1 * x - 0.25)(h), *curve(lambda x: 0.1 * x)(h)))
    assert search.price(0).points == pytest.approx(2.5)
    assert search.price(1) == Price(0.0, pytest.approx(-0.4), pytest.approx(0.4))


def test_a_curve_that_crosses_more_than_once_is_priced_nearest_to_none():
    wave = {-4: -0.5, -2: 0.1, -1: -0.1, 0: -0.1, 1: 0.2, 2: -0.1, 4: 0.5}
    search = Search(curve(lambda h: wave.get(h, h / 8)), lambda h: abs(h) <= 4)
    search.look()
    assert search.price(0).points == pytest.approx(1 / 3)


def test_no_difference_is_worth_nothing():
    assert found(curve(lambda h: min(0, h + 3) / 10)).price(0).points == 0


@pytest.mark.parametrize("limit", [0, 1, 5, 6, 7, 100])
def test_a_price_beyond_what_the_game_takes_is_unknown_and_the_limit_is_tried(limit):
    search = found(curve(lambda h: h / 1000 - 1), lambda h: -3 <= h <= limit)
    assert search.price(0) == Price(None, None, None)
    assert max(search.tried) == limit
    assert all(-3 <= h <= limit for h in search.tried)


def test_an_interval_may_be_open_on_one_side():
    price = found(curve(lambda h: h / 100 - 0.05), lambda h: h <= 7).price(0)
    assert price.points == pytest.approx(5)
    assert price.low == pytest.approx(1, abs=0.3)
    assert price.high is None
