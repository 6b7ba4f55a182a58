"""``python -m undertow`` is the command line."""

import sys

from undertow.cli import main

if __name__ == "__main__":
    sys.exit(main())
