"""Chapters 4 and 6.2: the alarm, the pendulum and the whirlpool."""

from __future__ import annotations

import pytest
from games.alarm.positions import (
    FISH,
    KUNO,
    MET,
    MISSED,
    SEAHORSE,
    SNAIL,
    TURTLE,
    WAVE,
    Scene,
    load,
)

import undertow as ut
from undertow.errors import InputError
from undertow_kernels.alarm.state import Kind

SAIL, STOP, TURN = Kind.SAIL, Kind.STOP, Kind.TURN
TOPS = (SEAHORSE, SNAIL, FISH, TURTLE)
SWINGS = 200_000
EXACT = 0.6 * (1 - sum(0.6**passes for passes in range(1, 5)) / 4)  # of a ship that lies, KA-4.2
WAYS = ("landing", "wave", "kuno")


def alarm_by(way, section=(), **rules):
    """An alarm on section 1 that has been raised in one of three ways."""
    scene = Scene(**rules).show(*TOPS)
    if way == "landing":
        return scene.sea((), section).at(ship=0, kuno=1).play(SAIL, 1)
    if way == "wave":
        scene.sea((WAVE,), section).at(ship=3, kuno=1)
    else:
        scene.sea((), section or (KUNO,)).at(ship=0, kuno=0)
    return scene.play(SAIL, 1).play(TURN, 0)


def swing(*words, **rules):
    """One alarm with these results of chance: whether the ship lay, how often it was knocked out.

    A result is first the number of passes less one, then words.
    """
    scene = Scene(**rules).at(ship=0, kuno=1)
    scene.inject(words)
    scene.play(SAIL, 1)
    columns = scene.columns
    assert columns["alarms"] == 1
    return bool(columns["capsized"]), int(columns["knocked_out"])


def word(chance, *, met):
    """The greatest word that meets a chance, or the least that does not."""
    bound = int(2**32 * chance + 0.5) << 32
    return bound - 1 if met else bound


# --- the alarm


@pytest.mark.rule("KA-4.1")
@pytest.mark.parametrize("chance", [0, 1])
@pytest.mark.parametrize("way", WAYS)
def test_whenever_the_two_meet_the_pendulum_swings_once_and_the_turn_ends(way, chance):
    scene = alarm_by(way, capsize_probability=chance)
    assert scene.columns["alarms"] == 1
    assert scene.columns["capsized"] == chance
    assert (scene.decider, scene.kinds()) == (1, [SAIL])
    assert scene.placed("open_tokens") == set()


@pytest.mark.rule("KA-4.1", "KA-3.3")
@pytest.mark.parametrize("chance", [0, 1])
def test_animals_taken_before_the_alarm_are_kept(chance):
    scene = Scene(capsize_probability=chance).sea((), (FISH, WAVE)).show(*TOPS).at(0, 2)
    scene.play(SAIL, 1).play(TURN, 0).play(TURN, 1)
    assert scene.columns["alarms"] == 1
    assert scene.state["animals"][:2].tolist() == [1, 0]


@pytest.mark.rule("KA-4.3")
@pytest.mark.parametrize(("chance", "left"), [(0, 3), (1, 2)])
@pytest.mark.parametrize("captain", [0, 1, 2])
def test_only_the_captain_loses_a_provision_and_only_if_the_ship_lies(captain, chance, left):
    scene = Scene(3, captain, capsize_probability=chance).at(ship=0, kuno=1).play(SAIL, 1)
    expected = [left if seat == captain else 3 for seat in range(3)]
    assert scene.state["provisions"][:3].tolist() == expected


@pytest.mark.rule("KA-4.4")
@pytest.mark.parametrize("forbidden", [False, True])
def test_after_the_alarm_ship_and_kuno_stay_and_the_next_captain_sails_from_there(forbidden):
    scene = alarm_by("wave", forbid_kuno_landing=forbidden)
    assert (scene.state["ship"], scene.state["kuno"]) == (1, 1)
    assert scene.moves(SAIL) == [1, 2]
    scene.play(SAIL, 2)
    assert (scene.state["ship"], scene.state["kuno"]) == (3, 1)


# --- the pendulum


@pytest.mark.rule("KA-4.2")
@pytest.mark.parametrize("passes", [1, 2, 3, 4])
def test_the_ball_passes_one_to_four_times(passes):
    hit, rest = [MET, MISSED, MISSED], [MET, MET, MET] * 4
    words = [passes - 1, *[MISSED] * (passes - 1), *hit]
    assert swing(*words, *rest) == (False, 0)  # what follows the last pass is another's
    words = [passes - 1, *[MISSED] * (passes - 1), MET, MET, MISSED]
    assert swing(*words, *rest) == (True, 0)
    assert swing(passes - 1, *[MISSED] * passes, *rest) == (False, 0)


@pytest.mark.rule("KA-4.2")
@pytest.mark.parametrize(("place", "chance"), [(0, 0.4), (1, 0.6)])
def test_a_pass_hits_with_its_chance_and_capsizes_with_its_own(place, chance):
    for met in (True, False):
        words = [MET, MET]
        words[place] = word(chance, met=met)
        assert swing(0, *words, MISSED) == (met, 0)


@pytest.mark.rule("KA-4.2")
def test_a_hit_rights_a_lying_ship_with_its_own_chance():
    capsized = [MET, MET, MISSED]
    assert swing(1, *capsized, MET, word(0.4, met=True), MISSED) == (False, 0)
    assert swing(1, *capsized, MET, word(0.4, met=False), MISSED) == (True, 0)


@pytest.mark.rule("KA-4.2")
def test_a_ship_that_was_righted_may_capsize_again():
    hit = [MET, MET, MISSED]
    assert [swing(passes - 1, *hit * passes)[0] for passes in range(1, 5)] == [
        True, False, True, False,
    ]  # fmt: skip


@pytest.mark.rule("KA-4.2")
def test_a_hit_that_does_not_capsize_may_still_be_followed_by_one_that_does():
    assert swing(1, MET, MISSED, MISSED, MET, MET, MISSED) == (True, 0)


@pytest.mark.rule("KA-4.2")
def test_a_hit_may_knock_the_ship_out_of_its_zone_into_which_it_is_put_back():
    for met in (True, False):
        scene = Scene().at(ship=0, kuno=1)
        scene.inject([0, MET, MISSED, word(0.1, met=met)])
        scene.play(SAIL, 1)
        assert (scene.columns["knocked_out"], scene.state["ship"]) == (met, 1)
        assert scene.columns["capsized"] == 0
    assert swing(2, *[MET, MET, MET] * 3) == (True, 3)


@pytest.mark.rule("KA-4.2")
@pytest.mark.parametrize("passes", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("rules", "lies", "knocked_out"),
    [
        ({"pendulum_hit": 0}, "never", "never"),
        ({"pendulum_hit": 1, "pendulum_capsize": 0}, "never", "never"),
        ({"pendulum_hit": 1, "pendulum_capsize": 1, "pendulum_right": 0}, "always", "never"),
        ({"pendulum_hit": 1, "pendulum_capsize": 1, "pendulum_right": 1}, "odd", "never"),
        ({"pendulum_hit": 1, "pendulum_capsize": 0, "pendulum_knock_out": 1}, "never", "always"),
        ({"pendulum_hit": 0, "pendulum_knock_out": 1}, "never", "never"),
    ],
)
def test_chances_of_0_and_1_leave_nothing_to_chance(passes, rules, lies, knocked_out):
    rules = {"pendulum_knock_out": 0, **rules}
    expected = {"never": False, "always": True, "odd": passes % 2 == 1}[lies]
    for seed_word in (0, 2**63, MISSED):
        found = swing(passes - 1, *[seed_word] * 12, **rules)
        assert found == (expected, passes if knocked_out == "always" else 0)


@pytest.mark.rule("KA-4.2")
@pytest.mark.parametrize("most", [1, 2, 8])
def test_the_greatest_number_of_passes_is_a_rule(most):
    sure = {"pendulum_capsize": 0, "pendulum_hit": 1, "pendulum_knock_out": 1}
    draws = [] if most == 1 else [most - 1]  # a single outcome takes no draw
    assert swing(*draws, *[MET] * 3 * most, pendulum_passes=most, **sure) == (False, most)


@pytest.mark.rule("KA-4.2")
@pytest.mark.parametrize("chance", [0.25, 0.5])
def test_a_chance_given_replaces_the_pendulum_by_one_draw(chance):
    for met in (True, False):
        scene = Scene(capsize_probability=chance).at(ship=0, kuno=1)
        scene.inject([word(chance, met=met), MET, MET])
        scene.play(SAIL, 1)
        assert scene.columns["capsized"] == met
        assert scene.columns["knocked_out"] == 0


@pytest.mark.rule("KA-4.2")
@pytest.mark.parametrize("chance", [0, 1])
def test_a_chance_of_0_never_capsizes_and_one_of_1_always(chance):
    result = ut.simulate(
        "alarm", games=500, seed=4, rules={"capsize_probability": chance, "round_cap": 40}
    )
    assert result.columns["alarms"].sum() > 500
    assert (result.columns["capsized"] == chance * result.columns["alarms"]).all()
    assert result.columns["knocked_out"].sum() == 0


@pytest.mark.rule("KA-4.2")
@pytest.mark.parametrize("passes", [1, 4])
def test_below_0_the_pendulum_decides(passes):
    rules = {"pendulum_passes": passes, "pendulum_hit": 1, "pendulum_capsize": 1}
    result = ut.simulate("alarm", games=500, seed=4, rules=rules | {"pendulum_right": 1})
    share = result.columns["capsized"].sum() / result.columns["alarms"].sum()
    assert share == 1 if passes == 1 else 0.45 < share < 0.55
    assert load(4).rules.values["capsize_probability"] == -1


@pytest.mark.rule("KA-4.2")
@pytest.mark.parametrize("name", ["hit", "capsize", "right", "knock_out"])
def test_a_chance_is_from_0_to_1(name):
    for refused in (-0.1, 1.1):
        with pytest.raises(InputError, match=f"pendulum_{name}"):
            load(2, **{f"pendulum_{name}": refused})
    for refused in (-1.1, 1.1):
        with pytest.raises(InputError, match="capsize_probability"):
            load(2, capsize_probability=refused)


@pytest.mark.slow
@pytest.mark.rule("KA-4.2")
def test_the_ship_lies_after_as_many_swings_as_the_model_says():
    result = ut.simulate("alarm", players=2, games=250_000, agents="random", seed=11, threads=1)
    alarms = int(result.columns["alarms"].sum())
    assert alarms > 10 * SWINGS  # a standard error is a third of what is allowed
    assert pytest.approx(0.40416) == EXACT
    assert abs(result.columns["capsized"].sum() / alarms - EXACT) < 0.001
    assert abs(result.columns["knocked_out"].sum() / alarms - 2.5 * 0.4 * 0.1) < 0.001


@pytest.mark.rule("KA-4.2")
def test_every_alarm_begins_with_an_upright_ship():
    scene = Scene().at(ship=0, kuno=1)
    lies = [0, MET, MET, MISSED]
    scene.inject(lies)
    scene.play(SAIL, 1).at(ship=0, kuno=1)
    scene.inject([0, MET, word(0.5, met=True), MISSED])  # capsizes an upright ship, rights none
    scene.play(SAIL, 1)
    assert scene.state["provisions"][:2].tolist() == [2, 2]


# --- the whirlpool


@pytest.mark.rule("KA-6.2")
@pytest.mark.parametrize("chance", [0, 1])
@pytest.mark.parametrize("way", WAYS)
def test_after_every_alarm_the_whirlpool_shuffles_the_ships_section(way, chance):
    scene = Scene(whirlpool=True, capsize_probability=chance).show(*TOPS)
    here = (KUNO, SNAIL, FISH, WAVE)
    scene.sea((WAVE,), here).at(*{"landing": (0, 1), "wave": (3, 1), "kuno": (0, 0)}[way])
    others = [scene.section(number) for number in (0, 2, 3)]
    if way != "landing":
        scene.play(SAIL, 1)
    scene.inject([0, 0, 1, 0])  # a word for the pendulum, then the last item with 0, 1 and 0
    scene.play(*((SAIL, 1) if way == "landing" else (TURN, 0)))
    assert scene.columns["alarms"] == 1
    assert scene.section(1) == [FISH, WAVE, SNAIL, KUNO]
    assert [scene.section(number) for number in (0, 2, 3)] == others
    assert scene.placed("open_tokens") == set()


@pytest.mark.rule("KA-6.2")
@pytest.mark.parametrize("way", WAYS)
def test_without_the_whirlpool_the_tokens_stay_in_their_places(way):
    scene = alarm_by(way, section=(KUNO, SNAIL, FISH, WAVE), whirlpool=False)
    assert scene.columns["alarms"] == 1
    assert scene.section(1) == [KUNO, SNAIL, FISH, WAVE]


@pytest.mark.rule("KA-6.2")
def test_a_turn_without_an_alarm_stirs_nothing():
    scene = Scene(whirlpool=True).sea((), (SNAIL, FISH, KUNO, WAVE)).show(*TOPS)
    scene.play(SAIL, 1).play(TURN, 0).play(STOP)
    assert scene.section(1) == [SNAIL, FISH, KUNO, WAVE]
    assert scene.placed("seen") == {(1, 0)}


@pytest.mark.rule("KA-6.2")
def test_the_whirlpool_puts_every_token_in_every_place_equally_often():
    counts = {kind: [0] * 4 for kind in (SNAIL, FISH, KUNO, WAVE)}
    for index in range(2000):
        scene = Scene(index=index, whirlpool=True).sea((), (SNAIL, FISH, KUNO, WAVE))
        scene.at(ship=0, kuno=1).play(SAIL, 1)
        for place, kind in enumerate(scene.section(1)):
            counts[kind][place] += 1
    assert all(abs(n - 500) < 6 * 19.4 for row in counts.values() for n in row)


@pytest.mark.rule("KA-6.2", "KA-5.2")
def test_an_alarm_that_ends_the_game_stirs_nothing():
    scene = Scene(whirlpool=True, capsize_probability=1).provisions(1, 3).show(*TOPS)
    scene.sea((), (KUNO, SNAIL, FISH, WAVE)).at(ship=0, kuno=0)
    scene.play(SAIL, 1).play(TURN, 0)
    assert scene.position.over
    assert scene.section(1) == [KUNO, SNAIL, FISH, WAVE]
    assert scene.placed("seen") == scene.placed("open_tokens") == {(1, 0)}


# --- counters


def test_the_columns_count_what_happened():
    scene = Scene(capsize_probability=1).sea((), (KUNO, WAVE), (KUNO, FISH)).show(*TOPS)
    scene.at(ship=0, kuno=2).play(SAIL, 1)
    scene.play(TURN, 0).play(TURN, 1).play(TURN, 1).play(STOP)  # Kuno on 3, the ship on 2
    scene.play(SAIL, 1)  # the second captain lands on Kuno
    columns = scene.columns
    counted = [int(columns[name]) for name in ("alarms", "capsized", "turned", "waves", "kunos")]
    assert counted == [1, 1, 3, 1, 1]
    assert columns["provisions"].tolist() == [3, 2, 0, 0]
