"""Plackett-Luce ratings against choix on single games, scipy's optimum and hand figures."""

from math import log

import choix
import numpy as np
import pytest
from scipy.optimize import minimize

from undertow.inference.ratings import ALPHA, compared, plackett_luce, rate
from undertow.inference.statistics import UNIT
from undertow.studies.seatings import plan

PAIR = np.array([[1, 1]])


def some_wins(rng, line_ups, games=40):
    """Return wins by line-up and agent as agents of drawn strengths have them, some shared."""
    chances = line_ups * np.exp(rng.normal(size=line_ups.shape[1]))
    chances = chances / chances.sum(1, keepdims=True)
    wins = np.array([rng.multinomial(games, row) for row in chances]).astype(float)
    wins[0, np.flatnonzero(line_ups[0])[:2]] += 0.5  # one shared win
    return wins


def likeliest(wins, line_ups, alpha=ALPHA):
    """Return the ratings of greatest likelihood, found by scipy from its definition."""
    agents = range(wins.shape[1])

    def surprise(ratings):
        totals = np.log(line_ups @ np.exp(ratings))
        found = sum(
            wins[row, a] * (totals[row] - ratings[a]) for row in range(len(wins)) for a in agents
        )
        credit = (np.logaddexp(ratings[a], ratings[b]) - ratings[a] for a in agents for b in agents)
        return found + alpha * sum(credit) - alpha * len(agents) * log(2)

    found = minimize(surprise, np.zeros(len(agents)), method="BFGS", options={"gtol": 1e-6}).x
    return found - found.mean()


@pytest.mark.parametrize(("agents", "sides"), [(2, 2), (3, 2), (2, 4), (3, 4), (5, 4), (4, 6)])
def test_the_ratings_are_the_likeliest(agents, sides):
    rng = np.random.default_rng(agents * 10 + sides)
    line_ups = plan(agents, range(sides)).line_ups
    wins = some_wins(rng, line_ups)
    assert plackett_luce(wins, line_ups) == pytest.approx(likeliest(wins, line_ups), abs=1e-4)


def test_the_ratings_are_those_of_choix_for_games_one_by_one():
    line_ups = plan(4, range(3)).line_ups
    wins = some_wins(np.random.default_rng(3), line_ups)
    wins[0] = np.floor(wins[0])  # choix takes whole games
    games = [
        (agent, [other for other in range(4) if line_ups[row, other] and other != agent])
        for row in range(len(wins))
        for agent in range(4)
        for _ in range(int(wins[row, agent]))
    ]
    games += [(a, [b]) for a in range(4) for b in range(4) if a != b]
    expected = choix.ilsr_top1(4, games)
    assert plackett_luce(wins, line_ups, alpha=1) == pytest.approx(expected, abs=1e-6)


def test_two_agents_differ_by_the_logarithm_of_their_odds():
    low, high = plackett_luce(np.array([[20.0, 60.0]]), PAIR)
    assert high - low == pytest.approx(log((60 + ALPHA) / (20 + ALPHA)))


def test_agents_that_share_every_win_are_level():
    assert plackett_luce(np.array([[7.5, 7.5]]), PAIR) == pytest.approx([0, 0])


def test_a_shared_win_is_half_a_win_of_either_order():
    shared = np.array([[3.5, 6.5]])
    assert plackett_luce(2 * shared, PAIR, alpha=1) == pytest.approx(
        plackett_luce(np.array([[7.0, 13.0]]), PAIR, alpha=1)
    )


@pytest.mark.parametrize("wins", [[5000.0, 0.0], [0.0, 3.0]])
def test_agents_that_never_lose_or_never_win_have_finite_ratings(wins):
    first, second = plackett_luce(np.array([wins]), PAIR)
    assert first - second == pytest.approx(log((wins[0] + ALPHA) / (wins[1] + ALPHA)))


@pytest.mark.parametrize("seed", range(20))
def test_one_more_win_never_lowers_the_rating_of_its_agent(seed):
    rng = np.random.default_rng(seed)
    agents, sides = int(rng.integers(2, 6)), int(rng.integers(2, 6))
    line_ups = plan(agents, range(sides)).line_ups
    wins = some_wins(rng, line_ups, games=int(rng.integers(1, 30)))
    before = plackett_luce(wins, line_ups)
    for row, agent in np.argwhere(line_ups):
        for part in (1.0, 0.5):
            more = wins.copy()
            more[row, agent] += part
            assert plackett_luce(more, line_ups)[agent] > before[agent]


@pytest.mark.parametrize("seed", range(10))
def test_a_shared_win_that_becomes_ones_own_never_lowers_the_rating(seed):
    rng = np.random.default_rng(seed)
    line_ups = plan(4, range(3)).line_ups
    wins = some_wins(rng, line_ups, games=10)
    one, other = np.flatnonzero(line_ups[0])[:2]
    alone = wins.copy()
    alone[0, one] += 0.5
    alone[0, other] -= 0.5
    before, after = plackett_luce(wins, line_ups), plackett_luce(alone, line_ups)
    assert after[one] > before[one]
    assert after[other] < before[other]


def test_agents_are_compared_where_chains_of_wins_lead_both_ways():
    line_ups = plan(3, range(2)).line_ups  # 0 1, 0 2, 1 2
    ring = np.array([[1.0, 0, 0], [0, 0, 1], [0, 1, 0]])
    assert compared(ring, line_ups).tolist() == [True, True, True]
    beaten = np.array([[3.0, 0, 0], [3, 0, 0], [0, 1, 1]])
    assert compared(beaten, line_ups).tolist() == [False, True, True]
    apart = np.array([[3.0, 0, 0], [3, 0, 0], [0, 3, 0]])
    assert compared(apart, line_ups).sum() == 1


def test_an_agent_that_never_wins_leaves_the_others_their_intervals():
    rng = np.random.default_rng(1)
    line_ups = plan(3, range(2)).line_ups
    duel = deals_of(rng, 0.6, 300)[:, 0]
    units = np.zeros((300, 3, 3), np.int64)  # 0 1, 0 2, 1 2: the last agent loses all
    units[:, 0, :2] = duel
    units[:, 1, 0] = units[:, 2, 1] = 2 * UNIT
    first, second, last = rate(units, line_ups, UNIT, np.random.default_rng(2))
    odds = (duel[:, 0].sum() / UNIT + ALPHA) / (duel[:, 1].sum() / UNIT + ALPHA)
    assert first.rating - second.rating == pytest.approx(log(odds), abs=0.01)
    assert first.rating + second.rating == pytest.approx(0)
    assert first.low < first.rating < first.high
    assert (last.low, last.high) == (None, None)
    assert last.rating < second.rating


def deals_of(rng, chance, deals, seatings=2):
    """Return units of two agents that meet: each deal is for either, and luck is shared."""
    first = rng.binomial(seatings, chance, deals)
    return np.stack([first, seatings - first], 1)[:, None, :] * UNIT


def test_the_interval_of_a_rating_is_that_of_its_odds():
    units = deals_of(np.random.default_rng(1), 0.6, 2000)
    low, high = rate(units, PAIR, UNIT, np.random.default_rng(2))[0][1:]
    share = units[:, 0, 0].sum() / units.sum()
    error = 1 / np.sqrt(4000 * share * (1 - share)) / 2  # of half the log odds, by the delta rule
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.15)  # sup-t of two mirrored: 1.96


def test_deals_that_go_one_way_in_every_seating_tell_less():
    rng = np.random.default_rng(1)
    alike = np.stack([won := rng.integers(0, 2, 500), 1 - won], 1)[:, None, :] * 2 * UNIT
    wide = rate(alike, PAIR, UNIT, np.random.default_rng(2))[0]
    narrow = rate(deals_of(rng, 0.5, 500), PAIR, UNIT, np.random.default_rng(2))[0]
    assert wide.high - wide.low == pytest.approx((narrow.high - narrow.low) * 2**0.5, rel=0.2)


def test_the_interval_holds_the_truth_about_as_often_as_it_says(monkeypatch):
    monkeypatch.setattr("undertow.inference.ratings.RESAMPLES", 100)
    held = 0
    for seed in range(40):
        units = deals_of(np.random.default_rng(seed), 0.7, 60)
        rated = rate(units, PAIR, UNIT, np.random.default_rng(1000 + seed))[0]
        held += rated.low <= log(0.7 / 0.3) / 2 <= rated.high
    assert 34 <= held < 40


def test_the_intervals_depend_on_the_generator_alone():
    units = deals_of(np.random.default_rng(1), 0.6, 100)
    one, again = (rate(units, PAIR, UNIT, np.random.default_rng(2)) for _ in range(2))
    assert one == again


@pytest.mark.parametrize("deals", [29, 200])
def test_what_the_games_do_not_tell_has_no_interval(deals):
    units = np.full((deals, 1, 2), [2 * UNIT, 0])
    if deals < 30:
        units[0] = [0, 2 * UNIT]  # both have won, but in few deals
    assert [r[1:] for r in rate(units, PAIR, UNIT, np.random.default_rng(2))] == [(None, None)] * 2
