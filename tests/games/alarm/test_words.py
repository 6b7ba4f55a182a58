"""What a replay of Kraken-Alarm tells is true."""

from __future__ import annotations

import re

import pytest

import undertow as ut

GAMES = 60
LEFT = re.compile(r"(\d) provisions? left")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.rule("KA-5.2", "KA-5.3")
def test_what_is_told_at_the_end_decides_who_wins(players):
    game, broken = ut.load("alarm", players=players), 0
    for index in range(GAMES):
        match = game.match(5, index)
        match.play_on()
        result = match.result()[0]
        told = game.game.standing(match.state.view(game.game.state)[0], game.rules.values).seats
        left = [int(LEFT.fullmatch(phrase)[1]) for phrase in told]
        score = result["score"][:players].tolist()
        keys = [(n > 0, points, n) for n, points in zip(left, score, strict=True)]
        won = [bool(result["winners"] >> seat & 1) for seat in range(players)]
        assert won == [key == max(keys) for key in keys]
        broken += max(score) > max(s for s, w in zip(score, won, strict=True) if w)
    assert broken or players == 2
