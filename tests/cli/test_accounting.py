"""Every game is accounted for, in the JSON of every command, where an agent fails in some."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

import undertow as ut
from undertow import cli
from undertow.rows.faults import Fault
from undertow.studies.worth import Handed

FRAIL = """
class Frail:
    def __init__(self, often=5, forbid=None):
        self.often = often

    def act(self, view, legal, rng):
        if rng.integers(1000) < self.often:
            raise RuntimeError("tired")
        return int(rng.integers(len(legal)))
"""
KINDS = ("sole", "shared", "capped", "faults")
SHORT = ["--set", "round_cap=20", "-n", "150", "--seed", "7"]  # some games are capped
SWEEP = ["sweep", "pond", "-p", "2", *SHORT]
VALUE = ["value", "pond", "-p", "2", *SHORT, "-n", "30"]


@pytest.fixture
def frail(tmp_path):
    (tmp_path / "frail.py").write_text(FRAIL)
    return f"{tmp_path}/frail.py:Frail"


@pytest.fixture
def play(capsys, frail):
    """Return a function that runs a command with the agent that fails and returns its JSON."""

    def play(*arguments):
        words = [word.replace("FRAIL", frail) for word in arguments]
        assert cli.main([*words, "--json"]) == 1
        written = capsys.readouterr()
        assert written.err == ""
        return json.loads(written.out)

    return play


def accounts(record) -> Iterator[dict]:
    """Yield every account of a JSON object."""
    for value in record.values() if isinstance(record, dict) else record:
        if isinstance(value, dict) and KINDS[0] in value:
            yield value
        elif isinstance(value, dict | list):
            yield from accounts(value)


def check(record, batches):
    """Check that so many batches account for all their games, and that some were won by nobody."""
    assert record["seconds"] > 0
    assert record["threads"] >= 1
    found = list(accounts(record))
    assert len(found) == batches
    for one in found:
        assert sum(one[kind] for kind in KINDS) == one["games"]
        lost = (one["capped"] + one["faults"]) / one["games"]
        assert sum(one["shares"]) + lost == pytest.approx(1, abs=1e-12)
    for kind in ("sole", "capped", "faults"):
        assert any(one[kind] for one in found), kind
    return found


def faults(found):
    return sum(one["faults"] for one in found)


def test_run(play):
    record = play("run", "pond", "-p", "2", "-a", "FRAIL", *SHORT)
    (one,) = check(record, 1)
    assert one["capped"] == record["endings"]["capped"]
    assert one["faults"] == record["endings"]["agent_fault"]
    assert one["shares"] == [row["share"] for row in record["seats"]]
    assert one["sole"] == sum(row["wins"] for row in record["seats"])
    assert sum(row["share"] for row in record["order"]) == pytest.approx(sum(one["shares"]))


def test_compare(play):
    record = play("compare", "pond", "-p", "2", "-a", "FRAIL", *SHORT, "--base", "far_shore=true")
    base, variant = check(record, 2)
    assert record["faults"] == faults([base, variant])
    assert base["shared"] + variant["shared"]
    for arm, account in (("base", base), ("variant", variant)):
        assert account["shares"] == pytest.approx([row["share"][arm] for row in record["seats"]])
        assert record["endings"]["capped"][arm] == account["capped"] / 150


def test_sweep(play):
    record = play(*SWEEP, "-a", "FRAIL", "--vary", "round_cap=15,40")
    base, *cells = check(record, 3)
    assert record["faults"] == faults([base, *cells])
    for account, cell in zip(cells, record["cells"], strict=True):
        shares = [row["share"] for row in cell["seats"]]
        assert account["shares"] == pytest.approx([share["variant"] for share in shares])
        assert base["shares"] == pytest.approx([share["base"] for share in shares])


def test_sensitivity(play):
    pytest.importorskip("SALib")
    varied = ["--vary", "round_cap=15,25", "--vary", "far_shore=true,false"]
    record = play(*SWEEP, "-a", "FRAIL", *varied, "--sensitivity", "--samples", "4", "-n", "30")
    (one,) = check(record, 1)
    assert one["games"] == record["points"] * record["games"] == 12 * 30
    assert one["faults"] == record["faults"]


@pytest.mark.parametrize(("of", "arms"), [("web", 2), ("card_counts.2", 1)])
def test_value(play, of, arms):
    record = play(*VALUE, "-a", "FRAIL", "--of", of)
    handicaps = [row for row in record["tried"] if row["handicap"]]
    assert handicaps
    found = check(record, 1 + arms + arms + 2 * len(handicaps))
    handed = [one for row in handicaps for one in row["accounts"]]
    assert faults(handed)
    assert record["faults"] == faults([record["account"], *record["changed"]["accounts"], *handed])
    assert {one["games"] for one in found} == {30}
    base = sum(row["share"]["base"] for row in record["order"])
    assert sum(record["account"]["shares"]) == pytest.approx(base)


def test_tournament(play):
    record = play("tournament", "pond", "-p", "2", "-a", "FRAIL", "-a", "random", *SHORT)
    (one,) = check(record, 1)
    assert one["sole"] == sum(row["wins"] for row in record["shares"])
    assert one["faults"] == record["endings"]["agent_fault"]
    assert sum(row["share"] for row in record["shares"]) == pytest.approx(sum(one["shares"]))


def test_ladder(play):
    record = play(
        "ladder",
        "pond",
        "-p",
        "2",
        "-a",
        "FRAIL",
        "--parameter",
        "often",
        "--budgets",
        "1,2,4",
        *SHORT,
    )
    found = check(record, len(record["steps"]))
    for one, step in zip(found, record["steps"], strict=True):
        assert step["unwon"] == one["capped"] + one["faults"]
        assert step["games"] == one["games"]


def test_a_value_whose_handicaps_alone_have_faults_shows_them_and_fails(monkeypatch, capsys):
    found = ut.value("alarm", of="turn", players=2, agents="greedy", games=20, seed=7)
    assert found.faults == 0
    first, second = found.handed[2]
    account = second.account._replace(sole=17, faults=3)
    failed = Handed(account, Fault(4, 1, "mine", "E: tired", "E: tired"))
    found = replace(found, handed={**found.handed, 2: (first, failed)})
    monkeypatch.setattr("undertow.cli.value.value", lambda *_, **__: found)
    assert cli.main(["value", "alarm", "--of", "turn"]) == 1
    told = capsys.readouterr().out
    assert re.search(r"^handicap \+2 +40 +\d+ +\d+ +\d+ +3 *$", told, re.MULTILINE)
    told = " ".join(told.split())
    assert "3 games ended in a fault; nobody wins those." in told
    assert "The first, game 4 with a handicap of +2 in seat 2: mine in seat 1 failed." in told
