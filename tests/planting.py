"""Faults planted in positions: a checked build ends the game by the invariant that each breaks."""

from __future__ import annotations

import pytest

from undertow_kernels.core.game import CHECKED, Ending
from undertow_kernels.core.playout import Match


def planted(faults):
    """Run a test for each pair of a fault, a function that edits the state, and its invariant."""
    return pytest.mark.parametrize(
        ("plant", "invariant"), faults, ids=lambda each: getattr(each, "__name__", "")
    )


def assert_noticed(match: Match, invariant: int) -> None:
    """Play the first legal move; the game must end by an invariant, or go on in a release build."""
    match.apply(match.legal()[0])
    record = match.result()[0]
    expected = (Ending.BROKEN, invariant) if CHECKED else (Ending.RUNNING, 0)
    assert (record["ending"], record["broken"]) == expected
