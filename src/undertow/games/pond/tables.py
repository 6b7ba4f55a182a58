"""Component values to the kernel's Tables record: the board, the seats, the values, the cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undertow_kernels.pond.state import TABLES_DTYPE, Limits

NORTH, EAST, SOUTH, WEST = range(4)
SIDE = 9
WIDE = range(2, 7)  # columns or rows of a home
VALUE_SHIFT = 2  # a code is the value + 2
UNUSED = 255
MOST_CARDS = 16
THREE = 3
TABLES = {
    "plus": [(4, 4), (3, 4), (5, 4), (4, 3), (4, 5)],
    "x": [(4, 4), (3, 3), (3, 5), (5, 3), (5, 5)],
}
SEATS = {2: [[NORTH], [SOUTH]], 3: [[WEST], [NORTH], [EAST]], 4: [[NORTH], [EAST], [SOUTH], [WEST]]}
TWO_COLOUR_SEATS = {  # KP-1.5
    "opposite": [[NORTH, SOUTH], [EAST, WEST]],
    "beside": [[NORTH, EAST], [SOUTH, WEST]],
}
TEAM_SIDES = {"opposite": [0, 1, 0, 1], "beside": [0, 0, 2, 2]}
RANKS = {  # KP-1.2: of each home, the one in front first
    NORTH: [[(row, column) for column in WIDE] for row in (1, 0)],
    EAST: [[(row, column) for row in WIDE] for column in (7, 8)],
    SOUTH: [[(row, column) for column in WIDE] for row in (7, 8)],
    WEST: [[(row, column) for row in WIDE] for column in (1, 0)],
}
PLAIN_LENGTHS = [((1,), slice(0, 5)), ((2,), slice(5, 9)), ((1, 2, 3), slice(9, 10))]
REACH = 3  # the greatest of these lengths
Square = tuple[int, int]


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
    # KP-1.1
    board = [(r, c) for r in range(SIDE) for c in range(SIDE) if r in WIDE or c in WIDE]
    out = [colour for colour in range(4) if colour not in colours]
    if len(colours) == THREE and values["three_player_unused_home"] == "in":
        out = []
    closed = {square for colour in out for square in _home(colour)}
    row["in_bounds"] = _bits(set(board) - closed)
    row["homes"] = _bits(square for colour in range(4) for square in _home(colour))
    row["table"] = _bits(TABLES[values["table_shape"]])
    row["table_square"] = [_number(square) for square in TABLES[values["table_shape"]]]
    for colour in range(4):
        row["home"][colour] = _bits(_home(colour))
        row["home_of"][[_number(square) for square in _home(colour)]] = colour + 1
        opposite = (colour + 2) % 4
        area = RANKS[opposite][1] if values["far_shore_row"] == "last" else _home(opposite)
        row["far_shore"][colour] = _bits([] if opposite in out else area)
    row["seated"][row["table_square"]] = 1
    for number in range(SIDE * SIDE):
        row["spot"][number] = _bits([divmod(number, SIDE)])
    for length in range(1, SIDE):
        for square in board:
            row["line"][length][_number(square)] = _bits(_straight(square, length, set(board)))
    _fill_plain(row, set(board), closed)


def _fill_plain(row: np.void, board: set[Square], closed: set[Square]) -> None:
    """Fill where each piece may go from each square without cards."""
    homes = {square: colour for colour in range(4) for square in _home(colour)}
    for lengths, pieces in PLAIN_LENGTHS:
        for square in board:
            reached = {s for length in lengths for s in _straight(square, length, board)} - closed
            if square in homes:
                reached = {s for s in reached if homes.get(s, homes[square]) == homes[square]}
            row["plain"][pieces, _number(square)] = _bits(reached)
    _fill_windows(row)


def _fill_windows(row: np.void) -> None:
    """Fill where pieces may go as bits of one word: no piece leaves the seven rows about it."""
    for number in range(SIDE * SIDE):
        first = min(max(number // SIDE - REACH, 0), SIDE - 1 - 2 * REACH)
        row["window"][number] = first
        for rank, (_, pieces) in enumerate(PLAIN_LENGTHS):
            low, high = row["plain"][pieces.start, number].tolist()
            row["near"][rank, number] = (high << 64 | low) >> SIDE * first


def _home(colour: int) -> list[Square]:
    return RANKS[colour][0] + RANKS[colour][1]


def _straight(square: Square, length: int, board: set[Square]) -> Iterable[Square]:
    row, column = square
    steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
    return (s for a, b in steps if (s := (row + length * a, column + length * b)) in board)


def _fill_pieces(row: np.void, values: Mapping[str, Any]) -> None:
    row["spider_code"] = [value + VALUE_SHIFT for value in values["spider_values"]]
    row["frog_code"] = [value + VALUE_SHIFT for value in values["frog_values"]]
    row["dragonfly_code"] = values["dragonfly_value"] + VALUE_SHIFT
    for colour in range(4):
        front, back = RANKS[colour] if values["spiders_in_front"] else RANKS[colour][::-1]
        middle = len(back) // 2
        squares = front + back[:middle] + back[middle + 1 :] + [back[middle]]
        first = int(Limits.EACH) * colour
        row["start_square"][first : first + len(squares)] = [_number(s) for s in squares]


def _fill_cards(row: np.void, values: Mapping[str, Any]) -> None:
    cards = sum(values["card_counts"])
    if cards > MOST_CARDS:
        raise ValueError(f"card_counts must total at most {MOST_CARDS}, got {cards}")
    row["card_count"][1:] = values["card_counts"]


def _number(square: Square) -> int:
    return SIDE * square[0] + square[1]


def _bits(squares: Iterable[Square]) -> list[int]:
    """Return a set of squares as two 64-bit halves, the lower first."""
    mask = sum(1 << _number(square) for square in squares)
    return [mask & (2**64 - 1), mask >> 64]
