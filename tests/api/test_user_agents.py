"""Agents that users write: what they are given, what they may answer, and how their faults end."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest

import undertow as ut
from undertow.errors import InputTypeError, InputValueError
from undertow.jit import below
from undertow.seeds import key_of

GAME = "alarm"
SEED = 7


class First:
    """Takes the first move."""

    def act(self, view, legal, rng):
        return 0


class Uniform:
    """Takes any move."""

    def act(self, view, legal, rng):
        return rng.integers(len(legal))


@ut.compiled_agent(GAME)
def compiled_uniform(view, legal, rng):
    return below(rng, len(legal))


@ut.compiled_agent(GAME)
def compiled_reader(view, legal, rng):
    """Take the last move once the captain, read by name, has an animal; the first before."""
    return len(legal) - 1 if view.animals[view.captain] > 0 else 0


class Reader:
    """The same in Python."""

    def act(self, view, legal, rng):
        return len(legal) - 1 if view["animals"][view["captain"]] > 0 else 0


def play(agents, games=50, **more):
    return ut.simulate(GAME, players=3, games=games, agents=agents, seed=SEED, **more)


def same_rows(one, other):
    return one.results.tobytes() == other.results.tobytes()


# --- what they are given --------------------------------------------------------------------------


def test_an_agent_may_be_a_class_an_object_a_compiled_function_or_a_name():
    result = play([First, Uniform(), compiled_uniform])
    assert result.agents == ("First", "Uniform", "CompiledAgent")
    assert result.faults == 0


def test_a_compiled_agent_that_picks_uniformly_plays_the_random_agents_games():
    assert same_rows(play(compiled_uniform), play("random"))


def test_a_compiled_agent_reads_the_view_by_names_as_a_python_agent_does():
    assert same_rows(play(compiled_reader), play(Reader))
    assert not same_rows(play(Reader), play(First))


@pytest.mark.parametrize("agents", [Uniform, compiled_reader, [Uniform, "random", First]])
def test_rows_do_not_depend_on_threads_and_blocks(agents):
    alone = play(agents, threads=1)
    assert same_rows(alone, play(agents, threads=3, block=7))


def test_an_agent_that_draws_more_changes_no_deal():
    class Wasteful(First):
        def act(self, view, legal, rng):
            rng.random(5)
            return 0

    assert same_rows(play(Wasteful), play(First))


def test_an_agent_is_told_its_seat_the_players_and_the_rules_before_its_first_decision():
    told = []

    class Asking(First):
        def reset(self, seat, players, rules):
            told.append((seat, players, rules["provisions"]))

    play(["random", Asking, "random"], games=2, rules={"provisions": 2})
    assert told == [(2, 3, 2)] * 2


def test_each_seat_of_each_game_has_an_object_of_its_own():
    class Counting:
        def __init__(self):
            self.asked = 0

        def act(self, view, legal, rng):
            self.asked += 1
            made[id(self)] = self
            return 0

    made = {}
    play(Counting, games=4)
    assert len(made) == 12


def test_a_python_agents_generator_is_addressed_by_game_round_seat_and_decision():
    drawn = {}

    class Drawing(First):
        def reset(self, seat, players, rules):
            self.decisions = {}
            self.seat = seat

        def act(self, view, legal, rng):
            here = int(view["round"])
            self.decisions[here] = self.decisions.get(here, 0) + 1
            drawn[self.seat, here, self.decisions[here]] = int(rng.bit_generator.random_raw())
            return 0

    play(Drawing, games=1)
    assert len(drawn) > 5
    for (seat, here, number), word in drawn.items():
        address = 1 | 3 << 8 | seat - 1 << 16 | number << 32
        counter = np.array([0, address, here, 0], np.uint64)
        philox = np.random.Philox(key=key_of(SEED), counter=counter)
        assert word == int(philox.random_raw()), (seat, here, number)


def test_parameters_of_an_agent_in_a_file_are_its_constructors(tmp_path):
    path = write(tmp_path, "class Nth:\n    def __init__(self, n=0): self.n = n\n", ANSWER="self.n")
    one = play(f"{path}:Nth(n=0)")
    assert one.agents == (f"{path}:Nth(n=0)",) * 3
    assert same_rows(one, play(First))


# --- faults ---------------------------------------------------------------------------------------


def write(folder, head, ANSWER="0"):
    path = folder / "mine.py"
    path.write_text(head + f"    def act(self, view, legal, rng): return {ANSWER}\n")
    return path


def answering(answer):
    class Answering:
        def act(self, view, legal, rng):
            return answer

    return Answering


class Raises:
    def act(self, view, legal, rng):
        raise RuntimeError("no idea")


class Writes:
    def act(self, view, legal, rng):
        view["round"] = 3
        return 0


class BreaksReset(First):
    def reset(self, seat, players, rules):
        raise KeyError("missing")


@ut.compiled_agent(GAME)
def compiled_out_of_range(view, legal, rng):
    return len(legal)


@ut.compiled_agent(GAME)
def compiled_reads_beyond(view, legal, rng):
    return legal[len(legal) + 2].number


@ut.compiled_agent(GAME)
def compiled_raises(view, legal, rng):
    if view.round > 0:
        raise ValueError("never again")
    return 0


class Leaves:
    def act(self, view, legal, rng):
        raise SystemExit(7)


FAULTS = [
    (Raises, "RuntimeError: no idea"),
    (Leaves, "SystemExit: 7"),
    (answering(-1), "ValueError: an agent answers with an index from 0 to 1, not -1"),
    (answering(10**9), "ValueError: an agent answers with an index from 0 to 1, not 1000000000"),
    (answering(None), "TypeError: an agent answers with an index, not None"),
    (answering(0.0), "TypeError: an agent answers with an index, not 0.0"),
    (answering(True), "TypeError: an agent answers with an index, not True"),
    (answering("0"), "TypeError: an agent answers with an index, not '0'"),
    (Writes, "ValueError: assignment destination is read-only"),
    (BreaksReset, "KeyError: 'missing'"),
    (compiled_out_of_range, "ValueError: an agent answers with an index from 0 to 1, not 2"),
    (compiled_reads_beyond, "IndexError: index 4 is out of bounds for axis 0 with size 2"),
    (compiled_raises, "ValueError: never again"),
]


@pytest.mark.parametrize(("agent", "error"), FAULTS, ids=[error for _, error in FAULTS])
def test_a_fault_ends_its_game_is_counted_and_told(agent, error):
    result = play([agent, "random", "random"], games=10)
    assert result.endings["agent_fault"] == result.faults == 10
    assert (result.fault.game, result.fault.seat) == (0, 1)
    assert result.fault.error == error
    assert result.fault.trace.splitlines()[-1] == error
    assert "undertow" not in result.fault.trace.replace("test_user_agents", "")


def test_other_games_go_on_and_nobody_wins_the_faulty_ones():
    class Sometimes:
        def act(self, view, legal, rng):
            if rng.random() < 0.01:
                raise RuntimeError("once in a while")
            return 0

    result = play([Sometimes, "random", "random"], games=60)
    faulty = result.results["ending"] == 2
    assert 0 < result.faults == faulty.sum() < 60
    assert not result.results["winners"][faulty].any()
    assert result.fault.game == int(np.flatnonzero(faulty)[0])


def test_the_command_shows_the_table_the_traceback_and_exits_with_1(tmp_path, capsys):
    path = write(tmp_path, "class Mine:\n", ANSWER="1 // 0")
    line = ["run", GAME, "-p", "3", "-n", "5", "-a", f"{path}:Mine", "--seed", "7"]
    assert ut_command(line) == 1
    shown = capsys.readouterr().out
    assert "By place in turn order" in shown
    assert "5 games ended in a fault; nobody wins those." in shown
    assert "ZeroDivisionError" in shown
    assert shown.splitlines()[-1].startswith("reproduce: undertow run alarm")


def ut_command(line):
    from undertow.cli import main  # noqa: PLC0415

    return main(line)


# --- refused before a game is played --------------------------------------------------------------


class TwoArguments:
    def act(self, view, legal):
        return 0


@ut.compiled_agent(GAME)
def compiled_half(view, legal, rng):
    return 0.5


@ut.compiled_agent(GAME)
def compiled_unknown_field(view, legal, rng):
    return view.treasure


@ut.compiled_agent("pond")
def of_the_pond(view, legal, rng):
    return 0


REFUSED = [
    (TwoArguments, InputTypeError, r"act must take \(self, view, legal, rng\), not \(self, view"),
    (object(), InputTypeError, "an agent is a name, a class with act"),
    (7, InputTypeError, "an agent is a name, a class with act.* not 7"),
    (compiled_half, InputTypeError, "must return an index, a whole number, not float64"),
    (compiled_unknown_field, InputTypeError, "cannot be compiled by Numba: .*treasure"),
    (of_the_pond, InputValueError, "of_the_pond is an agent of pond, not of alarm"),
    ("no_such.py:Mine", InputValueError, "agent file 'no_such.py' does not exist"),
    ("mine.py", InputValueError, "'mine.py' names no class; write mine.py:NAME"),
]


def test_what_an_agent_file_prints_is_no_result(tmp_path, capsys):
    path = tmp_path / "mine.py"
    path.write_text("print('told')\nclass Mine:\n    def act(self, view, legal, rng): return 0\n")
    ut.simulate("alarm", players=2, games=1, agents=f"{path}:Mine", seed=1)
    out, err = capsys.readouterr()
    assert "told" not in out
    assert "told" in err


@pytest.mark.parametrize(("agent", "error", "message"), REFUSED, ids=[m for _, _, m in REFUSED])
def test_what_is_no_agent_is_refused(agent, error, message):
    with pytest.raises(error, match=message):
        play([agent, "random", "random"])


FILES = [
    ("def broken(:\n", "Mine", r"mine.py', line 1: invalid syntax"),
    ("import no_such_module\n", "Mine", "fails when run: ModuleNotFoundError: No module named"),
    ("class Mine:\n    pass\n", "Mine", "Mine must be a class with act"),
    (
        "class Mine:\n    def act(self, view, legal, rng): return 0\n",
        "Mne",
        "unknown agent 'Mne' for file .*did you mean 'Mine'",
    ),
    (
        "class Mine:\n    def act(self, view, legal, rng): return 0\n",
        "Mine(depth=2)",
        "unexpected keyword argument 'depth'",
    ),
]


@pytest.mark.parametrize(("text", "name", "message"), FILES, ids=[m for _, _, m in FILES])
def test_a_file_without_the_agent_is_refused(tmp_path, text, name, message):
    path = tmp_path / "mine.py"
    path.write_text(textwrap.dedent(text))
    with pytest.raises((InputValueError, InputTypeError), match=message):
        play([f"{path}:{name}", "random", "random"])


def test_compiled_agents_of_a_file_are_among_those_that_a_mistake_lists(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "import undertow as ut\n"
        "@ut.compiled_agent('alarm')\n"
        "def swift(view, legal, rng): return 0\n"
    )
    with pytest.raises(InputValueError, match=r"unknown agent 'any' for file .*; allowed: swift"):
        play(f"{path}:any")


def test_a_compiled_agent_of_an_unknown_game_is_refused_at_once():
    with pytest.raises(InputValueError, match="unknown game 'ponds'"):
        ut.compiled_agent("ponds")
