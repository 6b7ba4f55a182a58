"""Write the constant table of dice combinations that the kernels use.

usage: python scripts/make_dice_tables.py > kernels/undertow_kernels/core/dice_tables.h

A combination is a multiset of die values, packed into 64 bits: byte v - 1 counts the dice that
show v, bytes 6 and 7 are 0; each target has the fewest dice first. Targets 0 to 5 are the
requirements, 6 to 13 the totals 3 to 10.
"""

from collections import Counter
from itertools import combinations, combinations_with_replacement

VALUES = range(1, 7)


def with_total(total: int) -> list[tuple[int, ...]]:
    """Return every multiset of one or more dice with a total."""
    return [
        dice
        for size in range(1, total + 1)
        for dice in combinations_with_replacement(VALUES, size)
        if sum(dice) == total
    ]


def targets() -> dict[str, list[tuple[int, ...]]]:
    """Return the combinations of each target, by name."""
    named = {
        "seven": with_total(7),
        "low double": [(v, v) for v in (1, 2, 3)],
        "high double": [(v, v) for v in (4, 5, 6)],
        "three in a row": [(v, v + 1, v + 2) for v in range(1, 5)],
        "three of a kind": [(v, v, v) for v in VALUES],
        "four different": list(combinations(VALUES, 4)),
    }
    return named | {f"total {total}": with_total(total) for total in range(3, 11)}


def packed(dice: tuple[int, ...]) -> int:
    """Return a multiset in the table's form."""
    return sum(count << 8 * (value - 1) for value, count in Counter(dice).items())


def main() -> None:
    lines = [
        "/* Written by scripts/make_dice_tables.py; do not edit. */",
        "#include <stdint.h>",
        "",
    ]
    rows: list[str] = []
    first = [0]
    for name, found in targets().items():
        rows.append(f"    /* {name} */")
        rows += [
            f"    0x{packed(dice):012x}ull, /* {' '.join(map(str, dice))} */" for dice in found
        ]
        first.append(first[-1] + len(found))
    lines += ["static const uint64_t undertow_combinations[] = {", *rows, "};", ""]
    lines += [f"static const uint16_t undertow_first[] = {{{', '.join(map(str, first))}}};"]
    sevens = [sum(len(dice) <= most for dice in with_total(7)) for most in range(8)]
    lines += [f"static const uint16_t undertow_sevens[] = {{{', '.join(map(str, sevens))}}};"]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
