"""What a result file says of where its games come from: enough to play each of them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec
import numpy as np

from undertow import __version__, games
from undertow.errors import ResultFileError, listed
from undertow.rules.components import reconstructed
from undertow_kernels.core.rng import Streams

SCHEMA = 1  # of result files


class Spawned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ``numpy.random.SeedSequence``."""

    entropy: int | list[int]
    spawn_key: list[int]
    pool_size: int


class MetricFailure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """That a user's metric failed: in how many games, the first of them, and its error there."""

    games: int
    first: int
    error: str


class Provenance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where games come from.

    Attributes
    ----------
    schema : int
        Of the file: its columns and this record.
    game : str
    players : int
    rules : dict
        The rule values that differ from the component file.
    reconstructed : dict
        Evidence tags, D or P, of the rule values that no source gives.
    agents : list of str
        The agent of each seat.
    seed : int or Spawned
    stream_version : int
        Of the random streams.
    undertow, numpy : str
        Versions.
    first, games : int
        Number of the first game within the run, and how many there are.
    metrics : list of str
        The user's metrics, columns behind the game's own.
    metric_faults : dict
        By name those that failed in some games.
    rows : str
        SHA-256 of the rows, see ``records.side_by_side``, in hexadecimal digits.
    """

    schema: int
    game: str
    players: int
    rules: dict[str, Any]
    reconstructed: dict[str, str]
    agents: list[str]
    seed: int | Spawned
    stream_version: int
    undertow: str
    numpy: str
    first: int
    games: int
    metrics: list[str] = msgspec.field(default_factory=list)
    metric_faults: dict[str, MetricFailure] = msgspec.field(default_factory=dict)
    rows: str

    def to_json(self) -> bytes:
        """Return the record as JSON."""
        return msgspec.json.encode(self)

    @property
    def seed_given(self) -> int | np.random.SeedSequence:
        """The seed as it was given to ``simulate``."""
        if isinstance(self.seed, int):
            return self.seed
        words = self.seed
        return np.random.SeedSequence(
            words.entropy, spawn_key=tuple(words.spawn_key), pool_size=words.pool_size
        )

    @property
    def last(self) -> int:
        """Number of the last game."""
        return self.first + self.games - 1


class _Versions(msgspec.Struct, frozen=True):
    """What every version's provenance has, whatever else."""

    schema: int
    stream_version: int
    undertow: str


def provenance(
    *,
    game: str,
    players: int,
    rules: Mapping[str, object],
    agents: Sequence[str],
    seed: int | np.random.SeedSequence,
    metrics: Sequence[str] = (),
) -> Provenance:
    """Return the provenance of games that this version plays, before the first is played."""
    return Provenance(
        schema=SCHEMA,
        game=game,
        players=players,
        rules=cast("dict[str, Any]", msgspec.to_builtins(dict(rules))),
        reconstructed=_tags(game),
        agents=list(agents),
        seed=_seed_words(seed),
        stream_version=int(Streams.STREAM_VERSION),
        undertow=__version__,
        numpy=np.__version__,
        first=0,
        games=0,
        metrics=list(metrics),
        rows="",
    )


def read_provenance(data: bytes, name: str) -> Provenance:
    """Return the provenance in a file once it is known to be of this version.

    Parameters
    ----------
    data : bytes
        What ``Provenance.to_json`` returned.
    name : str
        The file, for messages.

    Raises
    ------
    ResultFileError
        Another version of undertow or of its random streams wrote it, or its game is not here.
    """
    try:
        _check_versions(msgspec.json.decode(data, type=_Versions), name)
        found = msgspec.json.decode(data, type=Provenance)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ResultFileError(f"{name} does not say where its games come from: {error}") from None
    if found.game not in games.names():
        there = listed(games.names())
        raise ResultFileError(f"{name} is of the game {found.game!r}; there are {there}")
    return found


def _check_versions(found: _Versions, name: str) -> None:
    ours = _Versions(SCHEMA, int(Streams.STREAM_VERSION), __version__)
    if found != ours:
        raise ResultFileError(
            f"{name} is of {_told(found)}, this is {_told(ours)}; "
            "pandas, polars and duckdb read its rows"
        )


def _told(versions: _Versions) -> str:
    return (
        f"undertow {versions.undertow} (random streams {versions.stream_version}, "
        f"files {versions.schema})"
    )


def _tags(game: str) -> dict[str, str]:
    components = games.find(game).components
    return {key: components[key].tag for key in reconstructed(components)}


def _seed_words(seed: int | np.random.SeedSequence) -> int | Spawned:
    if not isinstance(seed, np.random.SeedSequence):
        return int(seed)
    words = np.asarray(seed.entropy, object)  # one number, or several in whatever holds them
    return Spawned(
        entropy=[int(word) for word in words] if words.ndim else int(words.item()),
        spawn_key=[int(word) for word in seed.spawn_key],
        pool_size=seed.pool_size,
    )
