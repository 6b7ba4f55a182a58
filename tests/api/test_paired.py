"""Paired differences against scipy, statsmodels and a likelihood maximised by brute force."""

from math import inf, sqrt

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import norm, ttest_rel
from statsmodels.stats.contingency_tables import mcnemar

from undertow.inference.paired import mean_gain_interval, pairing_factor, share_gain_interval

SEED = 61


def gains(gained, lost, n):
    return np.repeat([1.0, -1.0, 0.0], [gained, lost, n - gained - lost])


def drawn(rng):
    n = int(rng.integers(1, 400))
    return (*rng.multinomial(n, rng.dirichlet([0.5, 0.5, 2]))[:2], n)


def score(difference, gained, lost, n):
    """Return the score statistic, the likelihood of a loss maximised numerically."""

    def against(q):
        p = [q + difference, q, 1 - 2 * q - difference]
        counts = [gained, lost, n - gained - lost]
        return -sum(c * np.log(max(x, 1e-300)) for c, x in zip(counts, p, strict=True) if c)

    low, high = max(0, -difference), (1 - difference) / 2
    q = minimize_scalar(against, bounds=(low, high), method="bounded", options={"xatol": 1e-12}).x
    variance = 2 * q + difference - difference**2
    return (gained - lost - n * difference) / sqrt(n * variance)


@pytest.mark.parametrize(
    ("gained", "lost", "n"), [(3, 0, 100), (20, 11, 150), (40, 60, 110), (0, 0, 30), (1, 1, 2)]
)
def test_the_ends_are_where_the_score_test_just_passes(gained, lost, n):
    low, high = share_gain_interval(gains(gained, lost, n), 3)
    z = norm.ppf(1 - 0.05 / 6)
    middle = (gained - lost) / n
    at = [
        brentq(lambda d, side=side: score(d, gained, lost, n) - side * z, *ends, xtol=1e-10)
        for side, ends in ((1, (-0.9999, middle - 1e-6)), (-1, (middle + 1e-6, 0.9999)))
    ]
    assert [low, high] == pytest.approx(at, abs=1e-5)


def test_no_difference_is_excluded_exactly_when_mcnemars_test_rejects_it():
    rng = np.random.default_rng(SEED)
    for _ in range(1000):
        gained, lost, n = drawn(rng)
        if gained + lost == 0:
            continue
        low, high = share_gain_interval(gains(gained, lost, n), 1)
        table = [[0, gained], [lost, n - gained - lost]]
        p = mcnemar(table, exact=False, correction=False).pvalue
        assert (low <= 0 <= high) == (p >= 0.05)


def test_a_mean_difference_has_students_paired_interval():
    rng = np.random.default_rng(SEED)
    for _ in range(200):
        base, variant = rng.integers(0, 40, (2, int(rng.integers(60, 200)))).astype(float)
        found = mean_gain_interval(variant - base, 1)
        expected = ttest_rel(variant, base).confidence_interval(0.95)
        assert found == pytest.approx((expected.low, expected.high), rel=1e-9)


def test_the_mean_of_few_differing_games_has_no_interval():
    values = np.zeros(5000)
    values[:29] = 3
    assert mean_gain_interval(values, 1) is None
    values[29] = 3
    assert mean_gain_interval(values, 1) is not None


def test_halves_of_wins_have_half_the_interval_of_wins():
    whole = gains(20, 11, 150)
    assert share_gain_interval(whole / 2, 4) == pytest.approx(
        np.array(share_gain_interval(whole, 4)) / 2
    )


@pytest.mark.parametrize(
    ("p", "n"),
    [([0.002, 0.0005], 1000), ([0.01, 0.01], 500), ([0.15, 0.1], 200), ([0.3, 0.1], 60)],
)
def test_intervals_hold_in_95_percent_of_studies_however_few_games_differ(p, n):
    rng = np.random.default_rng(SEED)
    held = 0
    for gained, lost, _ in rng.multinomial(n, [*p, 1 - sum(p)], 1000):
        low, high = share_gain_interval(gains(gained, lost, n), 1)
        held += low <= p[0] - p[1] <= high
    assert held / 1000 > 0.93


def test_students_interval_fails_where_few_games_differ():
    rng = np.random.default_rng(SEED)
    p, n, held = 0.002, 1000, 0
    for gained in rng.binomial(n, p, 1000):
        values = gains(gained, 0, n)
        half = 1.96 * values.std(ddof=1) / sqrt(n)
        held += abs(values.mean() - p) <= half
    assert held / 1000 < 0.9


def test_the_factor_is_the_ratio_of_the_variances():
    rng = np.random.default_rng(SEED)
    base = rng.normal(size=4000)
    variant = base + rng.normal(size=4000) / 2
    assert pairing_factor(base, variant) == pytest.approx((1 + 1.25) / 0.25, rel=0.1)
    assert pairing_factor(base, rng.permutation(variant)) == pytest.approx(1, rel=0.1)


def test_a_constant_difference_has_an_infinite_factor_and_constants_none():
    base = np.arange(5.0)
    assert pairing_factor(base, base + 2) == inf
    assert pairing_factor(np.ones(5), np.ones(5)) is None
