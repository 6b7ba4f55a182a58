"""Rules that a user writes: a TOML file, or ``key=value`` on the command line.

Both are data and are read strictly. Size, line length and depth are limited before the text is
parsed: the parser takes quadratic time for long dotted keys and recurses into nested brackets.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from textwrap import wrap
from typing import TypeVar, cast

from undertow.errors import InputValueError, shown
from undertow.rules.components import DEEPEST, Component

MAX_BYTES = 64 * 1024
MAX_LINE = 200  # bytes
MAX_SETTING = 2000  # bytes of one --set; long enough for a list of lists
MAX_REASON = 100  # characters of a parser's message
QUOTES = "'\""
Value = TypeVar("Value")
WRITTEN_LINE = 100  # columns of a file that toml_text writes

_STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*')
_BRACKET = re.compile(r"[][{}]")
_WORDS = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|(?<![\w.+-])[A-Za-z_][\w-]*(?: +[\w-]+)*')
_TOKENS = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|.', re.DOTALL)
_AGENT = re.compile(r"(?:[^\s\[\]{}()\"',=#]+|[^\[\]\"']*\.py:\w+)(?:\(.*\))?")
_LITERALS = ("true", "false", "inf", "nan")


def read_rules(path: str | Path) -> dict[str, object]:
    """Return the keys and values of a user's rule file.

    Raises
    ------
    InputValueError
        The file cannot be read, is too large, too deep or not TOML; the message names the file.
    """
    if not str(path):
        raise InputValueError("--rules takes the path of a rule file, not an empty text")
    name = shown(str(path))
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: NUL in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputValueError(f"cannot read rule file {name}: {reason}") from None
    try:
        return _parse(_checked(data))
    except InputValueError as error:
        raise InputValueError(f"rule file {name}: {error}") from None


def read_settings(settings: Iterable[str], option: str = "--set") -> dict[str, object]:
    """Return the keys and values of ``key=value`` settings, given by an option.

    A value is TOML; words without quotes are strings, also inside a list.

    Raises
    ------
    InputValueError
        A setting has no ``=``, no key or no value, its value is not TOML, or a key comes twice.
    """
    return _read(settings, option, _setting_value)


def read_lists(settings: Iterable[str], option: str) -> dict[str, list[object]]:
    """Return the values of ``key=a,b,c`` settings, given by an option; a TOML list does as well.

    A text that is no TOML, as ``file.py:Name`` or ``greedy(memory=none)``, needs no quotes.

    Raises
    ------
    InputValueError
        As ``read_settings``.
    """
    return _read(settings, option, _list_value)


def _read(
    settings: Iterable[str], option: str, value_of: Callable[[str, str], Value]
) -> dict[str, Value]:
    """Return what settings give by key, ``value_of`` being told which one it reads."""
    found: dict[str, Value] = {}
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not key:
            raise InputValueError(f"{option} takes key=value, not {shown(setting)}")
        if not value:
            raise InputValueError(f"{option} {shown(key)} has no value; it takes key=value")
        if key in found:
            raise InputValueError(f"{option} gives {shown(key)} twice")
        found[key] = value_of(f"{option} {shown(key)}", value)
    return found


def read_parameters(text: str) -> dict[str, object]:
    """Return the parameters of ``name=value, name=value``; values as in ``read_settings``.

    Raises
    ------
    InputValueError
        The text is too long, on several lines, or not of this form.
    """
    if not text:
        return {}  # most agents' names come without
    _check_short(text, "parameters")
    try:
        found = _value(f"{{{text}}}")
    except InputValueError:
        raise InputValueError("parameters must be name=value, separated by commas") from None
    return cast("dict[str, object]", found)


def toml_text(title: str, components: Mapping[str, Component], players: range) -> str:
    """Return a commented rule file that holds every key at its default."""
    lines = [
        f"# {title}: every rule at its default. Change what you like, delete what you do not need.",
        "# Tags: T rulebook, D derived, F found in a public source, P proposed, R a reading.",
    ]
    for key, component in components.items():
        note = f"{component.allowed()}; {component.tag}, {component.source}"
        if component.per_players:
            note = f"for {players[0]} to {players[-1]} players, each {note}"
        lines += ["", *_comment(component.text), *_comment(note)]
        lines += _assignment(key, component.value)
    return "\n".join(lines) + "\n"


def toml_value(value: object) -> str:
    """Return a rule's value as TOML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return repr(value)


def _checked(data: bytes) -> str:
    """Return the text of a rule file once its size and form are harmless."""
    if len(data) > MAX_BYTES:
        raise InputValueError(f"it is larger than the {MAX_BYTES // 1024} KiB allowed")
    if b"\0" in data:
        raise InputValueError("it holds a NUL byte; a rule file is text")
    for number, line in enumerate(data.split(b"\n"), 1):
        if len(line) > MAX_LINE:
            raise InputValueError(f"line {number} is longer than the {MAX_LINE} bytes allowed")
    try:
        return data.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        raise InputValueError(f"byte {error.start} is not UTF-8") from None


def _parse(text: str) -> dict[str, object]:
    """Return the TOML in ``text``, whose size is limited by the caller."""
    if _depth(text) > DEEPEST:
        raise InputValueError(f"brackets are nested deeper than the {DEEPEST} allowed")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also numbers of 4300 digits
        raise InputValueError(f"not TOML: {_one_line(str(error))}") from None


def _one_line(message: str) -> str:
    """Return a parser's message on one line; what it repeats of a long key is cut out."""
    line = " ".join(message.split())
    return line if len(line) <= MAX_REASON else f"{line[:40]} … {line[-30:]}"


def _depth(text: str) -> int:
    """Return how deep brackets are nested, strings and comments apart."""
    depth = deepest = 0
    for bracket in _BRACKET.findall(_STRING_OR_COMMENT.sub("", text)):
        if bracket in "[{":
            depth += 1
            deepest = max(deepest, depth)
        else:
            depth -= 1
    return deepest


def _list_value(setting: str, value: str) -> list[object]:
    _check_setting(setting, value)
    items = _items(value)
    if len(items) == 1 and value.startswith("["):
        if _is_value(value) or not value.endswith("]"):
            return cast("list[object]", _setting_value(setting, value))
        items = _items(value[1:-1])
    return [_setting_value(setting, _as_value(item)) for item in items]


def _items(text: str) -> list[str]:
    """Return what stands between commas outside of brackets and strings; the last may be empty."""
    found, depth = [""], 0
    for token in _TOKENS.findall(text):
        depth += (token in "([{") - (token in ")]}")
        if token == "," and depth <= 0:
            found.append("")
        else:
            found[-1] += token
    items = [item.strip() for item in found]
    return items if items[-1] else items[:-1]


def _as_value(item: str) -> str:
    """Return an item in quotes where it is no TOML, but looks like the text of an agent."""
    return toml_value(item) if _AGENT.fullmatch(item) and not _is_value(item) else item


def _check_setting(setting: str, value: str) -> None:
    try:
        _check_short(value, "the value")
    except InputValueError as error:
        raise InputValueError(f"{setting}: {error}") from None


def _setting_value(setting: str, value: str) -> object:
    _check_setting(setting, value)
    try:
        return _value(value)
    except InputValueError as error:
        meant = _list_meant(value)
        if meant:
            wrong = f"a list is written {shown(meant).strip(QUOTES)}, not {shown(value)}"
        else:
            wrong = f"{shown(value)} is no value: {error}"
        raise InputValueError(f"{setting}: {wrong}") from None


def _check_short(text: str, what: str) -> None:
    """Refuse a text of the command line that is long or has several lines."""
    if len(text.encode(errors="replace")) > MAX_SETTING:
        raise InputValueError(f"longer than the {MAX_SETTING} bytes allowed")
    if "\n" in text or "\r" in text:
        raise InputValueError(f"{what} must be on one line")


def _value(text: str) -> object:
    """Return the value that a text on one line spells."""
    return _parse(f"value = {_WORDS.sub(_quoted, text)}")["value"]


def _list_meant(text: str) -> str:
    """Return the list whose items stand between slashes, as ``rules`` shows them, or commas."""
    for mark in "/,":
        items = [item.strip() for item in text.split(mark)]
        if len(items) > 1 and all(map(_is_value, items)):
            return f"[{', '.join(items)}]"
    return ""


def _is_value(text: str) -> bool:
    try:
        _value(text)
    except InputValueError:
        return False
    return True


def _quoted(match: re.Match[str]) -> str:
    """Return a bare word in quotes; strings and TOML's own words as they are."""
    word = match.group()
    return word if word[0] in "\"'" or word in _LITERALS else f'"{word}"'


def _comment(text: str) -> list[str]:
    return wrap(text, WRITTEN_LINE, initial_indent="# ", subsequent_indent="#   ")


def _assignment(key: str, value: object) -> list[str]:
    """Return ``key = value``, a list on several lines where one would be too long."""
    line = f"{key} = {toml_value(value)}"
    if len(line) <= WRITTEN_LINE or not isinstance(value, list):
        return [line]
    return [f"{key} = [", *(f"    {toml_value(item)}," for item in value), "]"]
