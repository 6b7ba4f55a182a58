"""``plan``: how many games a share needs, and how long they take on this machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import dropwhile
from math import sqrt

from undertow.game import MAX_GAMES
from undertow.inference.intervals import FIXED, Intervals, part_interval
from undertow.inference.sequences import looks
from undertow.inference.statistics import deviations
from undertow.rows.results import Result
from undertow.seeds import Seed
from undertow.studies.simulation import simulate
from undertow.studies.watching import checked_width, watching

PILOT_GAMES = 400
SIZES = (1_000, 10_000, 100_000, 1_000_000)


@dataclass(frozen=True)
class Plan:
    """What a pilot says about an interval of some width.

    Attributes
    ----------
    width : float
        Of the interval of a share, from end to end.
    pilot : Result
        The games that were played for it.
    share : float
        That share, by place or by seat, which needs most games: as near to a half as the pilot
        leaves possible.
    games : int or None
        A fixed number that is enough (``-n``); None where ``MAX_GAMES`` are not.
    watched : int or None
        About so many with ``--precision``, whose intervals hold at every look.
    """

    width: float
    pilot: Result
    share: float
    games: int | None
    watched: int | None

    @property
    def rate(self) -> float:
        """Games a second, as the pilot was played."""
        return self.pilot.games / self.pilot.seconds

    def share_width(self, games: int) -> float:
        """Return the width of a share's interval over so many games."""
        return _width(FIXED, self.share, games, self.pilot)

    def score_width(self, games: int) -> float:
        """Return the width of a mean score's interval over so many games, in points."""
        scores = self.pilot.results["score"][:, : self.pilot.players]
        spread = float(scores.std(axis=0, ddof=1).max())
        return 2 * deviations(self.pilot.players) * spread / sqrt(games)


def plan(
    game: str,
    *,
    width: float,
    players: int | None = None,
    agents: object = None,
    seed: Seed = None,
    rules: Mapping[str, object] | None = None,
    threads: int | None = None,
) -> Plan:
    """Play a pilot of some hundred games, and say how many make a share so precise.

    Parameters
    ----------
    game : str
    width : float
        Of the interval of each share by place and seat, from end to end: 0.01 is a percentage
        point.
    players, agents, seed, rules, threads
        As in ``simulate``.

    Raises
    ------
    InputValueError, InputTypeError
        An argument is not allowed; the message says what is.
    """
    width = checked_width("width", width)
    pilot = simulate(
        game,
        players=players,
        games=PILOT_GAMES,
        agents=agents,
        seed=seed,
        rules=rules,
        threads=threads,
    )
    share = _hardest(pilot)
    games = _least(lambda n: _width(FIXED, share, n, pilot) <= width)
    sequence = watching(width, pilot.players)
    enough = _least(lambda n: _width(sequence, share, n, pilot) <= width)
    watched = None if enough is None else next(dropwhile(lambda n: n < enough, looks()))
    return Plan(width, pilot, share, games, watched)


def _hardest(pilot: Result) -> float:
    """Return the share nearest to half of the most that the pilot's intervals hold."""
    bounds = [(r.low, r.high) for r in pilot.order()] + [(r.low, r.high) for r in pilot.shares()]
    half = 0.5 / pilot.partners
    nearest = [min(max(half, low), high) for low, high in bounds]
    return min(nearest, key=lambda share: abs(share - half))


def _width(intervals: Intervals, share: float, games: int, pilot: Result) -> float:
    low, high = part_interval(intervals, share, games, pilot.players, pilot.partners)
    return high - low


def _least(enough: Callable[[int], bool]) -> int | None:
    """Return the least number of games that is enough; None if ``MAX_GAMES`` are not."""
    if not enough(MAX_GAMES):
        return None
    low, high = 0, MAX_GAMES
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
