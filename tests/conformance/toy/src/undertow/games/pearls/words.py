"""Moves and events of pearls in words."""

from collections.abc import Mapping

import numpy as np

from undertow.wording import check_numbers
from undertow_kernels.pearls.state import Kind, Limits

NUMBERS = {Kind.THROW: {"slot": range(Limits.HAND)}, Kind.PASS: {}}


def describe(move: np.void, rules: object) -> str:
    """Return one move as a phrase."""
    check_numbers(move, NUMBERS)
    if move["kind"] == Kind.PASS:
        return "pass"
    return f"throw the pearl in slot {int(move['slot']) + 1}"


def event(
    before: np.void, move: np.void, after: np.void, values: Mapping[str, object]
) -> list[str]:
    """Return what a move brought about, one phrase each."""
    if move["kind"] == Kind.PASS:
        return []
    seat = int(before["turn"])
    gained = int(after["score"][seat]) - int(before["score"][seat])
    return [f"seat {seat + 1} scores {gained}"] if gained else ["the pearl is lost"]
