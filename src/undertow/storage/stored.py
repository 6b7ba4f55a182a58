"""Result files read again: each is checked before its rows are believed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from undertow.errors import ResultFileError
from undertow.game import LoadedGame, load
from undertow.playing.batch import Memory, Rows
from undertow.rows.provenance import Provenance, read_provenance
from undertow.rows.records import Flat, records, side_by_side, with_metrics
from undertow.storage.formats import (
    DIGEST_MARK,
    GROUP,
    NO_DIGEST,
    PROVENANCE,
    WRITERS,
    read_footer,
)
from undertow.storage.manifest import Shard
from undertow.storage.publishing import named

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

CHUNK = 1 << 20  # bytes of a file looked at together
MARK = b"PAR1"  # both ends of a Parquet file
_DIGEST = re.compile(DIGEST_MARK.encode() + rb"([0-9a-f]{64})")


class StoredRows:
    """Rows that are in a file or in a run folder.

    Attributes
    ----------
    path : Path
    provenance : Provenance
    loaded : LoadedGame
        The game that was played, with its rules.
    shard : Shard or None
        What the rows are a part of, where they are not the first games of their seed.
    """

    path: Path
    shard: Shard | None = None

    def __init__(self, provenance: Provenance) -> None:
        self.provenance = provenance
        self.loaded: LoadedGame = load(
            provenance.game, players=provenance.players, rules=provenance.rules
        )

    def groups(self) -> Iterator[Rows]:
        """Yield the rows, some at a time; after the last they are known to be those written."""
        raise NotImplementedError

    def row(self, index: int) -> Rows:
        """Return the row of one game, each array of shape (1,)."""
        for results, columns in self.groups():
            place = index - int(results["index"][0])
            if place < len(results):
                return results[place : place + 1], columns[place : place + 1]
        raise damaged(self.path, f"it has no game {index}")

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


class ResultFile(StoredRows):
    """A Parquet file of rows, known to be as it was written and of this version.

    Attributes
    ----------
    digest : str
        SHA-256 of the whole file, see ``formats.ParquetWriter``.

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
            self.digest = check_digest(path)
            said = read_provenance(_metadata(path), named(path))
        super().__init__(said)

    def groups(self) -> Iterator[Rows]:
        """Yield the rows, some at a time; after the last they are known to be those written."""
        from undertow.rows.arrow import parquet  # noqa: PLC0415  half a second to import

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
            raise damaged(self.path, "its rows are not those that were written")

    def _records(self, batch: pa.RecordBatch) -> Rows:
        """Return the records of some rows."""
        from undertow.rows.arrow import ending_codes, numpy_array  # noqa: PLC0415

        codes = ending_codes(batch["ending"], self.loaded.game.endings)
        flat: Flat = {
            name: numpy_array(codes if name == "ending" else batch[name])
            for name in batch.schema.names
        }
        return records(flat, self.provenance.players, self.columns)


def check_digest(path: Path) -> str:
    """Return the digest of a Parquet file, of which not a bit differs from what was written.

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
        raise damaged(path, "its bytes are not those that were written")
    return seen.hexdigest()


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
        raise damaged(path, str(error)) from None


def _metadata(path: Path) -> bytes:
    """Return the provenance in a Parquet file's own metadata."""
    from undertow.rows.arrow import parquet  # noqa: PLC0415

    found: bytes = parquet.read_metadata(path).metadata[PROVENANCE.encode()]
    return found


def damaged(path: Path, reason: str) -> ResultFileError:
    """Return the error for a file that is not as it was written."""
    line = " ".join(reason.split())[:100]
    return ResultFileError(f"{named(path)} is damaged: {line}")
