"""Exact odds of dice: that so many, beside some stored ones, meet a requirement or claim corals.

In reading order: what dice are to make (needs and corals), ``odds`` and ``meets``, the ``table``
over numbers of dice, ``best_stored``. What makes a requirement is the kernels' own table.

>>> from undertow import dice
>>> dice.odds("three of a kind", dice=4)
4 dice, three of a kind: 9.72 % = 7/72
>>> dice.odds("three of a kind", dice=4, stored=[5, 5]).fraction
Fraction(7, 12)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from types import MappingProxyType

from undertow.errors import InputTypeError, InputValueError, shown, unknown, whole
from undertow.wording import counted, html_table
from undertow_kernels.core.dice import MOST_ROLLED, Target, fulfils, ways

REQUIREMENTS: Mapping[str, Target] = MappingProxyType(
    {target.name.lower().replace("_", " "): target for target in Target if target < Target.TOTAL_3}
)
WHITE = range(3, 7)  # corals: a taker may claim one white
BLACK = range(7, 11)  # and one black
SHOWN_DICE = range(1, 9)  # of a table
MOST_LAID = 12  # dice among which the best to store are looked for: within a second
ANY = "any of the six"

Dice = Iterable[int]


@dataclass(frozen=True, repr=False)
class Odds:
    """How likely it is that a roll makes something; exact.

    Attributes
    ----------
    needs : tuple of str
        The requirements of which one is to be met; empty where only corals are to be claimed.
    corals : tuple of int
        The corals that are to be claimed (besides a requirement, if there is one).
    dice : int
        How many dice are rolled.
    stored : tuple of int
        Values of the dice that lie ready, ascending; all of them may be used.
    strength : int or None
        How many of the dice rolled may be used; None for all.
    ways : int
        How many of the ``rolls`` make it.
    """

    needs: tuple[str, ...]
    corals: tuple[int, ...]
    dice: int
    stored: tuple[int, ...]
    strength: int | None
    ways: int

    @property
    def rolls(self) -> int:
        """How many rolls there are, each as likely: six to the number of dice."""
        return int(6**self.dice)

    @property
    def fraction(self) -> Fraction:
        """The odds as a fraction in lowest terms."""
        return Fraction(self.ways, self.rolls)

    @property
    def share(self) -> float:
        """The odds as the nearest float, 0 to 1."""
        return self.ways / self.rolls

    def __float__(self) -> float:
        return self.share

    @property
    def percent(self) -> str:
        """The odds in percent with two decimals; 100.00 only for what is certain."""
        if Fraction(99_995, 100_000) < self.fraction < 1:
            return ">99.99"
        return f"{100 * self.share:.2f}"

    @property
    def aim(self) -> str:
        """What the dice are to make, in words."""
        corals = " and ".join(f"coral {number}" for number in self.corals)
        needs = ANY if len(self.needs) == len(REQUIREMENTS) else " or ".join(self.needs)
        return f"{needs} and, with other dice, {corals}" if needs and corals else needs or corals

    @property
    def setting(self) -> str:
        """With which dice, in words."""
        return counted(self.dice, "die", "dice") + conditions(self.stored, self.strength)

    def __repr__(self) -> str:
        return f"{self.setting}, {self.aim}: {self.percent} % = {self.fraction}"


@dataclass(frozen=True, repr=False)
class Table:
    """The odds of each requirement for several numbers of dice.

    Attributes
    ----------
    dice : tuple of int
        The numbers of dice, the columns.
    rows : mapping of str to tuple of Odds
        By requirement, the last row for any of the six; one entry for each number of dice.
    """

    dice: tuple[int, ...]
    rows: Mapping[str, tuple[Odds, ...]]

    def __repr__(self) -> str:
        lines = [("dice", *map(str, self.dice)), *self.cells()]
        return "\n".join(f"{head:15}" + "".join(f"{x:>8}" for x in row) for head, *row in lines)

    def _repr_html_(self) -> str:
        return html_table("Odds in %", ("dice", *map(str, self.dice)), self.cells())

    def cells(self) -> list[tuple[str, ...]]:
        """Return for each requirement its name and the odds in percent."""
        return [(name, *(odd.percent for odd in row)) for name, row in self.rows.items()]


@dataclass(frozen=True)
class Stored:
    """One way to store dice of a roll, and what they are worth beside the next roll.

    Attributes
    ----------
    stored : tuple of int
        The dice that lie ready then, ascending.
    picked, thrown : tuple of int
        Those taken from the roll, and those stored before that made way for them.
    odds : Odds
        That the next roll makes what is wanted beside them.
    """

    stored: tuple[int, ...]
    picked: tuple[int, ...]
    thrown: tuple[int, ...]
    odds: Odds


def odds(
    need: str | Sequence[str] | None = None,
    *,
    dice: int,
    corals: int | Sequence[int] = (),
    stored: Dice = (),
    strength: int | None = None,
) -> Odds:
    """Return how likely it is that a roll makes something.

    Parameters
    ----------
    need : str or sequence of str, optional
        One of ``REQUIREMENTS``, or several of which one will do. Without need and corals: any.
    dice : int
        How many dice are rolled, 0 to 24; each shows 1 to 6 with the same chance.
    corals : int or sequence of int
        Numbers of the corals to be claimed: one from 3 to 6, one from 7 to 10, or one of each,
        with dice of its own each. With a need: besides it, again with dice of their own.
    stored : iterable of int
        Values of dice that lie ready, at most 24; all of them may be used.
    strength : int, optional
        How many of the dice rolled may be used: the strength in eat symbols. All by default.

    Raises
    ------
    InputValueError, InputTypeError
        Something is none of these.
    """
    numbers = _corals(corals)
    needs = _needs(need, numbers)
    dice = whole("dice", dice, 0, MOST_ROLLED)
    lying, limit = _values("stored", stored, MOST_ROLLED), _strength(strength)
    found = ways(*_targets(needs, numbers), dice, lying, _limit(limit))
    return Odds(needs, numbers, dice, lying, limit, found)


def meets(
    need: str | Sequence[str] | None = None,
    *,
    roll: Dice,
    corals: int | Sequence[int] = (),
    stored: Dice = (),
    strength: int | None = None,
) -> bool:
    """Return whether a roll makes something; ``odds`` says what, ``roll`` holds the dice's values.

    Raises
    ------
    InputValueError, InputTypeError
        As ``odds``.
    """
    rolled = _values("roll", roll, MOST_ROLLED)
    lying = _values("stored", stored, MOST_ROLLED)
    numbers = _corals(corals)
    targets = _targets(_needs(need, numbers), numbers)
    return fulfils(*targets, rolled, lying, _limit(_strength(strength)))


def table(
    *, dice: Iterable[int] = SHOWN_DICE, stored: Dice = (), strength: int | None = None
) -> Table:
    """Return the odds of each requirement, and of any, for some numbers of dice.

    Parameters
    ----------
    dice : iterable of int
        The numbers of dice; 1 to 8 by default.
    stored, strength
        As for ``odds``.

    Raises
    ------
    InputValueError, InputTypeError
        As ``odds``.
    """
    numbers = tuple(whole("dice", n, 0, MOST_ROLLED) for n in _listed("dice", dice))
    lying = _values("stored", stored, MOST_ROLLED)
    rows = {
        name: tuple(
            odds(None if name == ANY else name, dice=n, stored=lying, strength=strength)
            for n in numbers
        )
        for name in (*REQUIREMENTS, ANY)
    }
    return Table(numbers, MappingProxyType(rows))


def best_stored(
    need: str | Sequence[str] | None = None,
    *,
    roll: Dice,
    room: int,
    dice: int,
    corals: int | Sequence[int] = (),
    stored: Dice = (),
    strength: int | None = None,
) -> list[Stored]:
    """Return the ways to store dice of a roll, best first, by what the next roll then makes.

    Parameters
    ----------
    need, corals
        What is wanted, as for ``odds``.
    roll : iterable of int
        Values of the dice at hand, at most 12.
    room : int
        How many dice can be stored in all, up to 12.
    dice : int
        How many dice the next roll has, 0 to 12.
    stored : iterable of int
        Values of the dice stored before, not more than the room; each may make way for one of
        the roll.
    strength : int, optional
        How many dice of a roll may be picked, of this one and of the next. All by default.

    Returns
    -------
    list of Stored
        Every different set of as many dice as can be stored: a smaller one is never better. Of
        equally good ones that with the fewest dice picked comes first.

    Raises
    ------
    InputValueError, InputTypeError
        As ``odds``, or there are more dice stored than room.
    """
    at_hand, before = _values("roll", roll, MOST_LAID), _values("stored", stored, MOST_LAID)
    room, dice = whole("room", room, 0, MOST_LAID), whole("dice", dice, 0, MOST_LAID)
    if len(before) > room:
        raise InputValueError(f"stored takes at most room = {room} dice, not {len(before)}")
    most = min(_limit(_strength(strength)), len(at_hand))
    found = [
        Stored(
            kept,
            _without(kept, before),
            _without(before, kept),
            odds(need, dice=dice, corals=corals, stored=kept, strength=strength),
        )
        for kept in _sets(at_hand + before, min(room, len(before) + most))
        if len(_without(kept, before)) <= most
    ]
    return sorted(found, key=lambda way: (-way.odds.ways, len(way.picked), way.stored))


def conditions(stored: Sequence[int], strength: int | None) -> str:
    """Return what holds for the dice, to be added to a phrase that names them."""
    limit = "" if strength is None else f", at most {strength} of them used"
    return limit + (f", beside {' '.join(map(str, stored))}" if stored else "")


def _targets(needs: Sequence[str], corals: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the kernel's targets: those of which one is wanted, those that all are."""
    totals = [Target.TOTAL_3 + number - WHITE[0] for number in corals]
    return [REQUIREMENTS[name] for name in needs], totals


def _needs(need: object, corals: Sequence[int]) -> tuple[str, ...]:
    """Return the names of the requirements wanted, each once, in their own order."""
    if need is None:
        return () if corals else tuple(REQUIREMENTS)
    names = [need] if isinstance(need, str) else need
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise InputTypeError(f"need must be a requirement or a list of some, not {shown(need)}")
    if not names:
        raise InputValueError("need must name at least one requirement")
    wanted = {" ".join(name.lower().replace("-", " ").replace("_", " ").split()) for name in names}
    for name in sorted(wanted - REQUIREMENTS.keys()):
        raise unknown("requirement", name, REQUIREMENTS)
    return tuple(name for name in REQUIREMENTS if name in wanted)


def _corals(corals: int | Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of the corals, ascending: one white, one black or one of each."""
    given = _listed("corals", corals) if isinstance(corals, Iterable) else [corals]
    numbers = sorted(whole("a coral's number", number, WHITE[0], BLACK[-1]) for number in given)
    white = sum(number in WHITE for number in numbers)
    if white > 1 or len(numbers) - white > 1:
        raise InputValueError(
            f"corals: one from {WHITE[0]} to {WHITE[-1]} and one from {BLACK[0]} to {BLACK[-1]} "
            f"can be claimed, not {' and '.join(map(str, numbers))}"
        )
    return tuple(numbers)


def _values(name: str, values: Dice, most: int) -> tuple[int, ...]:
    """Return what dice show, ascending."""
    found = sorted(whole(f"a die of {name}", value, 1, 6) for value in _listed(name, values))
    if len(found) > most:
        raise InputValueError(f"{name} takes at most {most} dice, not {len(found)}")
    return tuple(found)


def _listed(name: str, values: object) -> list[object]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InputTypeError(f"{name} must be a list of whole numbers, not {shown(values)}")
    return list(values)


def _strength(strength: int | None) -> int | None:
    return None if strength is None else whole("strength", strength, 0, MOST_ROLLED)


def _limit(strength: int | None) -> int:
    return MOST_ROLLED if strength is None else strength


def _sets(dice: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield each different set of so many of some dice, ascending."""
    counts = [range(dice.count(value) + 1) for value in range(1, 7)]
    for chosen in product(*counts):
        if sum(chosen) == size:
            yield tuple(value for value, n in enumerate(chosen, 1) for _ in range(n))


def _without(dice: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
    """Return the dice that are left when the others are taken away."""
    left = list(dice)
    for value in others:
        if value in left:
            left.remove(value)
    return tuple(left)
