"""``value``: what is changed, for whom, and the points that undo it, against games played alone."""

import numpy as np
import pytest

import undertow as ut
from undertow import games as all_games
from undertow.errors import InputTypeError, InputValueError
from undertow.studies.interventions import intervention
from undertow.studies.worth import overall_gain

PLAY = {"players": 3, "agents": "greedy", "games": 150, "seed": 7}
BAN = "greedy(forbid=turn)"


def wins(result, game, seat):
    """Return a seat's part of the win in a game, by the records alone."""
    row = result.results[game]
    won = [s for s in range(result.players) if row["winners"] >> s & 1]
    return (seat in won) / max(1, len(won))


@pytest.fixture(scope="module")
def banned():
    return ut.value("alarm", of="turn", **PLAY)


@pytest.fixture(scope="module")
def without():
    return ut.value("alarm", of={"provisions": 1}, **PLAY)


def alone(seat, handicap=0):
    """Return the games in which a seat may not turn, played by ``simulate``."""
    agents = ["greedy"] * 3
    agents[seat] = BAN
    points = [0, 0, 0]
    points[seat] = handicap
    return ut.simulate("alarm", **{**PLAY, "agents": agents}, rules={"handicap": points})


def test_a_decision_is_banned_for_each_seat_in_turn(banned):
    base = ut.simulate("alarm", **PLAY)
    arms = [alone(seat) for seat in range(3)]
    for place in range(3):
        gains = []
        for game in range(150):
            seat = (int(base.results["first"][game]) + place) % 3
            gains.append(wins(arms[seat], game, seat) - wins(base, game, seat))
        row = banned.order()[place].share
        assert row.difference == pytest.approx(np.mean(gains))
        assert row.low <= row.difference <= row.high
    assert banned.share.difference == pytest.approx(
        np.mean([row.share.difference for row in banned.order()])
    )
    assert banned.share.base == pytest.approx(1 / 3)
    assert banned.other > 0


def test_its_price_brings_the_share_back(banned):
    (price,) = banned.prices
    assert price.low < price.points < price.high
    below = int(price.points // 1)
    base = ut.simulate("alarm", **PLAY)
    left = []
    for handicap in (below, below + 1):
        arms = [alone(seat, handicap) for seat in range(3)]
        own = sum(wins(arms[s], g, s) for s in range(3) for g in range(150))
        left.append((own - sum(wins(base, g, s) for s in range(3) for g in range(150))) / 450)
    assert left[0] < 0 <= left[1]
    assert price.points == pytest.approx(below - left[0] / (left[1] - left[0]))
    assert banned.tried[below][0].difference == pytest.approx(left[0])


def test_what_is_given_is_the_opposite_of_a_ban_for_all():
    found = ut.value("alarm", of="turn", give=True, **PLAY)
    assert found.base.agents == (BAN,) * 3
    assert found.changed[1].agents == (BAN, "greedy", BAN)
    assert found.share.difference > 0 > found.prices[0].points
    assert "--give" in found.reproduce
    assert " -a greedy " in found.reproduce


def test_a_rule_changes_for_all_and_each_place_has_a_price(without):
    same = ut.compare("alarm", variant={"provisions": 1}, **PLAY)
    assert without.order() == same.order()
    assert len(without.changed) == 1
    assert len(without.prices) == 3
    assert {len(left) for left in without.tried.values()} == {3}
    one = ut.simulate("alarm", **PLAY, rules={"provisions": 1, "handicap": [0, 1, 0]})
    base = same.base
    gains = [
        wins(one, g, 1) - wins(base, g, 1) for g in range(150) if base.results["first"][g] == 1
    ]
    every = [
        ut.simulate(
            "alarm", **PLAY, rules={"provisions": 1, "handicap": [int(s == t) for t in range(3)]}
        )
        for s in range(3)
    ]
    firsts = base.results["first"]
    expected = np.mean([wins(every[s], g, s) - wins(base, g, s) for g, s in enumerate(firsts)])
    assert without.tried[1][0].difference == pytest.approx(expected)
    assert len(gains) > 20


@pytest.mark.parametrize(
    ("game", "of", "key", "value"),
    [
        ("alarm", "whirlpool", "whirlpool", True),
        ("alarm", "forbid_kuno_landing", "forbid_kuno_landing", True),
        ("alarm", "limit_scope", "limit_scope", "turn"),
        ("poseidon", "graveyard_each", "graveyard_each", 0),
        ("poseidon", "coral_counts.9", None, "whole number from 1 to 5"),
        ("poseidon", {"coral_counts": [2, 2, 2, 2, 0]}, "coral_counts", (2, 2, 2, 2, 0)),
        ("kingdoms", "bait_points", "bait_points", (0,) * 11),
        ("kingdoms", "bait_icons.3", "bait_icons", "none"),
        ("kingdoms", "goal_deck.3", "goal_deck", (1, 2, *range(4, 15))),
        ("pond", "card_counts.2", "card_counts", (4, 0, 2, 2, 2, 4)),
        ("pond", {"card_counts.2": 1}, "card_counts", (4, 1, 2, 2, 2, 4)),
    ],
)
def test_none_of_a_component_is_what_it_looks_like(game, of, key, value):
    def changed():
        return intervention(of, ut.load(game), "random", give=False).rules[key]

    if key is None:
        with pytest.raises(InputValueError, match=value):
            changed()
    else:
        assert (changed()[2] if of == "bait_icons.3" else changed()) == value


def test_a_ban_is_added_to_those_that_there_are():
    agents = ["greedy(forbid=stop)", "random", "greedy(style=daring)"]
    found = ut.value("alarm", of="turn", **{**PLAY, "agents": agents, "games": 5})
    assert found.changed[0].agents[0] == "greedy(forbid=[stop, turn])"
    assert found.changed[1].agents == (agents[0], "random(forbid=turn)", agents[2])
    assert found.changed[2].agents[2] == "greedy(style=daring, forbid=turn)"


def test_a_change_of_nothing_is_worth_nothing():
    found = ut.value("pond", of="card_counts.2", players=2, agents="random", games=40, seed=7)
    assert found.other == 0
    assert [price.points for price in found.prices] == [0, 0]


def test_precision_is_reached_and_time_limits_the_search():
    precise = ut.value("alarm", of="turn", players=2, agents="random", precision=0.2, seed=7)
    assert all(row.share.high - row.share.low <= 0.2 for row in precise.order())
    assert " --precision 0.2 " in precise.reproduce
    short = ut.value("alarm", of="turn", players=2, agents="random", time=0.05, seed=7)
    assert not short.whole


@pytest.mark.parametrize("game", all_games.names())
def test_no_kind_of_decision_has_the_name_of_a_rule(game):
    found = all_games.find(game)
    assert not set(found.agents.kinds) & set(found.components)


def test_a_watched_seat_loses_no_more_than_it_won():
    found = ut.value("alarm", of="turn", **{**PLAY, "games": None}, until=lambda _: True)
    even = np.full(found.games, 1 / 3)
    loose = found.base.intervals.share_gain(-even, 1)
    assert loose[0] < -1 / 3
    assert overall_gain(-even, even, found.base.intervals) == (-1 / 3, loose[1])
    assert overall_gain(2 * even, even, found.base.intervals)[1] == pytest.approx(2 / 3)
    assert found.share.low >= -1 / 3
    assert found.tried[0][0] == (found.share.difference, found.share.low, found.share.high)


class Stubborn:
    """Takes the first decision."""

    def act(self, view, legal, rng):
        return 0


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"of": "trun"}, InputValueError, "unknown option 'trun' for alarm; did you mean 'turn'"),
        ({"of": "handicap"}, InputValueError, "handicap is what the price is paid in"),
        ({"of": "provisions"}, InputValueError, r"as provisions=VALUE \(worth trying: 1, 2\)"),
        ({"of": {"provisions": 3}}, InputValueError, "provisions is 3 already"),
        ({"of": "provisions.1"}, InputValueError, "provisions is no list; it has no item '1'"),
        ({"of": "provisions", "give": True}, InputValueError, "give is for a kind of decision"),
        ({"of": {"turn": 1}}, InputValueError, "turn is a kind of decision; it takes no value"),
        ({"of": "turn", "give": "no"}, InputTypeError, "give must be true or false, not 'no'"),
        ({"of": "turn", "agents": BAN}, InputValueError, "it forbids turn already; leave that"),
        (
            {"of": "turn", "give": True, "agents": ["greedy", "greedy", BAN]},
            InputValueError,
            "it forbids turn already",
        ),
        ({"of": 3}, InputTypeError, "of must be a name, or a mapping"),
        ({"of": {"provisions": 9}}, InputValueError, "provisions must be a whole number from 1 to"),
        ({"of": "turn", "agents": Stubborn}, InputTypeError, "name the agents as text"),
        ({"of": "turn", "time": "x"}, InputTypeError, "time must be a number"),
    ],
)
def test_mistakes_say_what_is_allowed(arguments, kind, message):
    with pytest.raises(kind, match=message):
        ut.value("alarm", **{"players": 3, "seed": 7, **arguments})


def test_a_value_is_shown_in_short_and_as_html(banned, without):
    assert "Price: " in repr(banned)
    assert "Price for place 3: " in repr(without)
    assert banned._repr_html_().count("<tr>") == 5
