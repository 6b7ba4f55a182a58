"""Leaders, ranks and winners from sort keys; ``placed`` shows them to tests and tools."""

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
