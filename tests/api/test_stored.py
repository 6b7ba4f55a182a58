"""Result files read back: as they were written, or not at all."""

import pickle
from types import SimpleNamespace

import numpy as np
import pytest
from pyarrow import parquet
from short_batch import play

import undertow as ut
from undertow.errors import InputTypeError, ResultFileError
from undertow.rows.records import flat_columns
from undertow.storage import formats

# --- reading back ---------------------------------------------------------------------------------


def test_a_file_is_read_back_with_rows_and_tables(kept, stored):
    again = ut.read(stored[".parquet"])
    assert again.rows.tobytes() == kept.rows.tobytes()
    assert (again.results.dtype, again.columns.dtype) == (kept.results.dtype, kept.columns.dtype)
    assert (repr(again), again.reproduce) == (repr(kept), kept.reproduce)
    assert (again.order(), again.length, again.endings) == (kept.order(), kept.length, kept.endings)
    assert again.rules == kept.rules


def test_several_groups_are_read_back(kept, tmp_path, small_groups):
    play(out=tmp_path / "run.parquet")
    assert parquet.read_metadata(tmp_path / "run.parquet").num_row_groups == 3
    assert ut.read(tmp_path / "run.parquet").rows.tobytes() == kept.rows.tobytes()


def test_a_file_read_back_is_written_again_as_it_was(stored, tmp_path):
    ut.read(str(stored[".parquet"])).to_parquet(tmp_path / "again.parquet")
    assert (tmp_path / "again.parquet").read_bytes() == stored[".parquet"].read_bytes()


def test_a_result_in_a_file_survives_pickling(kept, stored):
    again = pickle.loads(pickle.dumps(ut.read(stored[".parquet"])))
    assert again.rows.tobytes() == kept.rows.tobytes()


@pytest.mark.parametrize(
    "seed",
    [
        2**128 - 1,
        np.random.SeedSequence(5).spawn(2)[1],
        np.random.SeedSequence([1, 2**70], pool_size=8),
        np.random.SeedSequence(np.array([3, 4], np.uint32)),
    ],
)
def test_every_seed_comes_back(tmp_path, seed):
    path = tmp_path / "run.parquet"
    result = ut.simulate("alarm", players=2, games=5, seed=seed, agents="random", out=path)
    again = ut.read(path)
    more = ut.simulate("alarm", players=2, games=5, seed=again.seed, agents="random")
    assert more.rows.tobytes() == result.rows.tobytes()


def test_rules_that_are_lists_and_texts_come_back(tmp_path):
    rules = {"goal_1": ("Gates", "entered_castle 1: 2", "none", "castle: 5 3")}
    path = tmp_path / "run.parquet"
    result = ut.simulate(
        "kingdoms", players=2, games=2, seed=1, agents="random", rules=rules, out=path
    )
    assert result.rules["goal_1"] == rules["goal_1"]
    assert ut.read(path).rules == result.rules


# --- damage and strangers -------------------------------------------------------------------------


def test_every_flipped_bit_is_found(stored, tmp_path):
    whole, path = stored[".parquet"].read_bytes(), tmp_path / "run.parquet"
    rng = np.random.default_rng(7)
    last = np.arange(8 * (len(whole) - 700), 8 * len(whole))  # provenance, digest, length, mark
    for bit in (*rng.integers(0, 8 * len(whole), 300), *rng.choice(last, 300)):
        data = bytearray(whole)
        data[bit // 8] ^= 1 << bit % 8
        path.write_bytes(data)
        with pytest.raises(ResultFileError, match=r"run\.parquet"):
            ut.read(path)


def test_a_file_cut_short_or_longer_is_found(stored, tmp_path):
    whole, path = stored[".parquet"].read_bytes(), tmp_path / "run.parquet"
    for size in (0, 1, 4, 7, 8, 100, len(whole) // 2, len(whole) - 8, len(whole) - 1):
        for data in (whole[:size], whole[size:], whole + whole[:size]):
            if data == whole:
                continue
            path.write_bytes(data)
            with pytest.raises(ResultFileError, match=r"run\.parquet"):
                ut.read(path)


def test_rows_that_are_not_those_of_the_provenance_are_found(kept, stored, tmp_path):
    said = ut.storage.stored.ResultFile(stored[".parquet"]).provenance
    flat = flat_columns(kept.results, kept.columns, 3)
    flat["score_1"] = flat["score_1"] + np.int32(1)
    with (tmp_path / "run.parquet").open("x+b") as file:
        writer = formats.ParquetWriter(file)
        writer.write(flat, kept.own_endings)
        writer.close(said.to_json())
    with pytest.raises(ResultFileError, match="its rows are not those that were written"):
        ut.read(tmp_path / "run.parquet")


def test_a_parquet_file_of_somebody_else_is_refused(kept, tmp_path):
    kept.to_pandas().to_parquet(tmp_path / "run.parquet")
    with pytest.raises(ResultFileError, match="was not written by undertow"):
        ut.read(tmp_path / "run.parquet")


@pytest.mark.parametrize(
    ("name_and_value", "told"),
    [
        (
            ("__version__", "0.0.9"),
            r"is of undertow 0\.0\.9 \(random streams 1, files 1\), this is",
        ),
        (("Streams", SimpleNamespace(STREAM_VERSION=9)), r"random streams 9, files 1\), this is"),
        (("SCHEMA", 2), r"random streams 1, files 2\), this is undertow"),
    ],
)
def test_a_file_of_another_version_is_refused(kept, tmp_path, monkeypatch, name_and_value, told):
    path = tmp_path / "run.parquet"
    name, value = name_and_value
    with monkeypatch.context() as patch:
        patch.setattr(f"undertow.rows.provenance.{name}", value)
        kept.to_parquet(path)
    with pytest.raises(ResultFileError, match=told):
        ut.read(path)


def test_a_later_version_may_say_more(kept, tmp_path):
    with (tmp_path / "run.parquet").open("x+b") as file:
        writer = formats.ParquetWriter(file)
        writer.write(flat_columns(kept.results, kept.columns, 3), kept.own_endings)
        writer.close(b'{"schema": 2, "stream_version": 1, "undertow": "3.0.0", "moon": "full"}')
    with pytest.raises(ResultFileError, match=r"is of undertow 3\.0\.0"):
        ut.read(tmp_path / "run.parquet")


def test_rows_of_a_file_that_was_replaced_meanwhile_are_not_taken_for_ones_own(kept, tmp_path):
    mine = play(out=tmp_path / "run.parquet")
    play(out=tmp_path / "run.parquet", seed=8, force=True)
    with pytest.raises(ResultFileError, match="holds other games now"):
        _ = mine.results
    play(out=tmp_path / "run.parquet", force=True)
    assert mine.results.tobytes() == kept.results.tobytes()


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_only_parquet_is_read_back(stored, tmp_path, suffix):
    with pytest.raises(ResultFileError, match=r"only a \.parquet file says where they come from"):
        ut.read(stored[suffix])
    with pytest.raises(ResultFileError, match="holds rows alone"):
        _ = play(out=tmp_path / f"run{suffix}").results


def test_what_is_no_file_is_named(tmp_path):
    with pytest.raises(ResultFileError, match=r"cannot read '.*none\.parquet': No such file"):
        ut.read(tmp_path / "none.parquet")
    with pytest.raises(ResultFileError, match=r"a folder, but not of a run: _run\.json is missing"):
        ut.read(tmp_path)
    with pytest.raises(InputTypeError, match="a file is named by a string or a path, not 3"):
        ut.read(3)
