"""Exit codes."""

FINE = 0
FAILED = 1
WRONG = 2  # arguments or a rule file
FILE = 5  # a result file that cannot be read or written, is damaged or foreign
STOPPED = 130  # Ctrl-C
