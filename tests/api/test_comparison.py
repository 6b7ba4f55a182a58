"""``compare``: the same games in both arms, and what the difference of a pair says."""

from math import inf

import numpy as np
import pytest

import undertow as ut
from undertow.errors import InputTypeError, InputValueError
from undertow.inference.paired import by_place_in_turn, win_parts
from undertow_kernels.core.game import RESULT_DTYPE

PLAY = {"players": 3, "agents": "random", "seed": 7}


@pytest.fixture(scope="module")
def found():
    return ut.compare("alarm", variant={"provisions": 4}, games=400, **PLAY)


def test_both_arms_are_the_games_that_simulate_plays(found):
    for result, rules in ((found.base, None), (found.variant, {"provisions": 4})):
        alone = ut.simulate("alarm", games=400, rules=rules, **PLAY)
        assert result.rows.tobytes() == alone.rows.tobytes()


def test_differences_are_those_of_the_two_results(found):
    for row, base, variant in zip(
        found.order(), found.base.order(), found.variant.order(), strict=True
    ):
        assert row.share[:2] == pytest.approx((base.share, variant.share))
        assert row.share.difference == pytest.approx(variant.share - base.share)
        assert row.mean_score[:2] == pytest.approx((base.mean_score, variant.mean_score))
        assert row.share.low <= row.share.difference <= row.share.high
    assert found.length.base == pytest.approx(found.base.results["turns"].mean())
    for name, row in found.endings.items():
        assert row.base == found.base.endings[name] / 400


def test_shares_ending_and_capped_add_up_in_both_arms(found):
    for arm in ("base", "variant"):
        shares = sum(getattr(row.share, arm) for row in found.shares())
        assert shares + getattr(found.endings["capped"], arm) == pytest.approx(1)
    assert sum(row.share.difference for row in found.shares()) == pytest.approx(0)


def test_changed_games_are_those_with_another_result(found):
    outcome = ("winners", "side", "score", "turns", "ending")
    pairs = zip(found.base.results, found.variant.results, strict=True)
    differ = [any(np.any(one[f] != other[f]) for f in outcome) for one, other in pairs]
    assert found.changed == sum(differ)
    assert 0 < found.changed < 400


def test_a_rule_that_changes_choices_alone_changes_no_outcome():
    found = ut.compare(
        "alarm", variant={"forbid_kuno_landing": True}, games=100, **{**PLAY, "agents": "greedy"}
    )
    assert found.base.results["decisions"].sum() > found.variant.results["decisions"].sum()
    assert found.changed == 0


def test_a_difference_is_asked_for_by_seat_or_by_place(found):
    assert found.difference(seat=2) == found.shares()[1]
    assert found.difference(place=1) == found.order()[0]
    for wrong in ({}, {"seat": 1, "place": 1}, {"seat": 0}, {"place": 4}):
        with pytest.raises(InputValueError):
            found.difference(**wrong)


def test_a_variant_that_changes_nothing_has_no_differences_and_an_infinite_factor():
    same = ut.compare("alarm", variant={"provisions": 3}, games=60, **PLAY)
    assert same.changed == 0
    assert same.factor == inf
    assert all(row.share.difference == 0 for row in same.shares())
    assert same.shares()[0].mean_score.low is None  # too few games differ


def test_pairing_is_better_than_arms_of_different_luck(found):
    other = ut.simulate("alarm", games=400, rules={"provisions": 4}, **{**PLAY, "seed": 8})
    apart = type(found)(found.base, other)
    assert found.factor > 1.5
    assert apart.factor == pytest.approx(1, abs=0.3)


def test_agents_may_differ_between_the_arms():
    found = ut.compare("alarm", variant_agents=["greedy", "random", "random"], games=200, **PLAY)
    assert found.variant.agents == ("greedy", "random", "random")
    assert found.difference(seat=1).share.low > 0


def test_a_comparison_is_shown_in_short_and_as_html(found):
    assert repr(found).splitlines()[0].startswith("Kraken-Alarm: 3 players, 400 games in each arm")
    assert len(repr(found).splitlines()) == 5
    assert found._repr_html_().count("<tr>") == 4


def test_comparisons_that_hold_together_have_wider_intervals(found):
    more = type(found)(found.base, found.variant, together=5)
    for one, other in zip(found.order(), more.order(), strict=True):
        assert other.share.low < one.share.low
        assert other.share.high > one.share.high


def test_the_base_may_vary_too():
    found = ut.compare(
        "alarm",
        base={"provisions": 2, "target": [8, 5, 6]},
        variant={"provisions": 3},
        games=5,
        **PLAY,
    )
    assert dict(found.base.rules) == {"provisions": 2, "target": 5}
    assert dict(found.variant.rules) == {"target": 5}
    assert found.reproduce.endswith("--seed 7 --set provisions=3")
    assert " --base target=5 --base provisions=2 " in found.reproduce


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({}, InputValueError),
        ({"variant": {}}, InputValueError),
        ({"variant": 3}, InputTypeError),
        ({"variant": {"provisions": 3}, "base": 3}, InputTypeError),
        ({"variant": {"provison": 3}}, InputValueError),
        ({"variant": {"provisions": 3}, "games": 5, "precision": 0.1}, InputValueError),
        ({"variant": {"provisions": 3}, "progress": 5}, InputTypeError),
    ],
)
def test_what_is_not_allowed_is_refused(wrong, error):
    with pytest.raises(error):
        ut.compare("alarm", **wrong)


def test_progress_counts_the_games_of_both_arms():
    seen = []
    ut.compare(
        "alarm", variant={"provisions": 2}, games=80, progress=lambda *a: seen.append(a), **PLAY
    )
    assert seen[-1] == (160, 160)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


@pytest.mark.parametrize("by_place", [True, False])
def test_the_parts_of_each_win_add_up_to_the_shares(by_place):
    result = ut.simulate("pond", players=4, games=300, rules={"mode": "teams"}, seed=7)
    parts = win_parts(result.results, 4, by_place=by_place)
    rows = result.order() if by_place else result.shares()
    assert parts.mean(0) == pytest.approx([row.share for row in rows])
    assert set(np.unique(parts)) <= {0.0, 0.25, 0.5}


def test_places_count_from_the_start_player():
    results = np.zeros(2, RESULT_DTYPE)
    results["first"] = 2, 0
    values = np.array([[10, 20, 30], [1, 2, 3]])
    assert by_place_in_turn(values, results).tolist() == [[30, 10, 20], [1, 2, 3]]
