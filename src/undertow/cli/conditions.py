"""``--fail-if 'PATH OP NUMBER'``: a condition on the JSON object of a command.

A number that has an interval is judged by the whole of it: true where the condition holds for every
value inside, false where it holds for none, else not decided. Others are judged as they are.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from undertow.errors import InputValueError, shown, unknown, whole

EXAMPLE = "seats.1.share > 0.55"
OPERATORS: Mapping[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}
_FORM = re.compile(r"\s*([\w.]+)\s*(>=|<=|>|<)\s*([+-]?\d{0,30}\.?\d{1,30}(?:e[+-]?\d{1,3})?)\s*")
_INTERVALS = {  # where it is not called like the number itself
    "share": ("low", "high"),
    "difference": ("low", "high"),
    "points": ("low", "high"),
    "mean_score": ("mean_low", "mean_high"),
}


class Finding(NamedTuple):
    """What a condition came to; ``verdict`` is None where the interval does not decide it."""

    condition: str
    value: float | None
    low: float | None
    high: float | None
    verdict: bool | None


@dataclass(frozen=True)
class Condition:
    """A path into a record, and what it is compared with."""

    text: str
    path: tuple[str, ...]
    operator: str
    bound: float

    @property
    def options(self) -> tuple[str, ...]:
        """The command's options that ask this again."""
        return ("--fail-if", self.text)

    def find(self, record: Mapping[str, object]) -> Finding:
        """Return what the condition comes to in a record.

        Raises
        ------
        InputValueError
            The path leads nowhere, or not to a number.
        """
        parent: object = record
        for place, name in enumerate(self.path[:-1]):
            parent = self._step(record, parent, place, name)
        last = self.path[-1]
        value = self._step(record, parent, len(self.path) - 1, last)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise InputValueError(f"--fail-if: {'.'.join(self.path)} is no number")
        ends = _INTERVALS.get(last, (f"{last}_low", f"{last}_high"))
        if isinstance(parent, Mapping) and all(end in parent for end in ends):
            low, high = (parent[end] for end in ends)
            return Finding(self.text, value, low, high, self._verdict(low, high))
        return Finding(self.text, value, None, None, self._verdict(value, value))

    def _step(self, record: object, parent: object, place: int, name: str) -> object:
        """Return what the name at a place of the path leads to; items of a list count from 1."""
        before = self.path[:place]
        where = ".".join(before)
        if isinstance(parent, Mapping):
            if name in parent:
                return parent[name]
            elsewhere = _path_to(record, self.path[place:])
            if elsewhere:
                wrong = shown(".".join([*before, name]))
                raise InputValueError(f"unknown path {wrong}; did you mean {elsewhere!r}?")
            raise unknown(
                "path", ".".join([*before, name]), [".".join([*before, k]) for k in parent]
            )
        if isinstance(parent, list):
            number = int(name) if name.isdecimal() else name
            return parent[whole(where, number, 1, len(parent)) - 1]
        raise InputValueError(
            f"--fail-if: {where} holds nothing that could be called {shown(name)}"
        )

    def _verdict(self, low: float | None, high: float | None) -> bool | None:
        holds = OPERATORS[self.operator]
        nearest, farthest = (low, high) if ">" in self.operator else (high, low)
        if nearest is not None and holds(nearest, self.bound):
            return True
        if farthest is not None and not holds(farthest, self.bound):
            return False
        return None


def read_condition(text: str) -> Condition:
    """Return the condition that a text spells.

    Raises
    ------
    InputValueError
        It is not ``PATH OP NUMBER``.
    """
    found = _FORM.fullmatch(text)
    if found is None:
        raise InputValueError(f"--fail-if takes PATH OP NUMBER, as {EXAMPLE!r}, not {shown(text)}")
    path = tuple(found[1].split("."))
    return Condition(" ".join(found.groups()), path, found[2], float(found[3]))


def _path_to(record: object, names: Sequence[str], before: Sequence[str] = ()) -> str:
    """Return the first path in a record that ends with these names; empty if there is none."""
    if isinstance(record, Mapping):
        inside = [(str(key), value) for key, value in record.items()]
    elif isinstance(record, list):
        inside = [(str(place), value) for place, value in enumerate(record, 1)]
    else:
        return ""
    for key, value in inside:
        path = [*before, key]
        ends = path[-len(names) :] == list(names) and not isinstance(value, Mapping | list)
        found = ".".join(path) if ends else _path_to(value, names, path)
        if found:
            return found
    return ""
