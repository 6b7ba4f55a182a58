"""Files appear under their name whole, or not at all, and never in the place of another."""

import _thread
import os
from threading import Timer

import pytest
from short_batch import GAMES, play

import undertow as ut
from undertow.errors import InputValueError, Interrupted, ResultFileError
from undertow.storage import files, formats
from undertow.storage.publishing import NewFile

# --- publishing -----------------------------------------------------------------------------------


@pytest.fixture
def no_play(monkeypatch):
    """A batch that plays is a failure."""

    def played(*args, **more):
        raise AssertionError("games were played")

    monkeypatch.setattr("undertow.studies.arms.play_into", played)


@pytest.mark.parametrize("suffix", list(formats.WRITERS))
def test_a_file_that_exists_is_refused_before_a_game_is_played(tmp_path, no_play, suffix):
    path = tmp_path / f"run{suffix}"
    path.write_text("mine")
    with pytest.raises(InputValueError, match=r"exists already \(4 bytes\); --force"):
        play(out=path)
    assert path.read_text() == "mine"
    assert os.listdir(tmp_path) == [path.name]


def test_force_replaces_a_file(stored, tmp_path):
    path = tmp_path / "run.csv"
    path.write_text("mine")
    play(out=path, force=True)
    assert path.read_bytes() == stored[".csv"].read_bytes()
    assert os.listdir(tmp_path) == ["run.csv"]


def test_to_parquet_refuses_a_file_that_exists(kept, tmp_path):
    kept.to_parquet(tmp_path / "run.parquet")
    with pytest.raises(InputValueError, match="force=True"):
        kept.to_parquet(tmp_path / "run.parquet")
    kept.to_parquet(tmp_path / "run.parquet", force=True)


@pytest.mark.usefixtures("no_play")
@pytest.mark.parametrize(
    ("name", "error", "told"),
    [
        ("none/run.csv", ResultFileError, "there is no such folder"),
        ("file/run.csv", ResultFileError, "Not a directory"),
        ("/proc/self/run.csv", ResultFileError, "cannot write '/proc/self/run.csv'"),
        ("x" * 300 + ".csv", ResultFileError, "File name too long"),
        ("a\0b.csv", InputValueError, "is no file name"),
        ("folder.csv", InputValueError, "is a folder"),
        ("none/run", ResultFileError, "there is no such folder"),
        ("file/run", ResultFileError, "Not a directory"),
        ("file", InputValueError, r"is a file; a run without \.parquet, \.csv or \.jsonl"),
        ("/proc/self/run", ResultFileError, "cannot write '/proc/self/run'"),
        ("x" * 300, ResultFileError, "File name too long"),
        ("a\0b", InputValueError, "is no name"),
        (".", InputValueError, "is a folder of other files, as 'file'"),
        ("", InputValueError, "a file needs a name"),
    ],
)
def test_a_name_that_cannot_be_written_is_refused_before_a_game_is_played(
    tmp_path, monkeypatch, name, error, told
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(error, match=told):
        play(out=name)
    assert sorted(os.listdir(tmp_path)) == ["file", "folder.csv"]


@pytest.mark.parametrize("suffix", list(formats.WRITERS))
def test_ctrl_c_publishes_the_finished_games(tmp_path, suffix):
    path = tmp_path / f"run{suffix}"
    timer = Timer(0.4, _thread.interrupt_main)
    timer.start()
    with pytest.raises(Interrupted, match=f"games finished and kept in '.*run{suffix}'") as caught:
        play(out=path, games=5_000_000, block=64)
    timer.join()
    result = caught.value.result
    assert 0 < result.games < 5_000_000
    if suffix == ".parquet":
        assert ut.read(path).games == result.games
        assert result.results["index"].tolist() == list(range(result.games))
    else:
        assert path.read_bytes().count(b"\n") == result.games + (suffix == ".csv")
    assert os.listdir(tmp_path) == [path.name]


def test_ctrl_c_before_the_first_game_leaves_no_file(tmp_path, monkeypatch):
    new = files.NewRows.__init__

    def interrupted(*args, **more):
        new(*args, **more)
        _thread.interrupt_main()

    monkeypatch.setattr(files.NewRows, "__init__", interrupted)
    with pytest.raises(Interrupted, match=r"interrupted: 0 of 130 games finished and kept$"):
        play(out=tmp_path / "run.parquet")
    assert os.listdir(tmp_path) == []


def test_an_error_while_playing_leaves_no_file(tmp_path):
    def fail(finished, games):
        raise KeyError("progress")

    with pytest.raises(KeyError, match="progress"):
        play(out=tmp_path / "run.parquet", progress=fail)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("call", ["fsync", "rename"])
def test_a_file_that_cannot_be_published_is_named_and_leaves_nothing(tmp_path, monkeypatch, call):
    def fail(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync" if call == "fsync" else "pathlib.Path.rename", fail)
    with pytest.raises(ResultFileError, match=r"cannot write '.*run\.csv': No space left"):
        play(out=tmp_path / "run.csv")
    assert os.listdir(tmp_path) == []


def test_a_file_that_came_into_being_meanwhile_stays_and_so_do_the_games(tmp_path):
    path = tmp_path / "run.csv"
    with pytest.raises(ResultFileError, match="came into being meanwhile; the new games are in"):
        play(out=path, progress=lambda finished, games: path.write_text("mine"))
    assert path.read_text() == "mine"
    (other,) = (tmp_path / name for name in os.listdir(tmp_path) if name != "run.csv")
    assert other.read_bytes().count(b"\n") == GAMES + 1


def test_a_file_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    seen = []
    fsync, rename = os.fsync, type(tmp_path).rename
    monkeypatch.setattr("os.fsync", lambda number: (seen.append("fsync"), fsync(number)))
    monkeypatch.setattr(
        type(tmp_path), "rename", lambda path, new: (seen.append("rename"), rename(path, new))[1]
    )
    with NewFile(tmp_path / "a", force=False) as new:
        new.file.write(b"x")
        assert not (tmp_path / "a").exists()
        new.publish()
    assert seen == ["fsync", "rename", "fsync"]


def test_a_published_file_has_the_rights_that_files_get(tmp_path):
    before = os.umask(0o027)
    try:
        play(out=tmp_path / "run.csv")
    finally:
        os.umask(before)
    assert (tmp_path / "run.csv").stat().st_mode & 0o777 == 0o640
