"""Play a batch and print a digest of its rows.

usage: python scripts/rows_digest.py ARGUMENTS

ARGUMENTS is a JSON object: what ``undertow.simulate`` is called with.
"""

import json
import sys
from hashlib import sha256

from undertow import simulate
from undertow.rows.results import Result


def digest_of(result: Result) -> str:
    return sha256(result.rows.tobytes()).hexdigest()


if __name__ == "__main__":
    print(digest_of(simulate(**json.loads(sys.argv[1]))))
