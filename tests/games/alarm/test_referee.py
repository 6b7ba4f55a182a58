"""Tests of the referee of Kraken-Alarm by itself."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
import referee_play
from games.alarm.referee import (
    KUNO,
    PROVISIONS_LOST,
    STACK_FACTS,
    STOP,
    TAKE,
    TARGET_REACHED,
    TOKEN_FACTS,
    TURN,
    WAVE,
    Referee,
    move,
)
from referee_frame import CAPPED, RUNNING
from referee_play import finish, view

KNOWN_FACTS = TOKEN_FACTS + 48


def components(players, rng=None, **changes):
    values = referee_play.components("alarm", players, rng)
    if players == 4:
        values["long_voyage"] = False
    return {**values, **changes}


def new_game(number=0, players=2, **changes):
    return Referee(components(players, **changes), players, (1, number), number)


def staged(*sections, tops=(1, 2, 3, 4), ship=0, kuno=3, **changes):
    """A referee at the first sailing, with the first sections and the tops as told."""
    game = new_game(**changes)
    for section, kinds in zip(game.sea, sections, strict=False):
        for token, kind in zip(section, kinds or (), strict=False):
            token.kind = kind
    for stack, kind in zip(game.stacks, tops, strict=True):
        stack[:] = [kind] + [7] * 5
    game.ship, game.kuno = ship, kuno
    return game


def play(game, *moves):
    for each in moves:
        game.choose(game.legal().index(move(*each)))


# --- whole games


@pytest.mark.rule("KA-5.1", "KA-5.2", "KA-5.4")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("varied", [False, True])
def test_games_end_and_lose_nothing(players, varied):
    rng = random.Random(f"{players} {varied}")
    for number in range(25):
        values = components(players, rng if varied else None)
        game = Referee(values, players, (rng.getrandbits(64), number), number)
        for _ in finish(game, rng):
            game.check()
            moves, facts = game.legal(), game.facts()
            assert moves == sorted(set(moves))
            assert game.over or len(moves) >= 2
            assert len(facts) == 126 + 2 * players
            assert facts[3] == (-1 if game.over else facts[2])
        result = game.result()
        assert result["ending"] == game.facts()[6] != RUNNING
        taken = zip(game.facts()[126::2], values["handicap"], strict=True)
        assert result["score"] == [animals + more for animals, more in taken]
        leaders = sum(1 << seat for seat, rank in enumerate(result["rank"]) if rank == 1)
        assert leaders
        assert result["winners"] == (0 if game.ending == CAPPED else leaders)
        assert result["rounds"] == -(-result["turns"] // players) <= values["round_cap"]
        with pytest.raises(IndexError):
            game.choose(0)


def test_all_endings_and_alarms_occur():
    rng = random.Random(1)
    endings, alarms = Counter(), 0
    for number in range(120):
        game = Referee(components(3, rng, round_cap=(4, 500)[number % 2]), 3, (5, 6), number)
        for _ in finish(game, rng):
            pass
        endings[game.ending] += 1
        alarms += game.box > 0
    assert set(endings) == {CAPPED, TARGET_REACHED, PROVISIONS_LOST}
    assert alarms > 60


def test_same_key_and_choices_make_the_same_game():
    games = [new_game(7, 3) for _ in range(2)]
    for game in games:
        for _ in finish(game, random.Random(7)):
            pass
    assert games[0].facts() == games[1].facts()
    assert new_game(8, 3).facts() != new_game(7, 3).facts()


# --- set-up


@pytest.mark.rule("KA-1.1", "KA-1.3", "KA-1.4")
def test_four_sections_of_four_tokens_and_four_stacks_of_six():
    game = new_game(players=4)
    facts = game.facts()
    assert [len(section) for section in game.sea] == [4] * 4
    assert facts[STACK_FACTS:126:7] == [6] * 4
    assert Counter(kind for stack in game.stacks for kind in stack) == dict.fromkeys(range(1, 9), 3)
    assert facts[126:] == [0, 3] * 4
    assert len(game.hidden(0)) == 16 + 20


@pytest.mark.rule("KA-1.2", "KA-1.5", "KA-1.6")
def test_the_sea_holds_a_wave_in_each_section_and_the_others_anywhere():
    firsts, waves, places = Counter(), Counter(), set()
    for number in range(80):
        game = new_game(number, 4)
        firsts[game.first] += 1
        for index, section in enumerate(game.sea):
            kinds = [token.kind for token in section]
            assert kinds.count(WAVE) == 1
            waves[kinds.index(WAVE)] += 1
            places |= {(index, kind) for kind in kinds}
        assert (game.ship, game.kuno) == (0, 3)
    assert len(firsts) == len(waves) == 4
    assert min(firsts.values()) > 5
    assert min(waves.values()) > 40
    assert len(places) == 4 * 10


@pytest.mark.rule("KA-1.2")
@pytest.mark.parametrize("kunos", range(5))
def test_each_kuno_fewer_is_a_second_animal(kunos):
    kinds = Counter(token.kind for token in new_game(kuno_tokens=kunos).tokens())
    assert kinds.pop(WAVE) == 4
    assert kinds.pop(KUNO, 0) == kunos
    assert kinds == {kind: 2 if kind <= 4 - kunos else 1 for kind in range(1, 9)}


# --- sailing and turning


@pytest.mark.rule("KA-2.1", "KA-2.2", "KA-4.4")
def test_sailing_onto_kuno_is_an_alarm_and_may_be_forbidden():
    game = staged(kuno=1, capsize_probability=1.0)
    assert game.legal() == [move(1, 1), move(1, 2)]
    captain = game.captain
    play(game, (1, 1))
    assert game.provisions[captain] == 2
    assert (game.captain, game.ship, game.kuno) == (1 - captain, 1, 1)
    game = staged(None, (8, 2, 5, WAVE), kuno=2, forbid_kuno_landing=True)
    play(game, (1, 1), (TURN, 0))
    assert game.decisions == 2
    assert game.ship == 3  # the next captain could not but sail two sections
    assert game.legal() == [move(TURN, place) for place in range(4)]


@pytest.mark.rule("KA-3.1", "KA-3.2", "KA-3.6", "KA-3.7")
def test_finds_are_taken_from_a_stack_of_choice_until_two_are_open():
    game = staged(None, (1, 2, 5, WAVE), tops=(1, 4, 1, 2))
    game.stacks[2][1] = 1
    captain = game.captain
    play(game, (1, 1))
    assert game.legal() == [move(TURN, place) for place in range(4)]
    play(game, (TURN, 0))
    assert game.legal() == [move(TAKE, 0), move(TAKE, 2)]
    assert game.facts()[9] == game.sea[1][0].open == game.sea[1][0].known == 1
    play(game, (TAKE, 2))
    assert game.top(2) == 1  # uncovered, but not claimed
    assert game.legal() == [move(STOP), *(move(TURN, place) for place in (1, 2, 3))]
    play(game, (TURN, 1))
    assert game.animals[captain] == [1, 2]
    assert game.captain != captain
    assert not any(token.open for token in game.tokens())


@pytest.mark.rule("KA-3.3")
def test_an_animal_that_is_not_on_top_ends_the_turn():
    game = staged(None, (8, 2, 5, WAVE))
    captain = game.captain
    play(game, (1, 1), (TURN, 0))
    assert game.captain != captain
    assert game.animals[captain] == []


@pytest.mark.rule("KA-3.4", "KA-3.6")
@pytest.mark.parametrize(("scope", "more"), [("section", 2), ("turn", 0)])
def test_a_wave_leads_to_a_fresh_count(scope, more):
    game = staged(None, (1, 2, 5, WAVE), (4, 2, 6, WAVE), kuno=0, limit_scope=scope)
    captain = game.captain
    play(game, (1, 1), (TURN, 0), (TURN, 3))
    assert game.ship == 2
    for place in range(more):
        assert len(game.legal()) == 5 - place
        play(game, (TURN, place))
    assert game.captain != captain
    assert len(game.animals[captain]) == 1 + more


@pytest.mark.rule("KA-3.4", "KA-4.1")
def test_a_wave_that_leads_to_kuno_is_an_alarm():
    game = staged(None, (1, 2, 5, WAVE), kuno=2, capsize_probability=1.0)
    captain = game.captain
    play(game, (1, 1), (TURN, 3))
    assert game.provisions[captain] == 2
    assert (game.ship, game.kuno) == (2, 2)


@pytest.mark.rule("KA-3.5", "KA-4.3")
@pytest.mark.parametrize("chance", [0.0, 1.0])
def test_a_kuno_token_moves_kuno_and_may_raise_the_alarm(chance):
    game = staged(None, (KUNO, KUNO, 1, WAVE), capsize_probability=chance)
    captain = game.captain
    play(game, (1, 1), (TURN, 0))
    assert game.kuno == 0
    assert game.legal()[0] == move(STOP)
    play(game, (TURN, 1))
    assert game.kuno == game.ship == 1
    assert game.captain != captain
    assert game.provisions[captain] == 3 - chance


@pytest.mark.rule("KA-3.6")
def test_open_tokens_count_on_a_section_that_the_ship_comes_back_to():
    loop = [(KUNO, WAVE, 1, 2), (KUNO, WAVE, 3, 5), (KUNO, WAVE, 4, 6), (KUNO, WAVE, 7, 8)]
    game = staged(*loop, ship=3, kuno=1)
    captain = game.captain
    play(game, (1, 1))
    for _ in range(4):
        assert game.captain == captain
        play(game, (TURN, 0), (TURN, 1))
    assert game.captain != captain  # back on section 0, where two tokens are open
    assert (game.ship, game.kuno) == (0, 1)


# --- the alarm


@pytest.mark.rule("KA-4.2")
def test_the_pendulum_capsizes_four_ships_in_ten():
    game = new_game()
    lying = sum(game.capsized() for _ in range(6000))
    assert abs(lying / 6000 - 0.40416) < 5 * 0.0064
    sure = new_game(pendulum_hit=1.0, pendulum_capsize=1.0, pendulum_right=1.0)
    lying = sum(sure.capsized() for _ in range(2000))
    assert abs(lying / 2000 - 0.5) < 5 * 0.0112  # it lies after an odd number of passes


@pytest.mark.rule("KA-5.2", "KA-5.3")
def test_lost_provisions_end_the_game_and_ties_are_shared():
    game = staged(kuno=1, players=4, provisions=2, capsize_probability=1.0)
    captain = game.captain
    rich, equal, poor = (seat for seat in range(4) if seat != captain)
    game.animals[captain] = [1] * 5
    game.animals[rich] = game.animals[equal] = [2] * 3
    game.animals[poor] = [3] * 3
    game.provisions = [2] * 4
    game.provisions[captain] = game.provisions[poor] = 1
    play(game, (1, 1))
    result = game.result()
    assert result["ending"] == PROVISIONS_LOST
    assert result["winners"] == 1 << rich | 1 << equal
    assert [result["rank"][seat] for seat in (rich, equal, poor, captain)] == [1, 1, 3, 4]


@pytest.mark.rule("KA-5.1", "KA-6.1")
@pytest.mark.parametrize(("players", "target", "long"), [(2, 8, 12), (3, 7, 8), (4, 6, None)])
def test_the_target_wins_at_once(players, target, long):
    for longer in [False, True][: 2 if long else 1]:
        game = staged(None, (1, 2, 5, WAVE), players=players, long_voyage=longer)
        captain = game.captain
        game.animals[captain] = [7] * ((long if longer else target) - 1)
        play(game, (1, 1), (TURN, 1))
        result = game.result()
        assert (result["ending"], result["winners"]) == (TARGET_REACHED, 1 << captain)
        assert sorted(result["rank"]) == [1] + [2] * (players - 1)


@pytest.mark.rule("KA-5.4")
def test_a_stopped_game_has_no_winner():
    game = new_game(round_cap=1, target=24, capsize_probability=0.0)
    for _ in finish(game, random.Random(3)):
        pass
    result = game.result()
    assert (result["ending"], result["rounds"], result["turns"]) == (CAPPED, 1, 2)
    assert result["winners"] == 0
    assert min(result["rank"]) == 1


# --- knowledge


@pytest.mark.rule("KA-7.1", "KA-7.3")
def test_what_is_known_is_what_was_turned():
    rng = random.Random(4)
    for number in range(20):
        game = new_game(number, 3)
        turned = set()
        for chosen in finish(game, rng):
            facts, hidden = game.facts(), set(game.hidden(0))
            assert all(set(game.hidden(seat)) == hidden for seat in range(3))
            known = {i for i in range(16) if TOKEN_FACTS + 3 * i not in hidden}
            assert known == turned
            for stack in range(4):
                start = STACK_FACTS + 7 * stack
                seen = [i for i in range(6) if start + 1 + i not in hidden]
                assert seen == list(range(min(6, 7 - facts[start])))
            if chosen and chosen[0] == TURN:
                turned.add(4 * game.ship + chosen[1])


@pytest.mark.rule("KA-6.2", "KA-7.2")
def test_a_whirlpool_makes_places_forgotten_and_nothing_else():
    section = (KUNO, KUNO, 8, WAVE)
    orders = set()
    for number in range(40):
        game = staged(None, section, number=number, whirlpool=True, capsize_probability=0.0)
        play(game, (1, 1), (TURN, 0), (TURN, 1))
        assert [token.known for token in game.tokens()] == [0] * 16
        kinds = [token.kind for token in game.sea[1]]
        assert sorted(kinds) == sorted(section)
        orders.add(tuple(kinds))
        counts = {KUNO: 2, WAVE: 1}
        assert game.seen[1] == {kind: counts.get(kind, 0) for kind in range(1, 11)}
        assert game.never_seen(1) == [4 + kinds.index(8)]
    assert len(orders) > 6


@pytest.mark.rule("KA-7.2")
def test_seen_tokens_are_never_forgotten():
    rng = random.Random(5)
    for number in range(20):
        game = new_game(number, 4, whirlpool=True, provisions=6, kuno_tokens=2)
        rows = [game.facts()[KNOWN_FACTS:STACK_FACTS] for _ in finish(game, rng)]
        for before, after in pairwise(rows):
            assert all(old <= new for old, new in zip(before, after, strict=True))


@pytest.mark.rule("KA-7.2", "KA-7.3")
def test_swaps_are_not_noticed():
    rng = random.Random(6)
    for number in range(20):
        game = new_game(number, 2, whirlpool=True, provisions=6)
        for _ in finish(game, rng):
            before = view(game, 0)
            for name, numbers in game.swaps(0):
                permute(game, name, numbers, rng)
                game.check()
            assert view(game, 1) == before


def permute(game, name, numbers, rng):
    new = rng.sample(numbers, len(numbers))
    if name == "sea":
        tokens = game.tokens()
        kinds = [tokens[number].kind for number in new]
        for number, kind in zip(numbers, kinds, strict=True):
            tokens[number].kind = kind
    else:
        kinds = [game.stacks[number // 6][number % 6] for number in new]
        for number, kind in zip(numbers, kinds, strict=True):
            game.stacks[number // 6][number % 6] = kind
