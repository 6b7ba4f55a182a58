"""Show where a referee and the kernel first differ in one game.

usage: python tests/explain.py GAME PLAYERS SEED INDEX [KEY=VALUE (JSON) ...]
"""

import json
import sys

import numpy as np
from lockstep import hidden_rows, outcome, own_module

import undertow as ut


def show(name: str, kernel: list, referee: list) -> None:
    places = [i for i, pair in enumerate(zip(kernel, referee, strict=False)) if pair[0] != pair[1]]
    print(f"  {name}: kernel has {len(kernel)}, referee {len(referee)}, differ at {places[:20]}")
    for i in places[:20]:
        print(f"    {i}: kernel {kernel[i]}, referee {referee[i]}")


def main() -> int:
    game, players, seed, index = sys.argv[1], *map(int, sys.argv[2:5])
    rules = {k: json.loads(v) for k, v in (pair.split("=", 1) for pair in sys.argv[5:])}
    loaded = ut.load(game, players=players, rules=rules)
    facts = own_module(game, "facts")
    make = own_module(game, "referee").Referee
    key = tuple(int(w) for w in np.random.SeedSequence(seed).generate_state(2, np.uint64))
    match = loaded.match(seed, index)
    referee = make(dict(loaded.rules.values), players, key, index)
    trail: list[str] = []
    while True:
        state = match.state.copy().view(loaded.game.state)
        row = facts.fact_rows(state, loaded.rules.values)[0].tolist()
        legal = [tuple(move) for move in match.legal().tolist()]
        views = b"".join(match.view(seat).tobytes() for seat in range(players))
        places = facts.hidden_places(players)
        hidden = hidden_rows(state, views, [np.array(row)], places)[0].tolist()
        theirs = [place for seat in range(players) for place in (-1, *sorted(referee.hidden(seat)))]
        if (row, legal, hidden) != (referee.facts(), [tuple(m) for m in referee.legal()], theirs):
            print(f"decision {len(trail)}, after {trail[-12:]}")
            show("facts", row, referee.facts())
            show("legal", legal, [tuple(m) for m in referee.legal()])
            show("hidden", hidden, theirs)
            return 1
        if match.actor < 0:
            ours, result = outcome(match, loaded), referee.result()
            different = {k: (v, result[k]) for k, v in ours.items() if result[k] != v}
            print("agree" if not different else f"results (kernel, referee): {different}")
            return bool(different)
        pick = match.choose()
        trail.append(loaded.describe(match.legal().view(loaded.game.move)[pick][0]))
        match.apply(match.legal()[pick])
        referee.choose(pick)


if __name__ == "__main__":
    sys.exit(main())
