"""The pond's squares and sets of them, a bit each: the board, its homes, where lines lead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

NORTH, EAST, SOUTH, WEST = range(4)
SIDE = 9
WIDE = range(2, 7)  # columns or rows of a home
Square = tuple[int, int]
RANKS = {  # KP-1.2: of each home, the one in front first
    NORTH: [[(row, column) for column in WIDE] for row in (1, 0)],
    EAST: [[(row, column) for row in WIDE] for column in (7, 8)],
    SOUTH: [[(row, column) for column in WIDE] for row in (7, 8)],
    WEST: [[(row, column) for row in WIDE] for column in (1, 0)],
}
TABLES = {
    "plus": [(4, 4), (3, 4), (5, 4), (4, 3), (4, 5)],
    "x": [(4, 4), (3, 3), (3, 5), (5, 3), (5, 5)],
}
ON_BOARD = {(r, c) for r in range(SIDE) for c in range(SIDE) if r in WIDE or c in WIDE}  # KP-1.1
AROUND = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]


def number(square: Square) -> int:
    """Return the number of a square, row by row."""
    return SIDE * square[0] + square[1]


def bits(squares: Iterable[Square]) -> int:
    """Return a set of squares as a mask."""
    return sum(1 << number(square) for square in squares)


def halves(mask: int) -> list[int]:
    """Return a mask as two 64-bit halves, the lower first."""
    return [mask & (2**64 - 1), mask >> 64]


HOMES = [bits(RANKS[colour][0] + RANKS[colour][1]) for colour in range(4)]


@cache
def straight(length: int) -> Mapping[int, int]:
    """Return what lies that far in a straight line, a mask for each square of the board."""
    found = {}
    for row, column in ON_BOARD:
        ends = {(row + length * a, column + length * b) for a, b in AROUND}
        found[number((row, column))] = bits(ends & ON_BOARD)
    return MappingProxyType(found)


@cache
def plain(lengths: tuple[int, ...], closed: int) -> Mapping[int, int]:
    """Return where a piece with these lengths may go without cards, as ``straight`` does.

    ``closed`` holds the squares that nothing enters; from a home no other home is entered.
    """
    found = {}
    for square in straight(1):
        reached = 0
        for length in lengths:
            reached |= straight(length)[square]
        home = next((home for home in HOMES if home >> square & 1), None)
        if home is not None:
            reached &= home | ~sum(HOMES)
        found[square] = reached & ~closed
    return MappingProxyType(found)
