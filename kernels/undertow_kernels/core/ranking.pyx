"""Leaders, ranks and winners from sort keys, and how the lead passes from round to round."""

from libc.stdint cimport uint16_t

from .bits cimport bit, has
from .game cimport CAPPED, RUNNING


cdef bint precedes(const Standings* standings, int32_t seat, int32_t other) noexcept nogil:
    """Return whether ``seat`` has more in the first key in which the two differ."""
    cdef int32_t i
    for i in range(standings.keys):
        if standings.key[seat][i] != standings.key[other][i]:
            return standings.key[seat][i] > standings.key[other][i]
    return False


cdef uint8_t leaders(const Standings* standings) noexcept nogil:
    """Return the seats that none precedes, as bits."""
    cdef int32_t seat
    cdef int32_t best = 0
    cdef uint8_t lead = 0
    for seat in range(standings.seats):
        if precedes(standings, seat, best):
            best = seat
            lead = 0
        if not precedes(standings, best, seat):
            lead |= <uint8_t>bit(seat)
    return lead


cdef void fill_ranks(const Standings* standings, Result* result) noexcept nogil:
    """Rank the winners of ``result`` 1, the others behind all who won or precede them."""
    cdef int32_t seat, other
    for seat in range(standings.seats):
        result.rank[seat] = 1
        if has(result.winners, seat):
            continue
        for other in range(standings.seats):
            if has(result.winners, other) or precedes(standings, other, seat):
                result.rank[seat] += 1


cdef void fill_places(const Standings* standings, Result* result) noexcept nogil:
    """Fill winners and ranks: all who lead win, unless the game's ending is the round cap."""
    result.winners = 0 if result.ending == CAPPED else leaders(standings)
    fill_ranks(standings, result)


# --- the lead -------------------------------------------------------------------------------------

cdef void begin_lead(Lead* lead, const Game* game, const void* state, const void* tables,
                     int32_t seats, uint32_t round) noexcept nogil:
    """Let all who have most points after the set-up hold the lead."""
    cdef int32_t points[MAX_SEATS]
    game.points(state, tables, points)
    start_lead(lead, points, seats, round)


cdef void end_round(Lead* lead, const Game* game, const void* state, const void* tables,
                    int32_t seats, uint32_t next_round) noexcept nogil:
    """Look who leads at the end of the round that is under way, and begin the next one."""
    cdef int32_t points[MAX_SEATS]
    game.points(state, tables, points)
    follow_lead(lead, points, seats)
    lead.round = next_round


cdef inline void start_lead(Lead* lead, const int32_t* points, int32_t seats,
                            uint32_t round) noexcept nogil:
    lead.round = round
    lead.since = 0
    lead.changes = 0
    lead.leaders = lead.holders = most(points, seats)


cdef void fill_lead(const Lead* lead, Result* result) noexcept nogil:
    """Tell how the lead passed, the end of the game counting for the end of its last round."""
    cdef Lead last = lead[0]
    last.round = result.rounds
    follow_lead(&last, result.score, result.seats)
    result.lead_changes = last.changes
    result.decided = 0
    if result.winners:
        result.decided = <uint16_t>last.since if last.leaders == result.winners else result.rounds


# --- for tests and tools --------------------------------------------------------------------------

def placed(object keys, int ending=RUNNING):
    """Return the winners, as bits, and the rank of each seat.

    Parameters
    ----------
    keys : sequence of sequences of int
        The sort keys of each seat, what counts first in front; more is better.
    ending : Ending
        How the game ended; nobody wins a capped one.

    Raises
    ------
    ValueError
        More seats or keys than there may be, or seats with different numbers of keys.
    """
    cdef Standings standings
    cdef Result result
    cdef Py_ssize_t seat, i
    if not 1 <= len(keys) <= MAX_SEATS:
        raise ValueError(f"seats are 1 to {<int>MAX_SEATS}, got {len(keys)}")
    if any(not 1 <= len(own) <= MAX_KEYS or len(own) != len(keys[0]) for own in keys):
        raise ValueError(f"each seat has the same number of keys, 1 to {<int>MAX_KEYS}")
    standings.seats = len(keys)
    standings.keys = len(keys[0])
    for seat in range(standings.seats):
        for i in range(standings.keys):
            standings.key[seat][i] = keys[seat][i]
    result.ending = ending
    fill_places(&standings, &result)
    return result.winners, [result.rank[seat] for seat in range(standings.seats)]


def followed(object points, int32_t winners):
    """Return how often the lead passed on, and the round after which the winners held it for good.

    Parameters
    ----------
    points : sequence of sequences of int, shape (rounds + 1, seats)
        The seats' points after the set-up and at the end of each round.
    winners : int
        Bit per seat; 0 if nobody wins.

    Raises
    ------
    ValueError
        More seats than there may be, or rows with different numbers of seats.
    """
    cdef Lead lead
    cdef Result result
    cdef int32_t row[MAX_SEATS]
    cdef Py_ssize_t i, seat
    cdef Py_ssize_t seats = len(points[0])
    if not 1 <= seats <= MAX_SEATS or any(len(each) != seats for each in points):
        raise ValueError(f"each row has the same number of seats, 1 to {<int>MAX_SEATS}")
    for i in range(len(points)):
        for seat in range(seats):
            row[seat] = points[i][seat]
            result.score[seat] = row[seat]
        if i == 0:
            start_lead(&lead, row, seats, 1)
        elif i < len(points) - 1:
            follow_lead(&lead, row, seats)
            lead.round += 1
    result.seats = seats
    result.winners = winners
    result.rounds = len(points) - 1
    fill_lead(&lead, &result)
    return result.lead_changes, result.decided
