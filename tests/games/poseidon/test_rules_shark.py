"""Chapter C4: the shark, skeletons, the way back, dice symbols."""

from __future__ import annotations

import pytest
from games.poseidon.playing import BEACH, DEEP, NEUTRAL, code, left, right
from games.poseidon.positions import BONES, QUIET, Scene

from undertow_kernels.poseidon.state import Kind

EIGHT = [  # the shark's figure of eight, both crossings included
    *map(left, (1, 2, 3, 4)), *map(right, (5, 6, 7, 8)), BEACH,
    *map(left, (8, 7, 6, 5)), *map(right, (4, 3, 2, 1)), DEEP,
]  # fmt: skip
NUMBERS = {  # printed on the side for three and four players
    **dict(zip(map(left, range(1, 9)), (2, 1, 3, 1, 2, 1, 3, 1), strict=True)),
    **dict(zip(map(right, range(1, 9)), (1, 3, 1, 2, 1, 3, 1, 2), strict=True)),
    DEEP: 2,
    BEACH: 2,
}
ONES = [1] * 18
THREES = [3] * 18
SKELETON_OR_RETURN = [Kind.SKELETON, Kind.REAPPEAR]


def after_steps(space, way, number):
    return EIGHT[(EIGHT.index(space) + way * number) % 18]


def hunted(*spaces, rules=None, active=0):
    """A scene whose shark swims from left 1 to left 4, with creatures of seats 1, 2, 3, 0 there."""
    scene = Scene(active=active, shark_mild=THREES, **(rules or {})).shark(left(1))
    for seat in range(4):
        scene.creatures(seat, left(8), left(8))
    for seat, pair in enumerate(spaces, 1):
        scene.creatures(seat % 4, *pair)
    return scene


def bones(scene, seat):
    """The faces with skeletons."""
    held = scene.state["held"][seat]
    return [face for face in range(len(held)) if held[face] == BONES]


# --- C4.1, C4.2: the way


@pytest.mark.rule("PK-C4.1")
@pytest.mark.parametrize("space", NUMBERS)
@pytest.mark.parametrize(("players", "more"), [(2, 1), (3, 0), (4, 0)])
def test_the_shark_moves_by_the_number_of_the_space_swum_to(space, players, more):
    at = right(3) if space in range(1, 9) else left(3)
    scene = Scene(players).shark(at).arrive(space)
    assert scene.shark_space == after_steps(at, 1, NUMBERS[space] + more)


@pytest.mark.rule("PK-C4.1")
def test_the_number_counts_even_if_the_creature_that_swam_is_eaten():
    scene = Scene().row(0, "D D").shark(left(1)).creatures(0, left(4), DEEP).swimming()
    scene.play(Kind.SWIM, left(4), left(3))
    assert scene.shark_space == left(4)
    assert scene.state["eaten"].tolist() == [1, 0, 0, 0]


@pytest.mark.rule("PK-C4.2")
@pytest.mark.parametrize("way", [1, -1])
def test_the_shark_swims_a_figure_of_eight_by_both_crossings_either_way(way):
    scene = Scene(2, shark_mild=ONES).shark(left(1), way)
    for seat in (0, 1):
        scene.row(seat, "A A")
    seen = []
    for _ in range(19):
        seen.append(scene.shark_space)
        ahead = EIGHT[(EIGHT.index(scene.shark_space) + 9) % 18]
        for seat in (0, 1):
            scene.creatures(seat, ahead, ahead)
        scene.swimming().play(Kind.SWIM, ahead, after_steps(ahead, way, 1))
    assert seen == [*EIGHT[:1], *(EIGHT[1:] if way == 1 else EIGHT[:0:-1]), EIGHT[0]]
    assert scene.state["bites"].sum() == 0


# --- C4.3: what it eats


@pytest.mark.rule("PK-C4.2", "PK-C4.3")
def test_it_eats_everybody_in_each_space_it_enters_and_goes_on_its_full_way():
    scene = hunted((left(2), left(3)), (left(4), left(1)), (left(5), DEEP)).arrive(QUIET)
    assert scene.shark_space == left(4)
    assert scene.state["eaten"].tolist() == [0, 2, 1, 0]
    assert scene.state["creature"][2].tolist() == [18, left(1)]
    assert scene.state["creature"][3].tolist() == [left(5), DEEP]
    assert scene.state["bites"].sum() == 3


@pytest.mark.rule("PK-C4.3")
def test_it_eats_the_active_players_creatures_too_also_two_on_one_space():
    scene = hunted().creatures(0, left(4), left(3)).swimming().play(Kind.SWIM, left(4), left(3))
    assert scene.state["eaten"].tolist() == [2, 0, 0, 0]
    assert scene.decider == 0


# --- C4.4, C4.5: skeletons


@pytest.mark.rule("PK-C4.4")
def test_the_owner_puts_the_skeleton_on_any_face_without_die_or_skeleton():
    scene = hunted((left(3), DEEP)).row(1, "D A2 W D E E").bones(1, 5).store(1, 0, 6, 2)
    scene.arrive(QUIET)
    assert scene.decider == 1
    assert scene.options() == [(Kind.SKELETON, face) for face in (1, 2, 3, 4)]
    scene.play(Kind.SKELETON, 3)
    assert bones(scene, 1) == [3, 5]
    assert scene.state["skeletons"] == 36 - 2


@pytest.mark.rule("PK-C4.4")
def test_without_an_empty_face_it_replaces_a_stored_die_of_the_owners_choice():
    scene = hunted((left(3), DEEP)).row(1, "D A D").bones(1, 1)
    scene.store(1, 0, 6, 2).store(1, 2, 5, NEUTRAL).arrive(QUIET)
    assert scene.options() == [(Kind.SKELETON, 0), (Kind.SKELETON, 2)]
    scene.play(Kind.SKELETON, 2)
    assert bones(scene, 1) == [1, 2]
    assert scene.state["held"][1][0] == code(6, 2)
    assert scene.state["supply"].tolist() == [10, 10, 9, 10, 15]


@pytest.mark.rule("PK-C4.4")
def test_two_skeletons_for_a_reef_without_an_empty_face_replace_each_pair_of_dice_once():
    pairs = []
    for first in (0, 1):  # after 2 there is 3 alone
        scene = hunted((left(3), left(4))).row(1, "D D D D")
        for face in range(4):
            scene.store(1, face, 1 + face, NEUTRAL)
        assert scene.arrive(QUIET).moves(Kind.SKELETON) == [0, 1, 2]
        scene.play(Kind.SKELETON, first)
        pairs += [(first, second) for second in scene.moves(Kind.SKELETON)]
    assert pairs == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)]


@pytest.mark.rule("PK-C4.4")
def test_on_a_reef_full_of_skeletons_nothing_happens():
    scene = hunted((left(3), left(4))).row(1, "D A").bones(1, 0, 1).arrive(QUIET)
    assert scene.kinds() == [Kind.REAPPEAR]
    assert scene.state["skeletons"] == 34


@pytest.mark.rule("PK-C4.4")
def test_two_creatures_eaten_are_two_skeletons_on_any_two_faces_each_pair_once():
    pairs = []
    for first in (0, 1, 2):
        scene = hunted((left(3), left(4))).row(1, "A A A A").arrive(QUIET)
        assert scene.moves(Kind.SKELETON) == [0, 1, 2]
        scene.play(Kind.SKELETON, first)
        pairs += [(first, second) for second in scene.moves(Kind.SKELETON) or [3]]
    assert pairs == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    scene = hunted((left(3), left(4))).row(1, "A A A A").arrive(QUIET)
    assert bones(scene.play(Kind.SKELETON, 0).play(Kind.SKELETON, 2), 1) == [0, 2]


@pytest.mark.rule("PK-C4.4")
def test_the_second_skeleton_replaces_a_die_when_the_first_took_the_last_empty_face():
    scene = hunted((left(3), left(4))).row(1, "D D A").store(1, 0, 6, 2).store(1, 1, 5, 2)
    scene.arrive(QUIET)
    assert bones(scene, 1) == [2]
    assert scene.options() == [(Kind.SKELETON, 0), (Kind.SKELETON, 1)]
    scene.play(Kind.SKELETON, 0)
    assert bones(scene, 1) == [0, 2]
    assert scene.state["supply"][2] == 9


@pytest.mark.rule("PK-C4.5")
def test_a_face_with_a_skeleton_is_dead():
    scene = hunted((left(3), DEEP)).reef(
        1, ((0, 0), (1, 0), "AE"), ((0, 1), (1, 1), "DW"), ((0, 0), (0, 1), "AW")
    )
    scene.arrive(QUIET)
    assert scene.state["strength"][1].tolist() == [1, 2, 1, 2, 1]
    scene.play(Kind.SKELETON, 0).play(Kind.REAPPEAR, BEACH)
    assert scene.state["strength"][1].tolist() == [1, 1, 1, 2, 1]
    scene.play(Kind.BUILD).play(Kind.TILE, 0)
    assert scene.moves(Kind.UPPER) == [(1, 3)]


@pytest.mark.rule("PK-C4.6")
def test_the_last_skeletons_go_round_from_the_active_player():
    pairs = [(left(8), left(8)), (left(8), left(8)), (left(2), left(3)), (left(4), left(8))]
    scene = hunted(*pairs, active=2, rules={"skeletons": 2})
    for seat in range(4):
        scene.row(seat, "A A A")
    scene.arrive(QUIET)
    assert scene.decider == 3
    scene.play(Kind.SKELETON, 0).play(Kind.SKELETON, 1)
    scene.play(Kind.REAPPEAR, BEACH)
    assert scene.decider == 0
    assert scene.options() == [(Kind.REAPPEAR, DEEP), (Kind.REAPPEAR, BEACH)]
    assert (bones(scene, 3), bones(scene, 0)) == ([0, 1], [])


@pytest.mark.rule("PK-C4.6")
@pytest.mark.parametrize("supply", [0, 1])
def test_when_the_supply_is_empty_no_more_are_placed(supply):
    scene = hunted((left(3), left(4)), rules={"skeletons": supply}).row(1, "A A").arrive(QUIET)
    scene.play_if_asked(Kind.SKELETON, 1)
    assert scene.kinds() == [Kind.REAPPEAR]
    assert bones(scene, 1) == [1] * supply
    assert scene.state["skeletons"] == 0


# --- C4.7: the way back


@pytest.mark.rule("PK-C4.7")
def test_the_owner_chooses_the_end_for_each_creature():
    ends = []
    for first in (DEEP, BEACH):
        scene = hunted((left(3), left(4))).row(1, "A A").bones(1, 0, 1).arrive(QUIET)
        assert scene.options() == [(Kind.REAPPEAR, DEEP), (Kind.REAPPEAR, BEACH)]
        scene.play(Kind.REAPPEAR, first)
        if first == DEEP:
            assert scene.options() == [(Kind.REAPPEAR, DEEP), (Kind.REAPPEAR, BEACH)]
            scene.play(Kind.REAPPEAR, BEACH)
        ends.append(sorted(scene.state["creature"][1].tolist()))
        assert scene.kinds() == [Kind.BUILD, Kind.LOAD]
    assert ends == [[DEEP, BEACH], [BEACH, BEACH]]


@pytest.mark.rule("PK-C4.7")
def test_owners_settle_their_losses_in_player_order_from_the_active_one():
    pairs = [(left(2), left(8)), (left(8), left(3)), (left(8), left(8)), (left(4), left(8))]
    scene = hunted(*pairs, active=2)
    for seat in range(4):
        scene.row(seat, "A A")
    scene.arrive(QUIET)
    order = []
    while scene.kinds()[0] in SKELETON_OR_RETURN:
        order.append((scene.decider, scene.kinds()[0]))
        scene.play(*scene.options()[0])
    assert order == [(seat, kind) for seat in (2, 0, 1) for kind in SKELETON_OR_RETURN]


@pytest.mark.rule("PK-C4.7")
@pytest.mark.parametrize(("after", "eaten", "seen"), [(True, 1, DEEP), (False, 2, right(2))])
def test_the_eaten_return_after_the_whole_move_or_by_the_option_at_once(after, eaten, seen):
    scene = hunted((right(2), left(8)), rules={"respawn_after_move": after}).row(1, "A A A")
    scene.shark(right(3)).arrive(left(2))
    assert (scene.decider, scene.shark_space) == (1, seen)
    scene.play(Kind.SKELETON, 0).play(Kind.REAPPEAR, DEEP)
    if not after:
        assert scene.shark_space == DEEP
        scene.play(Kind.SKELETON, 1).play(Kind.REAPPEAR, DEEP)
    assert scene.state["bites"].sum() == eaten
    assert len(bones(scene, 1)) == eaten
    assert scene.state["creature"][1].tolist() == [DEEP, left(8)]


@pytest.mark.rule("PK-C4.7", "PK-C4.3")
def test_a_creature_that_returns_beside_the_shark_is_behind_it():
    scene = hunted((right(2), left(8))).row(1, "A A A").shark(right(3)).arrive(left(2))
    scene.play(Kind.SKELETON, 0).play(Kind.REAPPEAR, DEEP)
    assert scene.shark_space == DEEP
    scene.creatures(0, left(8), left(8)).creatures(1, left(8), DEEP).swimming().play(
        Kind.SWIM, left(8), left(7)
    )
    assert scene.shark_space == left(3)
    assert scene.state["bites"].sum() == 1


# --- C4.8, C4.9: dice symbols


@pytest.mark.rule("PK-C4.8")
@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("space", EIGHT)
def test_a_neutral_die_goes_on_the_wave_at_each_crossing_and_on_entering_each_end(space, way):
    scene = Scene(shark_mild=ONES).shark(space, way)
    for seat in range(4):
        far = after_steps(space, way, 9)
        scene.creatures(seat, far, far)
    scene.swimming().play(Kind.SWIM, far, after_steps(far, way, 1))
    step = frozenset((space, after_steps(space, way, 1)))
    crossing = step in ({left(4), right(5)}, {left(5), right(4)})
    entered = after_steps(space, way, 1) in (DEEP, BEACH)
    assert scene.state["wave"].tolist() == [0, 0, 0, 0, int(crossing or entered)]
    assert scene.state["supply"][NEUTRAL] == 15 - int(crossing or entered)


@pytest.mark.rule("PK-C4.8", "PK-D1")
def test_a_symbol_does_nothing_once_the_wave_is_full():
    scene = Scene(shark_mild=[9] * 18).load(seat_1=7, seat_2=7).shark(left(3))
    for seat in range(4):
        scene.creatures(seat, DEEP, DEEP)
    scene.inject(scene.words([(1, 1)] * 15))
    scene.arrive(QUIET)
    assert scene.shark_space == left(6)
    assert len(scene.in_sea()) == 15
    assert scene.in_sea(NEUTRAL) == [(1, 1, NEUTRAL)]
    assert scene.state["supply"][NEUTRAL] == 14


FEEDINGS = [(9, 9, 0), (1, 9, 0), (1, 1, 0), (0, 0, 0), (9, 9, 7), (1, 9, 7), (9, 9, 9)]


@pytest.mark.rule("PK-C4.2", "PK-C4.8", "PK-C4.9")
@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize(("neutral", "own", "loaded"), FEEDINGS)
def test_a_way_of_more_than_a_round_feeds_the_wave_at_each_symbol_and_eats_once(
    neutral, own, loaded, way
):
    start, steps, capacity = left(2), 20, 9
    scene = Scene(2, active=1, shark_mild=[steps] * 18, wave_capacity=capacity).shark(start, way)
    scene.drain(NEUTRAL, keep=neutral).load(seat_0=loaded).drain(1, keep=own)
    scene.creatures(0, left(5), left(5)).creatures(1, left(7), DEEP)
    feeds = [0] * 5
    for step in range(1, steps + 1):
        here, last = after_steps(start, way, step), after_steps(start, way, step - 1)
        crossed = {here, last} in ({left(4), right(5)}, {left(5), right(4)})
        if (crossed or here in (DEEP, BEACH)) and loaded + sum(feeds) < capacity:
            colour = NEUTRAL if feeds[NEUTRAL] < neutral else 1
            feeds[colour] += colour == NEUTRAL or feeds[1] < own
    scene.swimming().play(Kind.SWIM, left(7), left(6))
    assert scene.shark_space == after_steps(start, way, steps)
    assert scene.state["bites"].tolist()[:2] == [2, 2]
    assert scene.state["wave"].tolist() == [loaded, *feeds[1:]]


COUNTED = [(65_533, 65_535), (65_534, 65_535), (65_535, 65_535)]


@pytest.mark.rule("PK-C4.3")
@pytest.mark.parametrize(("before", "after"), COUNTED)
def test_bites_stop_at_the_most_that_is_counted(before, after):
    scene = hunted((left(3), left(4)))
    scene.state["bites"][1] = before
    scene.arrive(QUIET)
    assert scene.state["bites"][1] == after
    assert scene.state["eaten"][1] == 2


@pytest.mark.rule("PK-C4.8")
def test_creatures_set_off_no_dice_symbol():
    scene = Scene(shark_mild=ONES).shark(left(1)).creatures(0, left(4), DEEP).swimming()
    scene.play(Kind.SWIM, left(4), right(5))
    scene.creatures(1, left(8), DEEP).swimming().play(Kind.SWIM, left(8), BEACH)
    assert scene.state["on_wave"] == 0


@pytest.mark.rule("PK-C4.9")
@pytest.mark.parametrize(("own", "wave"), [(4, [0, 0, 1, 0, 0]), (0, [0, 0, 0, 0, 0])])
def test_without_neutral_dice_the_active_player_gives_an_own_one_if_any(own, wave):
    scene = Scene(active=2, shark_mild=ONES).drain(NEUTRAL).drain(2, keep=own).shark(left(4))
    for seat in range(4):
        scene.creatures(seat, DEEP, DEEP)
    scene.arrive(QUIET)
    assert scene.shark_space == right(5)
    assert scene.state["wave"].tolist() == wave
    assert scene.state["supply"].tolist() == [10, 10, max(own - 1, 0), 10, 0]
