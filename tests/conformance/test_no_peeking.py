"""Hidden facts cannot be read from a view: what a seat cannot know may change places unseen.

What may be swapped is the referee's word, not the kernel's.
"""

import lockstep
import numpy as np
import pytest

import undertow as ut
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


def decisions(name, players, mode):
    """Yield kernel and referee, side by side, at some decisions of some games."""
    loaded = ut.load(name, players=players, rules=mode)
    referee = lockstep.own_module(name, "referee").Referee
    key = tuple(int(w) for w in np.random.SeedSequence(SEED).generate_state(2, np.uint64))
    for index in range(GAMES):
        match = loaded.match(SEED, index)
        twin = referee(dict(loaded.rules.values), players, key, index)
        while match.actor >= 0:
            if match.round > 0 and match.decisions % EVERY == 0:
                yield loaded, match, twin
            pick = match.choose()
            match.apply(match.legal()[pick])
            twin.choose(pick)


@pytest.mark.parametrize(("name", "players", "mode"), TABLES, ids=str)
def test_swapping_what_a_seat_cannot_know_changes_nothing_in_its_view(name, players, mode):
    rng = np.random.Generator(np.random.PCG64(SEED))
    facts = lockstep.own_module(name, "facts")
    swapped = 0
    for loaded, match, referee in decisions(name, players, mode):
        other = match.copy()
        state = other.state.view(loaded.game.state)[0]
        for group, places in referee.swaps(match.actor):
            facts.swap(state, group, places, rng.permutation(len(places)).tolist())
        swapped += other.state.tobytes() != match.state.tobytes()
        assert other.view(match.actor).tobytes() == match.view(match.actor).tobytes()
        assert other.legal().tobytes() == match.legal().tobytes()
    assert swapped > 0


@pytest.mark.parametrize(("name", "players", "mode"), TABLES, ids=str)
def test_a_view_that_shows_what_is_hidden_would_be_found(name, players, mode):
    """The same swaps are seen by whoever looks at the whole state instead of a view."""
    looked_at = decisions(name, players, mode)
    loaded, match, groups = next(
        (game, match, groups)
        for game, match, referee in looked_at
        if (groups := referee.swaps(match.actor))
    )
    facts = lockstep.own_module(name, "facts")
    changed = 0
    for shift in range(1, 4):
        other = match.copy()
        for group, places in groups:
            order = np.roll(np.arange(len(places)), shift).tolist()
            facts.swap(other.state.view(loaded.game.state)[0], group, places, order)
        changed += other.state.tobytes() != match.state.tobytes()
    assert changed
