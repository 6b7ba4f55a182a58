"""Result files: rows written while games are played.

``NewRows`` is a sink for ``batch.play_into`` that holds one group of rows in memory; ``formats``
writes them, ``publishing`` gives the file its name, ``stored`` reads it again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from undertow import games
from undertow.errors import InputTypeError, InputValueError, shown
from undertow.rows.metrics import MetricFault
from undertow.rows.provenance import MetricFailure, Provenance, provenance
from undertow.rows.records import flat_columns, side_by_side, with_metrics
from undertow.rows.results import Result
from undertow.storage.formats import WRITERS, MakeWriter
from undertow.storage.publishing import NewFile, writing
from undertow_kernels.core.game import RESULT_DTYPE


class NewRows:
    """A result file in the making: a sink for rows in game order.

    A context; nothing is left of a file that was not published when it ends.

    Parameters
    ----------
    path : Path
    make : callable
        Makes the format's writer.
    origin : Provenance
        Of the games to come.
    force : bool
        Whether a file that is there already may be replaced.

    Attributes
    ----------
    digest : str
        SHA-256 of a Parquet file once it is published, see ``formats.ParquetWriter``.

    Raises
    ------
    InputValueError
        There is a file of that name, and no ``force``.
    ResultFileError
        The file cannot be written; nothing was played yet.
    """

    def __init__(self, path: Path, make: MakeWriter, origin: Provenance, *, force: bool) -> None:
        self._path = path
        self._origin = origin
        self._endings = games.find(origin.game).endings
        self._new = NewFile(path, force=force)
        self._writer = make(self._new.file)
        self.digest = ""
        self._sum = hashlib.sha256()
        self._group = self._writer.group
        self._results = np.empty(self._group, RESULT_DTYPE)
        self._columns = np.empty(
            self._group, with_metrics(games.find(origin.game).columns, origin.metrics)
        )
        self._waiting = 0  # rows of a group that is not full
        self._first: int | None = None
        self._games = 0

    def add(self, results: NDArray[np.void], columns: NDArray[np.void], /) -> None:
        """Take the next games, in game order."""
        if self._first is None and len(results):
            self._first = int(results["index"][0])
        start = 0
        while start < len(results):
            stop = min(len(results), start + self._group - self._waiting)
            here = slice(self._waiting, self._waiting + stop - start)
            self._results[here] = results[start:stop]
            self._columns[here] = columns[start:stop]
            self._waiting, start = here.stop, stop
            if self._waiting == self._group:
                self._write_group()

    def publish(self, metric_faults: Mapping[str, MetricFault]) -> Provenance:
        """Write what is left, give the file its name, and return what it says of its rows.

        Parameters
        ----------
        metric_faults : Mapping
            The metrics that failed in some of the games.

        Raises
        ------
        ResultFileError
            It cannot be written.
        """
        if self._waiting:
            self._write_group()
        origin = msgspec.structs.replace(
            self._origin,
            first=self._first or 0,
            games=self._games,
            metric_faults={n: MetricFailure(**f._asdict()) for n, f in metric_faults.items()},
            rows=self._sum.hexdigest(),
        )
        with writing(self._path):
            self.digest = self._writer.close(origin.to_json())
        self._new.publish()
        return origin

    def _write_group(self) -> None:
        results, columns = self._results[: self._waiting], self._columns[: self._waiting]
        self._sum.update(side_by_side(results, columns).tobytes())
        with writing(self._path):
            self._writer.write(flat_columns(results, columns, self._origin.players), self._endings)
        self._games += self._waiting
        self._waiting = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._new.discard()


def write_result(result: Result, path: object, suffix: str, *, force: bool) -> None:
    """Write a result to a file in the format of a suffix, whatever the file's name.

    Raises
    ------
    InputValueError, ResultFileError
        As ``NewRows``.
    """
    origin = provenance(
        game=result.game,
        players=result.players,
        rules=result.rules,
        agents=result.agents,
        seed=result.seed,
        metrics=result.metrics,
    )
    with NewRows(checked_path(path), WRITERS[suffix], origin, force=force) as rows:
        rows.add(result.results, result.columns)
        rows.publish(result.metric_faults)


def checked_path(path: object) -> Path:
    """Return a path as the user gave it.

    Raises
    ------
    InputTypeError, InputValueError
        It is no path, empty, or ``-``.
    """
    if not isinstance(path, str | os.PathLike) or isinstance(os.fspath(path), bytes):
        raise InputTypeError(f"a file is named by a string or a path, not {shown(path)}")
    if not str(path):
        raise InputValueError("a file needs a name, not an empty text")
    if str(path) == "-":
        raise InputValueError("'-' names no file; --json prints the answer on standard output")
    return Path(path)
