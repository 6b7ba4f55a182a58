"""Golden files: a game plays as it did; ``tests/golden.py --write`` records an intended change."""

import golden
import pytest

from undertow import games

TABLES = [(name, players) for name in games.names() for players in games.find(name).seats]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_batch_has_the_golden_rows(game, players):
    assert golden.digest(game, players) == golden.expected(game)[str(players)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_game_is_told_in_the_golden_words(game, players, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    told = (golden.folder(game) / f"replay-{players}.txt").read_text()
    assert golden.words(game, players) == told
