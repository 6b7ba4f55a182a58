"""The streams are numpy's own Philox at the documented address; bounded draws are exact."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertow_kernels.core.rng import Purpose, Streams, below, first_words, words

MILLION = 1_000_000
WORD = 2**64
SEED = 20_240_601
BOUNDS = st.integers(2, 2**32 - 1)


def key_of(seed):
    return np.random.SeedSequence(seed).generate_state(2, np.uint64)


def numpy_words(key, purpose, n, *, seat=0, round=0, game=0, branch=0):
    address = Streams.STREAM_VERSION | purpose << 8 | seat << 16
    counter = np.array([branch << 32, address, round, game], np.uint64)
    return np.random.Philox(key=key, counter=counter).random_raw(n)


ADDRESSES = [
    (Purpose.SETUP, {}),
    (Purpose.DICE, {"round": 1}),
    (Purpose.DICE, {"round": 250, "game": 99_999_999}),
    (Purpose.PHYSICS, {"round": 3, "game": 2**63 + 5}),
    (Purpose.AGENT, {"seat": 5, "round": 7, "game": 12}),
    (Purpose.AGENT, {"seat": 3, "round": 2**40, "game": 1, "branch": 77}),
]


@pytest.mark.parametrize(("purpose", "address"), ADDRESSES)
def test_a_stream_is_numpys_philox_over_a_million_words(purpose, address):
    key = key_of(SEED)
    mine = words(key, purpose, MILLION, **address)
    assert np.array_equal(mine, numpy_words(key, purpose, MILLION, **address))


ANY_ADDRESS = st.fixed_dictionaries(
    {
        "seat": st.integers(0, 255),
        "round": st.integers(0, WORD - 1),
        "game": st.integers(0, WORD - 1),
        "branch": st.integers(0, 2**32 - 1),
    }
)


@given(st.integers(0, 2**128 - 1), st.sampled_from(list(Purpose)), ANY_ADDRESS)
def test_any_address_is_numpys_philox(key, purpose, address):
    pair = np.array([key % WORD, key // WORD], np.uint64)
    mine = words(pair, purpose, 9, **address)
    assert np.array_equal(mine, numpy_words(pair, purpose, 9, **address))


def test_the_first_words_of_many_streams_are_those_of_each():
    key = key_of(SEED)
    blocks = first_words(key, Purpose.DICE, games=3, rounds=5, first=2**40)
    assert blocks.shape == (3, 5, Streams.BLOCK)
    for game, turn in np.ndindex(3, 5):
        one = words(key, Purpose.DICE, 4, round=turn + 1, game=2**40 + game)
        assert np.array_equal(blocks[game, turn], one)


def test_streams_of_different_addresses_share_no_words():
    key = key_of(SEED)
    drawn = [
        words(key, purpose, 1000, seat=seat, round=round_, game=game)
        for purpose in Purpose
        for seat in range(3)
        for round_ in range(3)
        for game in range(3)
    ]
    assert np.unique(drawn).size == len(drawn) * 1000


def test_neighbouring_seeds_share_no_words():
    drawn = [words(key_of(seed), Purpose.DICE, 1000) for seed in range(50)]
    assert np.unique(drawn).size == 50_000


def test_a_key_must_have_two_words():
    with pytest.raises(ValueError, match="a key has 2 words, got 3"):
        words(np.zeros(3, np.uint64), Purpose.DICE, 1)


def first_word(bound, outcome):
    """Return the least word that may give ``outcome``: those below ``bound`` in the low half
    of the product and below 2**64 mod bound are rejected."""
    return -(-(outcome * WORD + WORD % bound) // bound)


def draw(word, bound):
    return below(np.array([word], np.uint64), [bound])


@given(BOUNDS, st.data())
def test_every_outcome_has_the_same_number_of_words(bound, data):
    outcome = data.draw(st.integers(0, bound - 1))
    first = first_word(bound, outcome)
    last = first + WORD // bound - 1
    assert draw(first, bound) == [outcome]
    assert draw(last, bound) == [outcome]
    assert draw(first - 1, bound) != [outcome] if first else True
    assert last + 1 == WORD or draw(last + 1, bound) != [outcome]


def test_a_word_that_would_favour_an_outcome_is_rejected_for_the_next_one():
    bound = 2**31 + 1
    rejected = -(-(2**29) * WORD // bound)
    assert rejected * bound % WORD < WORD % bound
    accepted = first_word(bound, 7)
    given_words = np.array([0, rejected, accepted], np.uint64)
    assert below(given_words, [bound]) == [7]


def test_rejected_words_alone_give_no_draw():
    assert below(np.zeros(4, np.uint64), [2**31 + 1]) == []


def test_the_word_just_past_the_rejected_ones_is_accepted():
    bound = 2**31 + 1
    assert draw(first_word(bound, 0), bound) == [0]
    assert draw(first_word(bound, 0) - 1, bound) == []


def test_a_bound_of_one_takes_no_word():
    given_words = np.array([WORD - 1], np.uint64)
    assert below(given_words, [1, 1, 6, 1]) == [0, 0, 5, 0]


def test_a_power_of_two_rejects_no_word():
    assert below(np.array([0, 1, WORD - 1], np.uint64), [2**16] * 3) == [0, 0, 2**16 - 1]


@pytest.mark.parametrize(("n", "bounds"), [(5, [6]), (1, [0])])
def test_the_hook_refuses_what_is_no_draw(n, bounds):
    with pytest.raises(ValueError, match="at most 4 words and bounds of at least 1"):
        below(np.zeros(n, np.uint64), bounds)
