"""Lockstep: a game's referee replays the kernel's games and must agree after every decision.

usage: python tests/lockstep.py GAME [-n GAMES] [-j WORKERS] [--python PYPY] [--seed S] [-p PLAYERS]

For each player count and mode (``games/GAME/modes.toml``) GAMES games are played by the kernel. A
third have the rules of the box; the others run through a covering array of all components, so that
every two values meet. The worker processes hold the referee alone.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import re
import subprocess
import sys
import time
import tomllib
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np
from covering import covering_rows

import undertow as ut
from undertow.errors import InputError
from undertow.game import LoadedGame
from undertow.players.agents import seat_agents
from undertow_kernels.core.playout import Match

HERE = Path(__file__).resolve().parent
LONG = 20_000  # games of a mode in the long form
RESULT_FIELDS = (
    *("rounds", "turns", "decisions", "lead_changes", "decided", "first", "ending", "winners"),
)


@dataclass
class Finding:
    """A game in which kernel and referee differ, or the sum of those in which they agree."""

    games: int = 0
    decisions: int = 0
    differences: int = 0
    first: str = ""


def own_module(game: str, name: str) -> ModuleType:
    """Load a module from the game's test folder."""
    path = HERE / "games" / game / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"{game}_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def variants(game: str, players: int) -> list[dict[str, object]]:
    """Return rule sets that together cover every pair of values worth trying."""
    loaded = ut.load(game, players=players)
    levels = {}
    for key, component in loaded.game.components.items():
        index = players - loaded.game.seats[0]
        worth = [v[index] if component.per_players else v for v in component.tries]
        levels[key] = [loaded.rules.values[key], *worth]
    return [*covering_rows(levels), *whole_sets(game)]


def whole_sets(game: str) -> list[dict[str, object]]:
    """Return the game's own rule sets: values that only fit together, and extremes."""
    path = HERE / "games" / game / "variants.toml"
    return tomllib.loads(path.read_text())["variant"] if path.exists() else []


def fitting(
    game: str, players: int, row: dict[str, object], kept: dict[str, object]
) -> dict[str, object]:
    """Return a row's changes; what a message names as not fitting, and is not kept, goes."""
    rules = dict(row)
    while True:
        try:
            ut.load(game, players=players, rules=rules)
        except InputError as error:
            words = set(re.findall(r"\w+", str(error)))
            named = [key for key in rules if key in words and key not in kept]
            if not named:
                raise
            for key in named:
                del rules[key]
        else:
            return rules


@dataclass
class Course:
    """What a game went through: the picks, and each position with its legal list and views."""

    picks: list[int]
    lists: list[np.ndarray]
    states: list[bytes]
    views: list[bytes]


def course(match: Match, picks: Sequence[int] | None = None) -> Course:
    """Play a match to its end, by its agents or by ``picks``.

    Raises
    ------
    IndexError
        The game goes on after the last pick, or a list is too short for one.
    """
    played = Course([], [], [], [])
    while True:
        played.states.append(match.state.tobytes())
        played.lists.append(match.legal())
        played.views += [match.view(seat).tobytes() for seat in range(match.seats)]
        if match.actor < 0:
            return played
        pick = match.choose() if picks is None else picks[len(played.picks)]
        played.picks.append(pick)
        match.apply(played.lists[-1][pick])


def marks(loaded: LoadedGame, played: Course, facts: ModuleType) -> list[int]:
    """Return the marks of all positions, as ``referee_worker.mark``."""
    records = np.frombuffer(b"".join(played.states), loaded.game.state)
    rows = facts.fact_rows(records, loaded.rules.values)
    places = facts.hidden_places(loaded.players)
    hidden = hidden_rows(records, b"".join(played.views), rows, places)
    return [
        zlib.crc32(blanked, zlib.crc32(row, zlib.crc32(legal)))
        for legal, row, blanked in zip(played.lists, rows, hidden, strict=True)
    ]


def transcript(
    loaded: LoadedGame, seed: int, index: int, facts: ModuleType, agents: str = "random"
) -> dict:
    """Play one game and record picks and the marks of all positions."""
    match = loaded.match(seed, index, seat_agents(agents, loaded))
    played = course(match)
    return {
        "values": dict(loaded.rules.values),
        "players": loaded.players,
        "key": [int(word) for word in np.random.SeedSequence(seed).generate_state(2, np.uint64)],
        "game": index,
        "picks": played.picks,
        "marks": marks(loaded, played, facts),
        "result": outcome(match, loaded),
    }


def hidden_rows(
    records: np.ndarray, views: bytes, facts: list[np.ndarray], places: dict[int, int]
) -> list[np.ndarray]:
    """Return for each position the facts that each seat's view blanks: -1, facts, -1, facts, …

    Parameters
    ----------
    records : STATE_DTYPE array, shape (n,)
    views : bytes
        Those of all seats for each record.
    facts : list of arrays
        The facts of each record.
    places : dict
        For each byte of a state that a view may blank, its place among the facts (from the end if
        below 0). All others must be the same in every view.
    """
    n, size = len(records), records.dtype.itemsize
    states = np.frombuffer(records.tobytes(), np.uint8).reshape(n, 1, size)
    seen = np.frombuffer(views, np.uint8).reshape(n, -1, size)
    seats = seen.shape[1]
    step, seat, byte = np.nonzero(seen != states)
    assert not seen[step, seat, byte].any()
    place = np.full(size, size * size)
    place[list(places)] = list(places.values())
    fact = place[byte]
    assert (fact < size * size).all()
    fact += np.where(fact < 0, np.array([row.size for row in facts])[step], 0)
    order = np.lexsort((fact, seat, step))
    group = (step * seats + seat)[order]
    row = np.full(n * seats + fact.size, -1, np.int16)
    row[np.arange(fact.size) + group + 1] = fact[order]
    ends = np.cumsum(np.bincount(step, minlength=n) + seats)
    return np.split(row, ends[:-1])


def outcome(match: Match, loaded: LoadedGame) -> dict:
    """Return the result and the game's own counters; what is by seat, for the seats that play."""
    record = match.result()[0]
    out = {field: int(record[field]) for field in RESULT_FIELDS}
    for field in ("score", "rank"):
        out[field] = record[field][: loaded.players].tolist()
    columns = match.columns().view(loaded.game.columns)[0]
    out["columns"] = {
        name: columns[name][: loaded.players].tolist() if columns[name].ndim else int(columns[name])
        for name in columns.dtype.names
        if not name.startswith("_pad")
    }
    return out


class Worker:
    """A referee process."""

    def __init__(self, game: str, python: str) -> None:
        self.process = subprocess.Popen(
            [python, str(HERE / "referee_worker.py"), str(HERE / "games" / game)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def check(self, game: dict) -> dict | None:
        self.process.stdin.write(json.dumps(game) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def modes(game: str, players: int) -> list[dict[str, object]]:
    """Return the rules of each mode that a game has for a player count; the plain one first."""
    return [mode["rules"] for mode in _modes(game, players)]


def long_form(game: str, players: int) -> list[tuple[dict[str, object], int]]:
    """Return the rules of each mode with how many games the long form plays of it."""
    return [(mode["rules"], mode.get("long", LONG)) for mode in _modes(game, players)]


def _modes(game: str, players: int) -> list[dict]:
    path = HERE / "games" / game / "modes.toml"
    listed = tomllib.loads(path.read_text())["mode"] if path.exists() else []
    return [{"rules": {}}] + [mode for mode in listed if players in mode["players"]]


def told(mode: dict[str, object]) -> str:
    """Return a mode in words."""
    return ", ".join(f"{key} = {value}" for key, value in mode.items()) or "plain"


def plan(
    game: str, players: int, games: int, mode: dict[str, object]
) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield the games' numbers with their rules."""
    rows = [fitting(game, players, row | mode, mode) for row in variants(game, players)]
    for index in range(games):
        yield index, mode if index % 3 == 0 else rows[(index - index // 3 - 1) % len(rows)]


def share(game: str, players: int, seed: int, part: list, python: str) -> Finding:
    """Check some games with one worker."""
    facts = own_module(game, "facts")
    worker = Worker(game, python)
    found = Finding()
    for index, rules in part:
        loaded = ut.load(game, players=players, rules=rules)
        record = transcript(loaded, seed, index, facts)
        difference = worker.check(record)
        found.games += 1
        found.decisions += len(record["picks"])
        if difference is not None:
            found.differences += 1
            found.first = found.first or (
                f"{game}, {players} players, seed {seed}, game {index}, "
                f"rules {dict(loaded.rules.changed)}: {difference}"
            )
    worker.close()
    return found


def lockstep(
    game: str,
    players: int,
    games: int,
    mode: dict[str, object],
    *,
    seed: int,
    workers: int = 1,
    python: str = "",
) -> Finding:
    """Check ``games`` games of one player count and mode with ``workers`` referee processes."""
    jobs = list(plan(game, players, games, mode))
    python = python or sys.executable
    with ThreadPoolExecutor(workers) as pool:
        parts = pool.map(
            lambda k: share(game, players, seed, jobs[k::workers], python), range(workers)
        )
        total = Finding()
        for part in parts:
            total.games += part.games
            total.decisions += part.decisions
            total.differences += part.differences
            total.first = total.first or part.first
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("-n", "--games", type=int, default=300, help="0: the long form")
    parser.add_argument("-j", "--workers", type=int, default=2)
    parser.add_argument("-p", "--players", type=int, nargs="*")
    parser.add_argument("--python", default="")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    worst = 0
    for players in options.players or ut.load(options.game).game.seats:
        for mode, many in long_form(options.game, players):
            began = time.monotonic()
            found = lockstep(
                options.game,
                players,
                options.games or many,
                mode,
                seed=options.seed,
                workers=options.workers,
                python=options.python,
            )
            print(
                f"lockstep {options.game} {players} players {told(mode)}: {found.games} games, "
                f"{found.decisions} decisions, {found.differences} differences, "
                f"{time.monotonic() - began:.0f} s {found.first}",
                flush=True,
            )
            worst = max(worst, found.differences)
    return 1 if worst else 0


if __name__ == "__main__":
    sys.exit(main())
