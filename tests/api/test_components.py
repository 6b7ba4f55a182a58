"""The model of component files, on a file of our own."""

import sys
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import undertow as ut
from undertow.errors import InputError, InputTypeError, InputValueError
from undertow.rules import rulefile
from undertow.rules.components import read_components
from undertow.rules.values import defaults, merge

SEATS = range(2, 5)


def merged(components, players, changes):
    """Return the rules of a game that has no more than a component file."""
    values = partial(defaults, components, SEATS)
    return merge(
        SimpleNamespace(name="g", components=components, seats=SEATS, defaults=values),
        players,
        changes,
    )


REST = 'tag = "T"\nsource = "s"\ntext = "t"\n'
FILE = f"""
[flag]
value = true
type = "flag"
{REST}
[whole]
value = [3, 4, 5]
type = "whole"
per_players = true
low = 0
high = 9
try = [[1, 2, 3], 7]
{REST}
[number]
value = 0.5
type = "number"
low = 0
high = 1
{REST}
[choice]
value = "mild"
type = "choice"
allowed = ["mild", "wild"]
{REST}
[wholes]
value = [1, 2]
type = "wholes"
min_length = 1
max_length = 3
low = 0
high = 5
{REST}
[stack]
value = [[6, 3], [6, 4, 3], [6, 4, 3, 2]]
type = "wholes"
per_players = true
lengths = [2, 3, 4]
low = 0
high = 9
{REST}
[names]
value = ["a b", "c"]
type = "names"
length = 2
allowed = ["a b", "c", "d-e"]
distinct = true
{REST}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "some_game").mkdir()
    (tmp_path / "some_game" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "some_game", raising=False)
    return tmp_path / "some_game"


@pytest.fixture
def read(folder):
    def read(text=FILE):
        (folder / "components.toml").write_text(text)
        return read_components("some_game", SEATS)

    return read


def test_every_type_is_read(read):
    assert list(read()) == ["flag", "whole", "number", "choice", "wholes", "stack", "names"]


def test_values_are_those_of_the_player_count(read):
    values = merged(read(), 3, {}).values
    assert dict(values) == {
        "flag": True,
        "whole": 4,
        "number": 0.5,
        "choice": "mild",
        "wholes": (1, 2),
        "stack": (6, 4, 3),
        "names": ("a b", "c"),
    }


@pytest.mark.parametrize(
    ("given", "held"),
    [
        ({"whole": 7}, {"whole": 7}),
        ({"whole": [0, 8, 0]}, {"whole": 8}),
        ({"whole": [0, 4, 0]}, {}),
        ({"stack": [9, 9, 9]}, {"stack": (9, 9, 9)}),
        ({"stack": [[1, 1], [2, 2, 2], [3, 3, 3, 3]]}, {"stack": (2, 2, 2)}),
        ({"number": 1}, {"number": 1.0}),
        ({"wholes": (5,)}, {"wholes": (5,)}),
        ({"flag": True, "choice": "wild"}, {"choice": "wild"}),
    ],
)
def test_changes_are_what_differs_for_the_player_count(read, given, held):
    assert dict(merged(read(), 3, given).changed) == held


@pytest.mark.parametrize(
    ("old", "new", "phrase"),
    [
        ('type = "flag"', 'type = "flog"', "Invalid value 'flog'"),
        ('type = "flag"', 'type = "flag"\nlow = 1', "unknown field `low`"),
        ('tag = "T"', 'tag = "X"', "Invalid enum value 'X'"),
        ("value = 0.5", "value = 1.5", "number must be a number from 0 to 1"),
        ("value = true", 'value = "yes"', "flag must be true or false"),
        ("try = [[1, 2, 3], 7]", "try = [10]", "whole must be a whole number from 0 to 9"),
        ("value = [3, 4, 5]", "value = [3, 4]", "got a list of 2"),
        ("low = 0\nhigh = 1", "low = 0", "missing required field `high`"),
        ('source = "s"\n', "", "missing required field `source`"),
        ("[flag]", "[flag", "Expected"),
    ],
)
def test_a_component_file_that_does_not_fit_the_model_is_refused(read, old, new, phrase):
    with pytest.raises(ValueError, match=phrase):
        read(FILE.replace(old, new, 1))


def test_a_written_rule_file_reads_back_as_the_defaults(read, tmp_path):
    components = read()
    path = tmp_path / "mine.toml"
    path.write_text(rulefile.toml_text("Game", components, SEATS))
    for players in SEATS:
        changes = rulefile.read_rules(path)
        assert set(changes) == set(components)
        assert not merged(components, players, changes).changed


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("k=3", 3),
        ("k = -3", -3),
        ("k=1_000", 1000),
        ("k=0.5", 0.5),
        ("k=true", True),
        ("k=mild", "mild"),
        ("k=three in a row", "three in a row"),
        ("k=[a b, c-d]", ["a b", "c-d"]),
        ("k=[[1, 2], [3]]", [[1, 2], [3]]),
        ("k='a = b'", "a = b"),
        ('k="true"', "true"),
        ("k=[]", []),
    ],
)
def test_a_setting_is_toml_with_bare_words_as_strings(setting, value):
    assert rulefile.read_settings([setting]) == {"k": value}


@pytest.mark.parametrize("value", [True, 3, -2, 0.1, 1e-7, "mild", 'a "b" \\c', [[1], []], ["x"]])
def test_values_are_written_as_toml_that_reads_back(value):
    assert rulefile.read_settings([f"k={rulefile.toml_value(value)}"]) == {"k": value}


@pytest.mark.parametrize(
    ("key", "value", "error", "phrase"),
    [
        ("flag", 1, InputTypeError, "flag must be true or false, not 1"),
        ("number", "x", InputTypeError, "number must be a number from 0 to 1, not 'x'"),
        ("number", True, InputTypeError, "number must be a number from 0 to 1, not true"),
        ("number", float("inf"), InputValueError, "from 0 to 1, not inf"),
        ("number", -0.1, InputValueError, "from 0 to 1, not -0.1"),
        ("choice", "mil", InputValueError, "one of mild, wild; not 'mil'; did you mean 'mild'"),
        ("choice", 1, InputTypeError, "choice must be one of mild, wild; not 1"),
        ("wholes", [], InputValueError, "a list of 1 to 3 whole numbers from 0 to 5; it has 0"),
        ("wholes", [1, 6], InputValueError, "item 2 of wholes must be .* from 0 to 5, not 6"),
        ("wholes", 3, InputTypeError, "wholes must be a list of 1 to 3 whole numbers"),
        ("stack", [1, 2], InputValueError, "stack must be a list of 3 whole numbers"),
        ("stack", [[1], [2], [3]], InputValueError, "stack for 2 players must be a list of 2"),
        ("names", ["c", "c"], InputValueError, "names must not repeat a name; 'c'"),
        ("names", ["c", 4], InputTypeError, "item 2 of names must be one of"),
        ("names", ["c"], InputValueError, "a list of 2 different names out of: a b, c, d-e"),
    ],
)
def test_a_value_outside_its_type_or_range_is_refused(read, key, value, error, phrase):
    with pytest.raises(error, match=phrase):
        merged(read(), 3, {key: value})


PIECES = [
    "a",
    "=",
    "1",
    ".",
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    "#",
    ",",
    "\\",
    "\\ud800",
    "1979-05-27",
    "99:99",
    "inf",
    "-nan",
    "1e999",
    "0x",
    "_",
    "é",
    "true",
    '"""',
    "[[",
    "1e",
]
TEXTS = st.lists(st.sampled_from([*PIECES, "\n", "\0", "\t", " "]), max_size=30).map("".join)


@pytest.mark.parametrize("key", ["whole", "number", "choice", "wholes", "names", "flag"])
def test_a_number_that_cannot_be_printed_is_refused_by_every_type(read, key):
    with pytest.raises(InputError, match=f"{key} must be .*, not a huge|{key} .*; not a huge"):
        merged(read(), 3, {key: 10**5000})


def refusal(call):
    """Return what an InputError says, or nothing when there is none."""
    try:
        call()
    except InputError as error:
        return str(error)
    return ""


@settings(max_examples=500, deadline=None, derandomize=True)
@given(TEXTS)
def test_any_setting_is_read_or_refused_in_one_line(text):
    message = refusal(lambda: rulefile.read_settings([text]))
    assert "\n" not in message
    assert len(message) < 300


@settings(max_examples=500, deadline=None, derandomize=True)
@given(TEXTS.map(str.encode) | st.binary(max_size=60))
def test_any_rule_file_is_read_or_refused_in_one_line(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(data)
    message = refusal(lambda: rulefile.read_rules(path))
    assert "\n" not in message
    assert len(message) < 400


def test_a_value_that_holds_itself_is_refused():
    deck: list = []
    deck.append(deck)
    for key in ("goal_deck", "goal_1"):
        with pytest.raises(InputValueError, match="lists must not be nested deeper than 8"):
            ut.load("kingdoms", players=3, rules={key: deck})


@pytest.mark.parametrize("value", [np.ndarray, type("Odd", (), {"tolist": lambda self: 1 / 0})()])
def test_a_value_that_only_looks_like_an_array_is_refused(value):
    with pytest.raises(InputTypeError, match="units must be a whole number from 3 to 20, not"):
        ut.load("kingdoms", players=3, rules={"units": value})
