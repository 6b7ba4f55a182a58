"""Games of Poseidon's Kingdom played move by move in a readable shape, with chance to order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import undertow as ut
from undertow.game import LoadedGame, Position
from undertow_kernels.poseidon.state import Kind, Limits

NEUTRAL = int(Limits.NEUTRAL)
DEEP, BEACH = 0, 17
OFF = 0  # the "wave" of a die that leaves the board
FIELDS = {  # those that a move of the kind uses, as the rule page lists them; others none
    **dict.fromkeys((Kind.START_TILE, Kind.LOAD_COUNT, Kind.TILE, Kind.ORIENT), ("number",)),
    **dict.fromkeys((Kind.EAT, Kind.CLAIM, Kind.RIVAL, Kind.PEEK, Kind.BONUS), ("number",)),
    Kind.GROUND: ("face", "toward"),
    Kind.UPPER: ("face", "other"),
    Kind.PARTNER: ("toward",),
    Kind.SWIM: ("origin", "space"),
    Kind.STORE_DIE: ("die",),
    Kind.STORE_AT: ("face",),
    Kind.EAT_BOARD: ("die",),
    Kind.EAT_STORED: ("face", "die"),
    Kind.SKELETON: ("face",),
    Kind.REAPPEAR: ("space",),
}

Landing = tuple[int, int]  # value and small wave, or OFF


def left(wave: int) -> int:
    """Return the left space of a small wave."""
    return wave


def right(wave: int) -> int:
    """Return the right space of a small wave of eight."""
    return 8 + wave


def code(value: int, colour: int) -> int:
    """Return what the record calls a die."""
    return 1 + 5 * (value - 1) + colour


def shown(move) -> tuple[int, ...]:
    """Return a move as its kind and the fields that this kind uses; the others must be 0."""
    kind = Kind(int(move["kind"]))
    names = FIELDS.get(kind, ())
    unused = set(move.dtype.names) - {"kind", *names}
    assert not any(move[name] for name in unused), move
    return (kind, *(int(move[name]) for name in names))


def landing_word(tables, wave: int) -> int:
    """Return a 64-bit word that lets a die land in a small wave, or off the board."""
    fall = tables["fall"][0]
    if wave == OFF:
        return 2**64 - 1
    return (int(fall[wave - 2]) if wave > 1 else 0) << 32


@cache
def loaded(players: int, rules: tuple[tuple[str, object], ...]) -> LoadedGame:
    return ut.load("poseidon", players=players, rules=dict(rules))


def load(players: int, **rules) -> LoadedGame:
    """Return the game with some rules changed."""
    frozen = {k: tuple(v) if isinstance(v, list) else v for k, v in rules.items()}
    return loaded(players, tuple(sorted(frozen.items())))


class Play:
    """A position with the moves in a readable shape."""

    def __init__(self, game: LoadedGame, position: Position) -> None:
        self.game = game
        self.position = position

    @property
    def state(self):
        """The live record, to be edited."""
        return self.position._match.state.view(self.game.game.state)[0]

    @property
    def decider(self) -> int | None:
        """The seat that chooses, None when the game is over."""
        return None if self.position.over else self.position.actor - 1

    @property
    def result(self):
        """The result record as it stands."""
        return self.position._match.result()[0]

    def options(self) -> list[tuple[int, ...]]:
        """Return the legal moves in order, each as its kind and the fields of that kind."""
        return [shown(move) for move in self.game.legal(self.position)]

    def moves(self, kind: Kind) -> list:
        """Return the legal moves of a kind: a number each, or a tuple if there are two fields."""
        found = [move[1:] for move in self.options() if move[0] == kind]
        return [move[0] if len(move) == 1 else move for move in found]

    def kinds(self) -> list[Kind]:
        """Return the kinds of the legal moves, each once."""
        return list(dict.fromkeys(move[0] for move in self.options()))

    def play(self, kind: Kind, *values: int):
        """Play the legal move that looks like this, and what is forced after it."""
        options = self.options()
        assert (kind, *values) in options, f"{(kind, *values)} is not among {options}"
        self.game.apply(self.position, options.index((kind, *values)))
        assert not self.result["broken"]
        return self

    def play_if_asked(self, kind: Kind, *values: int):
        """Play a move unless it was forced and so has been played."""
        return self.play(kind, *values) if kind in self.kinds() else self

    def inject(self, words: Iterable[int]) -> None:
        """Set the next results of chance."""
        self.position._match.inject(list(words))

    def words(self, landings: Iterable[Landing]) -> list[int]:
        """Return the results of chance that let dice show and land like this, in this order."""
        return [
            word
            for value, wave in landings
            for word in (value - 1, landing_word(self.game.tables, wave))
        ]

    def in_sea(self, colour: int | None = None) -> list[tuple[int, int, int]]:
        """Return the dice in the sea as (wave, value, colour), of one colour or all."""
        sea = self.state["sea"]
        return [
            (wave + 1, value, c)
            for wave in range(len(sea))
            for value in range(1, 7)
            for c in range(5)
            for _ in range(sea[wave][code(value, c) - 1])
            if colour in (None, c)
        ]


def opening(
    players: int, *waves: Mapping[int, Sequence[Landing]], lot: Sequence[int] = (), **rules
):
    """Return a game whose opening wave, if need be broken several times, falls like this.

    Colours left out land as ones in the first small wave.
    """
    game = load(players, **rules)
    scene = Play(game, game.new(seed=1))
    while True:
        ahead = scene.position.copy()
        game.apply(ahead, 0)
        if ahead.state["round"]:
            break
        game.apply(scene.position, 0)
    own, neutral = (game.rules.values[f"setup_{whose}_dice"] for whose in ("own", "neutral"))
    counts = {**dict.fromkeys(range(players), own), NEUTRAL: neutral}
    landings = [
        landing
        for falling in waves or ({},)
        for colour, count in counts.items()
        for landing in falling.get(colour, [(1, 1)] * count)
    ]
    scene.inject([*scene.words(landings), *lot])
    game.apply(scene.position, 0)
    return scene
