"""The same work by the kernels and by hand: first alike to the byte, then timed in turn."""

from collections.abc import Callable
from ctypes import c_int, c_int64, c_uint64, c_void_p
from functools import partial
from time import thread_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from limit import building
from undertow.game import LoadedGame, load
from undertow_kernels.core.game import RESULT_DTYPE
from undertow_kernels.core.playout import Stop, play
from undertow_kernels.poseidon.state import Held, Limits, Phase, Symbol

KEY = np.random.SeedSequence(7).generate_state(2, np.uint64)
ROUNDS = 15
POND_GAMES = 600
POSITIONS = 128  # a quarter of a megabyte of states
EVERY = 29  # decisions between two positions that are kept
REPEATS = 8  # choices in a position, one after the other
REEFS = 200
TILES = 7  # built on a reef: as many as in a random game, on average

SWIMMER = np.dtype([("low", "u1"), ("high", "u1"), ("shark", "u1"), ("arrows", "u1")])
LARDER = np.dtype(
    [("sea", "u8"), ("stored", "u8"), ("open", "u8"), ("picks", "u1"), ("friends", "u1"),
     ("_pad", "u1", 6)]
)  # fmt: skip
START = np.dtype([("q", "i1", 8), ("r", "i1", 8), ("symbol", "u1", 8)])
PICTURE = np.dtype(
    [("q", "i1", 60), ("r", "i1", 60), ("height", "u1", 60), ("symbol", "u1", 60),
     ("tile", "u1", 60), ("faces", "u1"), ("tiles", "u1"), ("strength", "u1", 5), ("_pad", "u1")]
)  # fmt: skip


class Work(NamedTuple):
    """Something to be done again and again, and what it has brought about."""

    do: Callable[[], object]
    outcome: Callable[[], bytes]


class Contest(NamedTuple):
    """One piece of work, by the kernels and by hand."""

    name: str
    decisions: int
    kernels: Work
    by_hand: dict[str, Work]  # by level of x86-64


class Timed(NamedTuple):
    """What alternations gave: processor time of this thread."""

    level: str
    kernel_ns: float  # a decision, the least
    by_hand_ns: float
    of_minima: float  # the kernels' rate over that by hand
    median: float  # of the ratios of neighbours


def check_alike(contest: Contest) -> None:
    """Do everything once; raise AssertionError where two outcomes differ."""
    contest.kernels.do()
    wanted = contest.kernels.outcome()
    for level, work in contest.by_hand.items():
        work.do()
        assert work.outcome() == wanted, f"{contest.name}: by hand ({level}) another outcome"


def timed(contest: Contest, rounds: int = ROUNDS) -> list[Timed]:
    """Time all in turn; the first round does not count."""
    spent: dict[str, list[float]] = {name: [] for name in ("kernels", *contest.by_hand)}
    for _ in range(rounds + 1):
        for name, work in {"kernels": contest.kernels, **contest.by_hand}.items():
            began = thread_time()
            work.do()
            spent[name].append(thread_time() - began)
    kernels = np.array(spent.pop("kernels")[1:])
    return [_timed(contest, level, kernels, np.array(s[1:])) for level, s in spent.items()]


def _timed(
    contest: Contest, level: str, kernels: NDArray[np.float64], by_hand: NDArray[np.float64]
) -> Timed:
    scale = 1e9 / contest.decisions
    return Timed(
        level,
        scale * kernels.min(),
        scale * by_hand.min(),
        by_hand.min() / kernels.min(),
        float(np.median(by_hand / kernels)),
    )


def pointer(array: NDArray[Any]) -> c_void_p:
    return array.ctypes.data_as(c_void_p)  # it keeps the array alive


# --- the pond -------------------------------------------------------------------------------------


def pond(players: int) -> Contest:
    """Random games, base rules, each for itself."""
    loaded = load("pond", players=players)
    rules, tables = loaded.game.rules, loaded.table_bytes

    def rows() -> tuple[NDArray[np.void], NDArray[np.void]]:
        return np.zeros(POND_GAMES, RESULT_DTYPE), np.zeros(POND_GAMES, loaded.game.columns)

    def by_hand(level: str) -> Work:
        results, columns = rows()
        games = (pointer(KEY), c_uint64(0), c_int64(POND_GAMES), c_int(players))
        call = building.engine("pond", level).limit_pond
        do = partial(call, *games, pointer(results), pointer(columns))
        return Work(do, lambda: results.tobytes() + columns.tobytes())

    results, columns = rows()
    as_bytes = columns.view(np.uint8).reshape(POND_GAMES, -1)
    do = partial(play, rules, tables, players, KEY, 0, results, as_bytes, Stop())
    do()
    decisions = int(results["decisions"].sum())
    kernels = Work(do, lambda: results.tobytes() + columns.tobytes())
    hands = {level: by_hand(level) for level in building.levels()}
    return Contest(f"pond, {players} players", decisions, kernels, hands)


# --- Poseidon's ocean and dice --------------------------------------------------------------------


def ocean() -> Contest:
    """Choosing a creature and where it swims."""
    loaded = load("poseidon", players=4)
    states = positions(loaded, Phase.CHOOSE_SWIM)
    tables = loaded.tables[0]
    swimming = active(states)
    made = np.zeros(len(states), SWIMMER)
    creatures = np.sort(swimming["creature"], axis=-1)
    made["low"], made["high"] = creatures[:, 0], creatures[:, 1]
    made["shark"] = tables["loop"][states["shark"]]
    made["arrows"] = swimming["strength"][:, Symbol.ARROW]
    links = np.ascontiguousarray(tables["links"])
    for level in building.levels():
        building.engine("poseidon", level).limit_fill_reach(pointer(links))
    return choosing("poseidon, ocean", loaded, states, made, "limit_ocean")


def dice() -> Contest:
    """Choosing whether to store dice or what to eat them for, before the final turns."""
    loaded = load("poseidon", players=4)
    states = positions(loaded, Phase.CHOOSE_FOOD)
    states = states[states["final"] == 0]
    eating = active(states)
    waves = np.pad(states["sea"], ((0, 0), (1, 0), (0, 0)))  # none at 0
    sea = waves[np.arange(len(states)), states["food_wave"]]
    held = eating["held"]
    made = np.zeros(len(states), LARDER)
    for value in range(6):
        codes = slice(5 * value, 5 * value + 5)  # the five colours of a value
        shift = np.uint64(8 * value)
        made["sea"] += sea[:, codes].sum(1).astype(np.uint64) << shift
        made["stored"] += ((held - 1) // 5 == value).sum(1).astype(np.uint64) << shift
    exists = np.arange(60) < eating["faces"][:, None]
    storing = exists & (eating["symbol"] == Symbol.STORAGE) & (held != Held.BONES)
    made["open"] = (storing * (np.uint64(1) << np.arange(60, dtype=np.uint64))).sum(1)
    made["picks"], made["friends"] = states["picks_left"], eating["friends"]
    return choosing("poseidon, dice", loaded, states, made, "limit_dice")


def positions(loaded: LoadedGame, phase: int) -> NDArray[np.void]:
    """Return positions of random games in which a seat has a choice in a phase."""
    rules, tables = loaded.game.rules, loaded.table_bytes
    found = building.parts().collect(rules, tables, loaded.players, KEY, phase, POSITIONS, EVERY)
    return found.reshape(-1).view(loaded.game.state)


def active(states: NDArray[np.void]) -> dict[str, NDArray[Any]]:
    """Return what the active seat of each position has."""
    rows = np.arange(len(states)), states["active"]
    names = ("creature", "strength", "held", "symbol", "friends", "faces", "tiles_laid", "q", "r")
    return {name: states[name][rows] for name in names}


def choosing(
    name: str, loaded: LoadedGame, states: NDArray[np.void], made: NDArray[np.void], function: str
) -> Contest:
    """Choose in positions: the kernels in their own states, by hand in what was made of them."""
    rules, tables = loaded.game.rules, loaded.table_bytes
    as_bytes = states.view(np.uint8).reshape(len(states), -1)

    def by_hand(level: str) -> Work:
        taken = np.zeros(len(states) * REPEATS, np.uint64)
        call = getattr(building.engine("poseidon", level), function)
        how = (c_int64(len(made)), c_int(REPEATS))
        return Work(partial(call, pointer(made), *how, pointer(KEY), pointer(taken)), taken.tobytes)

    taken = np.zeros(len(states) * REPEATS, np.uint64)
    do = partial(building.parts().choices, rules, tables, as_bytes, REPEATS, KEY, taken)
    hands = {level: by_hand(level) for level in building.levels()}
    return Contest(name, len(taken), Work(do, taken.tobytes), hands)


# --- Poseidon's reef ------------------------------------------------------------------------------


def reef() -> Contest:
    """Growing reefs: the kind of tile, its place, its second hex, which way it lies; laying it."""
    loaded = load("poseidon", players=4)
    tables = loaded.tables[0]
    states = bare_reefs(positions(loaded, Phase.CHOOSE_STEP), tables)
    growing = active(states)
    starts = np.zeros(REEFS, START)
    for name in ("q", "r", "symbol"):
        starts[name] = growing[name][:, :8]
    supply = np.ascontiguousarray(tables["tile_count"])
    symbols = np.stack([tables["tile_first"], tables["tile_second"]], axis=1).copy()

    def by_hand(level: str) -> Work:
        pictures = np.zeros(REEFS, PICTURE)
        what = (pointer(starts), c_int64(REEFS), c_int(TILES), pointer(supply), pointer(symbols))
        call = building.engine("poseidon", level).limit_reef
        return Work(partial(call, *what, pointer(KEY), pointer(pictures)), pictures.tobytes)

    as_bytes = states.view(np.uint8).reshape(REEFS, -1)
    ends = np.zeros_like(as_bytes)
    do = partial(
        building.parts().reefs, loaded.game.rules, loaded.table_bytes, as_bytes, TILES, KEY, ends
    )
    kernels = Work(do, lambda: picture(ends.reshape(-1).view(loaded.game.state)).tobytes())
    hands = {level: by_hand(level) for level in building.levels()}
    return Contest("poseidon, reef", do(), kernels, hands)


def bare_reefs(states: NDArray[np.void], tables: np.void) -> NDArray[np.void]:
    """Return positions whose active reef is still the start tiles, all tiles in the supply."""
    laid = active(states)["tiles_laid"]
    found: NDArray[np.void] = np.resize(states[laid == Limits.START_TILES], REEFS)
    found["tiles"] = tables["tile_count"]
    found["held"] = 0
    return found


def picture(states: NDArray[np.void]) -> NDArray[np.void]:
    """Return the active reefs as the engine by hand describes its own."""
    rows = np.arange(len(states)), states["active"]
    out = np.zeros(len(states), PICTURE)
    for name in ("q", "r", "height", "symbol", "tile", "faces", "strength"):
        out[name] = states[name][rows]
    out["tiles"] = states["tiles_laid"][rows]
    return out


CONTESTS: dict[str, Callable[[], Contest]] = {
    **{f"pond-{players}": partial(pond, players) for players in (2, 3, 4)},
    "ocean": ocean,
    "dice": dice,
    "reef": reef,
}
