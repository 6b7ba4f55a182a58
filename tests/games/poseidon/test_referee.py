"""Tests of the referee of Poseidon's Kingdom by itself."""

from __future__ import annotations

import itertools
import random

import pytest
import referee_play
from games.poseidon import referee_moves as m
from games.poseidon.referee import Referee
from games.poseidon.referee_food import met, offers
from games.poseidon.referee_moves import SKULL, die_code, die_value, move
from games.poseidon.referee_ocean import Ocean
from games.poseidon.referee_reef import ARROW, BLANK, DICE, EATING, STEPS, Reef, beside
from games.poseidon.referee_score import GRAVEYARD, SPEEDYFINS, TRIDENT, points
from referee_philox import Stream
from referee_play import finish, run

BLUE, GREEN, ORANGE, YELLOW = range(4)


def components(players, rng=None, **changes):
    return referee_play.components("poseidon", players, rng, **changes)


def cleared(players, **changes):
    """A referee whose sea and wave were emptied, for positions set up by hand."""
    game = Referee(components(players, **changes), players, (1, 2), 0)
    game.sea = [[0] * 30 for _ in range(game.ocean.waves)]
    game.wave = [0] * 5
    return game


def put_in_sea(game, wave, *dice):
    for value, colour in dice:
        game.sea[wave - 1][die_code(value, colour) - 1] += 1


# --- whole games


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("varied", [False, True])
def test_games_end_and_lose_nothing(players, varied):
    rng = random.Random(f"{players} {varied}")
    for number in range(4):
        values = components(players, rng if varied else None)
        game = Referee(values, players, (rng.getrandbits(64), number), number)
        for _ in finish(game, rng):
            moves = game.legal()
            assert len(set(moves)) == len(moves) != 1
            assert game.over == (not moves)
            assert game.facts()[3] == game.actor
            game.check()
        assert (game.actor, game.legal()) == (-1, [])
        result = game.result()
        assert (result["ending"] == 8) == (result["winners"] != 0)
        assert min(result["rank"]) == 1


def test_same_key_and_choices_make_the_same_game():
    facts = []
    for _ in range(2):
        rng = random.Random(7)
        game = Referee(components(3), 3, (3, 4), 5)
        for _ in range(150):
            game.choose(rng.randrange(len(game.legal())))
        facts.append(game.facts())
    assert facts[0] == facts[1]


@pytest.mark.rule("PK-S7")
def test_views_hide_the_corals_that_nobody_has_seen():
    game = cleared(2)
    game.know(1, 4)
    game._facts = None  # the position was changed by hand
    assert [game.facts()[place] for place in game.hidden(0)] == game.corals
    assert len(game.hidden(1)) == 7
    assert game.swaps(0) == [("coral", list(range(3, 11)))]
    assert game.swaps(1) == [("coral", [3, *range(5, 11)])]


def test_stream_is_philox_as_in_numpy():
    numpy = pytest.importorskip("numpy")
    rng = random.Random(1)
    for _ in range(20):
        key = [rng.getrandbits(64), rng.getrandbits(64)]
        purpose, seat, round_number, game = rng.choices(range(200), k=4)
        stream = Stream(key, game, purpose, round_number, seat)
        counter = [0, 1 | purpose << 8 | seat << 16, round_number, game]
        philox = numpy.random.Philox(
            key=numpy.array(key, dtype=numpy.uint64),
            counter=numpy.array(counter, dtype=numpy.uint64),
        )
        assert [stream.word() for _ in range(11)] == philox.random_raw(11).tolist()


def test_below_refuses_words_that_would_favour_some_numbers():
    stream = Stream((0, 0), 0, 0, 0)
    n = 3 << 62  # refuses words whose low half is below 2^62
    stream.words = [1 << 63 | 1, 0]  # the last one comes first
    assert stream.below(n) == n >> 1
    assert stream.words == []
    assert stream.below(1) == 0
    assert stream.block == 0


# --- the rulebook's examples


@pytest.mark.rule("PK-C3.4", "PK-C3.5", "PK-C3.16")
def test_example_1_eating_frees_a_friend():
    game = cleared(4)
    reef = game.reefs[ORANGE] = Reef()
    reef.lay_ground((0, 0), (1, 0), (DICE, DICE))
    reef.lay_ground((0, 1), (1, 1), (BLANK, BLANK))
    reef.lay_ground((0, 2), (1, 2), (BLANK, BLANK))
    reef.lay_upper(2, 4, (EATING, BLANK))
    reef.put(0, die_code(2, BLUE))
    reef.put(1, die_code(6, YELLOW))
    put_in_sea(game, 5, (1, GREEN), (5, BLUE), (3, ORANGE))
    game.active, game.ended, game.supply = ORANGE, 5, [0] * 5
    bites = [
        move(m.EAT, number=6),
        move(m.EAT_BOARD, die=die_code(1, GREEN)),  # or the stored 2; now it must follow
        move(m.EAT_BOARD, die=die_code(5, BLUE)),  # or the 3; the stored 6 must follow
    ]
    run(game, game.food(ORANGE), *bites)
    assert game.moves == []
    assert game.friends[ORANGE] == [1, 1, 1, 1, 1, 0]
    assert game.won[ORANGE][5] == game.stacks[5][0]
    assert game.supply == [2, 1, 0, 1, 0]
    assert game.due == [1, 1, 0, 0]
    assert sum(game.sea[4]) == 1
    assert reef.stored() == []


@pytest.mark.rule("PK-K2", "PK-K3", "PK-K4", "PK-K5")
def test_example_2_moving_round_the_kraken():
    game = cleared(4, track_spaces=7)
    game.active = YELLOW
    game.track = [4, 7, 2, 3]  # blue, green, orange, yellow
    game.due = [0, 2, 2, 0]
    answers = [move(m.RIVAL, number=GREEN), move(m.HEAD_FREE), move(m.PEEK, number=8)]
    run(game, game.rivals(YELLOW), *answers)
    assert game.moves == []
    assert game.track == [4, 0, 6, 3]
    assert game.due == [0] * 4
    assert game.friends[GREEN] == [0, 1, 1, 1, 1, 1]
    assert game.coral_known == [0, 0, 0, 0, 0, 1 << GREEN, 0, 0]


@pytest.mark.rule("PK-E3", "PK-E4")
def test_example_3_collecting_corals():
    game = cleared(4)
    reef = game.reefs[0] = Reef()
    reef.lay_ground((0, 0), (1, 0), (DICE, BLANK))
    reef.put(0, die_code(6, 1))
    put_in_sea(game, 2, (2, 0), (3, 2))
    game.final, game.final_left, game.dinner, game.picks = 1, 4, game.sea[1], 2
    found = [claim[1] for claim in game.claims(0, game.lying())]
    assert found == [3, 5, 6, 8, 9]  # 2 is not among the numbers, and 8 is 2 + 6
    pairs = []
    for low in (3, 5, 6):
        spent = {3: (3,), 5: (2, 3), 6: (6,)}[low]
        left = [value for value in (2, 3, 6) if value not in spent]
        sums = {sum(part) for size in (1, 2, 3) for part in itertools.combinations(left, size)}
        pairs += [(low, high) for high in range(7, 11) if high in sums]
    assert pairs == [(3, 8)]
    run(game, game.dine(0, move(m.CLAIM, number=3)), move(m.CLAIM, number=8))
    assert game.moves == []
    assert [n for n in range(3, 11) if game.coral_owner[n - 3] == 1] == [3, 8]
    assert (sum(game.sea[1]), reef.stored(), game.due) == (0, [], [0] * 4)


@pytest.mark.rule("PK-S1", "PK-S2", "PK-S3", "PK-S4")
def test_example_4_scoring():
    reef = Reef()
    reef.lay_ground((0, 0), (1, 0), (ARROW, EATING))
    reef.lay_ground((0, 1), (1, 1), (ARROW, DICE))
    values = components(4)
    assert points(reef, [10, 4, 0, 0, 0, 0], [SPEEDYFINS, TRIDENT], values) == 14 + 2 + 3
    assert points(reef, [], [GRAVEYARD], values) == 3
    reef.put(0, SKULL)
    assert points(reef, [], [SPEEDYFINS, GRAVEYARD, TRIDENT], values) == 1 - 1 + 1


@pytest.mark.rule("PK-D5", "PK-D10")
def test_a_total_of_18_allows_the_bonus_of_12_and_not_that_of_19():
    game = cleared(4)
    put_in_sea(game, 1, (6, 0), (6, 0))
    put_in_sea(game, 8, (6, 0), (6, 1))
    assert game.bonuses(0) == [0, 1, 2, 3, 4, 5]
    assert game.bonuses(2) == [0]


# --- lists against brute force


@pytest.mark.rule("PK-C1.3")
def test_every_place_on_the_ground_is_named_once():
    rng = random.Random(2)
    reef = Reef()
    reef.lay_ground((0, 0), (1, 0), (BLANK, BLANK))
    for _ in range(8):
        named = []
        for ground in reef.grounds():
            anchor = beside(reef.faces[ground[2]].hexagon, ground[4])
            named += [(anchor, beside(anchor, toward)) for toward in reef.partners(anchor)]
        around = {beside(hexagon, toward) for hexagon in reef.at for toward in range(6)}
        around -= set(reef.at)
        right = {
            frozenset((anchor, beside(anchor, toward)))
            for anchor in around
            for toward in range(6)
            if beside(anchor, toward) not in reef.at
        }
        assert len(named) == len(right)
        assert {frozenset(pair) for pair in named} == right
        reef.lay_ground(*rng.choice(named), (BLANK, BLANK))


@pytest.mark.rule("PK-C1.4", "PK-C1.5")
def test_upper_tiles_lie_level_on_two_unlike_tiles_without_dice_or_skeletons():
    rng = random.Random(3)
    reef = Reef()
    for row in range(4):
        reef.lay_ground((0, row), (1, row), (DICE, BLANK))
    for _ in range(12):
        right = []
        for one, two in itertools.combinations(range(8), 2):
            a, b = reef.faces[one], reef.faces[two]
            step = (b.hexagon[0] - a.hexagon[0], b.hexagon[1] - a.hexagon[1])
            level = a.height == b.height and a.tile != b.tile
            if step in STEPS and level and a.holds == b.holds == 0:
                right.append(move(m.UPPER, face=one, other=two))
        assert reef.uppers() == right
        if right:
            reef.lay_upper(*rng.choice(right)[2:4], (DICE, BLANK))
        reef.put(rng.randrange(8), rng.choice((0, 0, 5, SKULL)))


def eaten_sets(need, dice, picks, start=0, taken=()):
    """All sets of dice that the lists of eating lead to, with repetitions."""
    for index in offers(need, [die[0] for die in taken], dice, start, picks):
        die = dice[index]
        more = (*taken, die)
        if met(need, [each[0] for each in more]):
            yield more
        else:
            yield from eaten_sets(need, dice, picks - 1 + die[1], index + 1, more)


def meets(need, values):
    values = sorted(values)
    size, low = len(values), values[0]
    like = values == [low] * size
    rules = {
        "seven": sum(values) == 7,
        "low double": like and size == 2 and low < 4,
        "high double": like and size == 2 and low > 3,
        "three of a kind": like and size == 3,
        "three in a row": values == [low, low + 1, low + 2],
        "four different": size == len(set(values)) == 4,
    }
    return rules[need] if need in rules else sum(values) == need


@pytest.mark.rule("PK-C3.4", "PK-C3.11", "PK-C3.14")
def test_eating_reaches_every_fitting_set_once():
    rng = random.Random(4)
    needs = [*components(2)["arms"], *range(3, 11)]
    for _ in range(40):
        codes = [die_code(rng.randint(1, 6), rng.randrange(2)) for _ in range(5)]
        dice = [(die_value(code), 0, code, code) for code in codes]
        dice += [(rng.randint(1, 6), 1, face, 1) for face in range(3)]
        dice.sort()
        picks = rng.randint(1, 3)
        for need in needs:
            right = set()
            for size in range(1, 9):
                for part in itertools.combinations(dice, size):
                    few = sum(die[1] == 0 for die in part) <= picks
                    if few and meets(need, [die[0] for die in part]):
                        right.add(part)
            reached = list(eaten_sets(need, dice, picks))
            assert len(reached) == len(right)
            assert set(reached) == right


@pytest.mark.rule("PK-C2.1", "PK-C2.3")
def test_swimming_reaches_what_walks_without_the_shark_reach():
    ocean = Ocean(components(3))

    def walk(space, steps, shark):
        yield space
        if steps:
            for near in ocean.links[space]:
                if near != shark:
                    yield from walk(near, steps - 1, shark)

    for shark, origin, steps in itertools.product((0, 1, 4, 13), range(18), (1, 2, 4)):
        assert ocean.reach(origin, steps, shark) == sorted(
            set(walk(origin, steps, shark)) - {origin}
        )


@pytest.mark.rule("PK-A4", "PK-C4.2", "PK-C4.8")
def test_the_shark_passes_four_dice_symbols_on_its_loop():
    ocean = Ocean(components(3))
    loop = ocean.loop
    assert sorted(loop) == list(range(18))
    steps = [(loop[place - 1], loop[place]) for place in range(18)]
    assert all(after in ocean.links[before] for before, after in steps)
    for way in (steps, [(after, before) for before, after in steps]):
        assert sum(ocean.has_symbol(before, after) for before, after in way) == 4
