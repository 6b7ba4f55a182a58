from libc.stdint cimport int32_t, uint8_t, uint32_t

from ..core.bits cimport has, lowest
from .agents cimport CAPITALS, CASTLE_POINTS, LEAD, RIVAL
from .scoring cimport Ranking
from .state cimport MAX_PLAYERS, State, TASK_SHARK, Tables

cdef enum:
    MOST_LEAD = 2            # units ahead on a capital beyond which more are not counted

cdef struct Look:            # for whom positions are compared, and what is known of the older one
    const Tables* tables
    int32_t seat
    int32_t rival            # that with most points
    uint32_t others          # bit per seat that is neither
    bint hasty               # 1: the goal card is left out, as in plans of several steps
    uint8_t card_known       # 1: the next three are known of the older position
    Ranking card             # what the present card's ranking counts
    int32_t place            # points of that ranking
    int32_t rival_place
    uint8_t goal_known       # 1: the next two are known of the older position
    int32_t goal             # the measure of the personal goal
    int32_t rival_goal       # 1: the rival meets it
    uint8_t castle_known     # 1: the next two are known of the older position
    int32_t castle           # points of the end card
    int32_t rival_castle
    uint8_t entrants         # bit per seat of whom the next two are known
    int32_t entry[MAX_PLAYERS]           # ``castle`` if one more unit of a seat is inside
    int32_t rival_entry[MAX_PLAYERS]
    uint8_t glanced          # 1: the rest is known of the older position
    uint32_t focus_capitals  # bit per capital of the seat's foci
    int32_t bolster          # steps of the seat's Bolster
    int32_t captured         # points for capitals taken, if the action ended now
    int32_t conquest         # 1 if the seat holds all capitals, -1 if only a rival does
    bint spread              # whether somebody has units on every capital
    bint hunts               # whether Shark is under way
    int32_t prey             # then: rivals' units on tiles with a shark

cdef struct Hold:            # what a capital is
    int32_t own              # 1: the seat has units there and nobody more
    int32_t rival            # 1: the rival does
    int32_t lead             # units by which the seat is ahead of the strongest other

cdef Look look_of(const State* s, const Tables* t) noexcept nogil
cdef void glance(Look* look, const State* s) noexcept nogil
cdef void compare(Look* look, const State* old, const State* new,
                  int32_t* features) noexcept nogil
cdef int32_t conquest(const Look* look, const State* s) noexcept nogil
cdef int32_t capture_points(const Look* look, const State* s) noexcept nogil
cdef void compare_card(Look* look, const State* old, const State* new, uint32_t seats,
                       bint board, int32_t* features) noexcept nogil
cdef void know_entry(Look* look, const State* old, int32_t owner) noexcept nogil
cdef void enter(Look* look, int32_t owner) noexcept nogil
cdef int32_t prey_of_sharks(const State* s, int32_t seat) noexcept nogil
cdef void compare_boards(const Look* look, const State* old, const State* new,
                         int32_t* features) noexcept nogil
cdef int32_t lead_after_scoring(const Look* look, const State* s) noexcept nogil
cdef int32_t lead_at_end(const Look* look, const State* s) noexcept nogil


cdef inline bint hunts(const State* s) noexcept nogil:
    """Return whether Shark is under way."""
    return s.depth > 0 and s.task[s.depth - 1] == TASK_SHARK


cdef inline int32_t prey(const State* s, int32_t seat) noexcept nogil:
    """Return how many rivals' units the steps that are left of Shark could remove at once."""
    return min(prey_of_sharks(s, seat), s.left[s.depth - 1]) if hunts(s) else 0


cdef inline void add_entry(Look* look, const State* s, int32_t owner,
                           int32_t* features) noexcept nogil:
    """Add what it means that one more unit of ``owner`` is in the castle."""
    if not has(look.entrants, owner):
        know_entry(look, s, owner)
    features[<int32_t>CASTLE_POINTS] += look.entry[owner] - look.castle
    features[<int32_t>RIVAL] += look.rival_entry[owner] - look.rival_castle


cdef inline bint in_reach(int32_t lead, int32_t steps) noexcept nogil:
    """Return whether a capital that the seat does not hold alone would be, after these steps."""
    return (lead <= 0) & (lead + steps > 0)


cdef inline int32_t most_units(const State* s, uint32_t seats, int32_t tile) noexcept nogil:
    """Return how many units the strongest of some seats has on a tile."""
    cdef int32_t most = 0
    while seats:
        most = max(most, s.units[lowest(seats)][tile])
        seats &= seats - 1
    return most


cdef inline Hold hold_of(int32_t own, int32_t rival, int32_t most) noexcept nogil:
    """Return what a capital is by the units of the seat, its rival and the strongest other.

    Without a branch: nothing foretells which way it would go.
    """
    cdef int32_t lead = own - max(most, rival)
    return Hold(own=(own > 0) & (lead >= 0), rival=(rival > 0) & (rival >= max(most, own)),
                lead=lead)


cdef inline void compare_holds(const Look* look, Hold old, Hold new,
                               int32_t* features) noexcept nogil:
    features[<int32_t>CAPITALS] += new.own - old.own
    features[<int32_t>RIVAL] += look.tables.capital_points * (new.rival - old.rival)
    features[<int32_t>LEAD] += clipped(new.lead) - clipped(old.lead)


cdef inline int32_t clipped(int32_t lead) noexcept nogil:
    return max(-MOST_LEAD, min(MOST_LEAD, lead))
