"""Hidden facts cannot be read from a view: what a seat cannot know may change places unseen.

What may be swapped is the referee's word, not the kernel's.
"""

import lockstep
import numpy as np
import pytest
from side_by_side import decisions, swapped

from undertow import games

SEED = 11
GAMES = 4
EVERY = 5  # decisions between two that are looked at
TABLES = [
    (name, players, mode)
    for name in games.names()
    for players in games.find(name).seats
    for mode in lockstep.modes(name, players)
]


def in_rounds(name, players, mode):
    """Yield kernel and referee, side by side, at some decisions after the set-up."""
    for loaded, match, referee in decisions(
        name, players, mode, seed=SEED, games=GAMES, every=EVERY
    ):
        if match.round > 0:
            yield loaded, match, referee


@pytest.mark.parametrize(("name", "players", "mode"), TABLES, ids=str)
def test_swapping_what_a_seat_cannot_know_changes_nothing_in_its_view(name, players, mode):
    rng = np.random.Generator(np.random.PCG64(SEED))
    changed = 0
    for loaded, match, referee in in_rounds(name, players, mode):
        groups = referee.swaps(match.actor)
        other = swapped(loaded, match, groups, lambda n: rng.permutation(n).tolist())
        changed += other.state.tobytes() != match.state.tobytes()
        assert other.view(match.actor).tobytes() == match.view(match.actor).tobytes()
        assert other.legal().tobytes() == match.legal().tobytes()
    assert changed > 0


@pytest.mark.parametrize(("name", "players", "mode"), TABLES, ids=str)
def test_a_view_that_shows_what_is_hidden_would_be_found(name, players, mode):
    """The same swaps are seen by whoever looks at the whole state instead of a view."""
    loaded, match, groups = next(
        (loaded, match, groups)
        for loaded, match, referee in in_rounds(name, players, mode)
        if (groups := referee.swaps(match.actor))
    )
    changed = 0
    for shift in range(1, 4):
        other = swapped(loaded, match, groups, lambda n, by=shift: np.roll(range(n), by).tolist())
        changed += other.state.tobytes() != match.state.tobytes()
    assert changed
