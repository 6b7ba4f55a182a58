"""Exit codes."""

FINE = 0
FAILED = 1
WRONG = 2  # arguments or a rule file
STOPPED = 130  # Ctrl-C
