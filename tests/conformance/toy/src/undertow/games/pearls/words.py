"""Moves and events of pearls in words."""

from collections.abc import Mapping

import numpy as np

from undertow_kernels.pearls.state import Kind


def describe(move: np.void, rules: object) -> str:
    """Return one move as a phrase."""
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
