"""The command line. ``main`` deals with Ctrl-C and SIGTERM from its first line on, before imports.

In reading order: ``outcome`` (exit codes and the line on stderr), ``commands`` and ``questions``
(the commands), ``options`` (what they take), ``asked`` (what options come to together),
``conditions`` and ``verdict`` (``--fail-if``), ``run``, ``compare``, ``sweep``, ``plan``,
``tournament``, ``ladder``, ``report``, ``merge``, ``replay``, ``listings``, ``bench`` and
``doctor`` (what each does), ``notes`` (what those that play say alike), ``screen`` (how it looks),
``mistakes`` (how wrong arguments are put into words).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from signal import SIG_IGN, SIGINT, Signals, getsignal, signal
from types import FrameType

from undertow.cli.exits import STOPPED
from undertow.playing.interrupts import UNTOUCHED, Handler


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the process by default; it is then expected to end, and SIGTERM acts as Ctrl-C.

    Returns
    -------
    int
        0 fine, 1 failure, 2 wrong arguments, 3 ``--fail-if`` is true, 4 not decided,
        5 an unusable result file, 130 interrupted by Ctrl-C or SIGTERM.
    """
    alone = arguments is None
    ours = _leave_at(UNTOUCHED if alone else [SIGINT])  # who calls keeps its SIGTERM
    try:
        from undertow.cli.outcome import outcome  # noqa: PLC0415  half a second that Ctrl-C may cut

        return outcome(sys.argv[1:] if arguments is None else arguments)
    finally:
        for number in ours:
            signal(number, SIG_IGN if alone else UNTOUCHED[number])


class _Leave(Handler):
    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Say that nothing was finished and end the process, whatever line it is at.

        An exception would be swallowed or replaced by some of the libraries' imports and callbacks.
        """
        try:
            os.write(2, b"undertow: interrupted before it was finished\n")
        finally:
            os._exit(STOPPED)


leave = _Leave()


def _leave_at(numbers: Iterable[Signals]) -> list[Signals]:
    """Let signals end the process; return those that the caller neither takes nor ignores."""
    ours = [number for number in numbers if getsignal(number) is UNTOUCHED[number]]
    try:
        for number in ours:
            signal(number, leave)
    except ValueError:  # not the main thread, which alone gets signals
        return []
    return ours
