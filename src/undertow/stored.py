"""Result files read again: checked, then as a result whose rows stay in the file."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from undertow.batch import Memory, Rows
from undertow.errors import ResultFileError
from undertow.files import checked_path
from undertow.formats import (
    DIGEST_MARK,
    GROUP,
    NO_DIGEST,
    PROVENANCE,
    WRITERS,
    read_footer,
)
from undertow.game import LoadedGame, load
from undertow.metrics import MetricFault
from undertow.provenance import Provenance, read_provenance
from undertow.publishing import named
from undertow.records import Flat, records, side_by_side, with_metrics
from undertow.results import Result
from undertow.statistics import Totals

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

CHUNK = 1 << 20  # bytes of a file looked at together
MARK = b"PAR1"  # both ends of a Parquet file
_DIGEST = re.compile(DIGEST_MARK.encode() + rb"([0-9a-f]{64})")


class ResultFile:
    """A Parquet file of rows, known to be as it was written and of this version.

    Attributes
    ----------
    path : Path
    provenance : Provenance
    loaded : LoadedGame
        The game that was played, with its rules.

    Raises
    ------
    ResultFileError
        The file cannot be read, is damaged, or is not of this version of undertow.
    """

    def __init__(self, path: Path) -> None:
        if path.suffix != ".parquet" and path.suffix in WRITERS:
            raise ResultFileError(
                f"{named(path)} holds rows alone; only a .parquet file says where they come from"
            )
        self.path = path
        with reading(path):
            check_digest(path)
            self.provenance = read_provenance(_metadata(path), named(path))
        self.loaded: LoadedGame = load(
            self.provenance.game, players=self.provenance.players, rules=self.provenance.rules
        )

    def groups(self) -> Iterator[Rows]:
        """Yield the rows, some at a time; after the last they are known to be those written."""
        from undertow.arrow import parquet  # noqa: PLC0415  half a second to import

        digest = hashlib.sha256()
        with (
            reading(self.path),
            parquet.ParquetFile(
                self.path, pre_buffer=False, page_checksum_verification=True
            ) as file,
        ):
            # Threaded reads can end in an abort when the process exits.
            for batch in file.iter_batches(GROUP, use_threads=False):
                rows = self._records(batch)
                digest.update(side_by_side(*rows).tobytes())
                yield rows
        if digest.hexdigest() != self.provenance.rows:
            raise _damaged(self.path, "its rows are not those that were written")

    @property
    def columns(self) -> np.dtype[np.void]:
        """The record of the games' own columns, metrics included."""
        return with_metrics(self.loaded.game.columns, self.provenance.metrics)

    def rows(self) -> Rows:
        """Return all rows."""
        kept = Memory(self.provenance.games, self.columns)
        for rows in self.groups():
            kept.add(*rows)
        return kept.results, kept.columns

    def row(self, index: int) -> Rows:
        """Return the row of one game, each array of shape (1,)."""
        for results, columns in self.groups():
            place = index - int(results["index"][0])
            if place < len(results):
                return results[place : place + 1], columns[place : place + 1]
        raise _damaged(self.path, f"it has no game {index}")

    def _records(self, batch: pa.RecordBatch) -> Rows:
        """Return the records of some rows."""
        from undertow.arrow import ending_codes, numpy_array  # noqa: PLC0415

        codes = ending_codes(batch["ending"], self.loaded.game.endings)
        flat: Flat = {
            name: numpy_array(codes if name == "ending" else batch[name])
            for name in batch.schema.names
        }
        return records(flat, self.provenance.players, self.columns)


class StoredResult(Result):
    """A result whose rows are in a file: they are read, and checked, when asked for.

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

    def groups(self) -> Iterator[NDArray[np.void]]:
        """Yield the results in game order, some at a time."""
        for results, _ in self._file().groups():
            yield results

    @cached_property
    def _rows(self) -> Rows:
        return self._file().rows()

    def _file(self) -> ResultFile:
        file = ResultFile(self.path)
        if file.provenance != self.origin:
            raise ResultFileError(f"{named(self.path)} holds other games now")
        return file


def read(path: str | os.PathLike[str]) -> Result:
    """Return the result in a Parquet file that ``simulate`` or ``undertow run`` wrote.

    Parameters
    ----------
    path : str or path

    Returns
    -------
    StoredResult
        Its tables are those of the run; its rows stay in the file until asked for. ``seconds`` is
        nan and ``threads`` 0: a file does not depend on them.

    Raises
    ------
    ResultFileError
        The file cannot be read, is damaged, or is not of this version of undertow.
    InputTypeError, InputValueError
        ``path`` is no path.
    """
    file = ResultFile(checked_path(path))
    origin, loaded = file.provenance, file.loaded
    totals = Totals(origin.players)
    for results, _ in file.groups():
        totals.add(results)
    return StoredResult(
        file.path,
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
    )


def check_digest(path: Path) -> None:
    """Check that not a bit of a Parquet file differs from what was written.

    Raises
    ------
    ResultFileError
        It differs, was cut, or is no such file at all.
    """
    with path.open("rb") as file:
        start, footer = read_footer(file)
        if not footer.endswith(MARK):
            raise ResultFileError(f"{named(path)} is no Parquet file, or was cut short")
        found = [*_DIGEST.finditer(footer)]
        if not found:
            raise ResultFileError(f"{named(path)} was not written by undertow, or is damaged")
        seen = hashlib.sha256()
        file.seek(0)
        left = start
        while left and (data := file.read(min(left, CHUNK))):
            seen.update(data)
            left -= len(data)
    written = found[-1]
    seen.update(footer[: written.start()] + NO_DIGEST.encode() + footer[written.end() :])
    if seen.hexdigest().encode() != written[1]:
        raise _damaged(path, "its bytes are not those that were written")


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Let an error of the system or of pyarrow say which file could not be read."""
    try:
        yield
    except ResultFileError:
        raise
    except OSError as error:
        raise ResultFileError(f"cannot read {named(path)}: {error.strerror or error}") from None
    except (ValueError, KeyError) as error:  # pyarrow's own are both
        raise _damaged(path, str(error)) from None


def _metadata(path: Path) -> bytes:
    """Return the provenance in a Parquet file's own metadata."""
    from undertow.arrow import parquet  # noqa: PLC0415

    found: bytes = parquet.read_metadata(path).metadata[PROVENANCE.encode()]
    return found


def _damaged(path: Path, reason: str) -> ResultFileError:
    line = " ".join(reason.split())[:100]
    return ResultFileError(f"{named(path)} is damaged: {line}")
