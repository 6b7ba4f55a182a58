# C functions for other kernels; nothing for Python.
