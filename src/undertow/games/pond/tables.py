"""Component values to the kernel's Tables record: the board, the seats, the values, the cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undertow.games.pond.squares import (
    EAST,
    HOMES,
    NORTH,
    ON_BOARD,
    RANKS,
    SIDE,
    SOUTH,
    TABLES,
    WEST,
    bits,
    halves,
    number,
    plain,
    straight,
)
from undertow_kernels.pond.state import TABLES_DTYPE, Limits

VALUE_SHIFT = 2  # a code is the value + 2
UNUSED = 255
MOST_CARDS = 16
THREE = 3
SEATS = {2: [[NORTH], [SOUTH]], 3: [[WEST], [NORTH], [EAST]], 4: [[NORTH], [EAST], [SOUTH], [WEST]]}
TWO_COLOUR_SEATS = {  # KP-1.5
    "opposite": [[NORTH, SOUTH], [EAST, WEST]],
    "beside": [[NORTH, EAST], [SOUTH, WEST]],
}
TEAM_SIDES = {"opposite": [0, 1, 0, 1], "beside": [0, 0, 2, 2]}
PLAIN_LENGTHS = [((1,), slice(0, 5)), ((2,), slice(5, 9)), ((1, 2, 3), slice(9, 10))]
REACH = 3  # the greatest of these lengths
EVERY = range(SIDE * SIDE)  # square, those off the board too


def build(values: Mapping[str, Any], players: int) -> NDArray[np.void]:
    """Return the tables record, as ``Game.build`` says; areas become sets of squares."""
    tables = np.zeros(1, TABLES_DTYPE)
    row = tables[0]
    for key in ("round_cap", "start_cards", "hand_limit", "web_tokens", "shell_tokens"):
        row[key] = values[key]
    for key in ("table_hold", "pond_power", "values_dealt", "legs_exact", "snake_draws"):
        row[key] = values[key]
    row["handicap"][:players] = values["handicap"]
    row["far_shore_on"] = values["far_shore"]
    row["agile_distance"] = values["agile_mode"] == "distance"
    row["removal"] = players == THREE
    row["middle_starts"] = players == THREE and values["middle_starts"]
    colours = _fill_seats(row, values, players)
    _fill_board(row, values, colours)
    _fill_pieces(row, values)
    _fill_cards(row, values)
    return tables


def _fill_seats(row: np.void, values: Mapping[str, Any], players: int) -> list[int]:
    """Fill owners and sides; return the colours in play."""
    mode = values["mode"]
    if mode == "two_colour" and players != 2:
        raise ValueError(f"mode = two_colour is for 2 players, got {players}")
    if mode == "teams" and players != 4:
        raise ValueError(f"mode = teams is for 4 players, got {players}")
    seats = seat_colours(values, players)
    row["owner"] = UNUSED
    for seat, colours in enumerate(seats):
        row["owner"][colours] = seat
        row["colours"][seat, : len(colours)] = sorted(colours)
    row["colours_each"] = len(seats[0])
    row["holder"] = [UNUSED, *np.repeat(row["owner"], Limits.EACH)]
    _fill_sides(row, values, players)
    return sorted(colour for colours in seats for colour in colours)


def _fill_sides(row: np.void, values: Mapping[str, Any], players: int) -> None:
    """Fill who wins together, and the pieces of other sides, which score in a seat's dungeon."""
    row["side"] = sides(values)
    row["teams"] = values["mode"] == "teams"
    for seat in range(players):  # KP-4.2
        rival = [o != UNUSED and row["side"][o] != row["side"][seat] for o in row["owner"]]
        row["rivals"][seat] = np.repeat(rival, Limits.EACH).astype(np.uint8).view("<u8")


def seat_colours(values: Mapping[str, Any], players: int) -> list[list[int]]:
    """Return the colours that each seat plays."""
    if values["mode"] == "two_colour":
        return TWO_COLOUR_SEATS[values["two_colour_layout"]]
    return SEATS[players]


def sides(values: Mapping[str, Any]) -> list[int]:
    """Return the side that each seat wins with."""
    return TEAM_SIDES[values["team_layout"]] if values["mode"] == "teams" else list(range(4))


def _fill_board(row: np.void, values: Mapping[str, Any], colours: list[int]) -> None:
    out = [colour for colour in range(4) if colour not in colours]
    if len(colours) == THREE and values["three_player_unused_home"] == "in":
        out = []
    closed = sum(HOMES[colour] for colour in out)
    table = TABLES[values["table_shape"]]
    row["in_bounds"] = halves(bits(ON_BOARD) & ~closed)
    row["homes"] = halves(sum(HOMES))
    row["table"] = halves(bits(table))
    row["table_square"] = [number(square) for square in table]
    row["seated"][row["table_square"]] = 1
    for colour, home in enumerate(HOMES):
        row["home"][colour] = halves(home)
        row["home_of"][[number(s) for rank in RANKS[colour] for s in rank]] = colour + 1
        opposite = (colour + 2) % 4
        area = bits(RANKS[opposite][1]) if values["far_shore_row"] == "last" else HOMES[opposite]
        row["far_shore"][colour] = halves(0 if opposite in out else area)
    row["spot"][EVERY] = [halves(1 << square) for square in EVERY]
    for length in range(1, SIDE):
        _fill_squares(row["line"][length], straight(length))
    for lengths, pieces in PLAIN_LENGTHS:
        for piece in range(pieces.start, pieces.stop):
            _fill_squares(row["plain"][piece], plain(lengths, closed))
    _fill_windows(row, closed)


def _fill_squares(field: NDArray[np.uint64], masks: Mapping[int, int]) -> None:
    field[list(masks)] = [halves(mask) for mask in masks.values()]


def _fill_windows(row: np.void, closed: int) -> None:
    """Fill where pieces may go as bits of one word: no piece leaves the seven rows about it."""
    window = [min(max(square // SIDE - REACH, 0), SIDE - 1 - 2 * REACH) for square in EVERY]
    row["window"][EVERY] = window
    for rank, (lengths, _) in enumerate(PLAIN_LENGTHS):
        for square, mask in plain(lengths, closed).items():
            row["near"][rank, square] = mask >> SIDE * window[square]


def _fill_pieces(row: np.void, values: Mapping[str, Any]) -> None:
    row["spider_code"] = [value + VALUE_SHIFT for value in values["spider_values"]]
    row["frog_code"] = [value + VALUE_SHIFT for value in values["frog_values"]]
    row["dragonfly_code"] = values["dragonfly_value"] + VALUE_SHIFT
    for colour in range(4):
        front, back = RANKS[colour] if values["spiders_in_front"] else RANKS[colour][::-1]
        middle = len(back) // 2
        starts = front + back[:middle] + back[middle + 1 :] + [back[middle]]
        first = int(Limits.EACH) * colour
        row["start_square"][first : first + len(starts)] = [number(square) for square in starts]


def _fill_cards(row: np.void, values: Mapping[str, Any]) -> None:
    cards = sum(values["card_counts"])
    if cards > MOST_CARDS:
        raise ValueError(f"card_counts must total at most {MOST_CARDS}, got {cards}")
    row["card_count"][1:] = values["card_counts"]
