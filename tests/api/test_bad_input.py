"""Wrong arguments of the Python interface: each has one line that says what is allowed."""

import re

import numpy as np
import pytest

import undertow as ut
from undertow.errors import InputError, InputTypeError, InputValueError

V, T = InputValueError, InputTypeError

SIMULATE = [
    ("no such game", {"game": "posidon"}, V, "unknown game 'posidon'; did you mean 'poseidon'?"),
    ("nothing like it", {"game": "chess"}, V, "unknown game 'chess'; allowed: "),
    ("a game that is a path", {"game": "../poseidon"}, V, "unknown game '../poseidon'"),
    ("an empty game", {"game": ""}, V, "unknown game ''; allowed: "),
    ("a game that is a number", {"game": 3}, T, "a game is named by a string, not 3"),
    ("one player", {"players": 1}, V, "players must be a whole number from 2 to 4, not 1"),
    ("five players", {"players": 5}, V, "players must be a whole number from 2 to 4, not 5"),
    ("half a player", {"players": 2.5}, T, "players must be a whole number from 2 to 4, not 2.5"),
    ("a float for players", {"players": 2.0}, T, "from 2 to 4, not 2.0"),
    ("true players", {"players": True}, T, "from 2 to 4, not true"),
    ("players as text", {"players": "2"}, T, "from 2 to 4, not '2'"),
    ("numpy's true players", {"players": np.True_}, T, "from 2 to 4, not "),
    ("an array of players", {"players": np.array([2, 3])}, T, "from 2 to 4, not array"),
    ("no games", {"games": 0}, V, "games must be a whole number from 1 to 100000000, not 0"),
    ("negative games", {"games": -5}, V, "from 1 to 100000000, not -5"),
    ("too many games", {"games": 10**30}, V, "from 1 to 100000000, not 1000000000"),
    ("a number nobody can print", {"games": 10**5000}, V, "not a huge number"),
    ("not a number", {"games": float("nan")}, T, "games must be .*, not nan"),
    ("a float for games", {"games": 1e5}, T, "games must be .*, not 100000.0"),
    ("a file called -", {"out": "-"}, V, "'-' names no file; --json prints the answer on"),
    ("no threads", {"threads": 0}, V, "threads must be a whole number from 1 to 1024, not 0"),
    ("too many threads", {"threads": 9999}, V, "from 1 to 1024, not 9999"),
    ("threads as text", {"threads": "all"}, T, "from 1 to 1024, not 'all'"),
    ("an empty block", {"block": 0}, V, "block must be a whole number from 1 to 1000000, not 0"),
    ("a negative seed", {"seed": -1}, V, "seed must be a whole number from 0 to 3402823"),
    ("a seed too large", {"seed": 2**128}, V, "seed must be a whole number from 0 to 3402823"),
    ("a float seed", {"seed": 7.0}, T, "seed must be .*, not 7.0"),
    ("a seed as text", {"seed": "seven"}, T, "seed must be .*, not 'seven'"),
    ("a true seed", {"seed": True}, T, "seed must be .*, not true"),
    ("an unknown agent", {"agents": "randm"}, V, "unknown agent 'randm'; did you mean 'random'?"),
    ("an agent unlike any", {"agents": "me"}, V, "unknown agent 'me'; allowed: random, greedy"),
    ("an empty agent", {"agents": ""}, V, r"agent '' must be a name or name\(parameter=value\)"),
    ("an open bracket", {"agents": "random("}, V, r"agent 'random\(' must be a name or name"),
    ("a parameter", {"agents": "random(n=2)"}, V, "unknown parameter 'n'; allowed: forbid"),
    ("too few agents", {"agents": ["random"]}, V, "1 agent given for 4 players; give one for"),
    ("too many agents", {"agents": ["random"] * 5}, V, "5 agents given for 4 players; give one"),
    ("no agents", {"agents": []}, V, "0 agents given for 4 players"),
    ("a number as agent", {"agents": 3}, T, "an agent is a name, a class with act.* not 3"),
    (
        "a number among agents",
        {"agents": ["random", 1]},
        T,
        "an agent is a name, a class .* not 1",
    ),
    ("progress that cannot be called", {"progress": 3}, T, "progress must be callable, not 3"),
    ("rules as text", {"rules": "x=1"}, T, "rules must be a mapping of keys to values, not 'x=1'"),
    ("a rule that is a number", {"rules": {3: 4}}, T, "a rule is named by a string, not 3"),
]

RULES = [
    (
        "wave_capcity",
        9,
        V,
        "unknown rule 'wave_capcity' for poseidon; did you mean 'wave_capacity'",
    ),
    ("", 9, V, "unknown rule '' for poseidon; allowed: "),
    ("waves.capacity", 9, V, "unknown rule 'waves.capacity' for poseidon"),
    ("wave_capacity", 41, V, "wave_capacity must be a whole number from 3 to 40, not 41"),
    ("wave_capacity", [9, 12], V, "takes one value, or a list of 3 for 2 to 4 players"),
    ("wave_capacity", [9, 99, 15], V, "wave_capacity for 3 players must be .* to 40, not 99"),
    ("wave_capacity", True, T, "wave_capacity must be a whole number from 3 to 40, not true"),
    ("wave_capacity", 9.0, T, "wave_capacity must be a whole number from 3 to 40, not 9.0"),
    ("wave_capacity", None, T, "from 3 to 40, not None"),
    ("wave_capacity", {"a": 1}, T, "from 3 to 40, not {'a': 1}"),
    ("chain_crash", 1, T, "chain_crash must be true or false, not 1"),
    ("chain_crash", "true", T, "chain_crash must be true or false, not 'true'"),
    ("fall_side_sd", float("nan"), V, "fall_side_sd must be a number from 0.1 to 10, not nan"),
    ("fall_side_sd", float("inf"), V, "fall_side_sd must be a number from 0.1 to 10, not inf"),
    ("shark_set", "wild", V, "shark_set must be one of mild, fierce; not 'wild'"),
    ("tile_counts", [6, 6, 6, 4], V, "a list of 5 whole numbers from 0 to 12; it has 4"),
    ("tile_counts", [6, 6, 6, 4, -4], V, "item 5 of tile_counts must be .* to 12, not -4"),
    ("tile_counts", 6, T, "tile_counts must be a list of 5 whole numbers from 0 to 12, not 6"),
    ("arms", ["seven"] * 6, V, "arms must not repeat a name; 'seven'"),
    ("counters_low", [3, 2], V, "counters_low must be a list of 4 whole numbers from 0 to 50"),
    # each value is allowed, but not together
    ("tile_counts", [12] * 5, V, "poseidon: tile_counts must total at most 26, got 60"),
    ("crossing", 9, V, "poseidon: crossing must be below small_waves = 8, got 9"),
    ("bonus_thresholds", [5, 4, 3, 2, 1], V, "poseidon: bonus_thresholds must ascend"),
    ("wave_capacity", 3, V, "poseidon: wave_capacity must be at least the 15 dice"),
]


def refuse(error, phrase, call):
    with pytest.raises(error) as caught:
        call()
    message = str(caught.value)
    assert re.search(phrase, message), message
    assert "\n" not in message
    assert len(message) < 400


@pytest.mark.parametrize(
    ("given", "error", "phrase"), [case[1:] for case in SIMULATE], ids=[c[0] for c in SIMULATE]
)
def test_simulate_refuses(given, error, phrase):
    arguments = {"game": "poseidon", "games": 1, **given}
    refuse(error, phrase, lambda: ut.simulate(arguments.pop("game"), **arguments))


@pytest.mark.parametrize(
    ("key", "value", "error", "phrase"), RULES, ids=[f"{c[0]}={c[1]}"[:40] for c in RULES]
)
def test_load_refuses_the_rule(key, value, error, phrase):
    refuse(error, phrase, lambda: ut.load("poseidon", rules={key: value}))


def test_everything_after_the_game_is_given_by_name():
    with pytest.raises(TypeError):
        ut.simulate("poseidon", 4)
    with pytest.raises(TypeError):
        ut.load("poseidon", 4)


def test_mistakes_are_value_errors_or_type_errors():
    assert issubclass(InputValueError, ValueError)
    assert issubclass(InputTypeError, TypeError)
    assert issubclass(InputValueError, InputError)
