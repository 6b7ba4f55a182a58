"""What Ctrl-C does where ``KeyboardInterrupt`` at any line would lose games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from signal import SIGINT, SIGTERM, default_int_handler, getsignal, signal
from threading import current_thread, main_thread
from types import FrameType


class Interrupts:
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


@contextmanager
def kept_interrupts() -> Iterator[Interrupts]:
    """Put ``Interrupts`` in place of Python's own handler.

    One that is in place already goes on, be it for SIGTERM alone. Threads other than the main one
    get no signals, and a handler of the caller's own stays: what is yielded then never hears of
    Ctrl-C.
    """
    main = current_thread() is main_thread()
    before, other = (getsignal(number) if main else None for number in (SIGINT, SIGTERM))
    for there in (before, other):
        if isinstance(there, Interrupts):
            yield there
            return
    found = Interrupts()
    if before is not default_int_handler:
        yield found
        return
    signal(SIGINT, found)
    try:
        yield found
    finally:
        if getsignal(SIGINT) is found:  # not one that a callback has put in place
            signal(SIGINT, default_int_handler)
