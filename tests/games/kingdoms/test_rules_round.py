"""Chapters 2 and 6: the choice of cards, turn order, solos, the round marker, what is known."""

from __future__ import annotations

import pytest
from games.kingdoms.positions import (
    ATLANTIS,
    BOLSTER,
    CARDS,
    DEPLOY,
    MOVE,
    RESET,
    SHARK,
    TRACKS,
    UPGRADE,
    Scene,
    bits,
    members,
)

from undertow_kernels.kingdoms.state import Kind, Phase

NUMBERS = {BOLSTER: (1, 2, 3), DEPLOY: (2, 3, 4), MOVE: (2, 3, 4), SHARK: (2, 3, 4)}
LEVELS = [(track, level) for track in TRACKS for level in (1, 2, 3)]
ONE_TRACK = ["upgrade", "shark", "blank", "shell", "shell", "shell"]
SPACE_OF = {symbol: ONE_TRACK.index(symbol) for symbol in ("upgrade", "shark", "blank", "shell")}


def settled(players=2, first=0, **rules):
    """A scene in which every seat has units on the three tiles of its focus."""
    scene = Scene(players, first, **rules)
    for seat in range(players):
        scene.put(seat, 1 + seat, 7 + seat, 13 + seat)
    return scene


def raised(track, level, **rules):
    """A settled scene in which seat 0 has a track at a level."""
    foci = (1, 3) if (track, level) == (BOLSTER, 3) else (1,)
    return settled(**rules).foci(0, *foci).level(0, track, level)


def come_to(symbol, players=2, **rules):
    """A scene whose round marker has moved on to a symbol, everybody having played Reset."""
    scene = settled(players, track=ONE_TRACK, **rules).marker(SPACE_OF[symbol])
    scene.cards(*[RESET] * players)
    for _ in range(players):
        scene.end_action()
    return scene


# --- 2.1: the choice


@pytest.mark.rule("KD-2.1")
def test_at_first_each_player_chooses_among_all_six_cards():
    scene = Scene()
    assert scene.options() == [(Kind.CARD, card) for card in CARDS]
    assert scene.play(Kind.CARD, MOVE).options() == [(Kind.CARD, card) for card in CARDS]


@pytest.mark.rule("KD-2.1")
def test_only_cards_in_hand_can_be_chosen():
    scene = Scene().hold(0, DEPLOY, RESET)
    assert scene.moves(Kind.CARD) == [DEPLOY, RESET]


@pytest.mark.rule("KD-2.1")
@pytest.mark.parametrize("card", CARDS[:5])
def test_a_card_played_lies_open_and_is_not_in_hand_in_the_next_round(card):
    scene = settled().cards(card, card).end_round()
    assert scene.by_seat("hand") == [bits(set(CARDS) - {card})] * 2
    assert scene.state["phase"] == Phase.CHOOSE_CARD
    assert scene.moves(Kind.CARD) == [other for other in CARDS if other != card]


@pytest.mark.rule("KD-2.1")
def test_cards_lie_open_until_their_owner_plays_reset():
    scene = settled()
    for card in (BOLSTER, UPGRADE, SHARK):
        scene.cards(*([card] * 2)).end_round()
    assert members(scene.state["hand"][0]) == [DEPLOY, MOVE, RESET]


@pytest.mark.rule("KD-2.1")
def test_no_action_begins_before_all_have_chosen():
    scene = settled(3)
    for seat in range(3):
        assert (scene.decider, scene.state["turn"]) == (seat, 0)
        scene.play(Kind.CARD, MOVE)
    assert (scene.decider, scene.state["turn"]) == (0, 1)
    assert scene.kinds() == [Kind.STOP, Kind.LIFT]


# --- 2.2: turn order and numbers


@pytest.mark.rule("KD-2.2")
@pytest.mark.parametrize("first", range(4))
def test_cards_are_chosen_and_carried_out_in_turn_order_from_the_first_player(first):
    scene = settled(4, first).cards(MOVE, MOVE, MOVE, MOVE)
    order = []
    while scene.state["phase"] == Phase.CHOOSE_STEP:
        order.append(scene.decider)
        scene.stop()
    assert order == [(first + i) % 4 for i in range(4)]


@pytest.mark.rule("KD-2.2")
@pytest.mark.parametrize(("track", "level"), LEVELS)
def test_the_level_of_the_track_gives_the_number_of_steps(track, level):
    assert raised(track, level).act(track).steps == NUMBERS[track][level - 1]


@pytest.mark.rule("KD-2.2")
@pytest.mark.parametrize(("track", "level"), LEVELS)
def test_flat_numbers_are_1_2_3_for_all_tracks(track, level):
    assert raised(track, level, numbers_flat=True).act(track).steps == level


@pytest.mark.rule("KD-2.2")
@pytest.mark.parametrize("track", TRACKS)
def test_one_may_stop_before_each_step(track):
    scene = settled(bolster_numbers=[3, 3, 3]).sharks(1, 7).act(track)
    before = scene.steps
    assert scene.kinds()[0] == Kind.STOP
    step = next(move for move in scene.options() if move[0] in (Kind.PLACE, Kind.LIFT))
    scene.play(*step)
    if step[0] == Kind.LIFT:
        scene.play(*scene.options()[0])
    assert (scene.steps, scene.kinds()[0]) == (before - 1, Kind.STOP)
    assert scene.stop().decider == 1


@pytest.mark.rule("KD-2.2")
def test_after_the_last_step_the_next_player_acts():
    scene = settled().act(DEPLOY).place(1, 1)
    assert scene.decider == 1


@pytest.mark.rule("KD-2.2")
def test_the_number_is_fixed_when_the_action_begins():
    scene = settled(bait_icons=["none", "upgrade", *["none"] * 9]).sharks(8).act(SHARK)
    scene.remove(1, 8).play(Kind.RAISE, SHARK)
    assert (scene.state["level"][0][SHARK], scene.steps) == (2, 1)


# --- 2.3: solos


@pytest.mark.rule("KD-2.3")
@pytest.mark.parametrize("track", TRACKS)
def test_who_alone_chose_a_track_has_a_step_more(track):
    assert settled().act(track, alone=True).steps == NUMBERS[track][0] + 1


@pytest.mark.rule("KD-2.3")
def test_who_alone_chose_upgrade_makes_two():
    scene = settled().act(UPGRADE, alone=True).play(Kind.RAISE, MOVE).play(Kind.RAISE, MOVE)
    assert scene.state["level"][0][MOVE] == 3


@pytest.mark.rule("KD-2.3")
def test_who_shares_upgrade_makes_one():
    scene = settled().act(UPGRADE).play(Kind.RAISE, DEPLOY)
    assert (scene.decider, scene.state["level"][0][DEPLOY]) == (1, 2)


@pytest.mark.rule("KD-2.3")
@pytest.mark.parametrize(("players", "points"), [(2, 1), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_who_alone_chose_reset_scores_points(players, points):
    scene = settled(players).act(RESET, alone=True)
    assert scene.points("solo") == [points] + [0] * (players - 1)
    assert scene.scores[0] == points


@pytest.mark.rule("KD-2.3")
def test_the_points_for_reset_alone_are_a_number_of_the_rules():
    assert settled(solo_points=4).act(RESET, alone=True).points("solo") == [4, 0]


@pytest.mark.rule("KD-2.3")
def test_two_who_chose_reset_score_nothing_for_it():
    assert settled(3).cards(RESET, UPGRADE, RESET).end_round().points("solo") == [0, 0, 0]


@pytest.mark.rule("KD-2.3")
def test_one_is_alone_though_two_others_chose_the_same_card():
    scene = settled(3).cards(SHARK, MOVE, SHARK)
    assert (scene.decider, scene.steps) == (0, 2)
    scene.stop()
    assert (scene.decider, scene.steps) == (1, 3)
    scene.stop()
    assert (scene.decider, scene.steps) == (2, 2)


@pytest.mark.rule("KD-2.3")
def test_all_may_be_alone():
    scene = settled(3).cards(MOVE, SHARK, DEPLOY).end_round()
    assert scene.by_seat("solos") == [1, 1, 1]


# --- 2.4 to 2.7: the round marker


@pytest.mark.rule("KD-2.4")
@pytest.mark.parametrize(
    ("cards", "advances"),
    [((MOVE, MOVE, SHARK), 0), ((RESET, MOVE, SHARK), 1), ((RESET, MOVE, RESET), 1)],
)
def test_the_marker_moves_on_by_one_space_if_anybody_played_reset(cards, advances):
    scene = settled(3, track=["blank", "blank", "shell", "shell", "shell"]).cards(*cards)
    assert scene.end_round().state["marker"] == advances


@pytest.mark.rule("KD-2.4")
def test_the_marker_moves_after_all_actions():
    scene = settled(3).cards(RESET, MOVE, MOVE).end_action()
    assert (scene.decider, scene.state["marker"]) == (1, 0)


@pytest.mark.rule("KD-2.5")
def test_at_an_upgrade_symbol_each_player_in_turn_order_may_make_one_upgrade():
    scene = come_to("upgrade", 3)
    for seat in range(3):
        assert scene.decider == seat
        assert scene.kinds() == [Kind.STOP, Kind.COVER, Kind.RAISE]
        scene.play(Kind.RAISE, SHARK)
    assert scene.state["phase"] == Phase.CHOOSE_CARD
    assert [scene.state["level"][seat][SHARK] for seat in range(3)] == [2, 2, 2]


@pytest.mark.rule("KD-2.5")
def test_the_upgrade_of_the_symbol_can_be_declined():
    scene = come_to("upgrade").stop()
    assert scene.decider == 1
    assert scene.state["level"][0][1:].tolist() == [1, 1, 1, 1]


@pytest.mark.rule("KD-2.5")
def test_the_upgrade_of_the_symbol_goes_also_to_those_who_did_not_play_reset():
    scene = settled(track=ONE_TRACK).cards(RESET, UPGRADE).end_action().stop()
    assert scene.state["marker"] == 1
    scene.stop()
    assert (scene.decider, scene.kinds()) == (1, [Kind.STOP, Kind.COVER, Kind.RAISE])


@pytest.mark.rule("KD-2.5", "KD-2.3")
def test_the_upgrade_of_the_symbol_knows_no_solo():
    scene = settled(track=ONE_TRACK).cards(UPGRADE, RESET).stop().end_action()
    assert scene.play(Kind.RAISE, SHARK).decider == 1


@pytest.mark.rule("KD-2.6")
def test_at_a_shark_symbol_a_shark_from_beside_the_board_is_set_on_the_castle():
    scene = come_to("shark")
    assert (scene.sharks_on(), scene.state["stock"]) == ([ATLANTIS, ATLANTIS], 1)


@pytest.mark.rule("KD-2.6")
def test_at_a_shark_symbol_nothing_happens_if_no_shark_is_left():
    scene = come_to("shark", sharks_in_stock=0)
    assert (scene.sharks_on(), scene.state["stock"]) == ([ATLANTIS], 0)


@pytest.mark.rule("KD-2.4", "KD-2.6")
@pytest.mark.parametrize("symbol", ["blank", "upgrade", "shell"])
def test_no_other_symbol_brings_a_shark(symbol):
    assert come_to(symbol).state["stock"] == 2


@pytest.mark.rule("KD-2.7")
def test_at_a_shell_there_is_a_scoring_round():
    scene = come_to("shell")
    assert scene.points("capital") == [2, 2]
    assert scene.state["age"] == 1


@pytest.mark.rule("KD-2.7")
@pytest.mark.parametrize("symbol", ["blank", "upgrade", "shark"])
def test_no_other_symbol_brings_a_scoring_round(symbol):
    scene = come_to(symbol)
    assert scene.points("capital") == [0, 0]
    assert scene.state["age"] == 0


@pytest.mark.rule("KD-2.4")
def test_a_blank_space_asks_nothing():
    scene = come_to("blank")
    assert (scene.state["marker"], scene.state["round"]) == (3, 2)


# --- 2.8: the end of a round


@pytest.mark.rule("KD-2.8")
def test_who_played_reset_takes_all_cards_back():
    scene = settled().hold(0, RESET).cards(RESET, MOVE).end_round()
    assert members(scene.state["hand"][0]) == list(CARDS)
    assert members(scene.state["hand"][1]) == [card for card in CARDS if card != MOVE]


@pytest.mark.rule("KD-2.8")
def test_cards_come_back_only_at_the_end_of_the_round():
    scene = settled().hold(0, BOLSTER, RESET).cards(RESET, MOVE).end_action()
    assert members(scene.state["hand"][0]) == [BOLSTER]


@pytest.mark.rule("KD-2.8")
@pytest.mark.parametrize("cards", [(MOVE, MOVE, MOVE), (RESET, MOVE, RESET)])
@pytest.mark.parametrize("first", range(3))
def test_the_next_player_clockwise_becomes_first_player_every_round(first, cards):
    scene = settled(3, first).cards(*cards).end_round()
    assert scene.state["first"] == scene.decider == (first + 1) % 3
    assert scene.state["round"] == 2


# --- 6.1: what is known


@pytest.mark.rule("KD-6.1")
def test_a_card_chosen_is_seen_by_its_owner_alone_until_all_have_chosen():
    scene = settled(3).play(Kind.CARD, SHARK).play(Kind.CARD, RESET)
    shown = [scene.view(seat)["chosen"][:3].tolist() for seat in range(3)]
    assert shown == [[SHARK, 0, 0], [0, RESET, 0], [0, 0, 0]]


@pytest.mark.rule("KD-6.1")
def test_a_card_chosen_cannot_be_told_from_the_hand():
    scene = settled().play(Kind.CARD, SHARK)
    assert members(scene.view(1)["hand"][0]) == list(CARDS)


@pytest.mark.rule("KD-6.1")
def test_all_see_all_cards_once_all_have_chosen():
    scene = settled(3).cards(MOVE, RESET, SHARK)
    for seat in range(3):
        assert scene.view(seat)["chosen"][:3].tolist() == [MOVE, RESET, SHARK]


@pytest.mark.rule("KD-6.1")
def test_everything_but_the_cards_chosen_is_open():
    scene = settled(3).put(1, ATLANTIS, ATLANTIS).hold(2, MOVE, RESET).play(Kind.CARD, SHARK)
    for seat in range(3):
        view, state = scene.view(seat), scene.state.copy()
        state["chosen"][:] = view["chosen"]
        assert view.tobytes() == state.tobytes()
