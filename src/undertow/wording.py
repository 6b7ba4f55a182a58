"""Wording that all games and commands share."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from html import escape

import numpy as np

Numbers = Mapping[int, Mapping[str, Container[int]]]


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun; ``many`` is the plural where it is not ``one`` with an s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def joined(items: Iterable[object]) -> str:
    """Return items in words: "1, 2 and 3"."""
    *most, last = map(str, items)
    return f"{', '.join(most)} and {last}" if most else last


def html_table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table as notebooks show it."""

    def line(kind: str, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in cells) + "</tr>"

    body = "".join(line("td", row) for row in rows)
    return (
        f"<table><caption>{escape(caption)}</caption>"
        f"<thead>{line('th', heads)}</thead><tbody>{body}</tbody></table>"
    )


def check_numbers(move: np.void, allowed: Numbers) -> None:
    """Check that a record has the numbers of some move.

    Parameters
    ----------
    move : numpy.void
        A game's move record; its first field is the kind.
    allowed : Numbers
        By kind, what each field that the kind uses may hold; the other fields hold 0.

    Raises
    ------
    ValueError
        No move has this kind, or has it with these numbers.
    """
    kind = int(move["kind"])
    if kind not in allowed:
        raise ValueError(f"no move has the kind {kind}")
    used = allowed[kind]
    for name in (move.dtype.names or ())[1:]:
        fits = int(move[name]) in used[name] if name in used else not move[name].any()
        if not fits:
            raise ValueError(f"no move of kind {kind} has {name} = {move[name]}")
