"""Moves of Kingdoms of the Deep as tuples of eight numbers, and the numbers of the rules."""

from __future__ import annotations

STOP, CARD, FOCUS, COVER, RAISE, PLACE, LIFT, TO, REMOVE, SEND, BONUS = range(1, 12)

BOLSTER, DEPLOY, MOVE, SHARK, UPGRADE, RESET = CARDS = range(1, 7)
TRACKS = range(1, 5)
DEPLOY_BONUS, BOLSTER_BONUS, MOVE_BONUS, CASTLE_BONUS = BONUSES = range(1, 5)
SHARK_CREATURE = 7
NAMES = ("", "bolster", "deploy", "move", "shark", "upgrade")  # of cards and tracks
RUNNING, THIRD_SCORING, ALL_CAPITALS = 0, 8, 9


def move(kind, what=0, where=0):
    return (kind, what, where, 0, 0, 0, 0, 0)


STOPPED = move(STOP)
PLACED = [move(PLACE, 0, space) for space in range(19)]
WENT = [move(TO, 0, space) for space in range(19)]
LIFTED = [[move(LIFT, creature, space) for space in range(19)] for creature in range(8)]
REMOVED = [[move(REMOVE, creature, space) for space in range(19)] for creature in range(8)]
SENT = [[move(SEND, creature, space) for space in range(19)] for creature in range(8)]
