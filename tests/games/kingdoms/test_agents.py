"""What greedy agents weigh in Kingdoms of the Deep: features of positions worked out by hand.

Terrain t lies on tiles t (inner ring), 6 + t (its capital) and 12 + t. Seats count from 0.
"""

import pytest
from games.kingdoms import positions
from games.kingdoms.positions import A_SHARK, ATLANTIS, CAPITALS, NONE, bits
from rating import choice, features, telling

import undertow as ut
from undertow.games.kingdoms.agents import HEURISTICS
from undertow_kernels.kingdoms.agents import Feature
from undertow_kernels.kingdoms.state import Card, Kind, Phase, Task

TRACK = ("shell", "upgrade", "shell", "upgrade", "blank", "shell")
ADVANCES = len(TRACK)
NAMES = list(HEURISTICS.features)
MINE, THEIRS = 1, 2  # units of the seat that decides, of its rival
WALL = dict.fromkeys(CAPITALS, 3)  # a rival whose capitals are out of reach


class Scene(positions.Scene):
    """Units as told, number by tile, seat by seat, some in the castle; seat 0 decides on a card."""

    def __init__(self, *units, players=None, goal=NONE, sharks=(0,), castle=(), **rules):
        goals = {f"goal_{number}": goal for number in (1, 2, 3)}
        super().__init__(players or max(2, len(units)), **{"track": TRACK, **goals, **rules})
        self.sharks(*sharks)
        for seat, own in enumerate(units):
            self.put(seat, *(space for space, number in own.items() for _ in range(number)))
        for seat, number in enumerate(castle):
            self.put(seat, *[ATLANTIS] * number)

    def step(self, task, left=1):
        """Ask seat 0 for a step of an action that nobody else chose."""
        s = self.state
        s["chosen"][0] = min(task, int(Card.RESET))
        s["phase"], s["acting"], s["depth"] = Phase.CHOOSE_STEP, 1, 1
        s["task"][0], s["left"][0] = task, left
        return self

    def bonuses(self, *bonuses):
        """Ask seat 0 which Reset bonus is next."""
        self.step(Task.TASK_BONUSES)
        s = self.state
        s["bonuses"] = s["covered"][0] = bits(bonuses)
        s["depth"], s["task"][:2], s["left"][:2] = 2, (Task.TASK_FOCI, Task.TASK_BONUSES), (1, 1)
        return self

    def triples(self):
        """Return the legal moves as kind, what and where, whatever the kind uses."""
        legal = self.game.legal(self.position)
        return [(int(m["kind"]), int(m["what"]), int(m["where"])) for m in legal]

    def gains(self, kind, what=0, where=0):
        """Return by name the features of a legal move that are not 0."""
        return [*telling(self).values()][self.triples().index((kind, what, where))]

    def choice(self, style):
        """Return the move that a style takes."""
        return self.triples()[self.options().index(choice(self, style))]


def deploying(*units, left=1, **more):
    return Scene(*units, **more).step(Task.TASK_DEPLOY, left)


def moving(*units, left=1, **more):
    return Scene(*units, **more).step(Task.TASK_MOVE, left)


def hunting(*units, left=1, **more):
    return Scene(*units, **more).step(Task.TASK_SHARK, left)


# --- what the features say ------------------------------------------------------------------------


def test_the_kernel_writes_as_many_features_as_have_names():
    assert len(NAMES) == Feature.FEATURES
    assert all(set(weights) <= set(NAMES) for weights in HEURISTICS.styles.values())


def test_every_kind_of_move_can_be_forbidden():
    assert HEURISTICS.kinds == {kind.name.lower(): kind for kind in Kind}


def test_to_stop_gains_nothing():
    assert deploying({1: 1}).gains(Kind.STOP) == {}


def test_a_unit_set_into_atlantis_scores_a_point_and_leads_in_the_castle():
    assert deploying({1: 1}, {2: 1}).gains(Kind.PLACE) == {"points": 1, "castle": 5}


def test_a_rivals_unit_put_into_the_castle_scores_too_but_gives_the_rival_a_place():
    assert moving({}, {1: 1}).gains(Kind.LIFT, THEIRS, 1) == {"points": 1, "rival": 5}


def test_a_unit_on_an_empty_capital_holds_it():
    gains = deploying({13: 1}, {4: 1}).gains(Kind.PLACE, 0, 12)
    assert gains == {"on_map": 1, "capitals": 1, "lead": 1}


def test_who_is_level_holds_a_capital_too():
    gains = deploying({8: 2}, {8: 3}).gains(Kind.PLACE, 0, 8)
    assert gains == {"on_map": 1, "capitals": 1, "lead": 1}


def test_a_capital_taken_from_the_rival_costs_the_rival_its_points():
    gains = deploying({8: 3}, {8: 3}).gains(Kind.PLACE, 0, 8)
    assert gains == {"on_map": 1, "lead": 1, "rival": -2}


def test_a_third_unit_ahead_leads_no_more():
    assert deploying({8: 5}, {8: 3}).gains(Kind.PLACE, 0, 8) == {"on_map": 1}


def test_the_sixth_capital_is_a_conquest():
    held = dict.fromkeys(range(7, 12), 1)
    assert deploying({**held, 13: 1}).gains(Kind.PLACE, 0, 12)["conquest"] == 1


def test_to_break_a_rivals_conquest_counts_as_much():
    scene = deploying({7: 1}, dict.fromkeys(CAPITALS, 2), left=1)
    assert "conquest" not in scene.gains(Kind.PLACE, 0, 7)
    scene = deploying({7: 2}, dict.fromkeys(CAPITALS, 2), left=1)
    assert scene.gains(Kind.PLACE, 0, 7)["conquest"] == 1


def test_a_personal_goal_counts_as_far_as_it_is_met():
    scene = deploying({13: 1, 1: 1}, goal=("Some", "none", "tiles 4: 3", "none"))
    assert scene.gains(Kind.PLACE, 0, 18) == {"on_map": 1, "goal": 30 * 3 // 4 - 30 * 2 // 4}
    assert "goal" not in scene.gains(Kind.PLACE, 0, 13)


def test_a_ranking_counts_by_place_and_by_its_measure():
    goal = ("Some", "none", "none", "units: 5 3 1")
    assert deploying({13: 1}, {4: 2}, goal=goal).gains(Kind.PLACE, 0, 13) == {
        "on_map": 1, "race": 1, "ranking": 2
    }  # fmt: skip
    assert deploying({13: 2}, {4: 2}, goal=goal).gains(Kind.PLACE, 0, 13) == {
        "on_map": 1, "race": 1, "rival": -2
    }  # fmt: skip


def test_of_several_rivals_the_one_with_most_points_counts():
    scene = deploying({8: 3}, {8: 3}, {4: 1})
    scene.state["goal_points"][2] = 1
    assert "rival" not in scene.gains(Kind.PLACE, 0, 8)


def test_units_beside_atlantis_and_units_under_sharks_are_counted():
    scene = deploying({7: 1}, {4: 1}, sharks=(1,))
    assert scene.gains(Kind.PLACE, 0, 1) == {"on_map": 1, "inner": 1, "danger": 1}


def test_a_unit_removed_moves_the_bait():
    gains = hunting({}, {13: 1}, sharks=(13,)).gains(Kind.REMOVE, THEIRS, 13)
    assert gains == {"bait_spaces": 1, "prey": -1}


def test_prey_is_what_the_steps_left_could_remove():
    scene = hunting({}, {13: 3}, left=2, sharks=(12,))
    assert scene.gains(Kind.LIFT, A_SHARK, 12) == {"prey": 1}
    scene.state["left"][0] = 1
    assert scene.gains(Kind.LIFT, A_SHARK, 12) == {}


def test_an_upgrade_counts_its_steps_for_as_long_as_the_game_lasts():
    scene = Scene().step(Task.TASK_UPGRADE)
    assert scene.gains(Kind.RAISE, Card.DEPLOY) == {"deploy_steps": ADVANCES}
    assert scene.gains(Kind.COVER, 4) == {"reset_castle": ADVANCES}
    scene.state["marker"] = 4
    assert scene.gains(Kind.RAISE, Card.SHARK) == {"shark_steps": ADVANCES - 4}


def test_a_focus_counts_where_a_bolster_would_win_its_capital():
    scene = Scene({7: 2}, {8: 1, 9: 3}).step(Task.TASK_FOCI)
    scene.state["level"][0][Card.BOLSTER] = 2
    gaining = [what for kind, what, _ in scene.triples() if scene.gains(kind, what)]
    assert gaining == [2, 4, 5, 6]
    assert scene.gains(Kind.FOCUS, 2) == {"focus_capitals": 1}


# --- what a first step leads to -------------------------------------------------------------------


def test_a_creature_lifted_is_rated_by_the_best_space_for_it():
    scene = moving({1: 1, 13: 1}, {4: 1})
    rated = scene.gains(Kind.LIFT, MINE, 1)
    assert rated == {"points": 1, "castle": 5, "inner": -1, "on_map": -1}
    scene.play(Kind.LIFT, MINE, 1)
    assert scene.gains(Kind.TO) == rated


def test_a_bonus_is_rated_by_the_best_that_it_does():
    scene = Scene({1: 1}, {4: 1}).bonuses(1, 4)
    assert scene.gains(Kind.BONUS, 1) == {"points": 1, "castle": 5}
    assert scene.gains(Kind.STOP) == {}


def test_the_third_level_of_move_is_rated_with_the_move_that_it_brings():
    scene = Scene({1: 5}, WALL).step(Task.TASK_UPGRADE)
    scene.state["level"][0][Card.MOVE] = 2
    gains = scene.gains(Kind.RAISE, Card.MOVE)
    assert (gains["points"], gains["move_steps"]) == (4, ADVANCES)


def test_a_bait_icon_is_rated_with_the_step_that_it_brings():
    icons = ["none", "bolster"] + ["none"] * 9
    scene = hunting({}, {13: 1}, sharks=(13,), bait_icons=icons)
    assert scene.gains(Kind.REMOVE, THEIRS, 13)["capitals"] == 1


def test_a_card_is_rated_by_all_its_steps():
    scene = Scene({1: 1}, WALL)
    assert scene.gains(Kind.CARD, Card.DEPLOY) == {"points": 2, "castle": 5, "solo": 83}
    scene.state["level"][0][Card.DEPLOY] = 3
    assert scene.gains(Kind.CARD, Card.DEPLOY)["points"] == 4


def test_the_chance_of_a_solo_is_that_each_card_in_hand_is_as_likely():
    scene = Scene({1: 1}, {2: 1}, {3: 1})
    scene.hold(1, Card.DEPLOY, Card.RESET)
    scene.hold(2, Card.MOVE, Card.SHARK, Card.RESET)
    assert scene.gains(Kind.CARD, Card.UPGRADE)["solo"] == 100
    assert scene.gains(Kind.CARD, Card.DEPLOY)["solo"] == 50
    assert scene.gains(Kind.CARD, Card.RESET)["solo"] == 50 * 2 // 3


def test_a_reset_counts_the_cards_that_it_takes_back():
    scene = Scene()
    assert "cards_back" not in scene.gains(Kind.CARD, Card.RESET)
    scene.hold(0, Card.MOVE, Card.RESET)
    assert scene.gains(Kind.CARD, Card.RESET)["cards_back"] == 4


def test_a_reset_before_a_scoring_round_counts_who_gains_more_by_it():
    scene = Scene({7: 1, 8: 1}, {9: 1}, goal=("Some", "none", "tiles 2: 3", "none"))
    scene.state["covered"][0] = 0
    assert scene.gains(Kind.CARD, Card.RESET)["scoring"] == 2 * 2 + 3 - 2
    scene.state["marker"] = 1
    assert "scoring" not in scene.gains(Kind.CARD, Card.RESET)


def test_a_reset_that_ends_the_game_counts_the_points_ahead():
    scene = Scene({7: 1}, {9: 1}, castle=(0, 1))
    s = scene.state
    s["covered"][0], s["marker"], s["age"], s["goal_points"][0] = 0, 5, 2, 9
    assert scene.gains(Kind.CARD, Card.RESET)["finish"] == 9 - 5


def test_a_reset_that_wins_by_all_capitals_counts_as_twenty_points_ahead():
    scene = Scene(dict.fromkeys(CAPITALS, 1), {13: 1})
    scene.state["covered"][0] = 0
    assert scene.gains(Kind.CARD, Card.RESET)["finish"] == 20


# --- what is hidden -------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [Card.BOLSTER, Card.MOVE, Card.RESET])
def test_cards_that_rivals_have_chosen_change_nothing(card):
    scene = Scene({1: 1, 7: 2}, {7: 2})
    scene.state["first"] = 1
    before = features(scene)
    scene.state["chosen"][1] = card
    assert features(scene) == before


# --- ways to play ---------------------------------------------------------------------------------


def test_the_gatekeeper_fills_the_castle_where_the_conqueror_takes_a_capital():
    scene = deploying({1: 1, 13: 2}, {7: 3, 8: 3, 12: 1}, castle=(5, 1))
    assert scene.choice("gatekeeper") == (Kind.PLACE, 0, 0)
    assert scene.choice("conqueror") == (Kind.PLACE, 0, 12)


def test_the_hunter_plays_the_shark():
    scene = Scene({1: 2}, {12: 3}, sharks=(12,))
    assert scene.choice("hunter") == (Kind.CARD, Card.SHARK, 0)
    assert scene.choice("balanced") == (Kind.CARD, Card.DEPLOY, 0)


def test_the_courtier_serves_the_goal_card_before_a_capital():
    scene = deploying({13: 2}, {12: 1}, goal=("Some", "none", "stack 3: 4", "none"))
    assert scene.choice("courtier") == (Kind.PLACE, 0, 13)
    assert scene.choice("conqueror") == (Kind.PLACE, 0, 12)


def test_balanced_wins_at_once_where_it_can():
    scene = Scene({**dict.fromkeys(CAPITALS, 1), 1: 3}, {13: 1})
    assert scene.choice("balanced") == (Kind.CARD, Card.RESET, 0)


@pytest.mark.parametrize("style", HEURISTICS.styles)
def test_every_style_beats_random(style):
    won = 0.0
    for seat in (0, 1):
        agents = ["random", "random"]
        agents[seat] = f"greedy(style={style})"
        result = ut.simulate("kingdoms", players=2, games=30, agents=agents, seed=5)
        won += sum(w == 1 << seat for w in result.results["winners"].tolist())
    assert won / 60 > 0.8


def test_greedy_beats_random():
    result = ut.simulate("kingdoms", players=2, games=300, agents=["greedy", "random"], seed=5)
    assert (result.results["winners"] == 1).mean() > 0.9
