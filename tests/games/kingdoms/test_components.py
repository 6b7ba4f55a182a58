"""The component file: what the rulebook pins down, goal cards as data, nonsense refused."""

from __future__ import annotations

import json
import re
from itertools import combinations

import pytest
from games.kingdoms.positions import (
    ATLANTIS,
    DEPLOY,
    INNER,
    NONE,
    OUTER,
    RESET,
    SPACES,
    TERRAINS,
    TILES,
    Scene,
    goal,
    load,
)

from undertow import cli
from undertow.errors import InputError, shown
from undertow.games.kingdoms import GAME
from undertow.games.kingdoms.cards import EFFECTS, MEASURES
from undertow_kernels.kingdoms.state import Effect, Limits, Measure

ALL_PLAYERS = pytest.mark.parametrize("players", range(2, 7))
UNITS, SHARKS, GOAL_CARDS, AGES = 20, 3, 14, 3  # of the box
CORNERS, EDGES = range(7, 19, 2), range(8, 19, 2)
EXTRA = [name for name in EFFECTS if name.startswith("extra_")]


def tables(players=2, **rules):
    return load(players, **rules).tables[0]


def spaces(bits):
    return [space for space in SPACES if int(bits) >> space & 1]


BESIDE = [set(spaces(bits)) for bits in tables()["beside"]]


# --- the map


@pytest.mark.rule("KD-1.1")
def test_the_map_has_atlantis_six_inner_and_twelve_outer_tiles():
    assert (len(TILES), len(INNER), len(OUTER), len(TERRAINS)) == (18, 6, 12, 6)
    assert BESIDE[ATLANTIS] == set(INNER)


@pytest.mark.rule("KD-1.1")
def test_spaces_beside_each_other_are_so_both_ways():
    assert all(a in BESIDE[b] for a in SPACES for b in BESIDE[a])
    assert not any(a in BESIDE[a] for a in SPACES)


@pytest.mark.rule("KD-1.1")
def test_inner_spaces_touch_six_others_outer_corners_three_outer_edges_four():
    assert [len(BESIDE[space]) for space in SPACES[:7]] == [6] * 7
    assert [len(BESIDE[space]) for space in CORNERS] == [3] * 6
    assert [len(BESIDE[space]) for space in EDGES] == [4] * 6


@pytest.mark.rule("KD-4.6")
def test_there_are_18_lines_of_three_tiles_and_six_of_four():
    lines = [spaces(bits) for bits in tables()["segment"]]
    assert [len(line) for line in lines] == [3] * 18 + [4] * 6
    assert len(set(map(tuple, lines))) == 24
    for line in lines:
        assert ATLANTIS not in line
        links = sum(b in BESIDE[a] for a, b in combinations(line, 2))
        assert links == len(line) - 1


@pytest.mark.rule("KD-4.6")
def test_there_are_18_triangles_of_tiles():
    triangles = {tuple(spaces(bits)) for bits in tables()["triangle"]}
    assert triangles == {
        three
        for three in combinations(TILES, 3)
        if all(b in BESIDE[a] for a, b in combinations(three, 2))
    }
    assert len(triangles) == 18


# --- pieces and numbers


@pytest.mark.rule("KD-1.4", "KD-1.5")
@ALL_PLAYERS
def test_the_box_has_20_units_a_player_and_three_sharks(players):
    row = tables(players)
    assert (row["units"], 1 + row["stock"]) == (UNITS, SHARKS)


@pytest.mark.rule("KD-1.3")
def test_there_are_14_goal_cards_for_three_ages():
    row = tables()
    assert row["deck"][: row["deck_size"]].tolist() == list(range(1, GOAL_CARDS + 1))
    assert (row["deck_shuffled"], Limits.AGES) == (1, AGES)
    assert [key for key in GAME.components if key.startswith("goal_") and key[5:].isdigit()] == [
        f"goal_{number}" for number in range(1, GOAL_CARDS + 1)
    ]


@pytest.mark.rule("KD-2.3", "KD-5.1", "KD-3.4")
def test_points_that_the_rulebook_gives():
    assert [tables(players)["solo_points"] for players in range(2, 7)] == [1, 1, 1, 2, 2]
    assert (tables()["capital_points"], tables()["castle_points"]) == (2, 1)


@pytest.mark.rule("KD-5.4")
def test_the_end_card_is_one_for_two_one_for_three_and_four_one_for_five_and_six():
    cards = [tables(players)["end_points"].tolist() for players in range(2, 7)]
    assert cards[0] == [5, 2, 0, 0, 0, 0]
    assert cards[1] == cards[2] == [6, 3, 1, 0, 0, 0]
    assert cards[3] == cards[4] == [8, 5, 3, 1, 0, 0]


@pytest.mark.rule("KD-2.4")
def test_the_round_track_has_nine_advances_three_shells_and_two_sharks():
    track = load().rules.values["track"]
    assert (len(track), track[-1]) == (9, "shell")
    assert {symbol: track.count(symbol) for symbol in track} == {
        "upgrade": 4,
        "shark": 2,
        "shell": 3,
    }


def test_numbers_that_the_rulebook_gives_are_tagged_as_such():
    given = {key for key, component in GAME.components.items() if component.tag == "T"}
    assert given == {
        *("units", "sharks_in_stock", "capital_points", "castle_points", "solo_points"),
        *("goal_deck", "goals_shuffled", "handicap"),
    }
    readings = {key for key, component in GAME.components.items() if component.tag == "R"}
    assert readings == {"shark_may_eat_own", "reset_move_sharks"}


# --- cards as data


@pytest.mark.rule("KD-4.2")
def test_the_cards_of_the_box_use_every_effect():
    row = tables()
    assert set(row["goal_effect"][1:].tolist()) == set(range(1, Effect.EFFECTS))


@pytest.mark.parametrize("name", EFFECTS)
def test_a_card_of_each_effect_loads(name):
    effect, most = EFFECTS[name]
    text = f"{name} {most}" if name in EXTRA else f"{name} {most}: 20"
    row = tables(6, goal_7=goal(text))
    assert (row["goal_effect"][7], row["goal_count"][7]) == (effect, most)
    assert row["goal_effect_points"][7] == (0 if name in EXTRA else 20)


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("fewest", [False, True])
def test_a_card_of_each_measure_loads(name, fewest):
    measure, most = MEASURES[name]
    ranking = f"{'fewest ' if fewest else ''}{name}: 6 5 4 3 2 20"
    row = tables(goal_7=goal(personal=f"{name} {most}: 20", ranking=ranking))
    assert (row["goal_personal"][7], row["goal_at_least"][7]) == (measure, most)
    assert row["goal_personal_points"][7] == 20
    assert (row["goal_ranking"][7], row["goal_fewest"][7]) == (measure, fewest)
    assert row["goal_points"][7].tolist() == [6, 5, 4, 3, 2, 20]


def test_there_are_14_effects_and_28_measures():
    assert sorted(effect for effect, _ in EFFECTS.values()) == list(range(1, 15))
    assert sorted(measure for measure, _ in MEASURES.values()) == list(range(1, 29))
    assert (Effect.EFFECTS, len(Measure)) == (15, 29)


def test_none_leaves_out_each_part_of_a_card():
    row = tables(goal_1=NONE)
    for field in ("effect", "personal", "ranking"):
        assert row[f"goal_{field}"][1] == 0


@pytest.mark.parametrize(
    "texts",
    [
        ("none", "units 1: 3", "units: 5 2"),
        ("entered_castle 1: 2", "none", "units: 5 2"),
        ("entered_castle 1: 2", "units 1: 3", "none"),
    ],
)
def test_a_part_left_out_scores_nothing_and_the_others_do(texts):
    scene = Scene(goal_1=goal(*texts)).put(0, 1).marker(2).cards(DEPLOY, RESET).place(ATLANTIS)
    points = [n * (text != "none") for n, text in zip((2, 3, 5), texts, strict=True)]
    assert scene.end_round().points("goal")[0] == sum(points)


@pytest.mark.rule("KD-4.2")
@ALL_PLAYERS
def test_crowded_asks_for_no_more_than_the_other_players(players):
    row = tables(players, goal_1=goal("crowded 5: 2"), goal_2=goal("crowded 1: 2"))
    assert row["goal_count"][1:3].tolist() == [players - 1, 1]


# --- nonsense

FORM_1 = '"none", "EFFECT N: POINTS" or, for more steps, "extra_CARD N"'
FORM_2 = '"none" or "MEASURE N: POINTS"'
FORM_3 = '"none", "MEASURE: POINTS" or "fewest MEASURE: POINTS", with points for 1 to 6 places'
IMMEDIATE = [
    ("eatn 1: 2", "unknown effect 'eatn'; did you mean 'eaten'?"),
    ("whirl 1: 2", "unknown effect 'whirl'; allowed: placed_tiles, entered_castle, eaten"),
    ("tiles 1: 2", "unknown effect 'tiles'"),
    ("extra_upgrade 1", "unknown effect 'extra_upgrade'; did you mean "),
    *((f"{name} {most + 1}: 2", f"{name} must be from 1 to {most}, not {most + 1}")
      for name, (_, most) in EFFECTS.items() if name not in EXTRA),
    *((f"{name} 4", f"{name} must be from 1 to 3, not 4") for name in EXTRA),
    ("eaten 0: 2", "eaten must be from 1 to 20, not 0"),
    ("extra_move 0", "extra_move must be from 1 to 3, not 0"),
    ("eaten 1: 21", "POINTS must be from 0 to 20, not 21"),
    *((text, f"it must be {FORM_1}") for text in (
        "eaten", "eaten 1", "eaten: 1", "eaten 1: 2 3", "eaten -1: 2", "eaten 1.5: 2",
        "eaten 1:2", "eaten 1000: 2", "eaten  1: 2", " eaten 1: 2", "eaten 1: 2 ", "Nothing", "1",
        "eaten one: 2", "eaten 1: -2", "extra_move 1: 2", "extra_move",
    )),
]  # fmt: skip
PERSONAL = [
    ("tile 1: 2", "unknown measure 'tile'; did you mean 'tiles'?"),
    ("eaten 1: 2", "unknown measure 'eaten'"),
    *((f"{name} {most + 1}: 2", f"{name} must be from 1 to {most}, not {most + 1}")
      for name, (_, most) in MEASURES.items()),
    ("tiles 0: 2", "tiles must be from 1 to 18, not 0"),
    ("tiles 1: 21", "POINTS must be from 0 to 20, not 21"),
    *((text, f"it must be {FORM_2}") for text in (
        "tiles", "tiles 1", "tiles: 1", "tiles 1: 2 3", "fewest tiles 1: 2",
    )),
]  # fmt: skip
RANKING = [
    ("tile: 5 3", "unknown measure 'tile'; did you mean 'tiles'?"),
    ("fewest: 5 3", "unknown measure 'fewest'; allowed: tiles, inner_tiles"),
    ("fewest bate: 5 3", "unknown measure 'bate'; did you mean 'bait'?"),
    ("tiles: 5 21", "POINTS must be from 0 to 20, not 21"),
    *((text, f"it must be {FORM_3}") for text in (
        "tiles", "tiles:", "tiles 1: 5 3", "tiles: 6 5 4 3 2 1 0", "most tiles: 5 3",
        "fewest fewest tiles: 5", "tiles: 5, 3", "tiles: -5", "tiles: ",
    )),
]  # fmt: skip
PARTS = [
    (part, text, message)
    for part, cases in (
        ("immediate goal", IMMEDIATE), ("personal goal", PERSONAL), ("ranking", RANKING),
    )
    for text, message in cases
]  # fmt: skip
SHAPES = [
    (["A", "none", "none"], "goal_9 must be a list of 4 texts .*; it has 3"),
    (["A", "none", "none", "none", "none"], "goal_9 must be a list of 4 texts .*; it has 5"),
    ([], "goal_9 must be a list of 4 texts .*; it has 0"),
    ("none", "goal_9 must be a list of 4 texts .*, not 'none'"),
    (["", "none", "none", "none"], "item 1 of goal_9 must be a text of 1 to 60 .*, not ''"),
    (["A", "", "none", "none"], "item 2 of goal_9 must be a text of 1 to 60 .*, not ''"),
    (["A", "none", 3, "none"], "item 3 of goal_9 must be a text of 1 to 60 .*, not 3"),
    (["A", "none", "none", "x" * 61], "item 4 of goal_9 must be a text of 1 to 60 "),
    (["A", "eaten 1: 2\n", "none", "none"], "item 2 of goal_9 must be a text .* printable"),
    ([" ", "none", "none", "none"], "item 1 of goal_9 must be a text .* printable"),
]
THREE_SHELLS = "track must have three shells, one of them at its end"
OTHERS = [
    ({"goal_deck": [1, 2, 1]}, "goal_deck must name each goal card at most once"),
    ({"goal_deck": [1, 2]}, "goal_deck must be a list of 3 to 14 whole numbers from 1 to 14; it"),
    ({"goal_deck": [1, 2, 15]}, "item 3 of goal_deck must be .* from 1 to 14, not 15"),
    ({"goal_15": NONE}, "unknown rule 'goal_15' for kingdoms; did you mean 'goal_"),
    (
        {"track": ["shell", "blank", "shell"]},
        "track must have three shells, one of them at its end",
    ),
    ({"track": ["shell"] * 3 + ["blank"]}, "track must have three shells, one of them at its end"),
    ({"track": ["shell"] * 4}, "track must have three shells, one of them at its end"),
    ({"track": ["shell"] * 2}, "track must be a list of 3 to 12 names"),
    ({"track": ["crab", "shell", "shell", "shell"]}, "item 1 of track must be one of upgrade, sh"),
    ({"bait_icons": ["reset"] * 11}, "item 1 of bait_icons must be one of none, bolster, "),
    ({"units": 2}, "units must be a whole number from 3 to 20, not 2"),
    ({"move_numbers": [1, 2]}, "move_numbers must be a list of 3 whole numbers"),
]


def refused(**rules):
    """The message with which rules are refused."""
    with pytest.raises(InputError) as caught:
        load(3, **rules)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message


@pytest.mark.parametrize(("part", "text", "message"), PARTS, ids=str)
def test_a_part_of_a_card_that_says_nothing_known_is_refused(part, text, message):
    texts = {"immediate goal": (text,), "personal goal": ("none", text)}
    said = refused(goal_9=goal(*texts.get(part, ("none", "none", text))))
    assert said.startswith(f"goal_9, {part} '")
    assert message in said


@pytest.mark.parametrize(
    "texts",
    [("eaten \u0661: 2",), ("none", "tiles \u0661: 2"), ("none", "none", "tiles: \u0665")],
    ids=["immediate", "personal", "ranking"],
)
def test_digits_of_other_scripts_are_refused(texts):
    assert "it must be " in refused(goal_9=goal(*texts))


@pytest.mark.parametrize(("value", "message"), SHAPES)
def test_what_is_no_card_of_four_texts_is_refused(value, message):
    assert re.match(message, refused(goal_9=value))


@pytest.mark.parametrize(("rules", "message"), OTHERS, ids=str)
def test_decks_tracks_and_numbers_that_make_no_game_are_refused(rules, message):
    assert re.search(message, refused(**rules))


# --- a rule file


def told(capsys, tmp_path, text):
    """The object that a replay of a game with a rule file prints."""
    file = tmp_path / "cards.toml"
    file.write_text(text, encoding="utf-8")
    line = ["replay", "kingdoms", "3", "-p", "2", "--seed", "8", "-a", "random", "--json"]
    line += ["--rules", str(file)]
    assert cli.main(line) == 0
    return json.loads(capsys.readouterr().out)


PLAIN_FILE = """
goals_shuffled = false
goal_deck = [4, 5, 6]
goal_4 = ["Plain", "none", "none", "none"]
goal_5 = ["Plain", "none", "none", "none"]
goal_6 = ["Plain", "none", "none", "none"]
"""
GIFT = '["Gifts", "none", "level 1: 20", "fewest level: 7 7"]'


def test_a_card_of_a_rule_file_changes_what_is_scored(capsys, tmp_path):
    plain = told(capsys, tmp_path, PLAIN_FILE)
    gifts = told(capsys, tmp_path, PLAIN_FILE.replace('["Plain", "none", "none", "none"]', GIFT, 1))
    assert plain["ending"] == "third_scoring"
    assert [step["text"] for step in gifts["steps"]] == [step["text"] for step in plain["steps"]]
    assert [new - old for new, old in zip(gifts["scores"], plain["scores"], strict=True)] == [
        27
    ] * 2


def test_a_mistake_in_a_card_of_a_rule_file_ends_with_one_line(capsys, tmp_path):
    file = tmp_path / "cards.toml"
    file.write_text('goal_4 = ["Hunt", "eten 1: 2", "none", "none"]', encoding="utf-8")
    assert cli.main(["run", "kingdoms", "-n", "1", "--rules", str(file)]) == 2
    assert capsys.readouterr().err == (
        f"undertow: rule file {shown(str(file))}: goal_4, immediate goal 'eten 1: 2': "
        "unknown effect 'eten'; did you mean 'eaten'?\n"
    )
