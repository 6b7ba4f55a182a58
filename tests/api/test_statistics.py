"""Shares, intervals and quantiles against slower or independent computations."""

from fractions import Fraction
from math import ceil, log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undertow.inference.statistics import (
    UNIT,
    Totals,
    clustered_share,
    mean_interval,
    quantiles,
    share_interval,
)
from undertow_kernels.core.game import RESULT_DTYPE

SEED = 20


def results_of(games):
    rows = np.zeros(len(games), RESULT_DTYPE)
    for row, (winners, sides, first, scores) in zip(rows, games, strict=True):
        row["winners"], row["first"] = winners, first
        row["side"][: len(sides)] = sides
        row["score"][: len(scores)] = scores
    return rows


def tally(results, players, by_place):
    totals = Totals(players)
    totals.add(results)
    return totals.by_place() if by_place else totals.by_seat()


@st.composite
def batches(draw):
    players = draw(st.integers(2, 6))
    seats = st.integers(0, players - 1)
    game = st.tuples(
        st.integers(0, 2**players - 1),
        st.lists(seats, min_size=players, max_size=players),
        seats,
        st.lists(st.integers(-50, 500), min_size=players, max_size=players),
    )
    return players, draw(st.lists(game, min_size=1, max_size=20))


def slow_shares(players, games, by_place):
    """Return each seat's share as a fraction, one game and one seat after another."""
    shares = [Fraction(0)] * players
    for winners, sides, first, _ in games:
        won = [seat for seat in range(players) if winners >> seat & 1]
        for seat in won:
            mates = sum(sides[other] == sides[seat] for other in won)
            place = (seat - first) % players if by_place else seat
            shares[place] += Fraction(1, mates * len({sides[s] for s in won}))
    return shares


@settings(max_examples=200, deadline=None, derandomize=True)
@given(batches(), st.booleans())
def test_shares_are_exact_fractions_of_the_wins(batch, by_place):
    players, games = batch
    sums = tally(results_of(games), players, by_place=by_place)
    assert [Fraction(int(u), UNIT) for u in sums.units] == slow_shares(players, games, by_place)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(batches())
def test_every_game_with_a_winner_is_counted_once(batch):
    players, games = batch
    sums = tally(results_of(games), players, by_place=False)
    decided = sum(game[0] != 0 for game in games)
    assert sums.sole_games + sums.shared_games == decided
    assert sums.units.sum() == decided * UNIT


@settings(max_examples=100, deadline=None, derandomize=True)
@given(batches())
def test_scores_are_added_as_whole_numbers(batch):
    players, games = batch
    sums = tally(results_of(games), players, by_place=False)
    assert sums.points.tolist() == [sum(g[3][s] for g in games) for s in range(players)]
    assert sums.squares.tolist() == [sum(g[3][s] ** 2 for g in games) for s in range(players)]


@settings(max_examples=50, deadline=None, derandomize=True)
@given(batches(), st.integers(0, 20))
def test_games_added_bit_by_bit_have_the_sums_of_the_whole(batch, cut):
    players, games = batch
    rows, parts = results_of(games), Totals(players)
    parts.add(rows[:cut])
    parts.add(rows[cut:])
    whole = tally(rows, players, by_place=True)
    for name, sums in vars(parts.by_place()).items():
        assert np.array_equal(sums, getattr(whole, name))


def test_a_share_of_nothing_or_all_has_an_exact_bound():
    assert [share_interval(0, n, 4)[0] for n in range(1, 500)] == [0.0] * 499
    assert [share_interval(1, n, 4)[1] for n in range(1, 500)] == [1.0] * 499


def test_a_team_wins_alone():
    sums = tally(results_of([(0b0101, [0, 1, 0, 1], 0, [0] * 4)]), 4, by_place=False)
    assert sums.sole.tolist() == [1, 0, 1, 0]
    assert sums.units.tolist() == [UNIT // 2, 0, UNIT // 2, 0]


def test_wilson_intervals_agree_with_a_published_value():
    """Newcombe (1998), Statistics in Medicine 17, table I: 81 of 263, method 3."""
    low, high = share_interval(81 / 263, 263, 1)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)


@pytest.mark.parametrize(("wins", "n"), [(0, 10), (1, 29), (15, 148), (10, 10)])
def test_the_ends_of_an_interval_solve_its_equation(wins, n):
    p, z = wins / n, 1.959963984540054
    for end in share_interval(p, n, 1):
        assert (p - end) ** 2 == pytest.approx(z * z * end * (1 - end) / n, abs=1e-12)


def test_more_intervals_at_once_are_wider():
    widths = [high - low for low, high in (share_interval(0.3, 500, k) for k in (1, 2, 4, 6))]
    assert widths == sorted(widths)


def test_all_intervals_of_a_table_hold_together_in_95_percent_of_tables():
    rng = np.random.default_rng(SEED)
    truth = np.array([0.1, 0.2, 0.3, 0.4])
    tables = rng.multinomial(400, truth, 2000)
    held = sum(
        all(
            low <= p <= high
            for p, (low, high) in zip(
                truth, (share_interval(w / 400, 400, 4) for w in wins), strict=True
            )
        )
        for wins in tables
    )
    assert held / 2000 > 0.94


def test_shared_wins_make_intervals_cautious_not_bold():
    rng = np.random.default_rng(SEED)
    values = rng.choice([0, 0.5, 1], p=[0.5, 0.3, 0.2], size=(2000, 300))
    ends = [share_interval(share, 300, 1) for share in values.mean(1)]
    assert sum(low <= 0.35 <= high for low, high in ends) / 2000 > 0.95


def test_the_interval_of_a_mean_is_students():
    values = [3, 5, 9, 14] * 10
    low, high = mean_interval(sum(values), sum(v * v for v in values), 40, 1)
    half = 2.022691 * np.std(values, ddof=1) / sqrt(40)  # t of 39 degrees of freedom, 97.5 %
    assert (low, high) == pytest.approx((7.75 - half, 7.75 + half), abs=0.003)


@pytest.mark.parametrize("n", [1, 2, 29])
def test_the_mean_of_few_games_has_no_interval(n):
    assert mean_interval(9 * n, 100 * n, n, 1) is None
    assert mean_interval(9 * 30, 100 * 30, 30, 1) is not None


@pytest.mark.parametrize(
    ("shape", "n", "least"), [(1e6, 30, 0.945), (6.25, 30, 0.93), (1, 30, 0.87), (1, 200, 0.93)]
)
def test_intervals_of_four_means_hold_together_as_often_as_is_said(shape, n, least):
    """A gamma value's skewness is 2 / sqrt(shape): none, that of scores, that of waiting times."""
    held = 0
    for values in np.random.default_rng(SEED).gamma(shape, size=(2000, 4, n)):
        ends = [mean_interval(v.sum(), (v * v).sum(), n, 4) for v in values]
        held += all(low <= shape <= high for low, high in ends)
    assert held / 2000 > least


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 65535), min_size=1, max_size=200), st.floats(0.01, 0.99))
def test_a_quantile_is_the_least_value_that_enough_games_do_not_exceed(values, level):
    (found,) = quantiles(np.bincount(values), [level])
    enough = [v for v in sorted(values) if sum(w <= v for w in values) >= level * len(values)]
    assert found.value == enough[0]
    assert covers(found, found.value)


def covers(quantile, value):
    """Return whether no stated bound excludes the value."""
    low, high = quantile.low, quantile.high
    return (low is None or low <= value) and (high is None or value <= high)


@pytest.mark.parametrize("n", [1, 10, 20, 50, 200])
def test_stated_intervals_of_quantiles_hold_together_in_95_percent_of_batches(n):
    levels = (0.05, 0.5, 0.95)
    truth = [ceil(log(1 - level) / log(0.98)) for level in levels]  # geometric: 1 - 0.98 ** x
    held = 0
    for values in np.random.default_rng(SEED).geometric(0.02, (2000, n)):
        found = quantiles(np.bincount(values), levels)
        held += all(covers(q, value) for q, value in zip(found, truth, strict=True))
    assert held / 2000 > 0.95


def test_a_bound_that_so_few_games_do_not_tell_is_none():
    ten = np.ones(10, int)  # a game each of 0 .. 9 turns
    p5, median, p95 = quantiles(ten, (0.05, 0.5, 0.95))
    assert (p5.low, p95.high) == (None, None)
    assert (median.low, median.high) == (0, 9)
    assert quantiles(ten[:1], [0.5])[0].low is quantiles(ten[:1], [0.5])[0].high is None


def test_many_games_tell_every_bound():
    for found in quantiles(np.ones(500, int), (0.05, 0.5, 0.95)):
        assert found.low < found.value < found.high


def test_games_that_are_independent_tell_as_much_as_wilson_says():
    parts = np.random.default_rng(SEED).binomial(4, 0.3, 5000)
    found = clustered_share(parts, np.full(5000, 4), 20000, 1)
    low, high = share_interval(found.share, 20000, 1)
    assert found.high - found.low == pytest.approx(high - low, rel=0.04)


def test_games_that_repeat_each_other_tell_as_much_as_one():
    parts = 4 * np.random.default_rng(SEED).binomial(1, 0.3, 5000)
    found = clustered_share(parts, np.full(5000, 4), 20000, 1)
    assert found[1:] == pytest.approx(share_interval(found.share, 5000, 1), abs=1e-3)


def test_the_interval_of_a_ratio_is_that_of_the_delta_rule():
    rng = np.random.default_rng(SEED)
    wholes = rng.integers(0, 9, 3000)
    parts = rng.binomial(wholes, rng.beta(2, 3, 3000))  # games of one cluster are alike
    found = clustered_share(parts, wholes, int(wholes.sum()), 1)
    spread = np.var(parts - found.share * wholes, ddof=1)
    half = 1.96 * np.sqrt(spread / 3000) / wholes.mean()
    assert (found.low, found.high) == pytest.approx(
        (found.share - half, found.share + half), abs=1e-3
    )


@pytest.mark.parametrize("clusters", [5, 29])
def test_few_clusters_tell_no_more_than_as_many_games(clusters):
    parts = np.arange(clusters) % 3
    found = clustered_share(parts, np.full(clusters, 4), 4 * clusters, 2)
    assert found[1:] == share_interval(found.share, clusters, 2)


def test_balanced_games_tell_no_more_than_independent_ones():
    found = clustered_share(np.full(100, 2), np.full(100, 4), 400, 1)
    assert found == (0.5, *share_interval(0.5, 400, 1))


@pytest.mark.parametrize(("part", "share"), [(0, 0), (4, 1)])
def test_clusters_without_a_difference_tell_as_much_as_their_number(part, share):
    found = clustered_share(np.full(100, part), np.full(100, 4), 400, 1)
    assert found == (share, *share_interval(share, 100, 1))


def test_clusters_without_a_game_that_counts_have_no_share():
    assert clustered_share(np.zeros(50, int), np.zeros(50, int), 0, 1) is None


@pytest.mark.parametrize("alike", [0.5, 1, 5])  # beta(alike a, alike b): the less, the more alike
def test_clustered_intervals_hold_the_truth_in_95_percent_of_batches(alike):
    rng = np.random.default_rng(SEED)
    held = 0
    for chances in rng.beta(2 * alike, 6 * alike, (1000, 60)):
        found = clustered_share(rng.binomial(12, chances), np.full(60, 12), 720, 1)
        held += found.low <= 0.25 <= found.high
    assert held / 1000 > 0.94
