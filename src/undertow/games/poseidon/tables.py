"""Component values to the kernel's Tables record: geometry, thresholds, what must fit together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erf, floor, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undertow.dice import REQUIREMENTS
from undertow_kernels.poseidon.state import TABLES_DTYPE, Limits, Symbol

SYMBOLS = {
    "blank": Symbol.BLANK,
    "arrow": Symbol.ARROW,
    "eat": Symbol.EAT_SYMBOL,
    "wave": Symbol.WAVE,
    "dice": Symbol.STORAGE,
}
PLAIN = [  # components that are fields of Tables as they stand
    "round_cap",
    "dice_per_player",
    "neutral_dice",
    "setup_own_dice",
    "setup_neutral_dice",
    "setup_load",
    "skeletons",
    "bonus_load",
    "bonus_track",
    "track_spaces",
    "graveyard_clear",
    "graveyard_each",
    "coral_and_friend",
    "mixed_store_eat",
    "respawn_after_move",
    "chain_crash",
    "literal_joke_tiebreak",
    "setup_turns_shark",
    "head_blocks_turn",
    "tiebreak_best_counter",
]
LOW_ARMS = 4  # arms 1 to 4 have the low counters
MOST_TILES = 26  # so many fit the reef record
FALL_SCALE = 2**32


def build(values: Mapping[str, Any], players: int) -> NDArray[np.void]:
    """Return the tables record, as ``Game.build`` says; falling dice become bounds of draws."""
    tables = np.zeros(1, TABLES_DTYPE)
    row = tables[0]
    row["players"] = players
    row["handicap"][:players] = values["handicap"]
    for key in PLAIN:
        row[key] = values[key]
    _fill_ocean(row, values)
    _fill_wave(row, values, players)
    _fill_reef(row, values, players)
    _fill_kraken(row, values, players)
    return tables


def shark_loop(waves: int, crossing: int) -> list[int]:
    """Return the spaces in the order in which the shark meets them when it starts."""
    left = list(range(1, waves + 1))
    right = [waves + space for space in left]
    return [
        *left[:crossing],
        *right[crossing:],
        2 * waves + 1,
        *reversed(left[crossing:]),
        *reversed(right[:crossing]),
        0,
    ]


def fall_thresholds(values: Mapping[str, Any]) -> list[int]:
    """Return for each small wave the bound below which a 32-bit draw lands in it or before it.

    A die's depth is |N(mean, sd)|, its side N(0, sd), in small waves; within half an edge of an
    inner border it counts for the wave nearer the beach; beyond the far or a side border by more
    than half an edge it is off the board.
    """
    waves = values["small_waves"]
    mean, sd = values["fall_depth_mean"], values["fall_depth_sd"]
    half_edge = values["fall_die_edge"] / 2
    on_board = erf((values["fall_half_width"] + half_edge) / (values["fall_side_sd"] * sqrt(2)))

    def nearer_than(border: float) -> float:
        return (erf((border - mean) / (sd * sqrt(2))) + erf((border + mean) / (sd * sqrt(2)))) / 2

    borders = [wave - half_edge for wave in range(1, waves)] + [waves + half_edge]
    return [floor(FALL_SCALE * on_board * nearer_than(border) + 0.5) for border in borders]


def _fill_ocean(row: np.void, values: Mapping[str, Any]) -> None:
    waves, crossing = values["small_waves"], values["crossing"]
    spaces = 2 * waves + 2
    if crossing >= waves:
        raise ValueError(f"crossing must be below small_waves = {waves}, got {crossing}")
    if values["shark_start"] > waves:
        raise ValueError(
            f"shark_start must be 1 to small_waves = {waves}, got {values['shark_start']}"
        )
    key = f"shark_{values['shark_set']}"
    if len(values[key]) != spaces:
        raise ValueError(
            f"{key} needs {spaces} numbers for small_waves = {waves}, got {len(values[key])}"
        )
    loop = shark_loop(waves, crossing)
    row["waves"], row["spaces"] = waves, spaces
    row["loop"][:spaces] = loop
    row["shark_start"] = loop.index(values["shark_start"])
    row["shark_way"] = 1 if values["shark_start"] <= crossing else -1
    row["shark_number"][:spaces] = values[key]
    row["dice_on_space"][[0, spaces - 1]] = 1
    row["dice_on_link"][[crossing - 1, spaces - 2 - crossing]] = 1
    row["wave_of"][1 : spaces - 1] = [*range(1, waves + 1)] * 2
    if values["end_spaces_touch_waves"]:
        row["wave_of"][[0, spaces - 1]] = 1, waves
    row["links"][:spaces] = _links(waves, crossing)


def _links(waves: int, crossing: int) -> list[int]:
    """Return the linked spaces of each space, a bit each."""  # PK-A4
    links = [0] * (2 * waves + 2)

    def join(a: int, b: int) -> None:
        links[a] |= 1 << b
        links[b] |= 1 << a

    for first in (1, waves + 1):
        for wave in range(waves - 1):
            join(first + wave, first + wave + 1)
        join(0, first)
        join(first + waves - 1, 2 * waves + 1)
    join(crossing, waves + crossing + 1)  # PK-C2.4: links like others
    join(waves + crossing, crossing + 1)
    return links


def _fill_wave(row: np.void, values: Mapping[str, Any], players: int) -> None:
    opening = players * values["setup_own_dice"] + values["setup_neutral_dice"]
    if opening > values["wave_capacity"]:
        raise ValueError(
            f"wave_capacity must be at least the {opening} dice of the opening wave, "
            f"got {values['wave_capacity']}"
        )
    if values["setup_neutral_dice"] > values["neutral_dice"]:
        raise ValueError(
            f"setup_neutral_dice must be at most neutral_dice = {values['neutral_dice']}, "
            f"got {values['setup_neutral_dice']}"
        )
    thresholds = values["bonus_thresholds"]
    if list(thresholds) != sorted(thresholds):
        raise ValueError(f"bonus_thresholds must ascend, got {list(thresholds)}")
    fall = fall_thresholds(values)
    if fall[-1] < FALL_SCALE // 2:
        raise ValueError(
            "small_waves, fall_depth_mean, fall_depth_sd, fall_side_sd and fall_half_width must "
            f"keep at least half of all dice on the board, these keep {fall[-1] / FALL_SCALE:.1%}"
        )
    row["capacity"] = values["wave_capacity"]  # PK-B2
    row["bonus_threshold"] = thresholds
    row["fall"][: len(fall)] = fall


def _fill_reef(row: np.void, values: Mapping[str, Any], players: int) -> None:
    dropped = values["start_dropped"] if players == 3 else 0
    row["start_tiles"] = sum(1 << tile for tile in range(Limits.START_TILES) if tile + 1 != dropped)
    row["start_first"], row["start_second"] = _symbols(values["start_set"])
    row["tile_first"], row["tile_second"] = _symbols(values["tile_faces"])  # PK-A2
    counts = [max(count - values["tiles_removed"], 0) for count in values["tile_counts"]]
    if sum(values["tile_counts"]) > MOST_TILES:
        raise ValueError(
            f"tile_counts must total at most {MOST_TILES}, got {sum(values['tile_counts'])}"
        )
    row["tile_count"] = counts


def _symbols(tiles: Sequence[str]) -> tuple[list[int], list[int]]:
    pairs = [tile.split() for tile in tiles]
    return [SYMBOLS[first] for first, _ in pairs], [SYMBOLS[second] for _, second in pairs]


def _fill_kraken(row: np.void, values: Mapping[str, Any], players: int) -> None:
    for arm, name in enumerate(values["arms"]):
        key = "counters_low" if arm < LOW_ARMS else "counters_high"
        if list(values[key]) != sorted(values[key], reverse=True):
            raise ValueError(f"{key} must not ascend: the highest lies on top, got {values[key]}")
        # PK-C3.11, PK-C3.12, PK-C3.13, PK-C3.14, PK-C3.15, PK-C3.16
        row["arm_target"][arm] = REQUIREMENTS[name]
        row["arm_counter"][arm][:players] = values[key]
    _check_track(values, players)
    row["track_start"] = values["track_starts"]
    row["dummies"] = sum(1 << space for space in values["track_dummies"])
    if sum(values["coral_counts"]) != Limits.CORALS:
        raise ValueError(
            f"coral_counts must total {Limits.CORALS}, got {sum(values['coral_counts'])}"
        )
    row["coral_count"] = values["coral_counts"]


def _check_track(values: Mapping[str, Any], players: int) -> None:
    spaces = values["track_spaces"]
    used = [*values["track_starts"][:players], *values["track_dummies"]]
    if max(used) > spaces:
        raise ValueError(f"track_starts and track_dummies must be 0 to {spaces}, got {max(used)}")
    taken = [space for space in used if space]
    if len(set(taken)) < len(taken):
        raise ValueError(
            f"track_starts and track_dummies must not share a space, got {sorted(taken)}"
        )
