"""Run folders: the rows of one run in parts, each of which is a result file.

A part counts when its file is whole, is of this run, and is what the manifest says of it. One that
the manifest does not name yet, left by a process that was killed in between, counts likewise.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import msgspec

from undertow.errors import ResultFileError
from undertow.playing.batch import Rows
from undertow.rows.provenance import Provenance
from undertow.storage.manifest import (
    MANIFEST,
    PART,
    Manifest,
    Part,
    difference,
    part_name,
    read_manifest,
)
from undertow.storage.publishing import named
from undertow.storage.stored import ResultFile, StoredRows, reading


class RunFolder(StoredRows):
    """A run folder whose parts are known to hold one range of games without a gap.

    Attributes
    ----------
    manifest : Manifest
        With every part that is there.

    Raises
    ------
    ResultFileError
        The manifest or a part cannot be read, is damaged, foreign or missing; it is named.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.manifest = found_parts(path)
        check_gaps(path, self.manifest)
        super().__init__(provenance_of(self.manifest))
        self.shard = self.manifest.shard

    def groups(self) -> Iterator[Rows]:
        """Yield the rows, some at a time; each part is checked before and after."""
        for part in self.manifest.parts:
            yield from checked_part(self.path, self.manifest, part).groups()

    def row(self, index: int) -> Rows:
        """Return the row of one game, each array of shape (1,)."""
        (part,) = (p for p in self.manifest.parts if p.first <= index < p.stop)
        return checked_part(self.path, self.manifest, part).row(index)


def provenance_of(manifest: Manifest) -> Provenance:
    """Return where all games of a run come from; ``rows`` is a digest of those of its parts."""
    digests = "".join(part.rows for part in manifest.parts)
    return msgspec.structs.replace(
        manifest.specification,
        first=manifest.first,
        games=sum(part.games for part in manifest.parts),
        rows=hashlib.sha256(digests.encode()).hexdigest(),
    )


def found_parts(folder: Path) -> Manifest:
    """Return a folder's manifest with all parts that are there, by game.

    Raises
    ------
    ResultFileError
        The manifest is damaged or missing; a part that it does not name is damaged or foreign;
        two overlap. Files that it names are looked at when they are read: ``checked_part``.
    """
    with reading(folder):
        if not (folder / MANIFEST).is_file():
            raise _no_run(folder)
        manifest = read_manifest(folder)  # before the names: parts may be published meanwhile
        there = {found.name for found in folder.iterdir() if PART.fullmatch(found.name)}
    listed = {part.name for part in manifest.parts}
    new = [_adopted(folder, manifest, name) for name in sorted(there - listed)]
    left = [part for part in manifest.parts if part.name in there]
    parts = tuple(sorted((*left, *new), key=lambda part: part.first))
    for before, after in pairwise(parts):
        if before.stop > after.first:
            raise ResultFileError(
                f"{named(folder / after.name)} overlaps {named(folder / before.name)}: "
                f"both hold game {after.first}"
            )
    return manifest._replace(parts=parts)


def gaps(manifest: Manifest) -> Iterator[range]:
    """Yield the games that are missing before parts."""
    following = manifest.first
    for part in manifest.parts:
        if part.first > following:
            yield range(following, part.first)
        following = part.stop


def check_gaps(folder: Path, manifest: Manifest) -> None:
    """Check that a run has games, and that none before its last is missing."""
    if not manifest.parts:
        raise ResultFileError(f"{named(folder)} holds no game yet; --resume plays them")
    for gap in gaps(manifest):
        raise ResultFileError(
            f"{named(folder)}: games {gap.start} to {gap.stop - 1} are missing, "
            f"{named(folder / part_name(gap.start))} and on; --resume plays them again"
        )


def checked_part(folder: Path, manifest: Manifest, part: Part) -> ResultFile:
    """Return a part's file once it is known to be the one that the manifest names.

    Raises
    ------
    ResultFileError
        It is damaged or another.
    """
    path = folder / part.name
    found = ResultFile(path)
    _check_own(path, manifest, found)
    if part_of(found) != part:
        raise ResultFileError(f"{named(path)} is not the part that {MANIFEST} names")
    return found


def part_of(file: ResultFile) -> Part:
    """Return what a manifest says of a file."""
    said = file.provenance
    return Part(said.first, said.games, said.rows, file.digest)


def _adopted(folder: Path, manifest: Manifest, name: str) -> Part:
    """Return a part that the manifest does not name, once it is known to be of its run."""
    path = folder / name
    found = ResultFile(path)
    _check_own(path, manifest, found)
    part = part_of(found)
    if part.name != name:
        raise ResultFileError(
            f"{named(path)} holds games {part.first} to {part.stop - 1}: it is {part.name}"
        )
    return part


def _check_own(path: Path, manifest: Manifest, found: ResultFile) -> None:
    other = difference(manifest, manifest._replace(specification=found.provenance))
    if other:
        raise ResultFileError(f"{named(path)} is foreign: of {other}")


def _no_run(folder: Path) -> ResultFileError:
    return ResultFileError(f"{named(folder)} is a folder, but not of a run: {MANIFEST} is missing")
