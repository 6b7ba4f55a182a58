"""Chapters 5, 6.1 and 7: who wins, the longer voyage, and what is known."""

from __future__ import annotations

from math import erfc, exp, pi, sqrt

import numpy as np
import pytest
from games.alarm.positions import (
    CRAB,
    FISH,
    KUNO,
    SEAHORSE,
    SECTIONS,
    SNAIL,
    STACK_SIZE,
    TURTLE,
    WAVE,
    Scene,
    load,
)

import undertow as ut
from undertow.errors import InputError
from undertow.games.alarm import GAME
from undertow_kernels.alarm.state import Kind
from undertow_kernels.core.game import Ending

SAIL, STOP, TURN, TAKE = Kind.SAIL, Kind.STOP, Kind.TURN, Kind.TAKE
TOPS = (SEAHORSE, SNAIL, FISH, TURTLE)
CAPPED = Ending.CAPPED
TARGET_REACHED, PROVISIONS_LOST = (Ending.FIRST_OWN + i for i in range(len(GAME.endings)))
TARGETS = {(2, False): 8, (3, False): 7, (4, False): 6, (2, True): 12, (3, True): 8}


def outcome(scene):
    """The ending, the winning seats, the ranks."""
    return scene.ending, scene.winners, scene.ranks


def lost(animals, provisions, players=4, captain=0, **rules):
    """The game ends as the captain loses a last provision; what the others have is given."""
    scene = Scene(players, captain, capsize_probability=1, provisions=3, **rules)
    scene.animals(*animals).provisions(*provisions).at(ship=0, kuno=1).play(SAIL, 1)
    assert scene.state["provisions"][captain] == 0
    return outcome(scene)


def find(scene):
    """The captain sails to section 1 and finds an animal."""
    stack, animal = next((i, animal) for i, animal in enumerate(scene.tops) if animal)
    scene.sea((), (animal,)).play(SAIL, 1).play(TURN, 0)
    return scene.play_if_asked(TAKE, stack)


# --- 5.1 the target


@pytest.mark.rule("KA-5.1", "KA-6.1")
@pytest.mark.parametrize(("players", "long"), TARGETS)
@pytest.mark.parametrize("whirlpool", [False, True])
def test_who_first_has_the_target_wins_at_once(players, long, whirlpool):
    target = TARGETS[players, long]
    rules = {"long_voyage": long, "whirlpool": whirlpool}
    scene = find(Scene(players, 1, **rules).animals(0, target - 2))
    assert not scene.position.over
    scene = find(Scene(players, 1, **rules).animals(0, target - 1))
    assert scene.position.over
    assert outcome(scene)[:2] == (TARGET_REACHED, [1])
    assert scene.result["score"][1] == target


@pytest.mark.rule("KA-5.1")
def test_a_game_won_by_the_target_stops_in_the_middle_of_the_turn():
    scene = find(Scene().animals(7))
    assert scene.decider is None
    assert scene.placed("open_tokens") == {(1, 0)}
    assert (scene.result["turns"], scene.result["rounds"]) == (1, 1)


@pytest.mark.rule("KA-5.1")
def test_the_stack_is_chosen_before_the_target_is_checked():
    scene = Scene(target=1).sea((), (FISH,)).show(FISH, SNAIL, FISH).play(SAIL, 1).play(TURN, 0)
    assert scene.moves(TAKE) == [0, 2]
    assert scene.play(TAKE, 2).position.over


@pytest.mark.rule("KA-5.1", "KA-5.3")
def test_the_others_are_ranked_behind_the_one_who_reached_the_target():
    scene = find(Scene(4, captain=2).animals(4, 5, 5, 4).provisions(3, 1, 1, 3))
    assert outcome(scene) == (TARGET_REACHED, [2], [3, 2, 1, 3])
    scene = find(Scene(4, captain=2).animals(4, 5, 5, 4).provisions(2, 1, 1, 3))
    assert outcome(scene) == (TARGET_REACHED, [2], [4, 2, 1, 3])


@pytest.mark.rule("KA-5.1")
def test_the_target_is_a_rule():
    assert find(Scene(target=3).animals(2)).position.over
    assert not find(Scene(target=24).animals(8)).position.over


# --- 5.2 lost provisions, 5.3 ties


@pytest.mark.rule("KA-5.2")
def test_the_game_goes_on_while_the_captain_has_provisions():
    scene = Scene(capsize_probability=1).provisions(2, 1).at(ship=0, kuno=1).play(SAIL, 1)
    assert (scene.decider, scene.state["provisions"][:2].tolist()) == (1, [1, 1])


@pytest.mark.rule("KA-5.2")
def test_the_last_provision_lost_ends_the_game_at_once():
    scene = Scene(capsize_probability=1).provisions(1, 3).at(ship=0, kuno=1).play(SAIL, 1)
    assert scene.position.over
    assert (scene.result["ending"], scene.result["turns"]) == (PROVISIONS_LOST, 1)


@pytest.mark.rule("KA-5.2")
def test_most_animals_win_among_those_who_still_have_provisions():
    assert lost((0, 3, 4, 2), (1, 3, 1, 3)) == (PROVISIONS_LOST, [2], [4, 2, 1, 3])


@pytest.mark.rule("KA-5.2")
def test_the_captain_without_provisions_is_last_even_with_most_animals():
    assert lost((5, 1, 0, 2), (1, 3, 3, 1)) == (PROVISIONS_LOST, [3], [4, 2, 3, 1])
    assert lost((7, 0), (1, 1), players=2) == (PROVISIONS_LOST, [1], [2, 1])


@pytest.mark.rule("KA-5.3")
def test_a_tie_goes_to_the_one_with_more_provisions():
    assert lost((0, 3, 3, 1), (1, 2, 3, 3)) == (PROVISIONS_LOST, [2], [4, 2, 1, 3])


@pytest.mark.rule("KA-5.3")
def test_equal_animals_and_provisions_share_the_win():
    assert lost((4, 3, 2, 3), (1, 2, 3, 2)) == (PROVISIONS_LOST, [1, 3], [4, 1, 3, 1])
    assert lost((0, 0, 0), (1, 3, 3), players=3) == (PROVISIONS_LOST, [1, 2], [3, 1, 1])


@pytest.mark.rule("KA-5.3")
def test_equal_seats_that_do_not_win_share_a_rank():
    assert lost((0, 2, 5, 2), (1, 3, 3, 3)) == (PROVISIONS_LOST, [2], [4, 2, 1, 2])


@pytest.mark.rule("KA-5.2", "KA-5.3")
@pytest.mark.parametrize("captain", [0, 1, 2, 3])
def test_who_wins_does_not_depend_on_the_seat(captain):
    def seats(*numbers):  # the first is the captain's
        return tuple(numbers[(seat - captain) % 4] for seat in range(4))

    found = lost(seats(5, 3, 4, 3), seats(1, 2, 1, 3), captain=captain)
    assert found == (PROVISIONS_LOST, [(captain + 2) % 4], list(seats(4, 3, 1, 2)))


# --- 5.4 the cap


@pytest.mark.rule("KA-5.4")
@pytest.mark.parametrize(("rules", "cap"), [({}, 500), ({"round_cap": 10}, 10)])
def test_a_game_stops_after_the_last_round_and_nobody_wins(rules, cap):
    scene = Scene(3, captain=1, **rules).animals(1, 4, 4).provisions(3, 2, 3)
    scene.state["round"] = cap
    scene.sea((CRAB,)).show(*TOPS)
    for seat in (1, 2, 0):
        assert scene.decider == seat
        scene.at(ship=3, kuno=2).play(SAIL, 1).play(TURN, 0)
    assert outcome(scene) == (CAPPED, [], [3, 2, 1])
    assert scene.result["score"][:3].tolist() == [1, 4, 4]
    assert scene.result["rounds"] == cap


@pytest.mark.rule("KA-5.4")
def test_the_round_before_the_cap_is_followed_by_another():
    scene = Scene(captain=1).sea((CRAB,)).show(*TOPS)
    scene.state["round"] = 499
    for _ in range(2):
        scene.at(ship=3, kuno=2).play(SAIL, 1).play(TURN, 0)
    assert (scene.decider, scene.state["round"]) == (1, 500)


@pytest.mark.rule("KA-5.4")
def test_equal_seats_share_the_first_rank_of_a_stopped_game():
    scene = Scene(captain=0, round_cap=1).sea((CRAB,)).show(*TOPS).animals(3, 3)
    for _ in range(2):
        scene.show(*TOPS).at(ship=3, kuno=2).play(SAIL, 1).play(TURN, 0)
    assert outcome(scene) == (CAPPED, [], [1, 1])


# --- 6.1 the longer voyage


@pytest.mark.rule("KA-6.1")
def test_four_players_have_no_longer_voyage():
    with pytest.raises(InputError, match="long_voyage is for 2 or 3 players, got 4"):
        load(4, long_voyage=True)
    assert load(4, long_voyage=False).tables["target"][0] == 6


@pytest.mark.rule("KA-6.1", "KA-6.2")
@pytest.mark.parametrize(("players", "longest"), [(2, 12), (3, 8)])
def test_both_variants_may_be_played_together(players, longest):
    rules = {"long_voyage": True, "whirlpool": True, "capsize_probability": 0}
    result = ut.simulate("alarm", players=players, games=300, seed=8, rules=rules)
    assert result.endings == {"target_reached": 300, "provisions_lost": 0, "capped": 0}
    assert (result.results["score"].max(axis=1) == longest).all()


# --- 7. knowledge


@pytest.mark.rule("KA-7.1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_all_seats_see_a_token_that_is_turned_and_keep_it_in_mind(seat):
    scene = Scene(3).sea((), (SNAIL, KUNO), (CRAB,)).show(*TOPS)
    scene.play(SAIL, 1).play(TURN, 0)
    assert not scene.position.over
    assert scene.view(seat)["sea"].tolist() == [0] * 4 + [SNAIL] + [0] * 11
    scene.play(STOP).play(SAIL, 1).play(TURN, 0)  # another captain turns the crab
    expected = [0] * 4 + [SNAIL] + [0] * 3 + [CRAB] + [0] * 7
    assert scene.view(seat)["sea"].tolist() == expected
    assert scene.state["captain"] == 2


@pytest.mark.rule("KA-7.1", "KA-7.2")
def test_an_alarm_without_a_whirlpool_makes_nothing_forgotten():
    scene = Scene(whirlpool=False).sea((), (SNAIL, KUNO)).show(*TOPS).at(ship=0, kuno=0)
    scene.play(SAIL, 1).play(TURN, 0).play(TURN, 1)
    assert scene.columns["alarms"] == 1
    assert scene.view(1)["sea"][4:8].tolist() == [SNAIL, KUNO, 0, 0]


@pytest.mark.rule("KA-7.2")
def test_each_section_is_known_to_hold_one_wave():
    known = Scene().view(0)["known"]
    assert known[:, WAVE].tolist() == [1] * 4
    assert known.sum() == 4


@pytest.mark.rule("KA-7.2")
def test_a_wave_turned_is_no_second_wave():
    scene = Scene().sea((), (WAVE,)).play(SAIL, 1).play(TURN, 0)
    assert scene.view(0)["known"][:, WAVE].tolist() == [1] * 4


@pytest.mark.rule("KA-7.2")
def test_a_whirlpool_makes_the_ships_places_forgotten_but_not_what_is_there():
    scene = Scene(whirlpool=True, capsize_probability=0).show(*TOPS)
    scene.sea((), (SNAIL, KUNO), (CRAB, FISH)).at(ship=1, kuno=3)
    scene.play(SAIL, 1).play(TURN, 0)  # the crab ends the turn
    scene.at(ship=0, kuno=0).play(SAIL, 1).play(TURN, 0).play(TURN, 1)
    assert scene.columns["alarms"] == 1
    view = scene.view(0)
    assert view["sea"].tolist() == [0] * 8 + [CRAB] + [0] * 7
    assert {k: int(n) for k, n in enumerate(view["known"][1]) if n} == {SNAIL: 1, KUNO: 1, WAVE: 1}
    assert {k: int(n) for k, n in enumerate(view["known"][2]) if n} == {CRAB: 1, WAVE: 1}


def turn_kunos(scene, *, count):
    """From section 1 as it lies now, turn Kunos till the last of them raises the alarm."""
    scene.at(ship=0, kuno=(2 - count - 1) % len(SECTIONS)).play(SAIL, 1)
    for _ in range(count):
        closed = [place for _, place in scene.placed("open_tokens")]
        places = [p for p, kind in enumerate(scene.section(1)) if kind == KUNO and p not in closed]
        scene.play(TURN, places[0])
    return int(scene.view(0)["known"][1][KUNO])


@pytest.mark.rule("KA-7.2")
def test_two_kunos_are_known_once_both_have_been_seen_between_two_whirlpools():
    rules = {"whirlpool": True, "capsize_probability": 0}
    scene = Scene(**rules).sea((), (KUNO, KUNO, CRAB)).show(*TOPS)
    assert turn_kunos(scene, count=1) == 1
    assert turn_kunos(scene, count=1) == 1  # it may have been the same one
    assert turn_kunos(scene, count=2) == 2
    assert turn_kunos(scene, count=1) == 2  # not forgotten
    assert scene.columns["alarms"] == 4


@pytest.mark.rule("KA-7.1", "KA-7.2")
def test_two_kunos_seen_in_different_turns_are_two_without_a_whirlpool():
    scene = Scene(capsize_probability=0).sea((), (KUNO, KUNO, CRAB)).show(*TOPS)
    for place, known in ((0, 1), (0, 1), (1, 2)):
        scene.at(ship=0, kuno=0).play(SAIL, 1).play(TURN, place)
        assert scene.view(0)["known"][1][KUNO] == known


@pytest.mark.rule("KA-7.3")
def test_a_token_uncovered_on_the_reef_is_seen_by_all():
    scene = Scene(3).sea((), (FISH,)).reef([FISH, CRAB, SNAIL]).play(SAIL, 1).play(TURN, 0)
    for seat in range(3):
        assert scene.view(seat)["reef"][:STACK_SIZE].tolist() == [0, CRAB, 0, 0, 0, 0]


@pytest.mark.rule("KA-7.3")
def test_all_but_tokens_is_open_to_all():
    game = load(4, whirlpool=True)
    position = game.new(seed=9)
    while not position.over:
        state = position.state
        for seat in range(1, 5):
            view = game.view(position, seat=seat)
            assert all(
                np.array_equal(view[name], state[name])
                for name in state.dtype.names
                if name not in ("sea", "reef")
            )
        game.apply(position, position._match.choose())


# --- seats


def tail(statistic, freedom):
    """The chance that chi-square of 1 to 3 degrees of freedom exceeds a value."""
    if freedom == 2:
        return exp(-statistic / 2)
    more = sqrt(2 * statistic / pi) * exp(-statistic / 2) if freedom == 3 else 0
    return erfc(sqrt(statistic / 2)) + more


def evenness(shares):
    """The chance of wins as uneven as these."""
    wins = np.array([share.wins for share in shares])
    mean = wins.mean()
    return tail(float(((wins - mean) ** 2).sum() / mean), len(wins) - 1)


def test_the_tail_of_chi_square_is_that_of_the_tables():
    for freedom, value in ((1, 10.828), (2, 13.816), (3, 16.266)):
        assert tail(value, freedom) == pytest.approx(0.001, rel=1e-3)


@pytest.mark.slow
@pytest.mark.rule("KA-1.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_seats_win_equally_often_though_the_start_player_does_not(players):
    result = ut.simulate("alarm", players=players, games=20_000, seed=12, threads=1)
    assert evenness(result.shares()) > 1e-6
    assert evenness(result.order()) < (0.01 if players == 2 else 1e-6)
