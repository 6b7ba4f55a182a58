"""Files that appear under their name only once they are complete and on the disk."""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from undertow.errors import InputValueError, ResultFileError

LEFTOVER = re.compile(r"\.undertow-[0-9a-f]{16}\.tmp")  # of a process that was killed


class NewFile:
    """A file in the making, under a temporary name of its own in the folder where it will be.

    A context: one that was not published when it ends is deleted.

    Parameters
    ----------
    path : Path
    force : bool
        Whether a file that is there already may be replaced.

    Attributes
    ----------
    file : binary file
        Open for writing and reading.

    Raises
    ------
    InputValueError
        The name is a folder's or, without ``force``, that of a file.
    ResultFileError
        The folder does not exist or cannot be written to.
    """

    def __init__(self, path: Path, *, force: bool) -> None:
        self._path = path
        self._force = force
        self._made: Path | None = None
        check_free(path, force=force)
        if not path.parent.is_dir():
            raise ResultFileError(f"cannot write {named(path)}: there is no such folder")
        with writing(path):
            made = path.parent / f".undertow-{secrets.token_hex(8)}.tmp"
            self.file: BinaryIO = made.open("x+b")
            self._made = made

    def publish(self) -> None:
        """Give the file its name; the disk has it when this returns.

        Raises
        ------
        ResultFileError
            It cannot be written, or its name was taken meanwhile; it is then kept as it is.
        """
        made = self._made
        if made is None:
            raise RuntimeError(f"{self._path} was published or deleted before")
        with writing(self._path):
            self.file.flush()
            os.fsync(self.file.fileno())
            self.file.close()
        if not self._force and os.path.lexists(self._path):
            self._made = None
            raise ResultFileError(
                f"{named(self._path)} came into being meanwhile; the new games are in {named(made)}"
            )
        with writing(self._path):
            made.rename(self._path)
            self._made = None
            sync_folder(self._path.parent)

    def discard(self) -> None:
        """Delete what was not published."""
        with suppress(OSError):
            self.file.close()
        if self._made is not None:
            with suppress(OSError):
                self._made.unlink()
            self._made = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.discard()


def check_free(path: Path, *, force: bool) -> None:
    """Check that a new file may have this name.

    Raises
    ------
    InputValueError, ResultFileError
        As ``NewFile``.
    """
    try:
        there = path.lstat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise _unwritable(path, error) from None
    except ValueError as error:  # NUL in the name
        raise InputValueError(f"{named(path)} is no file name: {error}") from None
    if path.is_dir():
        raise InputValueError(f"{named(path)} is a folder, not a file")
    if not force:
        raise InputValueError(
            f"{named(path)} exists already ({there.st_size:,} bytes); --force (force=True) "
            "replaces it"
        )


def named(path: Path) -> str:
    """Return a path for a message: on one line, however strange, and never cut."""
    return repr(str(path))


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Let an error of the system say which file could not be written."""
    try:
        yield
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> ResultFileError:
    return ResultFileError(f"cannot write {named(path)}: {error.strerror or error}")


def make_folder(path: Path) -> bool:
    """Make a folder if it is not there; return whether it was made.

    Raises
    ------
    ResultFileError
        It cannot be made.
    """
    if path.is_dir():
        return False
    if not path.parent.is_dir():
        raise ResultFileError(f"cannot write {named(path)}: there is no such folder")
    with writing(path):
        path.mkdir(exist_ok=True)
        sync_folder(path.parent)
    return True


def copy_file(source: Path, path: Path) -> None:
    """Copy a file under a name that is free; the disk has it when this returns.

    Raises
    ------
    InputValueError, ResultFileError
        As ``NewFile``.
    """
    with NewFile(path, force=False) as new:
        with writing(path), source.open("rb") as file:
            shutil.copyfileobj(file, new.file)
        new.publish()


def sync_folder(folder: Path) -> None:
    """Bring a folder's list of names to the disk."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
