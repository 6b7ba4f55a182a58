"""``merge``: shards of one run, or other stretches of its games, joined."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import msgspec

from undertow.errors import InputTypeError, InputValueError, ResultFileError
from undertow.players.agents import from_files
from undertow.rows.results import Result
from undertow.storage.files import NewRows, checked_path
from undertow.storage.formats import WRITERS
from undertow.storage.manifest import Manifest, Part, difference
from undertow.storage.publishing import named
from undertow.storage.reading import read, stored_rows
from undertow.storage.run_writer import RunWriter
from undertow.storage.runs import RunFolder, checked_part, part_of
from undertow.storage.stored import ResultFile, StoredRows


def merge(
    paths: Sequence[str | os.PathLike[str]], *, out: str | os.PathLike[str], force: bool = False
) -> Result | None:
    """Join run folders, or Parquet files, that hold different games of one run.

    Parameters
    ----------
    paths : sequence of str or path
        Run folders or ``.parquet`` files, in any order; together they hold the games from 0 to some
        last one, each once.
    out : str or path
        A run folder, or a file of a format that ``simulate`` writes.
    force : bool
        Replace a file or run ``out`` that is there already.

    Returns
    -------
    Result or None
        The whole run; None for ``.csv`` and ``.jsonl``, which are not read back.

    Raises
    ------
    InputValueError, InputTypeError
        There is nothing to join, or ``out`` is there already.
    ResultFileError
        One is damaged, foreign to the first, or overlaps another; or games are missing.
    """
    if isinstance(paths, str | os.PathLike):
        raise InputTypeError("merge takes a list of run folders or files, not one")
    path = checked_path(out)
    found = [stored_rows(checked_path(source)) for source in paths]
    if not found:
        raise InputValueError("merge takes run folders or files; none is named")
    for one in found:
        if path.resolve() == one.path.resolve():
            raise InputValueError(f"{named(path)} is one of those to be merged; give another -o")
    whole = _joined(found)
    found.sort(key=lambda one: one.provenance.first)
    _check_ranges(found)
    if path.suffix in WRITERS:
        _write_file(found, whole, path, force=force)
    else:
        _write_run(found, whole, path, force=force)
    return None if path.suffix in (".csv", ".jsonl") else read(path)


def _joined(found: Sequence[StoredRows]) -> Manifest:
    """Return what the whole run says of itself.

    Raises
    ------
    ResultFileError
        One is of other games than the first.
    """
    said = [_said(one) for one in found]
    for one, manifest in zip(found, said, strict=True):
        other = difference(said[0], manifest)
        if other:
            raise ResultFileError(
                f"{named(one.path)} is foreign to {named(found[0].path)}: of {other}"
            )
    return Manifest(said[0].specification, said[0].code, sum(one.provenance.games for one in found))


def _said(one: StoredRows) -> Manifest:
    if isinstance(one, RunFolder):
        return one.manifest
    if one.provenance.metrics:
        raise ResultFileError(f"{named(one.path)} has a user's metrics, which are not merged")
    if from_files(one.provenance.agents):
        raise ResultFileError(
            f"{named(one.path)} does not say what its agents' files held; of such runs only "
            "folders can be merged"
        )
    bare = msgspec.structs.replace(one.provenance, first=0, games=0, rows="")
    return Manifest(bare, {}, None)


def _check_ranges(found: Sequence[StoredRows]) -> None:
    """Check that the games of all, by their first, are those from 0 on, each once."""
    first = found[0]
    if first.provenance.first:
        raise ResultFileError(
            f"games 0 to {first.provenance.first - 1} are missing, before {named(first.path)}"
        )
    for before, after in pairwise(found):
        stop, start = before.provenance.last + 1, after.provenance.first
        if start < stop:
            raise ResultFileError(
                f"{named(after.path)} overlaps {named(before.path)}: both hold game {start}"
            )
        if start > stop:
            raise ResultFileError(
                f"games {stop} to {start - 1} are missing, between {named(before.path)} and "
                f"{named(after.path)}"
            )


def _write_file(found: Sequence[StoredRows], whole: Manifest, path: Path, *, force: bool) -> None:
    make = WRITERS[path.suffix]
    with NewRows(path, make, whole.specification, force=force) as rows:
        for one in found:
            for results, columns in one.groups():
                rows.add(results, columns)
        rows.publish({})


def _write_run(found: Sequence[StoredRows], whole: Manifest, path: Path, *, force: bool) -> None:
    """Copy the parts as they are, once all are known to be whole."""
    parts = [pair for one in found for pair in _parts(one)]
    with RunWriter(path, resume=False, force=force) as run:
        run.begin(whole)
        for source, part in parts:
            run.copy_part(source, part)


def _parts(one: StoredRows) -> list[tuple[Path, Part]]:
    """Return the files of a run, each checked, and what a manifest says of them."""
    if isinstance(one, RunFolder):
        own = one.manifest
        return [(checked_part(one.path, own, part).path, part) for part in own.parts]
    if isinstance(one, ResultFile):
        return [(one.path, part_of(one))]
    raise TypeError(f"rows of an unknown kind: {one}")
