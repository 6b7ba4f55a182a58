"""A Dask cluster as an executor; the only module that imports distributed."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from undertow.errors import InputValueError, MissingExtraError, WorkerError, shown

_ADDRESS = re.compile(r"(?:(?:tcp|tls|ws|wss)://)?[\w.:\[\]-]+:\d{1,5}")
PATIENCE = 10  # seconds to reach the scheduler, and again until it has a worker


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Yield an executor whose workers are those of the Dask scheduler at an address.

    Raises
    ------
    InputValueError
        It is no address.
    MissingExtraError
        distributed is not installed.
    WorkerError
        There is no scheduler at the address, or it has no workers.
    """
    if not _ADDRESS.fullmatch(address):  # distributed would hang on some
        raise InputValueError(
            f"a scheduler's address is written tcp://HOST:PORT, not {shown(address)}"
        )
    client = _client(address)
    try:
        with _reaching(f"the scheduler at {shown(address)} has no workers"):
            client.wait_for_workers(1, timeout=PATIENCE)
        executor: Executor = client.get_executor()
        yield executor
        executor.shutdown(wait=False)
    finally:
        with suppress(Exception):  # the cluster may be gone; nothing is lost by that
            client.close(timeout=1)


def _client(address: str) -> Any:
    try:
        distributed: Any = import_module("distributed")  # a second
    except ImportError:
        raise MissingExtraError(
            'dask.distributed is missing: pip install "undertow[cluster]"'
        ) from None
    # That it plays a lost worker's games elsewhere is its task, not a warning.
    logging.getLogger("distributed.client").setLevel(logging.ERROR)
    with _reaching(f"there is no scheduler at {shown(address)}"):
        return distributed.Client(address, timeout=PATIENCE, set_as_default=False)


@contextmanager
def _reaching(message: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = " ".join(str(error).split())[:100]
        raise WorkerError(f"{message}: {reason}") from None
