"""What commands have in common: whose complaints they make, and what a signal leaves of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from signal import getsignal, signal
from typing import TypeVar

import click

from undertow.cli import leave
from undertow.errors import Interrupted, ResultFileError
from undertow.playing.interrupts import UNTOUCHED, Interrupts, installed

R = TypeVar("R")


class Command(click.Command):
    """A command whose complaints say which command they are about."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; click's parser leaves some errors without their context."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise


@contextmanager
def keeping(kind: type[R] | tuple[type[R], ...], show: Callable[[R], object]) -> Iterator[None]:
    """Show what was played when a signal comes or a disk is full, whatever signals follow."""
    interrupts = installed() or Interrupts()
    for number in UNTOUCHED:
        if getsignal(number) is leave:
            signal(number, interrupts)  # to the end of ``main``: finished games are shown whole
    try:
        yield
    except (Interrupted, ResultFileError) as stopped:
        if isinstance(stopped.result, kind):
            show(stopped.result)
        raise
