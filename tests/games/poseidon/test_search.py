"""Deals anew in Poseidon's Kingdom, and what a position is worth."""

from collections import Counter

import numpy as np
import pytest
from games.poseidon.positions import Scene
from searching import drawn, worth

DRAWS = 1600


def test_hidden_corals_lie_anywhere_with_the_same_chance_and_known_ones_where_they_are():
    scene = Scene()
    kinds = scene.state["coral_kind"].tolist()
    scene.state["coral_known"][2] |= 1 << scene.decider
    states = drawn(scene, DRAWS)
    assert all(Counter(s["coral_kind"].tolist()) == Counter(kinds) for s in states[:50])
    assert all(s["coral_kind"][2] == kinds[2] for s in states)
    hidden = Counter(kinds[:2] + kinds[3:])
    for kind, count in hidden.items():
        found = np.mean([s["coral_kind"] == kind for s in states], axis=0)
        assert np.delete(found, 2) == pytest.approx(count / 7, abs=0.05)


def test_friends_points_and_stored_dice_are_worth_something_and_skeletons_cost():
    scene = Scene()
    plain = worth(scene)[0]
    s = scene.state
    s["friends"][0] &= 0b111110
    assert worth(scene)[0] - plain == 40
    s["counter"][0][0] = 3
    assert worth(scene)[0] - plain == 40 + 3 * 20
    s["held"][0][1] = 7
    assert worth(scene)[0] - plain == 40 + 60 + 50
    s["held"][0][1] = 31
    assert worth(scene)[0] - plain == 40 + 60 - 18
