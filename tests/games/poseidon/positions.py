"""Positions of Poseidon's Kingdom built by hand for a test, and played on from.

A ``Scene`` starts as the first turn of the active seat with an empty sea, an empty big wave and all
dice in their supplies. Every edit keeps all pieces accounted for, so that a checked build finds
nothing to complain of. Seats, colours and tiles count from 0, arms from 1, as in the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.poseidon.playing import NEUTRAL, Landing, Play, code, load

from undertow_kernels.core.game import Ending
from undertow_kernels.poseidon.state import Held, Kind, Phase, Symbol

QUIET = 9  # the first right space: reached from the deep end, its shark number is low
BONES = int(Held.BONES)
FREED = int(Ending.FIRST_OWN)
LETTERS = {
    "-": Symbol.BLANK,
    "A": Symbol.ARROW,
    "E": Symbol.EAT_SYMBOL,
    "W": Symbol.WAVE,
    "D": Symbol.STORAGE,
}

Die = tuple[int, int]  # value and colour


class Scene(Play):
    """A position edited by hand."""

    def __init__(self, players: int = 4, active: int = 0, **rules) -> None:
        game = load(players, **rules)
        super().__init__(game, game.new(seed=1))
        while self.state["round"] == 0:
            game.apply(self.position, 0)
        self._gather_dice()
        s = self.state
        s["shark"], s["shark_way"] = 0, 1
        s["start"] = s["active"] = s["decider"] = active
        s["phase"] = Phase.CHOOSE_STEP
        for place in range(players):
            s["track"][(active + place) % players] = game.rules.values["track_starts"][place]

    def _gather_dice(self) -> None:
        s, values = self.state, self.game.rules.values
        s["sea"][:] = 0
        s["wave"][:] = 0
        s["on_wave"] = 0
        s["supply"][: self.game.players] = values["dice_per_player"]
        s["supply"][NEUTRAL] = values["neutral_dice"]

    # --- reefs

    def row(self, seat: int, faces: str) -> Scene:
        """Give a seat a reef in one line: "E3 D" is an eat face of level 3, then a storage face.

        Levels must be even in all for a move to be played in a checked build: a tile brings two.
        """
        words = faces.split()
        parsed = [
            (i, 0, int(word[1:] or 1), LETTERS[word[0]], i // 2 + 1) for i, word in enumerate(words)
        ]
        return self._lay(seat, parsed, (sum(height for _, _, height, _, _ in parsed) + 1) // 2)

    def reef(self, seat: int, *tiles) -> Scene:
        """Give a seat a reef of tiles laid one after the other: (hex, hex, "AE")."""
        faces: dict[tuple[int, int], tuple[int, int, int]] = {}
        for number, (one, two, letters) in enumerate(tiles, 1):
            for hexagon, letter in zip((one, two), letters, strict=True):
                level = faces[hexagon][0] + 1 if hexagon in faces else 1
                faces[hexagon] = (level, LETTERS[letter], number)
        return self._lay(seat, [(*where, *face) for where, face in faces.items()], len(tiles))

    def _lay(self, seat: int, faces: Sequence[tuple[int, ...]], laid: int) -> Scene:
        s = self.state
        assert not s["held"][seat].any()
        s["faces"][seat], s["tiles_laid"][seat] = len(faces), laid
        for i, face in enumerate(faces):
            for field, value in zip(("q", "r", "height", "symbol", "tile"), face, strict=True):
                s[field][seat][i] = value
        self._balance_tiles()
        return self._refresh(seat)

    def _balance_tiles(self) -> None:
        """Let the supply have what the reefs do not."""
        s, tables = self.state, self.game.tables[0]
        made = int(tables["tile_count"].sum())
        made += int(tables["start_tiles"]).bit_count() * self.game.players
        lacking = made - int(s["tiles_laid"].sum()) - int(s["tiles"].sum())
        s["tiles"][0] += max(lacking, 0)
        for _ in range(-lacking):
            s["tiles"][s["tiles"].argmax()] -= 1

    def stacks(self, *left_over: int) -> Scene:
        """Leave these tiles in the supply, once all reefs lie; the last seat has had the rest."""
        s = self.state
        s["tiles_laid"][self.game.players - 1] += int(s["tiles"].sum()) - sum(left_over)
        s["tiles"][:] = left_over
        return self

    def bones(self, seat: int, *faces: int) -> Scene:
        """Put skeletons on faces."""
        s = self.state
        s["held"][seat][list(faces)] = BONES
        s["skeletons"] -= len(faces)
        return self._refresh(seat)

    def store(self, seat: int, face: int, value: int, colour: int) -> Scene:
        """Put a die of the supply on a face."""
        s = self.state
        assert s["symbol"][seat][face] == Symbol.STORAGE
        self._take(colour)
        s["held"][seat][face] = code(value, colour)
        return self

    def _refresh(self, seat: int) -> Scene:
        s = self.state
        s["strength"][seat][:] = 1
        for i in range(s["faces"][seat]):
            if s["held"][seat][i] != BONES:
                old = s["strength"][seat][s["symbol"][seat][i]]
                s["strength"][seat][s["symbol"][seat][i]] = max(old, s["height"][seat][i])
        return self

    # --- dice

    def _take(self, colour: int, count: int = 1) -> None:
        assert self.state["supply"][colour] >= count
        self.state["supply"][colour] -= count

    def sea(self, wave: int, *dice: Die) -> Scene:
        """Put dice of the supplies in a small wave."""
        for value, colour in dice:
            self._take(colour)
            self.state["sea"][wave - 1][code(value, colour) - 1] += 1
        return self

    def drain(self, colour: int, keep: int = 0) -> Scene:
        """Leave only some dice in a supply; the others lie as ones in the last small wave."""
        count = int(self.state["supply"][colour]) - keep
        return self.sea(8, *[(1, colour)] * count)

    def load(self, **dice: int) -> Scene:
        """Put dice of the supplies on the big wave: seat_0=3, neutral=12."""
        s = self.state
        for name, count in dice.items():
            colour = NEUTRAL if name == "neutral" else int(name.removeprefix("seat_"))
            self._take(colour, count)
            s["wave"][colour] += count
            s["on_wave"] += count
        assert s["on_wave"] <= self.game.rules.values["wave_capacity"]
        return self

    # --- creatures, kraken

    def creatures(self, seat: int, one: int, two: int) -> Scene:
        """Put a seat's ocean creatures on spaces."""
        self.state["creature"][seat][:] = one, two
        return self

    def shark(self, space: int, way: int = 1) -> Scene:
        """Put the shark on a space; way 1 is the order of its loop, -1 against it."""
        self.state["shark"] = self.game.tables["loop"][0].tolist().index(space)
        self.state["shark_way"] = way
        return self

    @property
    def shark_space(self) -> int:
        """The space where the shark is."""
        return int(self.game.tables["loop"][0][self.state["shark"]])

    def track(self, *spaces: int) -> Scene:
        """Put the track creatures on spaces, seat by seat."""
        self.state["track"][: self.game.players] = spaces
        return self

    def free(self, seat: int, *arms: int) -> Scene:
        """Free friends from arms, each with the arm's top counter."""
        s, tables = self.state, self.game.tables[0]
        for arm in arms:
            assert int(s["friends"][seat]) >> (arm - 1) & 1
            s["friends"][seat] ^= 1 << (arm - 1)
            s["counter"][seat][arm - 1] = tables["arm_counter"][arm - 1][
                s["counters_taken"][arm - 1]
            ]
            s["counters_taken"][arm - 1] += 1
        return self

    def friends(self, seat: int) -> list[int]:
        """Return the arms that still hold a friend of the seat."""
        return [arm for arm in range(1, 7) if int(self.state["friends"][seat]) >> (arm - 1) & 1]

    def corals(self, *kinds: int) -> Scene:
        """Lay these kinds of coral at the numbers from 3 on."""
        assert sorted(kinds) == sorted(self.state["coral_kind"].tolist())
        self.state["coral_kind"][:] = kinds
        return self

    def take_corals(self, seat: int, *numbers: int) -> Scene:
        """Let a seat have the corals of these numbers."""
        for number in numbers:
            self.state["coral_owner"][number - 3] = seat + 1
            self.state["coral_known"][number - 3] |= 1 << seat
        return self

    # --- whose turn, and playing on

    def final(self, left_over: int) -> Scene:
        """Let final turns be under way, this many of them not yet finished."""
        self.state["final"], self.state["final_left"] = 1, left_over
        return self

    def swimming(self) -> Scene:
        """Go to step 2 of the turn under way."""
        self.state["phase"] = Phase.CHOOSE_SWIM
        return self

    def arrive(self, space: int) -> Scene:
        """Let the active seat's first creature swim to a space from one beside it."""
        s = self.state
        links = int(self.game.tables["links"][0][space])
        origin = next(near for near in range(18) if links >> near & 1 and near != self.shark_space)
        s["creature"][s["active"]][0] = origin
        return self.swimming().play(Kind.SWIM, origin, space)

    def quiet_turn(self) -> Scene:
        """Play the rest of the active seat's turn up to the shark without food."""
        return self.arrive(QUIET).play_if_asked(Kind.PASS)

    def crash(self, falling: Mapping[int, Sequence[Landing]], then: Iterable[int] = ()) -> Scene:
        """Let a full wave break after a quiet turn.

        ``falling`` has the landings by colour; neutral ones in the last small wave fill it up.
        """
        dice = {colour: list(falling.get(colour, ())) for colour in range(5)}
        spare = self.game.rules.values["wave_capacity"] - sum(map(len, dice.values()))
        dice[NEUTRAL] += [(1, 8)] * spare
        for colour, landings in dice.items():
            name = "neutral" if colour == NEUTRAL else f"seat_{colour}"
            self.load(**{name: len(landings)})
        order = [landing for landings in dice.values() for landing in landings]
        self.inject([*self.words(order), *then])
        return self.quiet_turn()

    def over(self, ending: int = FREED) -> Scene:
        """End the game as it stands."""
        self.state["phase"], self.state["ending"] = Phase.FINISHED, ending
        return self
