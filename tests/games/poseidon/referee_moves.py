"""Moves of Poseidon's Kingdom as tuples of eight numbers, and the codes of dice."""

from __future__ import annotations

(
    START_TILE, BUILD, LOAD, LOAD_COUNT, TILE, GROUND, UPPER, PARTNER, ORIENT, SWIM, PASS, STORE,
    EAT, CLAIM, STORE_STOP, STORE_DIE, STORE_AT, EAT_BOARD, EAT_STORED, CLAIM_STOP, RIVAL,
    HEAD_KEEP, HEAD_FREE, PEEK_NONE, PEEK, SKELETON, REAPPEAR, BONUS,
) = range(1, 29)  # fmt: skip

NEUTRAL = 4
SKULL = 31


def move(kind, *, number=0, face=0, other=0, toward=0, origin=0, space=0, die=0):
    return (kind, number, face, other, toward, origin, space, die)


def die_code(value, colour):
    return 1 + 5 * (value - 1) + colour


def die_value(code):
    return (code - 1) // 5 + 1


def die_colour(code):
    return (code - 1) % 5
