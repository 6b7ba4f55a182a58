"""``undertow report``: results as one page."""

from __future__ import annotations

import click

from undertow.cli import options as opt
from undertow.cli.command import Command
from undertow.cli.screen import show_json, show_message
from undertow.wording import counted


@click.command("report", cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("-o", "--out", metavar="PAGE.html", required=True, help="The page to write.")
@opt.force_option
@opt.json_option
@opt.quiet_option
def report_command(
    *, files: tuple[str, ...], out: str, force: bool, as_json: bool, quiet: bool
) -> None:
    """Write FILEs, .parquet or from --json, as one page."""
    from undertow.reporting.page import report  # noqa: PLC0415  of no use to other commands

    path = report(*files, out=out, force=force)
    if as_json:
        show_json({"schema": 1, "command": "report", "out": str(path), "files": list(files)})
    if not quiet:
        show_message(f"report of {counted(len(files), 'file')} written to {out!r}")
