"""Rows of several arms on disk: a result file for each, named after the arm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from undertow.errors import ResultFileError
from undertow.rows.results import Result
from undertow.storage.files import checked_path, write_result
from undertow.storage.formats import writer_of
from undertow.storage.publishing import check_free, named


def arm_paths(path: object, arms: Iterable[str], *, force: bool) -> dict[str, Path]:
    """Return the file of each arm: ``NAME.ARM.SUFFIX``, once it is known that all may be written.

    Raises
    ------
    InputTypeError, InputValueError
        ``path`` is no path, its suffix is that of no format, or a file is there and no ``force``.
    ResultFileError
        There is no such folder.
    """
    whole = checked_path(path)
    writer_of(whole)
    found = {arm: whole.with_name(f"{whole.stem}.{arm}{whole.suffix}") for arm in arms}
    for one in found.values():
        check_free(one, force=force)
        if not one.parent.is_dir():
            raise ResultFileError(f"cannot write {named(one)}: there is no such folder")
    return found


def write_arms(paths: Mapping[str, Path], results: Mapping[str, Result], *, force: bool) -> None:
    """Write the rows of each arm to its file.

    Raises
    ------
    InputValueError, ResultFileError
        As ``NewRows``.
    """
    for arm, result in results.items():
        write_result(result, paths[arm], paths[arm].suffix, force=force)
