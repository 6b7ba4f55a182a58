"""Sensitivities: known functions get their known indices; points are the games of ``simulate``."""

from itertools import product
from math import pi, sin, sqrt

import numpy as np
import pytest

import undertow as ut
from undertow.errors import InputTypeError, InputValueError, MissingExtraError
from undertow.inference.indices import MORRIS, SOBOL, STEP, design, effects, indices
from undertow.studies.factors import CHOICE, RANGE, WHOLE, Factor

RNG = np.random.default_rng
PLAY = {"players": 3, "agents": "random", "games": 40, "samples": 4, "seed": 7}
VARY = {"provisions": [1, 3], "whirlpool": [False, True]}


def morris(f, keys, samples=40):
    unit = design(MORRIS, keys, samples, RNG(1))
    return effects(unit, np.array([f(*row) for row in unit]), np.zeros(len(unit)), RNG(2))


def test_a_straight_line_has_its_slopes_as_effects_and_no_sigma():
    found = morris(lambda a, b, c: 3 * a - 2 * b, "abc")
    assert [row.mu_star for row in found] == pytest.approx([3, 2, 0])
    for row in found:
        assert (row.mu_star_low, row.mu_star_high) == pytest.approx((row.mu_star,) * 2)
        assert (row.sigma, row.sigma_low, row.sigma_high) == pytest.approx((0, 0, 0), abs=1e-12)
        assert row.luck == 0


def test_an_interaction_shows_in_sigma():
    found = morris(lambda a, b: a * b, "ab", 400)
    assert found[0].mu_star == pytest.approx(0.5, abs=0.05)
    assert found[0].sigma == pytest.approx(np.std([0, 1 / 3, 2 / 3, 1]), abs=0.03)
    assert found[0].sigma_low < found[0].sigma < found[0].sigma_high


def test_luck_is_the_mean_size_of_what_chance_makes_of_a_step():
    unit = design(MORRIS, "ab", 2000, RNG(1))
    chance = RNG(3).normal(0, 0.1, len(unit))
    found = effects(unit, chance, np.full(len(unit), 0.1 * sqrt(2)), RNG(2))
    for row in found:
        assert row.luck == pytest.approx(0.1 * sqrt(2) * sqrt(2 / pi) / STEP)
        assert row.mu_star == pytest.approx(row.luck, rel=0.05)


def test_the_function_of_ishigami_has_its_known_indices():
    unit = design(SOBOL, "abc", 2048, RNG(1))
    x = pi * (2 * unit - 1)
    y = np.array([sin(a) + 7 * sin(b) ** 2 + 0.1 * c**4 * sin(a) for a, b, c in x])
    v1, v2, v13 = 0.5 * (1 + pi**4 / 50) ** 2, 49 / 8, 8 * pi**8 / 22500
    total = v1 + v2 + v13
    found = indices(y, 3, RNG(2))
    for row, s1, st in zip(found, (v1, v2, 0), (v1 + v13, v2, v13), strict=True):
        assert row.s1 == pytest.approx(s1 / total, abs=0.03)
        assert row.st == pytest.approx(st / total, abs=0.03)
        assert row.s1_low < row.s1 < row.s1_high
        assert row.st_low < row.st < row.st_high


def test_what_never_varies_hangs_on_nothing():
    assert indices(np.ones(16), 2, RNG(1))[0] == (0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("factor", "shares", "values", "told"),
    [
        (Factor("a", (1, 4), WHOLE), (0, 1 / 3, 0.4, 1), [1, 2, 2, 4], "1 to 4, rounded"),
        (Factor("a", (0.5, 1.5), RANGE), (0, 0.25, 1), [0.5, 0.75, 1.5], "0.5 to 1.5"),
        (Factor("a", (True, False), CHOICE), (0, 0.4, 0.5, 1), [1, 1, 0, 0], "one of true, false"),
    ],
)
def test_a_factor_runs_through_its_range(factor, shares, values, told):
    assert [factor.at(share) for share in shares] == values
    assert factor.told() == told


def test_two_numbers_are_a_range_and_others_are_choices():
    vary = {"provisions": [3, 1], "token_limit": [1, 2, 4], "pendulum_hit": [0, 1]}
    found = ut.sensitivity("alarm", vary=vary, **{**PLAY, "games": 2})
    assert found.factors == (
        Factor("provisions", (1, 3), WHOLE),
        Factor("token_limit", (1, 2, 4), CHOICE),
        Factor("pendulum_hit", (0, 1), RANGE),
    )


@pytest.mark.parametrize(("method", "block"), [(MORRIS, 3), (SOBOL, 4)])
def test_points_are_the_games_that_simulate_plays(method, block):
    found = ut.sensitivity("alarm", method=method, vary=VARY, **PLAY)
    assert (found.samples, found.points, found.games) == (4, 4 * block, 40)
    how = {"players": 3, "agents": "random", "games": 40, "seed": 7}
    played = [
        ut.simulate("alarm", rules={"provisions": p, "whirlpool": w}, **how)
        for p, w in product((1, 2, 3), (False, True))
    ]
    for place, output in enumerate(found.outputs[:3]):
        shares = [result.order()[place].share for result in played]
        for end in (output.low, output.high):
            assert any(end == pytest.approx(share) for share in shares)
    turns = [result.results["turns"].mean() for result in played]
    assert found.outputs[3].name == "turns"
    assert found.outputs[3].high == pytest.approx(max(turns))


def test_a_factor_that_changes_no_game_has_no_effect():
    vary = {"card_counts": [[0] * 6, [4, 2, 2, 2, 2, 4]], "table_hold": [2, 4]}
    found = ut.sensitivity("pond", vary=vary, **{**PLAY, "players": 2})
    for output in found.outputs:
        assert output.factors[0] == (0, 0, 0, 0, 0, 0, 0)
    assert found.outputs[-1].factors[1].mu_star > 0


def test_the_same_seed_gives_the_same_and_time_stops_between_samples():
    one, other = (ut.sensitivity("alarm", vary=VARY, **PLAY, threads=t) for t in (1, 2))
    assert one.outputs == other.outputs
    short = ut.sensitivity("alarm", vary=VARY, **{**PLAY, "samples": 50}, time=1e-6)
    assert (short.samples, short.size) == (4, 50)


def test_reconstructed_values_span_what_is_worth_trying():
    found = ut.sensitivity("alarm", reconstructed=True, **{**PLAY, "games": 1})
    ranges = {factor.key: factor.values for factor in found.factors}
    assert ranges["provisions"] == (1, 3)
    assert ranges["pendulum_hit"] == (0.2, 0.8)
    assert ranges["round_cap"] == (10, 500)


@pytest.mark.parametrize(
    ("wrong", "kind", "line"),
    [
        ({"method": "moris"}, InputValueError, "sensitivity must be one of morris, sobol"),
        ({"method": SOBOL, "samples": 12}, InputValueError, "a power of 2 for sobol, as 64, not 1"),
        ({"samples": 1}, InputValueError, "samples must be a whole number from 4 to"),
        ({"vary": {"provisions": [1, 2]}}, InputValueError, "vary at least two, not 1"),
        ({"vary": {**VARY, "token_limit": [2]}}, InputTypeError, "two values or more for token_li"),
        (
            {"vary": {**VARY, "provisions": [1, 1]}},
            InputValueError,
            "that differ for provisions, n",
        ),
        ({"vary": {**VARY, "provisions": [1, 9]}}, InputValueError, "narrow what varies"),
        ({"vary": {**VARY, "provision": [1, 9]}}, InputValueError, "did you mean 'provisions'"),
        ({"vary": None}, InputValueError, r"--vary KEY=V,V\), or reconstructed; one of them"),
    ],
)
def test_mistakes_say_what_is_allowed(wrong, kind, line):
    with pytest.raises(kind, match=line):
        ut.sensitivity("alarm", **{**PLAY, "vary": VARY, **wrong})


def test_without_salib_the_extra_names_itself(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "SALib.sample.morris", None)
    with pytest.raises(MissingExtraError, match=r'pip install "undertow\[study\]"'):
        ut.sensitivity("alarm", vary=VARY, **PLAY)


@pytest.mark.parametrize("method", ["morris", "sobol"])
def test_out_of_time_the_command_names_what_was_played(method):
    vary = {"provisions": [1, 3], "token_limit": [1, 4]}
    how = {"method": method, "players": 2, "vary": vary, "agents": "random", "games": 20, "seed": 7}
    short = ut.sensitivity("alarm", **how, samples=64, time=1e-6)
    assert (short.samples, short.size) == (4, 64)
    assert " --samples 4 " in short.reproduce
    again = ut.sensitivity("alarm", **how, samples=4)
    assert again.reproduce == short.reproduce
    assert again.outputs == short.outputs
    assert again.account == short.account


def test_of_sobols_samples_a_power_of_2_is_kept(monkeypatch):
    looks = iter([0.0] * 24)  # seconds at each point: time is out after five samples of four
    monkeypatch.setattr("undertow.studies.sensitivities.perf_counter", lambda: next(looks, 99.0))
    vary = {"provisions": [1, 3], "token_limit": [1, 4]}
    how = {"method": "sobol", "players": 2, "vary": vary, "agents": "random", "games": 10}
    found = ut.sensitivity("alarm", **how, samples=16, seed=7, time=9)
    assert (found.samples, found.points) == (4, 16)
    assert found.account.games == 160
