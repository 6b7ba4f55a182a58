"""The three formats that a result file may have."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

import msgspec
import numpy as np

from undertow.errors import InputValueError, unknown
from undertow.rows.records import Flat, ending_names
from undertow.storage.publishing import named

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

PROVENANCE = "undertow"  # keys of a Parquet file's own metadata
DIGEST = "undertow.file"
DIGEST_MARK = "sha256:"
NO_DIGEST = DIGEST_MARK + "0" * 64  # what the digest of a file is taken over in its place
# Rows of a row group. Writing one takes 0.1 to 0.2 s, for which Ctrl-C waits. Each costs 3.5 to 8
# KB of the file's footer, and 34 to 72 KB of memory until that is written, then as much again (40
# to 87 columns): 100 to 220 MB for 10^8 games in one file, next to nothing in the parts of a run.
GROUP = 65_536
LINES = 4096  # rows turned into text together: small, as text takes long and Ctrl-C waits for it


class Writer(Protocol):
    """Writes one file, group by group.

    Attributes
    ----------
    group : int
        Rows that it is given together, but for the last.
    """

    group: int

    def write(self, flat: Flat, endings: Sequence[str]) -> None:
        """Write rows; ``endings`` are the names of the game's own endings."""

    def close(self, provenance: bytes) -> str:
        """Write what comes last and return the file's digest; the file itself stays open."""


class ParquetWriter:
    """Parquet with checksums of pages, a digest of the file, and the provenance.

    Notes
    -----
    The digest is the SHA-256 of the whole file with ``NO_DIGEST`` in its own place, so that no
    bit can change unseen: the pages' checksums alone do not cover the rest.
    """

    group = GROUP

    def __init__(self, file: BinaryIO) -> None:
        from undertow.rows.arrow import arrow_table, parquet  # noqa: PLC0415  half a second

        self._table, self._make = arrow_table, parquet.ParquetWriter
        self._file = _Digested(file)
        self._writer: pa.parquet.ParquetWriter | None = None

    def write(self, flat: Flat, endings: Sequence[str]) -> None:
        """Write rows as one row group."""
        table = self._table(flat, endings)
        if self._writer is None:
            self._writer = self._make(
                self._file, table.schema, compression="zstd", write_page_checksum=True
            )
        self._writer.write_table(table, row_group_size=table.num_rows)

    def close(self, provenance: bytes) -> str:
        """Write the footer with provenance and digest; return the digest."""
        if self._writer is None:
            raise RuntimeError("a Parquet file without rows")
        self._writer.add_key_value_metadata({PROVENANCE: provenance, DIGEST: NO_DIGEST})
        self._writer.close()
        return self._file.put_digest()


class CsvWriter:
    """Comma-separated values under a line of names; no provenance: readers know no comments."""

    group = LINES

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._begun = False

    def write(self, flat: Flat, endings: Sequence[str]) -> None:
        """Write one line for each row."""
        text = io.StringIO(newline="")
        lines = csv.writer(text, lineterminator="\n")
        if not self._begun:
            lines.writerow(flat)
            self._begun = True
        spelled = {
            name: np.where(column, "true", "false") if column.dtype == bool else column
            for name, column in flat.items()
        }
        lines.writerows(_rows(spelled, endings))
        self._file.write(text.getvalue().encode())

    def close(self, provenance: bytes) -> str:
        """Write nothing: there is no place for provenance that all readers skip."""
        return ""


class JsonLinesWriter:
    """One JSON object a row; no provenance: a line that is no game would be read as one."""

    group = LINES

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._encode = msgspec.json.Encoder().encode_lines

    def write(self, flat: Flat, endings: Sequence[str]) -> None:
        """Write one line for each row."""
        names = list(flat)
        rows = [dict(zip(names, row, strict=True)) for row in _rows(flat, endings)]
        self._file.write(self._encode(rows))

    def close(self, provenance: bytes) -> str:
        """Write nothing, as for CSV."""
        return ""


MakeWriter = Callable[[BinaryIO], Writer]
WRITERS: dict[str, MakeWriter] = {
    ".parquet": ParquetWriter,
    ".csv": CsvWriter,
    ".jsonl": JsonLinesWriter,
}


def writer_of(path: Path) -> MakeWriter:
    """Return what writes a file of this name.

    Raises
    ------
    InputValueError
        Its suffix is that of no format; the message lists those that there are.
    """
    allowed = ", ".join(WRITERS)
    if not path.suffix:
        raise InputValueError(f"{named(path)} has no suffix; a result file ends in {allowed}")
    if path.suffix not in WRITERS:
        raise unknown("suffix", path.suffix, WRITERS, f"result file {path.name}")
    return WRITERS[path.suffix]


class _Digested:
    """A file to write to that keeps the SHA-256 of what it was given."""

    closed = False

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._sum = hashlib.sha256()
        self._size = 0

    def write(self, data: bytes) -> int:
        if not self._file.closed:  # once given up: pyarrow still ends it when it is collected
            self._file.write(data)
            self._sum.update(data)
        self._size += len(data)
        return len(data)

    def tell(self) -> int:
        return self._size

    def flush(self) -> None:
        """Nothing to do: the file itself is flushed when it is published."""

    def put_digest(self) -> str:
        """Write the digest in its place, in the footer; return it."""
        start, footer = read_footer(self._file)
        self._file.seek(start + footer.rindex(NO_DIGEST.encode()))
        digest = self._sum.hexdigest()
        self._file.write(f"{DIGEST_MARK}{digest}".encode())
        return digest


def read_footer(file: BinaryIO) -> tuple[int, bytes]:
    """Return where a Parquet file's footer begins, and the footer with its length and mark."""
    end = file.seek(0, io.SEEK_END)
    file.seek(max(0, end - 8))
    size = int.from_bytes(file.read(4), "little") + 8
    start = file.seek(max(0, end - size))
    return start, file.read()


def _rows(flat: Flat, endings: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """Yield each row as plain Python values."""
    names = ending_names(endings)
    columns = (
        (names[column] if name == "ending" else column).tolist() for name, column in flat.items()
    )
    return zip(*columns, strict=True)
