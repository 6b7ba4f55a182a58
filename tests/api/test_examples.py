"""The examples in docstrings run as they are written."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import undertow as ut


def test_the_examples_of_all_modules_run():
    names = [found.name for found in walk_packages(ut.__path__, "undertow.")]
    names.remove("undertow.__main__")  # importing it runs the command line
    results = [doctest.testmod(import_module(name)) for name in ("undertow", *names)]
    assert results[0].attempted > 0
    assert not any(result.failed for result in results)
