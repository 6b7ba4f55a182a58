"""``undertow merge``: shards joined, and the tables of the whole run."""

from __future__ import annotations

import click

from undertow.cli import options as opt
from undertow.cli.command import Command
from undertow.cli.exits import FAILED, FINE
from undertow.cli.run import run_record, show_run
from undertow.cli.screen import show_json, show_message
from undertow.cli.verdict import NOTHING_ASKED
from undertow.errors import InputValueError
from undertow.storage.merging import merge
from undertow.wording import counted


@click.command("merge", cls=Command)
@click.argument("sources", metavar="A B...", nargs=-1)
@opt.out_option
@opt.force_option
@opt.json_option
@opt.quiet_option
def merge_command(
    *, sources: tuple[str, ...], out: str | None, force: bool, as_json: bool, quiet: bool
) -> int:
    """Join run folders that hold shards of one run."""
    if not sources or out is None:
        raise InputValueError("merge takes run folders and -o NAME: undertow merge A B -o ALL")
    result = merge(sources, out=out, force=force)
    if result is None:
        show_message(f"rows written to {out!r}, a format that is not read back: no tables")
        return FINE
    if as_json:
        show_json({**run_record(result), "command": "merge"})
    else:
        show_run(result, NOTHING_ASKED, quiet=quiet)
    if not quiet:
        show_message(f"{counted(result.games, 'row')} written to {out!r}")
    return FAILED if result.faults else FINE
