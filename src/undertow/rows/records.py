"""Rows as flat columns, one number each, for tables and files; and back to records.

A column of an array has its seat in its name, from 1: ``score_1``. Seats and sides count from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undertow.inference.statistics import UNIT, units_of
from undertow_kernels.core.game import RESULT_DTYPE, Ending, Seats

SHARED_ENDINGS = {
    Ending.CAPPED: "capped",
    Ending.AGENT_FAULT: "agent_fault",
    Ending.BROKEN: "broken",
}
FAULTS = ("agent_fault", "broken")
UNKNOWN_ENDING = "unknown"
WHOLE = (  # as they are in the record
    *("index", "rounds", "turns", "lead_changes", "decided", "decisions", "ending", "broken"),
)
BY_SEAT = ("score", "rank")

Flat = dict[str, NDArray[Any]]


def ending_names(own_endings: Sequence[str]) -> NDArray[np.object_]:
    """Return the name of each ending by its code, shape (256,)."""
    names = np.full(256, UNKNOWN_ENDING, dtype=object)
    for code, ending in SHARED_ENDINGS.items():
        names[code] = ending
    names[Ending.FIRST_OWN : Ending.FIRST_OWN + len(own_endings)] = own_endings
    return names


def shown_endings(
    own_endings: Sequence[str], counts: NDArray[np.int64]
) -> Iterator[tuple[int, str]]:
    """Yield code and name of the endings: the game's own, ``capped``, faults that there were."""
    yield from enumerate(own_endings, Ending.FIRST_OWN)
    for code, name in SHARED_ENDINGS.items():
        if counts[code] or name not in FAULTS:
            yield code, name


def flat_columns(results: NDArray[np.void], columns: NDArray[np.void], players: int) -> Flat:
    """Return the rows as plain columns by name, each of shape (n,).

    Parameters
    ----------
    results : RESULT_DTYPE array, shape (n,)
    columns : the game's columns record, shape (n,)
    players : int

    Returns
    -------
    dict
        ``ending`` is the code. ``winners`` counts the sides that win, ``share_1`` is the part of
        the win that seat 1 has; the rest are the records' own fields.
    """
    won = results["winners"][:, None] >> np.arange(players) & 1 == 1
    units, sides = units_of(won, results["side"][:, :players].astype(np.int64))
    flat: Flat = {name: results[name] for name in WHOLE}
    flat["first"] = results["first"] + np.uint8(1)
    flat["winners"] = sides.astype(np.uint8)
    for name in BY_SEAT:
        flat |= _spread(name, results[name], players)
    flat |= _spread("side", results["side"] + np.uint8(1), players)
    flat |= _spread("won", won, players)
    flat |= _spread("share", units / UNIT, players)
    for name in field_names(columns.dtype):
        flat |= _spread(name, columns[name], players)
    return flat


def records(
    flat: Mapping[str, NDArray[Any]], players: int, dtype: np.dtype[np.void]
) -> tuple[NDArray[np.void], NDArray[np.void]]:
    """Return the records whose ``flat_columns`` these are.

    Parameters
    ----------
    flat : Mapping
        Columns by name, each of shape (n,).
    players : int
    dtype : numpy.dtype
        The game's columns record.

    Returns
    -------
    results : RESULT_DTYPE array, shape (n,)
    columns : array of ``dtype``, shape (n,)

    Raises
    ------
    KeyError
        A column is missing.
    """
    n = len(flat["index"])
    results = np.zeros(n, RESULT_DTYPE)
    columns = np.zeros(n, dtype)
    for name in WHOLE:
        results[name] = flat[name]
    results["first"] = flat["first"] - np.uint8(1)
    results["seats"] = players
    for name in BY_SEAT:
        _gather(results, name, flat, players)
    results["side"] = np.arange(Seats.MAX_SEATS)  # seats that nobody has keep their own
    for seat in range(players):
        results["side"][:, seat] = flat[f"side_{seat + 1}"] - np.uint8(1)
        results["winners"] |= flat[f"won_{seat + 1}"].astype(np.uint8) << np.uint8(seat)
    for name in field_names(dtype):
        _gather(columns, name, flat, players)
    return results, columns


def side_by_side(results: NDArray[np.void], columns: NDArray[np.void]) -> NDArray[np.void]:
    """Return results and columns in one structured array without padding, shape (n,)."""
    fields = [(array, name) for array in (results, columns) for name in field_names(array.dtype)]
    rows = np.empty(len(results), [(name, array.dtype[name]) for array, name in fields])
    for array, name in fields:
        rows[name] = array[name]
    return rows


def with_metrics(dtype: np.dtype[np.void], metrics: Sequence[str]) -> np.dtype[np.void]:
    """Return a game's columns record with a float64 for each metric behind it."""
    if not metrics:
        return dtype
    own = [(name, dtype[name]) for name in dtype.names or ()]
    return np.dtype(own + [(name, np.dtype(np.float64)) for name in metrics])


def field_names(dtype: np.dtype[np.void]) -> list[str]:
    """Return a record's fields without padding."""
    return [name for name in dtype.names or () if not name.startswith("_")]


def _spread(name: str, values: NDArray[Any], players: int) -> Flat:
    """Return one column for each number of a field."""
    places = _places(name, values.shape[1:], players)
    return {column: values[place] for column, place in places}


def _gather(
    array: NDArray[np.void], name: str, flat: Mapping[str, NDArray[Any]], players: int
) -> None:
    """Write a field from its columns: the reverse of ``_spread``."""
    values = array[name]
    for column, place in _places(name, values.shape[1:], players):
        values[place] = flat[column]


def _places(
    name: str, shape: tuple[int, ...], players: int
) -> Iterator[tuple[str, tuple[int | slice, ...]]]:
    """Yield name and place of each number of a field; after the rows comes the seat."""
    for place in np.ndindex(*shape):
        if not place or place[0] < players:
            column = "_".join([name, *(str(index + 1) for index in place)])
            yield column, (slice(None), *place)
