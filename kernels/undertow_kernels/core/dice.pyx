"""What dice can make: for the kernels, and as Python sees it for tests, tools and exact answers."""

from libc.stdint cimport int32_t, uint64_t

from .bits cimport bit, has, lowest

cdef enum:
    VALUES = 6
    MOST_TOLD = 255          # dice whose number fits a byte
    MOST_COUNTED = 24        # dice of a roll: 6 ** 24 rolls fit 64 bits, 6 ** 25 do not

MOST_ROLLED = <int>MOST_COUNTED

cdef struct Wish:            # what dice are to make
    int32_t any_of           # one of these targets, a bit each; 0 for none
    int32_t all_of           # and each of these, a bit each, no die counting twice
    uint64_t free
    int32_t limit            # of the dice rolled that may be used


# --- all requirements at once ---------------------------------------------------------------------

cdef int32_t targets_met(uint64_t free, uint64_t limited, int32_t limit) noexcept nogil:
    """Return which targets up to FOUR_DIFFERENT dice can make, a bit each, as ``can_meet`` says.

    Fewer than 256 dice; the limit is not below 0.
    """
    cdef uint64_t have = free + limited
    cdef uint64_t shown = at_least(have, 1)
    cdef uint64_t kept = at_least(free, 1)
    cdef uint64_t rows = shown & shown >> 8 & shown >> 16
    cdef uint64_t kept_of_row = kept + (kept >> 8) + (kept >> 16)
    cdef uint64_t pairs = affordable_each(free, have, 2, limit)
    cdef int32_t most = usable(free, limited, limit)
    if most < FEWEST:
        return 0
    return (
        makes_seven(free, limited, limit, most) << SEVEN
        | ((pairs & LOW_VALUES) != 0) << LOW_DOUBLE
        | ((pairs & ~LOW_VALUES) != 0) << HIGH_DOUBLE
        | ((rows & at_least(kept_of_row + min(limit, 3) * ONES, 3)) != 0) << THREE_IN_A_ROW
        | (affordable_each(free, have, 3, limit) != 0) << THREE_OF_A_KIND
        | (min(size(shown), size(kept) + limit) >= 4) << FOUR_DIFFERENT
    )


cdef inline uint64_t affordable_each(uint64_t free, uint64_t have, int32_t wanted,
                                     int32_t limit) noexcept nogil:
    """Return 1 for each value of which ``wanted`` dice are at hand, up to 3."""
    return at_least(have, wanted) & at_least(free + min(limit, wanted) * ONES, wanted)


cdef inline bint makes_seven(uint64_t free, uint64_t limited, int32_t limit,
                             int32_t most) noexcept nogil:
    """Return whether dice can total seven, of which ``most`` can be used at once."""
    cdef int32_t first = FIRST[<int32_t>SEVEN]
    cdef int32_t i
    for i in range(first, first + SEVENS[min(most, 7)]):
        if affordable(COMBINATIONS[i], free, limited, limit):
            return True
    return False


# --- one requirement ------------------------------------------------------------------------------

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
    check_target(target)
    return bool(can_meet(target, pack(chosen), pack(free), pack(limited), limit))


def made(object free, object limited, int limit):
    """Return which targets up to FOUR_DIFFERENT dice can make, ascending, as ``meets`` says.

    Parameters
    ----------
    free, limited : sequence of int
        Values 1 to 6 of the dice that may be used, and may be used up to a limit.
    limit : int
        How many of the ``limited`` dice may be used.

    Raises
    ------
    ValueError
        A value outside 1 to 6, more than 127 dice of one value or 255 in all, a limit below 0.
    """
    cdef uint64_t have = pack(free)
    cdef uint64_t there = pack(limited)
    check_counts(have + there)
    if len(free) + len(limited) > MOST_TOLD or limit < 0:
        raise ValueError(f"at most {<int>MOST_TOLD} dice, and a limit from 0 on")
    met = targets_met(have, there, limit)
    return [target for target in range(FOUR_DIFFERENT + 1) if has(met, target)]


cdef int check_target(int target) except -1:
    if not 0 <= target < TARGETS:
        raise ValueError(f"a target is 0 to {<int>TARGETS - 1}, got {target}")
    return 0


cdef uint64_t pack(object values) except? 0xFF:
    cdef uint64_t packed = 0
    for value in values:
        if not 1 <= value <= 6:
            raise ValueError(f"a die shows 1 to 6, got {value}")
        packed += die(value)
        check_counts(packed)
    return packed


cdef int check_counts(uint64_t packed) except -1:
    if packed & HIGH_BITS:
        raise ValueError("at most 127 dice of one value")
    return 0


def combinations(int target):
    """Return the multisets that make a target, each as its six counts.

    Raises
    ------
    ValueError
        No such target.
    """
    check_target(target)
    return [
        tuple((<uint64_t>COMBINATIONS[i] >> 8 * v) & 0xFF for v in range(6))
        for i in range(FIRST[target], FIRST[target + 1])
    ]


# --- several targets, and all rolls ---------------------------------------------------------------

cdef bint all_met(int32_t targets, uint64_t spent, uint64_t free, uint64_t limited,
                  int32_t limit) noexcept nogil:
    """Return whether dice make each target beside those spent, no die counting twice."""
    cdef int32_t i
    cdef int32_t target
    if targets == 0:
        return True
    target = lowest(targets)
    for i in range(FIRST[target], FIRST[target + 1]):
        if affordable(spent + COMBINATIONS[i], free, limited, limit) and all_met(
            targets & (targets - 1), spent + COMBINATIONS[i], free, limited, limit
        ):
            return True
    return False


cdef bint fulfilled(const Wish* wish, uint64_t rolled) noexcept nogil:
    cdef int32_t any_of = wish.any_of
    if any_of == 0:
        return all_met(wish.all_of, 0, wish.free, rolled, wish.limit)
    while any_of:
        if all_met(wish.all_of | (any_of & -any_of), 0, wish.free, rolled, wish.limit):
            return True
        any_of &= any_of - 1
    return False


cdef uint64_t count(const Wish* wish, int32_t value, int32_t left, uint64_t rolled,
                    uint64_t orders) noexcept nogil:
    """Return in how many rolls that begin with some dice the wish is fulfilled.

    ``rolled`` are the dice below ``value``, in ``orders`` orders among all; the ``left`` others
    show ``value`` or more.
    """
    cdef uint64_t total = 0
    cdef uint64_t choices = 1            # of places for the dice that show the value
    cdef int32_t shown
    if value == VALUES:
        if fulfilled(wish, rolled + left * die(VALUES)):
            total = orders
        return total
    for shown in range(left + 1):
        total += count(
            wish, value + 1, left - shown, rolled + shown * die(value), orders * choices
        )
        choices = choices * (left - shown) // (shown + 1)
    return total


def fulfils(object any_of, object all_of, object rolled, object free, int limit):
    """Return whether dice make one target of a list and all of another, none counting twice.

    Parameters
    ----------
    any_of, all_of : sequence of Target
        Without ``any_of``, ``all_of`` alone counts.
    rolled, free : sequence of int
        Values 1 to 6 of the dice that may be used up to the limit, and without one.
    limit : int
        How many of the dice rolled may be used.

    Raises
    ------
    ValueError
        No such target, a value outside 1 to 6, or more than 127 dice of one value.
    """
    cdef Wish wish = wished(any_of, all_of, free, limit)
    cdef uint64_t dice = pack(rolled)
    check_counts(wish.free + dice)
    return bool(fulfilled(&wish, dice))


def ways(object any_of, object all_of, int dice, object free, int limit):
    """Return how many of the ``6 ** dice`` rolls fulfil a wish, as ``fulfils`` says.

    Raises
    ------
    ValueError
        As ``fulfils``, or more than ``MOST_ROLLED`` dice.

    Notes
    -----
    The sum of the multinomial coefficients of all multisets of dice that fulfil it; exact.
    """
    cdef Wish wish = wished(any_of, all_of, free, limit)
    if not 0 <= dice <= MOST_COUNTED:
        raise ValueError(f"dice is 0 to {MOST_ROLLED}, got {dice}")
    check_counts(wish.free + <uint64_t>dice * ONES)
    return count(&wish, 1, dice, 0, 1)


cdef Wish wished(object any_of, object all_of, object free, int limit) except *:
    return Wish(target_bits(any_of), target_bits(all_of), pack(free), limit)


cdef int32_t target_bits(object targets) except -1:
    cdef int32_t bits = 0
    for target in targets:
        check_target(target)
        bits |= <int32_t>bit(target)
    return bits
