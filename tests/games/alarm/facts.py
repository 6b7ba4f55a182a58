"""The kernel's positions as the flat lists of facts that the rule page defines."""

import numpy as np
from fact_table import side_by_side

from undertow_kernels.alarm.state import STATE_DTYPE, Limits

TOKENS, STACKS, STACK_SIZE = Limits.TOKENS, Limits.STACKS, Limits.STACK_SIZE
HEAD = 10  # facts before the sea tokens
SEA = STATE_DTYPE.fields["sea"][1]
REEF = STATE_DTYPE.fields["reef"][1]
KNOWN = 4 * 10


def fact_rows(states: np.ndarray, values: dict) -> list[np.ndarray]:
    """Return the facts of each of some successive positions: int16 rows."""
    s = states
    n = len(s)
    players = int(s["players"][0])
    actor = np.where(s["phase"] == 0, -1, s["captain"].astype(np.int16))
    columns = [s["players"], s["start"], s["captain"], actor]
    columns += [s[f] for f in ("round", "turn", "ending", "ship", "kuno", "turned")]
    bits = np.arange(TOKENS)
    tokens = [s["sea"], s["open_tokens"][:, None] >> bits & 1, s["seen"][:, None] >> bits & 1]
    columns.append(np.stack([t.astype(np.int16) for t in tokens], axis=2))
    columns.append(s["known"][:, :, 1:])
    stacks = s["reef"].reshape(n, STACKS, STACK_SIZE)
    columns.append(np.concatenate([s["left"][:, :, None], stacks], axis=2))
    columns.append(np.stack([s["animals"], s["provisions"]], axis=2)[:, :players])
    return list(side_by_side(columns))


def hidden_places(players: int) -> dict[int, int]:
    """Return the place among the facts of each byte that a view may blank: token kinds."""
    reef = HEAD + 3 * TOKENS + KNOWN
    sea = {SEA + i: HEAD + 3 * i for i in range(TOKENS)}
    return sea | {REEF + i: reef + i + i // STACK_SIZE + 1 for i in range(STACKS * STACK_SIZE)}


def swap(state: np.void, name: str, places: list[int], order: list[int]) -> None:
    """Let hidden things change places: ``places[i]`` gets that of ``places[order[i]]``."""
    assert name in {"sea", "reef"}
    state[name][places] = state[name][[places[i] for i in order]]
