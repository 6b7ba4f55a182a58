"""Users' metrics: a column each, the same for any threads; a faulty one is counted."""

import numba
import numpy as np
import pytest

import undertow as ut
from undertow import games
from undertow.cli import main
from undertow.errors import InputTypeError, InputValueError
from undertow.rows.metrics import Failures

PLAY = {"games": 60, "agents": "random", "seed": 7}


def rounds(state):
    return state.round


@pytest.mark.parametrize("game", games.names())
def test_a_metric_reads_the_state_in_which_each_game_ended(game):
    result = ut.simulate(game, players=2, metrics={"played": rounds}, **PLAY)
    assert (result.rows["played"] == result.rows["rounds"]).all()
    assert result.rows["played"].dtype == np.float64
    assert result.metric_faults == {}


OWN = {  # a metric that a column counts too
    "poseidon": (lambda state: state.bites[0] + state.bites[1], "bites"),
    "alarm": (lambda state: state.provisions[0] + state.provisions[1], "provisions"),
    "kingdoms": (lambda state: state.solos.sum(), "solos"),
    "pond": (lambda state: state.captures.sum() + 0.0, "captures"),
}


@pytest.mark.parametrize("game", OWN)
def test_a_metric_of_a_field_equals_the_column_that_counts_it(game):
    metric, column = OWN[game]
    result = ut.simulate(game, players=2, metrics={"own": metric}, **PLAY)
    counted = result.rows[column].reshape(result.games, -1).sum(axis=1)
    assert (result.rows["own"] == counted).all()
    assert counted.any()


def test_metrics_change_no_row_and_do_not_depend_on_threads_or_blocks():
    plain = ut.simulate("alarm", players=3, **PLAY)
    runs = [
        ut.simulate("alarm", players=3, metrics={"m": rounds}, threads=t, block=b, **PLAY)
        for t, b in ((1, 60), (3, 7))
    ]
    assert runs[0].rows.tobytes() == runs[1].rows.tobytes()
    assert (runs[0].results == plain.results).all()
    assert all(
        (runs[0].columns[name] == plain.columns[name]).all() for name in plain.columns.dtype.names
    )


def test_metrics_are_taken_of_games_that_python_agents_play_too():
    class First:
        def act(self, view, legal, rng):
            return 0

    result = ut.simulate(
        "alarm", players=2, games=5, agents=[First, "random"], seed=7, metrics={"played": rounds}
    )
    assert (result.rows["played"] == result.rows["rounds"]).all()


def test_a_metric_may_be_compiled_already_and_comes_as_a_column_of_a_frame():
    pandas = pytest.importorskip("pandas")
    result = ut.simulate("pond", players=2, metrics={"played": numba.njit(rounds)}, **PLAY)
    assert isinstance(result.to_pandas()["played"], pandas.Series)


def test_metrics_go_into_files_which_are_read_and_replayed_as_before(tmp_path, capsys):
    path = tmp_path / "rows.parquet"
    plain = ut.simulate("alarm", players=2, metrics={"played": rounds}, **PLAY)
    stored = ut.simulate("alarm", players=2, metrics={"played": rounds}, out=path, **PLAY)
    again = ut.read(path)
    assert plain.metrics == stored.metrics == again.metrics == ("played",)
    assert plain.rows.tobytes() == stored.rows.tobytes() == again.rows.tobytes()
    again.to_parquet(tmp_path / "copy.parquet")
    assert (tmp_path / "copy.parquet").read_bytes() == path.read_bytes()
    assert main(["replay", str(path), "5", "-q"]) == 0
    assert "game 5" in capsys.readouterr().out


def odd(state):
    if state.round % 2 == 0:
        raise ValueError("even")
    return state.round


def beyond(state):
    return state.provisions[state.round + 100]


@pytest.mark.parametrize(
    ("metric", "error"), [(odd, "ValueError: even"), (beyond, "IndexError: index")]
)
def test_a_faulty_metric_gives_nan_and_is_counted_and_reported(metric, error):
    result = ut.simulate("alarm", players=2, metrics={"bad": metric, "good": rounds}, **PLAY)
    failed = np.isnan(result.rows["bad"])
    expected = result.rows["rounds"] % 2 == 0 if metric is odd else np.ones(60, bool)
    assert (failed == expected).all()
    fault = result.metric_faults["bad"]
    assert (fault.games, fault.first) == (failed.sum(), np.flatnonzero(failed)[0])
    assert fault.error.startswith(error)
    assert f"metric bad failed in {failed.sum()} games, first in game {fault.first}" in repr(result)
    assert not np.isnan(result.rows["good"]).any()
    assert result.faults == 0


@pytest.mark.parametrize("streamed", [True, False])
def test_a_file_says_which_metrics_failed_where_and_why(tmp_path, streamed):
    path = tmp_path / "rows.parquet"
    how = {"players": 2, "metrics": {"bad": odd, "good": rounds}, **PLAY}
    result = ut.simulate("alarm", out=path, **how) if streamed else ut.simulate("alarm", **how)
    if not streamed:
        result.to_parquet(path)
    again = ut.read(path)
    assert set(again.metric_faults) == {"bad"}
    assert again.metric_faults == result.metric_faults
    failed = np.isnan(again.rows["bad"])
    assert again.metric_faults["bad"].games == failed.sum()
    assert f"metric bad failed in {failed.sum()} games, first in game" in repr(again)
    again.to_parquet(tmp_path / "copy.parquet")
    assert (tmp_path / "copy.parquet").read_bytes() == path.read_bytes()


def test_a_metric_that_is_nan_of_itself_has_not_failed():
    result = ut.simulate("alarm", players=2, metrics={"nan": lambda state: np.nan}, **PLAY)
    assert np.isnan(result.rows["nan"]).all()
    assert result.metric_faults == {}


@pytest.mark.parametrize(
    ("metrics", "error", "message"),
    [
        ([rounds], InputTypeError, "metrics must be a mapping of names to functions"),
        ({1: rounds}, InputTypeError, "a metric is named by a string, not 1"),
        (
            {"a b": rounds},
            InputValueError,
            "a metric's name is of letters, digits and _, not 'a b'",
        ),
        ({"_pad": rounds}, InputValueError, "a metric's name is of letters"),
        ({"turns": rounds}, InputValueError, "'turns' has the name of a column that there is"),
        ({"alarms": rounds}, InputValueError, "'alarms' has the name of a column that there is"),
        ({"raised_2": rounds}, InputValueError, "'raised_2' has the name of a column that there"),
        ({"share_1": rounds}, InputValueError, "'share_1' has the name of a column that there"),
        ({"m": 3}, InputTypeError, "metric m must be a function of the state, not 3"),
        ({"m": lambda state: state.nothing}, InputTypeError, "m cannot be compiled by Numba"),
        ({"m": lambda state: "text"}, InputTypeError, "m must return a number, not"),
        ({f"m{i}": rounds for i in range(65)}, InputValueError, "metrics are at most 64, got 65"),
    ],
)
def test_what_is_no_metric_is_refused(metrics, error, message):
    with pytest.raises(error, match=message):
        ut.simulate("alarm", players=2, games=1, agents="random", metrics=metrics)


def test_a_block_stopped_before_its_first_game_fails_in_none():
    failures = Failures(2)
    failures.add(0, np.zeros((0, 2), np.uint8))
    failures.add(5, np.array([[0, 0], [0, 1]], np.uint8))
    assert failures.games.tolist() == [0, 1]
    assert failures.first.tolist() == [-1, 6]
