"""What every game must hold; a new game gets these checks for nothing."""

from types import SimpleNamespace

import numpy as np
import pytest

from undertow import games
from undertow.errors import InputValueError
from undertow.game import load
from undertow.playing.batch import play_batch
from undertow_kernels.core.game import CHECKED, RESULT_DTYPE, Ending
from undertow_kernels.core.playout import Match, Stop, play

SEED = 20_240_602
KEY = np.random.SeedSequence(SEED).generate_state(2, np.uint64)
BATCH = 400  # games compared between threads and block sizes
WALKED = 6  # games walked decision by decision from Python
STEPPED = 60  # games walked move by move, forced ones too
MAX_STATE = 2048  # bytes
ENDED = {Ending.CAPPED, *range(Ending.FIRST_OWN, 256)}


def tables():
    for name in games.names():
        for players in games.find(name).seats:
            yield pytest.param((name, players), id=f"{name}-{players}")


@pytest.fixture(params=list(tables()), scope="module")
def loaded(request):
    name, players = request.param
    return load(name, players=players)


@pytest.fixture(scope="module")
def batch(loaded):
    return rows(loaded, BATCH, threads=1)


def rows(loaded, n, **how):
    done = play_batch(loaded, KEY, n, **how)
    return SimpleNamespace(results=done.results, columns=done.columns)


def same(one, other):
    assert one.results.tobytes() == other.results.tobytes()
    assert one.columns.tobytes() == other.columns.tobytes()


def match_of(loaded, index):
    return Match(loaded.game.rules, loaded.table_bytes, loaded.players, KEY, index)


def decisions(loaded, index):
    """Yield a match at each of its decisions; who draws from it plays it."""
    match = match_of(loaded, index)
    while match.actor >= 0:
        yield match
        match.apply(match.legal()[match.choose()])


def steps(match):
    """Play a match one move at a time, forced ones too; yield before each."""
    while match.actor >= 0:
        yield match
        legal = match.legal()
        match.step(legal[match.choose() if len(legal) > 1 else 0])


def walk(loaded):
    for index in range(WALKED):
        yield from decisions(loaded, index)


def standing_in(match, state):
    """Return a copy of ``match`` whose state is ``state``."""
    other = match.copy()
    other.state[:] = state
    return other


# --- whole games ---


def test_random_games_end_with_a_named_ending(loaded, batch):
    known = {Ending.CAPPED, *range(Ending.FIRST_OWN, Ending.FIRST_OWN + len(loaded.game.endings))}
    assert set(batch.results["ending"].tolist()) <= known
    assert not batch.results["broken"].any()


def test_random_games_reach_every_seat_and_make_decisions(loaded, batch):
    assert (batch.results["decisions"] > 0).all()
    assert (batch.results["turns"] >= batch.results["rounds"]).all()
    assert (batch.results["first"] < loaded.players).all()


def test_winners_are_whole_sides_of_the_best_rank(loaded, batch):
    for result in batch.results:
        side, rank = result["side"][: loaded.players], result["rank"][: loaded.players]
        won = [bool(result["winners"] >> seat & 1) for seat in range(loaded.players)]
        if result["ending"] == Ending.CAPPED:
            assert not any(won)
            continue
        best = {int(side[seat]) for seat in range(loaded.players) if rank[seat] == rank.min()}
        assert won == [int(own) in best for own in side]
        assert rank.min() == 1


def test_seats_that_do_not_play_have_no_entries(loaded, batch):
    for name in ("score", "rank"):
        assert not batch.results[name][:, loaded.players :].any(), name
    assert (batch.results["winners"] >> loaded.players == 0).all()


# --- the same rows, however they are played ---


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_rows_do_not_depend_on_the_number_of_threads(loaded, batch, threads):
    same(batch, rows(loaded, BATCH, threads=threads, block=16))


@pytest.mark.parametrize("block", [1, 7, 1000])
def test_rows_do_not_depend_on_the_block_size(loaded, batch, block):
    same(batch, rows(loaded, BATCH, threads=2, block=block))


def test_a_game_played_alone_equals_its_row_of_the_batch(loaded, batch):
    for index in (0, 1, BATCH // 2, BATCH - 1):
        result = np.zeros(1, RESULT_DTYPE)
        columns = np.zeros((1, loaded.game.columns.itemsize), np.uint8)
        play(
            loaded.game.rules,
            loaded.table_bytes,
            loaded.players,
            KEY,
            index,
            result,
            columns,
            Stop(),
        )
        assert result[0] == batch.results[index]
        assert columns[0].tobytes() == batch.columns[index].tobytes()


def test_a_match_walked_from_python_equals_its_row_of_the_batch(loaded, batch):
    for index in range(WALKED):
        for match in decisions(loaded, index):  # noqa: B007
            pass
        assert match.result()[0] == batch.results[index]
        assert match.columns().tobytes() == batch.columns[index].tobytes()


def test_a_match_played_on_from_its_middle_equals_its_row_of_the_batch(loaded, batch):
    for index in range(WALKED):
        for match in decisions(loaded, index):
            if match.decisions >= batch.results["decisions"][index] // 2:
                break
        match.play_on()
        assert match.result()[0] == batch.results[index]


def test_a_match_stepped_move_by_move_equals_its_row_of_the_batch(loaded, batch):
    for index in range(STEPPED):
        match, whole = match_of(loaded, index), match_of(loaded, index)
        for _ in steps(match):
            pass
        whole.play_on()
        assert match.result()[0] == whole.result()[0] == batch.results[index]
        assert match.columns().tobytes() == batch.columns[index].tobytes()
        assert match.state.tobytes() == whole.state.tobytes()


def test_a_match_stepped_move_by_move_stands_where_an_applied_one_does(loaded):
    for index in range(WALKED):
        stepped = match_of(loaded, index)
        moves = steps(stepped)
        next(moves)
        for match in decisions(loaded, index):
            assert stepped.decisions == match.decisions
            assert np.array_equal(stepped.state, match.state)
            assert np.array_equal(stepped.legal(), match.legal())
            while next(moves, None) is not None and len(stepped.legal()) == 1:
                pass


def test_another_seed_plays_other_games(loaded, batch):
    other = play_batch(loaded, KEY + np.uint64(1), BATCH, threads=1)
    assert other.results.tobytes() != batch.results.tobytes()


def test_the_arrays_among_the_columns_have_one_entry_for_each_seat(loaded):
    rooms = (loaded.game.seats[-1], *RESULT_DTYPE["score"].shape)
    for name, (dtype, *_) in loaded.game.columns.fields.items():
        if dtype.shape and not name.startswith("_"):
            assert dtype.shape[0] in rooms, name


# --- every decision ---


def test_legal_lists_are_distinct_and_within_bounds(loaded):
    for match in walk(loaded):
        legal = match.legal()
        assert len(legal) >= 2
        assert len(np.unique(legal, axis=0)) == len(legal)


def test_moves_have_eight_bytes_and_a_kind_first(loaded):
    assert loaded.game.move.itemsize == 8
    assert loaded.game.move.names[0] == "kind"
    for match in walk(loaded):
        assert match.legal().view(loaded.game.move)["kind"].all()


def test_the_padding_of_moves_and_states_is_zero(loaded):
    for match in walk(loaded):
        for record, dtype in ((match.state, loaded.game.state), (match.legal(), loaded.game.move)):
            padding = [name for name in dtype.names if name.startswith("_pad")]
            assert not any(record.view(dtype)[name].any() for name in padding)


def test_every_listed_move_can_be_played(loaded):
    for match in walk(loaded):
        for move in match.legal():
            other = match.copy()
            other.apply(move)
            assert other.decisions == match.decisions + 1


def test_listing_and_viewing_change_nothing(loaded):
    for match in walk(loaded):
        before = match.state.copy()
        first = match.legal()
        for seat in range(loaded.players):
            match.view(seat)
        match.result()
        match.columns()
        assert np.array_equal(match.state, before)
        assert np.array_equal(match.legal(), first)


def test_playing_never_changes_the_tables(loaded):
    given = loaded.table_bytes.copy()
    given.flags.writeable = False
    match = Match(loaded.game.rules, given, loaded.players, KEY, 0)
    match.play_on()
    rows(loaded, 20, threads=1)
    assert loaded.table_bytes.tobytes() == given.tobytes()


def test_the_deciding_seat_finds_the_same_legal_moves_in_its_view(loaded):
    for match in walk(loaded):
        seen = standing_in(match, match.view(match.actor))
        assert seen.actor == match.actor
        assert np.array_equal(seen.legal(), match.legal())


def test_a_view_takes_bits_away_and_adds_none(loaded):
    for match in walk(loaded):
        for seat in range(loaded.players):
            view = match.view(seat)
            assert not (view & ~match.state).any()


def test_a_view_of_a_view_is_the_view(loaded):
    for match in walk(loaded):
        for seat in range(loaded.players):
            view = match.view(seat)
            assert np.array_equal(standing_in(match, view).view(seat), view)


def test_every_seat_can_tell_whose_turn_it_is_and_the_clock(loaded):
    for match in walk(loaded):
        for seat in range(loaded.players):
            seen = standing_in(match, match.view(seat))
            assert (seen.actor, seen.round, seen.turn) == (match.actor, match.round, match.turn)


def test_the_clock_never_runs_backwards(loaded):
    for index in range(WALKED):
        last = (0, 0)
        for match in decisions(loaded, index):
            assert match.round >= last[0]
            assert match.turn >= last[1]
            last = (match.round, match.turn)


def test_a_state_is_small(loaded):
    assert loaded.game.state.itemsize <= MAX_STATE


def test_every_move_has_words(loaded):
    for match in walk(loaded):
        for move in match.legal().view(loaded.game.move).reshape(-1):
            text = loaded.describe(move)
            assert text
            assert text == text.strip()
            assert "\n" not in text


def test_numbers_of_no_move_have_no_words(loaded):
    """Each byte of a move is a kind or a small number, or unused: 255 is none of them."""
    kinds = {}
    for match in walk(loaded):
        kinds |= {move[0]: move for move in match.legal()}
    for move in kinds.values():
        for byte in range(len(move)):
            strange = move.copy()
            strange[byte] = 255
            with pytest.raises(InputValueError, match=f"no move of {loaded.game.name} has the"):
                loaded.describe(strange.view(loaded.game.move)[0])


def test_what_a_move_brings_about_has_words(loaded):
    match = match_of(loaded, 0)
    while match.actor >= 0:
        before = match.state.copy().view(loaded.game.state)[0]
        legal = match.legal()
        move = legal[match.choose() if len(legal) > 1 else 0]
        match.step(move)
        after = match.state.view(loaded.game.state)[0]
        record = move.view(loaded.game.move)[0]
        told = loaded.game.words.event(before, record, after, loaded.rules.values)
        assert all(line and line == line.strip() for line in told)


# --- matches ---


def test_a_copy_is_independent(loaded):
    match = match_of(loaded, 3)
    twin, before = match.copy(), match.state.copy()
    twin.play_on()
    assert np.array_equal(match.state, before)
    assert match.decisions == 0
    match.play_on()
    assert match.result()[0] == twin.result()[0]


def test_a_copy_draws_what_the_original_would_have_drawn(loaded):
    for match in decisions(loaded, 4):
        twin = match.copy()
        pick = twin.choose()
        twin.apply(twin.legal()[pick])
        other = match.copy()
        other.apply(other.legal()[pick])
        assert np.array_equal(twin.state, other.state)


def test_injected_results_are_taken_before_any_draw(loaded):
    """Injecting nothing changes nothing; injecting the same results twice gives the same game."""
    plain, empty = match_of(loaded, 6), match_of(loaded, 6)
    empty.inject([])
    plain.play_on()
    empty.play_on()
    assert plain.result()[0] == empty.result()[0]
    ends = []
    for _ in range(2):
        match = match_of(loaded, 6)
        match.inject([0] * 8)
        match.play_on()
        ends.append(match.result()[0])
    assert ends[0] == ends[1]


def test_injected_results_reach_the_game(loaded, batch):
    """They change games, but for one whose play draws nothing: that takes none of them."""
    changed = taken = 0
    for index in range(20):
        match = match_of(loaded, index)
        match.inject([0] * 40)
        match.play_on()
        assert match.result()[0]["ending"] in ENDED
        changed += match.result()[0] != batch.results[index]
        taken += 40 - match.injected_left
    assert bool(changed) == bool(taken)


@pytest.mark.skipif(not CHECKED, reason="invariants are compiled into a checked build only")
def test_the_invariants_hold_at_every_decision_of_many_games(loaded):
    assert not rows(loaded, 300, threads=2).results["broken"].any()
