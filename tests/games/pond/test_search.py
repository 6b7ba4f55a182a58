"""Deals anew on the pond, and what a position is worth."""

from collections import Counter

import numpy as np
import pytest
from games.pond.positions import (
    AGILE,
    BOX,
    EACH,
    LEGS,
    NORTH,
    SHELL,
    SNAKE,
    SOUTH,
    SPIDERS,
    WEB,
    Scene,
    fly,
    pond,
    spider,
)  # fmt: skip
from searching import KEY, drawn, worth

import undertow as ut
from undertow.players.agents import seat_agents
from undertow_kernels.core.knowledge import forgotten, redealt
from undertow_kernels.core.memory import Memories
from undertow_kernels.pond.state import Kind

DRAWS = 1600


def values_of_spiders(state, colour):
    return [int(code) - 2 for code in state["value"][EACH * colour : EACH * colour + SPIDERS]]


def test_values_that_a_seat_cannot_know_lie_anywhere_among_the_pieces_of_the_kind():
    scene = Scene(full=True)
    states = drawn(scene, DRAWS)
    own, other = NORTH, SOUTH
    seen = [values_of_spiders(s, other) for s in states]
    assert all(values_of_spiders(s, own) == values_of_spiders(scene.state, own) for s in states)
    assert all(Counter(row) == Counter([0, 1, 1, 1, 2]) for row in seen)
    assert np.mean(np.array(seen) == 2, axis=0) == pytest.approx(1 / 5, abs=0.05)
    assert np.mean(np.array(seen) == 1, axis=0) == pytest.approx(3 / 5, abs=0.05)
    assert all(s["value"][fly(other)] == scene.state["value"][fly(other)] for s in states)


@pytest.mark.parametrize(
    ("players", "mode"),
    [(2, "free"), (2, "two_colour"), (3, "free"), (4, "free"), (4, "teams")],
)
def test_all_through_the_set_up_the_pieces_with_a_value_are_those_that_have_one(players, mode):
    """Values are placed seat by seat, and of three players one then removes pieces."""
    loaded = ut.load("pond", players=players, rules={"mode": mode})
    match = loaded.match(41, 0, seat_agents("greedy", loaded))
    kinds = set()
    while match.round == 0:
        state = match.state.view(loaded.game.state)[0]
        kinds.add(int(match.legal().view(loaded.game.move)["kind"].ravel()[0]))
        fresh = redealt(
            loaded.game.rules, match.view(match.actor), loaded.table_bytes, match.actor, KEY, 1
        ).view(loaded.game.state)[0]
        assert ((fresh["value"] > 0) == (state["value"] > 0)).all()
        match.apply(match.legal()[match.choose()])
    assert Kind.PLACE in kinds
    assert (Kind.REMOVE in kinds) == (players == 3)


def test_a_value_seen_in_the_own_dungeon_stays():
    scene = Scene(full=True).capture(NORTH, spider(SOUTH, 4))
    for state in drawn(scene, 40):
        assert values_of_spiders(state, SOUTH)[4] == 2
        assert Counter(values_of_spiders(state, SOUTH)[:4]) == Counter([0, 1, 1, 1])


def test_cards_are_dealt_anew_to_other_hands_and_the_pile():
    scene = pond().hold(0, WEB, SHELL).hold(1, SNAKE, SNAKE, AGILE).hold(2, LEGS)
    states = drawn(scene, DRAWS)
    for state in states[:100]:
        assert state["hand"][0].tolist() == scene.state["hand"][0].tolist()
        assert state["hand"].sum(axis=1).tolist() == [2, 3, 1, 0]
        left = state["hand"].sum(axis=0) + np.bincount(state["pile"], minlength=7)[:7]
        assert left[1:].tolist() == BOX[1:]
    webs = np.mean([state["hand"][1][WEB] for state in states])
    assert webs == pytest.approx(3 * 3 / 14, abs=0.06)  # 3 webs among the 14 cards not seen


def test_a_capture_and_a_piece_left_are_worth_something_and_the_table_draws():
    scene = Scene(players=2)
    plain = worth(scene)
    scene.put(spider(NORTH, 1), 1, 4)
    near = worth(scene)[0] - plain[0]
    assert near == 28 * 1 + 35 - 9 * 3
    scene.remove(spider(NORTH, 1)).put(spider(NORTH, 1), 0, 5)
    assert worth(scene)[0] - plain[0] == near - 9
    scene.capture(1, spider(NORTH, 4))
    assert worth(scene)[1] - plain[1] == 2 * 28


def test_with_several_rivals_each_shares_in_what_may_be_captured_and_the_dragonfly_counts_more():
    two, four = Scene(players=2), Scene(players=4)
    plain = worth(four)[0] - worth(two)[0]
    value = 28 * int(two.state["value"][fly(NORTH)] - 2)
    assert plain == value // 3 - value + 120 - 60
    before = worth(four)[0]
    four.put(spider(NORTH, 4), 1, 4)
    assert worth(four)[0] - before == 28 * 2 // 3 + 35 - 9 * 3


def test_partners_are_worth_alike():
    scene = Scene(players=4, mode="teams").put(spider(NORTH, 1), 1, 4)
    values = worth(scene)
    assert len(set(values)) == 2


def test_a_blank_memory_knows_own_pieces_and_the_own_dungeon_alone():
    scene = Scene(full=True).capture(NORTH, spider(SOUTH, 4))
    scene.state["knower"][spider(SOUTH, 0)] |= 1  # captured once, freed since
    match, game = scene.position._match, scene.game
    left = forgotten(
        game.game.rules, match.view(0), game.table_bytes, 0, 1, Memories.BLANK, 0,
        np.zeros(2, np.uint64), 0,
    ).view(game.game.state)[0]  # fmt: skip
    assert match.view(0).view(game.game.state)[0]["value"][spider(SOUTH, 0)] > 0
    assert left["value"][spider(SOUTH, 0)] == 0
    assert left["value"][spider(SOUTH, 4)] > 0
    assert left["value"][:EACH].tolist() == scene.state["value"][:EACH].tolist()
