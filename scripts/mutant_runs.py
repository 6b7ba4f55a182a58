"""What the copy of the sources with mutants is asked: record transcripts, replay them, run tests.

usage: python scripts/mutant_runs.py record GAME FILE PART
       python scripts/mutant_runs.py replay GAME NUMBERS FILE ...
       python scripts/mutant_runs.py test GAME NUMBERS

NUMBERS is a JSON list of mutants. Each one gets a process of its own, for it may write anywhere or
never end, and a line of output: its number and by what it was killed, ``-`` if it survived.
``mutation_proofs`` runs this in a folder of its own.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import pickle
import pkgutil
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

import lockstep
import pytest

from undertow import games
from undertow.game import LoadedGame, load

SEED = 20_261_131
DECISIONS = 8_000  # of the games of a part, about
MOST = 60  # games of a player count and mode
AGENTS = ("random", "greedy")  # take turns at the games
PARTS = 2  # in which a game's transcripts are recorded, however many processors there are
LIMIT = 2.0  # seconds of processor time that a replay may take: some hundred times what it needs
LIMIT_OF_TEST = 20.0
DIRECTED = ("test_rules*.py", "test_columns.py")
KILLED, SURVIVED = 1, 0


@dataclass(frozen=True)
class Transcript:
    """A game that kernel and referee have played alike, and which mutants it meets."""

    players: int
    rules: dict
    record: dict
    digest: str  # of the kernel's bytes
    met: set[int]


# --- transcripts ----------------------------------------------------------------------------------


def record(game: str, part: int) -> list[Transcript]:
    """Return the transcripts of one part; the referee agrees with them."""
    worker = lockstep.Worker(game, sys.executable)
    facts = lockstep.own_module(game, "facts")
    found: list[Transcript] = []
    for players, rules, index in jobs(game)[part::PARTS]:
        loaded = load(game, players=players, rules=rules)
        transcript = lockstep.transcript(loaded, SEED, index, facts, AGENTS[index % len(AGENTS)])
        difference = worker.check(transcript)
        if difference is not None:
            raise SystemExit(f"the referee differs without any mutant: {difference}")
        met(game)
        digest = replayed(loaded, transcript)[0]
        found.append(Transcript(players, rules, transcript, digest, met(game)))
        if sum(len(each.record["picks"]) for each in found) >= DECISIONS:
            break
    worker.close()
    return found


def jobs(game: str) -> list[tuple[int, dict, int]]:
    """Return games to play, players, rules and number, so that every table comes early."""
    tables = [
        [(players, rules, index) for index, rules in lockstep.plan(game, players, MOST, mode)]
        for players in games.find(game).seats
        for mode in lockstep.modes(game, players)
    ]
    return [job for jobs in zip(*tables, strict=True) for job in jobs]


def replayed(loaded: LoadedGame, record: dict) -> tuple[str, lockstep.Course, list[dict]]:
    """Play a transcript's picks; return a digest of all bytes, the course and the outcomes.

    A second outcome is that of the same game played without lists, as batches are.
    """
    match = loaded.match(SEED, record["game"])
    played = lockstep.course(match, record["picks"])
    outcomes = [lockstep.outcome(match, loaded)]
    if record["game"] % len(AGENTS) == AGENTS.index("random"):
        match = loaded.match(SEED, record["game"])
        match.play_on()
        outcomes.append(lockstep.outcome(match, loaded))
    lists = [each.tobytes() for each in played.lists]
    everything = pickle.dumps((lists, played.states, played.views, outcomes))
    return hashlib.sha256(everything).hexdigest(), played, outcomes


def differs(loaded: LoadedGame, transcript: Transcript, facts: ModuleType) -> bool:
    """Return whether the kernel differs from what the referee agreed with.

    Only the page's facts count, not the kernel's bytes; but the same bytes are the same facts.
    """
    record = transcript.record
    digest, played, outcomes = replayed(loaded, record)
    if digest == transcript.digest:
        return False
    if played.picks != record["picks"] or any(each != record["result"] for each in outcomes):
        return True
    return lockstep.marks(loaded, played, facts) != record["marks"]


def replay(game: str, numbers: list[int], files: list[str]) -> None:
    """Replay the transcripts that each mutant is met by, up to the first difference."""
    transcripts = [each for file in files for each in pickle.loads(Path(file).read_bytes())]
    facts = lockstep.own_module(game, "facts")
    tables = [load(game, players=each.players, rules=each.rules) for each in transcripts]

    def killed(number: int) -> bool:
        for loaded, transcript in zip(tables, transcripts, strict=True):
            signal.setitimer(signal.ITIMER_PROF, LIMIT)
            if number in {0} | transcript.met and differs(loaded, transcript, facts):
                return True
        return False

    if verdict(killed, game, 0) != "-":
        raise SystemExit("a transcript differs without any mutant")
    for number in numbers:
        print(number, verdict(killed, game, number), flush=True)


# --- directed tests -------------------------------------------------------------------------------


class Directed:
    """A pytest plugin that runs the collected tests once for each mutant."""

    def __init__(self, game: str, numbers: list[int], out: object) -> None:
        self.game, self.numbers, self.out = game, numbers, out

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        meets = [self.met_by(item) for item in session.items]
        if not meets or session.testsfailed:
            raise SystemExit("a directed test fails without any mutant")

        def killed(number: int) -> bool:
            for item, numbers in zip(session.items, meets, strict=True):
                if number in numbers:
                    signal.setitimer(signal.ITIMER_PROF, LIMIT_OF_TEST)
                    run(item)
                    if session.testsfailed:
                        return True
            return False

        for number in self.numbers:
            print(number, verdict(killed, self.game, number), file=self.out, flush=True)
        return True

    def met_by(self, item: pytest.Item) -> set[int]:
        """Run a test; return the mutants that it meets."""
        met(self.game)
        run(item)
        return met(self.game)


def run(item: pytest.Item) -> None:
    # Without a next one everything is torn down: what a fixture holds is made, and met, again.
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


def test(game: str, numbers: list[int]) -> None:
    folder = Path("tests/games") / game
    chosen = [str(path) for pattern in DIRECTED for path in sorted(folder.glob(pattern))]
    out = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what pytest prints of mutants
    quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-m", "not slow"]
    pytest.main([*quiet, *chosen], plugins=[Directed(game, numbers, out)])


# --- one mutant, one process ----------------------------------------------------------------------


def verdict(killed: Callable[[int], bool], game: str, number: int) -> str:
    """Return by what a mutant was killed, or ``-``."""
    child = os.fork()
    if child == 0:
        alone(killed, game, number)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "hang" if os.WTERMSIG(status) == signal.SIGPROF else "crash"
    return "-" if os.WEXITSTATUS(status) == SURVIVED else "difference"


def alone(killed: Callable[[int], bool], game: str, number: int) -> None:
    """Wake a mutant in this process, look whether it is killed, and end the process."""
    end = KILLED  # an exception is a difference
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        wake(game, number)
        end = KILLED if killed(number) else SURVIVED
    finally:
        os._exit(end)


def wake(game: str, number: int) -> None:
    for module in mutated(game):
        module.wake_mutant(number)


def met(game: str) -> set[int]:
    """Return the mutants that were met since the last call."""
    return {number for module in mutated(game) for number in module.mutants_met()}


@cache
def mutated(game: str) -> list[ModuleType]:
    package = importlib.import_module(f"undertow_kernels.{game}")
    names = [found.name for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")]
    return [
        module for module in map(importlib.import_module, names) if hasattr(module, "wake_mutant")
    ]


def main() -> None:
    action, game, *rest = sys.argv[1:]
    if action == "record":
        file, part = rest
        Path(file).write_bytes(pickle.dumps(record(game, int(part))))
    elif action == "replay":
        replay(game, json.loads(rest[0]), rest[1:])
    else:
        test(game, json.loads(rest[0]))


if __name__ == "__main__":
    main()
