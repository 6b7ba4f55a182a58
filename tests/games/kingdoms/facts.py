"""The kernel's positions as the flat lists of facts that the rule page defines."""

import numpy as np
from fact_table import side_by_side

from undertow_kernels.kingdoms.state import STATE_DTYPE, Limits, Phase, Task

SPACES = Limits.SPACES
HEAD = 13  # facts before the spaces
BEFORE_CHOSEN = 14  # facts of a seat before the card chosen
EACH = BEFORE_CHOSEN + 1  # facts of a seat
CHOSEN = STATE_DTYPE.fields["chosen"][1]
HAND_CODE = 16  # a card of a seat's hand is 16 * (seat + 1) + card


def fact_rows(states: np.ndarray, values: dict) -> list[np.ndarray]:
    """Return the facts of each of some successive positions: int16 rows."""
    s = states
    players = int(s["players"][0])
    actor = np.where(s["phase"] == Phase.FINISHED, -1, s["seat"].astype(np.int16))
    columns = [s["players"], s["start"], s["first"], actor]
    columns += [s[f] for f in ("round", "turn", "ending", "marker", "stock", "age", "goal")]
    spaces = np.arange(SPACES)
    capital = s["capitals"][:, None] >> spaces & 1
    units = s["units"][:, :players].swapaxes(1, 2)
    place = np.stack([x.astype(np.int16) for x in (s["terrain"], capital, s["sharks"])], axis=2)
    columns.append(np.concatenate([place, units], axis=2))
    columns.append(_seats(s)[:, :players])
    columns.append(_steps_left(s))
    return list(side_by_side(columns))


def _seats(s: np.ndarray) -> np.ndarray:
    points = ("solo_points", "entry_points", "goal_points", "capital_points", "end_points")
    score = sum(s[field].astype(np.int16) for field in points)
    covered = s["covered"][:, :, None] >> np.arange(4) & 1
    spare = 4 - covered.sum(axis=2)
    spare = np.where(s["covered"] == 0, 3, spare)  # the first disc is none of the spare ones
    parts = [s["supply"], score, s["bait"], s["level"][:, :, 1:], covered, spare]
    parts += [s["foci"], s["hand"], s["chosen"]]
    shaped = [p.astype(np.int16).reshape(len(s), Limits.MAX_PLAYERS, -1) for p in parts]
    return np.concatenate(shaped, axis=2)


def _steps_left(s: np.ndarray) -> np.ndarray:
    top = np.maximum(s["depth"].astype(int) - 1, 0)
    rows = np.arange(len(s))
    counted = [*range(Task.TASK_BOLSTER, Task.TASK_UPGRADE + 1), Task.TASK_MOVE_ONE, Task.TASK_SEND]
    asked = (s["phase"] == Phase.CHOOSE_STEP) & np.isin(s["task"][rows, top], counted)
    return np.where(asked, s["left"][rows, top], 0)


def hidden_places(players: int) -> dict[int, int]:
    """Return the place among the facts of each byte that a view may blank: cards chosen."""
    seats = HEAD + (3 + players) * SPACES
    return {CHOSEN + seat: seats + EACH * seat + BEFORE_CHOSEN for seat in range(players)}


def swap(state: np.void, name: str, places: list[int], order: list[int]) -> None:
    """Let a seat's chosen card, the first of ``places``, change places with others in its hand."""
    assert name == "chosen"
    seat = places[0] // HAND_CODE - 1
    assert state["chosen"][seat] == places[0] % HAND_CODE
    state["chosen"][seat] = places[order[0]] % HAND_CODE
