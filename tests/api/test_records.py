"""Rows as flat columns: what they hold, and that nothing is lost on the way back."""

from fractions import Fraction

import numpy as np
import pytest

import undertow as ut
from undertow.rows.records import SHARED_ENDINGS, ending_names, flat_columns, records, side_by_side
from undertow_kernels.core.game import RESULT_DTYPE, Ending

TABLES = [(name, players) for name in ut.games.names() for players in ut.games.find(name).seats]


def played(name, players, games=40, **rules):
    return ut.simulate(name, players=players, games=games, seed=7, agents="random", rules=rules)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_records_come_back_from_their_columns(name, players):
    result = played(name, players)
    flat = flat_columns(result.results, result.columns, players)
    results, columns = records(flat, players, result.columns.dtype)
    assert results.tobytes() == result.results.tobytes()
    assert columns.tobytes() == result.columns.tobytes()


@pytest.mark.parametrize("mode", ["teams", "two_colour"])
def test_the_records_of_sides_come_back_too(mode):
    players = 4 if mode == "teams" else 2
    result = played("pond", players, mode=mode)
    flat = flat_columns(result.results, result.columns, players)
    results, columns = records(flat, players, result.columns.dtype)
    assert side_by_side(results, columns).tobytes() == result.rows.tobytes()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_column_holds_one_number_of_each_row(name, players):
    result = played(name, players)
    flat = flat_columns(result.results, result.columns, players)
    assert {column.shape for column in flat.values()} == {(result.games,)}
    own = [n for n in result.columns.dtype.names if not n.startswith("_")]
    numbers = sum(
        result.columns[n][0, :players].size if result.columns[n].ndim > 1 else 1 for n in own
    )
    assert len(flat) == 10 + 5 * players + numbers  # none has the name of another


def test_seats_and_sides_count_from_one():
    result = played("alarm", 3)
    flat = flat_columns(result.results, result.columns, 3)
    assert (flat["first"] == result.results["first"] + 1).all()
    assert [set(flat[f"side_{seat}"]) for seat in (1, 2, 3)] == [{1}, {2}, {3}]
    assert (flat["score_2"] == result.results["score"][:, 1]).all()


def won_by(winners, side):
    """Return one game won by a mask of seats of these sides."""
    row = np.zeros(1, RESULT_DTYPE)
    row["winners"], row["side"][0, : len(side)] = winners, side
    return row


def test_winners_counts_sides_and_shares_split_the_win_among_sides_then_partners():
    no_columns = np.zeros(1, [("_pad", "u1")])
    for winners, side, count, shares in (
        (0b0001, (0, 1, 2, 3), 1, (1, 0, 0, 0)),
        (0b0110, (0, 1, 2, 3), 2, (0, Fraction(1, 2), Fraction(1, 2), 0)),
        (0b0111, (0, 1, 2, 3), 3, (Fraction(1, 3),) * 3 + (0,)),
        (0b1010, (0, 1, 0, 1), 1, (0, Fraction(1, 2), 0, Fraction(1, 2))),
        (0b1111, (0, 1, 0, 1), 2, (Fraction(1, 4),) * 4),
        (0b0000, (0, 1, 0, 1), 0, (0, 0, 0, 0)),
    ):
        flat = flat_columns(won_by(winners, side), no_columns, 4)
        assert flat["winners"][0] == count
        assert [flat[f"share_{seat}"][0] for seat in (1, 2, 3, 4)] == [float(s) for s in shares]
        assert [flat[f"won_{seat + 1}"][0] for seat in range(4)] == [
            bool(winners >> seat & 1) for seat in range(4)
        ]


def test_endings_have_names_by_their_codes():
    names = ending_names(("first", "second"))
    assert names[Ending.FIRST_OWN : Ending.FIRST_OWN + 3].tolist() == ["first", "second", "unknown"]
    assert {names[code] for code in SHARED_ENDINGS} == {"capped", "agent_fault", "broken"}
