"""The board looks the same from each of four seats."""

import numpy as np
import pytest
from games.pond import symmetry

import undertow as ut

RULES = [
    {},
    {"far_shore": True},
    {"pond_power": True},
    {"mode": "teams", "far_shore": True, "pond_power": True},
    {"table_shape": "x", "spiders_in_front": False},
]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_turned_position_has_the_turned_moves_and_goes_on_turned(rules):
    decisions, different = symmetry.differences(8, 3, **rules)
    assert decisions > 500
    assert different == 0


def test_four_quarter_turns_are_none():
    loaded = ut.load("pond", players=4, rules={"pond_power": True})
    match = loaded.match(5, 0)
    for _ in range(120):
        match.apply(match.legal()[match.choose()])
    state = match.state.copy().view(loaded.game.state)
    once = symmetry.turned(state[0])
    assert once.tobytes() != state.tobytes()
    back = once
    for _ in range(3):
        back = symmetry.turned(back[0])
    assert back.tobytes() == state.tobytes()


def test_a_board_that_is_not_symmetric_is_found():
    """Three seats of four: the unused home is out, so a quarter turn is no symmetry."""
    loaded = ut.load("pond", players=3, rules={"three_player_unused_home": "out"})
    match = loaded.match(5, 0)
    while match.round < 1:
        match.apply(match.legal()[match.choose()])
    moves = match.legal().view(loaded.game.move).reshape(-1)
    other = match.copy()
    other.state[:] = symmetry.turned(match.state.view(loaded.game.state)[0]).view(np.uint8)
    assert symmetry.turned_moves(moves) != symmetry.as_set(other, loaded)
