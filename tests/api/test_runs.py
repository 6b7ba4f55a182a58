"""Run folders: parts that are kept, found again, and played on from."""

import fcntl
import json
import os
import shutil

import numpy as np
import pytest
from short_batch import GAMES, play

import undertow as ut
from undertow.cli.run import run_record
from undertow.errors import InputTypeError, InputValueError, ResultFileError
from undertow.storage import run_writer


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(run_writer, "MOST", 50)


@pytest.fixture
def run(tmp_path):
    """A run folder of three parts."""
    play(out=tmp_path / "run")
    return tmp_path / "run"


def names(folder):
    return sorted(name for name in os.listdir(folder) if name.startswith("part-"))


def record(result):
    return {**run_record(result), "seconds": 0, "threads": 0}


# --- writing and reading --------------------------------------------------------------------------


def test_a_run_in_parts_says_the_same_as_one_in_memory(kept, run):
    assert names(run) == [f"part-{first:09}.parquet" for first in (0, 50, 100)]
    again = ut.read(run)
    assert record(again) == record(kept)
    assert again.rows.tobytes() == kept.rows.tobytes()


def test_the_manifest_names_range_and_digests_of_each_part(run):
    parts = json.loads((run / "_run.json").read_text())["parts"]
    assert [(part["first"], part["games"]) for part in parts] == [(0, 50), (50, 50), (100, 30)]
    for part, name in zip(parts, names(run), strict=True):
        file = ut.storage.stored.ResultFile(run / name)
        assert (part["rows"], part["file"]) == (file.provenance.rows, file.digest)


@pytest.mark.parametrize(("seconds", "parts"), [(0.0, [0, 10]), (60.0, [0])])
def test_a_part_is_published_when_its_time_is_over(kept, run, monkeypatch, seconds, parts):
    monkeypatch.setattr(run_writer, "EVERY", seconds)
    manifest = ut.storage.manifest.read_manifest(run)._replace(parts=())
    with run_writer.RunWriter(run.parent / "new", resume=False, force=False) as writer:
        writer.begin(manifest)
        for here in (slice(0, 10), slice(10, 30)):
            writer.add(kept.results[here], kept.columns[here])
        writer.publish()
    found = ut.storage.manifest.read_manifest(run.parent / "new")
    assert [part.first for part in found.parts] == parts
    assert ut.read(run.parent / "new").rows.tobytes() == kept.rows[:30].tobytes()


@pytest.mark.parametrize(("threads", "block"), [(1, 7), (2, 1), (3, 1000)])
def test_rows_in_parts_depend_neither_on_threads_nor_on_blocks(kept, tmp_path, threads, block):
    result = play(out=tmp_path / "run", threads=threads, block=block)
    assert result.rows.tobytes() == kept.rows.tobytes()


# --- resuming -------------------------------------------------------------------------------------


def test_resuming_nothing_starts(kept, tmp_path):
    result = play(out=tmp_path / "run", resume=True)
    assert result.rows.tobytes() == kept.rows.tobytes()


@pytest.mark.parametrize("lost", [(), (0,), (1,), (2,), (0, 2), (0, 1, 2)])
def test_only_missing_games_are_played_again(kept, run, lost, monkeypatch):
    for name in [names(run)[place] for place in lost]:
        (run / name).unlink()
    there = set(names(run))
    before = {name: (run / name).stat().st_mtime_ns for name in there}
    played = []
    into = ut.studies.arms.play_into
    monkeypatch.setattr(
        "undertow.studies.arms.play_into",
        lambda sink, game, key, n, **more: (
            played.append((more["first"], n)),
            into(sink, game, key, n, **more),
        )[1],
    )
    result = play(out=run, resume=True)
    missing = GAMES - sum(30 if name == "part-000000100.parquet" else 50 for name in there)
    assert sum(n for _, n in played) == missing
    assert {name: (run / name).stat().st_mtime_ns for name in there} == before
    assert record(result) == record(kept)
    assert ut.read(run).rows.tobytes() == kept.rows.tobytes()


def test_a_run_is_played_on_to_more_games_with_the_seed_it_has(kept, tmp_path):
    play(out=tmp_path / "run", games=70)
    result = play(out=tmp_path / "run", seed=None, resume=True)
    assert result.seed == 7
    assert result.rows.tobytes() == kept.rows.tobytes()


def test_the_number_of_games_need_not_be_given_again(kept, run):
    (run / names(run)[-1]).unlink()
    assert play(out=run, games=None, resume=True).games == GAMES
    with pytest.raises(InputValueError, match="holds 130 games, more than the 100 asked for"):
        play(out=run, games=100, resume=True)


def test_players_agents_and_rules_need_not_be_given_again(tmp_path):
    said = {"players": 3, "agents": ["random", "greedy", "random"], "rules": {"round_cap": 4}}
    whole = ut.simulate("alarm", **said, seed=7, games=60)
    ut.simulate("alarm", **said, seed=7, games=20, out=tmp_path / "run")
    again = ut.simulate("alarm", games=60, out=tmp_path / "run", resume=True)
    assert again.rows.tobytes() == whole.rows.tobytes()
    for other, message in [
        ({"players": 2}, "players 3, not 2"),
        ({"agents": "greedy"}, "seat 1's agent 'random', not 'greedy'"),
        ({"rules": {"round_cap": 5}}, "rule round_cap = 4, not 5"),
    ]:
        with pytest.raises(ResultFileError, match=message):
            ut.simulate("alarm", **other, out=tmp_path / "run", resume=True)
    with pytest.raises(ResultFileError, match="game 'alarm', not 'pond'"):
        ut.simulate("pond", out=tmp_path / "run", resume=True)


def test_a_part_that_the_manifest_does_not_name_yet_counts(kept, run):
    play(out=run.parent / "early", games=100)
    shutil.copy(run.parent / "early" / "_run.json", run / "_run.json")  # killed before the third
    assert ut.read(run).rows.tobytes() == kept.rows.tobytes()
    assert play(out=run, resume=True).rows.tobytes() == kept.rows.tobytes()


def test_what_killed_processes_left_is_deleted(run):
    (run / ".undertow-0123456789abcdef.tmp").write_text("half")
    (run / "notes.txt").write_text("mine")
    play(out=run, resume=True)
    assert set(os.listdir(run)) - set(names(run)) == {".lock", "notes.txt", "_run.json"}


def test_a_watched_run_stops_where_it_does_without_a_break(tmp_path):
    more = {"players": 3, "seed": 3, "agents": "random", "precision": 0.2}
    whole = ut.simulate("alarm", **more)
    ut.simulate("alarm", **more | {"precision": 0.5}, out=tmp_path / "run")
    again = ut.simulate("alarm", **more, out=tmp_path / "run", resume=True)
    assert again.games == whole.games
    assert record(again) == record(whole)


def test_a_run_that_has_more_games_than_are_needed_now_tells_of_all(tmp_path):
    more = {"players": 3, "seed": 3, "agents": "random", "out": tmp_path / "run"}
    first = ut.simulate("alarm", **more, precision=0.2)
    again = ut.simulate("alarm", **more, precision=0.5, resume=True)
    assert again.games == first.games
    assert again.rows.tobytes() == first.rows.tobytes()


def test_a_run_of_limited_time_goes_on_where_it_stopped(tmp_path):
    more = {"players": 3, "seed": 3, "agents": "random", "out": tmp_path / "run"}
    first = ut.simulate("alarm", **more, time=0.2)
    second = ut.simulate("alarm", **more, time=0.2, resume=True)
    assert second.games > first.games
    assert second.results["index"].tolist() == list(range(second.games))


def test_a_fault_of_an_agent_is_the_first_one_after_a_resume_too(tmp_path, monkeypatch):
    act = "    def act(self, view, legal, rng):\n        return 1 // int(rng.integers(9))\n"
    (tmp_path / "mine.py").write_text("class Weak:\n" + act)
    monkeypatch.chdir(tmp_path)
    more = {"agents": ["mine.py:Weak", "random", "random"], "out": "run"}
    whole = play(**more)
    assert whole.fault is not None
    (tmp_path / "run" / names("run")[0]).unlink()
    assert play(**more, resume=True).fault == whole.fault


# --- refusals -------------------------------------------------------------------------------------


def test_a_run_that_is_there_is_neither_replaced_nor_played_on_unasked(run):
    before = (run / "_run.json").read_bytes()
    with pytest.raises(InputValueError, match=r"holds a run already; --resume .* --force"):
        play(out=run)
    assert (run / "_run.json").read_bytes() == before


@pytest.mark.parametrize(
    "wrong", [{"players": 99}, {"agents": "nobody"}, {"rules": {"no": 1}}, {"games": -1}]
)
def test_force_deletes_nothing_if_what_is_asked_for_cannot_be_played(run, wrong):
    before = {name: (run / name).read_bytes() for name in os.listdir(run)}
    with pytest.raises(InputValueError):
        play(out=run, force=True, **wrong)
    assert {name: (run / name).read_bytes() for name in os.listdir(run)} == before


def test_force_deletes_a_run_and_nothing_else(run):
    (run / "notes.txt").write_text("mine")
    play(out=run, games=20, seed=8, force=True)
    assert (names(run), ut.read(run).seed) == (["part-000000000.parquet"], 8)
    assert (run / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"seed": 8}, "holds other games: seed 7, not 8"),
        ({"agents": "random"}, r"seat 2's agent 'greedy', not 'random'"),
        ({"rules": {"target": 4}}, "rule round_cap = 30, not by default"),
        ({"rules": {"round_cap": 30, "target": 3}}, "rule target = 4, not (3|by default)"),
        ({"players": 2, "agents": "random"}, "players 3, not 2"),
        ({"shard": "1/2"}, "the whole run, not shard 1/2 of 130 games"),
    ],
)
def test_a_run_of_other_games_is_refused(run, more, told):
    before = sorted((name, (run / name).read_bytes()) for name in os.listdir(run))
    with pytest.raises(ResultFileError, match=rf"run' holds other games: .*{told}|{told}"):
        play(out=run, resume=True, **more)
    assert sorted((name, (run / name).read_bytes()) for name in os.listdir(run)) == before


def test_a_run_of_an_agent_that_was_changed_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    agent = "class Last:\n    def act(self, view, legal, rng):\n        return len(legal) - 1\n"
    (tmp_path / "mine.py").write_text(agent)
    play(agents="mine.py:Last", out="run", games=20)
    (tmp_path / "mine.py").write_text(agent + "# changed\n")
    with pytest.raises(ResultFileError, match=r"another content of the agent file 'mine\.py'"):
        play(agents="mine.py:Last", out="run", games=40, resume=True)


class Last:
    def act(self, view, legal, rng):
        return len(legal) - 1


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"out": "run.csv", "resume": True}, "--resume .* plays on in a run folder"),
        ({"resume": True}, "--resume .* plays on in a run folder"),
        ({"shard": "1/2"}, "--shard .* plays into a run folder"),
        ({"out": "run.csv", "shard": "1/2"}, "--shard .* plays into a run folder"),
        ({"out": "run", "shard": "3/2"}, "the shard must be a whole number from 1 to 2, not 3"),
        ({"out": "run", "shard": "1"}, "shard must be i/k, as 2/3"),
        ({"out": "run", "shard": "1/500"}, "shard 1/500 of 130 games has no game"),
        ({"out": "run", "shard": "1/2", "games": None, "time": 1.0}, "of a fixed number of games"),
        ({"out": "run", "agents": Last}, "agent Last is an object, which does not go with a run"),
        ({"out": "run", "metrics": {"a": lambda s: 1.0}}, "do not go with a run folder"),
    ],
)
def test_what_does_not_go_together_is_told_and_leaves_nothing(tmp_path, monkeypatch, more, told):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputValueError, match=told):
        play(**more)
    assert os.listdir(tmp_path) == []


def test_a_shard_is_named_by_a_text(tmp_path):
    with pytest.raises(InputTypeError, match="shard must be i/k"):
        play(out=tmp_path / "run", shard=2)


def test_a_folder_that_is_written_to_is_locked(run):
    with (run / ".lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for how in ({"resume": True}, {"force": True}):
            with pytest.raises(ResultFileError, match="is locked: another process writes into it"):
                play(out=run, **how)
        assert ut.read(run).games == GAMES  # reading goes on
    play(out=run, resume=True)


# --- damage ---------------------------------------------------------------------------------------


def refused(run, told):
    for how in (lambda: ut.read(run), lambda: play(out=run, resume=True)):
        with pytest.raises(ResultFileError, match=told):
            how()


def test_a_flipped_bit_anywhere_is_found_and_its_file_named(run):
    rng = np.random.default_rng(5)
    for name in (*names(run), "_run.json"):
        whole = (run / name).read_bytes()
        for bit in rng.integers(0, 8 * len(whole), 12):
            data = bytearray(whole)
            data[bit // 8] ^= 1 << bit % 8
            (run / name).write_bytes(data)
            with pytest.raises(ResultFileError, match=name):
                ut.read(run)
        refused(run, name)
        (run / name).write_bytes(whole)


def test_swapped_parts_are_found(run):
    first, second, _ = (run / name for name in names(run))
    first.rename(run / "x")
    second.rename(first)
    (run / "x").rename(second)
    refused(run, r"part-000000000\.parquet' is not the part that _run\.json names")


def test_a_part_of_another_run_is_found(run, tmp_path):
    play(out=tmp_path / "other", seed=8)
    shutil.copy(tmp_path / "other" / names(run)[1], run)
    refused(run, r"part-000000050\.parquet' is foreign: of seed 8, not 7")


def test_an_older_part_of_the_same_run_is_found(run, tmp_path):
    play(out=tmp_path / "other", games=40)
    shutil.copy(tmp_path / "other" / names(run)[0], run)
    refused(run, r"part-000000000\.parquet' is not the part that _run\.json names")


def test_overlapping_parts_are_found(run, tmp_path, monkeypatch):
    monkeypatch.setattr(run_writer, "MOST", 80)
    play(out=tmp_path / "other")
    shutil.copy(tmp_path / "other" / "part-000000080.parquet", run)
    refused(run, r"part-000000080\.parquet' overlaps '.*part-000000050\.parquet': both hold game")


def test_a_part_under_another_name_is_found(run):
    (run / names(run)[2]).rename(run / "part-000000130.parquet")
    refused(run, r"part-000000130\.parquet' holds games 100 to 129: it is part-000000100")


def test_a_missing_part_is_named_by_who_reads(run):
    (run / names(run)[1]).unlink()
    with pytest.raises(ResultFileError, match=r"games 50 to 99 are missing, '.*part-000000050"):
        ut.read(run)


def test_a_run_without_its_manifest_is_found(run):
    (run / "_run.json").unlink()
    refused(run, r"run' is a folder, but not of a run: _run\.json is missing")


def test_a_run_of_another_version_is_refused(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("undertow.rows.provenance.__version__", "0.0.9")
        play(out=tmp_path / "run")
    refused(tmp_path / "run", r"_run\.json' is of undertow 0\.0\.9")


def test_a_run_that_has_no_game_yet_says_so(run):
    for name in names(run):
        (run / name).unlink()
    with pytest.raises(ResultFileError, match="holds no game yet; --resume plays them"):
        ut.read(run)


def test_a_full_disk_keeps_the_parts_before_and_tells_what_was_played(kept, tmp_path, monkeypatch):
    publish, calls = run_writer.NewRows.publish, []

    def full(self, metric_faults):
        calls.append(self)
        if len(calls) == 2:
            raise ResultFileError("cannot write: No space left on device")
        return publish(self, metric_faults)

    monkeypatch.setattr(run_writer.NewRows, "publish", full)
    with pytest.raises(ResultFileError, match="No space left on device; 50 games kept in") as error:
        play(out=tmp_path / "run")
    assert error.value.result.games >= 100
    assert ut.read(tmp_path / "run").games == 50
    assert play(out=tmp_path / "run", resume=True).rows.tobytes() == kept.rows.tobytes()
