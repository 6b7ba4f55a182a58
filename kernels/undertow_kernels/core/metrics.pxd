"""Users' numbers: compiled functions of the state in which a game ended."""

from libc.stdint cimport int32_t, uint8_t

cpdef enum Bounds:
    MAX_METRICS = 64         # of a run

ctypedef int32_t (*measure_t)(const void* state, double* value) noexcept nogil

cdef class Metric:
    cdef measure_t measure   # writes a number; returns other than 0 if it failed
    cdef object _keeper

cdef struct Metrics:
    measure_t measure[MAX_METRICS]
    int32_t count
    double* values           # a row of ``count`` for each game
    uint8_t* failed          # the same, 1 where a measure failed

cdef void take_measures(const Metrics* metrics, const void* state, Py_ssize_t game) noexcept nogil
cdef Metrics gather(metrics, double[:, ::1] values, uint8_t[:, ::1] failed,
                    Py_ssize_t games) except *
