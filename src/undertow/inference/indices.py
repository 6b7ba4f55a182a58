"""Designs and indices of sensitivity, by SALib, and what chance alone would make of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from undertow.errors import MissingExtraError
from undertow.inference.statistics import LEVEL

MORRIS, SOBOL = "morris", "sobol"
LEVELS = 4  # of Morris's grid: 0, 1/3, 2/3, 1
STEP = LEVELS / (2 * (LEVELS - 1))  # of its trajectories
RESAMPLES = 1000

Values = NDArray[np.float64]


class Effect(NamedTuple):
    """What Morris says of a factor; in units of the quantity, for the factor's whole range.

    ``luck`` is the mu* that as many games would show by chance if the factor did nothing but
    shuffle their luck.
    """

    mu_star: float
    mu_star_low: float
    mu_star_high: float
    sigma: float
    sigma_low: float
    sigma_high: float
    luck: float


class Index(NamedTuple):
    """What Sobol says of a factor: parts of the variance, alone and with the others."""

    s1: float
    s1_low: float
    s1_high: float
    st: float
    st_low: float
    st_high: float


def design(method: str, keys: Sequence[str], samples: int, rng: np.random.Generator) -> Values:
    """Return the points of a design, shape (points, factors), from 0 to 1.

    Raises
    ------
    MissingExtraError
        SALib is not installed.
    """
    problem = _problem(keys)
    if method == MORRIS:
        found: Values = _salib("sample.morris").sample(problem, samples, LEVELS, seed=rng)
    else:
        found = _salib("sample.sobol").sample(problem, samples, calc_second_order=False, seed=rng)
    return found


def effects(
    unit: Values, results: Values, errors: Values, rng: np.random.Generator
) -> list[Effect]:
    """Return Morris's measures of each factor for one quantity.

    Parameters
    ----------
    unit : float64 array, shape (points, factors)
        Whole trajectories of factors + 1 points.
    results : float64 array, shape (points,)
    errors : float64 array, shape (points,)
        Standard error of each point's difference from the one before.
    """
    count = unit.shape[1]
    seed = int(rng.integers(1, 2**31))  # SALib takes 0 for none
    found = _salib("analyze.morris").analyze(
        _problem(range(count)),
        unit,
        results,
        num_resamples=RESAMPLES,
        conf_level=LEVEL,
        num_levels=LEVELS,
        seed=seed,
    )
    chance = _steps(unit, errors, differences=False) * sqrt(2 / pi)  # mean size of a normal value
    spread = _sigma_intervals(_steps(unit, results, differences=True), rng)
    return [
        Effect(
            float(found["mu_star"][i]),
            max(0.0, float(found["mu_star"][i] - found["mu_star_conf"][i])),
            float(found["mu_star"][i] + found["mu_star_conf"][i]),
            float(found["sigma"][i]),
            *spread[i],
            float(chance[i].mean()),
        )
        for i in range(count)
    ]


def indices(results: Values, factors: int, rng: np.random.Generator) -> list[Index]:
    """Return Sobol's indices of each factor for one quantity, all 0 if it never varies.

    ``results`` has shape (points,), whole samples of factors + 2 points.
    """
    if np.ptp(results) == 0:
        return [Index(0, 0, 0, 0, 0, 0)] * factors
    found = _salib("analyze.sobol").analyze(
        _problem(range(factors)),
        results,
        calc_second_order=False,
        num_resamples=RESAMPLES,
        conf_level=LEVEL,
        seed=int(rng.integers(1, 2**31)),  # SALib takes 0 for none
    )
    rows = zip(*(found[name] for name in ("S1", "S1_conf", "ST", "ST_conf")), strict=True)
    return [
        Index(*(float(v) for v in (s1, s1 - e1, s1 + e1, st, st - et, st + et)))
        for s1, e1, st, et in rows
    ]


def _steps(unit: Values, values: Values, *, differences: bool) -> Values:
    """Return by factor and trajectory what its step makes, for the whole range.

    ``values`` are those of points, or with ``differences`` false those of steps already.
    """
    count = unit.shape[1]
    paths = unit.reshape(-1, count + 1, count)
    moved = np.diff(paths, axis=1)  # one factor a step
    made = values.reshape(-1, count + 1)
    made = np.diff(made, axis=1) if differences else made[:, 1:]
    which = np.abs(moved).argmax(axis=2)
    sizes = np.take_along_axis(moved, which[:, :, None], 2)[:, :, 0]
    found = np.empty((count, len(paths)))
    rows = np.arange(len(paths))[:, None]
    found[which, rows] = made / (sizes if differences else np.abs(sizes))
    return found


def _sigma_intervals(steps: Values, rng: np.random.Generator) -> list[tuple[float, float]]:
    """Return bootstrap intervals of each factor's spread, over trajectories."""
    picked = rng.integers(steps.shape[1], size=(RESAMPLES, steps.shape[1]))
    spreads = steps[:, picked].std(axis=2, ddof=1)  # factors, resamples
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(spreads, (tail, 1 - tail), axis=1)
    return list(zip(low.tolist(), high.tolist(), strict=True))


def _problem(keys: Sequence[str] | range) -> dict[str, Any]:
    names = [str(key) for key in keys]
    return {"num_vars": len(names), "names": names, "bounds": [[0.0, 1.0]] * len(names)}


def _salib(module: str) -> Any:
    """Return a module of SALib, which takes seconds to import."""
    from importlib import import_module  # noqa: PLC0415

    try:
        return import_module(f"SALib.{module}")
    except ImportError:
        raise MissingExtraError('SALib is missing: pip install "undertow[study]"') from None
