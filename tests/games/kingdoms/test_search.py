"""Cards chosen in secret, drawn anew, and what a position is worth."""

from collections import Counter

import pytest
from games.kingdoms.positions import (
    BOLSTER,
    DEPLOY,
    MOVE,
    RESET,
    SHARK,
    TO_BOLSTER,
    TO_DEPLOY,
    TO_MOVE,
    Scene,
)  # fmt: skip
from searching import drawn, worth

from undertow_kernels.kingdoms.state import Kind

DRAWS = 1200


def test_who_has_chosen_holds_any_card_of_the_hand_with_the_same_chance():
    scene = Scene(players=3, first=0).hold(0, DEPLOY, SHARK, RESET).play(Kind.CARD, SHARK)
    found = Counter(int(state["chosen"][0]) for state in drawn(scene, DRAWS))
    assert set(found) == {DEPLOY, SHARK, RESET}
    assert all(count / DRAWS == pytest.approx(1 / 3, abs=0.05) for count in found.values())


def test_who_has_yet_to_choose_has_no_card_and_nothing_else_changes():
    scene = Scene(players=3, first=1).play(Kind.CARD, MOVE)
    for state in drawn(scene, 20):
        assert state["chosen"][[0, 2]].tolist() == [0, 0]
        assert state["chosen"][1] > 0
        state["chosen"][1] = scene.state["chosen"][1]
        assert state.tobytes() == scene.state.tobytes()


def test_cards_that_lie_open_are_not_drawn_anew():
    scene = Scene(players=2).cards(BOLSTER, MOVE)
    assert all(state.tobytes() == scene.state.tobytes() for state in drawn(scene, 5))


def test_units_points_and_discs_are_worth_something():
    scene = Scene(players=2)
    plain = worth(scene)
    scene.put(0, 1)
    assert worth(scene)[0] - plain[0] == 2 + 2  # out of the supply, beside Atlantis
    first = scene.game.rules.values["end_points"][0]
    scene.put(0, 0)
    assert worth(scene)[0] - plain[0] == 4 + 2 + 5 * first
    scene.bait(1, 10)
    assert worth(scene)[1] - plain[1] == 9 * 10
    before = worth(scene)[0]
    scene.cover(0, TO_DEPLOY, TO_BOLSTER, TO_MOVE)
    advances = scene.game.table_bytes.view(scene.game.game.tables)["advances"][0]
    assert worth(scene)[0] - before == 2 * 4 * advances
    scene.hold(1, BOLSTER, MOVE)
    assert worth(scene)[1] - plain[1] == 9 * 10 - 7 * 4  # two cards of six are left
