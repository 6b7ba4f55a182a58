"""Commands run in this process."""

import json

import pytest

from undertow import cli


@pytest.fixture
def say(capsys):
    """Return a function that runs a command and returns its stdout."""

    def say(*arguments, code=0):
        assert cli.main(list(arguments)) == code
        written = capsys.readouterr()
        assert written.err == ""
        return written.out

    return say


@pytest.fixture
def load(say):
    """Return a function that runs a command with --json and returns the object."""
    return lambda *arguments: json.loads(say(*arguments, "--json"))
