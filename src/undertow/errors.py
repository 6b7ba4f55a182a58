"""Errors that a caller can put right: one line that says what was wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from operator import index
from typing import TYPE_CHECKING, SupportsFloat, SupportsIndex, cast

if TYPE_CHECKING:
    from undertow.rows.results import Result
    from undertow.studies.comparison import Comparison
    from undertow.studies.ladders import Ladder
    from undertow.studies.sensitivities import Sensitivity
    from undertow.studies.sweeping import Sweep
    from undertow.studies.tournaments import Tournament
    from undertow.studies.worth import Value

SHOWN = 40  # characters of a wrong value that a message repeats
LISTED = 12  # names that a message lists before it cuts the list short
USERS = (Exception, SystemExit)  # what a user's code may raise: anything but Ctrl-C


class InputError(Exception):
    """A mistake in what the caller gave; never raised for a fault of undertow itself.

    Attributes
    ----------
    rules : tuple of str
        The rule keys that are wrong, by themselves or together.
    """

    rules: tuple[str, ...] = ()


class InputValueError(InputError, ValueError):
    """A value that is not allowed."""


class InputTypeError(InputError, TypeError):
    """A value of the wrong type."""


class ResultFileError(ValueError):
    """A result file or run folder that cannot be read or written, is damaged or of another origin.

    Attributes
    ----------
    result : Result or None
        Where games were played that could not be written: what is known of them, without rows.
    """

    result: Result | None = None


class MissingExtraError(ImportError):
    """A library that an optional feature needs is not installed."""


@contextmanager
def extra(library: str, name: str = "") -> Iterator[None]:
    """Let the import of a library that is missing say how it is installed.

    Parameters
    ----------
    library : str
    name : str
        The extra that brings it; its own name by default.

    Raises
    ------
    MissingExtraError
        The import failed.
    """
    try:
        yield
    except ImportError:
        raise MissingExtraError(
            f'{library} is missing: pip install "undertow[{name or library}]"'
        ) from None


class NoThreadError(RuntimeError):
    """The system refused to start a single thread."""


class WorkerError(RuntimeError):
    """A worker of an executor or of a cluster cannot play, or there is none."""


class Interrupted(KeyboardInterrupt):
    """A batch was stopped by Ctrl-C; ``result`` holds what was finished by then.

    Attributes
    ----------
    result : Result, Comparison, Sweep, Tournament, Ladder, Value, Sensitivity or None
        What was being played, as far as it got.
        Games in order from 0; games finished beyond a gap are dropped. None if there are none.
    """

    def __init__(
        self,
        result: Result | Comparison | Sweep | Tournament | Ladder | Value | Sensitivity | None,
        message: str,
    ) -> None:
        super().__init__(message)
        self.result = result


def shown(value: object) -> str:
    """Return ``value`` as TOML writes it, shortened to one short line for a message."""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        text = repr(value)
    except ValueError:  # Python refuses to print integers of more than 4300 digits
        return "a huge number"
    text = " ".join("".join(c if c.isprintable() else "?" for c in text).split())
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def listed(names: Iterable[str]) -> str:
    """Return names separated by commas, cut short when there are many."""
    names = list(names)
    if len(names) <= LISTED:
        return ", ".join(names) or "none"
    return ", ".join(names[:LISTED]) + f", … ({len(names)} in all)"


def unknown(kind: str, name: str, allowed: Iterable[str], place: str = "") -> InputValueError:
    """Return the error for a name that does not exist, with the nearest one that does."""
    allowed = list(allowed)
    nearest = get_close_matches(name, allowed, n=1, cutoff=0.6)
    if not nearest and len(name) > 2:
        nearest = sorted((n for n in allowed if name in n), key=lambda n: not n.startswith(name))
    advice = f"did you mean {nearest[0]!r}?" if nearest else f"allowed: {listed(allowed)}"
    where = f" for {place}" if place else ""
    return InputValueError(f"unknown {kind} {shown(name)}{where}; {advice}")


def one_of(name: str, value: object, allowed: Sequence[str]) -> str:
    """Return ``value`` if it is one of the names allowed.

    Raises
    ------
    InputTypeError
        ``value`` is not a string.
    InputValueError
        It is another string; the message lists the names allowed.
    """
    if isinstance(value, str) and value in allowed:
        return value
    message = f"{name} must be one of {listed(allowed)}; not {shown(value)}"
    if not isinstance(value, str):
        raise InputTypeError(message)
    nearest = get_close_matches(value, allowed, n=1)
    raise InputValueError(message + (f"; did you mean {nearest[0]!r}?" if nearest else ""))


def real(name: str, value: object, low: float, high: float) -> float:
    """Return ``value`` as a float from ``low`` to ``high``; errors as for ``whole``."""
    message = f"{name} must be a number from {low:g} to {high:g}, not {shown(value)}"
    if isinstance(value, bool | str) or not isinstance(value, float | SupportsFloat):
        raise InputTypeError(message)
    number = float(value)
    if not low <= number <= high:
        raise InputValueError(message)
    return number


def whole(name: str, value: object, low: int, high: int) -> int:
    """Return ``value`` as an int from ``low`` to ``high``.

    Raises
    ------
    InputTypeError
        ``value`` is not a whole number; true, false and 2.0 are not.
    InputValueError
        ``value`` is out of range.
    """
    number = None
    if not isinstance(value, bool):
        with suppress(TypeError):  # whatever is not a whole number refuses
            number = index(cast("SupportsIndex", value))
    if number is not None and low <= number <= high:
        return number
    refused = InputTypeError if number is None else InputValueError
    raise refused(f"{name} must be a whole number from {low} to {high}, not {shown(value)}")
