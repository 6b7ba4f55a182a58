"""``read``: a result whose rows stay in their file or run folder until they are asked for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from undertow.errors import ResultFileError
from undertow.inference.statistics import Totals
from undertow.playing.batch import Rows
from undertow.rows.metrics import MetricFault
from undertow.rows.provenance import Provenance
from undertow.rows.results import Result
from undertow.storage.files import checked_path
from undertow.storage.publishing import named
from undertow.storage.runs import RunFolder
from undertow.storage.stored import ResultFile, StoredRows


class StoredResult(Result):
    """A result whose rows are on disk: they are read, and checked, when asked for.

    Attributes
    ----------
    path : Path
    origin : Provenance
        Of the rows.
    """

    path: Path
    origin: Provenance

    def __init__(self, path: Path, origin: Provenance, totals: Totals, **facts: object) -> None:
        self.__dict__.update(facts, path=path, origin=origin, _totals=totals)

    @cached_property
    def results(self) -> NDArray[np.void]:
        """One RESULT_DTYPE record per game, shape (games,)."""
        return self._rows[0]

    @cached_property
    def columns(self) -> NDArray[np.void]:
        """The game's own counters, shape (games,)."""
        return self._rows[1]

    def row_groups(self) -> Iterator[Rows]:
        """Yield results and columns in game order, some at a time."""
        yield from self._stored().groups()

    @cached_property
    def _rows(self) -> Rows:
        results, columns = self._stored().rows()
        return results[: self.games], columns[: self.games]

    def _stored(self) -> StoredRows:
        found = stored_rows(self.path)
        if found.provenance != self.origin:
            raise ResultFileError(f"{named(self.path)} holds other games now")
        return found


def stored_rows(path: Path) -> StoredRows:
    """Return the rows of a Parquet file or of a run folder.

    Raises
    ------
    ResultFileError
        It cannot be read, is damaged, or is not of this version of undertow.
    """
    return RunFolder(path) if path.is_dir() else ResultFile(path)


def read(path: str | os.PathLike[str]) -> Result:
    """Return the result in a Parquet file or run folder of ``simulate`` or ``undertow run``.

    Parameters
    ----------
    path : str or path

    Returns
    -------
    StoredResult
        Its tables are those of the run; its rows stay where they are until asked for. ``seconds``
        is nan and ``threads`` 0: rows do not depend on them.

    Raises
    ------
    ResultFileError
        The file or a part cannot be read, is damaged or missing, or is not of this version of
        undertow.
    InputTypeError, InputValueError
        ``path`` is no path.
    """
    found = stored_rows(checked_path(path))
    origin, loaded = found.provenance, found.loaded
    totals = Totals(origin.players)
    for results, _ in found.groups():
        totals.add(results)
    return StoredResult(
        found.path,
        origin,
        totals,
        game=origin.game,
        title=loaded.game.title,
        players=origin.players,
        games=origin.games,
        seed=origin.seed_given,
        agents=tuple(origin.agents),
        rules=loaded.rules.changed,
        own_endings=loaded.game.endings,
        seconds=float("nan"),
        threads=0,
        version=origin.undertow,
        fault=None,
        metrics=tuple(origin.metrics),
        metric_faults={
            name: MetricFault(failed.games, failed.first, failed.error)
            for name, failed in origin.metric_faults.items()
        },
        shard=found.shard,
    )
