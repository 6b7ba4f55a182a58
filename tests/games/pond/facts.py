"""The kernel's positions as the flat lists of facts that the rule page defines."""

import numpy as np
from fact_table import side_by_side

from undertow_kernels.pond.state import STATE_DTYPE, Limits

PIECES, CARDS, PILE = Limits.PIECES, Limits.CARDS, Limits.PILE
HEAD = 7  # facts before the pieces
EACH = 6  # facts of a piece
VALUE = STATE_DTYPE.fields["value"][1]
HAND = STATE_DTYPE.fields["hand"][1]
TOP = STATE_DTYPE.fields["pile"][1]


def fact_rows(states: np.ndarray, values: dict) -> list[np.ndarray]:
    """Return the facts of each of some successive positions: int16 rows."""
    s = states
    players = int(s["players"][0])
    actor = np.where(s["phase"] == 0, -1, s["decider"].astype(np.int16))
    columns = [s["players"], s["start"], s["active"], actor]
    columns += [s[f] for f in ("round", "turn", "ending")]
    bits = np.arange(PIECES, dtype=np.uint64)
    tokens = [s[f][:, None] >> bits & np.uint64(1) for f in ("webs", "shells")]
    pieces = [s["square"], s["value"], s["dungeon"], *tokens, s["knower"]]
    columns.append(np.stack([p.astype(np.int16) for p in pieces], axis=2))
    hands = [s["hand_size"][:, :, None], s["hand"][:, :, 1:]]
    columns.append(np.concatenate(hands, axis=2)[:, :players])
    columns += [s["pile_size"], s["pile"], s["discards"][:, 1:]]
    columns += [s[f] for f in ("moved", "named", "agile", "legs")]
    return list(side_by_side(columns))


def hidden_places(players: int) -> dict[int, int]:
    """Return the place among the facts of each byte that a view may blank: values, hands, pile."""
    hands = HEAD + EACH * PIECES
    pile = hands + CARDS * players + 1
    values = {VALUE + i: HEAD + EACH * i + 1 for i in range(PIECES)}
    held = {HAND + i: hands + i for i in range(CARDS * players)}
    return values | held | {TOP + i: pile + i for i in range(PILE)}


def swap(state: np.void, name: str, places: list[int], order: list[int]) -> None:
    """Let hidden things change places: ``places[i]`` gets that of ``places[order[i]]``.

    Cards: places in the pile, and 16 * (seat + 1) + place in a seat's hand in ascending order.
    """
    if name == "value":
        state["value"][places] = state["value"][[places[i] for i in order]]
        return
    assert name == "card"
    hands = [np.repeat(np.arange(CARDS), hand).tolist() for hand in state["hand"]]
    cards = [int(state["pile"][p]) if p < PILE else hands[p // PILE - 1][p % PILE] for p in places]
    for place, i in zip(places, order, strict=True):
        if place < PILE:
            state["pile"][place] = cards[i]
        else:
            hands[place // PILE - 1][place % PILE] = cards[i]
    for seat, hand in enumerate(hands):
        state["hand"][seat] = np.bincount(hand, minlength=CARDS)
