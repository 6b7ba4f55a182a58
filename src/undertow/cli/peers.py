"""Other systems that play random games, timed beside undertow where they are installed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np

SEED = 7
SLICE = 0.3  # seconds of processor time
COUNTED_GAMES = 40  # whose decisions are counted where the timed ones cannot be
ROLLOUTS = 80  # from one call of OpenSpiel's own search


class Played(NamedTuple):
    """Some random games, played to the end."""

    games: int
    decisions: int  # all that a player is asked, even with a single option: in the peers' favour


@dataclass(frozen=True)
class Peer:
    """A system to compare with.

    Attributes
    ----------
    package : str
        Its name on PyPI.
    module : str
        The name that Python imports.
    plays : str
        The game, and what plays it.
    begin : callable
        Given the imported module, returns a function that plays some games.
    """

    package: str
    module: str
    plays: str
    begin: Callable[[Any], Callable[[], Played]]

    @property
    def install(self) -> str:
        """The command that brings it into this environment."""
        return f"pip install {self.package}"

    def load(self) -> Callable[[], Played]:
        """Import it and return the function that plays.

        Raises
        ------
        ModuleNotFoundError
            It is not installed.
        Exception
            Whatever a broken or different version raises.
        """
        return self.begin(import_module(self.module))

    def version(self) -> str:
        """Return the installed version, or ``unknown``."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return "unknown"


def _open_spiel(spiel: Any) -> Callable[[], Played]:
    """Backgammon by the C++ rollouts that OpenSpiel's search does from one leaf.

    No function of the package plays rollouts alone. A search of one playout has nothing to do but
    them; their games begin one move late, but are counted from the start.
    """
    game = spiel.load_game("backgammon")
    rng = np.random.default_rng(SEED)
    asked = sum(_decisions_of_one(game.new_initial_state(), rng) for _ in range(COUNTED_GAMES))
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    leaf = spiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=SEED)
    search = spiel.MCTSBot(game, leaf, 2.0, 1, 10, False, SEED, False)

    def play() -> Played:
        search.step(state)
        return Played(ROLLOUTS, ROLLOUTS * asked // COUNTED_GAMES)

    return play


def _decisions_of_one(state: Any, rng: np.random.Generator) -> int:
    asked = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=odds)))
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.integers(len(actions)))])
            asked += 1
    return asked


def _rlcard(rlcard: Any) -> Callable[[], Played]:
    """Uno by the environment's own loop."""
    table = rlcard.make("uno", config={"seed": SEED})
    random_agent = import_module("rlcard.agents").RandomAgent
    table.set_agents([random_agent(num_actions=table.num_actions)] * table.num_players)

    def play() -> Played:
        paths, _ = table.run(is_training=False)
        return Played(1, sum(len(path) // 2 for path in paths))  # states and actions in turn

    return play


def _catanatron(catanatron: Any) -> Callable[[], Played]:
    """Four players of Catan by the package's own random players."""
    asked = 0
    began = 0

    class Player(catanatron.RandomPlayer):  # type: ignore[misc]  # a class known at run time
        def decide(self, game: Any, actions: Any) -> Any:
            nonlocal asked
            asked += 1
            return super().decide(game, actions)

    def play() -> Played:
        nonlocal asked, began
        asked = 0
        began += 1
        catanatron.Game([Player(colour) for colour in catanatron.Color], seed=SEED + began).play()
        return Played(1, asked)

    return play


PEERS = (
    Peer("open-spiel", "pyspiel", "backgammon, C++ rollouts", _open_spiel),
    Peer("rlcard", "rlcard", "uno, Python loop", _rlcard),
    Peer("catanatron", "catanatron", "Catan for four, Python loop", _catanatron),
)


# --- the contest ----------------------------------------------------------------------------------


class PeerSpeed(NamedTuple):
    """Throughput of a peer: medians of its slices, by processor time of one thread."""

    name: str
    version: str
    plays: str
    slices: int
    decisions_per_game: float
    games_per_second: float
    decisions_per_second: float


class Contest:
    """The peers that are here, timed in slices between other measurements.

    Attributes
    ----------
    absent : dict of str to str
        Why each of the others takes no part: a line for each package.
    """

    def __init__(self) -> None:
        self.absent: dict[str, str] = {}
        self._players: dict[Peer, Callable[[], Played]] = {}
        self._slices: dict[Peer, list[tuple[Played, float]]] = {}
        for peer in PEERS:
            self._try(peer, self._admit)

    def take_slices(self) -> None:
        """Time each peer for a short while."""
        for peer in list(self._players):
            self._try(peer, self._take_slice)

    def speeds(self) -> list[PeerSpeed]:
        """Return the speed of each peer that was timed."""
        return [_speed(peer, slices) for peer, slices in self._slices.items() if slices]

    def _try(self, peer: Peer, action: Callable[[Peer], None]) -> None:
        """Do something with a peer; strike it off, and say why, if that fails."""
        try:
            with redirect_stdout(sys.stderr):  # what a foreign program says is no result
                action(peer)
        except ModuleNotFoundError as error:
            reason = "not installed" if error.name == peer.module else f"lacks {error.name}"
            self._strike(peer, f"{peer.package}: {reason}; {peer.install}")
        except Exception as error:  # a foreign program: whatever it raises is its own affair
            what = " ".join(str(error).split()) or type(error).__name__
            self._strike(peer, f"{peer.package} {peer.version()}: cannot be timed: {what:.80}")

    def _strike(self, peer: Peer, reason: str) -> None:
        self.absent[peer.package] = reason
        self._players.pop(peer, None)
        self._slices.pop(peer, None)

    def _admit(self, peer: Peer) -> None:
        play = peer.load()
        play()  # what is only done the first time
        self._players[peer] = play
        self._slices[peer] = []

    def _take_slice(self, peer: Peer) -> None:
        games = decisions = 0
        began = process_time()
        while (spent := process_time() - began) < SLICE:
            played = self._players[peer]()
            games += played.games
            decisions += played.decisions
        self._slices[peer].append((Played(games, decisions), spent))


def _speed(peer: Peer, slices: list[tuple[Played, float]]) -> PeerSpeed:
    games = sum(played.games for played, _ in slices)
    decisions = sum(played.decisions for played, _ in slices)
    return PeerSpeed(
        peer.package,
        peer.version(),
        peer.plays,
        len(slices),
        decisions / games,
        median(played.games / spent for played, spent in slices),
        median(played.decisions / spent for played, spent in slices),
    )
