"""The counters of a game, the lead, and the handicap, in hand figures."""

from __future__ import annotations

import pytest
from games.alarm.positions import KUNO, WAVE, Scene, load

from undertow.errors import InputError
from undertow.games.alarm import GAME
from undertow_kernels.alarm.state import Kind
from undertow_kernels.core.game import Ending

SAIL, STOP, TURN, TAKE = Kind.SAIL, Kind.STOP, Kind.TURN, Kind.TAKE
TARGET_REACHED, PROVISIONS_LOST = (Ending.FIRST_OWN + i for i in range(len(GAME.endings)))


def take(scene):
    """The captain takes the first animal on top of the reef, two sections on, and stops."""
    stack, animal = next((i, animal) for i, animal in enumerate(scene.tops) if animal)
    scene.at(ship=0, kuno=3).sea((), (), (animal,)).play(SAIL, 2).play(TURN, 0)
    return scene.play_if_asked(TAKE, stack).play_if_asked(STOP)


def miss(scene):
    """The captain turns an animal that is on top of no stack."""
    animal = next(kind for kind in range(1, 9) if kind not in scene.tops)
    return scene.at(ship=0, kuno=3).sea((), (), (animal,)).play(SAIL, 2).play(TURN, 0)


def test_alarms_and_lost_provisions_count_for_the_captain():
    scene = Scene(3, captain=1, capsize_probability=1).at(ship=0, kuno=1).play(SAIL, 1)
    scene.at(ship=0, kuno=1).play(SAIL, 1).at(ship=3, kuno=1).play(SAIL, 2)
    assert scene.columns["raised"].tolist() == [1, 1, 1, 0]
    scene.at(ship=0, kuno=1).play(SAIL, 1)
    columns = scene.columns
    assert columns["raised"].tolist() == [1, 2, 1, 0]
    assert columns["lost"].tolist() == [1, 2, 1, 0]
    assert columns["provisions"].tolist() == [2, 1, 2, 0]
    assert (columns["alarms"], columns["capsized"]) == (4, 4)


def test_an_alarm_that_leaves_the_ship_upright_costs_nothing():
    columns = Scene(capsize_probability=0).at(ship=0, kuno=1).play(SAIL, 1).columns
    assert columns["raised"].tolist() == [1, 0, 0, 0]
    assert columns["lost"].tolist() == [0, 0, 0, 0]


def test_tokens_turned_are_counted_waves_and_kunos_apart():
    scene = Scene().at(ship=0, kuno=3).sea((), (WAVE,), (KUNO,)).play(SAIL, 1).play(TURN, 0)
    scene.play(TURN, 0)
    columns = scene.columns
    assert [int(columns[name]) for name in ("turned", "waves", "kunos")] == [2, 1, 1]


def test_the_lead_passes_when_its_holder_is_overtaken_and_not_by_a_tie():
    scene = Scene(target=[4, 4, 4])
    for first, second in ((take, miss), (miss, take), (miss, take)):
        second(first(scene))  # 1:0, 1:1, 1:2
    assert scene.result["lead_changes"] == 1
    take(take(scene))  # 2:3
    assert (scene.result["lead_changes"], scene.result["decided"]) == (1, 0)
    take(miss(scene))  # 2:4
    assert scene.ending == TARGET_REACHED
    result = scene.result
    assert (result["lead_changes"], result["decided"], result["rounds"]) == (1, 3, 5)


def test_a_game_that_its_end_alone_decides_is_decided_in_its_last_round():
    scene = Scene(capsize_probability=1, provisions=1)
    miss(take(scene))  # seat 0 leads by an animal, then loses its last provision
    scene.at(ship=0, kuno=1).play(SAIL, 1)
    assert (scene.ending, scene.winners) == (PROVISIONS_LOST, [1])
    assert scene.result["decided"] == scene.result["rounds"] == 2


@pytest.mark.rule("KA-5.5")
def test_a_handicap_counts_like_animals_for_points_and_target():
    scene = take(Scene(target=[8, 8, 8], handicap=[2, 0]).animals(4, 3))
    assert scene.scores == [7, 3]
    assert scene.columns["provisions"].tolist()[:2] == [3, 3]
    take(miss(scene))
    assert (scene.ending, scene.winners, scene.scores) == (TARGET_REACHED, [0], [8, 3])


@pytest.mark.rule("KA-5.5")
def test_a_handicap_below_0_is_made_up_by_animals():
    scene = take(Scene(target=[8, 8, 8], handicap=[-1, 0]).animals(7, 0))
    assert (scene.ending, scene.scores) == (Ending.RUNNING, [7, 0])


@pytest.mark.rule("KA-5.5")
@pytest.mark.parametrize(("handicap", "winner"), [([0, 0, 0], 1), ([0, 0, 2], 2)])
def test_a_handicap_changes_who_wins_when_provisions_are_lost(handicap, winner):
    scene = Scene(3, capsize_probability=1, handicap=handicap).animals(0, 3, 2)
    scene.provisions(1, 3, 3).at(ship=0, kuno=1).play(SAIL, 1)
    assert (scene.ending, scene.winners) == (PROVISIONS_LOST, [winner])


@pytest.mark.rule("KA-5.5")
@pytest.mark.parametrize(
    ("players", "rules", "message"),
    [
        (2, {"handicap": [8, 0]}, "handicap must be below target = 8, got 8"),
        (3, {"handicap": [0, 9, 0], "long_voyage": True}, "below long_target = 8, got 9"),
        (2, {"handicap": [1, 0, 0]}, "handicap must be a list of 2 whole numbers from -100 to 100"),
    ],
)
def test_a_handicap_that_makes_no_game_is_refused(players, rules, message):
    with pytest.raises(InputError, match=message):
        load(players, **rules)
