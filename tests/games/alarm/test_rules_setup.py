"""Chapters 1 and 2: pieces, set-up and sailing; what options are refused."""

from __future__ import annotations

from collections import Counter

import pytest
from games.alarm.positions import (
    ANIMALS,
    CRAB,
    KUNO,
    PLACES,
    SECTIONS,
    STACK_SIZE,
    STACKS,
    WAVE,
    Play,
    Scene,
    load,
)

from undertow.errors import InputError
from undertow_kernels.alarm.state import Kind

SAIL, TURN = Kind.SAIL, Kind.TURN
DEALS = 3200
ALL_PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


def new(players=2, index=0, **rules):
    game = load(players, **rules)
    return Play(game, game.new(seed=3, index=index))


def deals(players=2, **rules):
    return (new(players, index, **rules) for index in range(DEALS))


def even(counts, cells, total, deviations=6):
    """Whether all cells are hit about equally often."""
    share = 1 / cells
    allowed = deviations * (total * share * (1 - share)) ** 0.5
    return len(counts) == cells and all(
        abs(count - total * share) < allowed for count in counts.values()
    )


# --- 1. pieces and set-up


@pytest.mark.rule("KA-1.1")
def test_four_sections_hold_four_tokens_each_face_down():
    play = new()
    assert [len(play.section(number)) for number in SECTIONS] == [4] * 4
    assert play.placed("open_tokens") == play.placed("seen") == set()


@pytest.mark.rule("KA-1.1", "KA-2.1")
def test_after_section_3_comes_section_0():
    scene = Scene().at(ship=3, kuno=2)
    assert scene.play(SAIL, 1).state["ship"] == 0
    scene = Scene().at(ship=2, kuno=2)
    assert scene.play(SAIL, 2).state["ship"] == 0


@pytest.mark.rule("KA-1.2")
@pytest.mark.parametrize("kunos", range(5))
def test_beside_a_wave_in_each_section_lie_all_animals_and_the_kunos(kunos):
    for index in range(20):
        play = new(index=index, kuno_tokens=kunos)
        assert [play.section(number).count(WAVE) for number in SECTIONS] == [1] * 4
        second = ANIMALS[: 4 - kunos]
        expected = [*ANIMALS, *second, *[KUNO] * kunos, *[WAVE] * 4]
        assert sorted(play.state["sea"].tolist()) == sorted(expected)


@pytest.mark.rule("KA-1.2")
@pytest.mark.parametrize("kunos", [-1, 5])
def test_there_are_no_more_kunos_than_leave_each_animal_a_token(kunos):
    with pytest.raises(InputError, match=r"kuno_tokens.* 0 to 4"):
        load(2, kuno_tokens=kunos)


@pytest.mark.rule("KA-1.2")
def test_every_token_is_dealt_to_every_place_equally_often():
    places = {kind: Counter() for kind in range(1, 11)}
    for play in deals():
        for place, kind in enumerate(play.state["sea"].tolist()):
            places[kind][place] += 1
    assert all(even(places[kind], 16, DEALS) for kind in ANIMALS)
    assert even(places[KUNO], 16, 4 * DEALS)
    assert even(places[WAVE], 16, 4 * DEALS)


@pytest.mark.rule("KA-1.2")
def test_the_other_tokens_are_dealt_without_regard_to_sections():
    kunos = Counter(play.section(0).count(KUNO) for play in deals())
    expected = [56 / 220, 112 / 220, 48 / 220, 4 / 220]  # three of twelve, four of them Kunos
    for count, share in enumerate(expected):
        assert abs(kunos[count] - DEALS * share) < 6 * (DEALS * share * (1 - share)) ** 0.5


@pytest.mark.rule("KA-1.3")
def test_the_reef_is_four_stacks_of_six_with_three_of_each_animal():
    for index in range(20):
        play = new(index=index)
        assert play.state["left"].tolist() == [STACK_SIZE] * 4
        assert Counter(play.state["reef"].tolist()) == dict.fromkeys(ANIMALS, 3)


@pytest.mark.rule("KA-1.3")
def test_every_animal_is_on_top_of_every_stack_equally_often():
    tops = [play.tops for play in deals()]
    for stack in STACKS:
        assert even(Counter(row[stack] for row in tops), 8, DEALS)


@pytest.mark.rule("KA-1.3", "KA-7.3")
def test_of_the_reef_only_the_tops_are_seen():
    play = new(players=3)
    for seat in range(3):
        seen = play.view(seat)["reef"].reshape(4, STACK_SIZE)
        assert seen[:, 0].tolist() == play.tops
        assert not seen[:, 1:].any()
        assert play.view(seat)["left"].tolist() == [STACK_SIZE] * 4


@pytest.mark.rule("KA-1.4")
@ALL_PLAYERS
@pytest.mark.parametrize("provisions", [1, 3])
def test_every_player_has_the_provisions_of_the_rule(players, provisions):
    state = new(players, provisions=provisions).state
    assert state["provisions"].tolist() == [provisions] * players + [0] * (4 - players)
    assert new(players).state["provisions"][0] == 3


@pytest.mark.rule("KA-1.4")
@pytest.mark.parametrize(("players", "most"), [(2, 6), (3, 4), (4, 3)])
def test_twelve_provisions_are_all_there_are(players, most):
    assert new(players, provisions=most).state["provisions"][0] == most
    with pytest.raises(InputError, match=rf"provisions.*{most}"):
        load(players, provisions=most + 1)
    with pytest.raises(InputError, match="provisions"):
        load(players, provisions=0)


@pytest.mark.rule("KA-1.5")
def test_the_ship_starts_on_section_0_with_kuno_behind_it():
    for index in range(20):
        state = new(index=index).state
        assert (state["ship"], state["kuno"]) == (0, 3)


@pytest.mark.rule("KA-1.6")
@ALL_PLAYERS
def test_the_start_player_is_drawn_and_sails_first(players):
    starts = Counter()
    for play in deals(players):
        assert play.decider == play.state["captain"] == play.state["start"] == play.result["first"]
        assert play.kinds() == [SAIL]
        starts[play.decider] += 1
    assert even(starts, players, DEALS)


# --- 2. sailing


@pytest.mark.rule("KA-2.1")
@pytest.mark.parametrize("sections", [1, 2])
def test_the_captain_must_sail_one_or_two_sections(sections):
    scene = Scene()
    assert scene.options() == [(SAIL, 1), (SAIL, 2)]
    scene.play(SAIL, sections)
    assert (scene.state["ship"], scene.state["kuno"], scene.decider) == (sections, 3, 0)


@pytest.mark.rule("KA-2.1", "KA-3.3")
def test_the_turns_go_round_and_the_ship_stays_between_them():
    scene = Scene(players=3, captain=2).show(*ANIMALS[:4]).sea((), (CRAB,))
    scene.play(SAIL, 1).play(TURN, 0)  # no crab on the reef: the turn ends
    assert (scene.decider, scene.kinds(), scene.state["ship"]) == (0, [SAIL], 1)


@pytest.mark.rule("KA-2.2")
@pytest.mark.parametrize("forbidden", [False, True])
def test_passing_kuno_is_harmless(forbidden):
    scene = Scene(forbid_kuno_landing=forbidden).at(ship=1, kuno=2).play(SAIL, 2)
    assert (scene.state["ship"], scene.state["kuno"], scene.decider) == (3, 2, 0)
    assert scene.kinds() == [TURN]
    assert scene.columns["alarms"] == 0


@pytest.mark.rule("KA-2.2", "KA-4.1")
@pytest.mark.parametrize("sections", [1, 2])
def test_stopping_with_kuno_raises_the_alarm_and_no_token_is_turned(sections):
    scene = Scene(capsize_probability=1).at(ship=0, kuno=sections)
    assert scene.options() == [(SAIL, 1), (SAIL, 2)]
    scene.play(SAIL, sections)
    assert scene.columns["alarms"] == 1
    assert scene.columns["turned"] == 0
    assert scene.state["provisions"][:2].tolist() == [2, 3]
    assert (scene.decider, scene.kinds()) == (1, [SAIL])


@pytest.mark.rule("KA-2.2")
@pytest.mark.parametrize(("ship", "kuno", "other"), [(3, 0, 2), (2, 0, 1), (0, 1, 2), (0, 2, 1)])
def test_a_forbidden_landing_leaves_the_other_distance(ship, kuno, other):
    assert Scene(forbid_kuno_landing=True).at(ship, kuno).options() == [(SAIL, other)]
    assert Scene(forbid_kuno_landing=False).at(ship, kuno).moves(SAIL) == [1, 2]


@pytest.mark.rule("KA-2.2")
@pytest.mark.parametrize("kuno", [0, 3])
def test_a_forbidden_landing_forbids_nothing_else(kuno):
    scene = Scene(forbid_kuno_landing=True).at(ship=0, kuno=kuno)
    assert scene.moves(SAIL) == [1, 2]
    assert scene.play(SAIL, 1).moves(TURN) == [*PLACES]


@pytest.mark.rule("KA-2.2")
def test_the_only_distance_left_is_sailed_without_asking():
    scene = Scene(forbid_kuno_landing=True).at(ship=3, kuno=2)  # two ahead of where the ship stops
    scene.sea((CRAB,)).show(*ANIMALS[:4]).play(SAIL, 1).play(TURN, 0)
    assert (scene.decider, scene.state["ship"], scene.kinds()) == (1, 1, [TURN])
    assert scene.result["decisions"] == 2
