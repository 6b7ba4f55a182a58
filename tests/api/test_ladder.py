"""Ladders: steps of tournaments of one agent at two budgets."""

import _thread
from threading import Timer

import pytest

import undertow as ut
from undertow.errors import InputTypeError, InputValueError, Interrupted
from undertow.studies.ladders import _step
from undertow.studies.tournaments import tournament

SEED = 7
SOURCE = '''
class Captor:
    """Captures, where it can, with a chance of ``skill`` in 100."""

    def __init__(self, skill):
        self.skill = skill

    def act(self, view, legal, rng):
        captures = (legal["kind"] == 3) & (view["at"][legal["square"]] > 0)
        if captures.any() and rng.integers(100) < self.skill:
            return int(captures.argmax())
        return int(rng.integers(len(legal)))
'''


@pytest.fixture(scope="module")
def captor(tmp_path_factory):
    path = tmp_path_factory.mktemp("agents") / "captor.py"
    path.write_text(SOURCE)
    return f"{path}:Captor"


def climb(agent, budgets, **more):
    how = {"players": 2, "games": 60, "seed": SEED, "parameter": "skill", **more}
    return ut.ladder("pond", agent=agent, budgets=budgets, **how)


@pytest.fixture(scope="module")
def climbed(captor):
    return climb(captor, [1, 100, 101])  # a chance beyond 100 is no skill more


def test_a_step_is_the_tournament_of_its_two_rungs(captor, climbed):
    agents = [f"{captor}(skill=1)", f"{captor}(skill=100)"]
    alone = tournament("pond", agents=agents, players=2, games=60, seed=SEED)
    assert climbed.tournaments[0].results.tobytes() == alone.results.tobytes()
    assert alone.agents == climbed.tournaments[0].agents


def test_skill_pays_where_the_higher_budget_clearly_wins_more(climbed):
    first, second = climbed.steps()
    assert (first.lower, first.higher, first.games) == (1, 100, 60)
    assert first.low > 0.5
    assert first.pays
    assert climbed.pays
    assert second.share == 0.5  # equal play on equal deals
    assert not second.pays
    assert climbed.saturates == second


def test_a_ladder_that_always_pays_saturates_nowhere(captor):
    assert climb(captor, [1, 100]).saturates is None


def test_the_share_counts_unwon_games_as_half(captor):
    found = climb(captor, [1, 100], rules={"round_cap": 4})
    (step,) = found.steps()
    played = found.tournaments[0]
    winners, seats = played.results["winners"], played.plan.seatings
    wins = sum(
        bool(row >> seat & 1) / row.bit_count()
        for agents, rows in zip(seats.tolist(), winners.tolist(), strict=True)
        for row in rows
        for seat in range(2)
        if row and agents[seat] == 1
    )
    assert step.unwon == int((winners == 0).sum()) > 0
    assert step.share == pytest.approx((wins + step.unwon / 2) / step.games)


def test_an_even_share_is_a_half_whatever_the_number_of_sides():
    for players in (2, 3, 4):
        agents = ["random", "random(forbid=[])"]  # the same agent twice
        played = tournament("alarm", agents=agents, players=players, games=360, seed=SEED)
        assert _step(1, 2, played, 1).share == 0.5


def test_a_losing_ladder_does_not_pay(captor):
    higher, lower = climb(captor, [1, 100]).tournaments[0].agents[::-1]
    backwards = tournament("pond", agents=[higher, lower], players=2, games=60, seed=SEED)
    step = _step(1, 2, backwards, 1)
    assert step.high < 0.5
    assert not step.pays


def test_steps_hold_together(climbed):
    alone = _step(1, 100, climbed.tournaments[0], 1)
    assert climbed.steps()[0].low < alone.low


def test_progress_counts_the_games_of_all_steps(captor):
    seen = []
    climb(captor, [1, 2, 3], games=4, progress=lambda *numbers: seen.append(numbers))
    assert seen[-1] == (8, 8)
    assert seen == sorted(seen)


def test_an_interrupt_keeps_the_steps_before(captor):
    timers = []

    def progress(finished, games):
        if finished >= games // 2 and not timers:  # the first step is done
            timers.append(Timer(0.05, _thread.interrupt_main))
            timers[0].start()

    with pytest.raises(Interrupted, match="finished and kept in step 2 of 2") as caught:
        ut.ladder(
            "alarm",
            agent="greedy",
            parameter="news",
            budgets=[1, 2, 3],
            players=2,
            games=6000,
            seed=SEED,
            progress=progress,
        )
    found = caught.value.result
    assert found.tournaments[0].games == 6000
    assert found.steps()[0].games == 6000
    assert all(played.games < 6000 for played in found.tournaments[1:])


def test_a_ladder_shows_itself(climbed, captor):
    assert "2 players, 120 games" in repr(climbed)
    assert "1 -> 100" in repr(climbed)
    assert climbed._repr_html_().count("<tr>") == 3
    assert f"-a {captor} --budgets 1,100,101 --parameter skill --seed 7" in climbed.reproduce


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        ({"budgets": [1]}, InputValueError, "budgets must be two or more, not 1"),
        ({"budgets": [2, 2]}, InputValueError, "budgets must rise; 2 comes after 2"),
        ({"budgets": [0, 2]}, InputValueError, "each of budgets must be a whole number from 1"),
        ({"budgets": [1, 2.5]}, InputTypeError, "each of budgets must be a whole number from 1"),
        ({"budgets": "1,2"}, InputTypeError, "budgets must be a list of whole numbers, not '1,2'"),
        ({"budgets": 7}, InputTypeError, "budgets must be a list of whole numbers, not 7"),
        ({"agent": "greedy(x=1)", "parameter": "x"}, InputValueError, "x=1.': leave out x, which"),
        ({"agent": "random"}, InputValueError, "unknown parameter 'skill'; allowed: forbid"),
        ({"agent": "nobody"}, InputValueError, "unknown agent 'nobody'; allowed: random"),
        ({"agent": 3}, InputTypeError, "agent must be a string, not 3"),
        ({"parameter": None}, InputTypeError, "parameter must be a string, not None"),
        (
            {"parameter": "danger", "progress": 3},
            InputTypeError,
            "progress must be callable, not 3",
        ),
    ],
)
def test_a_wrong_argument_is_one_line(wrong, kind, message):
    with pytest.raises(kind, match=message):
        climb(**{"agent": "greedy", "budgets": [1, 2], **wrong})
