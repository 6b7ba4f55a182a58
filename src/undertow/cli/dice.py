"""``undertow dice``: exact odds that dice meet a requirement or claim corals; the best to store."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from undertow import __version__
from undertow.cli.options import number
from undertow.cli.screen import show_json, show_line, show_table, show_wrapped
from undertow.dice import SHOWN_DICE, Odds, Stored, best_stored, conditions, meets, odds, table
from undertow.errors import InputValueError, shown
from undertow.wording import counted
from undertow_kernels.core.dice import MOST_ROLLED

COLUMNS = 8  # numbers of dice side by side: they fit 80 characters
BEST = 10  # ways to store that are shown
RANGE = re.compile(r"(\d{1,3})-(\d{1,3})", re.ASCII)
EXACT = "Exact: each die shows 1 to 6 with the same chance; spare dice are left."
STORING = (
    "As many dice are stored as can be: fewer are never better. The odds are those of the next "
    "dice beside the stored ones."
)


class Wanted(NamedTuple):
    """What dice are to make, and beside what; as the options give it."""

    needs: tuple[str, ...]
    corals: tuple[int, ...]
    stored: list[int]
    strength: int | None


def show_odds(wanted: Wanted, dice: str | None, *, as_json: bool, quiet: bool) -> None:
    """Write the odds for some numbers of dice; of each requirement if none is named."""
    needs, corals, stored, strength = wanted
    numbers = SHOWN_DICE if dice is None else _numbers(dice)
    if needs or corals:
        found = [
            odds(needs or None, corals=corals, dice=n, stored=stored, strength=strength)
            for n in numbers
        ]
        rows: Mapping[str, Sequence[Odds]] = {found[0].aim: found}
    else:
        rows = table(dice=numbers, stored=stored, strength=strength).rows
    if as_json:
        every = [each for row in rows.values() for each in row]
        show_json(_record(wanted, odds=[_aim_record(each) | _odds_record(each) for each in every]))
        return
    if len(rows) > 1 and len(numbers) > 1:
        _show_table(rows)
    else:
        _show_list(rows)
    _explain(EXACT, quiet=quiet)


def show_best_stored(
    wanted: Wanted,
    dice: str | None,
    roll: list[int],
    room: int | None,
    *,
    as_json: bool,
    quiet: bool,
) -> None:
    """Write which dice of a roll to store so that the next roll makes what is wanted."""
    if room is None or dice is None:
        missing = (
            "--room, how many dice can be stored" if room is None else "-n, how many come next"
        )
        raise InputValueError(f"--roll needs {missing}")
    needs, corals, stored, strength = wanted
    ways = best_stored(
        needs or None,
        roll=roll,
        room=room,
        dice=cast("int", number(dice)),  # a text is refused there
        corals=corals,
        stored=stored,
        strength=strength,
    )
    now = meets(needs or None, roll=roll, corals=corals, stored=stored, strength=strength)
    if as_json:
        best = [_stored_record(way) for way in ways]
        aim = _aim_record(ways[0].odds)
        show_json(_record(wanted, roll=sorted(roll), room=room, now=now, **aim, best=best))
        return
    _show_best(ways, roll)
    if now:
        show_wrapped("This roll makes it already: to eat now is certain.")
    _explain(STORING, quiet=quiet)


def _numbers(text: str) -> Sequence[int]:
    """Return the numbers of dice that ``N`` or ``A-B`` spells."""
    span = RANGE.fullmatch(text.strip())
    first, last = (span[1], span[2]) if span else (text, text)
    low, high = number(first), number(last)
    if isinstance(low, int) and isinstance(high, int) and 0 <= low <= high <= MOST_ROLLED:
        return range(low, high + 1)
    raise InputValueError(
        f"dice must be a whole number from 0 to {MOST_ROLLED} or a range such as 1-8, "
        f"not {shown(text)}"
    )


def _show_table(rows: Mapping[str, Sequence[Odds]]) -> None:
    """Write requirements below each other, numbers of dice side by side."""
    every = next(iter(rows.values()))
    first = every[0]
    show_wrapped(f"Odds in %, by number of dice{conditions(first.stored, first.strength)}")
    for start in range(0, len(every), COLUMNS):
        if start:
            show_line()
        part = slice(start, start + COLUMNS)
        show_table(
            "",
            ("dice", *(str(each.dice) for each in every[part])),
            [(name, *(each.percent for each in row[part])) for name, row in rows.items()],
        )


def _show_list(rows: Mapping[str, Sequence[Odds]]) -> None:
    """Write one line for each requirement of one number of dice, or for each number of dice."""
    one_aim = len(rows) == 1
    every = [each for row in rows.values() for each in row]
    first = every[0]
    aim = f"{first.aim}{conditions(first.stored, first.strength)}"
    show_wrapped(aim if one_aim else first.setting)
    show_table(
        "",
        ("dice" if one_aim else "", "odds %", "fraction"),
        [
            (str(each.dice) if one_aim else each.aim, each.percent, str(each.fraction))
            for each in every
        ],
    )


def _show_best(ways: Sequence[Stored], roll: Sequence[int]) -> None:
    """Write the first ways to store, what they take and what they are worth."""
    first = ways[0].odds
    show_wrapped(
        f"Which dice to store of {_dice(sorted(roll))}, for {first.aim} with the next "
        f"{counted(first.dice, 'die', 'dice')}{conditions((), first.strength)}"
    )
    rows = [
        (
            _dice(way.stored),
            _dice(way.picked),
            _dice(way.thrown),
            way.odds.percent,
            str(way.odds.fraction),
        )
        for way in ways[:BEST]
    ]
    show_table("", ("stored", "picked", "thrown back", "odds %", "fraction"), rows)
    if len(ways) > BEST:
        show_line(f"and {counted(len(ways) - BEST, 'way')} more")


def _dice(values: Sequence[int]) -> str:
    return " ".join(map(str, values)) or "none"


def _explain(note: str, *, quiet: bool) -> None:
    if not quiet:
        show_line()
        show_wrapped(note)


def _record(wanted: Wanted, **more: object) -> dict[str, object]:
    given = {"stored": sorted(wanted.stored), "strength": wanted.strength}
    return {"schema": 1, "command": "dice", **given, **more, "version": __version__}


def _aim_record(found: Odds) -> dict[str, object]:
    return {"needs": list(found.needs), "corals": list(found.corals), "dice": found.dice}


def _odds_record(found: Odds) -> dict[str, object]:
    return {
        "ways": found.ways,
        "rolls": found.rolls,
        "fraction": str(found.fraction),
        "share": found.share,
    }


def _stored_record(way: Stored) -> dict[str, object]:
    return {
        "stored": list(way.stored),
        "picked": list(way.picked),
        "thrown": list(way.thrown),
        **_odds_record(way.odds),
    }
