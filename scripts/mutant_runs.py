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
from pathlib import Path

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
Transcript = tuple[int, dict, dict, str]  # players, rules, record, digest of its bytes


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
        found.append((players, rules, transcript, replayed(loaded, transcript)[0]))
        if sum(len(each[2]["picks"]) for each in found) >= DECISIONS:
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


def replayed(loaded: LoadedGame, transcript: dict) -> tuple[str, lockstep.Course, dict]:
    """Play a transcript's picks; return a digest of all bytes, the course and the outcome."""
    match = loaded.match(SEED, transcript["game"])
    played = lockstep.course(match, transcript["picks"])
    outcome = lockstep.outcome(match, loaded)
    lists = [each.tobytes() for each in played.lists]
    everything = pickle.dumps((lists, played.states, played.views, outcome))
    return hashlib.sha256(everything).hexdigest(), played, outcome


def differs(loaded: LoadedGame, transcript: dict, digest: str, facts: object) -> bool:
    """Return whether the kernel differs from what the referee agreed with.

    Only the page's facts count, not the kernel's bytes; but the same bytes are the same facts.
    """
    now, played, outcome = replayed(loaded, transcript)
    if now == digest:
        return False
    if len(played.picks) != len(transcript["picks"]) or outcome != transcript["result"]:
        return True
    return lockstep.marks(loaded, played, facts) != transcript["marks"]


def replay(game: str, numbers: list[int], files: list[str]) -> None:
    """Replay all transcripts for each mutant, up to the first difference."""
    transcripts = [each for file in files for each in pickle.loads(Path(file).read_bytes())]
    facts = lockstep.own_module(game, "facts")
    tables = [load(game, players=players, rules=rules) for players, rules, _, _ in transcripts]

    def killed() -> bool:
        for loaded, (_, _, transcript, digest) in zip(tables, transcripts, strict=True):
            signal.setitimer(signal.ITIMER_PROF, LIMIT)
            if differs(loaded, transcript, digest, facts):
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
        def killed() -> bool:
            for item in session.items:
                signal.setitimer(signal.ITIMER_PROF, LIMIT_OF_TEST)
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                if session.testsfailed:
                    return True
            return False

        if not session.items or verdict(killed, self.game, 0) != "-":
            raise SystemExit("a directed test fails without any mutant")
        for number in self.numbers:
            print(number, verdict(killed, self.game, number), file=self.out, flush=True)
        return True


def test(game: str, numbers: list[int]) -> None:
    folder = Path("tests/games") / game
    chosen = [str(path) for pattern in DIRECTED for path in sorted(folder.glob(pattern))]
    out = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what pytest prints of mutants
    quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-m", "not slow"]
    pytest.main([*quiet, *chosen], plugins=[Directed(game, numbers, out)])


# --- one mutant, one process ----------------------------------------------------------------------


def verdict(killed: Callable[[], bool], game: str, number: int) -> str:
    """Return by what a mutant was killed, or ``-``."""
    child = os.fork()
    if child == 0:
        alone(killed, game, number)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "hang" if os.WTERMSIG(status) == signal.SIGPROF else "crash"
    return "-" if os.WEXITSTATUS(status) == SURVIVED else "difference"


def alone(killed: Callable[[], bool], game: str, number: int) -> None:
    """Wake a mutant in this process, look whether it is killed, and end the process."""
    end = KILLED  # an exception is a difference
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        wake(game, number)
        end = KILLED if killed() else SURVIVED
    finally:
        os._exit(end)


def wake(game: str, number: int) -> None:
    package = importlib.import_module(f"undertow_kernels.{game}")
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(found.name)
        if hasattr(module, "wake"):
            module.wake(number)


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
