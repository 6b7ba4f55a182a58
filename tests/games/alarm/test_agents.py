"""What moves mean to the captain, and how greedy captains play."""

from __future__ import annotations

import numpy as np
import pytest
from games.alarm.positions import (
    CRAB,
    FISH,
    JELLYFISH,
    KUNO,
    LOBSTER,
    PLACES,
    SEAHORSE,
    SNAIL,
    STARFISH,
    TURTLE,
    WAVE,
    Scene,
)
from rating import choice, features, rated, share

from undertow_kernels.alarm.state import Kind

SAIL, STOP, TURN, TAKE = Kind.SAIL, Kind.STOP, Kind.TURN, Kind.TAKE
TOPS = (SEAHORSE, SNAIL, FISH, TURTLE)
BELOW = (CRAB, CRAB, STARFISH, STARFISH)
STYLES = ("balanced", "daring", "careful", "spoiler")
CAPSIZES = 40  # per cent of alarms: the mean of 24, 38.4, 47.04, 52.224 for 1 to 4 passes


def remember(scene, *tokens):
    """Let tokens, as section and place, have been seen."""
    s = scene.state
    for section, place in tokens:
        kind = scene.section(section)[place]
        s["seen"] |= 1 << (len(PLACES) * section + place)
        if kind != WAVE:
            s["known"][section][kind] += 1
    return scene


def at_sea(*sections, kuno=3, tops=TOPS, **rules):
    """The captain is to sail from section 0, whose tokens and the next ones are given."""
    return Scene(**rules).at(ship=0, kuno=kuno).sea(*sections).reef(*zip(tops, BELOW, strict=True))


def landed(*here, seen=(), kuno=3, ahead=(), tops=TOPS, **rules):
    """The captain is to turn a token of section 1; some places of it have been seen."""
    scene = at_sea((), here, ahead, kuno=kuno, tops=tops, **rules)
    return remember(scene, *((1, place) for place in seen)).play(SAIL, 1)


# --- chances of tokens


def test_a_remembered_token_is_rated_by_its_kind():
    scene = landed(CRAB, SNAIL, KUNO, WAVE, seen=PLACES)
    assert list(rated(scene, "animal").values()) == [0, 100, 0, 0]
    assert list(rated(scene, "news").values()) == [0, 0, 0, 0]


def test_an_unknown_token_is_rated_by_all_kinds_that_it_may_be():
    scene = landed()
    # A quarter is the wave; of the twelve other tokens of the sea four are on top of the reef.
    assert set(rated(scene, "animal").values()) == {25}
    assert set(rated(scene, "news").values()) == {100}


def test_what_was_seen_elsewhere_is_not_expected_here():
    scene = at_sea((SEAHORSE, SNAIL, FISH, WAVE))
    remember(scene, (0, 0), (0, 1), (0, 2)).play(SAIL, 1)
    # Only the turtle is left among nine tokens: 3/4 of 1/9.
    assert set(rated(scene, "animal").values()) == {8}


def test_a_wave_known_to_lie_elsewhere_in_its_section_is_not_expected():
    scene = landed(CRAB, WAVE, seen=(1,))
    assert rated(scene, "animal") == {(TURN, place): 33 * (place != 1) for place in PLACES}


def test_what_a_whirlpool_mixed_is_expected_in_its_section():
    scene = landed(SEAHORSE, CRAB, LOBSTER, WAVE, seen=(0, 1, 2), whirlpool=True)
    scene.state["seen"] = 0
    assert set(rated(scene, "animal").values()) == {25}
    scene.state["known"][1][SEAHORSE] = 0
    # One token is not known: of ten, the seahorse and three more lie on top of the reef.
    assert set(rated(scene, "animal").values()) == {10}


def test_hidden_tokens_are_not_read():
    scene = landed(CRAB, SNAIL, KUNO, WAVE, seen=(0,))
    before = features(scene)
    rng = np.random.Generator(np.random.PCG64(1))
    sea, reef = scene.state["sea"], scene.state["reef"]
    hidden = [i for i in range(len(sea)) if i != 4]
    below = [i for i in range(len(reef)) if i % 6]
    for _ in range(20):
        sea[hidden] = rng.permutation(sea[hidden])
        reef[below] = rng.permutation(reef[below])
        assert features(scene) == before


# --- what follows a token


def test_tokens_after_the_next_one_are_thought_of():
    scene = landed(SEAHORSE, SNAIL, CRAB, WAVE, seen=(0, 1, 2))
    assert rated(scene, "more")[TURN, 0] == 100
    assert rated(scene, "more")[TURN, 2] == 0


def test_a_wave_leads_on_to_the_next_section():
    scene = at_sea((), (CRAB, JELLYFISH, KUNO, WAVE), (SEAHORSE, SNAIL))
    remember(scene, *((1, place) for place in PLACES), (2, 0), (2, 1)).play(SAIL, 1)
    assert rated(scene, "more")[TURN, 3] == 200


def test_a_section_is_rated_by_its_best_token():
    scene = remember(at_sea((), (CRAB, SEAHORSE, KUNO, WAVE)), *((1, place) for place in PLACES))
    assert rated(scene, "animal") == {(SAIL, 1): 100, (SAIL, 2): 25}


def test_the_animal_that_reaches_the_target_wins():
    scene = at_sea((), (SEAHORSE,)).animals(7, 0).show(*TOPS)
    remember(scene, (1, 0)).play(SAIL, 1)
    assert rated(scene, "win")[TURN, 0] == 100


# --- risk


def test_landing_on_kuno_risks_a_provision():
    scene = at_sea(kuno=1)
    assert rated(scene, "provision")[SAIL, 1] == CAPSIZES
    assert rated(scene, "last")[SAIL, 1] == 0


def test_the_last_provision_is_told_from_the_others():
    scene = at_sea(kuno=1).provisions(1, 3)
    assert rated(scene, "provision")[SAIL, 1] == 0
    assert rated(scene, "last")[SAIL, 1] == CAPSIZES


def test_a_stated_chance_of_capsizing_takes_the_place_of_the_pendulum():
    assert rated(at_sea(kuno=1, capsize_probability=0.75), "provision")[SAIL, 1] == 75


@pytest.mark.parametrize(("kuno", "risky"), [(2, 1), (0, 0), (3, None)])
def test_a_wave_before_kuno_and_a_kuno_token_behind_it_are_risky(kuno, risky):
    one = {"token_limit": 1, "limit_scope": "turn"}
    scene = landed(KUNO, WAVE, CRAB, JELLYFISH, seen=PLACES, kuno=kuno, **one)
    risks = rated(scene, "provision")
    assert [risks[TURN, place] for place in PLACES] == [
        CAPSIZES * (place == risky) for place in PLACES
    ]


# --- what is left to others, what Kuno guards, what lies beneath


def test_the_next_captain_is_given_what_lies_one_or_two_sections_ahead():
    scene = at_sea((), (SEAHORSE, CRAB), (), (SNAIL,), kuno=0)
    remember(scene, (1, 0), (1, 1), (3, 0)).play(SAIL, 1).play(TURN, 0)
    assert rated(scene, "gift")[STOP,] == 100
    assert rated(scene, "stopping")[STOP,] == 1


def test_a_section_that_kuno_guards_is_no_gift():
    scene = at_sea((), (SEAHORSE, CRAB), (), (SNAIL,), kuno=3)
    remember(scene, (1, 0), (1, 1), (3, 0)).play(SAIL, 1).play(TURN, 0)
    assert rated(scene, "gift")[STOP,] < 50


def test_a_kuno_token_frees_what_kuno_guards_if_no_other_section_has_an_animal():
    sea = (
        (CRAB, WAVE, JELLYFISH, STARFISH),
        (KUNO, WAVE, LOBSTER, KUNO),
        (SEAHORSE, WAVE, SNAIL, FISH),
        (TURTLE, WAVE, KUNO, KUNO),
    )
    everywhere = [(section, place) for section in range(4) for place in PLACES]
    scene = remember(at_sea(*sea, tops=(FISH, FISH, FISH, SNAIL), kuno=2), *everywhere)
    assert rated(scene.play(SAIL, 1), "freeing")[TURN, 0] == 100
    scene = remember(at_sea(*sea, tops=(FISH, FISH, FISH, TURTLE), kuno=2), *everywhere)
    assert rated(scene.play(SAIL, 1), "freeing")[TURN, 0] == 0


def test_an_animal_is_taken_from_the_deeper_stack():
    scene = at_sea((), (SEAHORSE,)).animals(1, 0).show(SEAHORSE, SEAHORSE)
    scene.play(SAIL, 1).play(TURN, 0)
    assert rated(scene, "beneath") == {(TAKE, 0): 4, (TAKE, 1): 5}
    assert choice(scene) == (TAKE, 1)


# --- styles


def test_each_style_turns_the_token_that_is_known_to_bring_an_animal():
    scene = landed(CRAB, SNAIL, KUNO, WAVE, seen=(0, 1, 2))
    assert {choice(scene, style) for style in STYLES} == {(TURN, 1)}


def tempted(tops, capsizing):
    """A captain has a seahorse; Kuno lies ahead of the wave, one of three unknown tokens."""
    scene = landed(SEAHORSE, seen=(0,), kuno=2, tops=tops, capsize_probability=capsizing)
    return scene.play(TURN, 0)


def test_a_careful_captain_stops_where_others_risk_a_provision():
    scene = tempted(TOPS, 0.7)
    # One of three is the wave; four of eleven other tokens are animals on top.
    assert (rated(scene, "animal")[TURN, 1], rated(scene, "provision")[TURN, 1]) == (24, 23)
    chosen = {style: choice(scene, style)[0] for style in STYLES[:3]}
    assert chosen == {"balanced": TURN, "daring": TURN, "careful": STOP}


def test_only_a_daring_captain_goes_on_where_little_can_be_won():
    scene = tempted((SEAHORSE, SNAIL, SNAIL, SNAIL), 1.0)
    chosen = {style: choice(scene, style)[0] for style in STYLES}
    assert chosen == {"balanced": STOP, "daring": TURN, "careful": STOP, "spoiler": STOP}


def test_a_spoiler_rather_lets_kuno_guard_an_animal_than_turns_an_unknown_token():
    sea = ((FISH, TURTLE), (KUNO, WAVE), (STARFISH, JELLYFISH, LOBSTER, WAVE), (SNAIL,))
    scene = at_sea(*sea, kuno=2, token_limit=1, limit_scope="turn")
    seen = [(section, place) for section in range(4) for place in range(len(sea[section]))]
    remember(scene, *seen).play(SAIL, 1)
    # Unknown are the seahorse, the crab and three Kunos; the snail is the next captain's.
    assert rated(scene, "animal")[TURN, 2] == 20
    assert (rated(scene, "gift")[TURN, 0], rated(scene, "gift")[TURN, 2]) == (0, 40)
    assert choice(scene, "balanced") in {(TURN, 2), (TURN, 3)}
    assert choice(scene, "spoiler") == (TURN, 0)


# --- strength


def test_greedy_beats_random():
    assert (share("alarm", 2, [0]) + share("alarm", 2, [1])) / 2 > 0.9
