"""What bench prints, and how it meets peers that are here, missing, broken or strange."""

import json
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from undertow import cli, games
from undertow.cli import bench, peers

SPEED = bench.Speed("pond", 2, 100, 5_000.0, 9_500.0, 0.95, 1.02, 120.0, 56.0, 100.0, 4.0, 25.0)


class Clock:
    """A clock that each reading moves on by a tenth of a second."""

    now = 0.0

    def __call__(self):
        self.now += 0.1
        return self.now


def fake(monkeypatch, package, module, begin, plays="a game"):
    """Put one peer in the place of all, its module already imported."""
    monkeypatch.setattr(peers, "PEERS", (peers.Peer(package, module, plays, begin),))
    monkeypatch.setitem(sys.modules, module, ModuleType(module))


def steady(_module):
    return lambda: peers.Played(2, 60)


@pytest.fixture
def measured(monkeypatch):
    monkeypatch.setattr(bench, "measure", lambda n, threads: iter([SPEED]))
    monkeypatch.setattr(peers, "process_time", Clock())


def test_each_row_has_all_that_a_speed_is_made_of(say, measured):
    head, row = say("bench", "--threads", "2", "-q").splitlines()[1:3]
    assert head.split() == [
        *("game", "players", "games/s", "2", "threads"),
        *("efficiency", "decisions", "ns", "draw", "draws"),
    ]
    assert row.split() == ["pond", "2", "5,000", "9,500", "0.95", "120.0", "100.0", "4.00", "25.0"]


def test_the_table_of_a_real_measurement_fits_80_columns(say, monkeypatch):
    monkeypatch.setattr(bench, "LEAST_SECONDS", 0.02)
    monkeypatch.setattr(games, "names", lambda: ("poseidon", "alarm"))
    for line in say("bench", "-q").splitlines():
        assert len(line) <= 80


def test_a_measurement_adds_up(monkeypatch):
    monkeypatch.setattr(games, "names", lambda: ("alarm",))
    for speed in bench.measure(200, 2):
        assert speed.games == 200
        assert speed.draws_per_decision == pytest.approx(speed.ns_per_decision / speed.draw_ns)
        spent = speed.games / speed.games_per_cpu_second
        assert spent == pytest.approx(200 * speed.decisions_per_game * speed.ns_per_decision / 1e9)
        assert speed.thread_efficiency > 0
        assert speed.cpu_inflation > 0


def test_one_thread_is_as_efficient_as_itself(monkeypatch):
    monkeypatch.setattr(games, "names", lambda: ("alarm",))
    for speed in bench.measure(20, 1):
        assert speed.thread_efficiency == pytest.approx(1)
        assert speed.cpu_inflation == pytest.approx(1)


def test_efficiency_is_what_threads_gain_over_what_a_spin_loop_gains():
    rows = {"decisions": np.full(100, 120), "rounds": np.full(100, 50)}
    one = SimpleNamespace(game="pond", players=2, games=100, seconds=2.0, results=rows)
    many = SimpleNamespace(games=300, seconds=4.0)
    good = bench.Round(one, many, 2.0, 6.6, 1.6, 5.0)
    spoiled = [
        bench.Round(one, many, 9.0, 60.0, 16.0, 9.0),
        bench.Round(one, many, 2.1, 6.0, 0.1, 6.0),
    ]
    speed = bench._speed([good, *spoiled])
    assert speed.thread_efficiency == pytest.approx((300 / 4) / (100 / 2) / 1.6)
    assert speed.cpu_inflation == pytest.approx((6.6 / 300) / (2.0 / 100))
    assert speed.ns_per_decision == pytest.approx(2.0e9 / (100 * 120))
    assert speed.draws_per_decision == pytest.approx(speed.ns_per_decision / 5.0)


def test_ratios_are_games_and_decisions_in_the_same_processor_time(load, measured, monkeypatch):
    fake(monkeypatch, "fake-games", "fakegames", steady)
    record = load("bench", "--compare")
    (peer,) = record["peers"]
    # Three calls fit a slice of 0.3 s, as each look at the clock takes 0.1 s of it.
    assert peer["slices"] == 1
    assert peer["decisions_per_game"] == 30
    assert peer["decisions_per_second"] == pytest.approx(30 * peer["games_per_second"])
    (ratio,) = record["ratios"]
    assert (ratio["game"], ratio["players"], ratio["peer"]) == ("pond", 2, "fake-games")
    assert ratio["decisions"] == pytest.approx(1e9 / 100 / peer["decisions_per_second"])
    assert ratio["games"] == pytest.approx(1e9 / 100 / 120 / peer["games_per_second"])
    assert record["absent"] == {}


def test_without_compare_no_peer_is_imported_or_named(load, say, measured, monkeypatch):
    def refuse(_module):
        raise AssertionError

    fake(monkeypatch, "fake-games", "fakegames", refuse)
    assert "peers" not in load("bench")
    assert "fake-games" not in say("bench")


def test_a_peer_is_timed_beside_every_row(monkeypatch):
    monkeypatch.setattr(peers, "process_time", Clock())
    fake(monkeypatch, "fake-games", "fakegames", steady)
    contest = peers.Contest()
    for _ in range(3):
        contest.take_slices()
    assert contest.speeds()[0].slices == 3


def test_the_comparison_fits_80_columns_and_names_the_peers(say, measured, monkeypatch):
    three = [peers.Peer(p.package, "fakegames", p.plays, steady) for p in peers.PEERS]
    monkeypatch.setattr(peers, "PEERS", three)
    monkeypatch.setitem(sys.modules, "fakegames", ModuleType("fakegames"))
    lines = say("bench", "--compare").splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert any(line.startswith("open-spiel unknown") or "open-spiel 2" in line for line in lines)
    assert sum(" / " in line for line in lines) == 2  # a title and a row


def test_a_missing_peer_gets_one_line_that_says_how_to_install_it(say, load, measured, monkeypatch):
    missing = peers.Peer("fake-games", "no_such_module_here", "a game", steady)
    monkeypatch.setattr(peers, "PEERS", (missing,))
    lines = [line for line in say("bench", "--compare").splitlines() if "fake-games" in line]
    assert lines == ["fake-games: not installed; pip install fake-games"]
    record = load("bench", "--compare")
    assert record["peers"] == record["ratios"] == []
    assert record["absent"] == {"fake-games": lines[0]}


def test_a_peer_that_lacks_a_package_of_its_own_names_it(measured, monkeypatch):
    def needs_more(_module):
        raise ModuleNotFoundError("No module named 'torch'", name="torch")

    fake(monkeypatch, "fake-games", "fakegames", needs_more)
    assert peers.Contest().absent == {
        "fake-games": "fake-games: lacks torch; pip install fake-games"
    }


@pytest.mark.parametrize("when", ["begin", "play"])
def test_a_peer_that_fails_is_struck_off_and_the_bench_goes_on(say, measured, monkeypatch, when):
    calls = []

    def play():
        calls.append(1)
        if len(calls) > 1:
            raise AttributeError("no attribute\n'decide' " + "x" * 200)
        return peers.Played(1, 1)

    def begin(module):
        return module.nothing if when == "begin" else play

    fake(monkeypatch, "fake-games", "fakegames", begin)
    text = say("bench", "--compare")
    (line,) = [line for line in text.splitlines() if "fake-games" in line]
    assert line.startswith("fake-games unknown: cannot be timed: ")
    assert "attribute" in line
    assert len(line) < 130
    assert "pond" in text


def test_what_a_peer_prints_does_not_spoil_the_object(measured, monkeypatch, capsys):
    def chatty(_module):
        print("welcome to fake games")
        return lambda: print("played") or peers.Played(1, 30)

    fake(monkeypatch, "fake-games", "fakegames", chatty)
    assert cli.main(["bench", "--compare", "--json"]) == 0
    written = capsys.readouterr()
    assert json.loads(written.out)["peers"][0]["decisions_per_game"] == 30
    assert written.err.startswith("welcome to fake games\nplayed\n")


def test_a_bench_wants_no_value_for_compare(capsys):
    assert cli.main(["bench", "--compare=yes"]) == 2
    assert "--compare" in capsys.readouterr().err


@pytest.mark.parametrize("peer", peers.PEERS, ids=lambda peer: peer.package)
def test_a_peer_that_is_installed_plays(peer):
    pytest.importorskip(peer.module)
    played = peer.load()()
    assert played.games >= 1
    assert played.decisions >= 10 * played.games
