"""One fault for each kind that a sanitizer is to find; compiled with the kernels, never shipped."""

from libc.stdint cimport int8_t, int32_t
from libc.stdlib cimport free, malloc

cdef volatile int32_t shared = 0    # else the loop becomes one addition


def heap(int32_t size):
    """Read the byte behind an allocation of some bytes."""
    cdef int8_t* some = <int8_t*>malloc(size)
    cdef int8_t found
    some[size - 1] = 1
    found = some[size]
    free(some)
    return found


def stack(int32_t past):
    """Read ``past`` places behind an array of four on the stack."""
    cdef int32_t[4] some
    some[:] = [1, 2, 3, 4]
    return some[3 + past]


def shift(int32_t by):
    """Shift an integer of 32 bits."""
    cdef int32_t one = 1
    return one << by


def overflow(int32_t more):
    """Add to the largest integer of 32 bits."""
    cdef int32_t most = 0x7FFFFFFF
    return most + more


def race(int32_t times):
    """Count in a variable of the module that another thread may count in as well."""
    global shared
    cdef int32_t _i
    with nogil:
        for _i in range(times):
            shared += 1


def apply(const unsigned char[::1] move):
    """Take bytes as a move whose second may be an index, unchecked."""
    cdef int8_t* board = <int8_t*>malloc(64)
    cdef int8_t found
    board[63] = 0
    found = board[move[1]] if move.shape[0] == 8 and move[0] == 3 else 0
    free(board)
    return found
