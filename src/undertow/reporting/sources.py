"""What a report is made of: results, or files that commands wrote."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import msgspec

from undertow import __version__, games, read
from undertow.cli.compare import compare_record
from undertow.cli.ladder import ladder_record
from undertow.cli.run import run_record
from undertow.cli.sensitivity import sensitivity_record
from undertow.cli.sweep import sweep_record
from undertow.cli.tournament import tournament_record
from undertow.cli.value import value_record
from undertow.errors import (
    InputError,
    InputTypeError,
    ResultFileError,
    listed,
    shown,
)
from undertow.game import LoadedGame, load
from undertow.reporting.answers import AnyAnswer, Compare, answer_of, misfits
from undertow.rows.results import Result
from undertow.seeds import seed_text
from undertow.storage.files import checked_path
from undertow.storage.formats import WRITERS
from undertow.storage.publishing import named
from undertow.storage.stored import reading
from undertow.studies.comparison import Comparison
from undertow.studies.ladders import Ladder
from undertow.studies.sensitivities import Sensitivity
from undertow.studies.sweeping import Sweep
from undertow.studies.tournaments import Tournament
from undertow.studies.worth import Value

MOST_BYTES = 64 << 20  # of a JSON object: a sweep of 1,000 cells has some 10 MB


@dataclass(frozen=True)
class Source:
    """An answer, and where it comes from.

    Attributes
    ----------
    answer : Run, Compare, Sweep, Tournament, Ladder, Value, Morris or Sobol
    loaded : LoadedGame
        The game, with the rules of the base.
    name : str
        The file; empty for a result in memory.
    result : Result or None
        Its games, where there are rows.
    """

    answer: AnyAnswer
    loaded: LoadedGame
    name: str = ""
    result: Result | None = None


def source_of(given: object) -> Source:
    """Return the answer in a result, or in the file that a path names.

    Parameters
    ----------
    given : Result, Comparison, Sweep, Tournament, Ladder, Value, Sensitivity, str or path
        A file holds rows (``-o NAME.parquet``) or the object that ``--json`` writes.

    Raises
    ------
    InputTypeError
        It is none of these.
    ResultFileError
        The file cannot be read, is damaged, or is not of this version of undertow.
    """
    record = record_of(given)
    if record is not None:
        return Source(*_answer(record, "the result"), result=_rows(given))
    if not isinstance(given, str | os.PathLike):
        raise InputTypeError(f"a report is made of results and files, not {shown(given)}")
    path = checked_path(given)
    if _holds_rows(path):
        result = read(path)
        record = cast("dict[str, object]", record_of(result))
        return Source(*_answer(record, named(path)), str(path), result)
    return Source(*_answer(_object(path), named(path)), str(path))


def record_of(given: object) -> dict[str, object] | None:
    """Return the JSON object that its command would write; None for what is no result."""
    record: dict[str, object]
    match given:
        case Result():
            record = run_record(given)
        case Comparison():
            record = compare_record(given)
        case Sweep():
            record = sweep_record(given)
        case Tournament():
            record = tournament_record(given)
        case Ladder():
            record = ladder_record(given)
        case Value():
            record = value_record(given)
        case Sensitivity():
            record = sensitivity_record(given)
        case _:
            return None
    seed = record["seed"]
    return {**record, "seed": seed if isinstance(seed, int) else seed_text(seed)}  # type: ignore[arg-type]


def _rows(given: object) -> Result | None:
    return given if isinstance(given, Result) else None


def _holds_rows(path: Path) -> bool:
    """Return whether a file is to be read as rows: by its name, or as it begins like none else."""
    if path.suffix in WRITERS or path.is_dir():
        return True
    with reading(path), path.open("rb") as file:
        return not file.read(1024).lstrip().startswith(b"{")


def _object(path: Path) -> Mapping[str, object]:
    """Return the JSON object in a file, its fields not checked yet."""
    with reading(path), path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ResultFileError(f"{named(path)} has more than {MOST_BYTES >> 20} MiB")
    try:
        found: dict[str, object] = msgspec.json.decode(data, type=dict[str, object])
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise ResultFileError(f"{named(path)} is damaged: it is no JSON object ({error})") from None
    return found


def _answer(record: Mapping[str, object], name: str) -> tuple[AnyAnswer, LoadedGame]:
    """Return an answer once it is known to be one, of this version, and its game."""
    if record.get("version") != __version__:
        other = shown(record.get("version"))
        raise ResultFileError(f"{name} is of undertow {other}, this is undertow {__version__!r}")
    try:
        found = answer_of(record)
    except (msgspec.ValidationError, RecursionError) as error:
        raise ResultFileError(f"{name} is not what a report shows: {error}") from None
    if wrong := misfits(found):
        raise ResultFileError(f"{name} is damaged: {listed(wrong)} with a wrong number of entries")
    return found, _loaded(found, name)


def _loaded(answer: AnyAnswer, name: str) -> LoadedGame:
    if answer.game not in games.names():
        there = listed(games.names())
        raise ResultFileError(f"{name} is of the game {shown(answer.game)}; there are {there}")
    rules = answer.base.rules if isinstance(answer, Compare) else answer.rules
    try:
        return load(answer.game, players=answer.players, rules=rules)
    except InputError as error:
        raise ResultFileError(f"{name}: its rules are not those of this version: {error}") from None
