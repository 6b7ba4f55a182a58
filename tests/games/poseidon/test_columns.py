"""The counters of a game by seat, and the handicap, in hand figures."""

from __future__ import annotations

import pytest
from games.poseidon.playing import NEUTRAL, left
from games.poseidon.positions import QUIET, Scene
from games.poseidon.test_rules_end import all_but
from games.poseidon.test_rules_shark import hunted
from games.poseidon.test_rules_track import to_head
from games.poseidon.test_rules_wave import with_total

from undertow_kernels.poseidon.state import Bonus, Kind

BLUE, GREEN, ORANGE, YELLOW = range(4)
FREED = ("freed_eating", "freed_head", "freed_bonus")


def freed(scene):
    return [scene.columns[name].tolist() for name in FREED]


def test_a_friend_freed_by_eating_counts_for_the_active_seat():
    scene = all_but(Scene(active=GREEN), GREEN, 2).row(GREEN, "E2 A")
    scene.sea(1, (1, GREEN), (1, NEUTRAL)).arrive(QUIET).play(Kind.EAT, 2)
    assert freed(scene) == [[0, 1, 0, 0], [0] * 4, [0] * 4]


def test_a_friend_freed_at_the_head_counts_for_who_arrived_there():
    scene = to_head(Scene().track(1, 7, 2, 3)).play(Kind.HEAD_FREE)
    assert freed(scene) == [[1, 0, 0, 0], [0, 1, 0, 0], [0] * 4]  # blue ate with green's die
    scene.play(Kind.PEEK, 5)
    assert scene.columns["peeks"].tolist() == [0, 1, 0, 0]


def test_a_friend_freed_by_the_bonus_counts_for_who_took_it():
    scene = with_total(19, ORANGE).crash({}).play(Kind.BONUS, Bonus.FREE_FRIEND)
    assert freed(scene) == [[0] * 4, [0] * 4, [0, 0, 1, 0]]
    assert scene.columns["crashes"] == 1


def test_bites_and_skeletons_count_for_the_owner_of_what_was_eaten():
    scene = hunted((left(2), left(3))).row(GREEN, "A A A").arrive(QUIET)
    assert scene.columns["bites"].tolist() == [0, 2, 0, 0]
    while scene.kinds() == [Kind.SKELETON]:
        scene.play(Kind.SKELETON, scene.moves(Kind.SKELETON)[0])
    assert scene.columns["skeletons_placed"].tolist() == [0, 2, 0, 0]


def test_tiles_are_counted_by_seat_and_kind():
    scene = Scene(active=ORANGE).play(Kind.BUILD).play(Kind.TILE, 3)
    while scene.kinds()[0] in (Kind.GROUND, Kind.UPPER, Kind.PARTNER, Kind.ORIENT):
        scene.play(*scene.options()[0])
    assert scene.columns["tiles_built"].tolist() == [[0] * 5, [0] * 5, [0, 0, 0, 1, 0], [0] * 5]


def test_coral_points_are_that_part_of_the_score():
    scene = Scene(2).corals(*[1, 1, 2, 2, 3, 3, 4, 5]).row(0, "A A E").row(1, "D D")
    scene.free(1, 1).take_corals(0, 3).take_corals(1, 4, 9)
    assert scene.columns["coral_points"].tolist() == [2, 3, 0, 0]
    assert scene.scores == [2, 3 + int(scene.state["counter"][1][0])]
    assert scene.columns["corals_claimed"].tolist() == [1, 2, 0, 0]
    assert scene.columns["highest"].tolist()[:2] == [1, 1]


@pytest.mark.rule("PK-S8")
def test_a_handicap_is_added_to_the_points():
    scene = Scene(handicap=[3, 0, -2, 0]).free(0, 1, 5).free(2, 5)
    scores = scene.scores
    plain = Scene().free(0, 1, 5).free(2, 5).scores
    assert scores == [plain[0] + 3, 0, plain[2] - 2, 0]


@pytest.mark.rule("PK-S8")
@pytest.mark.parametrize(
    ("handicap", "winners"),
    [([0, 0], [0]), ([0, 4], [0]), ([0, 5], [1]), ([0, 6], [1])],
)
def test_a_handicap_changes_who_wins_and_breaks_no_tie(handicap, winners):
    scene = Scene(2, handicap=handicap).row(0, "D D").row(1, "D2 D")
    scene.state["counter"][0][0] = 5  # level at 5, the higher reef decides
    assert scene.over().winners == winners
