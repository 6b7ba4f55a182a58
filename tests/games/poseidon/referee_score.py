"""Points, ties and ranks of a finished game."""

from __future__ import annotations

from games.poseidon.referee_reef import ARROW, EATING, WAVE

SPEEDYFINS, WAVERIDER, BIGMOUTH, GRAVEYARD, TRIDENT = range(1, 6)


def coral_points(kind, reef, values):
    if kind == SPEEDYFINS:
        return reef.visible(ARROW)  # PK-S2
    if kind == WAVERIDER:
        return reef.visible(WAVE)
    if kind == BIGMOUTH:
        return reef.visible(EATING)
    if kind == GRAVEYARD:  # PK-S3
        skeletons = reef.skeletons()
        return -values["graveyard_each"] * skeletons if skeletons else values["graveyard_clear"]
    others = (SPEEDYFINS, WAVERIDER, BIGMOUTH, GRAVEYARD)
    return max(coral_points(other, reef, values) for other in others)  # PK-S4


def points(reef, counters, corals, values):
    """PK-S1: the counters, and every coral that the player took."""
    return sum(counters) + sum(coral_points(kind, reef, values) for kind in corals)


def best_by(seats, merit):
    top = max(merit(seat) for seat in seats)
    return [seat for seat in seats if merit(seat) == top]


def winning_seats(score, reefs, counters, corals, values):
    """PK-S5 and PK-S6."""
    everybody = list(range(len(score)))
    last = max if values["tiebreak_best_counter"] else sum
    merits = (
        lambda seat: score[seat],
        lambda seat: TRIDENT in corals[seat],
        lambda seat: reefs[seat].height(),
        lambda seat: -reefs[seat].skeletons(),
        lambda seat: last(counters[seat]),
    )
    tied = everybody
    for merit in merits:
        tied = best_by(tied, merit)
    others = [seat for seat in everybody if seat not in tied]
    if len(tied) > 1 and others and values["literal_joke_tiebreak"]:
        return others
    return tied
