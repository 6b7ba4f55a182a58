"""What greedy agents weigh in Kraken-Alarm, and ways to play it."""

from undertow.games.alarm.words import MOVES
from undertow.players.built_in import Heuristics

HEURISTICS = Heuristics(
    features={
        "animal": "chance that the token is an animal on top of the reef, per cent",
        "more": "animals that the tokens after it may bring, hundredths",
        "win": "chance that the animal reaches the target, per cent",
        "provision": "chance of losing a provision that is not the last, per cent",
        "last": "chance of losing the last provision, per cent",
        "news": "100 if a token is turned that nobody knows",
        "gift": "chance of the next captain's best first token, per cent",
        "freeing": "chance that Kuno leaves the only section worth sailing to, per cent",
        "stopping": "1 if the turn is ended by choice",
        "beneath": "tokens left in the stack from which the animal is taken",
    },
    styles={
        "balanced": {
            "animal": 10,
            "more": 9,
            "win": 100,
            "provision": -5,
            "last": -60,
            "freeing": 5,
            "gift": -2,
            "beneath": 1,
        },
        "daring": {"animal": 10, "more": 12, "win": 10, "last": -5, "news": 3, "stopping": -500},
        "careful": {
            "animal": 10,
            "more": 4,
            "win": 100,
            "provision": -12,
            "last": -200,
            "freeing": 15,
            "beneath": 1,
        },
        "spoiler": {
            "animal": 10,
            "more": 9,
            "win": 100,
            "provision": -5,
            "last": -60,
            "freeing": 15,
            "gift": -6,
            "beneath": 1,
        },
    },
    moves=MOVES,
    playouts=8,
    horizon=4,
)
