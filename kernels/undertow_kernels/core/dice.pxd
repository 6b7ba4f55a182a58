"""Dice as multisets, and what they can make.

A multiset is packed into 64 bits: byte v - 1 counts the dice that show v. Every requirement is a
short list of multisets (``dice_tables.h``); whether dice can meet it is one pass over that list,
exact for any number of dice.
"""

from libc.stdint cimport int32_t, uint16_t, uint64_t

cpdef enum Target:
    SEVEN = 0                # any number of dice that total 7
    LOW_DOUBLE = 1           # a pair of 1, 2 or 3
    HIGH_DOUBLE = 2          # a pair of 4, 5 or 6
    THREE_IN_A_ROW = 3
    THREE_OF_A_KIND = 4
    FOUR_DIFFERENT = 5
    TOTAL_3 = 6              # any number of dice that total 3; TOTAL_3 + n total 3 + n, up to 10
    TARGETS = 14

cdef extern from "undertow_kernels/core/dice_tables.h" nogil:
    const uint64_t COMBINATIONS "undertow_combinations" []
    const uint16_t FIRST "undertow_first" []
    const uint16_t SEVENS "undertow_sevens" []       # combinations of SEVEN of at most so many dice

cdef enum:
    FEWEST = 2               # dice that any target up to FOUR_DIFFERENT asks for

cdef extern from *:
    """
    #define UNDERTOW_HIGH_BITS 0x0000808080808080ULL
    #define UNDERTOW_ONES 0x0000010101010101ULL
    #define UNDERTOW_LOW_VALUES 0x0000000000FFFFFFULL
    """
    const uint64_t HIGH_BITS "UNDERTOW_HIGH_BITS"    # bit 7 of each of the six counts
    const uint64_t ONES "UNDERTOW_ONES"              # 1 in each of the six counts
    const uint64_t LOW_VALUES "UNDERTOW_LOW_VALUES"  # the counts of 1, 2 and 3


cdef inline uint64_t die(int32_t value) noexcept nogil:
    return <uint64_t>1 << 8 * (value - 1)


cdef inline uint64_t at_least(uint64_t counts, int32_t least) noexcept nogil:
    """Return 1 in each count that is ``least`` or more, 1..128; counts are below 128."""
    return (counts + (128 - least) * ONES & HIGH_BITS) >> 7


cdef inline int32_t size(uint64_t dice) noexcept nogil:
    """Return how many dice those are, below 256."""
    return <int32_t>(dice * ONES >> 40 & 0xFF)


cdef inline bint within(uint64_t few, uint64_t many) noexcept nogil:
    """Return whether ``few`` is part of ``many``; counts are below 128."""
    return (((many | HIGH_BITS) - few) & HIGH_BITS) == HIGH_BITS


cdef inline int32_t lacking(uint64_t need, uint64_t have) noexcept nogil:
    """Return how many dice of ``need`` are not in ``have``."""
    cdef uint64_t difference = (need | HIGH_BITS) - have
    cdef uint64_t positive = ((difference & HIGH_BITS) >> 7) * 0x7F
    return size(difference & positive)


cdef inline bint affordable(uint64_t need, uint64_t free, uint64_t limited,
                            int32_t limit) noexcept nogil:
    """Return whether the dice hold ``need`` with at most ``limit`` of the ``limited`` ones."""
    return within(need, free + limited) and lacking(need, free) <= limit


cdef inline bint can_meet(int32_t target, uint64_t chosen, uint64_t free, uint64_t limited,
                          int32_t limit) noexcept nogil:
    """Return whether ``chosen`` dice can be completed to the target exactly.

    ``free`` dice may be added without limit, of the ``limited`` ones at most ``limit``.
    """
    cdef int32_t i
    for i in range(FIRST[target], FIRST[target + 1]):
        if within(chosen, COMBINATIONS[i]) and affordable(
            COMBINATIONS[i] - chosen, free, limited, limit
        ):
            return True
    return False


cdef inline int32_t usable(uint64_t free, uint64_t limited, int32_t limit) noexcept nogil:
    """Return how many dice can be used at once."""
    return size(free) + min(limit, size(limited))


cdef int32_t targets_met(uint64_t free, uint64_t limited, int32_t limit) noexcept nogil


cdef inline bint is_met(int32_t target, uint64_t chosen) noexcept nogil:
    """Return whether the dice chosen are exactly one of the target's combinations."""
    cdef int32_t i
    for i in range(FIRST[target], FIRST[target + 1]):
        if COMBINATIONS[i] == chosen:
            return True
    return False
