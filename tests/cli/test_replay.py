"""One game in words and as JSON."""

from dataclasses import replace

import pytest

import undertow as ut

SHORT = ["--set", "round_cap=20"]
RANDOM = ["-a", "random"]


def test_replay_tells_the_game_of_the_batch(load):
    rows = ut.simulate("poseidon", games=5, seed=7, rules={"round_cap": 20}).results
    for index in (0, 4):
        record = load("replay", "poseidon", str(index), "--seed", "7", *SHORT)
        assert record["scores"] == rows["score"][index, :4].tolist()
        assert record["turns"] == rows["turns"][index]
        chosen = [step for step in record["steps"] if not step["forced"]]
        assert len(chosen) == rows["decisions"][index]


def test_replay_is_in_words_round_by_round(say):
    lines = say("replay", "poseidon", "0", "--seed", "7", "-p", "3", *SHORT).splitlines()
    assert lines[0] == "Poseidon's Kingdom: 3 players, seed 7, game 0 (from 0)"
    assert "Round 1" in lines
    assert sum(line.startswith("  seat ") for line in lines) > 20
    assert any(line.startswith("End after ") for line in lines)
    assert lines[-1].endswith((" wins", " share the win"))


def test_replay_tells_forced_moves_and_marks_them(say, load):
    replay = ["replay", "poseidon", "0", "--seed", "7", *SHORT]
    forced = [step["forced"] for step in load(*replay)["steps"]]
    assert 0 < sum(forced) < len(forced)
    assert say(*replay).count(" (forced)\n") == sum(forced)


def test_a_quiet_replay_tells_how_the_game_ended(say):
    replay = ["replay", "poseidon", "0", "--seed", "7", "-p", "3", *SHORT, *RANDOM]
    full, quiet = say(*replay).splitlines(), say(*replay, "-q").splitlines()
    assert quiet == [full[0], *full[-6:]]  # a blank line, the end, three seats, the winner
    assert quiet[2].startswith("End after ")


def test_replay_takes_the_options_of_the_run(say):
    capped = say("replay", "poseidon", "0", "--seed", "7", "--set", "round_cap=1")
    assert "capped" in capped
    assert capped.endswith("nobody wins\n")


TEAMS = ["-p", "4", "--set", "mode=teams"]


@pytest.mark.parametrize(
    ("arguments", "verdict"),
    [
        (["pond", "0", "--seed", "5", *TEAMS], "seats 2, 4 win together"),
        (["pond", "24", "--seed", "2", *TEAMS], "seats 1, 2, 3, 4 share the win"),
        (["alarm", "0", "--seed", "5"], "seats 3, 4 share the win"),
        (["alarm", "23", "--seed", "5"], "seat 1 wins"),
        (["alarm", "0", "--seed", "5", "--set", "round_cap=1"], "nobody wins"),
    ],
)
def test_only_several_sides_share_a_win(say, arguments, verdict):
    assert say("replay", *arguments, *RANDOM, "-q").splitlines()[-1] == f"  {verdict}"


def test_the_end_tells_why_a_seat_with_fewer_points_wins(say):
    assert say("replay", "alarm", "23", "--seed", "5", *RANDOM, "-q").splitlines()[-6:] == [
        "  seat 1: 3 points, 1 provision left, start player",
        "  seat 2: 5 points, 0 provisions left",
        "  seat 3: 2 points, 2 provisions left",
        "  seat 4: 0 points, 2 provisions left",
        "  who has no provision left cannot win; a tie goes to more provisions",
        "  seat 1 wins",
    ]


def test_how_a_tie_is_broken_is_not_told_where_nobody_wins(say):
    assert "a tie goes to" not in say(
        "replay", "alarm", "0", "--seed", "5", *SHORT[:1], "round_cap=1"
    )


def test_a_game_may_have_nothing_but_points_to_tell(say, load, monkeypatch):
    game = ut.games.find("alarm")
    monkeypatch.setattr("undertow.games.find", lambda name: replace(game, standing=None))
    assert "\n  seat 2: 5 points\n" in say("replay", "alarm", "23", "--seed", "5", *RANDOM, "-q")
    assert load("replay", "alarm", "23", "--seed", "5", *RANDOM)["deciding"] == ""


def test_json_has_what_the_text_has(say, load):
    replay = ["replay", "pond", "0", "--seed", "5", *TEAMS, *RANDOM]
    record, text = load(*replay), say(*replay)
    assert f"\n  seat {record['start_player']}: 14 points, " in text
    assert f" ({record['decisions']} decisions)" in text
    assert record["agents"] == ["random"] * 4
    assert record["sides"] == [1, 2, 1, 2]
    assert record["winners"] == [2, 4]
    told = " ".join(text.split())
    assert all(phrase in told for phrase in (*record["standing"], record["deciding"]))
