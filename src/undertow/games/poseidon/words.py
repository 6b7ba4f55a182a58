"""Moves and events of Poseidon's Kingdom in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from undertow.games.poseidon.tables import shark_loop
from undertow_kernels.poseidon.state import Bonus, Coral, Held, Kind, Limits

COLOUR_NAMES = ("seat 1", "seat 2", "seat 3", "seat 4", "neutral")
CORAL_NAMES = {coral: coral.name.lower() for coral in Coral}
PLAIN = {
    Kind.BUILD: "builds reef",
    Kind.LOAD: "loads the wave",
    Kind.PASS: "takes no food",
    Kind.STORE: "stores dice",
    Kind.STORE_STOP: "stores no more",
    Kind.CLAIM_STOP: "takes no further coral",
    Kind.HEAD_KEEP: "frees nobody",
    Kind.HEAD_FREE: "frees the nearest friend",
    Kind.PEEK_NONE: "does not peek",
}
NUMBERED = {
    Kind.START_TILE: "joins start tile {0}: {start}",
    Kind.LOAD_COUNT: "puts {dice} on the wave",
    Kind.TILE: "takes a tile: {tile}",
    Kind.EAT: "eats for arm {0}: {arm}",
    Kind.CLAIM: "eats for coral {0}",
    Kind.RIVAL: "lets seat {1} move on the track",
    Kind.PEEK: "peeks at coral {0}",
}
PLACED = {
    Kind.GROUND: "lays it on the ground beside hex {hex}, side {side}",
    Kind.UPPER: "lays it on top of hexes {hex} and {other}",
    Kind.PARTNER: "turns its other hex to side {side}",
    Kind.ORIENT: "with the {symbol} symbol first",
    Kind.SWIM: "swims from {origin} to {space}",
    Kind.STORE_DIE: "picks {die} to store",
    Kind.STORE_AT: "stores it on hex {hex}",
    Kind.EAT_BOARD: "eats {die} from the sea",
    Kind.EAT_STORED: "eats {die} stored on hex {hex}",
    Kind.SKELETON: "puts a skeleton on hex {hex}",
    Kind.REAPPEAR: "lets the creature return at {space}",
}
BONUSES = {
    Bonus.NO_BONUS: "takes no bonus",
    Bonus.LOAD_FEW: "takes the first bonus: load {load[0]}",
    Bonus.LOAD_MORE: "takes the second bonus: load {load[1]}",
    Bonus.TRACK_STEPS: "takes the third bonus: {steps} on the track",
    Bonus.ONE_PEEK: "takes the third bonus: a peek",
    Bonus.CLEAR_REEF: "takes the fourth bonus: skeletons off the reef, and a peek",
    Bonus.FREE_FRIEND: "takes the fifth bonus: frees the nearest friend",
}


def describe(move: np.void, values: Mapping[str, Any]) -> str:
    """Return a move as a phrase whose subject is the seat that decides."""
    kind = Kind(int(move["kind"]))
    if kind in PLAIN:
        return PLAIN[kind]
    if kind is Kind.BONUS:
        return BONUSES[Bonus(int(move["number"]))].format(
            load=values["bonus_load"], steps=counted(int(values["bonus_track"]), "step")
        )
    if kind in NUMBERED:
        return _numbered(kind, int(move["number"]), values)
    return _placed(kind, move, values)


def _numbered(kind: Kind, number: int, values: Mapping[str, Any]) -> str:
    names = {"dice": counted(number, "die", "dice")}
    if kind is Kind.EAT:
        names["arm"] = values["arms"][number - 1]
    elif kind is Kind.TILE:
        names["tile"] = values["tile_faces"][number]
    elif kind is Kind.START_TILE:
        names["start"] = values["start_set"][number]
    shown = number + 1 if kind is Kind.START_TILE else number
    return NUMBERED[kind].format(shown, number + 1, **names)


def _placed(kind: Kind, move: np.void, values: Mapping[str, Any]) -> str:
    die = int(move["die"])
    return PLACED[kind].format(
        hex=int(move["face"]) + 1,
        other=int(move["other"]) + 1,
        side=int(move["toward"]) + 1,
        origin=space_name(int(move["origin"]), values),
        space=space_name(int(move["space"]), values),
        die=die_name(die) if die else "",
        symbol="second" if move["number"] else "first",
    )


def event(before: np.void, move: np.void, after: np.void, values: Mapping[str, Any]) -> list[str]:
    """Return what a move brought about, and what followed without a choice, one phrase each."""
    return [
        *_store_events(before, after),
        *_wave_events(before, after),
        *_shark_events(before, after, values),
        *_seat_events(before, after, values),
        *_coral_events(before, after),
        *_turn_events(before, after),
    ]


def _store_events(before: np.void, after: np.void) -> list[str]:
    seat = int(before["active"])
    codes = after["held"][seat]
    new = np.flatnonzero((codes != before["held"][seat]) & (codes > 0) & (codes != Held.BONES))
    return [f"hex {face + 1} stores {die_name(int(codes[face]))}" for face in new]


def _wave_events(before: np.void, after: np.void) -> list[str]:
    out = []
    if before["round"] == 0 and after["round"] > 0:
        out.append(f"the opening wave breaks; seat {after['start'] + 1} is the start player")
    if after["crashes"] > before["crashes"]:
        landed = after["sea"].sum(axis=0) - before["sea"].sum(axis=0).astype(np.int16)
        colours = landed.reshape(-1, int(Limits.COLOURS)).sum(axis=0)
        dice = sum(int(c) for c in colours if c > 0)
        out.append(f"the wave breaks: {counted(dice, 'die', 'dice')} fall into the sea")
        out += [
            f"seat {seat + 1}'s dice in the sea total {sea_total(after, seat)}"
            for seat in range(int(after["players"]))
        ]
    elif before["round"] > 0 and after["on_wave"] != before["on_wave"]:
        out.append(f"the wave holds {counted(int(after['on_wave']), 'die', 'dice')}")
    return out


def _shark_events(before: np.void, after: np.void, values: Mapping[str, Any]) -> list[str]:
    out = []
    if after["shark"] != before["shark"]:
        out.append(f"the shark swims to {space_name(shark_space(after, values), values)}")
    for seat in range(int(after["players"])):
        lost = int(after["eaten"][seat]) - int(before["eaten"][seat])
        if lost > 0:
            out.append(f"the shark eats {counted(lost, 'creature')} of seat {seat + 1}")
    return out


def _seat_events(before: np.void, after: np.void, values: Mapping[str, Any]) -> list[str]:
    out = []
    for seat in range(int(after["players"])):
        if before["round"] > 0 and after["track"][seat] != before["track"][seat]:
            out.append(f"seat {seat + 1} moves to {track_name(int(after['track'][seat]))}")
        freed = int(before["friends"][seat]) & ~int(after["friends"][seat])
        for arm in range(int(Limits.ARMS)):
            if freed >> arm & 1:
                points = int(after["counter"][seat][arm])
                out.append(
                    f"seat {seat + 1} frees a friend from arm {arm + 1} "
                    f"({values['arms'][arm]}) for {counted(points, 'point')}"
                )
        cleared = int((before["held"][seat] == Held.BONES).sum()) - int(
            (after["held"][seat] == Held.BONES).sum()
        )
        if cleared > 0:
            out.append(f"{counted(cleared, 'skeleton')} leave seat {seat + 1}'s reef")
    return out


def _coral_events(before: np.void, after: np.void) -> list[str]:
    out = []
    for i in range(int(Limits.CORALS)):
        number, name = i + int(Limits.FIRST_CORAL), CORAL_NAMES[Coral(int(after["coral_kind"][i]))]
        if after["coral_owner"][i] != before["coral_owner"][i]:
            out.append(f"seat {after['coral_owner'][i]} takes coral {number}: {name}")
        elif after["coral_known"][i] != before["coral_known"][i]:
            out.append(f"coral {number} is {name}")
    return out


def _turn_events(before: np.void, after: np.void) -> list[str]:
    if after["final"] and not before["final"]:
        return ["all friends of a seat are free: everybody has one final turn"]
    return []


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def die_name(code: int) -> str:
    """Return a die in words."""
    value, colour = divmod(code - 1, int(Limits.COLOURS))
    return f"a {value + 1} ({COLOUR_NAMES[colour]})"


def space_name(space: int, values: Mapping[str, Any]) -> str:
    """Return an ocean space in words: L3 is the left side of small wave 3."""
    waves = int(values["small_waves"])
    if space == 0:
        return "the deep end"
    if space == 2 * waves + 1:
        return "the beach end"
    return f"L{space}" if space <= waves else f"R{space - waves}"


def track_name(space: int) -> str:
    """Return a space of the kraken track in words."""
    return f"track space {space}" if space else "the kraken's head"


def shark_space(state: np.void, values: Mapping[str, Any]) -> int:
    """Return the space that the shark is on."""
    loop = shark_loop(int(values["small_waves"]), int(values["crossing"]))
    return loop[int(state["shark"])]


def sea_total(state: np.void, seat: int) -> int:
    """Return what a seat's dice in the sea show in all."""
    by_code = state["sea"].sum(axis=0).reshape(-1, int(Limits.COLOURS))
    return int((by_code[:, seat] * np.arange(1, len(by_code) + 1)).sum())
