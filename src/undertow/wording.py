"""Wording that all games and commands share."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun; ``many`` is the plural where it is not ``one`` with an s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
