"""One short batch that several tests put into files."""

import undertow as ut

GAMES = 130
BATCH = {
    "players": 3,
    "games": GAMES,
    "seed": 7,
    "agents": ["random", "greedy", "random"],
    "rules": {"round_cap": 30, "target": 4},
}


def play(**more):
    return ut.simulate("alarm", **{**BATCH, **more})
