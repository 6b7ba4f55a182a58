"""Click's complaints about arguments, as one line that names what is allowed."""

from __future__ import annotations

import re

import click

from undertow import games
from undertow.errors import listed, unknown

LONGEST = 120  # characters of click's own message


def in_words(error: click.UsageError) -> str:
    """Return what was wrong with the arguments."""
    place = error.ctx.info_name if error.ctx and error.ctx.info_name else "undertow"
    if isinstance(error, click.NoSuchOption):
        return _no_such_option(error, place)
    if isinstance(error, click.MissingParameter):
        return _missing(error, place)
    message = " ".join(error.format_message().split()).rstrip(".")
    if len(message) > LONGEST:
        message = message[: LONGEST - 1] + "…"
    return f"{message[:1].lower()}{message[1:]}; see '{_path(error)} -h'"


def _no_such_option(error: click.NoSuchOption, place: str) -> str:
    name = error.option_name
    if re.fullmatch(r"-\d.*", name):
        return f"{place} takes no negative number: {name!r}"
    known = [opt for p in error.ctx.command.params for opt in p.opts] if error.ctx else []
    options = [opt for opt in known if opt.startswith("-")]
    return str(unknown("option", name, [*options, "-h", "--help"], place))


def _missing(error: click.MissingParameter, place: str) -> str:
    if isinstance(error.param, click.Option):
        return f"{place} needs {error.param.opts[-1]}; see '{_path(error)} -h'"
    name = (error.param.name or "").upper() if error.param else "an argument"
    allowed = f"; allowed: {listed(games.names())}" if name == "GAME" else ""
    return f"{place} needs {name}{allowed}; see '{_path(error)} -h'"


def _path(error: click.UsageError) -> str:
    return error.ctx.command_path if error.ctx else "undertow"
