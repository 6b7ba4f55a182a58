"""The manifest of a run folder: which games it is for, and which parts hold them.

``_run.json`` is replaced whole each time that a part is published; it holds its own digest.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from undertow.errors import InputTypeError, InputValueError, ResultFileError, shown, whole
from undertow.rows.provenance import Provenance, read_provenance
from undertow.storage.publishing import NewFile, named, writing
from undertow.wording import counted

MANIFEST = "_run.json"
PART = re.compile(r"part-(\d{9})\.parquet")
MOST_SHARDS = 1_000_000
_SHARD = re.compile(r"(\d{1,9})/(\d{1,9})")


class Shard(NamedTuple):
    """One of several runs that share the games ``0 .. games - 1`` among themselves."""

    number: int  # from 1
    of: int
    games: int

    @property
    def range(self) -> range:
        """The numbers of its games."""
        start, stop = (self.games * n // self.of for n in (self.number - 1, self.number))
        return range(start, stop)

    @property
    def options(self) -> list[str]:
        """The command's options that play it."""
        return ["-n", str(self.games), "--shard", str(self)]

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


def shard_of(text: object, games: int) -> Shard:
    """Return the shard that a text such as 2/3 names.

    Raises
    ------
    InputTypeError, InputValueError
        It is no such text, or there would be no game for it.
    """
    message = f"shard must be i/k, as 2/3 for the second of three, not {shown(text)}"
    if not isinstance(text, str):
        raise InputTypeError(message)
    found = _SHARD.fullmatch(text.strip())
    if found is None:
        raise InputValueError(message)
    of = whole("the number of shards", int(found[2]), 1, MOST_SHARDS)
    shard = Shard(whole("the shard", int(found[1]), 1, of), of, games)
    if not shard.range:
        raise InputValueError(
            f"shard {shard} of {counted(games, 'game')} has no game; give fewer shards"
        )
    return shard


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a manifest says of one part.

    Attributes
    ----------
    first, games : int
        Number of its first game, and how many it has.
    rows : str
        SHA-256 of its rows, see ``Provenance``.
    file : str
        SHA-256 of the whole file, see ``formats.ParquetWriter``.
    """

    first: int
    games: int
    rows: str
    file: str

    @property
    def name(self) -> str:
        """The file's name."""
        return part_name(self.first)

    @property
    def stop(self) -> int:
        """Number of the game behind its last."""
        return self.first + self.games


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A manifest as it is in the file."""

    specification: msgspec.Raw
    code: dict[str, str]
    games: int | None
    shard: tuple[int, int] | None
    parts: list[Part]
    digest: str = ""


class Manifest(NamedTuple):
    """What a run folder says of itself.

    Attributes
    ----------
    specification : Provenance
        Of the games, without range and rows.
    code : Mapping
        SHA-256 of each file that agents are from, by path.
    games : int or None
        How many games the whole run shall have, shards together; None if that is not fixed.
    shard : Shard or None
    parts : tuple of Part
        By game.
    """

    specification: Provenance
    code: Mapping[str, str]
    games: int | None
    shard: Shard | None = None
    parts: tuple[Part, ...] = ()

    @property
    def first(self) -> int:
        """Number of the first game that shall be played."""
        return self.shard.range.start if self.shard else 0


def part_name(first: int) -> str:
    """Return the name of the part that begins with a game."""
    return f"part-{first:09}.parquet"


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Replace a folder's manifest; the disk has it when this returns.

    Raises
    ------
    ResultFileError
        It cannot be written.
    """
    shard = None if manifest.shard is None else (manifest.shard.number, manifest.shard.of)
    raw = msgspec.Raw(manifest.specification.to_json())
    written = _Written(raw, dict(manifest.code), manifest.games, shard, list(manifest.parts))
    path = folder / MANIFEST
    with NewFile(path, force=True) as new:
        with writing(path):
            new.file.write(_encoded(msgspec.structs.replace(written, digest=_digest(written))))
        new.publish()


def read_manifest(folder: Path) -> Manifest:
    """Return a folder's manifest once it is known to be as it was written, by this version.

    Raises
    ------
    ResultFileError
        It is not; the message names it.
    OSError
        It cannot be read.
    """
    path = folder / MANIFEST
    data = path.read_bytes()
    try:
        found = msgspec.json.decode(data, type=_Written)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise ResultFileError(f"{named(path)} is damaged: {error}") from None
    unsigned = msgspec.structs.replace(found, digest="")
    if _encoded(found) != data or found.digest != _digest(unsigned):
        raise ResultFileError(f"{named(path)} is damaged: it is not what was written")
    specification = read_provenance(bytes(found.specification), named(path))
    shard = None if found.shard is None else Shard(*found.shard, found.games or 0)
    return Manifest(specification, found.code, found.games, shard, tuple(found.parts))


def difference(ours: Manifest, theirs: Manifest) -> str:
    """Return in what the second is of other games than the first, as words; empty if in nothing.

    The version of numpy counts where agents are Python code, whose random numbers are numpy's.
    """
    here, there = _facts(ours), _facts(theirs)
    if not (ours.code or theirs.code):
        here["numpy"] = there["numpy"] = ""
    for name in {**here, **there}:
        if here.get(name) != there.get(name):
            return f"{name} {_told(there, name)}, not {_told(here, name)}"
    files = {**ours.code, **theirs.code}
    changed = [path for path in files if ours.code.get(path) != theirs.code.get(path)]
    return f"another content of the agent file {changed[0]!r}" if changed else ""


def _facts(manifest: Manifest) -> dict[str, object]:
    """Return by name all that decides which games are played."""
    said = manifest.specification
    return {
        "game": said.game,
        "players": said.players,
        **{f"rule {key} =": value for key, value in said.rules.items()},
        **{f"seat {seat}'s agent": agent for seat, agent in enumerate(said.agents, 1)},
        "seed": said.seed if isinstance(said.seed, int) else msgspec.to_builtins(said.seed),
        "metrics": said.metrics,
        "numpy": said.numpy,
    }


def _told(facts: Mapping[str, object], name: str) -> str:
    return shown(facts[name]) if name in facts else "by default"


def _encoded(written: _Written) -> bytes:
    return msgspec.json.encode(written) + b"\n"


def _digest(unsigned: _Written) -> str:
    return hashlib.sha256(_encoded(unsigned)).hexdigest()
