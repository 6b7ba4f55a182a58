"""How games came out: every game is won alone, won by several sides, capped or ended by a fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from undertow.inference.statistics import UNIT, Tally, Totals
from undertow_kernels.core.game import Ending


class Account(NamedTuple):
    """How a batch's games came out; the four kinds are all of them.

    Attributes
    ----------
    games : int
    sole, shared : int
        Won by one side, and by several together.
    capped, faults : int
        Won by nobody: stopped at the cap, or ended by a fault.
    shares : tuple of float
        By seat its share of the games; with the parts of capped and faulty ones they make 1.
    """

    games: int
    sole: int
    shared: int
    capped: int
    faults: int
    shares: tuple[float, ...]


def account_of(totals: Totals) -> Account:
    """Return how the games of a batch came out.

    Raises
    ------
    RuntimeError
        A game is counted twice or not at all.
    """
    return _accounted(totals.by_seat(), totals)


def checked(sums: Tally, totals: Totals) -> Tally:
    """Return sums over games once every game is known to be counted exactly once."""
    _accounted(sums, totals)
    return sums


def together(accounts: Sequence[Account]) -> Account:
    """Return the account of several batches of the same number of seats."""
    games = sum(one.games for one in accounts)
    seats = zip(*(one.shares for one in accounts), strict=True)
    sizes = [one.games for one in accounts]
    return Account(
        games,
        sum(one.sole for one in accounts),
        sum(one.shared for one in accounts),
        sum(one.capped for one in accounts),
        sum(one.faults for one in accounts),
        tuple(sum(s * n for s, n in zip(seat, sizes, strict=True)) / games for seat in seats),
    )


def _accounted(sums: Tally, totals: Totals) -> Account:
    capped, *faults = (
        int(totals.endings[code]) for code in (Ending.CAPPED, Ending.AGENT_FAULT, Ending.BROKEN)
    )
    found = Account(
        totals.games,
        sums.sole_games,
        sums.shared_games,
        capped,
        sum(faults),
        tuple(int(units) / (UNIT * totals.games) for units in sums.units),
    )
    decided = found.games - found.capped - found.faults
    if found.sole + found.shared != decided or sums.units.sum() != decided * UNIT:
        raise RuntimeError(
            f"sole wins {found.sole} + shared wins {found.shared} + capped {found.capped} + "
            f"faults {found.faults} are not {found.games} games"
        )
    return found
