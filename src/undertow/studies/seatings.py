"""Who sits where in a tournament: line-ups, and balanced seatings of each.

The seatings of a line-up are the images of one seating under a group of permutations that is
2-transitive: every pair of agents sits equally often in every ordered pair of seats [1]_, so that
neither a seat nor a neighbour favours anybody. Two sides need 2 seatings, three 6, four 12, five 20
and six 60; where agents repeat, seatings that look alike are played once.

References
----------
.. [1] J. D. Dixon, B. Mortimer, "Permutation Groups" (1996), section 7.7: the sharply 2-transitive
   groups x -> a x + b over fields of 2, 3, 4 and 5 elements; for 6, PSL(2, 5) on the projective
   line over 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Order = tuple[int, ...]

_GENERATORS: dict[int, tuple[Order, ...]] = {
    1: (),
    2: ((1, 0),),
    3: ((1, 2, 0), (1, 0, 2)),
    4: ((1, 2, 0, 3), (0, 2, 3, 1)),
    5: ((1, 2, 3, 4, 0), (0, 2, 4, 1, 3)),  # x + 1, 2 x
    6: ((1, 2, 3, 4, 0, 5), (5, 4, 2, 3, 1, 0)),  # x + 1, -1 / x; 5 stands for infinity
}


class Plan(NamedTuple):
    """The seatings that each deal is played in.

    Attributes
    ----------
    line_ups : int64 array, shape (line-ups, agents)
        Sides that each agent plays.
    seatings : int64 array, shape (seatings, players)
        The agent of each seat.
    line_up : int64 array, shape (seatings,)
        The line-up that a seating is of.
    """

    line_ups: NDArray[np.int64]
    seatings: NDArray[np.int64]
    line_up: NDArray[np.int64]


def plan(agents: int, sides: Sequence[int]) -> Plan:
    """Return the seatings of ``agents`` agents; ``sides`` has the side of each seat.

    Partners, seats of one side, are played by the same agent.
    """
    names = sorted(set(sides))
    found = line_ups(agents, len(names))
    orders = [(number, order) for number, one in enumerate(found) for order in arrangements(one)]
    return Plan(
        np.array([[one.count(agent) for agent in range(agents)] for one in found]),
        np.array([[order[names.index(side)] for side in sides] for _, order in orders]),
        np.array([number for number, _ in orders]),
    )


def line_ups(agents: int, sides: int) -> list[Order]:
    """Return the agents of the sides: all combinations, or repeats as even as can be.

    Those that repeat once more stand first, so that all line-ups are of one form and have equally
    many seatings.
    """
    if agents >= sides:
        return list(combinations(range(agents), sides))
    times, more = divmod(sides, agents)
    return [
        tuple(
            agent
            for agent in (*often, *(a for a in range(agents) if a not in often))
            for _ in range(times + (agent in often))
        )
        for often in combinations(range(agents), more)
    ]


def arrangements(line_up: Order) -> list[Order]:
    """Return the seatings of a line-up, each once."""
    orders = balanced_orders(len(line_up))
    return list(dict.fromkeys(tuple(line_up[place] for place in order) for order in orders))


def balanced_orders(sides: int) -> list[Order]:
    """Return a 2-transitive group of permutations: what its generators make of one order."""
    found = [tuple(range(sides))]
    for order in found:  # grows while it is read
        for generator in _GENERATORS[sides]:
            image = tuple(order[place] for place in generator)
            if image not in found:
                found.append(image)
    return found
