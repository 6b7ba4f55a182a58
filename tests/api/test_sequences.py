"""Confidence sequences against published values, scipy, and games that are watched."""

from itertools import takewhile
from math import log, log1p

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import betabinom, binom, norm

from undertow.inference.paired import mean_gain_interval
from undertow.inference.sequences import (
    Watched,
    best_rho,
    beta_binomial,
    gamma_exponential,
    looks,
    needed,
    normal_radius,
    predictable_variation,
    prior,
    risk,
)
from undertow.inference.statistics import deviations

SEED = 62
TUNED = 10_000


def test_the_mixtures_have_the_values_of_the_authors_own_program():
    """The unit tests of confseq (Howard, Waudby-Smith, Ramdas): variance 100, tuned for 100."""
    assert best_rho(100, 0.05) == pytest.approx(12.60056, abs=1e-5)
    games = 100 / 0.16  # that have a variance of 100 at p = 0.2
    spread = best_rho(games, 0.05) - 1
    found = beta_binomial(0.2, 0.2 * games + 10, games, (spread * 0.2, spread * 0.8))
    assert found == pytest.approx(-0.6941012, abs=1e-6)
    one_sided = 100 / (2 * log(10) + log1p(2 * log(10)))
    assert gamma_exponential(10, 100, one_sided, 2) == pytest.approx(-0.2490165, abs=1e-6)
    assert 100 * normal_radius(100, 0.05, 100) == pytest.approx(30.35209, abs=1e-5)


def test_the_mixture_of_shares_is_a_ratio_of_two_distributions():
    rng = np.random.default_rng(SEED)
    for _ in range(300):
        n, p, weights = int(rng.integers(1, 2000)), rng.uniform(0.02, 0.98), rng.uniform(1, 500, 2)
        wins = rng.binomial(n, p)
        expected = betabinom.logpmf(wins, n, *weights) - binom.logpmf(wins, n, p)
        assert beta_binomial(p, wins, n, weights) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("total", "variation"), [(0, 5), (10, 100), (40, 90), (3, 0.5)])
def test_the_gamma_mixture_is_an_integral_over_its_martingales(total, variation):
    rho, scale = 7.0, 2.0
    shape = rho / scale**2

    def weight(x):
        rest = 1 - scale * x
        return rest ** (shape - 1) * np.exp(-shape * rest)

    def martingale(x):
        return np.exp(x * total + variation * (log1p(-scale * x) + scale * x) / scale**2)

    ends = (0, 1 / scale)
    mixture = quad(lambda x: weight(x) * martingale(x), *ends)[0] / quad(weight, *ends)[0]
    assert gamma_exponential(total, variation, rho, scale) == pytest.approx(log(mixture), abs=1e-6)


@pytest.mark.parametrize("tuned", [10, 500, 10_000])
def test_the_shares_that_are_not_ruled_out_are_an_interval(tuned):
    grid = np.linspace(0.0005, 0.9995, 1500)
    for wins, n in ((0, 50), (3, 50), (400, 1000), (999, 1000)):
        inside = np.array([beta_binomial(p, wins, n, prior(p, tuned, 4)) < log(80) for p in grid])
        assert np.abs(np.diff(inside.astype(int))).sum() <= 2


def test_an_interval_holds_the_share_and_narrows():
    widths = []
    for n in takewhile(lambda n: n < 10**6, looks()):
        low, high = Watched(TUNED).share(0.3, n, 4)
        assert low <= 0.3 <= high
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)


def test_shares_of_nothing_and_all_have_exact_bounds():
    assert Watched(TUNED).share(0, 500, 4)[0] == 0
    assert Watched(TUNED).share(1, 500, 4)[1] == 1


def test_a_watched_interval_costs_at_most_twice_the_games_where_it_is_tuned():
    n = 2 * needed(0.02, 4)
    low, high = Watched(n).share(0.25, n, 4)
    assert high - low == pytest.approx(0.02, rel=0.05)
    assert needed(0.02, 4) == round(0.25 * 0.75 * (2 * norm.ppf(1 - 0.05 / 8) / 0.02) ** 2)


def test_variation_is_about_the_mean_at_the_last_look():
    values = np.random.default_rng(SEED).normal(size=700)
    marks = [0, 256, 307, 368, 441, 529, 634, 700]
    expected = 0.0
    for i, value in enumerate(values):
        begin = max(mark for mark in marks if mark <= i)
        guess = values[:begin].mean() if begin else 0.0
        expected += (value - guess) ** 2
    assert predictable_variation(values) == pytest.approx(expected)


def watched_counts(rng, shares, most):
    """Yield numbers of games and the wins of each seat by then."""
    wins, before = np.zeros(len(shares)), 0
    for n in takewhile(lambda n: n <= most, looks()):
        wins = wins + rng.multinomial(n - before, shares)
        before = n
        yield n, wins


def test_a_fair_game_that_is_watched_is_seldom_called_unfair_but_often_by_plain_intervals():
    """1,000 repetitions of up to a million games."""
    rng = np.random.default_rng(SEED)
    most, weights = -log(risk(4)), prior(0.25, TUNED, 4)
    unfair = naive = 0
    for _ in range(1000):
        counts = list(watched_counts(rng, [0.25] * 4, 1_000_000))
        wins = np.array([wins for _, wins in counts])
        n = np.array([[n] for n, _ in counts], float)
        unfair += bool((beta_binomial(0.25, wins, n, weights) >= most).any())
        far = np.abs(wins / n - 0.25) > deviations(4) * np.sqrt(0.1875 / n)
        naive += bool(far.any())
    assert unfair / 1000 <= 0.05
    assert naive / 1000 > 0.15


def test_an_interval_leaves_out_exactly_what_its_mixture_rules_out():
    rng = np.random.default_rng(SEED)
    for n, wins in watched_counts(rng, [0.25] * 4, 50_000):
        for won in wins:
            low, high = Watched(TUNED).share(won / n, n, 4)
            for p in (0.2, 0.245, 0.25, 0.255, 0.3):
                inside = beta_binomial(p, won, n, prior(p, TUNED, 4)) < -log(risk(4))
                assert (low <= p <= high) == inside


@pytest.mark.parametrize(("games", "n"), [(1, 256), (255, 256), (3, 20_000), (19_999, 20_000)])
def test_an_outcome_that_is_rare_has_an_interval_without_the_ends(games, n):
    low, high = Watched(TUNED).share(games / n, n, 3)
    assert 0 < low < games / n < high < 1


@pytest.mark.parametrize("p", [[0.2, 0.2], [0.01, 0.01], [0.003, 0.001]])
def test_a_difference_that_is_watched_seldom_leaves_its_interval(p):
    rng = np.random.default_rng(SEED)
    out = 0
    for _ in range(100):
        values = rng.choice([1.0, -1.0, 0.0], p=[*p, 1 - sum(p)], size=12_000)
        for n in takewhile(lambda n: n <= 12_000, looks()):
            low, high = Watched(TUNED).share_gain(values[:n], 1)
            if not low <= p[0] - p[1] <= high:
                out += 1
                break
    assert out / 100 <= 0.05


@pytest.mark.parametrize("shape", [1000, 6.25, 1])
def test_a_mean_that_is_watched_seldom_leaves_its_interval_but_often_students(shape):
    """A gamma value's skewness is 2 / sqrt(shape)."""
    rng = np.random.default_rng(SEED)
    out = naive = 0
    for _ in range(200):
        values = rng.gamma(shape, size=20_000)
        ends = list(takewhile(lambda n: n <= 20_000, looks()))
        means = [
            Watched(TUNED).mean(values[:n].sum(), np.square(values[:n]).sum(), n, 1) for n in ends
        ]
        out += not all(low <= shape <= high for low, high in means)
        plain = [mean_gain_interval(values[:n], 1) for n in ends]
        naive += not all(low <= shape <= high for low, high in plain)
    assert out / 200 <= 0.05
    assert naive / 200 > 0.15


def test_a_gain_and_a_mean_of_the_same_values_have_the_same_interval():
    values = np.random.default_rng(SEED).integers(-5, 9, 800).astype(float)
    watch = Watched(TUNED)
    mean = watch.mean(int(values.sum()), int(np.square(values).sum()), 800, 3)
    assert watch.mean_gain(values, 3) == pytest.approx(mean)
    assert watch.mean_gain(np.zeros(800), 3) is None
    assert watch.mean(0, 0, 29, 3) is None


@pytest.mark.parametrize("level", [0.05, 0.5, 0.95])
def test_a_quantile_that_is_watched_seldom_leaves_its_ranks(level):
    rng = np.random.default_rng(SEED)
    watch, out = Watched(TUNED), 0
    for _ in range(100):
        below = before = 0
        for n in takewhile(lambda n: n <= 20_000, looks()):
            below += rng.binomial(n - before, level)
            before = n
            low, high = watch.ranks(level, n, 1)
            if not (low <= below and below + 1 <= high):
                out += 1
                break
    assert out / 100 <= 0.05


def test_ranks_beyond_the_games_tell_nothing():
    low, high = Watched(TUNED).ranks(0.5, 5, 1)
    assert low == 0
    assert high == 6
    found = Watched(TUNED).quantiles(np.ones(5, int), [0.5])[0]
    assert found.low is found.high is None
