"""Moves and events of Poseidon's Kingdom in words."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from undertow.game import Standing
from undertow.games.poseidon.tables import shark_loop
from undertow.wording import Numbers, check_numbers, counted
from undertow_kernels.poseidon.state import Bonus, Coral, Held, Kind, Limits, Symbol

COLOUR_NAMES = ("seat 1", "seat 2", "seat 3", "seat 4", "neutral")
CORAL_NAMES = {coral: coral.name.lower() for coral in Coral}
SYMBOL_NAMES = {
    Symbol.BLANK: "blank",
    Symbol.ARROW: "arrow",
    Symbol.EAT_SYMBOL: "eat",
    Symbol.WAVE: "wave",
    Symbol.STORAGE: "dice",
}
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
    Kind.START_TILE: "joins start tile {tile}: {faces}",
    Kind.LOAD_COUNT: "puts {dice} on the wave",
    Kind.TILE: "takes a tile: {faces}",
    Kind.EAT: "eats for arm {arm}: {dice}",
    Kind.CLAIM: "eats for coral {coral}",
    Kind.RIVAL: "lets seat {seat} move on the track",
    Kind.PEEK: "peeks at coral {coral}",
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
MOVES: Mapping[IntEnum, str] = dict(
    [
        *PLAIN.items(),
        *NUMBERED.items(),
        *PLACED.items(),
        (Kind.BONUS, "takes one of its bonuses, or none"),
    ]
)
BONUSES = {
    Bonus.NO_BONUS: "takes no bonus",
    Bonus.LOAD_FEW: "takes the first bonus: load {load[0]}",
    Bonus.LOAD_MORE: "takes the second bonus: load {load[1]}",
    Bonus.TRACK_STEPS: "takes the third bonus: {steps} on the track",
    Bonus.ONE_PEEK: "takes the third bonus: a peek",
    Bonus.CLEAR_REEF: "takes the fourth bonus: skeletons off the reef, and a peek",
    Bonus.FREE_FRIEND: "takes the fifth bonus: frees the nearest friend",
}

HEXES, SIDES = range(Limits.MAX_FACES), range(6)
CODES = range(1, Limits.CODES + 1)


def describe(move: np.void, values: Mapping[str, Any]) -> str:
    """Return a move as a phrase whose subject is the seat that decides."""
    check_numbers(move, _numbers(values))
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


def _numbers(values: Mapping[str, Any]) -> Numbers:
    """Return what the fields of each kind of move may hold."""
    spaces, waves = range(2 * values["small_waves"] + 2), range(1, values["wave_capacity"] + 1)
    corals = range(Limits.FIRST_CORAL, Limits.FIRST_CORAL + Limits.CORALS)
    return {
        **{kind: {} for kind in PLAIN},
        Kind.START_TILE: {"number": range(Limits.START_TILES)},
        Kind.LOAD_COUNT: {"number": waves},
        Kind.TILE: {"number": range(Limits.KINDS)},
        Kind.EAT: {"number": range(1, Limits.ARMS + 1)},
        Kind.CLAIM: {"number": corals},
        Kind.RIVAL: {"number": range(Limits.MAX_PLAYERS)},
        Kind.PEEK: {"number": corals},
        Kind.BONUS: {"number": range(Bonus.FREE_FRIEND + 1)},
        Kind.GROUND: {"face": HEXES, "toward": SIDES},
        Kind.UPPER: {"face": HEXES, "other": HEXES},
        Kind.PARTNER: {"toward": SIDES},
        Kind.ORIENT: {"number": (0, 1)},
        Kind.SWIM: {"origin": spaces, "space": spaces},
        Kind.STORE_DIE: {"die": CODES},
        Kind.STORE_AT: {"face": HEXES},
        Kind.EAT_BOARD: {"die": CODES},
        Kind.EAT_STORED: {"face": HEXES, "die": CODES},
        Kind.SKELETON: {"face": HEXES},
        Kind.REAPPEAR: {"space": (spaces[0], spaces[-1])},
    }


def _numbered(kind: Kind, number: int, values: Mapping[str, Any]) -> str:
    names: dict[str, object] = {"dice": _dice(number), "coral": number, "seat": number + 1}
    if kind is Kind.EAT:
        names |= {"arm": number, "dice": values["arms"][number - 1]}
    elif kind is Kind.TILE:
        names["faces"] = values["tile_faces"][number]
    elif kind is Kind.START_TILE:
        names |= {"tile": number + 1, "faces": values["start_set"][number]}
    return NUMBERED[kind].format(**names)


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
    """Return what a single move brought about, one phrase each, in the order of happening."""
    return [
        *_tile_events(before, move, after),
        *_making_way(before, move, after),
        *_friend_events(before, after, values),
        *_coral_events(before, move, after),
        *_clearing(before, after),
        *_track_events(before, after),
        *_shark_events(before, move, after, values),
        *_wave_events(before, move, after),
        *_bites(before, move, after),
        *_crash_events(before, move, after),
        *_opening_events(before, after),
        *_final_events(before, after),
    ]


def _tile_events(before: np.void, move: np.void, after: np.void) -> list[str]:
    """Name the hexes of a new tile; with a start tile, those that the first one lies on."""
    seat = int(before["active"])
    if move["kind"] == Kind.START_TILE and before["tiles_laid"][seat] == 1:
        return [f"its first tile: {_hexes(after, seat, [0, 1])}"]
    new = np.flatnonzero(after["tile"][seat] != before["tile"][seat]).tolist()
    return [_hexes(after, seat, new)] if new else []


def _hexes(state: np.void, seat: int, faces: list[int]) -> str:
    shown = ", ".join(
        f"hex {face + 1} {SYMBOL_NAMES[Symbol(int(state['symbol'][seat][face]))]}" for face in faces
    )
    return f"{shown}, level {state['height'][seat][faces[0]]}"


def _making_way(before: np.void, move: np.void, after: np.void) -> list[str]:
    """Name the stored die that a new die or a skeleton replaces; tell of the last skeleton."""
    if move["kind"] not in (Kind.STORE_AT, Kind.SKELETON):
        return []
    old = int(before["held"][before["decider"]][move["face"]])
    told = [f"{die_name(old)} makes way, back to its supply"] if old else []
    if after["skeletons"] == 0 and before["skeletons"] > 0:
        told.append("no skeleton is left")
    return told


def _friend_events(before: np.void, after: np.void, values: Mapping[str, Any]) -> list[str]:
    return [
        f"seat {seat + 1} frees a friend from arm {arm + 1} ({values['arms'][arm]}) "
        f"for {counted(int(after['counter'][seat][arm]), 'point')}"
        for seat in range(int(after["players"]))
        for arm in range(int(Limits.ARMS))
        if int(before["friends"][seat]) & ~int(after["friends"][seat]) & 1 << arm
    ]


def _coral_events(before: np.void, move: np.void, after: np.void) -> list[str]:
    first = int(Limits.FIRST_CORAL)
    if move["kind"] == Kind.PEEK:
        return [f"it is {_coral_name(after, int(move['number']) - first)}"]
    return [
        f"seat {after['coral_owner'][i]} takes coral {i + first}: {_coral_name(after, i)}"
        for i in np.flatnonzero(after["coral_owner"] != before["coral_owner"]).tolist()
    ]


def _coral_name(state: np.void, place: int) -> str:
    return CORAL_NAMES[Coral(int(state["coral_kind"][place]))]


def _clearing(before: np.void, after: np.void) -> list[str]:
    gone = ((before["held"] == Held.BONES) & (after["held"] != Held.BONES)).sum(axis=1)
    return [
        f"{counted(int(n), 'skeleton leaves', 'skeletons leave')} seat {seat + 1}'s reef"
        for seat, n in enumerate(gone)
        if n
    ]


def _track_events(before: np.void, after: np.void) -> list[str]:
    if before["round"] == 0:
        return []
    return [
        f"seat {seat + 1} moves to {track_name(int(after['track'][seat]))}"
        for seat in range(int(after["players"]))
        if after["track"][seat] != before["track"][seat]
    ]


def _shark_events(
    before: np.void, move: np.void, after: np.void, values: Mapping[str, Any]
) -> list[str]:
    steps = int(before["shark_steps"]) - int(after["shark_steps"])
    if move["kind"] == Kind.SWIM or steps <= 0:  # a creature's swim only sets the shark's way
        return []
    where = space_name(shark_space(after, values), values)
    return [f"the shark swims {counted(steps, 'space')} to {where}"]


def _wave_events(before: np.void, move: np.void, after: np.void) -> list[str]:
    """Tell what the wave holds once dice were loaded, by a player or by the shark."""
    holds = int(after["on_wave"]) + _fallen(before, move, after)
    if before["round"] == 0 or holds == before["on_wave"]:
        return []
    return [f"the wave holds {_dice(holds)}"]


def _bites(before: np.void, move: np.void, after: np.void) -> list[str]:
    """Count the creatures eaten; one that has just come back may be among them."""
    lost = after["eaten"].astype(int) - before["eaten"]
    lost[before["decider"]] += move["kind"] == Kind.REAPPEAR
    return [
        f"the shark eats {counted(int(n), 'creature')} of seat {seat + 1}"
        for seat, n in enumerate(lost)
        if n > 0
    ]


def _crash_events(before: np.void, move: np.void, after: np.void) -> list[str]:
    if after["crashes"] == before["crashes"]:
        return []
    told = ["the wave breaks: " + _fall(_fallen(before, move, after), int(after["on_wave"]))]
    return [*told, *_turning(before, after), *_totals(after)]


def _opening_events(before: np.void, after: np.void) -> list[str]:
    if before["round"] > 0 or after["round"] == 0:
        return []
    places = (
        f"seat {seat + 1} starts at {track_name(int(after['track'][seat]))}"
        for seat in range(int(after["players"]))
    )
    return [
        f"the opening wave breaks: {_fall(int(after['sea'].sum()), 0)}",
        *_turning(before, after),
        *_totals(after),
        f"seat {after['start'] + 1} is the start player",
        f"all load: the wave holds {_dice(int(after['on_wave']))}",
        *places,
    ]


def _final_events(before: np.void, after: np.void) -> list[str]:
    if before["final"] or not after["final"]:
        return []
    done = [seat + 1 for seat in range(int(after["players"])) if not after["friends"][seat]]
    seats = ("seat " if len(done) == 1 else "seats ") + " and ".join(map(str, done))
    return [f"all friends of {seats} are free: everybody has one final turn"]


def _fallen(before: np.void, move: np.void, after: np.void) -> int:
    """Return how many dice fell into the sea; a die picked by this very move left it first."""
    if after["crashes"] == before["crashes"]:
        return 0
    picked = int(move["kind"] == Kind.EAT_BOARD)
    return int(after["sea"].sum()) - int(before["sea"].sum()) + picked


def _fall(fallen: int, back: int) -> str:
    told = f"{counted(fallen, 'die falls', 'dice fall')} into the sea"
    return f"{told}, {counted(back, 'returns', 'return')} to the wave" if back else told


def _turning(before: np.void, after: np.void) -> list[str]:
    return ["the shark turns round"] if after["shark_way"] != before["shark_way"] else []


def _totals(state: np.void) -> list[str]:
    return [
        f"seat {seat + 1}'s dice in the sea total {sea_total(state, seat)}"
        for seat in range(int(state["players"]))
    ]


def _dice(number: int) -> str:
    return counted(number, "die", "dice")


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


def standing(state: np.void, values: Mapping[str, Any]) -> Standing:
    """Return what each seat has for the tie chain, and the chain."""  # PK-S5, PK-S6
    best = values["tiebreak_best_counter"]
    rule = (
        "a tie goes to a trident, then to the highest level, then to fewest skeletons, then to the "
        f"{'best single counter' if best else 'greatest sum of counters'}"
    )
    if values["literal_joke_tiebreak"]:
        rule += "; if that is a tie too, everybody else wins, if anybody is left"
    return Standing([_tie_values(state, seat, best) for seat in range(int(state["players"]))], rule)


def _tie_values(state: np.void, seat: int, best: bool) -> str:
    own = state["coral_owner"] == seat + 1
    trident = "a trident, " if (state["coral_kind"][own] == Coral.TRIDENT).any() else ""
    skeletons = counted(int((state["held"][seat] == Held.BONES).sum()), "skeleton")
    counter = state["counter"][seat]
    counters = f"best counter {counter.max()}" if best else f"counters {counter.sum()}"
    return f"{trident}level {state['height'][seat].max()}, {skeletons}, {counters}"
