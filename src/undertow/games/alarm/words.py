"""Moves and events of Kraken-Alarm in words."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from undertow.game import Standing
from undertow.wording import Numbers, check_numbers, counted
from undertow_kernels.alarm.state import Kind, Limits

TOKEN_NAMES = (
    "an unknown token",
    "a seahorse",
    "a snail",
    "a fish",
    "a turtle",
    "a crab",
    "a starfish",
    "a jellyfish",
    "a lobster",
    "Kuno",
    "a wave",
)
MOVES: Mapping[IntEnum, str] = {
    Kind.SAIL: "sails {sections} on",
    Kind.STOP: "stops",
    Kind.TURN: "turns token {place}",
    Kind.TAKE: "takes the animal from stack {place}",
}
NUMBERS: Numbers = {
    Kind.SAIL: {"number": range(1, 3)},
    Kind.STOP: {},
    Kind.TURN: {"number": range(Limits.PLACES)},
    Kind.TAKE: {"number": range(Limits.STACKS)},
}


def describe(move: np.void, values: Mapping[str, Any]) -> str:
    """Return a move as a phrase whose subject is the captain."""
    check_numbers(move, NUMBERS)
    number = int(move["number"])
    return MOVES[Kind(int(move["kind"]))].format(
        sections=counted(number, "section"), place=number + 1
    )


def event(before: np.void, move: np.void, after: np.void, values: Mapping[str, Any]) -> list[str]:
    """Return what a move brought about, and what followed without a choice, one phrase each."""
    out = []
    if move["kind"] == Kind.TURN:
        token = int(Limits.PLACES) * int(before["ship"]) + int(move["number"])
        out.append(f"it is {TOKEN_NAMES[int(before['sea'][token])]}")
    if after["ship"] != before["ship"]:
        out.append(f"the ship is on section {after['ship'] + 1}")
    if after["kuno"] != before["kuno"]:
        out.append(f"Kuno is on section {after['kuno'] + 1}")
    out += _captain_events(before, after)
    out += _alarm_events(before, after, values)
    return out


def _captain_events(before: np.void, after: np.void) -> list[str]:
    captain = int(before["captain"])
    animals = int(after["animals"][captain])
    if animals == before["animals"][captain]:
        return []
    (taken,) = np.flatnonzero(before["left"] != after["left"])
    stack = int(Limits.STACK_SIZE) * (int(taken) + 1) - int(before["left"][taken])
    name = TOKEN_NAMES[int(before["reef"][stack])]
    return [f"seat {captain + 1} takes {name} and has {counted(animals, 'animal')}"]


def _alarm_events(before: np.void, after: np.void, values: Mapping[str, Any]) -> list[str]:
    if after["alarms"] == before["alarms"]:
        return []
    captain = int(before["captain"])
    left = int(after["provisions"][captain])
    if after["capsized"] > before["capsized"]:
        told = f"alarm: the ship capsizes, seat {captain + 1} has {counted(left, 'provision')} left"
    else:
        told = "alarm: the ship stands"
    stirred = bool(values["whirlpool"]) and not after["ending"]
    return [told, *(["the whirlpool mixes the section's tokens"] if stirred else [])]


def standing(state: np.void, values: Mapping[str, Any]) -> Standing:
    """Return the provisions left and what they decide."""  # KA-5.2, KA-5.3
    left = state["provisions"][: state["players"]].tolist()
    return Standing(
        [f"{counted(number, 'provision')} left" for number in left],
        "who has no provision left cannot win; a tie goes to more provisions",
    )
