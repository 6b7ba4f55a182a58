"""Chapters C1 and C2: building, loading, swimming."""

from __future__ import annotations

import pytest
from games.poseidon.playing import BEACH, DEEP, left, right
from games.poseidon.positions import QUIET, Scene

from undertow_kernels.poseidon.state import Kind, Phase, Symbol

STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
RHOMBUS = (((0, 0), (1, 0), "AE"), ((0, 1), (1, 1), "WD"))  # faces 0, 1 and 2, 3
ARROW_EAT, ARROW_WAVE, EAT_WAVE, WAVE_DICE, EAT_DICE = range(5)


def hexes(scene, seat=0):
    count = int(scene.state["faces"][seat])
    q, r = (scene.state[axis][seat][:count].tolist() for axis in "qr")
    return list(zip(q, r, strict=True))


def step(hexagon, toward):
    return (hexagon[0] + STEPS[toward][0], hexagon[1] + STEPS[toward][1])


def build(scene, tile):
    """Take a tile to build with; what is forced has been played."""
    scene.state["phase"] = Phase.CHOOSE_STEP
    return scene.play(Kind.BUILD).play_if_asked(Kind.TILE, tile)


def raise_tower(scene, tile, one, two):
    return build(scene, tile).play(Kind.UPPER, one, two).play(Kind.ORIENT, 0)


# --- C1. build or load


@pytest.mark.rule("PK-C1.1")
def test_a_turn_begins_with_building_or_loading_and_no_way_round_it():
    assert Scene().options() == [(Kind.BUILD,), (Kind.LOAD,)]


@pytest.mark.rule("PK-C1.1")
def test_without_dice_or_room_the_player_must_build():
    assert Scene().drain(0).options() == [(Kind.BUILD,)]
    assert Scene().load(neutral=15).options() == [(Kind.BUILD,)]


@pytest.mark.rule("PK-C1.1")
def test_without_tiles_the_player_must_load():
    assert Scene().stacks(0, 0, 0, 0, 0).options() == [(Kind.LOAD,)]


@pytest.mark.rule("PK-C1.1", "PK-C1.7")
def test_whoever_can_only_load_one_die_does_so_without_being_asked():
    scene = Scene().row(1, "D D").stacks(0, 0, 0, 0, 0).quiet_turn()
    assert scene.state["wave"].tolist() == [0, 1, 0, 0, 0]
    assert (scene.decider, scene.kinds()) == (1, [Kind.SWIM])


@pytest.mark.rule("PK-C1.1")
def test_who_can_neither_build_nor_load_goes_on_to_swim():
    scene = Scene().row(1, "D D").creatures(1, DEEP, DEEP)
    scene.stacks(0, 0, 0, 0, 0).drain(1).quiet_turn()
    assert scene.decider == 1
    assert scene.options() == [(Kind.SWIM, DEEP, left(1)), (Kind.SWIM, DEEP, right(1))]


@pytest.mark.rule("PK-C1.2")
def test_any_tile_left_may_be_taken_and_joins_the_reef_at_once():
    scene = Scene().row(0, "D D").stacks(0, 2, 0, 1, 3).play(Kind.BUILD)
    assert scene.options() == [(Kind.TILE, kind) for kind in (ARROW_WAVE, WAVE_DICE, EAT_DICE)]
    scene.play(Kind.TILE, WAVE_DICE).play(Kind.GROUND, 1, 0).play(Kind.PARTNER, 0)
    scene.play(Kind.ORIENT, 0)
    assert scene.state["tiles"].tolist() == [0, 2, 0, 0, 3]
    assert scene.state["symbol"][0][:4].tolist() == [4, 4, Symbol.WAVE, Symbol.STORAGE]
    assert hexes(scene) == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert scene.kinds() == [Kind.SWIM]


@pytest.mark.rule("PK-C1.3")
def test_on_the_ground_one_hex_must_touch_the_reef_and_both_be_empty():
    scene = Scene().row(0, "D D").play(Kind.BUILD).play(Kind.TILE, ARROW_EAT)
    pairs = set()
    for place in scene.moves(Kind.GROUND):
        there = Scene().row(0, "D D").play(Kind.BUILD).play(Kind.TILE, ARROW_EAT)
        anchor = step(hexes(there)[place[0]], place[1])
        for toward in there.play(Kind.GROUND, *place).moves(Kind.PARTNER):
            pair = frozenset((anchor, step(anchor, toward)))
            assert pair not in pairs
            pairs.add(pair)
    around = {step(h, toward) for h in [(0, 0), (1, 0)] for toward in range(6)}
    around -= {(0, 0), (1, 0)}
    right_ones = {frozenset((a, step(a, toward))) for a in around for toward in range(6)}
    assert pairs == {pair for pair in right_ones if not pair & {(0, 0), (1, 0)}}
    assert len(pairs) == 30


@pytest.mark.rule("PK-C1.3")
def test_a_hole_for_one_hex_takes_no_tile():
    ring = [STEPS[0], STEPS[1], STEPS[2], STEPS[3], STEPS[4], STEPS[5]]
    tiles = [(ring[i], ring[i + 1], "DD") for i in (0, 2, 4)]
    scene = Scene().reef(0, *tiles).play(Kind.BUILD).play(Kind.TILE, ARROW_EAT)
    anchors = [step(hexes(scene)[face], toward) for face, toward in scene.moves(Kind.GROUND)]
    assert (0, 0) not in anchors
    assert len(anchors) == len(set(anchors)) == 12


@pytest.mark.rule("PK-C1.3", "PK-C1.4")
def test_a_ground_tile_may_touch_the_foot_of_a_tower():
    scene = Scene().row(0, "D3 D3").play(Kind.BUILD).play(Kind.TILE, ARROW_EAT)
    scene.play(Kind.GROUND, 1, 0).play(Kind.PARTNER, 0).play(Kind.ORIENT, 0)
    assert scene.state["height"][0][:4].tolist() == [3, 3, 1, 1]


@pytest.mark.rule("PK-C1.4")
def test_on_top_a_tile_lies_level_on_two_neighbouring_hexes_of_different_tiles():
    scene = Scene().reef(0, *RHOMBUS).play(Kind.BUILD).play(Kind.TILE, ARROW_EAT)
    assert scene.moves(Kind.UPPER) == [(0, 2), (1, 2), (1, 3)]
    scene.play(Kind.UPPER, 0, 2).play(Kind.ORIENT, 0)
    assert scene.state["height"][0][:4].tolist() == [2, 1, 2, 1]
    assert scene.state["symbol"][0][:4].tolist() == [1, 2, 2, 4]
    assert build(scene, ARROW_EAT).moves(Kind.UPPER) == [(1, 3)]


@pytest.mark.rule("PK-C1.4")
def test_two_start_tiles_carry_a_reef_of_level_6_with_nine_tiles():
    scene = Scene().reef(0, *RHOMBUS)
    scene.stacks(0, 9, 0, 0, 0)
    levels = []
    for tile in range(9):
        one, two = [(0, 2), (1, 3), (0, 1), (2, 3)][tile % 4]
        raise_tower(scene, ARROW_WAVE, one, two)
        levels.append(int(scene.state["height"][0].max()))
    assert levels == [2, 2, 3, 3, 4, 4, 5, 5, 6]
    assert scene.state["strength"][0].tolist() == [1, 6, 1, 6, 1]


@pytest.mark.rule("PK-C1.4")
@pytest.mark.parametrize(("players", "level"), [(2, 9), (3, 12), (4, 14)])
def test_no_level_is_too_high_for_one_who_gets_all_tiles(players, level):
    scene = Scene(players).reef(0, *RHOMBUS)
    tiles = {2: 16, 3: 21, 4: 26}[players]
    scene.stacks(0, tiles, 0, 0, 0)
    for tile in range(2 * level - 3):
        raise_tower(scene, ARROW_WAVE, *[(0, 2), (1, 3), (0, 1), (2, 3)][tile % 4])
    assert scene.state["height"][0].max() == level
    assert scene.state["strength"][0].tolist() == [1, level, 1, level, 1]
    assert scene.state["tiles"].sum() < 2


@pytest.mark.rule("PK-C1.5")
@pytest.mark.parametrize("held", ["die", "skeleton"])
@pytest.mark.parametrize(
    ("face", "places"), [(0, [(1, 2), (1, 3)]), (1, [(0, 2)]), (2, [(1, 3)]), (3, [(0, 2), (1, 2)])]
)
def test_neither_stored_dice_nor_skeletons_are_built_over_or_thrown_away_for_it(held, face, places):
    scene = Scene().reef(0, ((0, 0), (1, 0), "DD"), ((0, 1), (1, 1), "DD"))
    if held == "die":
        scene.store(0, face, 6, 1)
    else:
        scene.bones(0, face)
    before = scene.state["held"].copy()
    scene.play(Kind.BUILD).play(Kind.TILE, ARROW_EAT)
    assert scene.moves(Kind.UPPER) == places
    assert scene.kinds() == [Kind.GROUND, Kind.UPPER]
    assert (scene.state["held"] == before).all()


@pytest.mark.rule("PK-C1.6")
@pytest.mark.parametrize(("turned", "symbols"), [(0, [1, 2]), (1, [2, 1])])
def test_either_face_of_a_tile_may_lie_on_either_hex(turned, symbols):
    upper = Scene().reef(0, *RHOMBUS).play(Kind.BUILD).play(Kind.TILE, ARROW_EAT)
    upper.play(Kind.UPPER, 1, 2)
    assert upper.options() == [(Kind.ORIENT, 0), (Kind.ORIENT, 1)]
    upper.play(Kind.ORIENT, turned)
    assert upper.state["symbol"][0][1:3].tolist() == symbols
    ground = Scene().row(0, "D D").play(Kind.BUILD).play(Kind.TILE, ARROW_EAT)
    ground.play(Kind.GROUND, 0, 3).play(Kind.PARTNER, 3).play(Kind.ORIENT, turned)
    assert hexes(ground)[2:] == [(-1, 0), (-2, 0)]
    assert ground.state["symbol"][0][2:4].tolist() == symbols


@pytest.mark.rule("PK-C1.7")
@pytest.mark.parametrize(
    ("faces", "supply", "on_wave", "counts"),
    [
        ("W3 D", 10, 0, [1, 2, 3]),
        ("W4 D", 10, 0, [1, 2, 3, 4]),
        ("W3 D", 2, 0, [1, 2]),
        ("W3 D", 10, 13, [1, 2]),
        ("W3 D", 10, 14, [1]),
        ("D D", 10, 0, [1]),
    ],
)
def test_one_to_strength_dice_are_loaded_as_supply_and_room_allow(faces, supply, on_wave, counts):
    scene = Scene().row(0, faces).drain(0, keep=supply).load(neutral=on_wave)
    scene.state["phase"] = Phase.CHOOSE_LOAD
    assert scene.options() == [(Kind.LOAD_COUNT, count) for count in counts]
    scene.play(Kind.LOAD_COUNT, counts[-1])
    assert scene.state["wave"].tolist() == [counts[-1], 0, 0, 0, on_wave]
    assert scene.state["supply"][0] == supply - counts[-1]


@pytest.mark.rule("PK-C1.8")
def test_strength_is_the_level_of_the_highest_face_alone_and_at_least_1():
    scene = Scene().row(0, "W2 W2 W W")
    assert scene.play(Kind.LOAD).moves(Kind.LOAD_COUNT) == [1, 2]
    assert Scene().row(0, "D D").play(Kind.LOAD).kinds() == [Kind.SWIM]


@pytest.mark.rule("PK-C1.8", "PK-C4.5")
def test_a_face_with_a_skeleton_gives_no_strength():
    scene = Scene().row(0, "W3 W2 D D").bones(0, 0)
    assert scene.play(Kind.LOAD).moves(Kind.LOAD_COUNT) == [1, 2]


@pytest.mark.rule("PK-C1.8")
def test_a_tile_built_this_turn_counts_for_the_swim_at_once():
    scene = Scene().reef(0, *RHOMBUS).creatures(0, right(3), right(3))
    raise_tower(scene, ARROW_EAT, 0, 2)
    near = [left(5), right(1), right(2), right(4), right(5)]
    assert scene.options() == [(Kind.SWIM, right(3), space) for space in near]


@pytest.mark.rule("PK-C1.8")
def test_a_tile_built_this_turn_hides_what_it_covers_at_once():
    tiles = (*RHOMBUS, ((0, 0), (0, 1), "AW"), ((1, 0), (1, 1), "EW"))
    scene = Scene().reef(0, *tiles).creatures(0, right(3), right(3))
    assert scene.state["strength"][0].tolist() == [1, 2, 2, 2, 1]
    raise_tower(scene, EAT_WAVE, 0, 1)
    assert scene.state["strength"][0].tolist() == [1, 1, 3, 3, 1]
    assert scene.moves(Kind.SWIM) == [(right(3), right(2)), (right(3), right(4))]


# --- a reef as large as it gets


@pytest.mark.rule("PK-A2", "PK-C1.3")
@pytest.mark.parametrize("toward", range(6))
def test_one_seat_may_lay_all_30_tiles_in_one_line(toward):
    scene = Scene().row(0, "D D").stacks(29, 0, 0, 0, 0)
    end = 1 if toward == 0 else 0
    while scene.state["tiles"][0]:
        ahead = step(hexes(scene)[end], toward)
        places = build(scene, 0).moves(Kind.GROUND)
        place = next(p for p in places if step(hexes(scene)[p[0]], p[1]) == ahead)
        scene.play(Kind.GROUND, *place).play(Kind.PARTNER, toward).play(Kind.ORIENT, 0)
        end = int(scene.state["faces"][0]) - 1
    length = 59 if toward == 0 else 58
    assert scene.state["faces"][0] == len(set(hexes(scene))) == 60
    assert hexes(scene)[-1] == tuple(length * part for part in STEPS[toward])
    scene.state["phase"] = Phase.CHOOSE_STEP
    assert scene.options() == [(Kind.LOAD,)]


@pytest.mark.rule("PK-C1.3")
def test_a_line_of_58_hexes_offers_all_120_hexes_round_it():
    scene = Scene().row(0, " ".join(["D"] * 58))
    scene.state["phase"] = Phase.CHOOSE_PLACE
    assert len(scene.moves(Kind.GROUND)) == 2 * 58 + 4
    assert scene.moves(Kind.UPPER) == [(i, i + 1) for i in range(1, 57, 2)]


# --- C2. the swim


@pytest.mark.rule("PK-C2.1")
def test_either_ocean_creature_swims_one_space_to_strength_spaces():
    scene = Scene().row(0, "A2 D").creatures(0, right(7), left(4)).swimming()
    near_left = [left(2), left(3), left(5), left(6), right(4), right(5), right(6)]
    near_right = [right(5), right(6), right(8), BEACH]
    assert scene.options() == [(Kind.SWIM, left(4), space) for space in near_left] + [
        (Kind.SWIM, right(7), space) for space in near_right
    ]


@pytest.mark.rule("PK-C2.1")
def test_two_creatures_on_one_space_are_one_choice():
    scene = Scene().row(0, "D D").creatures(0, right(7), right(7)).swimming()
    assert scene.moves(Kind.SWIM) == [(right(7), right(6)), (right(7), right(8))]
    scene.play(Kind.SWIM, right(7), right(8))
    assert sorted(scene.state["creature"][0].tolist()) == [right(7), right(8)]


@pytest.mark.rule("PK-C2.1", "PK-C2.4")
@pytest.mark.parametrize(
    ("strength", "spaces"),
    [
        (1, [left(3), left(5), right(5)]),
        (2, [left(2), left(3), left(5), left(6), right(4), right(5), right(6)]),
        (3, [*map(left, (1, 2, 3, 5, 6, 7)), *map(right, (3, 4, 5, 6, 7))]),
        (6, [DEEP, *map(left, (1, 2, 3, 5, 6, 7, 8)), *map(right, range(2, 9)), BEACH]),
    ],
)
def test_a_crossing_is_a_link_without_a_turn_in_the_middle(strength, spaces):
    scene = Scene().row(0, f"A{strength} D").creatures(0, left(4), left(4)).shark(right(1))
    assert scene.swimming().moves(Kind.SWIM) == [(left(4), space) for space in spaces]


@pytest.mark.rule("PK-C2.2")
def test_no_swim_ends_where_it_began():
    scene = Scene().row(0, "A4 D").creatures(0, DEEP, DEEP).swimming()
    spaces = [right(1), right(2), right(3), right(4)]
    assert scene.moves(Kind.SWIM) == [(DEEP, space) for space in spaces]


@pytest.mark.rule("PK-C2.3")
def test_the_sharks_space_is_neither_passed_nor_ended_on():
    scene = Scene().row(0, "A3 D").creatures(0, left(1), left(1)).shark(left(2)).swimming()
    assert scene.moves(Kind.SWIM) == [(left(1), space) for space in (DEEP, right(1), right(2))]


@pytest.mark.rule("PK-C2.3")
def test_a_creature_beside_the_shark_may_leave_and_not_come_back_on_the_way():
    scene = Scene().row(0, "A2 D").creatures(0, DEEP, DEEP).shark(DEEP).swimming()
    spaces = [left(1), left(2), right(1), right(2)]
    assert scene.moves(Kind.SWIM) == [(DEEP, space) for space in spaces]


@pytest.mark.rule("PK-C2.5")
def test_any_number_of_creatures_share_a_space():
    scene = Scene()
    for seat in range(4):
        scene.creatures(seat, QUIET, QUIET)
    scene.row(0, "D D").creatures(0, QUIET, DEEP).swimming().play(Kind.SWIM, DEEP, QUIET)
    assert (scene.state["creature"] == QUIET).all()
