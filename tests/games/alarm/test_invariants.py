"""The compiled invariants: a checked build notices each planted fault, a release build has none."""

from games.alarm.positions import CRAB, FISH, KUNO, SEAHORSE, SNAIL, TURTLE, WAVE, Scene
from planting import assert_noticed, planted

from undertow_kernels.alarm.invariants import Invariant
from undertow_kernels.alarm.state import Kind
from undertow_kernels.core.game import Ending


def lose_a_kuno(s):
    s["sea"][1] = CRAB


def forget_a_token(s):
    s["sea"][15] = 0


def lose_a_wave(s):
    s["sea"][[0, 7]] = s["sea"][[7, 0]]


def hide_a_reef_token(s):
    s["reef"][2] = 0


def take_without_an_owner(s):
    s["reef"][0], s["left"][0] = 0, 5


def own_an_animal_of_nowhere(s):
    s["animals"][1] += 1


def lose_a_provision_without_an_alarm(s):
    s["provisions"][1] -= 1


def capsize_more_often_than_alarmed(s):
    s["provisions"][1] -= 1
    s["capsized"] += 1


def leave_the_ring(s):
    s["kuno"] = 4


def turn_on_kunos_section(s):
    s["kuno"] = 1


def open_an_unseen_token(s):
    s["open_tokens"] |= 1 << 7


def know_more_than_there_is(s):
    s["known"][0][SEAHORSE] = 2


def know_less_than_was_seen(s):
    s["known"][0][KUNO] = 0
    s["seen"] |= 1 << 1


FAULTS = [
    (lose_a_kuno, Invariant.SEA_CONSERVED),
    (forget_a_token, Invariant.SEA_CONSERVED),
    (lose_a_wave, Invariant.SEA_CONSERVED),
    (hide_a_reef_token, Invariant.REEF_CONSERVED),
    (take_without_an_owner, Invariant.REEF_CONSERVED),
    (own_an_animal_of_nowhere, Invariant.REEF_CONSERVED),
    (lose_a_provision_without_an_alarm, Invariant.PROVISIONS_SOUND),
    (capsize_more_often_than_alarmed, Invariant.PROVISIONS_SOUND),
    (leave_the_ring, Invariant.PLACES_SOUND),
    (turn_on_kunos_section, Invariant.PLACES_SOUND),
    (open_an_unseen_token, Invariant.KNOWLEDGE_SOUND),
    (know_more_than_there_is, Invariant.KNOWLEDGE_SOUND),
    (know_less_than_was_seen, Invariant.KNOWLEDGE_SOUND),
]


def turning():
    """The captain is on section 1 and finds a fish at place 0."""
    scene = Scene().sea((CRAB, KUNO), (FISH, KUNO, SNAIL, WAVE))
    scene.reef([SEAHORSE], [SNAIL], [TURTLE], [FISH, SNAIL]).play(Kind.SAIL, 1)
    return scene


@planted(FAULTS)
def test_a_planted_fault_ends_the_game_by_its_invariant_in_a_checked_build(plant, invariant):
    scene = turning()
    plant(scene.state)
    assert_noticed(scene.position._match, invariant)


def test_without_a_fault_the_game_runs_on():
    scene = turning()
    scene.game.apply(scene.position, 0)
    assert (scene.result["ending"], scene.result["broken"]) == (Ending.RUNNING, 0)
    assert scene.state["animals"][0] == 1
