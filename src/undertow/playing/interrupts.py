"""What Ctrl-C does where ``KeyboardInterrupt`` at any line would lose games.

The command line has SIGTERM do the same.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, local, main_thread
from types import FrameType
from typing import Any

UNTOUCHED: dict[signal.Signals, Any] = {  # as Python begins
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
}


class Handler:
    """A signal handler of undertow's own."""

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Take the signal."""
        raise NotImplementedError


class Interrupts(Handler):
    """A signal handler that remembers Ctrl-C and stops the batch that is played.

    A second signal may come while the first is handled: nothing here takes a lock.
    """

    def __init__(self) -> None:
        self.came = False
        self._stop: Callable[[], None] | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Take the signal."""
        self.came = True
        stop = self._stop
        if stop is not None:
            stop()

    @contextmanager
    def stopping(self, stop: Callable[[], None]) -> Iterator[None]:
        """Call ``stop`` at Ctrl-C, also at one that came before.

        A batch that is played in a callback of another stops with it, and leaves it to be stopped.
        """
        before = self._stop

        def stop_all() -> None:
            stop()
            if before is not None:
                before()

        self._stop = stop_all
        if self.came:
            stop()
        try:
            yield
        finally:
            self._stop = before


def installed() -> Interrupts | None:
    """Return what hears of Ctrl-C or SIGTERM already."""
    handlers = map(signal.getsignal, UNTOUCHED)
    return next((found for found in handlers if isinstance(found, Interrupts)), None)


@contextmanager
def kept_interrupts() -> Iterator[Interrupts]:
    """Put ``Interrupts`` in place of Python's own handler.

    One that is in place already goes on, be it for SIGTERM alone. Threads other than the main one
    get no signals, and a handler of the caller's own stays: what is yielded then never hears of
    Ctrl-C.
    """
    heard = current_thread() is main_thread()
    found = installed() if heard else None
    if found is not None:
        yield found
        return
    found = Interrupts()
    if not heard or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield found
        return
    signal.signal(signal.SIGINT, found)
    try:
        yield found
    finally:
        if signal.getsignal(signal.SIGINT) is found:  # not one that a callback has put in place
            signal.signal(signal.SIGINT, signal.default_int_handler)


class _Forking(local):
    """Let SIGTERM end a forked process, as whoever forked it expects; Ctrl-C is for its parent.

    The signal is held back meanwhile: Python drops one that a handler got in the child before.
    """

    held: set[int | signal.Signals] | None = None  # the mask of the thread that forks

    def hold(self) -> None:
        if isinstance(signal.getsignal(signal.SIGTERM), Handler):
            self.held = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])

    def go_on(self) -> None:
        if self.held is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, self.held)
            self.held = None

    def begin(self) -> None:
        if self.held is not None:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            self.go_on()


if hasattr(os, "register_at_fork"):
    _forking = _Forking()
    os.register_at_fork(
        before=_forking.hold, after_in_parent=_forking.go_on, after_in_child=_forking.begin
    )
