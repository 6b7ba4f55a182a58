"""What the captain's moves mean, from what the captain knows: the features of greedy agents."""

from ..core.bits cimport has
from .outlook cimport (
    Odds, Outlook, Prospect, Spot, look, next_place, odds_of, prospect, worth,
)
from .state cimport (
    FARTHEST, Move, PLACES, SAIL, SECTIONS, STOP, State, TURN, Tables, animals_missing,
)

cdef enum:
    NEWS_PRICE = 200         # of seeing an unknown token, in thousandths of an animal
    AHEAD = 4                # tokens after the next that are thought of


cdef void rate(const void* view, const void* tables, const void* moves, int32_t n,
               int32_t* features) noexcept nogil:
    """Add what moves mean for the captain."""
    cdef Outlook o
    cdef int32_t i
    look(&o, <const State*>view, <const Tables*>tables)
    for i in range(n):
        rate_move(&o, <const Move*>moves + i, features + i * <int32_t>FEATURES)


cdef void rate_move(const Outlook* o, const Move* m, int32_t* features) noexcept nogil:
    cdef const State* s = o.view
    cdef Prospect found
    cdef Spot spot
    spot.ship = s.ship
    spot.kuno = s.kuno
    spot.open_tokens = s.open_tokens
    spot.turned = s.turned
    if m.kind == SAIL:
        spot.ship = (s.ship + m.number) % SECTIONS
        rate_arrival(o, &spot, features)
    elif m.kind == TURN:
        found = prospect(o, &spot, m.number, AHEAD)
        rate_token(o, &spot, m.number, &found, features)
    elif m.kind == STOP:
        features[<int32_t>STOPPING] = 1
        features[<int32_t>GIFT] = per_cent(gift(o, spot.ship, spot.kuno))
    else:
        features[<int32_t>ANIMAL] = 100
        features[<int32_t>WIN] = 100 * wins(o)
        features[<int32_t>BENEATH] = s.left[m.number] - 1


cdef inline int32_t per_cent(int32_t thousandths) noexcept nogil:
    return (thousandths + 5) // 10


cdef inline bint wins(const Outlook* o) noexcept nogil:
    """Return whether one more animal wins."""                      # KA-5.1
    return animals_missing(o.view, o.tables) <= 1


cdef void rate_arrival(const Outlook* o, const Spot* spot, int32_t* features) noexcept nogil:
    """Rate a section by its best token, or by the alarm that waits there."""
    cdef Prospect found
    cdef int32_t place
    if spot.ship == spot.kuno:                                      # KA-2.2
        add_risk(o, o.lies, features)
        features[<int32_t>GIFT] = per_cent(gift(o, spot.ship, spot.kuno))
    else:
        place = best_place(o, spot, &found)
        rate_token(o, spot, place, &found, features)


cdef int32_t best_place(const Outlook* o, const Spot* spot, Prospect* its) noexcept nogil:
    """Return the token to turn where one must be turned; write its prospect."""    # KA-3.1
    cdef int32_t place = next_place(o, spot, 0)
    cdef int32_t best = place
    cdef int32_t most = 0
    cdef int32_t value
    cdef Prospect found
    while place < PLACES:
        found = prospect(o, spot, place, AHEAD)
        value = worth(o, &found) + NEWS_PRICE * (not remembered(o, spot, place))
        if place == best or value > most:
            best = place
            most = value
            its[0] = found
        place = next_place(o, spot, place + 1)
    return best


cdef inline bint remembered(const Outlook* o, const Spot* spot, int32_t place) noexcept nogil:
    return has(o.known, PLACES * spot.ship + place)


cdef void rate_token(const Outlook* o, const Spot* spot, int32_t place, const Prospect* p,
                     int32_t* features) noexcept nogil:
    cdef Odds odds = odds_of(o, spot, place)
    features[<int32_t>ANIMAL] = per_cent(odds.good)
    features[<int32_t>WIN] = per_cent(odds.good) * wins(o)
    features[<int32_t>MORE] = per_cent(p.animals - odds.good)
    features[<int32_t>FREEING] = per_cent(p.freed)
    features[<int32_t>NEWS] = 100 * (not remembered(o, spot, place))
    features[<int32_t>GIFT] = per_cent(expected_gift(o, spot, &odds))
    add_risk(o, p.lost, features)


cdef void add_risk(const Outlook* o, int32_t lost, int32_t* features) noexcept nogil:
    if o.view.provisions[o.view.captain] > 1:
        features[<int32_t>PROVISION] = per_cent(lost)
    else:
        features[<int32_t>LAST] = per_cent(lost)


# --- what the next captain finds ------------------------------------------------------------------

cdef int32_t expected_gift(const Outlook* o, const Spot* spot, const Odds* odds) noexcept nogil:
    """Return the gift if the turn ends after a token, by what the token may be."""
    cdef int32_t rest = 1000 - odds.kuno - odds.wave
    cdef int32_t total = 0
    if rest:
        total += rest * gift(o, spot.ship, spot.kuno)
    if odds.kuno:
        total += odds.kuno * gift(o, spot.ship, (spot.kuno + 1) % SECTIONS)
    if odds.wave:
        total += odds.wave * gift(o, (spot.ship + 1) % SECTIONS, spot.kuno)
    return total // 1000


cdef int32_t gift(const Outlook* o, int32_t ship, int32_t kuno) noexcept nogil:
    """Return the best chance of an animal that the next captain can sail to, in thousandths."""
    cdef int32_t sections, place
    cdef int32_t best = 0
    cdef Odds odds
    cdef Spot spot
    spot.open_tokens = 0                                            # KA-3.7
    spot.turned = 0
    spot.kuno = kuno
    for sections in range(1, FARTHEST + 1):
        spot.ship = (ship + sections) % SECTIONS
        if spot.ship == kuno:
            continue
        place = next_place(o, &spot, 0)
        while place < PLACES:
            odds = odds_of(o, &spot, place)
            best = max(best, odds.good)
            place = next_place(o, &spot, place + 1)
    return best
