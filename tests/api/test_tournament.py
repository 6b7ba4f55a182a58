"""Tournaments: the games are those of ``simulate``, the numbers those of a slow count."""

import _thread
from fractions import Fraction
from itertools import permutations
from threading import Timer

import numpy as np
import pytest

import undertow as ut
from undertow.errors import InputTypeError, InputValueError, Interrupted
from undertow.rows.reproduction import python_call
from undertow.studies.tournaments import tournament

SEED = 7
AGENTS = ("random", "greedy", "random(forbid=turn)")


class First:
    """Takes the first move."""

    def act(self, view, legal, rng):
        return 0


class Tired:
    """Fails at its third token of a turn."""

    def act(self, view, legal, rng):
        if view["turned"] > 2:
            raise RuntimeError("tired")
        return int(rng.integers(len(legal)))


def play(agents=AGENTS, **more):
    how = {"players": 3, "games": 300, "seed": SEED, **more}
    return tournament("alarm", agents=agents, **how)


@pytest.fixture(scope="module")
def played():
    return play()


@pytest.fixture(scope="module")
def teams():
    rules = {"mode": "teams"}
    return tournament("pond", agents=AGENTS[:2], players=4, games=80, seed=SEED, rules=rules)


def games_of(found):
    """Yield line-up, deal, agent of each seat and record of each game."""
    for seats, line_up, rows in zip(
        found.plan.seatings.tolist(), found.plan.line_up.tolist(), found.results, strict=True
    ):
        for deal, row in enumerate(rows):
            yield line_up, deal, seats, row


def test_each_seating_plays_the_same_deals_as_simulate_does(played):
    for seats, rows in zip(played.plan.seatings, played.results, strict=True):
        agents = [AGENTS[agent] for agent in seats]
        alone = ut.simulate("alarm", players=3, games=played.deals, agents=agents, seed=SEED)
        assert alone.results.tobytes() == rows.tobytes()


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("agents", [AGENTS, ["greedy", First]])
def test_threads_change_no_game(agents, threads):
    one, other = play(agents, games=60, threads=threads), play(agents, games=60)
    assert one.results.tobytes() == other.results.tobytes()
    assert one.ratings() == other.ratings()


@pytest.mark.parametrize("seconds", [0, 1e-9, 10])
def test_blocks_change_no_game(played, monkeypatch, seconds):
    monkeypatch.setattr("undertow.playing.deals.BLOCK_SECONDS", seconds)
    assert play().results.tobytes() == played.results.tobytes()


@pytest.mark.parametrize("found", ["played", "teams"])
def test_shares_are_those_of_a_count_game_by_game(found, request):
    found = request.getfixturevalue(found)
    got, sides, alone, shared = ([Fraction(0)] * 3 for _ in range(4))
    for _, _, seats, row in games_of(found):
        winning = {row["side"][s].item() for s in range(len(seats)) if row["winners"] >> s & 1}
        by_side = {row["side"][s].item(): agent for s, agent in enumerate(seats)}
        for side, agent in by_side.items():
            sides[agent] += 1
            if side in winning:
                got[agent] += Fraction(1, len(winning))
        for agent in {by_side[side] for side in winning}:
            (alone if len(winning) == 1 else shared)[agent] += 1
    for place, row in enumerate(found.shares()):
        assert row.agent == AGENTS[place]
        assert row.share == float(got[place] / sides[place])
        assert row.low <= row.share <= row.high
        assert (row.wins, row.shared) == (alone[place], shared[place])
        assert row.games == sum(place in seats for _, _, seats, _ in games_of(found))


def test_the_wins_of_each_deal_add_up(played):
    won = (played.results["winners"] > 0).sum(0)
    assert (played.wins.units.sum((1, 2)) == 27720 * won).all()


@pytest.mark.parametrize("found", ["played", "teams"])
def test_who_beats_whom_is_a_count_of_best_ranks(found, request):
    found = request.getfixturevalue(found)
    matrix = found.beats()
    for one, other in permutations(range(len(found.agents)), 2):
        points = []
        for _, _, seats, row in games_of(found):
            ranks = [[row["rank"][s] for s, a in enumerate(seats) if a == x] for x in (one, other)]
            if all(ranks):
                mine, its = map(min, ranks)
                points.append(1 if mine < its else 0.5 if mine == its else 0)
        assert matrix[one][other].share == pytest.approx(np.mean(points))
        assert matrix[one][other].share + matrix[other][one].share == pytest.approx(1)
        assert matrix[one][other].low == pytest.approx(1 - matrix[other][one].high)
    assert all(matrix[place][place] is None for place in range(len(found.agents)))


def test_partners_are_one_agent_and_an_even_share_is_a_half(teams):
    assert (teams.sides, teams.even, len(teams.plan.seatings)) == (2, 0.5, 2)
    for _, _, seats, row in games_of(teams):
        assert all(
            (seats[a] == seats[b]) == (row["side"][a] == row["side"][b])
            for a in range(4)
            for b in range(4)
        )


def test_two_colours_are_two_sides():
    rules = {"mode": "two_colour"}
    found = tournament("pond", agents=AGENTS[:2], players=2, games=4, seed=SEED, rules=rules)
    assert (found.sides, found.deals) == (2, 2)


def test_only_whole_deals_are_played():
    found = play(AGENTS[:2], games=15)
    assert (len(found.plan.seatings), found.deals, found.games) == (6, 2, 12)


def test_equal_agents_have_even_shares():
    found = play([First, "greedy", type("Last", (First,), {})], games=600)
    first, _, last = found.shares()
    assert first.share == last.share  # they play alike, and every deal is played both ways
    assert found.beats()[0][2].share == 0.5
    assert found.ratings()[0].rating == pytest.approx(found.ratings()[2].rating)


def test_a_better_agent_is_rated_higher(played):
    random, greedy, beaten = played.ratings()
    assert greedy.rating > random.rating > beaten.rating
    assert greedy.rating + random.rating == pytest.approx(0)
    assert played.shares()[2].wins + played.shares()[2].shared == 0
    assert beaten.low is beaten.high is None


def test_capped_games_are_won_by_nobody_and_told_apart():
    found = play(AGENTS[:2], rules={"round_cap": 6})
    capped = found.endings["capped"]
    assert 0 < capped < found.games
    assert found.decided == found.games - capped
    assert sum(found.endings.values()) == found.games
    (row,) = (row for row in found.ending_shares() if row.name == "capped")
    assert row.share == capped / found.games
    won = [seats for _, _, seats, row in games_of(found) if row["winners"]]
    sides = [sum(seats.count(agent) for seats in won) for agent in range(2)]
    parts = [row.share * n for row, n in zip(found.decided_shares(), sides, strict=True)]
    assert sum(parts) == pytest.approx(found.decided)


def test_a_tournament_that_nobody_wins_still_has_its_numbers():
    found = play(AGENTS[:2], rules={"round_cap": 1})
    assert found.decided_shares() == ()
    assert [row.share for row in found.shares()] == [0, 0]
    assert [tuple(row) for row in found.ratings()] == [
        ("random", 0, None, None),
        ("greedy", 0, None, None),
    ]


def test_faults_are_counted_and_the_first_is_told():
    found = play([Tired, "random"], games=600)
    assert 0 < found.faults == found.endings["agent_fault"]
    assert found.fault.error == "RuntimeError: tired"
    assert found.fault_agents[found.fault.seat - 1] == "Tired"
    first = min(np.argwhere(found.results["ending"] == 2)[:, 1])
    assert found.fault.game == first
    met = sum(row["ending"] != 2 for *_, row in games_of(found))
    level = found.beats()[0][1].share * met * 2  # in halves, of the games that ended by the rules
    assert level == pytest.approx(round(level))


def test_an_interrupt_keeps_whole_deals():
    timer = Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(Interrupted, match="of 5,000,000 games finished and kept") as caught:
        play(AGENTS[:2], players=2, games=5_000_000)
    timer.join()
    found = caught.value.result
    assert 0 < found.deals < 2_500_000
    assert found.results["index"].tolist() == [list(range(found.deals))] * 2
    again = play(AGENTS[:2], players=2, games=found.games)
    assert again.results.tobytes() == found.results.tobytes()


def test_progress_ends_with_all_games():
    seen = []
    play(AGENTS[:2], games=15, progress=lambda *numbers: seen.append(numbers))
    assert seen[-1] == (12, 12)


def test_the_call_for_a_seed_sequence_plays_the_same_games():
    found = play(AGENTS[:2], games=12, seed=np.random.SeedSequence(5, spawn_key=(1,)))
    assert found.reproduce == python_call(
        "tournament",
        "alarm",
        {"agents": ["random", "greedy"], "players": 3, "games": 12},
        found.seed,
        {},
    )
    again = eval(found.reproduce, {"undertow": ut, "numpy": np})
    assert again.results.tobytes() == found.results.tobytes()


def test_a_tournament_shows_itself(played):
    assert repr(played).splitlines()[0] == played.headline()
    assert "300 games (50 deals in 6 seatings), seed 7" in repr(played)
    assert played._repr_html_().count("<tr>") == 4


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        ({"agents": []}, InputValueError, "a tournament takes two agents or more, not 0"),
        ({"agents": ["greedy"]}, InputValueError, "a tournament takes two agents or more, not 1"),
        ({"agents": "greedy"}, InputTypeError, "agents must be a list of two or more, not 'gre"),
        ({"agents": ["greedy", "greedy"]}, InputValueError, "must differ; greedy is given twice"),
        ({"agents": [First, First]}, InputValueError, "must differ; First is given twice"),
        ({"agents": ["greedy", 5]}, InputTypeError, "an agent is a name, a class with act"),
        ({"agents": ["greedy", "rando"]}, InputValueError, "did you mean 'random'"),
        ({"games": 5}, InputValueError, "games must be at least 6 here, not 5: each deal is pl"),
        ({"games": 0}, InputValueError, "games must be a whole number from 1 to"),
        ({"threads": 0}, InputValueError, "threads must be a whole number from 1 to"),
        ({"progress": 3}, InputTypeError, "progress must be callable, not 3"),
        ({"players": 9}, InputValueError, "players must be a whole number from 2 to 4"),
        ({"rules": {"x": 1}}, InputValueError, "unknown rule 'x'"),
    ],
)
def test_a_wrong_argument_is_one_line(wrong, kind, message):
    with pytest.raises(kind, match=message):
        play(**wrong)


def test_a_seed_and_its_sequence_give_the_same_ratings():
    one = play(AGENTS[:2], seed=5)
    other = play(AGENTS[:2], seed=np.random.SeedSequence(5))
    spawned = play(AGENTS[:2], seed=np.random.SeedSequence(5).spawn(1)[0])
    assert one.ratings() == other.ratings()
    assert one.ratings() != spawned.ratings()
