"""One game in words and as JSON."""

import undertow as ut

SHORT = ["--set", "round_cap=20"]


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
    replay = ["replay", "poseidon", "0", "--seed", "7", "-p", "3", *SHORT]
    full, quiet = say(*replay).splitlines(), say(*replay, "-q").splitlines()
    assert quiet == [full[0], *full[-6:]]
    assert quiet[2].startswith("End after ")


def test_replay_takes_the_options_of_the_run(say):
    capped = say("replay", "poseidon", "0", "--seed", "7", "--set", "round_cap=1")
    assert "capped" in capped
    assert capped.endswith("nobody wins\n")
