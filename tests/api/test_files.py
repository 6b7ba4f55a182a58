"""Result files: the same numbers in every reader, whatever played them."""

import os
import subprocess
import sys

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import csv, json, parquet
from short_batch import GAMES, play

import undertow as ut
from undertow.cli.run import run_record
from undertow.storage import formats

# --- readers --------------------------------------------------------------------------------------

READERS = {
    ".parquet": {
        "pandas": lambda path: pd.read_parquet(path, use_threads=False, pre_buffer=False),
        "polars": lambda path: pl.read_parquet(path).to_pandas(),
        "duckdb": lambda path: duckdb.read_parquet(str(path)).df(),
        "pyarrow": lambda path: (
            parquet.ParquetFile(path, pre_buffer=False)
            .read(use_threads=False)
            .to_pandas(use_threads=False)
        ),
    },
    ".csv": {
        "pandas": pd.read_csv,
        "polars": lambda path: pl.read_csv(path).to_pandas(),
        "duckdb": lambda path: duckdb.read_csv(str(path)).df(),
        "pyarrow": lambda path: csv.read_csv(
            path, read_options=csv.ReadOptions(use_threads=False)
        ).to_pandas(use_threads=False),
    },
    ".jsonl": {
        "pandas": lambda path: pd.read_json(path, lines=True, precise_float=True),
        "polars": lambda path: pl.read_ndjson(path).to_pandas(),
        "duckdb": lambda path: duckdb.read_json(str(path)).df(),
        "pyarrow": lambda path: json.read_json(
            path, read_options=json.ReadOptions(use_threads=False)
        ).to_pandas(use_threads=False),
    },
}


@pytest.mark.parametrize(
    ("suffix", "reader"), [(suffix, name) for suffix in READERS for name in READERS[suffix]]
)
def test_every_reader_finds_the_same_numbers(kept, stored, suffix, reader):
    frame, expected = READERS[suffix][reader](stored[suffix]), kept.to_pandas()
    by_name = sorted if suffix == ".jsonl" else list  # an object's names have no order
    assert by_name(frame.columns) == by_name(expected.columns)
    for name in expected.columns:
        assert frame[name].tolist() == expected[name].tolist(), name


def test_the_arrow_stream_is_read_by_polars_duckdb_and_pyarrow(kept):
    expected = kept.to_pandas()
    for frame in (
        pl.DataFrame(kept).to_pandas(),
        kept.to_polars().to_pandas(),
        duckdb.from_arrow(kept.to_arrow()).df(),
        pa.table(kept).to_pandas(use_threads=False),
    ):
        assert list(frame.columns) == list(expected.columns)
        assert all(frame[name].tolist() == expected[name].tolist() for name in expected.columns)


def test_a_share_stays_a_number_with_a_point_where_the_first_games_share_nothing(stored):
    lines = stored[".csv"].read_text().splitlines()
    place = lines[0].split(",").index("share_1")
    assert {line.split(",")[place] for line in lines[1:]} <= {"0.0", "0.5", "1.0"} | {str(1 / 3)}


# --- what is written ------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_groups")
@pytest.mark.parametrize("suffix", list(formats.WRITERS))
@pytest.mark.parametrize(("threads", "block"), [(1, 1), (2, 7), (3, 1000)])
def test_a_file_depends_neither_on_threads_nor_on_blocks(stored, tmp_path, suffix, threads, block):
    first, second = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
    play(out=first)
    play(out=second, threads=threads, block=block)
    assert first.read_bytes() == second.read_bytes()
    if suffix != ".parquet":  # whose groups are seen in the file
        assert first.read_bytes() == stored[suffix].read_bytes()


@pytest.mark.parametrize("suffix", list(formats.WRITERS))
def test_a_result_writes_the_file_that_the_run_wrote(kept, stored, tmp_path, suffix):
    path = tmp_path / "other-name"
    {".parquet": kept.to_parquet, ".csv": kept.to_csv, ".jsonl": kept.to_jsonl}[suffix](path)
    assert path.read_bytes() == stored[suffix].read_bytes()


@pytest.mark.parametrize("suffix", list(formats.WRITERS))
def test_a_result_whose_rows_are_in_a_file_says_the_same(kept, tmp_path, suffix):
    result = play(out=tmp_path / f"run{suffix}")
    ours, theirs = run_record(result), run_record(kept)
    assert {**ours, "seconds": 0} == {**theirs, "seconds": 0}
    assert (repr(result), result.teams) == (repr(kept), kept.teams)


def test_a_file_says_where_its_games_come_from(stored):
    said = ut.storage.stored.ResultFile(stored[".parquet"]).provenance
    components = ut.games.find("alarm").components
    assert said.game == "alarm"
    assert said.players == 3
    assert said.rules == {"round_cap": 30, "target": 4}
    assert said.agents == ["random", "greedy", "random"]
    assert (said.seed, said.first, said.games, said.schema) == (7, 0, GAMES, 1)
    assert (said.undertow, said.numpy) == (ut.__version__, np.__version__)
    assert said.reconstructed == {
        key: component.tag for key, component in components.items() if component.tag in "DP"
    }
    assert said.reconstructed


def test_pages_have_checksums(stored):
    data = bytearray(stored[".parquet"].read_bytes())
    data[200] ^= 1
    file = parquet.ParquetFile(
        pa.BufferReader(bytes(data)), pre_buffer=False, page_checksum_verification=True
    )
    with pytest.raises(OSError, match=r"CRC|checksum"):
        file.read(use_threads=False)


PEAK = """
import sys, undertow as ut
games, path = int(sys.argv[1]), sys.argv[2]
ut.simulate("alarm", players=2, games=games, seed=7, agents="random", out=path)
print(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
"""


@pytest.mark.slow
def test_a_run_four_times_as_long_takes_no_more_memory(tmp_path):
    peaks = []
    for games in (200_000, 800_000):  # three groups of rows, and twelve
        done = subprocess.run(
            [sys.executable, "-c", PEAK, str(games), str(tmp_path / f"{games}.parquet")],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        peaks.append(int(done.stdout) / 1024)
    assert abs(peaks[1] - peaks[0]) < 20  # MB; the rows in memory would be 55 MB more
