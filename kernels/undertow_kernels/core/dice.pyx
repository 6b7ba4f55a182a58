"""The dice tables as Python sees them: for tests, tools and exact answers."""


def meets(int target, object chosen, object free, object limited, int limit):
    """Return whether dice can be completed to a target exactly.

    Parameters
    ----------
    target : Target
    chosen, free, limited : sequence of int
        Values 1 to 6 of the dice that must be used, may be used, and may be used up to a limit.
    limit : int
        How many of the ``limited`` dice may be used.

    Raises
    ------
    ValueError
        No such target, a value outside 1 to 6, or more than 127 dice of one value.
    """
    if not 0 <= target < TARGETS:
        raise ValueError(f"a target is 0 to {<int>TARGETS - 1}, got {target}")
    return bool(can_meet(target, pack(chosen), pack(free), pack(limited), limit))


cdef uint64_t pack(object values) except? 0xFF:
    cdef uint64_t packed = 0
    for value in values:
        if not 1 <= value <= 6:
            raise ValueError(f"a die shows 1 to 6, got {value}")
        packed += die(value)
        if packed & HIGH_BITS:
            raise ValueError("at most 127 dice of one value")
    return packed


def combinations(int target):
    """Return the multisets that make a target, each as its six counts.

    Raises
    ------
    ValueError
        No such target.
    """
    if not 0 <= target < TARGETS:
        raise ValueError(f"a target is 0 to {<int>TARGETS - 1}, got {target}")
    return [
        tuple((<uint64_t>COMBINATIONS[i] >> 8 * v) & 0xFF for v in range(6))
        for i in range(FIRST[target], FIRST[target + 1])
    ]
