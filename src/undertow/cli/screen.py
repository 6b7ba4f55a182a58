"""How results look: tables on stdout, progress on stderr when that is a terminal."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from shutil import get_terminal_size
from textwrap import wrap

from rich.console import Console
from rich.table import Table
from rich.text import Text

from undertow.playing.threads import Progress

_SPACES = re.compile(r" +((?:\x1b\[[\d;]*m)*)$", re.MULTILINE)  # before a colour's end, or not
UNBOUNDED = 10_000  # columns: more than any table has
MIN_WIDTH, MAX_WIDTH = 20, 100  # of a paragraph


def show_json(record: Mapping[str, object]) -> None:
    """Write one JSON object on one line."""
    sys.stdout.write(json.dumps(record, allow_nan=False) + "\n")


def show_line(text: str = "") -> None:
    """Write one line as it is, however long."""
    sys.stdout.write(text + "\n")


def show_message(text: str) -> None:
    """Write one line about what was done to stderr, as errors are."""
    print(f"undertow: {text}", file=sys.stderr, flush=True)  # noqa: T201


def show_wrapped(text: str, indent: str = "", hanging: str | None = None) -> None:
    """Write a paragraph, wrapped between words to the terminal."""
    lines = wrap(
        text,
        _paragraph_width(),
        initial_indent=indent,
        subsequent_indent=indent if hanging is None else hanging,
        break_long_words=False,
    )
    for line in lines or [""]:
        show_line(line)


def show_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Write a title, wrapped to the terminal, and a table, which may be wider than that.

    First column left, others right; no line ends in spaces.
    """
    table = Table(box=None, pad_edge=False)
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console = _console()
    with console.capture() as captured:
        for line in wrap(title, _paragraph_width(), break_long_words=False):
            console.print(Text(line, style="bold"), soft_wrap=True)
        options = console.options.update_width(UNBOUNDED)
        console.width = max(console.width, console.measure(table, options=options).maximum)
        console.print(table)
    sys.stdout.write(_SPACES.sub(r"\1", captured.get()))


@contextmanager
def progress_bar(what: str, *, quiet: bool) -> Iterator[Progress | None]:
    """Yield a progress callback that draws a bar with rate and time left; None if unseen."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich import progress  # noqa: PLC0415  only a terminal needs it

    columns = (
        progress.TextColumn(what),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.fields[rate]} games/s"),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=_console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None, rate="-")

        def advance(finished: int, games: int) -> None:
            elapsed = bar.tasks[0].elapsed or 0.0
            rate = f"{finished / elapsed:,.0f}" if elapsed else "-"
            bar.update(task, completed=finished, total=games, rate=rate)

        yield advance


def _paragraph_width() -> int:
    return max(MIN_WIDTH, min(_console().width, MAX_WIDTH))


class _Screen(Console):
    """A console that leaves a closed pipe to ``main``."""

    def on_broken_pipe(self) -> None:
        """Raise the BrokenPipeError again instead of leaving the process."""
        raise  # noqa: PLE0704  called while the error is handled


def _console(*, stderr: bool = False) -> Console:
    width, height = get_terminal_size()  # rich alone would believe a COLUMNS of 0
    return _Screen(
        width=width, height=height, stderr=stderr, highlight=False, markup=False, emoji=False
    )
