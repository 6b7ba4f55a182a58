"""Replays transcripts with a referee; runs under CPython or PyPy, with the standard library alone.

usage: python referee_worker.py FOLDER

FOLDER holds ``referee.py``. Each line of standard input is one game as JSON, each line of
standard output the first difference found in it, or null.
"""

from __future__ import annotations

import importlib
import json
import sys
import zlib
from array import array


def mark(legal: list, facts: list, hidden: list) -> int:
    """Return one number that stands for a legal list, a position, and what each seat cannot see."""
    check = 0
    for move in legal:
        check = zlib.crc32(array("B", move).tobytes(), check)
    check = zlib.crc32(array("h", facts).tobytes(), check)
    for blanked in hidden:
        check = zlib.crc32(array("h", [-1, *blanked]).tobytes(), check)
    return check


def mark_of(referee, players: int) -> int:
    """Return the mark of a referee's position."""
    hidden = [sorted(referee.hidden(seat)) for seat in range(players)]
    return mark(referee.legal(), referee.facts(), hidden)


def first_difference(make, game: dict) -> dict | None:
    """Replay one game; return where the referee first disagrees with the transcript."""
    players = game["players"]
    referee = make(game["values"], players, tuple(game["key"]), game["game"])
    for step, expected in enumerate(game["marks"]):
        if mark_of(referee, players) != expected:
            return {"step": step, "what": "legal list, facts or a view"}
        if step == len(game["picks"]):
            break
        if referee.over:
            return {"step": step, "what": "the referee's game is over"}
        referee.choose(game["picks"][step])
    result = referee.result()
    for field, value in game["result"].items():
        if result[field] != value:
            return {
                "step": len(game["picks"]),
                "what": "result " + field,
                "referee": result[field],
                "kernel": value,
            }
    return None


def main() -> None:
    folder = sys.argv[1]
    sys.path.insert(0, folder)
    make = importlib.import_module("referee").Referee

    for line in sys.stdin:
        try:
            found = first_difference(make, json.loads(line))
        except Exception as error:
            found = {"step": -1, "what": "the referee raised " + repr(error)}
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
