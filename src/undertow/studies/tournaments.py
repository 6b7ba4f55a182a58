"""``tournament``: agents against each other, each deal in balanced seatings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from undertow import __version__
from undertow.errors import InputTypeError, InputValueError, Interrupted, shown, whole
from undertow.game import MAX_GAMES, LoadedGame, load
from undertow.inference.ratings import Rated, rate
from undertow.inference.statistics import LEVEL, UNIT, Share, Totals, clustered_share
from undertow.players.agents import Seated, seated
from undertow.playing.deals import Deals, play_deals
from undertow.playing.threads import MAX_THREADS, Progress, available_threads
from undertow.rows.accounts import Account, account_of
from undertow.rows.faults import Fault, fault_of
from undertow.rows.records import FAULTS, shown_endings
from undertow.rows.reproduction import agent_options, command_line, python_call
from undertow.rows.results import EndingShare
from undertow.seeds import Seed, generator_of, key_of, seed_or_drawn, seed_text
from undertow.studies import encounters
from undertow.studies.seatings import Plan, plan
from undertow.studies.watching import DEFAULT_GAMES
from undertow.wording import counted, html_table
from undertow_kernels.core.game import Ending

if TYPE_CHECKING:
    from undertow.drawing.plots import TournamentPlots


class AgentShare(NamedTuple):
    """How one agent did; ``low`` and ``high`` hold for all agents together."""

    agent: str
    games: int  # that it played
    wins: int  # of one of its sides alone
    shared: int  # with other sides
    share: float  # of a win for each side that it played: even is 1 / sides
    low: float
    high: float


class Rating(NamedTuple):
    """An agent's Plackett-Luce rating; the bounds hold for all agents together."""

    agent: str
    rating: float  # natural logarithm of its strength; mean 0 over those with bounds
    low: float | None  # None where the games do not tell it
    high: float | None


@dataclass(frozen=True, repr=False, eq=False)
class Tournament:
    """A finished tournament. Two are equal only if they are one object.

    Attributes
    ----------
    game, title : str
    players : int
    seed : int or numpy.random.SeedSequence
    agents : tuple of str
    rules : Mapping
        The rule values that differ from the component file.
    plan : Plan
        Who sits where: ``plan.seatings`` has the agent of each seat, counted from 0.
    sides : int
    results : RESULT_DTYPE array, shape (seatings, deals)
        One record per game; seats count from 0. A column is one deal in all seatings.
    own_endings : tuple of str
        Names of the game's own endings.
    seconds : float
    threads : int
    version : str
    fault : Fault or None
        The first failure of an agent; its ``game`` is the deal.
    fault_agents : tuple of str
        Who sat where in that game, seat by seat.
    """

    game: str
    title: str
    players: int
    seed: int | np.random.SeedSequence
    agents: tuple[str, ...]
    rules: Mapping[str, object]
    plan: Plan
    sides: int
    results: NDArray[np.void]
    own_endings: tuple[str, ...]
    seconds: float
    threads: int
    version: str
    fault: Fault | None
    fault_agents: tuple[str, ...]

    @property
    def deals(self) -> int:
        """Deals, each played in every seating."""
        return int(self.results.shape[1])

    @property
    def games(self) -> int:
        """Games played: deals times seatings."""
        return int(self.results.size)

    @property
    def even(self) -> float:
        """The share of agents of equal strength."""
        return 1 / self.sides

    def shares(self) -> tuple[AgentShare, ...]:
        """Return one record per agent, with simultaneous 95 % intervals."""
        return self._shares(encounters.played(self.results, self.plan))

    def decided_shares(self) -> tuple[AgentShare, ...]:
        """Return the same of the games that somebody won; none if nobody won any."""
        if not self.decided:
            return ()
        return self._shares(encounters.played(self.results, self.plan, won=True))

    @property
    def decided(self) -> int:
        """Games that somebody won."""
        return int(np.count_nonzero(self.results["winners"]))

    @cached_property
    def _ratings(self) -> list[Rated]:
        return rate(self.wins.units, self.plan.line_ups, UNIT, generator_of(self.seed))

    def ratings(self) -> tuple[Rating, ...]:
        """Return one rating per agent, with simultaneous 95 % bootstrap intervals."""
        return tuple(Rating(a, *rated) for a, rated in zip(self.agents, self._ratings, strict=True))

    def beats(self) -> tuple[tuple[Share | None, ...], ...]:
        """Return for each agent, and each other, in what share of their games it was better.

        The best ranks of both agents' seats are compared; level ranks count half. The 95 %
        intervals hold together. None for an agent and itself.
        """
        better, met = encounters.meetings(self.results, self.plan)
        games = met.sum(0) // encounters.FULL
        agents = range(len(self.agents))
        pairs = len(agents) * (len(agents) - 1) // 2
        return tuple(
            tuple(
                clustered_share(
                    better[:, one, other], met[:, one, other], int(games[one, other]), pairs
                )
                for other in agents
            )
            for one in agents
        )

    @cached_property
    def endings(self) -> Mapping[str, int]:
        """Games by ending: the game's own, ``capped``, and faults if there were any."""
        counts = np.bincount(self.results["ending"].ravel(), minlength=256)
        return {name: int(counts[code]) for code, name in shown_endings(self.own_endings, counts)}

    def ending_shares(self) -> tuple[EndingShare, ...]:
        """Return one record per ending, with simultaneous 95 % intervals."""
        counts = np.bincount(self.results["ending"].ravel(), minlength=256)
        whole_deals = np.full(self.deals, len(self.results))
        rows = []
        for code, name in shown_endings(self.own_endings, counts):
            ended = np.count_nonzero(self.results["ending"] == code, axis=0)
            found = clustered_share(ended, whole_deals, self.games, len(self.endings))
            rows.append(EndingShare(name, int(counts[code]), *(found or ())))
        return tuple(rows)

    @property
    def plot(self) -> TournamentPlots:
        """Its plots, each returning matplotlib Axes."""
        from undertow.drawing.plots import TournamentPlots  # noqa: PLC0415  of no use without matplotlib

        return TournamentPlots(self)

    @property
    def faults(self) -> int:
        """Games ended by a fault rather than by the rules."""
        return sum(self.endings.get(name, 0) for name in FAULTS)

    @cached_property
    def account(self) -> Account:
        """How the games came out; the shares are those of seats."""
        totals = Totals(self.players)
        totals.add(self.results.ravel())
        return account_of(totals)

    @property
    def fault_replay(self) -> str | None:
        """The command that tells the game of the first fault; None for a seed sequence."""
        if self.fault is None or isinstance(self.seed, np.random.SeedSequence):
            return None
        options = [self.fault.game, "-p", self.players, *agent_options(self.fault_agents)]
        return command_line("replay", self.game, options, self.seed, self.rules)

    @property
    def reproduce(self) -> str:
        """The command (or, for a seed sequence, the Python call) that plays these games again."""
        if isinstance(self.seed, np.random.SeedSequence):
            given = {"agents": list(self.agents), "players": self.players, "games": self.games}
            return python_call("tournament", self.game, given, self.seed, self.rules)
        options = ["-p", self.players, "-n", self.games, *agent_options(self.agents)]
        return command_line("tournament", self.game, options, self.seed, self.rules)

    def headline(self) -> str:
        """Return what was played, on one line."""
        seatings = counted(len(self.results), "seating")
        return (
            f"{self.title}: {counted(self.players, 'player')}, {counted(self.games, 'game')} "
            f"({counted(self.deals, 'deal')} in {seatings}), seed {seed_text(self.seed)}"
        )

    def __repr__(self) -> str:
        lines = [self.headline(), f" share  {LEVEL:.0%} interval    rating  agent"]
        lines += [
            f"{s.share:6.1%}  {s.low:6.1%} - {s.high:6.1%}  {r.rating:7.2f}  {s.agent}"
            for s, r in zip(self.shares(), self.ratings(), strict=True)
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [
            (s.agent, f"{s.share:.1%}", f"{s.low:.1%} - {s.high:.1%}", f"{r.rating:.2f}")
            for s, r in zip(self.shares(), self.ratings(), strict=True)
        ]
        heads = ("agent", "share", f"{LEVEL:.0%} interval", "rating")
        return html_table(self.headline(), heads, rows)

    @cached_property
    def wins(self) -> encounters.Wins:
        """What each agent won, deal by deal."""
        return encounters.wins(self.results, self.plan)

    def _shares(self, played: encounters.Played) -> tuple[AgentShare, ...]:
        units, alone, shared = self.wins
        rows = []
        for place, agent in enumerate(self.agents):
            games = int(played.games[:, place].sum())
            sides = UNIT * played.sides[:, place]
            won = units[:, :, place].sum(1)
            found = clustered_share(won, sides, games, len(self.agents))
            if found is None:
                raise RuntimeError(f"{agent} played no game that counts")
            rows.append(AgentShare(agent, games, int(alone[place]), int(shared[place]), *found))
        return tuple(rows)


def tournament(
    game: str,
    *,
    agents: Sequence[object],
    players: int | None = None,
    games: int = DEFAULT_GAMES,
    seed: Seed = None,
    rules: Mapping[str, object] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """Play agents against each other, each deal in balanced seatings.

    Parameters
    ----------
    game : str
        A name out of ``undertow.games.names()``.
    agents : list of str or agent
        Two or more, all different. With fewer than there are sides they repeat, as evenly as can
        be; with more, every combination plays. Partners are played by the same agent.
    players : int, optional
        The game's greatest number by default.
    games : int
        At most this many, in whole deals: each deal is played once in every seating.
    seed : int or numpy.random.SeedSequence, optional
        Drawn from the system's entropy by default, and recorded in the result.
    rules : Mapping, optional
        Values by key for the rules that differ from the component file.
    threads : int, optional
        As many as there are processors by default.
    progress : callable, optional
        ``progress(finished, games)``, called about ten times a second.

    Returns
    -------
    Tournament
        The same games for the same version, seed, rules and agents, whatever the threads.

    Raises
    ------
    InputValueError, InputTypeError
        An argument is not allowed; the message says what is.
    Interrupted
        Ctrl-C; its ``result`` holds the deals finished by then in all seatings.
    """
    loaded = load(game, players=players, rules=rules)
    entered = _entered(agents, loaded)
    sides = loaded.match(0, 0).result()["side"][0, : loaded.players].tolist()
    planned = plan(len(entered), sides)
    deals = _deals(games, len(planned.seatings))
    threads = available_threads() if threads is None else whole("threads", threads, 1, MAX_THREADS)
    if progress is not None and not callable(progress):
        raise InputTypeError(f"progress must be callable, not {shown(progress)}")
    recorded = seed_or_drawn(seed)
    seatings = [[entered[agent] for agent in seats] for seats in planned.seatings]
    played = play_deals(
        loaded, key_of(recorded), deals, seatings, threads=threads, progress=progress
    )
    found = None
    if played.results.size:
        found = _found(
            loaded, entered, recorded, played, planned=planned, sides=sides, threads=threads
        )
    if played.interrupted:
        asked = counted(deals * len(seatings), "game")
        raise Interrupted(
            found, f"interrupted: {played.results.size:,} of {asked} finished and kept"
        )
    if found is None:
        raise RuntimeError("a tournament ended without a game")
    return found


def _entered(agents: Sequence[object], game: LoadedGame) -> list[Seated]:
    """Return the agents that play, once they are known to be several and different."""
    if isinstance(agents, str) or not isinstance(agents, Sequence):
        raise InputTypeError(f"agents must be a list of two or more, not {shown(agents)}")
    entered = [seated(agent, game) for agent in agents]
    if len(entered) < 2:
        raise InputValueError(f"a tournament takes two agents or more, not {len(entered)}")
    texts = [agent.text for agent in entered]
    for text in texts:
        if texts.count(text) > 1:
            raise InputValueError(f"the agents of a tournament must differ; {text} is given twice")
    return entered


def _deals(games: int, seatings: int) -> int:
    """Return how many whole deals fit into a number of games."""
    games = whole("games", games, 1, MAX_GAMES)
    if games < seatings:
        raise InputValueError(
            f"games must be at least {seatings} here, not {games}: "
            f"each deal is played in {seatings} seatings"
        )
    return games // seatings


def _found(
    game: LoadedGame,
    agents: Sequence[Seated],
    seed: int | np.random.SeedSequence,
    played: Deals,
    *,
    planned: Plan,
    sides: Sequence[int],
    threads: int,
) -> Tournament:
    fault, seats = _first_fault(game, seed, agents, planned, played.results)
    return Tournament(
        game=game.game.name,
        title=game.game.title,
        players=game.players,
        seed=seed,
        agents=tuple(agent.text for agent in agents),
        rules=game.rules.changed,
        plan=planned,
        sides=len(set(sides)),
        results=played.results,
        own_endings=game.game.endings,
        seconds=played.seconds,
        threads=threads,
        version=__version__,
        fault=fault,
        fault_agents=tuple(agent.text for agent in seats),
    )


def _first_fault(
    game: LoadedGame,
    seed: int | np.random.SeedSequence,
    agents: Sequence[Seated],
    planned: Plan,
    results: NDArray[np.void],
) -> tuple[Fault | None, list[Seated]]:
    """Return the fault of the first deal that has one, and who sat where."""
    faulty = np.argwhere(results.T["ending"] == Ending.AGENT_FAULT)
    if not faulty.size:
        return None, []
    deal, seating = faulty[0].tolist()
    seats = [agents[agent] for agent in planned.seatings[seating]]
    return fault_of(game, seed, seats, results[seating, deal]), seats
