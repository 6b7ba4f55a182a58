"""Which dice meet which requirement: plain search over sorted dice.

A die at hand is a tuple: its value, 0 in the sea or 1 on the reef, its code or face, its code.
Sorted, these stand in the order in which eating asks for them.
"""

from __future__ import annotations

from games.poseidon.referee_moves import EAT_BOARD, EAT_STORED, die_value, move

SIZES = {
    "low double": 2,  # PK-C3.12
    "high double": 2,  # PK-C3.13
    "three in a row": 3,  # PK-C3.14
    "three of a kind": 3,  # PK-C3.15
    "four different": 4,  # PK-C3.16
}
LIKE = {"low double": (1, 2, 3), "high double": (4, 5, 6), "three of a kind": range(1, 7)}


def at_hand(sea, reef):
    """Dice of a small wave (counts of the 30 codes, or None) and of a reef, sorted."""
    dice = []
    for code, count in enumerate(sea or (), 1):
        dice += [(die_value(code), 0, code, code)] * count
    for index in reef.stored():
        code = reef.faces[index].holds
        dice.append((die_value(code), 1, index, code))
    dice.sort()
    return dice


def met(need, values):
    """PK-C3.4: whether the values are exactly what is needed: an arm's name or a total."""
    if need == "seven":
        need = 7  # PK-C3.11
    if isinstance(need, int):
        return sum(values) == need
    return len(values) == SIZES[need] and fits(need, values)


def fits(need, values):
    """Whether ascending values may be the lowest dice of what is needed."""
    if need == "seven":
        need = 7
    if isinstance(need, int):
        return sum(values) <= need
    if len(values) > SIZES[need]:
        return False
    if need == "three in a row":
        return all(value == values[0] + place for place, value in enumerate(values))
    if need == "four different":
        return len(set(values)) == len(values)
    return values[0] in LIKE[need] and len(set(values)) == 1


def possible(need, values, dice, start, picks):
    """Whether the values can be completed by dice from `start` on, `picks` of them of the sea."""
    if values and met(need, values):
        return True
    tried = None
    for index in range(start, len(dice)):
        value, stored = dice[index][:2]
        if (value, stored) == tried or (not stored and picks == 0):
            continue
        tried = (value, stored)
        longer = [*values, value]
        left = picks if stored else picks - 1
        if fits(need, longer) and possible(need, longer, dice, index + 1, left):
            return True
    return False


def offers(need, values, dice, start, picks):
    """Indices of the dice that may be eaten next; equal dice of the sea are named once."""
    found = []
    for index in range(start, len(dice)):
        value, stored = dice[index][:2]
        if index > start and not stored and dice[index] == dice[index - 1]:
            continue
        if not stored and picks == 0:
            continue
        longer = [*values, value]
        left = picks if stored else picks - 1
        if fits(need, longer) and possible(need, longer, dice, index + 1, left):
            found.append(index)
    return found


def bite(die):
    """The move that eats a die."""
    _, stored, place, code = die
    return move(EAT_STORED, face=place, die=code) if stored else move(EAT_BOARD, die=code)
