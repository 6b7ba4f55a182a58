"""The board of Knights of the Pond Table: its squares, and which of them lead to which."""

from __future__ import annotations

from games.pond.referee_moves import (
    COLOURS,
    DRAGONFLY,
    EAST,
    FROG,
    NORTH,
    SOUTH,
    SPIDER,
    WEST,
)

OFF = 81
MIDDLE = range(2, 7)
DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
PLUS = [(4, 4), (3, 4), (5, 4), (4, 3), (4, 5)]
CROSS = [(4, 4), (3, 3), (3, 5), (5, 3), (5, 5)]
FRONT = {NORTH: 1, EAST: 7, SOUTH: 7, WEST: 1}
BACK = {NORTH: 0, EAST: 8, SOUTH: 8, WEST: 0}


def number(row, column):
    return 9 * row + column


def place(square):
    """Row and column of a square."""
    return divmod(square, 9)


def on_board(row, column):
    """KP-1.1: the corners of 2 x 2 squares are missing."""
    return 0 <= row <= 8 and 0 <= column <= 8 and (row in MIDDLE or column in MIDDLE)


def rank(colour, line):
    """The five squares of a row (north, south) or column (east, west), from the lowest."""
    if colour in (NORTH, SOUTH):
        return [number(line, column) for column in MIDDLE]
    return [number(row, line) for row in MIDDLE]


def home(colour):
    return rank(colour, FRONT[colour]) + rank(colour, BACK[colour])


HOMES = {colour: home(colour) for colour in COLOURS}
HOME_AT = {square: colour for colour in COLOURS for square in HOMES[colour]}


def opposite(colour):
    return (colour + 2) % 4


def are_beside(one, other):
    """Two squares that touch, in any direction."""
    (row, column), (row_2, column_2) = place(one), place(other)
    return one != other and abs(row - row_2) <= 1 and abs(column - column_2) <= 1


class Board:
    """The board as the components shape it; `closed` are colours whose homes are out of bounds."""

    def __init__(self, values, closed):
        squares = PLUS if values["table_shape"] == "plus" else CROSS
        self.table = [number(row, column) for row, column in squares]
        self.in_bounds = {
            number(row, column)
            for row in range(9)
            for column in range(9)
            if on_board(row, column) and HOME_AT.get(number(row, column)) not in closed  # KP-1.4
        }
        self.agile_path = values["agile_mode"] == "path"
        self.last_row_only = values["far_shore_row"] == "last"
        self.starts = {colour: self.start_squares(colour, values) for colour in COLOURS}

    def start_squares(self, colour, values):
        """KP-1.2: the start squares of each kind, those of its pieces in order."""
        front, back = rank(colour, FRONT[colour]), rank(colour, BACK[colour])
        if not values["spiders_in_front"]:
            front, back = back, front
        return {SPIDER: front, FROG: back[:2] + back[3:], DRAGONFLY: [back[2]]}

    # --- where a piece gets to

    def reach(self, origin, lengths, agile):
        """The squares in bounds at these lengths, but for the origin, by number."""
        found = set()
        for length in lengths:
            if not agile:
                found |= self.straight(origin, length)
            elif self.agile_path:
                found |= self.bent(origin, length)
            else:
                found |= self.apart(origin, length)
        return [square for square in sorted(found) if self.joined(origin, square)]

    def joined(self, origin, square):
        """KP-2.4: no move leads from one home straight into another."""
        here, there = HOME_AT.get(origin), HOME_AT.get(square)
        return here is None or there is None or here == there

    def straight(self, origin, length):
        """KP-2.2: only the square at the end matters; KP-2.3: it is in bounds."""
        row, column = place(origin)
        found = set()
        for down, right in DIRECTIONS:
            end = (row + length * down, column + length * right)
            if on_board(*end) and number(*end) in self.in_bounds:
                found.add(number(*end))
        return found

    def bent(self, origin, length):
        """KP-6.6: so many single steps, each to a square in bounds; the end is elsewhere."""
        ends = {origin}
        for _ in range(length):
            ends = {square for end in ends for square in self.straight(end, 1)}
        return ends - {origin}

    def apart(self, origin, length):
        """KP-6.6: the other reading."""
        row, column = place(origin)
        found = set()
        for square in self.in_bounds:
            row_2, column_2 = place(square)
            if max(abs(row - row_2), abs(column - column_2)) == length:
                found.add(square)
        return found

    # --- the far shore

    def far_shore(self, colour):
        """KP-5.1: the home opposite, or its last row, as seen from a colour."""
        far = opposite(colour)
        return rank(far, BACK[far]) if self.last_row_only else HOMES[far]

    def lands(self, colour, origin, square):
        """Whether a spider that moves so comes to its far shore."""
        shore = self.far_shore(colour)
        return square in shore and origin not in shore
