"""Chapter 3: turning tokens, and when a turn ends."""

from __future__ import annotations

import pytest
from games.alarm.positions import (
    CRAB,
    FISH,
    JELLYFISH,
    KUNO,
    LOBSTER,
    PLACES,
    SEAHORSE,
    SECTIONS,
    SNAIL,
    STARFISH,
    TURTLE,
    WAVE,
    Scene,
)

from undertow_kernels.alarm.state import Kind

SAIL, STOP, TURN, TAKE = Kind.SAIL, Kind.STOP, Kind.TURN, Kind.TAKE
TOPS = (SEAHORSE, SNAIL, FISH, TURTLE)
BELOW = (CRAB, CRAB, STARFISH, STARFISH)
SCOPES = pytest.mark.parametrize("scope", ["section", "turn"])


def landed(*here, ahead=(), kuno=3, tops=TOPS, **rules):
    """The captain has sailed to section 1, which begins with some tokens, and must turn one."""
    scene = Scene(**rules).at(ship=0, kuno=kuno).sea((), here, ahead)
    return scene.reef(*zip(tops, BELOW, strict=True)).play(SAIL, 1)


def turn_over(scene):
    """Whether another captain is to sail, with all tokens face down."""
    face_down = not scene.placed("open_tokens")
    return face_down and scene.decider != scene.captain and scene.kinds() == [SAIL]


def goes_on(scene, *places):
    """Whether the captain chooses between stopping and turning a token of these places."""
    return scene.decider == scene.captain and scene.options() == [
        (STOP,), *((TURN, place) for place in places)
    ]  # fmt: skip


# --- the first token


@pytest.mark.rule("KA-3.1")
def test_the_captain_must_turn_a_token_of_the_ships_section():
    scene = landed(CRAB)
    assert scene.options() == [(TURN, place) for place in PLACES]


@pytest.mark.rule("KA-3.1")
@pytest.mark.parametrize("place", PLACES)
def test_the_token_turned_is_the_one_chosen(place):
    here = (SEAHORSE, SNAIL, FISH, WAVE)
    scene = landed(*here, capsize_probability=1).play(TURN, place)
    assert scene.placed("open_tokens") == {(1, place)}
    assert scene.state["left"].tolist() == [6 - (place == stack) for stack in range(3)] + [6]
    assert scene.state["ship"] == (2 if here[place] == WAVE else 1)


# --- animals


@pytest.mark.rule("KA-3.2")
def test_an_animal_on_top_is_taken_without_asking_if_there_is_one():
    scene = landed(FISH).play(TURN, 0)
    assert scene.state["animals"][:2].tolist() == [1, 0]
    assert scene.state["left"].tolist() == [6, 6, 5, 6]
    assert goes_on(scene, 1, 2, 3)


@pytest.mark.rule("KA-3.2")
@pytest.mark.parametrize("stack", [0, 1, 3])
def test_of_several_such_animals_one_is_taken_from_a_stack_of_choice(stack):
    scene = landed(FISH, tops=(FISH, FISH, CRAB, FISH)).play(TURN, 0)
    assert scene.options() == [(TAKE, 0), (TAKE, 1), (TAKE, 3)]
    scene.play(TAKE, stack)
    assert scene.state["left"].tolist() == [6 - (stack == i) for i in range(4)]
    assert scene.state["animals"][0] == 1
    assert goes_on(scene, 1, 2, 3)


@pytest.mark.rule("KA-3.2")
def test_a_token_uncovered_is_not_claimed_by_the_same_sea_token():
    scene = Scene().sea((), (FISH,)).reef([FISH, FISH, FISH], [SNAIL], [SNAIL], [CRAB])
    scene.play(SAIL, 1).play(TURN, 0)
    assert scene.state["animals"][0] == 1
    assert scene.tops[0] == FISH
    assert goes_on(scene, 1, 2, 3)


@pytest.mark.rule("KA-3.2")
def test_a_token_uncovered_is_taken_for_another_sea_token_of_the_turn():
    scene = Scene(kuno_tokens=0).sea((), (SEAHORSE, SEAHORSE))
    scene.reef([SEAHORSE, SEAHORSE], [SNAIL], [SNAIL], [CRAB])
    scene.play(SAIL, 1).play(TURN, 0).play(TURN, 1)
    assert scene.state["animals"][0] == 2


@pytest.mark.rule("KA-3.2")
def test_an_empty_stack_has_no_top():
    scene = Scene(target=24).animals(20, 3)  # one token is left
    last = next(animal for animal in scene.tops if animal)
    scene.sea((), (last,)).play(SAIL, 1).play(TURN, 0)
    assert scene.tops == [0] * 4
    assert scene.state["animals"][:2].tolist() == [21, 3]
    scene = Scene(target=24).animals(20, 3)
    other = next(animal for animal in TOPS if animal not in scene.tops)
    assert turn_over(scene.sea((), (other,)).play(SAIL, 1).play(TURN, 0))


@pytest.mark.rule("KA-3.3")
def test_an_animal_on_top_of_no_stack_ends_the_turn():
    scene = landed(CRAB).play(TURN, 0)
    assert turn_over(scene)
    assert scene.state["left"].tolist() == [6] * 4
    assert scene.columns["alarms"] == 0


@pytest.mark.rule("KA-3.3")
@pytest.mark.parametrize("limit", [2, 4])
def test_animals_taken_are_kept_when_the_next_is_on_top_of_no_stack(limit):
    scene = landed(FISH, CRAB, token_limit=limit).play(TURN, 0).play(TURN, 1)
    assert turn_over(scene)
    assert scene.state["animals"][:2].tolist() == [1, 0]


# --- waves and Kunos


@pytest.mark.rule("KA-3.4")
def test_a_wave_moves_the_ship_one_section_to_turn_or_stop_there():
    scene = landed(WAVE).play(TURN, 0)
    assert (scene.state["ship"], scene.state["kuno"]) == (2, 3)
    assert goes_on(scene, *PLACES)
    assert turn_over(scene.play(STOP))
    assert scene.state["ship"] == 2


@pytest.mark.rule("KA-3.4")
def test_after_a_wave_the_tokens_of_the_new_section_are_turned():
    scene = landed(WAVE, ahead=(CRAB, FISH)).play(TURN, 0).play(TURN, 1)
    assert scene.placed("seen") == {(1, 0), (2, 1)}
    assert scene.state["animals"][0] == 1


@pytest.mark.rule("KA-3.4", "KA-4.1")
def test_a_wave_to_kunos_section_raises_the_alarm():
    scene = landed(WAVE, kuno=2, capsize_probability=1).play(TURN, 0)
    assert turn_over(scene)
    assert (scene.state["ship"], scene.state["kuno"]) == (2, 2)
    assert scene.state["provisions"][0] == 2


@pytest.mark.rule("KA-3.5")
def test_a_kuno_token_moves_kuno_one_section_and_the_captain_may_go_on():
    scene = landed(KUNO).play(TURN, 0)
    assert (scene.state["ship"], scene.state["kuno"]) == (1, 0)
    assert goes_on(scene, 1, 2, 3)
    assert turn_over(scene.play(STOP))


@pytest.mark.rule("KA-3.5", "KA-4.1")
def test_a_kuno_token_that_brings_kuno_to_the_ship_raises_the_alarm():
    scene = landed(KUNO, kuno=0, capsize_probability=1).play(TURN, 0)
    assert turn_over(scene)
    assert (scene.state["ship"], scene.state["kuno"]) == (1, 1)
    assert scene.state["provisions"][0] == 2


# --- the limit


@pytest.mark.rule("KA-3.6")
@SCOPES
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_as_many_tokens_as_the_limit_end_the_turn(scope, limit):
    scene = landed(FISH, SNAIL, SEAHORSE, limit_scope=scope, token_limit=limit)
    for place in range(limit):
        assert scene.decider == scene.captain
        scene.play(TURN, place)
    assert turn_over(scene)
    assert scene.state["animals"][0] == limit


@pytest.mark.rule("KA-3.6")
@pytest.mark.parametrize(("scope", "over"), [("section", False), ("turn", True)])
def test_a_limit_of_four_lets_a_section_be_turned_whole(scope, over):
    scene = landed(FISH, SNAIL, SEAHORSE, WAVE, limit_scope=scope, token_limit=4)
    for place in range(3):
        assert goes_on(scene.play(TURN, place), *range(place + 1, 4))
    scene.play(TURN, 3)
    assert scene.state["ship"] == 2
    assert turn_over(scene) == over
    assert goes_on(scene, *PLACES) != over


@pytest.mark.rule("KA-3.6")
@SCOPES
def test_kuno_as_the_last_token_ends_the_turn_without_an_alarm(scope):
    scene = landed(FISH, KUNO, limit_scope=scope).play(TURN, 0).play(TURN, 1)
    assert turn_over(scene)
    assert scene.state["kuno"] == 0
    assert scene.columns["alarms"] == 0


@pytest.mark.rule("KA-3.6", "KA-4.1")
@SCOPES
def test_kuno_as_the_last_token_raises_the_alarm_if_he_comes_to_the_ship(scope):
    scene = landed(FISH, KUNO, kuno=0, limit_scope=scope, capsize_probability=1)
    assert turn_over(scene.play(TURN, 0).play(TURN, 1))
    assert scene.state["kuno"] == 1
    assert scene.state["provisions"][0] == 2


@pytest.mark.rule("KA-3.6")
def test_a_wave_as_the_last_token_leads_to_a_fresh_count():
    scene = landed(FISH, WAVE, ahead=(SNAIL, SEAHORSE)).play(TURN, 0).play(TURN, 1)
    assert scene.state["ship"] == 2
    assert goes_on(scene, *PLACES)
    assert goes_on(scene.play(TURN, 0), 1, 2, 3)
    assert turn_over(scene.play(TURN, 1))
    assert scene.state["animals"][0] == 3


@pytest.mark.rule("KA-3.6")
def test_a_wave_as_the_last_token_of_the_turn_moves_the_ship_and_ends_the_turn():
    scene = landed(FISH, WAVE, limit_scope="turn").play(TURN, 0).play(TURN, 1)
    assert turn_over(scene)
    assert scene.state["ship"] == 2


@pytest.mark.rule("KA-3.6", "KA-4.1")
@SCOPES
def test_a_wave_as_the_last_token_raises_the_alarm_where_kuno_is(scope):
    scene = landed(FISH, WAVE, kuno=2, limit_scope=scope, capsize_probability=1)
    assert turn_over(scene.play(TURN, 0).play(TURN, 1))
    assert (scene.columns["alarms"], scene.state["provisions"][0]) == (1, 2)


@pytest.mark.rule("KA-3.6")
def test_over_the_whole_turn_a_wave_counts_and_leaves_the_rest():
    scene = landed(WAVE, ahead=(SNAIL,), limit_scope="turn").play(TURN, 0)
    assert goes_on(scene, *PLACES)
    assert turn_over(scene.play(TURN, 0))
    assert scene.state["animals"][0] == 1


@pytest.mark.rule("KA-3.6")
def test_a_kuno_token_counts_towards_the_limit():
    scene = landed(KUNO, SNAIL).play(TURN, 0)
    assert turn_over(scene.play(TURN, 1))
    assert scene.state["animals"][0] == 1


def round_the_ring(*first_tokens, kuno=1, **rules):
    """The ship goes from section 0 round to it by waves; sections have Kuno, then a wave."""
    others = [(KUNO, WAVE)] * 3
    scene = Scene(**rules).sea(first_tokens, *others).show(*TOPS).at(ship=3, kuno=kuno)
    return scene.play(SAIL, 1)


@pytest.mark.rule("KA-3.6", "KA-3.7")
def test_back_on_a_visited_section_its_open_tokens_count_and_stay_open():
    scene = round_the_ring(WAVE, FISH, CRAB, kuno=2).play(TURN, 0)  # the ship on 1, Kuno on 2
    scene.play(TURN, 0).play(TURN, 1)  # Kuno on 3, the ship on 2
    scene.play(TURN, 0).play(TURN, 1)  # Kuno on 0, the ship on 3
    scene.play(TURN, 0).play(TURN, 1)  # Kuno on 1, the ship back on 0
    assert (scene.state["ship"], scene.state["kuno"]) == (0, 1)
    assert goes_on(scene, 1, 2, 3)
    assert scene.placed("open_tokens") == {(0, 0), *((s, p) for s in (1, 2, 3) for p in (0, 1))}
    assert turn_over(scene.play(TURN, 1))
    assert scene.state["animals"][0] == 1


@pytest.mark.rule("KA-3.6")
def test_back_on_a_section_with_two_open_tokens_the_turn_ends_after_four_waves_and_eight_tokens():
    scene = round_the_ring(KUNO, WAVE)
    for section in SECTIONS:
        assert (scene.decider, scene.state["ship"]) == (0, section)
        scene.play(TURN, 0).play(TURN, 1)
    assert turn_over(scene)
    assert (scene.state["ship"], scene.state["kuno"]) == (0, 1)
    assert [scene.columns[field] for field in ("turned", "waves", "kunos")] == [8, 4, 4]
    assert scene.columns["alarms"] == 0


@pytest.mark.rule("KA-3.6", "KA-4.1")
def test_back_on_a_section_with_two_open_tokens_kuno_raises_the_alarm_first():
    scene = round_the_ring(FISH, WAVE, kuno=2, capsize_probability=1)
    scene.play(TURN, 0).play(TURN, 1)
    for section in (1, 2):
        assert (scene.decider, scene.state["ship"]) == (0, section)
        scene.play(TURN, 0).play(TURN, 1)
    scene.play(TURN, 1)  # the wave alone: Kuno, who is on 0, does not move on
    assert turn_over(scene)
    assert (scene.state["ship"], scene.state["kuno"]) == (0, 0)
    assert (scene.columns["alarms"], scene.state["provisions"][0]) == (1, 2)


# --- open tokens


@pytest.mark.rule("KA-3.7")
def test_an_open_token_is_not_turned_again():
    scene = landed(SEAHORSE, SNAIL, FISH, token_limit=4)
    scene.play(TURN, 1)
    assert goes_on(scene, 0, 2, 3)
    scene.play(TURN, 0)
    assert goes_on(scene, 2, 3)
    assert scene.placed("open_tokens") == {(1, 0), (1, 1)}


@pytest.mark.rule("KA-3.7")
@pytest.mark.parametrize(
    ("here", "last"),
    [((FISH, LOBSTER), (TURN, 1)), ((FISH, SNAIL), (TURN, 1)), ((WAVE, SNAIL), (STOP,))],
    ids=["by an animal not on the reef", "by the limit", "by stopping"],
)
def test_at_the_end_of_the_turn_all_tokens_lie_face_down_in_their_places(here, last):
    scene = landed(*here).play(TURN, 0)
    before = scene.state["sea"].tolist()
    assert scene.placed("open_tokens") == {(1, 0)}
    scene.play(*last)
    assert turn_over(scene)
    assert scene.state["sea"].tolist() == before


@pytest.mark.rule("KA-3.7")
def test_a_token_turned_down_may_be_turned_by_the_next_captain():
    scene = landed(STARFISH).play(TURN, 0).at(ship=0, kuno=3).play(SAIL, 1)
    assert scene.moves(TURN) == [*PLACES]
    scene.play(TURN, 0)
    assert scene.columns["turned"] == 2


@pytest.mark.rule("KA-3.6", "KA-3.7")
def test_the_next_turn_counts_from_none():
    for scope in ("section", "turn"):
        scene = landed(FISH, SNAIL, JELLYFISH, limit_scope=scope).play(TURN, 0).play(STOP)
        scene.captain = 1
        scene.at(ship=0, kuno=3).play(SAIL, 1).play(TURN, 1)
        assert goes_on(scene, 0, 2, 3)
