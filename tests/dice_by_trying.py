"""What dice can make, found by trying subsets of them one by one: written from the rulebook."""

from itertools import combinations, combinations_with_replacement

from undertow_kernels.core.dice import Target

VALUES = range(1, 7)
NAIVE = {
    Target.SEVEN: lambda d: sum(d) == 7,
    Target.LOW_DOUBLE: lambda d: len(d) == 2 and d[0] == d[1] <= 3,
    Target.HIGH_DOUBLE: lambda d: len(d) == 2 and d[0] == d[1] >= 4,
    Target.THREE_IN_A_ROW: lambda d: len(d) == 3 and [x - d[0] for x in d] == [0, 1, 2],
    Target.THREE_OF_A_KIND: lambda d: len(d) == 3 and len(set(d)) == 1,
    Target.FOUR_DIFFERENT: lambda d: len(d) == 4 and len(set(d)) == 4,
} | {Target.TOTAL_3 + n: (lambda d, total=3 + n: sum(d) == total) for n in range(8)}


def multisets(most):
    """Yield all dice up to so many, each set once."""
    for size in range(most + 1):
        yield from combinations_with_replacement(VALUES, size)


def usable(free, limited, limit):
    """Yield the dice that may be used together: any of the free, ``limit`` of the limited ones."""
    for n in range(len(free) + 1):
        for some in combinations(free, n):
            for k in range(min(limit, len(limited)) + 1):
                for few in combinations(limited, k):
                    yield some + few


def met_by_trying(target, free, limited, limit):
    """Whether some of the free and at most ``limit`` of the limited dice are the target."""
    return any(NAIVE[target](sorted(dice)) for dice in usable(free, limited, limit) if dice)


def all_met_by_trying(targets, free, limited, limit):
    """Whether two targets are made of such dice, each of its own."""
    first, second = targets
    return any(
        NAIVE[first](sorted(dice[i] for i in part))
        and NAIVE[second](sorted(dice[i] for i in range(len(dice)) if i not in part))
        for dice in set(usable(free, limited, limit))
        for n in range(1, len(dice))
        for part in combinations(range(len(dice)), n)
    )
