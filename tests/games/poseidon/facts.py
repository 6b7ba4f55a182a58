"""The kernel's positions as the flat lists of facts that the rule page defines."""

import numpy as np
from fact_table import side_by_side

from undertow_kernels.poseidon.state import STATE_DTYPE

FACE = ("q", "r", "height", "symbol", "tile", "held")
ARMS = 6
CORALS = 8
FIRST_CORAL = 3
KIND = STATE_DTYPE.fields["coral_kind"][1]


def fact_rows(states: np.ndarray, values: dict) -> list[np.ndarray]:
    """Return the facts of each of some successive positions: int16 rows."""
    grown = (np.diff(states["faces"].astype(np.int16), axis=0) != 0).any(axis=1)
    runs = np.split(states, np.flatnonzero(grown) + 1)
    return [row for run in runs for row in table(run, values)]


def table(s: np.ndarray, values: dict) -> np.ndarray:
    """Return the facts of positions whose reefs have the same hexes: shape (n, facts)."""
    n = len(s)
    players = int(s["players"][0])
    actor = np.where(s["phase"] == 0, -1, s["decider"].astype(np.int16))
    columns = [s["players"], s["start"], s["active"], actor]
    columns += [s[f] for f in ("round", "turn", "final", "final_left", "ending")]
    columns += [s["supply"], s["wave"], s["sea"][:, : values["small_waves"]].reshape(n, -1)]
    for seat in range(players):
        columns += seat_columns(s, seat)
    columns += [s["tiles"], s["counters_taken"]]
    columns += [s[f] for f in ("shark", "shark_way", "skeletons")]
    corals = [s[f] for f in ("coral_kind", "coral_owner", "coral_known")]
    columns.append(np.stack(corals, axis=2).reshape(n, -1))
    return side_by_side(columns)


def seat_columns(s: np.ndarray, seat: int) -> list[np.ndarray]:
    n = len(s)
    count = int(s["faces"][0, seat])
    held = s["friends"][:, seat, None] >> np.arange(ARMS) & 1
    reef = np.stack([s[f][:, seat, :count].astype(np.int16) for f in FACE], axis=2)
    return [
        np.sort(s["creature"][:, seat], axis=1),
        s["track"][:, seat],
        held,
        s["counter"][:, seat],
        *(s[f][:, seat] for f in ("steps_due", "start_left", "faces")),
        reef.reshape(n, -1),
    ]


def hidden_places(players: int) -> dict[int, int]:
    """Return the place among the facts, from the end, of each byte that a view may blank."""
    return {KIND + i: 3 * (i - CORALS) for i in range(CORALS)}


def swap(state: np.void, name: str, places: list[int], order: list[int]) -> None:
    """Let hidden corals change places: number ``places[i]`` gets that of ``places[order[i]]``."""
    assert name == "coral"
    at = np.array(places) - FIRST_CORAL
    state["coral_kind"][at] = state["coral_kind"][at[order]]
