"""Kernel and referee side by side, and what a seat cannot know in other places."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import lockstep
import numpy as np

import undertow as ut
from undertow.game import LoadedGame
from undertow.players.agents import seat_agents
from undertow_kernels.core.playout import Match


def decisions(
    name: str,
    players: int,
    mode: dict[str, object],
    *,
    seed: int,
    games: int,
    every: int,
    agent: str = "random",
) -> Iterator[tuple[LoadedGame, Match, object]]:
    """Yield a game, its match and its referee at one of ``every`` decisions of some games."""
    loaded = ut.load(name, players=players, rules=mode)
    referee = lockstep.own_module(name, "referee").Referee
    key = tuple(int(w) for w in np.random.SeedSequence(seed).generate_state(2, np.uint64))
    for index in range(games):
        match = loaded.match(seed, index, seat_agents(agent, loaded))
        twin = referee(dict(loaded.rules.values), players, key, index)
        while match.actor >= 0:
            if match.decisions % every == 0:
                yield loaded, match, twin
            pick = match.choose()
            match.apply(match.legal()[pick])
            twin.choose(pick)


def swapped(
    loaded: LoadedGame, match: Match, groups: list, order: Callable[[int], list[int]]
) -> Match:
    """Return a copy of a match in which hidden things changed places.

    ``order(n)`` says which of ``n`` things comes to each of their places.
    """
    facts = lockstep.own_module(loaded.game.name, "facts")
    other = match.copy()
    state = other.state.view(loaded.game.state)[0]
    for group, places in groups:
        facts.swap(state, group, places, order(len(places)))
    return other
