"""Batches that end when something is settled: at the same game whatever plays them."""

from itertools import islice, pairwise
from time import perf_counter

import pytest

import undertow as ut
from undertow.errors import InputTypeError, InputValueError
from undertow.inference.intervals import FIXED
from undertow.inference.sequences import Watched, looks

PLAY = {"players": 2, "agents": "random", "seed": 7}


def test_looks_are_fixed_numbers_of_games_a_fifth_apart():
    found = list(islice(looks(), 40))
    assert found[:3] == [256, 307, 368]
    assert all(1.19 < b / a < 1.2 + 1e-9 for a, b in pairwise(found))


def test_precision_is_reached_and_no_later_than_needed():
    result = ut.simulate("alarm", precision=0.05, **PLAY)
    widths = [row.high - row.low for row in (*result.shares(), *result.order())]
    assert max(widths) <= 0.05
    assert result.games in list(islice(looks(), 60))
    before = max(n for n in islice(looks(), 60) if n < result.games)
    shorter = ut.simulate("alarm", precision=0.05, max_games=before, **PLAY)
    assert max(row.high - row.low for row in shorter.shares()) > 0.05


@pytest.mark.parametrize("how", [{"threads": 1}, {"threads": 3, "block": 7}])
def test_where_it_stops_depends_on_neither_threads_nor_blocks(how):
    one = ut.simulate("alarm", precision=0.06, **PLAY)
    other = ut.simulate("alarm", precision=0.06, **how, **PLAY)
    assert one.rows.tobytes() == other.rows.tobytes()
    assert one.shares() == other.shares()


def test_games_played_piece_by_piece_are_those_of_one_batch():
    pieces = ut.simulate("alarm", until=lambda result: result.games > 500, **PLAY)
    whole = ut.simulate("alarm", games=pieces.games, **PLAY)
    assert pieces.rows.tobytes() == whole.rows.tobytes()
    assert pieces.endings == whole.endings
    assert pieces.order()[0].share == whole.order()[0].share


def test_watched_batches_have_wider_intervals_that_say_so():
    watched = ut.simulate("alarm", until=lambda result: True, **PLAY)
    fixed = ut.simulate("alarm", games=watched.games, **PLAY)
    assert watched.games == 256
    assert isinstance(watched.intervals, Watched)
    assert fixed.intervals is FIXED
    assert watched.shares()[0].high > fixed.shares()[0].high
    assert watched.length.median.high >= fixed.length.median.high


def test_the_limit_of_games_ends_what_is_not_settled():
    result = ut.simulate("alarm", precision=0.001, max_games=300, **PLAY)
    assert result.games == 300
    assert "--precision 0.001 --max-games 300" in result.reproduce


def test_a_limit_of_time_is_kept_and_its_games_are_fixed_games():
    began = perf_counter()
    result = ut.simulate("alarm", time=0.3, **PLAY)
    assert 0.05 < perf_counter() - began < 3
    assert result.games > 16
    assert result.intervals is FIXED
    assert f"-n {result.games} " in result.reproduce
    again = ut.simulate("alarm", games=result.games, **PLAY)
    assert result.rows.tobytes() == again.rows.tobytes()


def test_time_and_games_whichever_ends_first():
    assert ut.simulate("alarm", time=60, max_games=40, **PLAY).games == 40


def test_a_comparison_stops_when_every_difference_is_precise():
    found = ut.compare("alarm", variant={"provisions": 4}, precision=0.05, **PLAY)
    rows = [row.share for row in (*found.order(), *found.shares())]
    assert max(row.high - row.low for row in rows) <= 0.05
    assert found.base.games == found.variant.games == found.games


def test_a_comparison_ends_when_it_is_told_to():
    found = ut.compare(
        "alarm", variant={"provisions": 1}, until=lambda c: c.endings["capped"].high < 1, **PLAY
    )
    assert found.games == 256


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"games": 5, "precision": 0.1}, InputValueError),
        ({"games": 5, "time": 1}, InputValueError),
        ({"games": 5, "max_games": 9}, InputValueError),
        ({"precision": 0}, InputValueError),
        ({"precision": 1.5}, InputValueError),
        ({"precision": float("nan")}, InputValueError),
        ({"precision": True}, InputTypeError),
        ({"time": -1}, InputValueError),
        ({"time": "1 h"}, InputTypeError),
        ({"max_games": 0}, InputValueError),
        ({"until": 3}, InputTypeError),
        ({"until": bool, "games": 5}, InputValueError),
    ],
)
def test_what_is_not_allowed_is_refused(wrong, error):
    with pytest.raises(error):
        ut.simulate("alarm", **wrong)


def test_what_was_seen_stays_as_it_was_when_games_go_on():
    seen = []
    ut.simulate("alarm", until=lambda result: seen.append(result) or len(seen) == 3, **PLAY)
    first = ut.simulate("alarm", games=256, **PLAY)
    assert [result.games for result in seen] == [256, 307, 368]
    assert seen[0].endings == first.endings
    assert sum(row.wins + row.shared for row in seen[0].shares()) <= 256
    assert seen[0].rows.tobytes() == first.rows.tobytes()


def test_a_watched_run_into_a_file_has_the_rows_of_one_in_memory(tmp_path):
    path = tmp_path / "run.parquet"
    stored = ut.simulate("alarm", precision=0.08, out=path, **PLAY)
    kept = ut.simulate("alarm", precision=0.08, **PLAY)
    assert stored.games == kept.games
    assert ut.read(path).rows.tobytes() == kept.rows.tobytes()
    assert stored.shares() == kept.shares()
