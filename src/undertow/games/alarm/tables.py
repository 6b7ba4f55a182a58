"""Component values to the kernel's Tables record: chances as integer thresholds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undertow_kernels.alarm.state import TABLES_DTYPE

ALL_PROVISIONS = 12  # tokens in the box
MOST_PLAYERS = 4
CHANCE_SCALE = 2**32


def build(values: Mapping[str, Any], players: int) -> NDArray[np.void]:
    """Return the tables record, as ``Game.build`` says; chances become bounds of 32-bit draws."""
    if values["long_voyage"] and players == MOST_PLAYERS:
        raise ValueError("long_voyage is for 2 or 3 players, got 4")
    if values["provisions"] * players > ALL_PROVISIONS:
        raise ValueError(
            f"provisions must be at most {ALL_PROVISIONS // players} with {players} players, "
            f"got {values['provisions']}"
        )
    tables = np.zeros(1, TABLES_DTYPE)
    row = tables[0]
    for key in ("round_cap", "provisions", "kuno_tokens", "token_limit"):
        row[key] = values[key]
    row["target"] = values[_target_key(values)]
    row["handicap"][:players] = _handicap(values)
    row["limit_by_turn"] = values["limit_scope"] == "turn"
    row["forbid_kuno_landing"] = values["forbid_kuno_landing"]
    row["whirlpool"] = values["whirlpool"]
    row["passes"] = values["pendulum_passes"]
    row["pendulum"] = values["capsize_probability"] < 0
    row["capsize_direct"] = threshold(max(values["capsize_probability"], 0.0))
    row["hit"] = threshold(values["pendulum_hit"])
    row["capsize"] = threshold(values["pendulum_capsize"])
    row["righting"] = threshold(values["pendulum_right"])
    row["knock_out"] = threshold(values["pendulum_knock_out"])
    return tables


def _target_key(values: Mapping[str, Any]) -> str:
    return "long_target" if values["long_voyage"] else "target"  # KA-6.1


def _handicap(values: Mapping[str, Any]) -> Sequence[int]:
    """Return the animals that each seat has beside those it takes."""  # KA-5.5
    handicap: Sequence[int] = values["handicap"]
    key = _target_key(values)
    if max(handicap) >= values[key]:
        raise ValueError(f"handicap must be below {key} = {values[key]}, got {max(handicap)}")
    return handicap


def threshold(chance: float) -> int:
    """Return the bound below which a 32-bit draw meets a chance."""
    return floor(CHANCE_SCALE * chance + 0.5)
