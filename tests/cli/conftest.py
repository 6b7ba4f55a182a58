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


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def do(capsys):
    """Return a function that runs a command and returns exit code, stdout and stderr."""

    def do(*arguments):
        code = cli.main(list(arguments))
        return code, *capsys.readouterr()

    return do
