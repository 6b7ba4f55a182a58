"""What a step gains is told from the step: the same as by looking at both positions as a whole.

The whole positions are looked at here, plainly, by the meaning of each feature. The cards in play
have an immediate goal alone, so that no feature asks for a measure.
"""

from functools import partial

import numpy as np
import pytest
import readable
from games.kingdoms.positions import (
    A_SHARK,
    ATLANTIS,
    BONUSES,
    CARDS,
    INNER,
    NONE,
    TILES,
    bits,
    goal,
    members,
)

from undertow_kernels.core.knowledge import features_of
from undertow_kernels.kingdoms.agents import GUIDE, Feature
from undertow_kernels.kingdoms.state import Card, Kind, Phase, Task

TOLD = (Kind.PLACE, Kind.TO, Kind.SEND, Kind.REMOVE)
CAPTURE = 2  # points of the goal of taking capitals, here
NAMES = ("POINTS", "CAPITALS", "CONQUEST", "LEAD", "CASTLE_POINTS", "BAIT_SPACES", "RIVAL",
         "ON_MAP", "INNER", "DANGER", "PREY", "FOCUS_CAPITALS")  # fmt: skip
IMMEDIATE = {
    "none": NONE,
    **{
        name: goal(text)
        for name, text in {
            "placed": "placed_tiles 2: 3",
            "entered": "entered_castle 1: 2",
            "eaten": "eaten 1: 2",
            "taken": f"capitals_taken 1: {CAPTURE}",
            "moved": "moved_on 1: 3",
            "stacked": "stacked 3: 2",
            "crowded": "crowded 1: 2",
        }.items()
    },
}


def load(players, immediate, **rules):
    card = IMMEDIATE[immediate]
    return readable.load("kingdoms", players, goal_1=card, goal_2=card, goal_3=card,
                         goal_deck=[1, 2, 3], **rules)  # fmt: skip


def positions(game, games):
    """Play at random; yield each match, its record and the seat that decides."""
    for index in range(games):
        match = game.match(7, index)
        while match.actor >= 0:
            yield match, match.state.view(game.game.state)[0], match.actor
            match.apply(match.legal()[match.choose()])


def rows(game, match, moves):
    return features_of(game.game.rules, match.view(match.actor), game.table_bytes, moves)


def crowd(state, players):
    """Let each seat have a unit on every capital, as far as its supply goes."""
    for seat in range(players):
        for tile in TILES:
            empty = state["capitals"] >> tile & 1 and not state["units"][seat][tile]
            if empty and state["supply"][seat]:
                state["supply"][seat] -= 1
                state["units"][seat][tile] = 1
                state["present"][seat] |= 1 << tile


# --- a position as a whole ------------------------------------------------------------------------


def place_points(counts, seat, by_place):
    """Points of a seat's place; nobody with none has one, three level close what is behind."""
    ahead = [count for count in counts if count > counts[seat] > 0]
    if counts[seat] == 0 or any(counts.count(count) >= 3 for count in ahead):
        return 0
    return int(by_place[len(ahead)])


def captures(state, me, capitals, units):
    """Whether the action under way has taken a capital and still waits for its goal."""
    alone = [tile for tile in capitals if units[me, tile] > max(np.delete(units[:, tile], me))]
    taken = any(not state["held_before"] >> tile & 1 for tile in alone)
    return bool(state["acting"] and not state["goal_met"] and taken)


def whole(state, *, tables, players, me, rival, capture):
    """Return what the features differ by, of a position."""
    units = state["units"][:players].astype(int)
    capitals = [tile for tile in TILES if state["capitals"] >> tile & 1]
    sharks = [tile for tile in TILES if state["sharks"][tile]]
    foci = [tile for tile in capitals if state["terrain"][tile] in members(state["foci"][me])]
    bolster = tables["number"][Card.BOLSTER][state["level"][me][Card.BOLSTER]]
    castle = units[:, ATLANTIS].tolist()
    lead = {tile: units[me, tile] - max(np.delete(units[:, tile], me)) for tile in capitals}

    def holds(seat):
        return [0 < units[seat, tile] == max(units[:, tile]) for tile in capitals]

    hunting = state["depth"] and state["task"][state["depth"] - 1] == Task.TASK_SHARK
    left = int(state["left"][state["depth"] - 1]) if hunting else 0
    conquerors = [seat for seat in range(players) if all(holds(seat))]
    found = {
        "POINTS": sum(int(state[f"{kind}_points"][me]) for kind in
                      ("solo", "entry", "goal", "capital", "end"))
        + (CAPTURE if capture and captures(state, me, capitals, units) else 0),
        "CAPITALS": sum(holds(me)),
        "CONQUEST": 1 if me in conquerors else -len(conquerors[:1]),
        "LEAD": sum(np.clip([*lead.values()], -2, 2)),
        "CASTLE_POINTS": place_points(castle, me, tables["end_points"]),
        "BAIT_SPACES": int(state["bait"][me]),
        "RIVAL": int(tables["capital_points"]) * sum(holds(rival))
        + place_points(castle, rival, tables["end_points"]),
        "ON_MAP": units[me, 1:].sum(),
        "INNER": units[me, INNER].sum(),
        "DANGER": units[me, sharks].sum(),
        "PREY": min(np.delete(units, me, 0)[:, sharks].sum(), left),
        "FOCUS_CAPITALS": sum(lead[tile] <= 0 < lead[tile] + bolster for tile in foci),
    }  # fmt: skip
    return {name: int(value) for name, value in found.items()}


def rival_of(state, players, me):
    """The one with most points; of several the next in turn."""
    kinds = ("solo", "entry", "goal", "capital", "end")
    others = [(me + i) % players for i in range(1, players)]
    return max(others, key=lambda seat: sum(int(state[f"{kind}_points"][seat]) for kind in kinds))


@pytest.mark.parametrize("immediate", IMMEDIATE)
@pytest.mark.parametrize(("players", "crowded"), [(2, False), (3, True), (6, False), (2, True)])
def test_a_step_gains_what_the_positions_before_and_after_differ_by(players, crowded, immediate):
    game = load(players, immediate)
    tables = game.tables[0]
    kinds = set()
    for match, state, me in positions(game, 1):
        legal = match.legal()
        if state["phase"] != Phase.CHOOSE_STEP or legal[0][0] == Kind.FOCUS:
            continue
        staged = match.copy()
        before = staged.state.view(game.game.state)[0]
        before["left"][before["depth"] - 1] += 1  # the action goes on after the step
        if crowded and not before["lifted"]:
            crowd(before, players)
        legal = staged.legal()
        moves = legal[np.isin(legal[:, 0], TOLD)]
        look = partial(whole, tables=tables, players=players, me=me, capture=immediate == "taken",
                       rival=rival_of(before, players, me))  # fmt: skip
        old = look(before)
        for move, row in zip(moves, rows(game, staged, moves), strict=True):
            after = staged.copy()
            after.step(move)
            ahead = after.state.view(game.game.state)[0]
            if ahead["depth"] != before["depth"]:
                continue  # the bait brought a further action
            new = look(ahead)
            told = {name: int(row[Feature[name]]) for name in NAMES}
            assert told == {name: new[name] - old[name] for name in NAMES}, move
            kinds.add(int(move[0]))
    assert kinds >= {Kind.PLACE, Kind.TO, Kind.REMOVE}


# --- a plan of one step ---------------------------------------------------------------------------


def staged(match, game, *tasks, lifted=0, origin=0):
    """Return the match where its seat has a step left of each of some tasks, the last one is asked.

    After a first task all units came this action onto the tiles where they are.
    """
    twin = match.copy()
    state = twin.state.view(game.game.state)[0]
    me = match.actor
    units = state["units"][: game.players].astype(int)
    alone = [tile for tile in TILES if units[me, tile] > max(np.delete(units[:, tile], me))]
    state["chosen"][: game.players] = Card.RESET if len(tasks) > 1 else tasks[0]
    state["phase"], state["acting"], state["goal_met"] = Phase.CHOOSE_STEP, 1, 0
    state["depth"] = len(tasks)
    state["task"][: len(tasks)], state["left"][: len(tasks)] = tasks, 1
    state["placed_on"], state["done"] = 0, 0
    state["moved_onto"] = state["present"] if len(tasks) > 1 else 0
    state["held_before"] = sum(1 << tile for tile in alone) & int(state["capitals"])
    state["bonuses"] = state["covered"][me] = bits(BONUSES)
    state["lifted"], state["lifted_from"] = lifted, origin
    return twin


def is_idle(state, me, task, move):
    """Whether a plan does not think of a step, unless it is the first."""
    kind, what, where = move[:3].tolist()
    own = what == 1 + me
    capital = bool(state["capitals"] >> where & 1)
    telling = capital or where == ATLANTIS or where in INNER
    if kind == Kind.LIFT and task != Task.TASK_SHARK:
        return what == A_SHARK or not (own or telling)
    if kind == Kind.SEND:
        return own == capital
    return kind == Kind.PLACE and not telling and bool(state["units"][me][where])


def landings(game, match, tasks, move):
    """Return the features of the landings of a creature that a plan thinks of."""
    state = match.state.view(game.game.state)[0]
    begun = staged(match, game, *tasks, lifted=move[1], origin=move[2])
    spaces = begun.legal()

    def is_thought_of(space):
        if move[1] == A_SHARK:
            return state["units"][: game.players, space].any() and space != ATLANTIS
        telling = state["capitals"] >> space & 1 or space == ATLANTIS or space in INNER
        return move[1] == 1 + match.actor and telling

    thought = [i for i, to in enumerate(spaces[:, 2]) if i == 0 or is_thought_of(to)]
    return rows(game, begun, spaces[thought])


def thought_of(game, match, *tasks):
    """Return the features of each step that a plan thinks of."""
    state = match.state.view(game.game.state)[0]
    begun = staged(match, game, *tasks)
    moves = begun.legal()
    found = []
    for i, (move, row) in enumerate(zip(moves, rows(game, begun, moves), strict=True)):
        if i == 0 or not is_idle(state, match.actor, tasks[-1], move):
            lifts = move[0] == Kind.LIFT
            found.extend(landings(game, match, tasks, move) if lifts else [row])
    return found


def at_cards(game, games):
    """Yield matches at a choice of cards, the bait cube of every other one on its last space."""
    for number, (match, state, me) in enumerate(positions(game, games)):
        if state["phase"] == Phase.CHOOSE_CARD:
            twin = match.copy()
            if number % 2:
                twin.state.view(game.game.state)[0]["bait"][me] = 10
            yield twin


def one_move(kind, what):
    moves = np.zeros((1, 8), np.uint8)
    moves[0, :2] = kind, what
    return moves


@pytest.mark.parametrize("immediate", IMMEDIATE)
@pytest.mark.parametrize("players", [2, 4])
def test_a_card_of_one_step_is_worth_its_best_step_or_nothing(players, immediate):
    tracks = ("bolster", "deploy", "move", "shark")
    one = {f"{track}_numbers": [1, 1, 1] for track in tracks}
    game = load(players, immediate, bait_icons=["none"] * 11, **one)
    for match in at_cards(game, 1):
        for card in CARDS[:4]:
            row = rows(game, match, one_move(Kind.CARD, card))[0]
            row[Feature.SOLO] = 0
            stop, *steps = (int(each @ GUIDE) for each in thought_of(game, match, card))
            best = max(steps, default=0)  # all lose the prey that the last step of Shark ends
            assert int(row @ GUIDE) == (best - stop if best > 0 else 0)


@pytest.mark.parametrize("immediate", IMMEDIATE)
@pytest.mark.parametrize("players", [2, 4])
def test_a_bonus_of_reset_is_worth_its_best_step(players, immediate):
    tasks = (Task.TASK_DEPLOY, Task.TASK_BOLSTER, Task.TASK_MOVE_ONE, Task.TASK_SEND)
    game = load(players, immediate)
    for match in at_cards(game, 1):
        reset = staged(match, game, Task.TASK_FOCI, Task.TASK_BONUSES)
        for bonus, task in zip(BONUSES, tasks, strict=True):
            if [Kind.BONUS, bonus] in reset.legal()[:, :2].tolist():
                row = rows(game, reset, one_move(Kind.BONUS, bonus))[0]
                steps = thought_of(game, match, Task.TASK_FOCI, Task.TASK_BONUSES, task)
                assert int(row @ GUIDE) == max(int(each @ GUIDE) for each in steps)
