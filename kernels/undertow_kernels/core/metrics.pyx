"""Users' numbers: compiled functions of the state in which a game ended."""

from libc.math cimport NAN
from libc.stdint cimport uintptr_t


cdef class Metric:
    """A user's compiled function of a state.

    Parameters
    ----------
    address : int
        Of a ``measure_t``.
    keeper : object
        What keeps the compiled code alive.
    """

    def __cinit__(self, uintptr_t address, keeper):
        self.measure = <measure_t>address
        self._keeper = keeper


cdef void take_measures(const Metrics* metrics, const void* state, Py_ssize_t game) noexcept nogil:
    """Write a game's row; what failed is not a number."""
    cdef Py_ssize_t first = game * metrics.count
    cdef int32_t i
    for i in range(metrics.count):
        metrics.failed[first + i] = metrics.measure[i](state, &metrics.values[first + i]) != 0
        if metrics.failed[first + i]:
            metrics.values[first + i] = NAN


cdef Metrics gather(metrics, double[:, ::1] values, uint8_t[:, ::1] failed,
                    Py_ssize_t games) except *:
    """Return the metrics of a batch with the arrays that they write, whose shapes are checked."""
    cdef Metrics found
    cdef Metric metric
    cdef int32_t i
    found.count = len(metrics)
    if found.count > MAX_METRICS:
        raise ValueError(f"metrics are at most {<int>MAX_METRICS}, got {found.count}")
    for i in range(found.count):
        metric = metrics[i]
        found.measure[i] = metric.measure
    if found.count and games:
        fits = (values is not None and failed is not None
                and values.shape[0] == failed.shape[0] == games
                and values.shape[1] == failed.shape[1] == found.count)
        if not fits:
            raise ValueError(f"values and failed must have shape ({games}, {found.count})")
        found.values = &values[0, 0]
        found.failed = &failed[0, 0]
    return found
