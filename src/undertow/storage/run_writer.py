"""A run folder being written: one process at a time, part by part, from where others stopped."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import BinaryIO, Self

import numpy as np
from numpy.typing import NDArray

from undertow.errors import InputValueError, ResultFileError
from undertow.playing.batch import Rows
from undertow.rows.provenance import Provenance
from undertow.storage.files import NewRows
from undertow.storage.formats import GROUP, ParquetWriter
from undertow.storage.manifest import (
    MANIFEST,
    PART,
    Manifest,
    Part,
    difference,
    part_name,
    write_manifest,
)
from undertow.storage.publishing import LEFTOVER, copy_file, make_folder, named, writing
from undertow.storage.runs import checked_part, found_parts, provenance_of
from undertow.wording import counted

LOCK = ".lock"
MOST = 4 * GROUP  # games of a part
EVERY = 10.0  # seconds after which a part is published, however few games it has


class RunWriter:
    """A run folder that no other process writes into.

    A context; what was published stays, whatever ends it.

    Parameters
    ----------
    path : Path
    resume : bool
        Whether a run that is there already is played on.
    force : bool
        Whether it is deleted, once another one begins.

    Attributes
    ----------
    path : Path
    manifest : Manifest or None
        Of the run that is there; with every part published.

    Raises
    ------
    InputValueError
        The name is a file's, or there is a run and neither ``resume`` nor ``force``.
    ResultFileError
        The folder cannot be written, is damaged, or another process writes into it.
    """

    def __init__(self, path: Path, *, resume: bool, force: bool) -> None:
        self.path = path
        _check_own(path)
        self._made = make_folder(path)
        self._lock = _locked(path)
        self.manifest: Manifest | None = None
        self._part: NewRows | None = None
        self._next = self._held = 0  # the game that the part waits for, and how many it has
        self._published = perf_counter()
        self._groups: Iterator[Rows] = iter(())
        self._known: Rows | None = None
        try:
            self._take_over(resume=resume, force=force)
        except BaseException:
            self._let_go()
            raise

    def begin(self, manifest: Manifest) -> None:
        """Say what is played; the games that are there already are then known.

        Raises
        ------
        ResultFileError
            They are other games, or damaged, or the folder cannot be written.
        InputValueError
            There are more than shall be played.
        """
        here = self.manifest
        if here is None:
            _unlink(self.path, _files_of_run(self.path))  # now that there is something to play
            self.manifest = manifest
            write_manifest(self.path, manifest)
            return
        _check_same(self.path, manifest, here)
        files = [checked_part(self.path, here, part) for part in here.parts]
        self.manifest = here._replace(games=manifest.games)
        write_manifest(self.path, self.manifest)
        self._groups = (rows for file in files for rows in file.groups())

    def known(self, first: int, most: int) -> Rows | None:
        """Return the rows of the next games, if they are there; asked for in game order."""
        if self._known is None:
            self._known = next(self._groups, None)
        if self._known is None or int(self._known[0]["index"][0]) > first:
            return None
        results, columns = self._known
        self._known = (results[most:], columns[most:]) if len(results) > most else None
        return results[:most], columns[:most]

    def missing(self, first: int, most: int) -> int:
        """Return how many games are to be played before the next that is there."""
        if self._known is None:
            return most
        return min(most, int(self._known[0]["index"][0]) - first)

    def add(self, results: NDArray[np.void], columns: NDArray[np.void], /) -> None:
        """Take the next games, in game order."""
        start = 0
        while start < len(results):
            part = self._part_for(int(results["index"][start]))
            stop = min(len(results), start + MOST - self._held)
            part.add(results[start:stop], columns[start:stop])
            self._held += stop - start
            self._next += stop - start
            start = stop
            if self._held >= MOST or perf_counter() - self._published >= EVERY:
                self.publish()

    def publish(self) -> None:
        """Publish the part in the making, if there is one.

        Raises
        ------
        ResultFileError
            It cannot be written; the parts before it stay.
        """
        part, self._part = self._part, None
        if part is None or self.manifest is None:
            return
        with part:
            said = part.publish({})
        self._enter(Part(said.first, said.games, said.rows, part.digest))
        self._published = perf_counter()

    def copy_part(self, source: Path, part: Part) -> None:
        """Take a part of another run as it is."""
        if self.manifest is None:
            raise RuntimeError("a part without a manifest")
        copy_file(source, self.path / part.name)
        self._enter(part)

    @property
    def kept(self) -> int:
        """How many games are in published parts."""
        return 0 if self.manifest is None else sum(part.games for part in self.manifest.parts)

    @property
    def provenance(self) -> Provenance:
        """Where the games in published parts come from."""
        if self.manifest is None:
            raise RuntimeError("a run without a manifest")
        return provenance_of(self.manifest)

    def _enter(self, part: Part) -> None:
        if self.manifest is None:
            raise RuntimeError("a part without a manifest")
        parts = sorted((*self.manifest.parts, part), key=lambda one: one.first)
        self.manifest = self.manifest._replace(parts=tuple(parts))
        write_manifest(self.path, self.manifest)

    def _part_for(self, first: int) -> NewRows:
        """Return the part in the making, a new one where a game does not follow its last."""
        if self._part is not None and first != self._next:
            self.publish()
        if self._part is None:
            if self.manifest is None:
                raise RuntimeError("games before begin()")
            path = self.path / part_name(first)
            self._part = NewRows(path, ParquetWriter, self.manifest.specification, force=False)
            self._next, self._held = first, 0
        return self._part

    def _take_over(self, *, resume: bool, force: bool) -> None:
        """Delete what killed processes left; look at the run that is there, if there is one."""
        _unlink(self.path, [name for name in os.listdir(self.path) if LEFTOVER.fullmatch(name)])
        there = _files_of_run(self.path)
        if not there or force:  # which begin() deletes
            return
        if not resume:
            raise InputValueError(
                f"{named(self.path)} holds a run already; --resume (resume=True) plays what is "
                "missing of it, --force (force=True) deletes it"
            )
        self.manifest = found_parts(self.path)

    def _let_go(self) -> None:
        """Let others write; of a new folder without a run nothing stays."""
        if self._made and not (self.path / MANIFEST).exists():
            with suppress(OSError):
                (self.path / LOCK).unlink()
                self.path.rmdir()
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._part is not None:
            self._part.__exit__(kind, error, trace)
        self._let_go()


def _files_of_run(path: Path) -> list[str]:
    """Return what there is of a run in a folder, the manifest first: parts alone are no run."""
    names = [name for name in os.listdir(path) if name == MANIFEST or PART.fullmatch(name)]
    return sorted(names, key=MANIFEST.__ne__)


def _unlink(path: Path, names: list[str]) -> None:
    for name in names:
        with writing(path / name):
            (path / name).unlink()


def _check_own(path: Path) -> None:
    """Check that a path is free, or a folder of a run, or an empty one."""
    with writing(path):
        try:
            names = os.listdir(path)
        except FileNotFoundError:
            return
        except NotADirectoryError:
            if path.exists():
                raise InputValueError(
                    f"{named(path)} is a file; a run without .parquet, .csv or .jsonl in its name "
                    "is a folder"
                ) from None
            raise
        except ValueError as error:  # NUL in the name
            raise InputValueError(f"{named(path)} is no name: {error}") from None
    others = [n for n in names if n != LOCK and not LEFTOVER.fullmatch(n) and not PART.fullmatch(n)]
    if others and MANIFEST not in others:
        raise InputValueError(
            f"{named(path)} is a folder of other files, as {sorted(others)[0]!r}; "
            "a run takes a folder of its own"
        )


def _locked(path: Path) -> BinaryIO:
    """Return the folder's lock, held until it is closed or the process ends."""
    with writing(path):
        lock = (path / LOCK).open("ab")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            raise ResultFileError(
                f"{named(path)} is locked: another process writes into it"
            ) from None
    return lock


def _check_same(path: Path, ours: Manifest, theirs: Manifest) -> None:
    """Check that a folder's run is the one that shall be played on."""
    other = difference(ours, theirs)
    if not other and ours.shard != theirs.shard:
        other = f"{_told(theirs)}, not {_told(ours)}"
    if other:
        raise ResultFileError(f"{named(path)} holds other games: {other}")
    most = ours.shard.range.stop if ours.shard else ours.games
    if most is not None and theirs.parts and theirs.parts[-1].stop > most:
        raise InputValueError(
            f"{named(path)} holds {counted(theirs.parts[-1].stop, 'game')}, more than the "
            f"{most:,} asked for; leave the number out to have them all"
        )


def _told(manifest: Manifest) -> str:
    shard = manifest.shard
    return f"shard {shard} of {counted(shard.games, 'game')}" if shard else "the whole run"
