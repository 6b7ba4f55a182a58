"""What is promised of agents: no peeking, strength, speed. ``proofs.py`` runs these checks."""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import log

import lockstep
import numpy as np
from figures import Figure, named, tables
from side_by_side import decisions, swapped

from undertow import games
from undertow.game import LoadedGame, load
from undertow.inference.statistics import share_interval
from undertow.jit import below, compiled_agent
from undertow.players.agents import Seated, seat_agents
from undertow.playing.batch import play_batch
from undertow_kernels.core.agents import Onlooker
from undertow_kernels.core.game import RESULT_DTYPE
from undertow_kernels.core.playout import Stop, play
from undertow_kernels.core.search import Searcher, TwicePlayed

SEED = 20_261_130
KEY = np.random.SeedSequence(SEED).generate_state(2, np.uint64)
SEARCH = "mcts(iterations=1000)"
ITERATIONS = 1000
BUDGETS = (50, 200, 800)
MOST_GAMES = 600  # of a sequential test
BLOCK = 20  # games of each seating between two looks
RISK = 0.05  # of either error
BETTER = 0.6  # share of the games of two that the sequential test tells from one half
EDGE = 0.55  # the short form only tells who is better: this share from what it leaves the other
LOSS = 0.03  # of a share that more iterations may cost
GREEDY_COST = 100  # random decisions
COMPILED_COST = 1.3  # times a loop that lists and shows
PLAYOUTS = 0.5  # of the time of a search
ATTEMPTS = 3
WORKERS = os.cpu_count() or 1
RATED = [name for name in games.names() if games.find(name).agents is not None]


# --- no peeking -----------------------------------------------------------------------------------


def prove_peeking(full: bool) -> Iterator[Figure]:
    """Agents decide alike whatever changes places that their seat cannot know."""
    for name in RATED:
        for agent, many in (("greedy", 10_000 if full else 200), ("mcts(iterations=50)", 200)):
            views, different, peeked = peeking(name, agent, many if full else min(many, 60))
            yield Figure(
                f"{name}: {agent} decides alike in {views:,} views with what is hidden swapped, "
                f"otherwise in {different}; one that looks at the state would in {peeked:,}",
                different == 0 and views >= (many if full else 50) and peeked > 0,
            )


def peeking(name: str, agent: str, many: int) -> tuple[int, int, int]:
    """Return views looked at, decisions that changed, and those of an agent that peeks."""
    rng = np.random.Generator(np.random.PCG64(SEED))
    places = [
        (players, mode)
        for players in games.find(name).seats
        for mode in lockstep.modes(name, players)
    ]
    views = different = peeked = 0
    for players, mode in places:
        least = views + -(-many // len(places))
        for loaded, match, referee in decisions(
            name, players, mode, seed=SEED, games=10_000, every=1, agent=agent
        ):
            if views >= least:
                break
            groups = referee.swaps(match.actor)
            if not groups:
                continue
            other = swapped(loaded, match, groups, lambda n: rng.permutation(n).tolist())
            views += 1
            different += match.copy().choose() != other.copy().choose()
            peeked += peek(match) != peek(other)
    return views, different, peeked


def peek(match: object) -> int:
    """Return the choice of an agent that decides by the whole state."""
    return zlib.crc32(match.state) % len(match.legal())


# --- strength -------------------------------------------------------------------------------------


def prove_strength(full: bool) -> Iterator[Figure]:
    """Greedy beats random players, search beats greedy, more search does not lose."""
    for loaded in tables():
        if loaded.players not in {2, 4} or not (full or loaded.game.name == "alarm"):
            continue
        yield beats_random(loaded, 2000 if full else 100)
        if full or loaded.players == 2:  # at four the share is nearer to one half
            yield beats_greedy(loaded, 0.5 if full else 1 - EDGE, BETTER if full else EDGE)
        if full and loaded.players == 2:
            yield from climbs(loaded)


def beats_random(loaded: LoadedGame, n: int) -> Figure:
    """Return whether a greedy seat among random ones wins more than the share asked for."""
    least = 0.75 if loaded.players == 2 else 0.5
    share = float(np.mean([duel(loaded, "greedy", "random", n // loaded.players, seat)
                           for seat in range(loaded.players)]))  # fmt: skip
    low, high = share_interval(share, n, 1)
    return Figure(
        f"{named(loaded)}: greedy wins {share:.3f} ({low:.3f} - {high:.3f}) of {n:,} games "
        f"against random, to be above {least}",
        low > least,
    )


def beats_greedy(loaded: LoadedGame, worse: float, better: float) -> Figure:
    """Return whether search wins the better share of what it and greedy win, half the seats each.

    Wald's sequential probability ratio test (1945, "Sequential tests of statistical hypotheses")
    of one share against the other, a shared win counting as part of either.
    """
    won = lost = 0.0
    played = 0
    bound = log((1 - RISK) / RISK)
    ratio = 0.0
    while played < MOST_GAMES and abs(ratio) < bound:
        ours, theirs = seated_half(loaded, SEARCH, "greedy", played // 2)
        played += 2 * BLOCK
        won += ours
        lost += theirs
        ratio = won * log(better / worse) + lost * log((1 - better) / (1 - worse))
    verdict = "decided" if abs(ratio) >= bound else "not decided"
    return Figure(
        f"{named(loaded)}: {SEARCH} wins {won:g}, greedy {lost:g} of {played} games, {verdict}: "
        f"{better:.2f} against {worse:.2f} (log ratio {ratio:.2f} of {bound:.2f})",
        ratio >= bound,
    )


def seated_half(loaded: LoadedGame, one: str, other: str, first: int) -> tuple[float, float]:
    """Return what two agents win that sit in turn, either way round, a block of games each."""
    ours = theirs = 0.0
    for shift in range(2):
        mine = [(seat + shift) % 2 == 0 for seat in range(loaded.players)]
        agents = seat_agents([one if own else other for own in mine], loaded)
        won = wins(loaded, agents, BLOCK, first)
        ours += sum(won[seat] for seat in range(loaded.players) if mine[seat])
        theirs += sum(won[seat] for seat in range(loaded.players) if not mine[seat])
    return ours, theirs


def climbs(loaded: LoadedGame, n: int = 400) -> Iterator[Figure]:
    """Compare each budget with the one below it."""
    for low, high in pairwise(BUDGETS):
        rungs = [f"mcts(iterations={budget})" for budget in (high, low)]
        share = float(np.mean([duel(loaded, *rungs, n // 2, seat) for seat in range(2)]))
        below_, above = share_interval(share, n, 1)
        yield Figure(
            f"{named(loaded)}: {high} iterations win {share:.3f} ({below_:.3f} - {above:.3f}) of "
            f"{n} games against {low}, to lose no more than {LOSS}",
            share >= 0.5 - LOSS,
        )


def duel(loaded: LoadedGame, one: str, others: str, n: int, seat: int) -> float:
    """Return the share that an agent in a seat wins among others."""
    agents = [others] * loaded.players
    agents[seat] = one
    return float(wins(loaded, seat_agents(agents, loaded), n, 0)[seat]) / n


def wins(loaded: LoadedGame, agents: tuple[Seated, ...], n: int, first: int) -> np.ndarray:
    """Return each seat's wins in games ``first`` on; one shared by m seats counts 1 / m."""
    key = KEY + np.uint64(first)  # other games for each block
    done = play_batch(loaded, key, n, agents=agents, threads=WORKERS, block=1)
    winners = done.results["winners"].astype(np.int64)[:, None] >> np.arange(loaded.players) & 1
    return (winners / np.maximum(winners.sum(axis=1), 1)[:, None]).sum(axis=0)


# --- speed ----------------------------------------------------------------------------------------


def prove_agents(full: bool) -> Iterator[Figure]:
    """What agents cost: greedy against random, compiled against a loop that shows, search."""
    turns = 15 if full else 7
    for name in RATED:
        loaded = load(name, players=4)
        for measure in (greedy_cost, compiled_cost, playout_share):
            yield measured(measure, loaded, turns)


def measured(measure: Callable[..., Figure], loaded: LoadedGame, turns: int) -> Figure:
    """Return the first figure that holds of a few: a neighbour on the machine can only spoil it."""
    for _ in range(ATTEMPTS):
        found = measure(loaded, turns)
        if found.holds:
            break
    return found


def greedy_cost(loaded: LoadedGame, turns: int) -> Figure:
    """Return the cost of a greedy decision in random ones."""
    seated = {name: policies(seat_agents(name, loaded)) for name in ("random", "greedy")}
    pairs = [(cost(loaded, seated["random"], 100), cost(loaded, seated["greedy"], 30))
             for _ in range(turns)]  # fmt: skip
    least = min(greedy for _, greedy in pairs) / min(random for random, _ in pairs)
    return Figure(
        f"{named(loaded)}: greedy {min(greedy for _, greedy in pairs):,.0f} ns a decision, "
        f"{least:.1f} random ones of at most {GREEDY_COST}",
        least < GREEDY_COST,
    )


def compiled_cost(loaded: LoadedGame, turns: int) -> Figure:
    """Return the cost of a compiled uniform agent over that of a loop that lists and shows."""
    uniform = compiled_agent(loaded.game.name)(pick_any)
    seated = [[Onlooker()] * loaded.players, policies(seat_agents(uniform, loaded))]
    digests = {rows(loaded, agents, 50) for agents in [*seated, None]}
    pairs = [[cost(loaded, agents, 100) for agents in seated] for _ in range(turns)]
    least = min(own for _, own in pairs) / min(loop for loop, _ in pairs)
    return Figure(
        f"{named(loaded)}: a compiled uniform agent plays the built-in's games: "
        f"{len(digests) == 1}; {least:.2f} times the cost of listing and showing, at most "
        f"{COMPILED_COST}",
        len(digests) == 1 and least <= COMPILED_COST,
    )


def pick_any(view, legal, rng):
    return below(rng, len(legal))


def playout_share(loaded: LoadedGame, turns: int) -> Figure:
    """Return the part of a search's time that its playouts take.

    It is what the same search costs more when each of them is played twice.
    """
    ways = loaded.game.agents
    weights = [ways.styles[next(iter(ways.styles))].get(feature, 0) for feature in ways.features]
    searchers = [
        [cls(loaded.game.rules, weights, iterations=ITERATIONS,
             playouts=ways.playouts, horizon=ways.horizon,
             exploring=0.5)] * loaded.players
        for cls in (Searcher, TwicePlayed)
    ]  # fmt: skip
    turned = [[thinking(loaded, agents) for agents in searchers] for _ in range(turns)]
    once, twice = (min(seconds) for seconds in zip(*turned, strict=True))
    share = (twice - once) / once
    return Figure(
        f"{named(loaded)}: an iteration takes {once * 1e6:.2f} us, its playouts "
        f"{(twice - once) * 1e6:.2f} ({share:.0%}), at least {PLAYOUTS:.0%}",
        share >= PLAYOUTS,
    )


def thinking(loaded: LoadedGame, agents: list) -> float:
    """Return the seconds of an iteration, the mean over positions of a greedy game."""
    greedy = seat_agents("greedy", loaded)
    guide = loaded.match(SEED, 0, greedy)
    thinker = loaded.match(SEED, 0, [Seated("", agent) for agent in agents])
    seconds, thought = 0.0, 0
    while guide.actor >= 0 and thought < 20:
        if guide.decisions % 5 == 0:
            thinker.state[:] = guide.state
            began = time.thread_time()
            thinker.choose()
            seconds += time.thread_time() - began
            thought += 1
        guide.apply(guide.legal()[guide.choose()])
    return seconds / thought / ITERATIONS


def policies(seated: tuple[Seated, ...]) -> list:
    return [seat.policy for seat in seated]


def cost(loaded: LoadedGame, agents: list, n: int) -> float:
    """Return nanoseconds of a decision."""
    began = time.thread_time_ns()
    results = batch(loaded, agents, n)
    return (time.thread_time_ns() - began) / int(results["decisions"].sum())


def rows(loaded: LoadedGame, agents: list | None, n: int) -> bytes:
    return batch(loaded, agents, n).tobytes()


def batch(loaded: LoadedGame, agents: list | None, n: int) -> np.ndarray:
    """Play games in this thread by the call that a pool's threads make."""
    results = np.zeros(n, RESULT_DTYPE)
    columns = np.zeros((n, loaded.game.columns.itemsize), np.uint8)
    play(loaded.game.rules, loaded.table_bytes, loaded.players, KEY, 0, results, columns, Stop(),
         agents)  # fmt: skip
    return results


CHECKS = {"peeking": prove_peeking, "strength": prove_strength, "agents": prove_agents}
