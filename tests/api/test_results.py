"""What a result says of its games."""

import copy
import pickle
import shlex
import sys

import numpy as np
import pandas as pd
import pytest

import undertow as ut
from undertow.errors import MissingExtraError
from undertow.inference.statistics import share_interval
from undertow_kernels.core.game import Ending


@pytest.fixture(scope="module", params=[2, 3, 4])
def result(request):
    return ut.simulate(
        "poseidon", players=request.param, games=300, seed=7, rules={"round_cap": 60}
    )


def test_every_game_is_won_shared_capped_or_faulty(result):
    sole = sum(seat.wins for seat in result.shares())
    shared_games = (result.results["winners"] & (result.results["winners"] - 1) > 0).sum()
    assert sole + shared_games + result.endings["capped"] + result.faults == result.games


def test_shares_and_capped_games_add_up_to_one(result):
    for rows in (result.shares(), result.order()):
        total = sum(row.share for row in rows) + result.endings["capped"] / result.games
        assert total == pytest.approx(1)


def test_shares_lie_within_their_intervals(result):
    for row in (*result.shares(), *result.order(), *result.ending_shares()):
        assert 0 <= row.low <= row.share <= row.high <= 1


def test_seats_are_counted_from_one(result):
    assert [seat.seat for seat in result.shares()] == list(range(1, result.players + 1))


def test_wins_of_a_seat_are_those_of_the_rows(result):
    for seat in result.shares():
        assert seat.wins == (result.results["winners"] == 1 << (seat.seat - 1)).sum()


def test_wins_of_a_place_count_from_the_start_player(result):
    rows = result.results
    for place in result.order():
        seats = (rows["first"] + place.place - 1) % result.players
        assert place.wins == (rows["winners"] == 1 << seats.astype(int)).sum()


def test_mean_scores_are_those_of_the_rows(result):
    means = result.results["score"][:, : result.players].mean(0)
    assert [seat.mean_score for seat in result.shares()] == pytest.approx(means.tolist())


def test_the_endings_count_every_game(result):
    assert sum(result.endings.values()) == result.games
    assert list(result.endings) == ["friends_freed", "capped"]


def test_faults_are_counted_when_there_are_any(result):
    broken = result.results.copy()
    broken["ending"][:3] = Ending.BROKEN
    broken["ending"][3:5] = Ending.AGENT_FAULT
    broken["winners"][:5] = 0
    result = ut.rows.results.Result(**{**vars_of(result), "results": broken})
    assert (result.faults, result.endings["broken"], result.endings["agent_fault"]) == (5, 3, 2)
    assert sum(row.wins for row in result.shares()) <= result.games - 5


def test_a_game_that_nobody_accounts_for_is_refused(result):
    rows = result.results.copy()
    won = np.flatnonzero(rows["winners"])[0]
    rows["winners"][won] = 0
    result = ut.rows.results.Result(**{**vars_of(result), "results": rows})
    with pytest.raises(RuntimeError, match="are not 300 games"):
        result.shares()


def vars_of(result):
    return {name: getattr(result, name) for name in result.__dataclass_fields__}


def test_the_repr_is_a_short_table_of_seats_with_intervals(result):
    lines = repr(result).splitlines()
    assert len(lines) == 2 + result.players
    assert lines[0] == f"Poseidon's Kingdom: {result.players} players, 300 games, seed 7"
    assert "95% interval" in lines[1]


def test_a_notebook_gets_a_table(result):
    html = result._repr_html_()
    assert html.startswith("<table>")
    assert html.count("<tr>") == 1 + result.players
    assert "Poseidon&#x27;s Kingdom" in html


def test_rows_hold_results_and_columns_without_padding(result):
    names = result.rows.dtype.names
    assert {"index", "score", "turns", "ending", "crashes"} <= set(names)
    assert not [name for name in names if name.startswith("_")]
    assert (result.rows["crashes"] == result.columns["crashes"]).all()


def test_pandas_gets_one_row_a_game_and_one_column_a_seat(result):
    frame = result.to_pandas()
    assert len(frame) == result.games
    scores = [name for name in frame.columns if name.startswith("score_")]
    assert scores == [f"score_{seat}" for seat in range(1, result.players + 1)]
    assert f"highest_{result.players + 1}" not in frame.columns
    assert set(frame["ending"]) <= {"friends_freed", "capped"}


def test_pandas_counts_seats_from_one(result):
    frame = result.to_pandas()
    assert set(frame["first"]) == set(range(1, result.players + 1))
    assert frame["won_1"].sum() == (result.results["winners"] & 1).sum()


def test_pandas_counts_sides_from_one(result):
    frame = result.to_pandas()
    for seat in range(1, result.players + 1):
        assert set(frame[f"side_{seat}"]) == {seat}  # every seat is a side of its own
    assert result.results["side"][0, 0] == 0


@pytest.mark.parametrize("items", [3, 4, 6])
def test_pandas_takes_the_first_index_of_an_array_as_the_seat_and_no_other(result, items):
    columns = np.zeros(result.games, [("found", "u2", (4, items))])
    columns["found"] = np.arange(4 * items).reshape(4, items)
    frame = ut.rows.results.Result(**{**vars_of(result), "columns": columns}).to_pandas()
    found = frame.loc[0, [name for name in frame.columns if name.startswith("found_")]]
    assert found.tolist() == list(range(result.players * items))
    assert found.index[-1] == f"found_{result.players}_{items}"


@pytest.mark.parametrize("extra", ["pandas", "polars"])
def test_a_missing_library_names_its_extra(result, monkeypatch, extra):
    monkeypatch.setitem(sys.modules, extra, None)
    with pytest.raises(MissingExtraError, match=rf'pip install "undertow\[{extra}\]"'):
        getattr(result, f"to_{extra}")()


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, copy.copy, lambda r: pickle.loads(pickle.dumps(r))]
)
def test_a_copy_says_the_same(result, copied):
    again = copied(result)
    assert again.rows.tobytes() == result.rows.tobytes()
    assert (repr(again), again.reproduce) == (repr(result), result.reproduce)
    with pytest.raises(TypeError):
        again.rules["round_cap"] = 1


def test_a_result_equals_itself_alone_and_is_hashable(result):
    assert result != copy.copy(result)
    assert {result: 1}[result] == 1


def test_the_reproduce_line_is_the_whole_command(result):
    words = shlex.split(result.reproduce)
    assert words == [
        *["undertow", "run", "poseidon", "-p", str(result.players), "-n", "300"],
        *["-a", "greedy", "--seed", "7", "--set", "round_cap=60"],
    ]


def test_a_seed_sequence_is_reproduced_by_a_python_call():
    sequence = np.random.SeedSequence(7).spawn(2)[1]
    rules = {"round_cap": 2, "tile_counts": [5, 5, 5, 5, 5]}
    result = ut.simulate("poseidon", players=2, games=5, seed=sequence, rules=rules)
    again = eval(result.reproduce, {"undertow": ut, "numpy": np})
    assert again.rows.tobytes() == result.rows.tobytes()


def test_a_single_game_has_no_interval_for_its_score_and_length():
    result = ut.simulate("poseidon", games=1, seed=7, rules={"round_cap": 1})
    assert result.shares()[0].mean_low is None
    assert all((found.low, found.high) == (None, None) for found in result.length)


def test_records_become_a_pandas_table_by_name(result):
    table = pd.DataFrame(result.shares())
    assert list(table.columns)[:6] == ["seat", "wins", "shared", "share", "low", "high"]


def test_a_partners_interval_is_that_of_the_side_divided():
    for mode, partners in (("free", 1), ("teams", 2)):
        result = ut.simulate("pond", games=400, agents="random", seed=7, rules={"mode": mode})
        assert result.partners == partners
        for row in (*result.order(), *result.shares()):
            low, high = share_interval(partners * row.share, 400, 4)
            assert (row.low, row.high) == (low / partners, high / partners)


def test_a_width_is_asked_of_the_intervals_that_partners_have():
    asked = {"players": 4, "agents": "random", "seed": 7}
    free, teams = (
        ut.plan("pond", width=0.02, rules={"mode": m}, **asked) for m in ("free", "teams")
    )
    assert teams.share_width(teams.games) <= 0.02 < teams.share_width(teams.games - 1)
    # p (1 - p) of a side is a quarter at most, of its half a sixteenth; 3 / 16 where p is a quarter
    assert teams.games < 0.4 * free.games


def test_a_result_tells_whether_seats_were_partners():
    for mode in ("free", "teams"):
        result = ut.simulate("pond", games=5, seed=7, rules={"mode": mode})
        assert result.teams == (mode == "teams")
