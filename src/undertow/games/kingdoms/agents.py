"""What greedy agents weigh in Kingdoms of the Deep, and ways to play it."""

from undertow.games.kingdoms.words import MOVES
from undertow.players.built_in import Heuristics
from undertow_kernels.kingdoms.agents import GUIDE

TO_COME = "for each advance of the round marker to come"
FEATURES = {
    "points": "points scored at once",
    "capitals": "own capitals: most units, alone or level",
    "conquest": "1 if all six capitals are held, -1 if a rival alone holds them",
    "lead": "units ahead of the strongest rival, from -2 to 2 on each capital",
    "goal": "points of the personal goal as far as it is met, tenths",
    "ranking": "points of the present card's ranking, were it scored now",
    "race": "what that ranking counts",
    "castle": "points of the end card, were it scored now",
    "bait_spaces": "spaces of the bait cube",
    "rival": "points of the rival with most, were capitals, present card and end card scored now",
    "on_map": "own units on the map",
    "inner": "own units beside Atlantis",
    "danger": "own units on tiles with a shark",
    "prey": "rivals' units on tiles with a shark, as many as Shark steps are left",
    "focus_capitals": "capitals of the own foci, not held alone, that one Bolster would win",
    "bolster_steps": f"steps of Bolster, {TO_COME}",
    "deploy_steps": f"steps of Deploy, {TO_COME}",
    "move_steps": f"steps of Move, {TO_COME}",
    "shark_steps": f"steps of Shark, {TO_COME}",
    "reset_deploy": f"a disc on the deploy bonus of Reset, {TO_COME}",
    "reset_bolster": f"a disc on the bolster bonus of Reset, {TO_COME}",
    "reset_move": f"a disc on the move bonus of Reset, {TO_COME}",
    "reset_castle": f"a disc on the castle bonus of Reset, {TO_COME}",
    "cards_back": "cards that a Reset takes back",
    "solo": "chance that nobody else plays the card, per cent",
    "scoring": "points ahead in the scoring round that a Reset brings",
    "finish": "points ahead in the end if a Reset ends the game; 20 for all six capitals",
}
BALANCED = dict(zip(FEATURES, GUIDE, strict=True))
STYLES = {
    "balanced": BALANCED,
    "conqueror": {  # takes capitals, from rivals too
        **BALANCED,
        "points": 20,
        "capitals": 250,
        "conquest": 3000,
        "lead": 60,
        "rival": -90,
        "focus_capitals": 60,
        "bolster_steps": 25,
    },
    "gatekeeper": {  # fills the castle
        **BALANCED,
        "points": 100,
        "castle": 80,
        "inner": 30,
        "capitals": 60,
        "deploy_steps": 40,
        "move_steps": 40,
        "reset_castle": 70,
    },
    "hunter": {  # lets sharks eat
        **BALANCED,
        "bait_spaces": 250,
        "prey": 150,
        "danger": -30,
        "shark_steps": 60,
    },
    "courtier": {  # serves the goal cards
        **BALANCED,
        "points": 60,
        "goal": 40,
        "ranking": 150,
        "race": 60,
        "capitals": 80,
    },
}
HEURISTICS = Heuristics(
    features=FEATURES,
    styles=STYLES,
    moves=MOVES,
    playouts=4,
    horizon=4,
)
