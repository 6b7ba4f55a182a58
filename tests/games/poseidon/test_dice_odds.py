"""Exact odds are those of the game: play offers what they count, and opening waves fall so."""

from collections import Counter
from functools import partial
from itertools import combinations_with_replacement, product

import pytest
from dice_by_trying import VALUES, met_by_trying
from games.poseidon.playing import NEUTRAL, load
from games.poseidon.positions import QUIET, Scene
from scipy.stats import chi2

from undertow import dice, games
from undertow_kernels.poseidon.state import Kind

BLUE = 0
WAVE = 1  # the small wave beside QUIET
STORED = [(), (2, 6), (3, 3, 4)]
ROLLS = [
    *combinations_with_replacement((1, 3, 4, 6), 3),
    *combinations_with_replacement((1, 2, 5), 4),
]


def eating(roll, stored, strength, *, final=0):
    """A scene in which blue has arrived at some dice, beside others stored."""
    scene = Scene().row(BLUE, f"E{strength}" + " D" * max(len(stored), 1))
    if final:
        scene.final(final)
    for face, value in enumerate(stored, 1):
        scene.store(BLUE, face, value, NEUTRAL)
    return scene.sea(WAVE, *((value, NEUTRAL) for value in roll)).arrive(QUIET)


def arms():
    return games.find("poseidon").components["arms"].value


def test_the_requirements_are_those_that_arms_may_have():
    assert set(dice.REQUIREMENTS) == set(arms())


@pytest.mark.parametrize("strength", [1, 2, 4])
@pytest.mark.parametrize("stored", STORED)
def test_play_offers_the_arms_that_the_dice_meet(stored, strength):
    for roll in ROLLS:
        offered = eating(roll, stored, strength).moves(Kind.EAT)
        kept = {"roll": roll, "stored": stored, "strength": strength}
        assert offered == [n for n, need in enumerate(arms(), 1) if dice.meets(need, **kept)]


def pairs_in_play(scene):
    """Return each white and black coral that some way of eating claims in one turn."""
    found = set()

    def eat(position, white):
        moves = scene.game.legal(position)
        kinds = {int(move["kind"]) for move in moves}
        if Kind.CLAIM_STOP in kinds:
            black = [int(move["number"]) for move in moves if move["kind"] == Kind.CLAIM]
            found.update((white, number) for number in black)
        elif kinds <= {Kind.EAT_BOARD, Kind.EAT_STORED}:
            for move in moves:
                eat(after(position, move), white)

    def after(position, move):
        ahead = position.copy()
        scene.game.apply(ahead, move)
        return ahead

    for move in scene.game.legal(scene.position):
        if move["kind"] == Kind.CLAIM and move["number"] in dice.WHITE:
            eat(after(scene.position, move), int(move["number"]))
    return found


@pytest.mark.parametrize("strength", [1, 2, 4])
@pytest.mark.parametrize("stored", STORED)
def test_play_lets_claim_the_corals_that_the_dice_pay_for(stored, strength):
    for roll in ROLLS[::3]:
        scene = eating(roll, stored, strength, final=2)
        kept = {"roll": roll, "stored": stored, "strength": strength}
        single = [n for n in (*dice.WHITE, *dice.BLACK) if dice.meets(corals=n, **kept)]
        assert scene.moves(Kind.CLAIM) == single
        both = {pair for pair in product(dice.WHITE, dice.BLACK) if dice.meets(corals=pair, **kept)}
        assert pairs_in_play(scene) == both


# --- falling dice ---------------------------------------------------------------------------------


def opening_waves(count):
    """Yield the values of the dice of each small wave as the first turn begins, of some games."""
    game = load(4)
    for index in range(count):
        position = game.new(seed=7, index=index)
        while position.state["round"] == 0:
            game.apply(position, 0)
        for codes in position.state["sea"]:
            yield tuple(
                value for value in VALUES for _ in range(codes[5 * value - 5 : 5 * value].sum())
            )


@pytest.fixture(scope="module")
def waves():
    return [wave for wave in opening_waves(400) if len(wave) > 1]


def surprise(waves, need, odds):
    """Return how likely so great a distance between waves and odds is, by chi-square."""
    laid = Counter(map(len, waves))
    met = Counter(len(w) for w in waves if met_by_trying(dice.REQUIREMENTS[need], w, (), 0))
    distance = strata = 0
    for number, count in laid.items():
        share = odds(need, dice=number).share
        if min(count * share, count * (1 - share)) >= 5:  # enough for the normal approximation
            distance += (met[number] - count * share) ** 2 / (count * share * (1 - share))
            strata += 1
    assert strata >= 2
    return chi2.sf(distance, strata)


@pytest.mark.parametrize("need", dice.REQUIREMENTS)
def test_opening_waves_meet_requirements_as_often_as_the_odds_say(waves, need):
    assert surprise(waves, need, dice.odds) > 0.001


@pytest.mark.parametrize("need", dice.REQUIREMENTS)
def test_odds_of_other_dice_would_be_noticed(waves, need):
    assert surprise(waves, need, partial(dice.odds, stored=[2, 4])) < 0.001
