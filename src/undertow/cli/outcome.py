"""What happened, as an exit code and at most one line on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import click

from undertow.cli.commands import undertow
from undertow.cli.exits import FAILED, FILE, FINE, STOPPED, WRONG
from undertow.cli.mistakes import in_words
from undertow.cli.screen import show_message
from undertow.errors import (
    InputError,
    MissingExtraError,
    NoThreadError,
    ResultFileError,
    WorkerError,
)

NO_MEMORY = "not enough memory for that many games; give fewer with -n"


def outcome(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code."""
    _make_streams_safe()
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt as stopped:
        return _say(str(stopped) or "interrupted before it was finished", STOPPED)
    except (InputError, ResultFileError) as error:
        return _say(str(error), WRONG if isinstance(error, InputError) else FILE)
    except BrokenPipeError:
        _silence(sys.stdout)  # the reader, such as head, has seen enough
        return FINE
    except (MemoryError, NoThreadError, WorkerError, MissingExtraError) as error:
        return _say(NO_MEMORY if isinstance(error, MemoryError) else str(error), FAILED)
    except OSError as error:
        _silence(sys.stdout)
        return _say(f"cannot write the results: {error.strerror or error}", FAILED)
    return code


def _run(arguments: Sequence[str]) -> int:
    try:
        with undertow.make_context("undertow", list(arguments)) as context:
            code: int | None = undertow.invoke(context)
            return code or FINE
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.UsageError as error:
        return _say(in_words(error), WRONG)


def _say(message: str, code: int) -> int:
    """Write one line to stderr and return the exit code."""
    try:
        show_message(message)
    except OSError:  # nobody reads it, or the disk is full: the exit code still tells
        _silence(sys.stderr)
    return code


def _silence(stream: TextIO) -> None:
    """Send what is still buffered nowhere, so that the interpreter's last flush is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _make_streams_safe() -> None:
    """Print any character somehow, and nothing to a stream that was closed from the start."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  never closed
            setattr(sys, name, nowhere)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
