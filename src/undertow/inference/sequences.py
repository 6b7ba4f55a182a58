"""Confidence sequences: intervals that hold at every look, however often and why ever one stops.

Each comes from a process M_n(p) that starts at 1 and, if p is the true value, is expected never to
grow: by Ville's inequality it ever reaches 1 / a with a probability of at most a [1]_. The interval
after n games holds all p with M_n(p) < 1 / a; a is 0.05 over the number of intervals of a table.

* Shares: the beta-binomial mixture, the sequential test of Robbins [2]_ and, for one outcome of
  several, of Lindon and Malek [3]_. With S the sum of n values in [0, 1],
  M = B(a + S, b + n - S) / B(a, b) / (p^S (1-p)^(n-S)), a = cp + 1/2, b = c(1-p) + 1/2: the
  likelihood of every other share, weighted by a beta distribution about p, over that of p. (The
  halves keep rare outcomes telling.) A win shared by m sides counts 1/m: a likelihood ratio is
  convex in that count, so M is expected to grow even less.
* Quantiles: the ranks S that the same M does not rule out for p = the quantile's level.
* Paired differences of shares: the empirical Bernstein sequence [1]_ (theorem 4) with the
  gamma-exponential mixture: a sum of values in [-1, 1] less their mean, against
  V = sum (D - D')^2, D' the mean at the last look before the game.
* Means without bounds (scores, turns): the normal mixture with the estimated variance [4]_, which
  is asymptotic: mean -/+ s sqrt((n + r) / n^2 log((n + r) / (r a^2))).

All are widest at the wrong time: c, r and the gamma mixture's parameter make them narrow about
``tuned`` games. They must not depend on what is seen, and they do not. The looks are fixed numbers
of games: no clock and no number of threads changes a result.

References
----------
.. [1] S. R. Howard, A. Ramdas, J. McAuliffe, J. Sekhon, "Time-uniform, nonparametric,
   nonasymptotic confidence sequences", Annals of Statistics 49 (2021), 1055-1080.
.. [2] H. Robbins, "Statistical methods related to the law of the iterated logarithm",
   Annals of Mathematical Statistics 41 (1970), 1397-1409.
.. [3] M. Lindon, A. Malek, "Anytime-valid inference for multinomial count data",
   Advances in Neural Information Processing Systems 35 (2022).
.. [4] I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform central limit
   theory and asymptotic confidence sequences", Annals of Statistics 52 (2024), 2613-2640.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import log, log1p, sqrt
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from undertow.inference.paired import edge
from undertow.inference.statistics import LEAST_GAMES, LEVEL, Quantile, deviations, quantiles

FIRST_LOOK = 256  # games
PAIRED_VARIANCE = 0.1  # of a gain; a guess that widths depend on, nothing else


Values = TypeVar("Values", float, NDArray[np.float64])


def looks() -> Iterator[int]:
    """Yield the numbers of games after which a watched run is looked at, each a fifth more."""
    games = FIRST_LOOK
    while True:
        yield games
        games += games // 5


def needed(width: float, players: int) -> int:
    """Return the games that make an even share's interval so wide, their number being fixed."""
    even = 1 / players
    return max(1, round(even * (1 - even) * (2 * deviations(players) / width) ** 2))


@dataclass(frozen=True)
class Watched:
    """Intervals that hold at every look.

    Attributes
    ----------
    tuned : int
        The number of games at which they are narrowest beside those of fixed numbers.
    asked : tuple of str
        The command's options that said when to stop.
    """

    tuned: int
    asked: tuple[str, ...] = ()

    def share(self, share: float, n: int, intervals: int) -> tuple[float, float]:
        """Return the interval of a mean of values in [0, 1]."""
        most = -log(risk(intervals))

        def holds(p: float) -> bool:
            return beta_binomial(p, share * n, n, prior(p, self.tuned, intervals)) < most

        low = edge(holds, share, 0.0) if share > 0 else 0.0
        high = edge(holds, share, 1.0) if share < 1 else 1.0
        return low, high

    def mean(
        self, total: float, squares: float, n: int, intervals: int
    ) -> tuple[float, float] | None:
        """Return the interval of a mean without bounds; None below ``LEAST_GAMES``."""
        if n < LEAST_GAMES:
            return None
        variance = max(0.0, (squares - total * total / n) / (n - 1))
        half = sqrt(variance) * normal_radius(n, risk(intervals), self.tuned)
        return total / n - half, total / n + half

    def quantiles(self, counts: NDArray[np.int64], levels: Sequence[float]) -> tuple[Quantile, ...]:
        """Return quantiles with intervals between order statistics."""
        return quantiles(counts, levels, self.ranks)

    def ranks(self, level: float, n: int, intervals: int) -> tuple[int, int]:
        """Return the ranks between which a quantile lies."""
        most, weights = -log(risk(intervals)), prior(level, self.tuned, intervals)

        def holds(at: float) -> bool:
            rank = round(at)
            return 0 <= rank <= n and beta_binomial(level, rank, n, weights) < most

        middle = float(round(n * level))
        return round(edge(holds, middle, -1.0)), round(edge(holds, middle, n + 1.0)) + 1

    def share_gain(self, gains: NDArray[np.float64], intervals: int) -> tuple[float, float]:
        """Return the interval of the mean of paired differences in [-1, 1]."""
        n, mean = len(gains), float(gains.mean())
        most = -log(risk(intervals) / 2)  # on either side
        variation = predictable_variation(gains)
        tuned = best_rho(self.tuned * PAIRED_VARIANCE, risk(intervals))

        def holds(total: float) -> bool:
            return gamma_exponential(total, variation, tuned, 2.0) < most

        half = edge(holds, 0.0, 2.0 * n) / n
        return max(-1.0, mean - half), min(1.0, mean + half)

    def mean_gain(self, gains: NDArray[np.float64], intervals: int) -> tuple[float, float] | None:
        """Return the interval of the mean of paired differences without bounds."""
        if np.count_nonzero(gains) < LEAST_GAMES:
            return None
        half = float(gains.std(ddof=1)) * normal_radius(len(gains), risk(intervals), self.tuned)
        return float(gains.mean()) - half, float(gains.mean()) + half

    def options(self, games: int) -> list[str]:
        """Return the command's options that stop there again."""
        return [*self.asked, "--max-games", str(games)]

    def told(self) -> str:
        """Return what they hold for, as a sentence."""
        return (
            "The intervals of a column hold together, and at every look: stopping when they are "
            "narrow, or decide, leaves them true."
        )


def risk(intervals: int) -> float:
    """Return the error probability of one of several intervals."""
    return (1 - LEVEL) / intervals


def best_rho(variance: float, alpha: float) -> float:
    """Return the mixture's parameter that is best when the process has this variance [1]_."""
    return variance / (2 * log(1 / alpha) + log1p(2 * log(1 / alpha)))


def prior(p: float, tuned: int, intervals: int) -> tuple[float, float]:
    """Return the parameters of the beta distribution about a share, narrow as ``tuned`` says."""
    concentration = best_rho(tuned, risk(intervals))
    return concentration * p + 0.5, concentration * (1 - p) + 0.5


def beta_binomial(p: float, successes: Values, n: Values, weights: tuple[float, float]) -> Values:
    """Return log M_n(p) of the beta-binomial mixture, of one count or of an array of counts.

    ``weights`` are the parameters of the beta distribution, which may depend on p alone.
    """
    (a, b), failures = weights, n - successes
    from scipy.special import betaln  # type: ignore[import-untyped]  # noqa: PLC0415  slow

    mixture: Values = betaln(a + successes, b + failures) - betaln(a, b)
    return mixture - successes * log(p) - failures * log1p(-p)


def gamma_exponential(total: float, variation: float, rho: float, scale: float) -> float:
    """Return the logarithm of the gamma-exponential mixture [1]_ (proposition 9).

    Parameters
    ----------
    total : float
        Sum of values less their means, at least 0.
    variation : float
        Sum of squared distances from predictions.
    rho : float
        What ``best_rho`` returns.
    scale : float
        Length of the range of the values.
    """
    from scipy.special import gammainc, gammaln  # noqa: PLC0415  slow to import

    square = scale * scale
    a, prior = (variation + rho) / square, rho / square
    x = (scale * total + variation) / square
    at_start = prior * log(prior) - gammaln(prior) - log(gammainc(prior, prior))
    now = gammaln(a) + log(gammainc(a, x + prior)) - a * log(x + prior) + x
    return float(at_start + now)


def normal_radius(n: int, alpha: float, tuned: int) -> float:
    """Return the half width of the normal mixture's interval, in standard deviations of a game."""
    rho = best_rho(tuned, alpha)
    return sqrt((n + rho) * log((n + rho) / (rho * alpha * alpha))) / n


def predictable_variation(values: NDArray[np.float64]) -> float:
    """Return the sum of squared distances from the mean at the last look before each game."""
    ends = [*takewhile(lambda look: look < len(values), looks()), len(values)]
    variation, guess, begin = 0.0, 0.0, 0
    for end in ends:
        variation += float(np.square(values[begin:end] - guess).sum())
        guess, begin = float(values[:end].mean()), end
    return variation
