"""Feed rule files that no person would write; each must end in a game or in a named error.

usage: python scripts/fuzz_rules.py RUNS SEED FIGURES [planted]

Half are bytes, bred from the games' own rule files by coverage of the reading code; half are keys
of a game with values from its lists and from a list of hostile ones. What is accepted is played
some moves. Any other exception, a hang or much memory ends the process with a report and code 77.
``planted`` raises where a file changes two rules, to see that it is found.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

import atheris

# What reads files is instrumented; the wording of errors would take a third of the time.
with atheris.instrument_imports(include=["undertow"], exclude=["undertow.errors"]):
    from undertow.rules import components, rulefile, values  # noqa: F401  the names come below
from undertow import games
from undertow.errors import InputError
from undertow.game import LoadedGame, load
from undertow.rules.rulefile import read_rules, toml_text, toml_value

MOVES = 20  # played of a game whose rules were accepted
LONGEST = 4096  # bytes of a file
HOSTILE = [  # values
    *("0", "-1", "1", "2", "-5", "255", "256", "65536", "2147483648", "-9223372036854775809"),
    *("99999999999999999999", "0x" + "f" * 90, "0b11", "1_000", "0.5", "-0.0", "1e308", "nan"),
    *(
        "inf",
        "1979-05-27",
        "07:32:00",
        '""',
        '"x"',
        '"é"',
        '"\\u0000"',
        "'''\n'''",
        "{}",
        "{a = 1}",
    ),
    *("[]", "[[]]", "[0]", "[1, 1, 1, 1]", "[[1, 2], [3]]", "[true, 1]", "[[[[[[[[1]]]]]]]]"),
    *("true", "false", "{}", "[" * 40),
]


class RuleFiles:
    """What becomes of the files."""

    def __init__(self, runs: int, figures: Path, planted: bool) -> None:
        self.left, self.figures, self.planted = runs, figures, planted
        self.seen: Counter[str] = Counter()
        self.path = Path(tempfile.mkdtemp()) / "rules.toml"

    def try_one(self, data: bytes) -> None:
        """Read a file that the data spells, and play by it."""
        source = atheris.FuzzedDataProvider(data)
        name = source.PickValueInList(list(games.names()))
        players = source.PickValueInList(list(games.find(name).seats))
        as_bytes = source.ConsumeBool()
        text = source.ConsumeBytes(LONGEST) if as_bytes else settings(source, name)
        self.path.write_bytes(text)
        self.seen[self.end_of(name, players)] += 1
        self.left -= 1
        if self.left == 0:
            self.figures.write_text(json.dumps(self.seen))

    def end_of(self, name: str, players: int) -> str:
        """Return how a file ends, in a word."""
        try:
            loaded = load(name, players=players, rules=read_rules(self.path))
        except InputError as error:
            if len(str(error).splitlines()) != 1:
                raise RuntimeError("the message is not one line") from error
            return "refused"
        if self.planted and len(loaded.rules.changed) > 1:
            raise IndexError("planted")
        play(loaded, self.left)
        return "played"


def settings(source: atheris.FuzzedDataProvider, name: str) -> bytes:
    """Return lines ``key = value`` for some keys of a game."""
    keys = list(games.find(name).components)
    lines = []
    for _ in range(source.ConsumeIntInRange(1, 6)):
        key = source.PickValueInList(keys)
        own = source.ConsumeIntInRange(0, 2)
        lines.append(f"{key} = {source.PickValueInList(worth(name, key) if own else HOSTILE)}")
    return "\n".join(lines).encode()


@cache
def worth(name: str, key: str) -> list[str]:
    """Return the values that a game itself names for a key."""
    component = games.find(name).components[key]
    return [toml_value(value) for value in (component.value, *component.tries)]


def play(loaded: LoadedGame, index: int) -> None:
    match = loaded.match(1, index)
    for _ in range(MOVES):
        if match.actor < 0:
            break
        match.apply(match.legal()[match.choose()])


def seeds() -> Path:
    """Return a folder with the games' own rule files, whole and in pieces."""
    folder = Path(tempfile.mkdtemp())
    for name in games.names():
        game = games.find(name)
        text = toml_text(game.title, game.components, game.seats)
        for i, piece in enumerate(text.split("\n\n")):
            (folder / f"{name}-{i}").write_text(piece)
    return folder


def main() -> None:
    runs, seed, figures, *planted = sys.argv[1:]
    files = RuleFiles(int(runs), Path(figures), bool(planted))
    limits = ["-timeout=60", "-rss_limit_mb=2048", f"-max_len={LONGEST}", "-verbosity=0"]
    found = f"-artifact_prefix={os.path.dirname(figures)}/"
    atheris.Setup(
        [sys.argv[0], f"-runs={runs}", f"-seed={seed}", *limits, found, str(seeds())],
        files.try_one,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
