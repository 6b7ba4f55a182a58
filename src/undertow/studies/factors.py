"""What a sensitivity analysis varies: a factor runs through a range or a list of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from undertow.errors import InputTypeError, InputValueError, shown
from undertow.game import LoadedGame, load
from undertow.rules.components import RECONSTRUCTED, Component, Number, Whole
from undertow.rules.rulefile import toml_value
from undertow.studies.varying import AGENT

FEWEST = 2  # factors


@dataclass(frozen=True)
class Factor:
    """One thing that varies.

    Attributes
    ----------
    key : str
        A rule, or an agent as ``varying`` has them.
    values : tuple
        Least and greatest value of a range; or all values.
    kind : str
        RANGE, WHOLE (a range of whole numbers) or CHOICE.
    """

    key: str
    values: tuple[object, ...]
    kind: str

    def at(self, share: float) -> object:
        """Return the value a share, from 0 to 1, of the way through."""
        if self.kind == CHOICE:
            return self.values[min(int(share * len(self.values)), len(self.values) - 1)]
        low, high = self.values
        if not isinstance(low, int | float) or not isinstance(high, int | float):
            raise TypeError(f"a range of {low!r} to {high!r}")
        found = low + share * (high - low)
        return round(found) if self.kind == WHOLE else found

    def told(self) -> str:
        """Return what it runs through, in words."""
        texts = [toml_value(value) for value in self.values]
        if self.kind == CHOICE:
            return "one of " + ", ".join(texts)
        rounded = ", rounded" if self.kind == WHOLE else ""
        return f"{texts[0]} to {texts[1]}{rounded}"


RANGE, WHOLE, CHOICE = "range", "whole", "choice"


def factors_of(
    loaded: LoadedGame,
    vary: Mapping[str, Sequence[object]] | None,
    *,
    reconstructed: bool,
) -> tuple[Factor, ...]:
    """Return the factors that are asked for; see ``sensitivity``.

    Raises
    ------
    InputValueError, InputTypeError
        There are fewer than two, or one has too few values.
    """
    if bool(vary) == reconstructed:
        raise InputValueError(
            "sensitivity takes vary, values by key (--vary KEY=V,V), or reconstructed; one of them"
        )
    if reconstructed:
        found = _reconstructed(loaded)
    elif not isinstance(vary, Mapping):
        raise InputTypeError(f"vary must be a mapping of keys to values, not {shown(vary)}")
    else:
        found = [_factor(loaded.game.components.get(key), key, vs) for key, vs in vary.items()]
    if len(found) < FEWEST:
        raise InputValueError(f"sensitivity compares factors: vary at least two, not {len(found)}")
    return tuple(found)


def _factor(component: Component | None, key: str, values: object) -> Factor:
    if not isinstance(values, list | tuple) or len(values) < 2:
        raise InputTypeError(
            f"sensitivity takes two values or more for {key}, not {shown(values)}: "
            "two numbers are the ends of a range"
        )
    if all(value == values[0] for value in values):
        raise InputValueError(
            f"sensitivity takes values that differ for {key}, not {shown(values)}"
        )
    ends = len(values) == 2 and not any(isinstance(v, bool) for v in values)
    if not ends or not all(isinstance(v, int | float) for v in values):
        return Factor(key, tuple(values), CHOICE)
    whole = all(isinstance(v, int) for v in values) and not isinstance(component, Number)
    ordered = tuple(sorted(values))
    return Factor(key, ordered, WHOLE if whole else RANGE)


def _reconstructed(loaded: LoadedGame) -> list[Factor]:
    """Return values that no source gives, over what they and the values worth trying span."""
    found = []
    for key, component in loaded.game.components.items():
        if component.tag not in RECONSTRUCTED:
            continue
        own = loaded.rules.values[key]
        values = [own, *(v for v in component.tries if v != own and _accepted(loaded, key, v))]
        if len(values) < 2:
            continue
        if isinstance(component, Whole | Number) and not component.per_players:
            values = [min(values), max(values)]
        found.append(_factor(component, key, values))
    return found


def _accepted(loaded: LoadedGame, key: str, value: object) -> bool:
    """Return whether the game takes a value beside the base's others."""
    try:
        load(
            loaded.game.name,
            players=loaded.players,
            rules={**loaded.rules.changed, key: value},
        )
    except InputValueError:
        return False
    return not key.startswith(AGENT)
