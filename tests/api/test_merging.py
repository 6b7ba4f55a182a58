"""Shards joined to the run that they are of."""

import os

import pytest
from short_batch import GAMES, play

import undertow as ut
from undertow.errors import InputTypeError, InputValueError, ResultFileError
from undertow.storage import run_writer


@pytest.fixture(scope="module")
def shards(tmp_path_factory):
    """Three shards of the short batch, two parts each."""
    folder = tmp_path_factory.mktemp("shards")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_writer, "MOST", 30)
        for number in (1, 2, 3):
            play(out=folder / f"{number}", shard=f"{number}/3")
    return [folder / str(number) for number in (1, 2, 3)]


@pytest.mark.parametrize("of", [1, 2, 3, 7, GAMES])
def test_shards_share_the_games_evenly_each_once(of):
    ranges = [
        ut.storage.manifest.shard_of(f"{number}/{of}", GAMES).range for number in range(1, of + 1)
    ]
    assert [game for games in ranges for game in games] == list(range(GAMES))
    assert max(map(len, ranges)) - min(map(len, ranges)) <= 1


def test_a_shard_says_which_it_is_and_how_it_is_played_again(shards):
    result = ut.read(shards[1])
    assert result.headline() == "Kraken-Alarm: 3 players, 43 games (shard 2/3 of 130), seed 7"
    assert "-n 130 --shard 2/3" in result.reproduce
    assert result.results["index"].tolist() == list(range(43, 86))


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
@pytest.mark.parametrize("out", ["all", "all.parquet"])
def test_merged_shards_are_the_run(kept, shards, tmp_path, order, out):
    result = ut.merge([shards[place] for place in order], out=tmp_path / out)
    assert result.rows.tobytes() == kept.rows.tobytes()
    assert (repr(result), result.reproduce) == (repr(kept), kept.reproduce)


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".jsonl"])
def test_a_merged_file_is_the_file_of_the_run(stored, shards, tmp_path, suffix):
    ut.merge(shards, out=tmp_path / f"all{suffix}")
    assert (tmp_path / f"all{suffix}").read_bytes() == stored[suffix].read_bytes()


def test_merged_shards_can_be_played_on(shards, tmp_path):
    ut.merge(shards, out=tmp_path / "all")
    more = play(out=tmp_path / "all", games=200, resume=True)
    assert more.rows.tobytes() == play(games=200).rows.tobytes()


def test_files_are_merged_with_folders(kept, shards, tmp_path):
    play(games=43, out=tmp_path / "first.parquet")
    result = ut.merge([*shards[1:], tmp_path / "first.parquet"], out=tmp_path / "all")
    assert result.rows.tobytes() == kept.rows.tobytes()


def test_a_shard_is_resumed_by_itself(kept, shards, tmp_path):
    play(out=tmp_path / "2", shard="2/3")
    (tmp_path / "2" / "part-000000043.parquet").unlink()
    again = play(out=tmp_path / "2", shard="2/3", resume=True)
    assert again.rows.tobytes() == kept.rows[43:86].tobytes()
    with pytest.raises(ResultFileError, match="holds other games: shard 2/3 of 130 games, not"):
        play(out=tmp_path / "2", shard="1/3", resume=True)


def test_foreign_overlapping_and_missing_shards_are_named(shards, tmp_path):
    first, second, third = shards
    play(out=tmp_path / "other", shard="2/3", seed=8)
    play(out=tmp_path / "half", shard="1/2")
    for paths, told in (
        ([first, tmp_path / "other", third], "other' is foreign to '.*1': of seed 8, not 7"),
        ([first, second, second, third], "2' overlaps '.*2': both hold game 43"),
        ([tmp_path / "half", second, third], "2' overlaps '.*half': both hold game 43"),
        ([first, third], "games 43 to 85 are missing, between '.*1' and '.*3'"),
        ([second, third], "games 0 to 42 are missing, before '.*2'"),
    ):
        with pytest.raises(ResultFileError, match=told):
            ut.merge(paths, out=tmp_path / "all")
        assert not (tmp_path / "all").exists()


def test_a_damaged_shard_is_named_and_nothing_stays(shards, tmp_path):
    play(out=tmp_path / "1", shard="1/3")
    (name,) = (name for name in os.listdir(tmp_path / "1") if name.startswith("part"))
    data = bytearray((tmp_path / "1" / name).read_bytes())
    data[500] ^= 4
    (tmp_path / "1" / name).write_bytes(data)
    for out in ("all", "all.parquet"):
        with pytest.raises(ResultFileError, match=f"1/{name}' is damaged"):
            ut.merge([tmp_path / "1", *shards[1:]], out=tmp_path / out)
        assert not (tmp_path / out).exists()


def test_the_shards_themselves_are_never_replaced(shards):
    with pytest.raises(InputValueError, match="1' is one of those to be merged"):
        ut.merge(shards, out=shards[0], force=True)
    assert ut.read(shards[0]).games == 43


def test_merge_refuses_what_is_no_list_of_runs(shards, tmp_path):
    with pytest.raises(InputTypeError, match="takes a list"):
        ut.merge(str(shards[0]), out=tmp_path / "all")
    with pytest.raises(InputValueError, match="none is named"):
        ut.merge([], out=tmp_path / "all")
    with pytest.raises(InputValueError, match="holds a run already"):
        ut.merge(shards[:1], out=shards[1])


def test_a_file_with_metrics_is_not_merged(tmp_path):
    play(out=tmp_path / "one.parquet", metrics={"one": lambda state: 1.0})
    with pytest.raises(ResultFileError, match=r"one\.parquet' has a user's metrics"):
        ut.merge([tmp_path / "one.parquet"], out=tmp_path / "all")
