"""The short batch in memory and in files."""

import pytest
from short_batch import play

from undertow.storage.formats import WRITERS


@pytest.fixture(scope="session")
def kept():
    return play()


@pytest.fixture(scope="session")
def stored(tmp_path_factory):
    """The same games in each format, by suffix."""
    folder = tmp_path_factory.mktemp("stored")
    found = {}
    for suffix in WRITERS:
        found[suffix] = folder / f"run{suffix}"
        play(out=found[suffix])
    return found


@pytest.fixture
def small_groups(monkeypatch):
    """Let the short batch fill two groups of rows and a part of a third."""
    for writer in WRITERS.values():
        monkeypatch.setattr(writer, "group", 50)
