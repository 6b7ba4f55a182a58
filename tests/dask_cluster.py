"""A Dask scheduler and its workers, each a process of its own on the loopback interface."""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 60  # seconds for a process to start on a busy machine
QUIET = {"DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE": "false"}


class Cluster:
    """A scheduler with workers of one thread each, which may be killed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._env = {**os.environ, **QUIET, "PYTHONPATH": os.pathsep.join(sys.path)}
        self._scheduler = self._begin("scheduler", "--port", "0", "--scheduler-file", "where.json")
        self.address = self._found_address()
        self.workers: list[subprocess.Popen] = []

    def add_worker(self) -> subprocess.Popen:
        """Start a worker; the scheduler may hear of it later."""
        place = ("--local-directory", str(self._folder))
        worker = self._begin("worker", self.address, "--nthreads", "1", "--no-nanny", *place)
        self.workers.append(worker)
        return worker

    def end(self) -> None:
        for process in (*self.workers, self._scheduler):
            process.kill()
            process.wait()

    def _begin(self, *words: str) -> subprocess.Popen:
        command = [sys.executable, "-m", "dask", *words, "--host", "127.0.0.1", "--no-dashboard"]
        with (self._folder / f"{words[0]}.log").open("ab") as log:
            return subprocess.Popen(
                command, cwd=self._folder, env=self._env, stdout=log, stderr=log
            )

    def _found_address(self) -> str:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                return json.loads((self._folder / "where.json").read_text())["address"]
            except (FileNotFoundError, json.JSONDecodeError):
                time.sleep(0.05)
        raise RuntimeError((self._folder / "scheduler.log").read_text())


@contextmanager
def cluster(folder: Path, workers: int):
    """Yield a cluster; all its processes are ended with it."""
    found = Cluster(folder)
    try:
        for _ in range(workers):
            found.add_worker()
        yield found
    finally:
        found.end()
