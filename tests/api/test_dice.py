"""Exact odds of dice: icepool says the same, and so does trying every roll."""

import re
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import icepool
import pytest
from dice_by_trying import VALUES, all_met_by_trying, met_by_trying

import undertow as ut
from undertow import dice
from undertow.errors import InputTypeError, InputValueError
from undertow_kernels.core.dice import Target

NAMES = list(dice.REQUIREMENTS)
CORALS = range(3, 11)
PAIRS = list(product((3, 6), (7, 10)))
ANY_OF_SIX = {1: 0, 2: Fraction(1, 3), 3: Fraction(31, 36), 4: 1}


# --- icepool --------------------------------------------------------------------------------------


class Totals(icepool.MultisetEvaluator):
    """Whether some of the dice make each of several totals, no die counting twice."""

    def __init__(self, *totals):
        self.totals = totals

    def initial_state(self, order, outcomes, /, *sizes):
        return frozenset([(0,) * len(self.totals)])

    def next_state(self, state, order, outcome, /, count):
        for _ in range(count):
            state |= {
                tuple(x + outcome * (i == place) for i, x in enumerate(sums))
                for sums in state
                for place in range(len(sums))
            }
            state = frozenset(
                s for s in state if all(x <= t for x, t in zip(s, self.totals, strict=True))
            )
        return state

    def final_outcome(self, state, order, outcomes, /, *sizes):
        return self.totals in state


ICEPOOL = {
    "seven": Totals(7),
    "low double": lambda pool: pool.keep_outcomes([1, 2, 3]).largest_count() >= 2,
    "high double": lambda pool: pool.keep_outcomes([4, 5, 6]).largest_count() >= 2,
    "three in a row": lambda pool: pool.largest_straight() >= 3,
    "three of a kind": lambda pool: pool.largest_count() >= 3,
    "four different": lambda pool: pool.unique().size() >= 4,
}


def icepool_odds(question, number, stored):
    """Return the odds that icepool gives; ``question`` makes a die of truths of a pool."""
    pool = icepool.d6.pool(number)
    if stored:
        pool = pool.additive_union(icepool.Pool(list(stored)))
    return question(pool).probability(True)


@pytest.mark.parametrize("number", range(9))
@pytest.mark.parametrize("need", NAMES)
def test_icepool_gives_the_same_odds_of_each_requirement(need, number):
    for stored in ((), (3,), (2, 5), (1, 1, 6), (3, 4, 4, 6)):
        want = icepool_odds(ICEPOOL[need], number, stored)
        assert dice.odds(need, dice=number, stored=stored).fraction == want


@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("coral", CORALS)
def test_icepool_gives_the_same_odds_of_each_coral(coral, number):
    want = icepool_odds(Totals(coral), number, (2,))
    assert dice.odds(corals=coral, dice=number, stored=[2]).fraction == want


@pytest.mark.parametrize(("pair", "number"), [*product(PAIRS, (2, 4)), ((3, 10), 8)])
def test_icepool_gives_the_same_odds_of_a_white_and_a_black_coral(pair, number):
    for stored in ((1, 5),) if number > 4 else ((), (1, 5)):
        want = icepool_odds(Totals(*pair), number, stored)
        assert dice.odds(corals=pair, dice=number, stored=stored).fraction == want


# --- every roll tried -----------------------------------------------------------------------------


@cache
def tried(target, roll, stored, limit):
    return met_by_trying(target, stored, roll, limit)


def share_of_rolls(number, made):
    """Return in which share of all rolls something is made."""
    rolls = list(product(VALUES, repeat=number))
    return Fraction(sum(made(tuple(sorted(roll))) for roll in rolls), len(rolls))


@pytest.mark.parametrize("number", range(1, 6))
@pytest.mark.parametrize("need", NAMES)
def test_every_roll_tried_gives_the_same_odds(need, number):
    target = dice.REQUIREMENTS[need]
    for stored, strength in (((), None), ((2, 6), None), ((), 2), ((4,), 1), ((3, 5), 2)):
        limit = number if strength is None else strength
        want = share_of_rolls(number, lambda r, s=stored, k=limit: tried(target, r, s, k))
        found = dice.odds(need, dice=number, stored=stored, strength=strength)
        assert (found.fraction, found.rolls) == (want, 6**number)


@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize("strength", [1, 2, None])
def test_every_roll_tried_gives_the_same_odds_of_two_corals(number, strength):
    pair = (Target.TOTAL_3 + 2, Target.TOTAL_3 + 6)
    limit = number if strength is None else strength
    want = share_of_rolls(number, lambda roll: all_met_by_trying(pair, (1, 4, 4), roll, limit))
    found = dice.odds(corals=[9, 5], dice=number, stored=[4, 1, 4], strength=strength)
    assert found.fraction == want > 0


@pytest.mark.parametrize("number", range(1, 5))
def test_any_of_several_needs_is_what_trying_each_says(number):
    for needs in (["low double", "seven"], NAMES):
        targets = [dice.REQUIREMENTS[need] for need in needs]
        want = share_of_rolls(number, lambda r, t=targets: any(tried(x, r, (), 9) for x in t))
        assert dice.odds(needs, dice=number).fraction == want
    assert dice.odds(dice=number).fraction == ANY_OF_SIX[number]


def test_a_coral_besides_a_need_takes_dice_of_its_own():
    pair = (Target.LOW_DOUBLE, Target.TOTAL_3 + 2)
    want = share_of_rolls(3, lambda roll: all_met_by_trying(pair, (2,), roll, 3))
    assert dice.odds("low double", corals=5, dice=3, stored=[2]).fraction == want
    assert want < dice.odds("low double", dice=3, stored=[2]).fraction


@pytest.mark.parametrize("need", [None, "three of a kind", ["seven", "high double"]])
def test_meets_is_true_of_just_the_rolls_that_odds_counts(need):
    kept = {"stored": [4, 6], "strength": 2}
    met = sum(dice.meets(need, roll=roll, **kept) for roll in product(VALUES, repeat=3))
    assert met == dice.odds(need, dice=3, **kept).ways


def test_example_1_of_the_rulebook():
    assert dice.meets("four different", roll=[1, 5], stored=[2, 6], strength=2)
    assert not dice.meets("four different", roll=[1, 5], stored=[2, 6], strength=1)


def test_example_3_of_the_rulebook():
    roll = {"roll": [2, 3], "stored": [6], "strength": 2}
    pairs = [c for c in product(range(3, 7), range(7, 11)) if dice.meets(corals=c, **roll)]
    assert pairs == [(3, 8)]
    assert [n for n in CORALS if dice.meets(corals=n, **roll)] == [3, 5, 6, 8, 9]


# --- results --------------------------------------------------------------------------------------


def test_odds_are_a_fraction_and_the_nearest_float():
    found = dice.odds("low double", dice=2)
    assert found.fraction == Fraction(3, 36)
    assert found.share == float(found) == 1 / 12
    assert (found.ways, found.rolls) == (3, 36)
    assert repr(found) == "2 dice, low double: 8.33 % = 1/12"


def test_most_dice_are_still_exact():
    found = dice.odds("three of a kind", dice=24)
    assert found.fraction == 1
    straight = dice.odds("three in a row", dice=24)
    # the rolls without a row, counted by the set of values that they show
    flat = [s for n in range(7) for s in combinations(VALUES, n) if not has_row(s)]
    missed = sum(exactly(len(s), 24) for s in flat)
    assert straight.ways == 6**24 - missed


def has_row(values):
    return any({v, v + 1, v + 2} <= set(values) for v in range(1, 5))


def exactly(kinds, number):
    """In how many rolls each of some values shows, and no other."""
    return sum(
        (-1) ** (kinds - n) * sum(1 for _ in combinations(range(kinds), n)) * n**number
        for n in range(kinds + 1)
    )


def test_odds_that_are_not_certain_are_not_shown_as_if_they_were():
    assert dice.odds("seven", dice=24).percent == ">99.99"
    assert dice.odds("three of a kind", dice=13).percent == "100.00"
    assert dice.odds("four different", dice=18).percent == "99.99"


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ({"dice": 1}, "1 die, any of the six: 0.00 % = 0"),
        ({"dice": 2, "stored": [5, 3], "corals": [9, 5]}, "2 dice, beside 3 5, coral 5 and "),
        (
            {"need": ["seven", "low double"], "dice": 3, "strength": 2},
            "3 dice, at most 2 of them used, seven or low double: ",
        ),
        (
            {"need": "seven", "corals": 7, "dice": 4},
            "4 dice, seven and, with other dice, coral 7: ",
        ),
    ],
)  # fmt: skip
def test_odds_say_what_they_are(asked, text):
    assert repr(dice.odds(**asked)).startswith(text)


def test_a_need_may_be_written_with_hyphens_and_capitals():
    want = dice.odds("three of a kind", dice=4)
    assert dice.odds("Three-of-a-kind", dice=4) == dice.odds("three_of_a_kind", dice=4) == want
    assert dice.odds(["three of a kind"] * 2, dice=4) == want


def test_the_table_has_the_odds_of_each_requirement_and_number():
    found = dice.table(stored=[6], strength=2)
    assert list(found.rows) == [*NAMES, dice.ANY]
    assert found.dice == tuple(range(1, 9))
    for name in NAMES:
        for number, each in zip(found.dice, found.rows[name], strict=True):
            assert each == dice.odds(name, dice=number, stored=[6], strength=2)
    assert found.rows[dice.ANY][0] == dice.odds(dice=1, stored=[6], strength=2)


def test_the_table_is_shown_as_text_and_in_notebooks():
    found = dice.table(dice=[2, 3])
    assert repr(found).splitlines()[:2] == [
        "dice                  2       3",
        "seven             16.67   48.61",
    ]
    assert len(repr(found).splitlines()) == 8
    html = found._repr_html_()
    assert "<th>dice</th><th>2</th><th>3</th>" in html
    assert "<td>seven</td><td>16.67</td><td>48.61</td>" in html


def test_dice_is_loaded_when_first_used():
    assert ut.dice is dice


# --- the best dice to store -----------------------------------------------------------------------


def ways_to_store(roll, stored, room, strength):
    """Every set that can lie there after picking some dice and, for them, throwing some back."""
    for picks in range(min(strength, len(roll)) + 1):
        for picked in combinations(roll, picks):
            for throws in range(min(picks, len(stored)) + 1):
                for kept in combinations(stored, len(stored) - throws):
                    if len(kept) + picks <= room:
                        yield tuple(sorted(kept + picked))


@pytest.mark.parametrize(
    ("roll", "stored", "room", "strength"),
    [
        ((1, 1, 3, 6), (), 2, 9),
        ((1, 1, 3, 6), (2, 4), 2, 1),
        ((2, 5, 5), (5, 6), 3, 2),
        ((4,), (1, 2, 6), 3, 1),
        ((), (3, 3), 2, 2),
        ((6, 6, 2), (1,), 4, 3),
        ((1, 2), (), 0, 2),
    ],
)
@pytest.mark.parametrize("need", [*NAMES, None])
def test_no_way_to_store_is_better_than_the_first(need, roll, stored, room, strength):
    found = dice.best_stored(need, roll=roll, stored=stored, room=room, dice=2, strength=strength)
    sets = set(ways_to_store(roll, stored, room, strength))
    targets = [dice.REQUIREMENTS[name] for name in ([need] if need else NAMES)]
    worth = {
        kept: share_of_rolls(2, lambda r, s=kept: any(tried(t, r, s, strength) for t in targets))
        for kept in sets
    }
    assert {way.stored: way.odds.fraction for way in found}.items() <= worth.items()
    assert found[0].odds.fraction == max(worth.values())
    assert [way.odds.ways for way in found] == sorted((w.odds.ways for w in found), reverse=True)
    full = max(map(len, sets))
    assert {way.stored for way in found} == {kept for kept in sets if len(kept) == full}


def test_what_is_picked_and_thrown_back_adds_up():
    for way in dice.best_stored("seven", roll=[1, 1, 6], stored=[2, 4], room=3, dice=2, strength=2):
        assert len(way.picked) <= 2
        before = sorted([*way.stored, *way.thrown])
        assert before == sorted([2, 4, *way.picked])


def test_of_equally_good_ways_that_with_the_fewest_dice_picked_is_first():
    found = dice.best_stored("three of a kind", roll=[5, 3], stored=[2], room=1, dice=2)
    assert [(way.stored, way.picked, way.thrown) for way in found] == [
        ((2,), (), ()), ((3,), (3,), (2,)), ((5,), (5,), (2,)),
    ]  # fmt: skip


# --- mistakes -------------------------------------------------------------------------------------

ONE = {"dice": 1}
ROLL = {"roll": [1], "room": 1, "dice": 1}
WRONG = [
    (dice.odds, {"need": "sevn", **ONE}, "unknown requirement 'sevn'; did you mean 'seven'?"),
    (dice.odds, {"need": "full house", **ONE}, "unknown requirement 'full house'; allowed: seven,"),
    (dice.odds, {"need": [], **ONE}, "need must name at least one requirement"),
    (dice.odds, {"dice": 25}, "dice must be a whole number from 0 to 24, not 25"),
    (dice.odds, {"dice": -1}, "dice must be a whole number from 0 to 24, not -1"),
    (dice.odds, {"corals": 2, **ONE}, "a coral's number must be .* from 3 to 10, not 2"),
    (dice.odds, {"corals": [3, 6], **ONE}, "one from 3 to 6 and one from 7 to 10 .* not 3 and 6"),
    (dice.odds, {"corals": [7, 7], **ONE}, "one from 3 to 6 and one from 7 to 10 .* not 7 and 7"),
    (dice.odds, {"stored": [7], **ONE}, "a die of stored must be .* from 1 to 6, not 7"),
    (dice.odds, {"stored": [1] * 25, **ONE}, "stored takes at most 24 dice, not 25"),
    (dice.odds, {"strength": -1, **ONE}, "strength must be a whole number from 0 to 24, not -1"),
    (dice.meets, {"roll": [0]}, "a die of roll must be a whole number from 1 to 6, not 0"),
    (dice.meets, {"roll": [1] * 25}, "roll takes at most 24 dice, not 25"),
    (dice.table, {"dice": [3, 25]}, "dice must be a whole number from 0 to 24, not 25"),
    (dice.best_stored, {**ROLL, "room": 13}, "room must be a whole number from 0 to 12, not 13"),
    (dice.best_stored, {**ROLL, "dice": 13}, "dice must be a whole number from 0 to 12, not 13"),
    (dice.best_stored, {**ROLL, "roll": [1] * 13}, "roll takes at most 12 dice, not 13"),
    (dice.best_stored, {**ROLL, "stored": [1, 2]}, "stored takes at most room = 1 dice, not 2"),
]  # fmt: skip
MISTYPED = [
    (dice.odds, {"need": 7, **ONE}, "need must be a requirement or a list of some, not 7"),
    (dice.odds, {"need": ["seven", 7], **ONE}, "need must be a requirement or a list of some"),
    (dice.odds, {"dice": 1.0}, "dice must be a whole number from 0 to 24, not 1.0"),
    (dice.odds, {"corals": "5", **ONE}, "corals must be a list of whole numbers, not '5'"),
    (dice.odds, {"corals": 5.0, **ONE}, "a coral's number must be a whole number from 3 to 10"),
    (dice.table, {"dice": 3}, "dice must be a list of whole numbers, not 3"),
    (dice.odds, {"stored": "35", **ONE}, "stored must be a list of whole numbers, not '35'"),
    (dice.odds, {"stored": 3, **ONE}, "stored must be a list of whole numbers, not 3"),
    (dice.odds, {"stored": [True], **ONE}, "a die of stored must be .* from 1 to 6, not true"),
]


@pytest.mark.parametrize(("function", "asked", "phrase"), WRONG)
def test_a_value_that_is_not_allowed_is_refused(function, asked, phrase):
    with pytest.raises(InputValueError, match=phrase):
        function(**asked)


@pytest.mark.parametrize(("function", "asked", "phrase"), MISTYPED)
def test_a_value_of_the_wrong_type_is_refused(function, asked, phrase):
    with pytest.raises(InputTypeError, match=re.escape(phrase) if "(" in phrase else phrase):
        function(**asked)
