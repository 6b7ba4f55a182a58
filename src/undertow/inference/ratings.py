"""Plackett-Luce ratings of agents [1]_, fitted by choix, with intervals by bootstrap.

Each side of a game has the strength exp(rating) of its agent, and wins with its share of the
strengths at the table. What counts is who wins: a win that m sides share is 1/m of a win for each,
the average over the orders in which they could have come first, and a game that nobody wins tells
nothing. Each pair of agents is credited with ``ALPHA`` wins of either over the other, which keeps
the ratings of agents that never lose or never win finite.

The likelihood has one maximum, found by iterated Luce spectral ranking [2]_. One more win moves it
by the gradient through the inverse of a weighted graph's Laplacian, which is greatest where the
win is put in: it never lowers the rating of the agent that has won.

References
----------
.. [1] R. L. Plackett, "The analysis of permutations", Applied Statistics 24 (1975), 193-202.
.. [2] L. Maystre, M. Grossglauser, "Fast and accurate inference of Plackett-Luce models", NIPS 28
   (2015).
.. [3] J. L. Montiel Olea, M. Plagborg-Moller, "Simultaneous confidence bands", Journal of Applied
   Econometrics 34 (2019), 1-17: one width, in standard errors, for all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from undertow.inference.statistics import LEAST_GAMES, LEVEL

ALPHA = 0.5  # wins credited to each agent of a pair over the other
RESAMPLES = 500
MOST_STEPS = 1000
CLOSE = 1e-9  # between two steps, in all ratings: converged


class Rated(NamedTuple):
    """A rating and its interval, None where the games do not tell it."""

    rating: float
    low: float | None
    high: float | None


def plackett_luce(
    wins: NDArray[np.float64],
    line_ups: NDArray[np.int64],
    alpha: float = ALPHA,
    start: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return the ratings that make the wins most likely: natural logarithms of strengths, mean 0.

    Parameters
    ----------
    wins : float64 array, shape (line-ups, agents)
        Games won by each agent; shared wins in parts.
    line_ups : int64 array, shape (line-ups, agents)
        Sides that each agent plays in a game.
    alpha : float
        Wins that each agent is credited with over each other.
    start : float64 array, shape (agents,), optional
        Ratings nearby, to begin with.

    Notes
    -----
    A win of i against sides of total strength T pulls j to i at the rate (sides of j) / T. choix
    takes pairs, which pull at 1 / (strength of i + strength of j): so each is given as that many
    pairs as pull alike, anew in each step.
    """
    from choix import lsr_pairwise_dense  # noqa: PLC0415  loads scipy.stats: two seconds

    ratings = np.zeros(wins.shape[1]) if start is None else start
    for _ in range(MOST_STEPS):
        strength = np.exp(ratings)
        pull = (wins / (line_ups @ strength)[:, None]).T @ line_ups
        pairs = pull * (strength[:, None] + strength) + alpha
        before, ratings = ratings, lsr_pairwise_dense(pairs, initial_params=ratings)
        if np.abs(ratings - before).max() < CLOSE:
            return ratings
    raise RuntimeError(f"ratings did not settle in {MOST_STEPS} steps")


def rate(
    units: NDArray[np.int64], line_ups: NDArray[np.int64], unit: int, rng: np.random.Generator
) -> list[Rated]:
    """Return each agent's rating, with intervals that hold together.

    Parameters
    ----------
    units : int64 array, shape (deals, line-ups, agents)
        Wins in parts of ``unit``.
    line_ups : int64 array, shape (line-ups, agents)
        Sides that each agent plays in a game.
    unit : int
    rng : numpy.random.Generator
        Draws the deals of each resample.

    Returns
    -------
    list of Rated
        The mean is 0 over the agents that are ``compared``. The others have no bounds, as
        ``ALPHA`` sets how far away they are; for fewer than ``LEAST_GAMES`` deals nobody has.
    """
    wins = units.sum(0) / unit
    group = compared(wins, line_ups)
    ratings = _centred(plackett_luce(wins, line_ups), group)
    if len(units) < LEAST_GAMES or group.sum() < 2:
        return [Rated(rating, None, None) for rating in ratings.tolist()]
    spread = _centred(_resampled(units, line_ups, unit, rng, ratings), group) - ratings
    errors = spread.std(0, ddof=1)
    scaled = np.abs(np.divide(spread, errors, where=errors > 0, out=np.zeros_like(spread)))
    half = float(np.quantile(scaled[:, group].max(1), LEVEL)) * errors
    return [
        Rated(rating, rating - width, rating + width) if told else Rated(rating, None, None)
        for rating, width, told in zip(*map(np.ndarray.tolist, (ratings, half, group)), strict=True)
    ]


def compared(wins: NDArray[np.float64], line_ups: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return the largest group of agents that chains of wins lead between, both ways.

    How far other agents are from these, wins alone do not tell: one never lost to the other.
    """
    beaten = (wins > 0).T @ (line_ups > 0)
    chains = np.linalg.matrix_power(np.eye(len(beaten)) + beaten, len(beaten)) > 0
    mutual = chains & chains.T
    largest: NDArray[np.bool_] = mutual[mutual.sum(1).argmax()]
    return largest


def _centred(ratings: NDArray[np.float64], group: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return ratings, along the last axis, whose mean over a group is 0."""
    middle: NDArray[np.float64] = ratings[..., group].mean(-1, keepdims=True)
    return ratings - middle


def _resampled(
    units: NDArray[np.int64],
    line_ups: NDArray[np.int64],
    unit: int,
    rng: np.random.Generator,
    start: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the ratings of resamples of whole deals, shape (RESAMPLES, agents).

    Deals that went alike are drawn together: their number in a resample is multinomial.
    """
    deals = len(units)
    kinds, counts = np.unique(units.reshape(deals, -1), axis=0, return_counts=True)
    found = np.empty((RESAMPLES, len(start)))
    for number in range(RESAMPLES):
        drawn = rng.multinomial(deals, counts / deals) @ kinds
        found[number] = plackett_luce(drawn.reshape(units.shape[1:]) / unit, line_ups, start=start)
    return found
