"""Yardsticks: the cost of one of numpy's random words, and a loop that does nothing else.

Absolute times are noisy on shared machines; a decision's cost is stated in draws timed in the same
process, and the gain of a second thread is divided by what a spin loop gains.
"""

from libc.stdint cimport uint64_t

import time

import numpy as np

from cpython.pycapsule cimport PyCapsule_GetPointer
from numpy.random cimport bitgen_t


def draw_ns(Py_ssize_t n=2_000_000):
    """Return the nanoseconds of one 64-bit word of ``numpy.random.Philox`` through its C interface.

    Parameters
    ----------
    n : int
        Words drawn, at least 1.

    Returns
    -------
    float
        Processor time of the calling thread.
    """
    generator = np.random.Philox(1)
    cdef bitgen_t* bits = <bitgen_t*>PyCapsule_GetPointer(generator.capsule, "BitGenerator")
    cdef uint64_t sum = 0
    cdef Py_ssize_t _step
    began = time.thread_time_ns()
    with nogil:
        for _step in range(n):
            sum += bits.next_uint64(bits.state)
    spent = time.thread_time_ns() - began
    return spent / n if sum else 0.0


def spin(Py_ssize_t n):
    """Run ``n`` dependent steps without memory, the GIL released; return a number made of them.

    Parameters
    ----------
    n : int

    Returns
    -------
    int
    """
    cdef uint64_t x = 88172645463325252
    cdef Py_ssize_t _step
    with nogil:
        for _step in range(n):           # xorshift64: no compiler folds it
            x ^= x << 13
            x ^= x >> 7
            x ^= x << 17
    return x
