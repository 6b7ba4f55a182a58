"""The shares that seats or places have of the games that somebody won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from undertow.inference.intervals import part_interval
from undertow.rows.results import PlaceShare, Result, SeatShare


class WonShare(NamedTuple):
    """A share of the games won, with its interval."""

    share: float
    low: float
    high: float


def games_won(result: Result) -> int:
    """Return how many games had a winner: all but those capped or ended by a fault."""
    return result.games - result.endings["capped"] - result.faults


def shares_won(
    result: Result, rows: Sequence[SeatShare | PlaceShare], count: int
) -> list[WonShare]:
    """Return the rows' shares of the games won, as some of ``count`` intervals; none if none was.

    Their even share is one over the players.
    """
    games = games_won(result)
    found = []
    for row in rows if games else ():
        share = row.share * result.games / games
        bounds = part_interval(result.intervals, share, games, count, result.partners)
        found.append(WonShare(share, *bounds))
    return found
