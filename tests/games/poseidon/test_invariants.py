"""The compiled invariants: a checked build notices each planted fault, a release build has none."""

from planting import assert_noticed, planted

import undertow as ut
from undertow_kernels.poseidon.invariants import Invariant


def lose_a_die(s):
    s["supply"][0] += 1


def overfill_the_wave(s):
    s["on_wave"] += 1


def lose_a_tile(s):
    s["tiles"][0] += 1


def lose_a_skeleton(s):
    s["skeletons"] -= 1


def free_without_a_counter(s):
    s["friends"][0] &= 0b111110


def double_a_coral(s):
    s["coral_kind"][:] = 5


def lose_a_creature(s):
    s["creature"][0][0] = 99


def wrong_strength(s):
    s["strength"][0][1] += 1


def share_a_track_space(s):
    s["track"][:2] = 3


FAULTS = [
    (lose_a_die, Invariant.DICE_CONSERVED),
    (overfill_the_wave, Invariant.WAVE_WITHIN_CAPACITY),
    (lose_a_tile, Invariant.TILES_CONSERVED),
    (lose_a_skeleton, Invariant.SKELETONS_CONSERVED),
    (free_without_a_counter, Invariant.FRIENDS_AND_COUNTERS),
    (double_a_coral, Invariant.CORALS_CONSERVED),
    (lose_a_creature, Invariant.CREATURES_PLACED),
    (wrong_strength, Invariant.REEF_SOUND),
    (share_a_track_space, Invariant.TRACK_SOUND),
]


@planted(FAULTS)
def test_a_planted_fault_ends_the_game_by_its_invariant_in_a_checked_build(plant, invariant):
    loaded = ut.load("poseidon", players=2)
    match = loaded.match(5, 0)
    while match.round < 1:
        match.apply(match.legal()[0])
    plant(match.state.view(loaded.game.state)[0])
    assert_noticed(match, invariant)
