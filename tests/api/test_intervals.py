"""Intervals for fixed numbers of games against scipy and statsmodels, on random inputs."""

from math import sqrt

import numpy as np
import pytest
from scipy.stats import norm, t
from statsmodels.stats.proportion import proportion_confint

from undertow.inference.intervals import FIXED
from undertow.inference.statistics import LEAST_GAMES, deviations

SEED = 63


def test_deviations_are_normal_quantiles():
    for k in range(1, 500):
        assert deviations(k) == pytest.approx(norm.ppf(1 - 0.025 / k), rel=1e-12)


def test_intervals_of_shares_are_wilsons():
    rng = np.random.default_rng(SEED)
    for _ in range(1000):
        n, k = int(rng.integers(1, 5000)), int(rng.integers(1, 50))
        wins = int(rng.integers(0, n + 1))
        expected = proportion_confint(wins, n, alpha=0.05 / k, method="wilson")
        assert FIXED.share(wins / n, n, k) == pytest.approx(expected, abs=1e-9)


def test_intervals_of_means_are_students_but_for_the_series_of_its_quantile():
    rng = np.random.default_rng(SEED)
    for _ in range(1000):
        n, k = int(rng.integers(LEAST_GAMES, 3000)), int(rng.integers(1, 7))
        values = rng.integers(-20, 90, n)
        half = t.ppf(1 - 0.025 / k, n - 1) * values.std(ddof=1) / sqrt(n)
        low, high = FIXED.mean(int(values.sum()), int((values**2).sum()), n, k)
        assert (low + high) / 2 == pytest.approx(values.mean(), abs=1e-9)
        assert (high - low) / 2 == pytest.approx(half, rel=0.02 if n < 60 else 0.005)
