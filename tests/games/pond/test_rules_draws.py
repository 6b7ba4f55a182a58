"""Random seats in the pond's own loop play what they play move by move, with any processor's code.

A loop that plays without lists and keeps count of squares and points must leave the same state
behind, byte for byte, as moves that are listed, chosen and applied one after another.
"""

from __future__ import annotations

from collections.abc import Iterator

import golden
import lockstep
import numpy as np
import pytest
import sampling

from undertow.game import load
from undertow_kernels.core.game import CHECKED
from undertow_kernels.core.playout import Match
from undertow_kernels.pond import draws

SEED = 20_261_201
GAMES = 6  # of a mode: a third by the rules of the box, the others with varied components
PLAYED_ON = 0.02  # of all moves
pytestmark = pytest.mark.skipif(CHECKED, reason="a checked build looks at every decision")


@pytest.fixture(autouse=True)
def _by_bits_again():
    yield
    draws.by_bits()


def paths() -> Iterator[bool]:
    """Turn to the code for any processor, then to bit instructions where there are any."""
    yield draws.by_bits(False)
    if draws.by_bits():
        yield True


def stepped(match: Match) -> Iterator[Match]:
    """Yield a match before each move, forced ones too, and after the last."""
    while True:
        moves = match.legal()
        yield match
        if not len(moves):
            return
        match.step(moves[match.choose()])


def told(match: Match) -> tuple[bytes, ...]:
    return match.result().tobytes(), match.columns().tobytes(), match.state.tobytes()


@pytest.mark.parametrize(("players", "mode"), sampling.modes("pond"))
def test_a_game_played_on_without_lists_from_any_move_ends_as_one_played_move_by_move(
    players, mode
):
    rng = np.random.default_rng(SEED)
    for index, rules in lockstep.plan("pond", players, GAMES, mode):
        whole = load("pond", players=players, rules=rules).match(SEED, index)
        places = [whole.copy()]
        places += [each.copy() for each in stepped(whole) if rng.random() < PLAYED_ON]
        for by_bits in paths():
            for place in places:
                match = place.copy()
                match.play_on()
                assert told(match) == told(whole), (rules, by_bits, place.turn)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_batches_have_the_golden_rows_by_any_processor_code(players):
    for _ in paths():
        assert golden.digest("pond", players) == golden.expected("pond")[str(players)]


def test_bit_instructions_are_left_alone_when_told_so():
    assert draws.by_bits(False) is False
