"""Exit codes."""

FINE = 0
FAILED = 1
WRONG = 2  # arguments or a rule file
TRUE = 3  # what --fail-if asks
UNDECIDED = 4  # what was asked, within the budget
FILE = 5  # a result file that cannot be read or written, is damaged or foreign
STOPPED = 130  # Ctrl-C or SIGTERM
